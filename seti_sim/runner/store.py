"""The run folder: atomic writes, a lock against a second process, and which parts are whole.

Every file is written under a temporary name in its own folder, flushed to the disk and renamed, so a file that has
its name is complete. The lock is held by the process, not by the existence of a file: it dies with its owner.
"""

import fcntl
import io
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl
from pydantic import ValidationError

from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import StoreError
from seti_sim.runner.manifest import FORMAT, Manifest
from seti_sim.runner.outcomes import OUTCOME_TABLES
from seti_sim.runner.plan import first_line

MANIFEST: Final = "manifest.json"
LOCK: Final = ".lock"
TEMPORARY: Final = ".tmp"


class RunFolder:
    """A run folder that this process has locked. Made by :func:`new_folder` and :func:`open_folder`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest in one step."""
        text = manifest.model_dump_json(indent=2) + "\n"
        with _reporting(self.path, "can't write to"):
            write_atomic(self.path / MANIFEST, text.encode())

    def write_part(self, chunk: Chunk, tables: dict[str, pl.DataFrame]) -> None:
        """Write one part of each table."""
        with _reporting(self.path, "can't write to"):
            for name in OUTCOME_TABLES:
                write_atomic(self.part(name, chunk), parquet_bytes(tables[name]))

    def part(self, table: str, chunk: Chunk) -> Path:
        """The file that holds a chunk's rows of a table."""
        return self.path / table / f"part-{chunk.part:05d}.parquet"

    def holds(self, chunk: Chunk) -> bool:
        """Whether the chunk's part of every table has been written."""
        return all(self.part(name, chunk).exists() for name in OUTCOME_TABLES)

    def missing(self, chunks: Iterable[Chunk], players: int) -> list[Chunk]:
        """The chunks with a part that is absent, unreadable or not what it should be."""
        rows = {"games": 1, "seats": players}
        return [
            chunk
            for chunk in chunks
            if not all(_is_whole(self.part(name, chunk), chunk, rows[name]) for name in OUTCOME_TABLES)
        ]

    def remove_leftovers(self) -> None:
        """Remove temporary files that a killed process left behind."""
        for folder in (self.path, *(self.path / name for name in OUTCOME_TABLES)):
            for leftover in folder.glob(f".*{TEMPORARY}"):
                leftover.unlink(missing_ok=True)


@contextmanager
def new_folder(path: Path) -> Iterator[RunFolder]:
    """Make and lock a run folder; an existing one is refused.

    If the body fails before a manifest is written, everything made is removed again.
    """
    check_free(path)
    made = _missing_folders(path)
    owned = False
    try:
        with _reporting(path, "can't make"):
            path.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            check_free(path)
            owned = True
            with _reporting(path, "can't make"):
                for name in OUTCOME_TABLES:
                    (path / name).mkdir()
            yield RunFolder(path)
    finally:
        if owned and not (path / MANIFEST).exists():
            _empty(path)
        for folder in made:
            with suppress(OSError):  # not empty: it is in use
                folder.rmdir()


@contextmanager
def open_folder(path: Path) -> Iterator[tuple[RunFolder, Manifest]]:
    """Lock an existing run folder and read its manifest."""
    read_manifest(path)
    with _locked(path):
        folder = RunFolder(path)
        with _reporting(path, "can't write to"):
            folder.remove_leftovers()
            for name in OUTCOME_TABLES:
                (path / name).mkdir(exist_ok=True)
        yield folder, read_manifest(path)


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run folder; :class:`StoreError` with one line if there is none or it can't be used."""
    file = path / MANIFEST
    if not file.is_file():
        raise StoreError(f"{path} is not a run folder: it holds no {MANIFEST}")
    try:
        text = file.read_text(encoding="utf-8")
        manifest = Manifest.model_validate_json(text)
    except OSError as error:
        raise StoreError(f"can't read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StoreError(f"can't use {file}: it is not UTF-8 text") from None
    except ValidationError as error:
        raise StoreError(f"can't use {file}: {first_line(error)}") from None
    if manifest.format != FORMAT:
        raise StoreError(f"{path} has format {manifest.format}; this version reads format {FORMAT}")
    return manifest


def check_free(path: Path) -> None:
    """Raise :class:`StoreError` unless ``path`` is absent or an empty folder, and can be written down as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise StoreError(f"the folder name {str(path)!a} is not UTF-8 text") from None
    try:
        if path.is_dir():
            taken = any(entry.name != LOCK for entry in path.iterdir())
        else:
            taken = path.exists() or path.is_symlink()
    except OSError as error:
        raise StoreError(f"can't use {path}: {error.strerror}") from None
    if taken:
        kind = "an existing run folder" if (path / MANIFEST).exists() else "in use"
        raise StoreError(f"{path} is {kind}; choose another --out or remove it first")


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """The frame as a zstd-compressed Parquet file."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file so that it is either absent (or as before) or complete, also after a crash."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(path: Path) -> None:
    """Make the renaming itself durable."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _is_whole(path: Path, chunk: Chunk, rows_a_game: int) -> bool:
    """Whether a part can be read to the end and holds exactly the games of the chunk, in order."""
    try:
        games = pl.read_parquet(path)["game"]
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return False
    expected = np.arange(chunk.first, chunk.first + chunk.games).repeat(rows_a_game)
    return np.array_equal(games.to_numpy(), expected)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the folder's lock; :class:`StoreError` if another process has it."""
    with _reporting(path, "can't write to"):
        handle = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"{path} is in use by another process") from None
        yield
    finally:
        os.close(handle)


@contextmanager
def _reporting(path: Path, what: str) -> Iterator[None]:
    """Turn an error of the file system into one line."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{what} {path}: {error.strerror or error}") from None


def _missing_folders(path: Path) -> list[Path]:
    """The folders that making ``path`` would make, innermost first."""
    return [folder for folder in (path, *path.parents) if not folder.exists()]


def _empty(path: Path) -> None:
    """Remove what :func:`new_folder` and a failed start have put into a folder."""
    for name in OUTCOME_TABLES:
        shutil.rmtree(path / name, ignore_errors=True)
    with suppress(OSError):
        (path / LOCK).unlink(missing_ok=True)
