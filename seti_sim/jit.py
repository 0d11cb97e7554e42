"""The project's one numba wrapper: every compiled function is declared with :func:`jit`.

Numba's own disk cache looks only at the file of the function itself, so a changed *callee* in another file would
go unnoticed. Therefore the cache lives in a folder named by the versions involved and by a hash of the sources of
the compiled floors; any change of them starts a fresh folder.
"""

import hashlib
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
import numba.experimental.function_type  # what makes an Address known to numba
import numpy as np
from numba import types

from seti_sim.code_cache import hold
from seti_sim.linking import CalleeCache, CalleeCompiler, WholeCompiler

F = TypeVar("F", bound=Callable[..., Any])

warnings.filterwarnings("ignore", category=numba.core.errors.NumbaExperimentalFeatureWarning)  # functions as values

LLVM_OPTIONS = ("-unroll-threshold=0", "-inline-threshold=350")
"""Loops over a dozen figures or planets stay loops, and callees of some size go into their callers.

A game touches so much code that the processor's cache for it is the bottleneck, and a call costs some 30 cycles
(docs/measurements.md).
"""

if not numba.config.DISABLE_JIT:
    for _option in LLVM_OPTIONS:
        llvmlite.binding.set_option("seti_sim", _option)

PACKAGE = Path(__file__).parent
COMPILED_FOLDERS = ("components", "engine", "policies")


def source_hash() -> str:
    """Hex digest of all Python sources that compiled code is made from (with this file), 16 characters."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update((PACKAGE / "linking.py").read_bytes())
    for folder in COMPILED_FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: ``$SETI_SIM_CACHE`` or the user's cache folder, then versions and sources."""
    root = os.environ.get("SETI_SIM_CACHE")
    base = Path(root) if root else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "seti_sim"
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    bounds = "-bounds" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else ""
    return base / f"numba{numba.__version__}-numpy{np.__version__}-{python}{bounds}-{source_hash()}"


CACHE_PROBLEM: str | None = None
"""Why compiled code can't be kept, one line; numba would then keep it where a changed callee goes unnoticed."""

if "NUMBA_CACHE_DIR" not in os.environ and not numba.config.DISABLE_JIT:
    numba.config.CACHE_DIR = str(cache_folder())
    CACHE_PROBLEM = hold(cache_folder())


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


def widened(argument: types.Type) -> types.Type:
    """The type an argument is compiled for: every integer but the unsigned 64-bit one becomes int64."""
    plain = types.unliteral(argument)
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain


def called_as(callee: Any, whole: Any) -> Any:
    """Make compiled functions call ``callee`` where they name ``whole``, which stays for callers in Python.

    They share one specialisation, whatever widths the integers at the call have: without it a function called with an
    int8 field, an int16 field and a literal is compiled three times (measured: 785 compilations in place of 350).
    """

    def get_call_template(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        return callee.get_call_template(tuple(widened(a) for a in args), {k: widened(a) for k, a in kws.items()})

    whole.get_call_template = get_call_template
    whole.get_overload = callee.get_overload
    return whole


def _compiled(function: F, *, by_address: bool = False, forceinline: bool = False) -> F:
    """Compile in nopython mode, cached on disk, without the GIL and without fast math (see ``linking``)."""
    if numba.config.DISABLE_JIT:
        return function
    settings = {"nogil": True, "fastmath": False, "error_model": "numpy", "forceinline": forceinline}
    cached = CACHE_PROBLEM is None
    whole = numba.njit(cache=cached, no_cfunc_wrapper=not by_address, pipeline_class=WholeCompiler, **settings)
    callee = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=CalleeCompiler, **settings)
    outer, inner = whole(function), callee(function)
    if cached:
        inner._cache = CalleeCache(function)
    return cast(F, called_as(inner, outer))


def jit(function: F) -> F:
    """Compile ``function`` in nopython mode, cached on disk, without the GIL and without fast math."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Compile like :func:`jit`, and put the code into the caller's: for small or only callees in the hottest loops.

    A call costs 11 ns, most of it for handing over arguments and result, and some 20,000 of them make up a game.
    """
    return _compiled(function, forceinline=True)


def entry(function: F) -> F:
    """Compile like :func:`jit`, for a function that others may also call by its address (see :class:`Address`)."""
    return _compiled(function, by_address=True)


class Address(types.WrapperAddressProtocol):  # type: ignore[misc]  # numba has no types
    """An :func:`entry` function as a value, to be passed to compiled functions.

    The caller is compiled and optimised without the callee, so that the one can be exchanged for another, or left out.
    """

    def __init__(self, function: Any, signature: Any) -> None:
        self.function = function
        self._signature = signature
        self._found = 0

    def __wrapper_address__(self) -> int:
        """Address of the compiled function, which is compiled or read from the cache when it is first asked for."""
        if not self._found:
            self.function.compile(self._signature)
            compiled = self.function.overloads[self._signature.args]
            self._found = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
        return self._found

    def signature(self) -> Any:
        """The numba signature."""
        return self._signature


def address(function: Any, result: str, *arguments: Any) -> Any:
    """The address of an :func:`entry` function called with arguments like the given ones.

    ``result`` is the name of its numba type (``int64`` or ``void``). With ``NUMBA_DISABLE_JIT=1`` it is the function.
    """
    if numba.config.DISABLE_JIT:
        return function
    kinds = [types.int64 if isinstance(argument, int) else numba.typeof(argument) for argument in arguments]
    return Address(function, getattr(types, result)(*kinds))
