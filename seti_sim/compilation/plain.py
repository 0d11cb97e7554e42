"""Compiling with numba's documented interface alone: ``njit``, ``cfunc`` and the folder of its cache.

Used with ``SETI_SIM_PLAIN_NUMBA=1``, and by itself where numba lacks a name that
:mod:`seti_sim.compilation.linking` needs. The games are the same; compiling takes two to three times as long
(docs/measurements.md).
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numba

from seti_sim.compilation.folders import READY, guard

ROOM: Final = 200_000_000
"""Bytes: more than all compiled code takes."""


def compiled(function: Callable[..., Any], settings: dict[str, Any], *, cached: bool) -> Any:
    """The function, compiled with numba's ``settings`` when it is first called."""
    return numba.njit(cache=cached, **settings)(function)


def address(function: Any, signature: Any, settings: dict[str, Any], *, cached: bool) -> Any:
    """A compiled function as a value that can be passed to compiled functions."""
    return numba.cfunc(signature, cache=cached, **settings)(function.py_func)


def use_folder(folder: Path) -> str | None:
    """Let numba keep compiled code in a held folder, whose files are checked first.

    The text says in one line why it can't be used. Numba's own cache stops at a folder that is read-only or a disk that
    is full, so room for all compiled code is asked for before anything is compiled.
    """
    try:
        if not (folder / READY).exists():
            with tempfile.TemporaryFile(dir=folder) as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)
        elif not os.access(folder, os.W_OK):
            return f"compiled code can't be kept in {folder}: it is read-only"
    except OSError as error:
        return f"compiled code can't be kept in {folder}: {error.strerror or error}"
    numba.config.CACHE_DIR = str(folder)
    guard(folder)
    return None
