"""Folders of compiled code: where they are, who may use them, which old ones are removed.

A change of the compiled sources starts a folder of 60 to 90 MB, so old folders have to go. Each process holds a shared
lock in its folder until it ends; a folder is removed only by somebody who can lock it alone.

Compiled code is executed when it is read. Therefore a folder that another user owns or may write to is not used, and
every file carries a checksum: in the file itself (:mod:`seti_sim.compilation.checked_cache`), or, where numba writes
the files (:mod:`seti_sim.compilation.plain`), in a list beside them.
"""

import atexit
import fcntl
import hashlib
import json
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

READY: Final = "ready"
"""Name of the file that says that everything has been compiled."""
HELD: Final = ".held"
CHECKSUMS: Final = "checksums.json"
"""Checksums of the files in a folder that numba writes itself."""
KEPT: Final = 4
"""Complete folders that stay: the one in use and the last ones before it."""
ABANDONED: Final = 24 * 3600.0
"""Seconds after which a folder that was never completed and that nobody uses is removed."""
NAME: Final = re.compile(r"numba[^-]+-numpy[^-]+-py\d+(-plain)?(-bounds)?-[0-9a-f]{16}")
"""What the name of a folder of compiled code looks like."""
_handles: list[int] = []
_said: set[str] = set()


def _to_stderr(line: str) -> None:
    """Print a line for the user; losing it must not stop anything."""
    with suppress(OSError, ValueError):
        print(f"seti-sim: {line}", file=sys.stderr)


_notify: list[Callable[[str], None]] = [_to_stderr]


def on_notice(notify: Callable[[str], None]) -> None:
    """Set who is given the lines about damaged or unusable folders; at first they go to standard error."""
    _notify[:] = [notify]


def notice(line: str) -> None:
    """Say one line about a folder, once in a process."""
    if line not in _said:
        _said.add(line)
        _notify[0](line)


def base_folder() -> Path:
    """Where folders of compiled code are: ``$SETI_SIM_CACHE``, ``$NUMBA_CACHE_DIR`` or the user's cache folder.

    Without a home folder it is one of the user's own among the temporary files.
    """
    for name in ("SETI_SIM_CACHE", "NUMBA_CACHE_DIR"):
        if os.environ.get(name):
            return Path(os.environ[name])
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "seti_sim"
    with suppress(RuntimeError):  # no HOME, and the user is unknown
        return Path.home() / ".cache" / "seti_sim"
    return Path(tempfile.gettempdir()) / f"seti_sim-{os.getuid()}"


def distrusted(folder: Path) -> str | None:
    """Why the code in a folder may come from somebody else, in words; None if it can't."""
    for path in (folder, *folder.parents):
        try:
            found = path.stat()
        except FileNotFoundError:
            continue
        if found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX:
            return f"other users can write to {path}"
        if path == folder:
            if found.st_uid not in (0, os.geteuid()):
                return "it belongs to another user"
            if found.st_mode & stat.S_IWGRP:
                return "other users of its group can write to it"
    return None


def hold(folder: Path) -> str | None:
    """Make ``folder`` and hold it until this process ends; the text says in one line why it can't be used.

    A complete folder that can only be read is used as it is.
    """
    unusable = f"compiled code can't be kept in {folder}"
    try:
        folder = folder.absolute()
        reason = distrusted(folder)
        if reason is not None:
            return f"{unusable}: {reason}, and compiled code is executed"
        if (folder / READY).exists() and not os.access(folder, os.W_OK):
            return None
        while True:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            tempfile.TemporaryFile(dir=folder).close()
            handle = os.open(folder / HELD, os.O_RDWR | os.O_CREAT, 0o600)
            if not _lock(handle, fcntl.LOCK_SH) or _is_at(folder / HELD, handle):
                break
            os.close(handle)  # somebody removed the folder just before it was locked
        os.utime(folder / HELD)
    except OSError as error:
        return f"{unusable}: {error.strerror or error}"
    _handles.append(handle)
    return None


def prune(own: Path, kept: int = KEPT) -> list[Path]:
    """Remove old folders beside ``own`` that nobody holds; return them.

    The ``kept`` folders used last stay, ``own`` among them, and what does not look like a folder of compiled code.
    """
    others = [
        folder
        for folder in own.parent.iterdir()
        if folder != own and NAME.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink()
    ]
    others.sort(key=_last_use, reverse=True)
    ready = [folder for folder in others if (folder / READY).exists()]
    incomplete = [folder for folder in others if folder not in ready and time.time() - _last_use(folder) > ABANDONED]
    return [folder for folder in (*ready[kept - 1 :], *incomplete) if _remove(folder)]


def guard(folder: Path) -> None:
    """Check a held folder whose files numba writes, and record their checksums when this process ends.

    Files that do not match their checksum are removed, and so are files without one unless another process, which
    may have written them a moment ago, holds the folder too.
    """
    known = _recorded(folder)
    files = _code_files(folder)
    alone = _alone(folder)
    damaged = [name for name in files if name in known and _checksum(folder, name) != known[name]]
    unknown = [name for name in files if name not in known] if alone else []
    for name in (*damaged, *unknown):
        (folder / name).unlink(missing_ok=True)
    if damaged:
        notice(damage_line(folder))
    atexit.register(record, folder)


def record(folder: Path) -> None:
    """Write the checksums of all files of compiled code in a folder; an error of the file system is ignored."""
    with suppress(OSError):
        checksums = {name: _checksum(folder, name) for name in _code_files(folder)}
        temporary = folder / f"{CHECKSUMS}.{os.getpid()}.tmp"
        temporary.write_text(json.dumps(checksums))
        temporary.replace(folder / CHECKSUMS)


def damage_line(folder: Path) -> str:
    """What users read when a file in a folder of compiled code does not match its checksum."""
    return f"{folder}: damaged compiled code removed; it is compiled again"


def _recorded(folder: Path) -> dict[str, str]:
    """Checksums by name, relative to the folder; a damaged list knows none."""
    try:
        found = json.loads((folder / CHECKSUMS).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _code_files(folder: Path) -> list[str]:
    """Names, relative to the folder, of all files of compiled code."""
    found: Iterable[Path] = (path for path in folder.glob("*/*.nb?") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


def _checksum(folder: Path, name: str) -> str:
    """Digest of a file and its name: a file under another's name does not match."""
    return hashlib.sha256(name.encode() + b"\0" + (folder / name).read_bytes()).hexdigest()


def _alone(folder: Path) -> bool:
    """Whether no other process holds a folder that this one holds."""
    handle = next((found for found in _handles if _is_at(folder / HELD, found)), None)
    if handle is None:
        return False
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(handle, fcntl.LOCK_SH)
        return True
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_SH)  # a failed exchange may have lost the lock
    return False


def _lock(handle: int, operation: int) -> bool:
    """Lock a file; False on a file system without locks, where a folder is never removed by :func:`prune`."""
    try:
        fcntl.flock(handle, operation)
    except OSError:
        return False
    return True


def _last_use(folder: Path) -> float:
    """When a process last began to use the folder, in seconds since the epoch."""
    for file in (folder / HELD, folder):
        with suppress(OSError):
            return file.stat().st_mtime
    return 0.0


def _remove(folder: Path) -> bool:
    """Remove a folder unless a process holds it."""
    try:
        handle = os.open(folder / HELD, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _is_at(path: Path, handle: int) -> bool:
    """Whether the open file is still the one with this name."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
