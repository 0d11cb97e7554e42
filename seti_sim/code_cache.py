"""Folders of compiled code: held while a process uses one, the old ones removed.

A change of the compiled floors starts a folder of 60 to 90 MB, so old folders have to go. Each process holds a shared
lock in its folder until it ends; a folder is removed only by somebody who can lock it alone.
"""

import fcntl
import os
import re
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

READY: Final = "ready"
"""Name of the file that says that everything has been compiled."""
HELD: Final = ".held"
KEPT: Final = 4
"""Complete folders that stay: the one in use and the last ones before it."""
ABANDONED: Final = 24 * 3600.0
"""Seconds after which a folder that was never completed and that nobody uses is removed."""
_NAME: Final = re.compile(r"numba[^-]+-numpy[^-]+-py\d+(-bounds)?-[0-9a-f]{16}")
_handles: list[int] = []


def hold(folder: Path) -> str | None:
    """Make ``folder`` and hold it until this process ends; the text says in one line why it can't be used."""
    try:
        while True:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            handle = os.open(folder / HELD, os.O_RDWR | os.O_CREAT, 0o666)
            fcntl.flock(handle, fcntl.LOCK_SH)
            if _is_at(folder / HELD, handle):
                break
            os.close(handle)  # somebody removed the folder just before it was locked
        os.utime(folder / HELD)
    except OSError as error:
        return f"compiled code can't be kept in {folder}: {error.strerror or error}"
    _handles.append(handle)
    return None


def prune(own: Path, kept: int = KEPT) -> list[Path]:
    """Remove old folders beside ``own`` that nobody holds; return them.

    The ``kept`` folders used last stay, ``own`` among them, and what does not look like a folder of compiled code.
    """
    others = [
        folder
        for folder in own.parent.iterdir()
        if folder != own and _NAME.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink()
    ]
    others.sort(key=_last_use, reverse=True)
    ready = [folder for folder in others if (folder / READY).exists()]
    begun = [folder for folder in others if folder not in ready and time.time() - _last_use(folder) > ABANDONED]
    return [folder for folder in (*ready[kept - 1 :], *begun) if _remove(folder)]


def _last_use(folder: Path) -> float:
    """When a process last began to use the folder, in seconds since the epoch."""
    for file in (folder / HELD, folder):
        with suppress(OSError):
            return file.stat().st_mtime
    return 0.0


def _remove(folder: Path) -> bool:
    """Remove a folder unless a process holds it."""
    try:
        handle = os.open(folder / HELD, os.O_RDWR | os.O_CREAT, 0o666)
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
