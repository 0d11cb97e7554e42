"""The project's one numba wrapper: every compiled function is declared with :func:`jit`.

Numba's own disk cache looks only at the file of the function itself, so a changed *callee* in another file would
go unnoticed. Therefore the cache lives in a folder named by the versions involved and by a hash of the sources of
all that is compiled (:mod:`seti_sim.compilation.sources`); any change of them starts a fresh folder.
"""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import numba.core.event
import numba.experimental.function_type  # what makes functions known to numba as values
import numpy as np
from numba import types

from seti_sim.compilation import plain
from seti_sim.compilation.folders import base_folder, hold
from seti_sim.compilation.sources import compiled_hash

PLAIN: str | None = None
"""Why numba's documented interface alone is used; None if the faster way of ``compilation/linking.py`` is."""

if os.environ.get("SETI_SIM_PLAIN_NUMBA", "0") not in ("", "0"):
    PLAIN = "SETI_SIM_PLAIN_NUMBA is set"
else:
    try:
        from seti_sim.compilation import checked_cache, linking
    except ImportError as _error:
        PLAIN = str(_error)

F = TypeVar("F", bound=Callable[..., Any])

warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)  # functions as values

LLVM_OPTIONS = ("-unroll-threshold=0", "-inline-threshold=350")
"""Loops over a dozen figures or planets stay loops, and callees of some size go into their callers.

A game touches so much code that the processor's cache for it is the bottleneck, and a call costs some 30 cycles
(docs/measurements.md).
"""

SETTINGS = {"nogil": True, "fastmath": False, "error_model": "numpy"}
"""How everything is compiled: without the GIL, floats as written, division as in numpy."""

if not numba.config.DISABLE_JIT:
    for _option in LLVM_OPTIONS:
        llvmlite.binding.set_option("seti_sim", _option)


def cache_folder() -> Path:
    """Where compiled code is kept: below :func:`~seti_sim.compilation.folders.base_folder`, by versions and sources."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    kind = ("-plain" if PLAIN is not None else "") + ("-bounds" if numba.config.BOUNDSCHECK == 1 else "")
    return base_folder() / f"numba{numba.__version__}-numpy{np.__version__}-{python}{kind}-{compiled_hash()}"


CACHE_PROBLEM: str | None = None
"""Why compiled code can't be kept, one line."""

if not numba.config.DISABLE_JIT:
    CACHE_PROBLEM = hold(cache_folder())
    if CACHE_PROBLEM is None:
        if PLAIN is None:
            checked_cache.use_folder(cache_folder())
        else:
            CACHE_PROBLEM = plain.use_folder(cache_folder())


class _Teller(numba.core.event.Listener):  # type: ignore[misc]  # numba has no types
    """Tells of the first thing that is compiled."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._told = False

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        """Something is compiled."""
        if not self._told:
            self._told = True
            self._tell()

    def on_end(self, event: Any) -> None:
        """It has been."""


@contextmanager
def compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell`` once as soon as something in the body is compiled and not read from the disk.

    Whether a folder was complete once says little: numba compiles again what has another time stamp than it remembers.
    """
    with numba.core.event.install_listener("numba:compile", _Teller(tell)):
        yield


def _compiled(function: F, *, by_address: bool = False, forceinline: bool = False) -> F:
    """Compile in nopython mode, cached on disk, without the GIL and without fast math."""
    if numba.config.DISABLE_JIT:
        return function
    cached = CACHE_PROBLEM is None and Path(function.__code__.co_filename).is_file()
    if PLAIN is not None:
        return cast(F, plain.compiled(function, SETTINGS, cached=cached))
    made = linking.compiled(function, SETTINGS, cached=cached, by_address=by_address, forceinline=forceinline)
    return cast(F, made)


def jit(function: F) -> F:
    """Compile ``function`` in nopython mode, cached on disk, without the GIL and without fast math."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Compile like :func:`jit`, and put the code into the caller's: for small or only callees in the hottest loops.

    A call costs 11 ns, most of it for handing over arguments and result, and some 20,000 of them make up a game.
    """
    return _compiled(function, forceinline=True)


def entry(function: F) -> F:
    """Compile like :func:`jit`, for a function that others may also call by its address (see :func:`address`)."""
    return _compiled(function, by_address=True)


def signature_of(result: str, *arguments: Any) -> Any:
    """The numba signature of a function with arguments like the given ones; ``result`` as for :func:`address`."""
    kinds = [types.int64 if isinstance(argument, int) else numba.typeof(argument) for argument in arguments]
    return getattr(types, result)(*kinds)


def address(function: Any, result: str, *arguments: Any) -> Any:
    """The address of an :func:`entry` function called with arguments like the given ones.

    ``result`` is the name of its numba type (``int64`` or ``void``). With ``NUMBA_DISABLE_JIT=1`` it is the function.
    """
    if numba.config.DISABLE_JIT:
        return function
    signature = signature_of(result, *arguments)
    if PLAIN is not None:
        return plain.address(function, signature, SETTINGS, cached=CACHE_PROBLEM is None)
    return linking.Address(function, signature)
