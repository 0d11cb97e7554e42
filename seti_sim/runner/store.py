"""Folders of results: atomic writes, a lock against a second process, and which parts are whole.

Every file is written under a temporary name in its own folder, flushed to the disk and renamed, so a file that has
its name is complete; the one file that grows is ``SHA256SUMS``. The lock is held by the process, not by the existence
of a file: it dies with its owner.
"""

import fcntl
import io
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import polars as pl

from seti_sim.runner.checksums import SUMS, State, Sums
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import PlanError, StoreError, Unwritten
from seti_sim.runner.outcomes import OUTCOME_TABLES
from seti_sim.runner.records import MANIFEST, Manifest, read_manifest

LOCK: Final = ".lock"
TEMPORARY: Final = ".tmp"
MOST_NAME_BYTES: Final = 200
"""Of a file's or folder's name: file systems take 255, and temporary names are longer."""
F = TypeVar("F", bound="PartFolder")


class Layout(NamedTuple):
    """What a kind of folder holds: the file that says what was begun in it, and tables cut into parts."""

    record: str
    tables: tuple[str, ...]
    what: str


RUN: Final = Layout(MANIFEST, OUTCOME_TABLES, "an existing run folder")


class PartFolder:
    """A folder of parts that this process has locked. Made by :func:`new_folder` and :func:`old_folder`."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.layout = layout
        self._sums: Sums | None = None

    def write_record(self, text: str) -> None:
        """Replace the file that says what was begun, in one step."""
        self.write(self.layout.record, text)

    def write(self, name: str, text: str) -> None:
        """Replace a file in one step."""
        with writing(self.path):
            write_atomic(self.path / name, text.encode())

    def begin_parts(self, identity: str, chunks: Sequence[Chunk] | None = None) -> None:
        """Read the checksums known so far, of parts of ``chunks``: from now on parts can be written."""
        self._sums = Sums.read(self.path / SUMS, identity, self.layout.record, self._names(chunks))
        self.write_sums()

    def write_sums(self) -> None:
        """Put the checksums in order: without half lines and sorted, so that equal runs have equal files."""
        assert self._sums is not None, "begin_parts() comes first"
        self.write(SUMS, self._sums.text())

    def write_part(self, chunk: Chunk, parts: Mapping[str, bytes]) -> None:
        """Write one part of each table, then their checksums. ``parts`` holds Parquet files by table."""
        assert self._sums is not None, "begin_parts() comes first"
        with writing(self.path):
            for name in self.layout.tables:
                write_atomic(self.path / part_name(name, chunk), parts[name])
            self._sums.add({part_name(name, chunk): parts[name] for name in self.layout.tables})

    def holds(self, chunk: Chunk) -> bool:
        """Whether the chunk's part of every table has been written."""
        return all((self.path / part_name(name, chunk)).exists() for name in self.layout.tables)

    def missing(self, chunks: Sequence[Chunk], identity: str) -> tuple[list[Chunk], list[str]]:
        """The chunks without whole parts, and the names of the parts that were whole once and no longer are.

        Every part is read and compared with its checksum.
        """
        sums = Sums.read(self.path / SUMS, identity, self.layout.record)
        names = {chunk: [part_name(name, chunk) for name in self.layout.tables] for chunk in chunks}
        states = sums.states(self.path, [name for parts in names.values() for name in parts])
        lost = {
            chunk: [name for name in parts if states[name] is not State.WHOLE] for chunk, parts in names.items()
        }  # fmt: skip
        damaged = [name for parts in lost.values() for name in parts if sums.knows(name)]
        return [chunk for chunk, parts in lost.items() if parts], damaged

    def _names(self, chunks: Sequence[Chunk] | None) -> set[str] | None:
        return None if chunks is None else {part_name(name, chunk) for chunk in chunks for name in self.layout.tables}

    def tidy_sums(self, identity: str, chunks: Sequence[Chunk]) -> bool:
        """Put the checksums in order if they are not, as with damaged lines; whether that was needed."""
        sums = Sums.read(self.path / SUMS, identity, self.layout.record, self._names(chunks))
        if sums.is_in_order():
            return False
        self.write(SUMS, sums.text())
        return True

    def remove_leftovers(self) -> None:
        """Remove temporary files that a killed process left behind."""
        for folder in (self.path, *(self.path / name for name in self.layout.tables)):
            for leftover in folder.iterdir():
                if leftover.name.startswith(".") and leftover.name.endswith(TEMPORARY):
                    leftover.unlink(missing_ok=True)


class RunFolder(PartFolder):
    """A run folder that this process has locked. Made by :func:`new_run` and :func:`open_folder`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, RUN)

    def begin(self, manifest: Manifest) -> None:
        """Write the manifest and the checksums known so far: from now on parts can be written."""
        self.write_manifest(manifest)
        self.begin_parts(manifest.identity, manifest.chunks)

    def write_manifest(self, manifest: Manifest) -> None:
        """Replace the manifest in one step."""
        self.write_record(manifest.model_dump_json(indent=2) + "\n")


@contextmanager
def new_folder(path: Path, layout: Layout) -> Iterator[PartFolder]:
    """Make and lock a folder; an existing one is refused.

    If the body fails before its record is written, everything made is removed again.
    """
    check_free(path, layout)
    made = _missing_folders(path)
    owned = False
    try:
        with reporting(path, "can't make"):
            path.mkdir(parents=True, exist_ok=True)
        with locked(path):
            check_free(path, layout)
            owned = True
            with reporting(path, "can't make"):
                for name in layout.tables:
                    (path / name).mkdir(exist_ok=True)
            yield PartFolder(path, layout)
    finally:
        if owned and not (path / layout.record).exists():
            _empty(path, layout)
        for folder in made:
            with suppress(OSError):  # not empty: it is in use
                folder.rmdir()


@contextmanager
def new_run(path: Path) -> Iterator[RunFolder]:
    """Make and lock a run folder; see :func:`new_folder`."""
    with new_folder(path, RUN):
        yield RunFolder(path)


@contextmanager
def open_folder(path: Path) -> Iterator[tuple[RunFolder, Manifest]]:
    """Lock an existing run folder and read its manifest."""
    read_manifest(path)
    with old_folder(RunFolder(path)) as folder:
        yield folder, read_manifest(path)


@contextmanager
def old_folder(folder: F) -> Iterator[F]:
    """Lock an existing folder and put it in order."""
    with locked(folder.path):
        with writing(folder.path):
            for name in folder.layout.tables:
                (folder.path / name).mkdir(exist_ok=True)
            folder.remove_leftovers()
        yield folder


def part_name(table: str, chunk: Chunk) -> str:
    """Name of the file that holds a chunk's rows of a table, within the run folder."""
    return f"{table}/part-{chunk.part:05d}.parquet"


def check_free(path: Path, layout: Layout = RUN) -> None:
    """Raise :class:`StoreError` unless ``path`` is absent or an empty folder, and can be written down as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise StoreError(f"the folder name {str(path)!a} is not UTF-8 text") from None
    check_name(path.name, "out")
    try:
        taken = path.exists() or path.is_symlink()
        if path.is_dir():
            taken = not all(_is_of_a_start(entry, layout) for entry in path.iterdir())
    except OSError as error:
        raise StoreError(f"can't use {path}: {error.strerror}") from None
    if taken:
        kind = layout.what if (path / layout.record).exists() else "in use"
        raise StoreError(f"{path} is {kind}; choose another --out or remove it first")


def check_name(name: str, option: str) -> None:
    """Raise :class:`PlanError` for the name of a file or folder that is too long; ``option`` is who gave it."""
    size = len(os.fsencode(name))
    if size > MOST_NAME_BYTES:
        raise PlanError(f"{option}: a name of {size} bytes, more than {MOST_NAME_BYTES}: {name[:40]}...")


def _is_of_a_start(entry: Path, layout: Layout) -> bool:
    """Whether a file or folder may be what is left of a start that was killed before it wrote its record."""
    if entry.name in layout.tables:
        return entry.is_dir() and not any(entry.iterdir())
    return entry.name == LOCK or (entry.name.startswith(f".{layout.record}") and entry.name.endswith(TEMPORARY))


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """The frame as a zstd-compressed Parquet file.

    It has no statistics: no reader skips rows by them, and they cost a sixth of the time and a fifteenth of the bytes.
    """
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=False)
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


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a folder; :class:`StoreError` if another process has it."""
    with writing(path):
        handle = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"{path} is in use by another process") from None
        except OSError as error:
            raise StoreError(f"can't lock {path}, on a file system without locks: {error.strerror}") from None
        yield
    finally:
        os.close(handle)


@contextmanager
def reporting(path: Path, what: str, kind: type[StoreError] = StoreError) -> Iterator[None]:
    """Turn an error of the file system into one line."""
    try:
        yield
    except OSError as error:
        raise kind(f"{what} {path}: {error.strerror or error}") from None


def writing(path: Path) -> AbstractContextManager[None]:
    """The same for what is written to a folder."""
    return reporting(path, "can't write to", Unwritten)


def _missing_folders(path: Path) -> list[Path]:
    """The folders that making ``path`` would make, innermost first."""
    return [folder for folder in (path, *path.parents) if not folder.exists()]


def _empty(path: Path, layout: Layout) -> None:
    """Remove what :func:`new_folder` and a failed start have put into a folder."""
    for name in layout.tables:
        shutil.rmtree(path / name, ignore_errors=True)
    for name in (LOCK, SUMS):
        with suppress(OSError):
            (path / name).unlink(missing_ok=True)
