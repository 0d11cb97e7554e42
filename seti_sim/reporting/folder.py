"""The folder of a report: it appears complete or not at all, and of an earlier one only what was written is removed.

``SHA256SUMS`` lists what was written, so files that were put beside it, and pages that were changed by hand, are known.
"""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from seti_sim.analysis.errors import AnalysisError
from seti_sim.runner.checksums import SUMS

PAGE: Final = "index.html"
SUMMARY: Final = "summary.json"
_LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")


def check_target(out: Path) -> None:
    """Refuse to replace anything but an empty folder or an earlier report; :class:`AnalysisError` with one line."""
    if out.name in ("", ".."):
        raise AnalysisError(f"the report needs a folder with a name, not {str(out)!r}")
    try:
        if out.is_symlink() or (out.exists() and not out.is_dir()):
            raise AnalysisError(f"{out} is not a folder; choose another place for the report")
        names = {entry.name for entry in out.iterdir()} if out.is_dir() else set()
    except OSError as error:
        raise AnalysisError(f"cannot read {out}: {error.strerror or error}") from None
    if names and not {PAGE, SUMMARY} <= names:
        raise AnalysisError(f"{out} holds something else than a report; choose another place for the report")


def write_folder(out: Path, files: Mapping[str, bytes]) -> None:
    """Write all files into a new folder beside ``out``, then put it in its place.

    What an earlier report did not write, or what was changed since, is taken over unless the new report has a file of
    that name. Raises OSError.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f".{out.name}.{os.getpid()}.new")
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())]
    try:
        for file, content in {**files, SUMS: "".join(lines).encode()}.items():
            path = new / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if out.exists():
            for name in _foreign(out):
                _take_over(out / name, new / name)
            out.rename(old)
        try:
            new.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
        if old.exists():
            _clear(old, out)
    finally:
        with suppress(OSError):
            _remove_tree(new)


def _written(folder: Path) -> dict[str, str]:
    """What the report in a folder wrote: digests by path; of an earlier version nothing is known."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    return {match[2]: match[1] for line in lines if (match := _LINE.fullmatch(line))}


def _foreign(folder: Path) -> Iterator[Path]:
    """Paths within a report's folder that the report did not write, or no longer as it did: files and empty folders."""
    written = _written(folder)
    for path in _leaves(folder):
        name = path.relative_to(folder)
        digest = written.get(str(name))
        if name != Path(SUMS) and (digest is None or path.is_symlink() or digest != _digest(path)):
            yield name


def _leaves(folder: Path) -> Iterator[Path]:
    """Everything below a folder that is no folder with something in it; links are not followed."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.is_symlink() and any(entry.iterdir()):
            yield from _leaves(entry)
        else:
            yield entry


def _digest(path: Path) -> str:
    with suppress(OSError), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


def _take_over(source: Path, target: Path) -> None:
    """Let a file or an empty folder be in the new folder too, unless something of that name is."""
    if target.exists() or target.is_symlink():
        return
    with suppress(OSError):  # a name that is a folder now, or a file system without links: it is moved in the end
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir() and not source.is_symlink():
            target.mkdir()
        else:
            os.link(source, target, follow_symlinks=False)


def _clear(old: Path, out: Path) -> None:
    """Remove the folder of the earlier report; what is only there goes to the new one, or all of it stays."""
    for name in list(_foreign(old)):
        there = out / name
        if there.exists() or there.is_symlink():
            continue
        try:
            there.parent.mkdir(parents=True, exist_ok=True)
            (old / name).rename(there)
        except OSError as error:
            raise AnalysisError(f"{out} is written; {old / name} could not be put back: {error.strerror}") from None
    _remove_tree(old)


def _remove_tree(folder: Path) -> None:
    """Remove a folder and what is in it."""
    for entry in list(folder.iterdir()) if folder.is_dir() else []:
        if entry.is_dir() and not entry.is_symlink():
            _remove_tree(entry)
        else:
            entry.unlink()
    if folder.is_dir():
        folder.rmdir()
