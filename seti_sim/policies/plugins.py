"""Policies in code: how they are found, compiled before the first game, and what happens when one raises.

A compiled policy is called by its address. Numba hands an exception that leaves such a function to
:data:`sys.unraisablehook`, in the thread that plays, and returns 0 to the caller. :func:`watched` puts a hook there: it
keeps the exception and sets a flag that the loop of play looks at after every call.
"""

import ast
import inspect
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from numba import types

from seti_sim.components.tables import TABLES
from seti_sim.engine.state import GAME, move_list
from seti_sim.jit import address, entry, signature_of
from seti_sim.policies.appraisal import APPRAISAL

GROUP: Final = "seti_sim.policies"
N_ARGUMENTS: Final = 5
SIGNATURE: Final = "(game, tables, moves, n, a)"
LONGEST_REASON: Final = 200
ADDRESSES: dict[Any, Any] = {}
"""Of compiled functions that are called by address: finding one takes as long as playing some games."""


class PluginError(ValueError):
    """A policy in code cannot be played; the message is one line."""


@entry
def no_plugin(game, tables, moves, n, a):
    """Stand-in for the plug-in of a seat that plays none: it need not be compiled then."""
    return 0


def installed() -> list[metadata.EntryPoint]:
    """The entry points of all installed policies in code."""
    return list(metadata.entry_points(group=GROUP))


def plugin_names() -> list[str]:
    """Names of the installed policies in code, sorted."""
    return sorted({point.name for point in installed()})


def load_plugin(name: str) -> tuple[Any, bytes]:
    """The compiled function of a policy in code and what identifies its version: its distribution and its source.

    Raises :class:`PluginError`: it can't be imported, is no such function, does not compile or returns no index.
    """
    point = next(p for p in installed() if p.name == name)
    what = f"plug-in policy {name!r} ({point.value})"
    try:
        function = point.load()
    except Exception as error:  # whatever the user's module raises
        raise PluginError(f"{what} cannot be loaded: {_first_line(error)}") from error
    plain = getattr(function, "py_func", function)
    compiled = plain is not function or numba.config.DISABLE_JIT
    if not compiled or not inspect.isfunction(plain) or len(inspect.signature(plain).parameters) != N_ARGUMENTS:
        raise PluginError(f"{what} must be a function {SIGNATURE} compiled with seti_sim.jit.entry")
    if inspect.isgeneratorfunction(plain) or inspect.iscoroutinefunction(plain):
        raise PluginError(f"{what} must return the index of a move")
    try:
        policy_address(function)
    except PluginError as error:
        raise PluginError(f"{what} {error}") from error
    version = "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
    return function, f"{version}:{Path(inspect.getsourcefile(plain) or '').read_text(encoding='utf-8')}".encode()


def policy_address(policy: Any) -> Any:
    """The address of a compiled policy ``(game, tables, moves, n, a) -> index``; it is compiled when first asked for.

    Raises :class:`PluginError`, a part of a line, if it does not compile or returns anything but whole numbers.
    """
    if policy not in ADDRESSES:
        ADDRESSES[policy] = _guarded(policy) if numba.config.DISABLE_JIT else _compiled(policy)
    return ADDRESSES[policy]


def _compiled(policy: Any) -> Any:
    """The address of a policy whose own result has been looked at: a declared int64 would turn 1.5 into 1."""
    game, tables, a = np.zeros(1, GAME)[0], np.zeros(1, TABLES)[0], np.zeros(1, APPRAISAL)[0]
    like = (game, tables, move_list(), 0, a)
    arguments = signature_of("int64", *like).args
    try:
        policy.compile(arguments)
    except Exception as error:  # numba leaves compiling with errors of many kinds
        raise PluginError(f"does not compile: {compiler_line(error, policy.py_func)}") from error
    result = types.unliteral(policy.overloads[arguments].signature.return_type)
    if not isinstance(result, types.Integer):
        raise PluginError(f"must return the index of a move, a whole number, and not {result}")
    found = address(policy if result == types.int64 else entry(policy.py_func), "int64", *like)
    if hasattr(found, "__wrapper_address__"):  # not with numba's documented interface alone, which has compiled it
        found.__wrapper_address__()
    return found


def _guarded(policy: Callable[..., object]) -> Callable[..., int]:
    """A policy that is not compiled (``NUMBA_DISABLE_JIT=1``), raising nothing either."""

    def guarded(game: Any, tables: Any, moves: Any, n: int, a: Any) -> int:
        try:
            chosen = policy(game, tables, moves, n, a)
            if isinstance(chosen, bool) or not isinstance(chosen, int | np.integer):
                raise TypeError(f"returned {chosen!r}, not the index of a move")
        except Exception as error:
            if not _HOOK.keep(error):
                raise
            return 0
        return int(chosen)

    return guarded


# ------------------------------------------------------------------ what numba says, in one line

_HEADINGS: Final = ("Failed in ", "During: ", "File ", "Internal error")
_PLACE: Final = re.compile(r'(?:File "(?P<file>[^"]+)", line (?P<line>\d+))|(?:at (?P<path>\S+) \((?P<number>\d+)\))')


def compiler_line(error: Exception, function: Callable[..., object]) -> str:
    """The reason why a function does not compile, one line with file and line where numba or the source tells them."""
    lines = [line.strip() for line in str(error).splitlines()]
    reason = next((line for line in lines if line and not line.startswith(_HEADINGS)), type(error).__name__)
    if isinstance(error, KeyError) and error.args:  # a field that a record does not have
        reason = f"there is no field {error.args[0]!r}"
        place = _place_of_attribute(str(error.args[0]), function)
    else:
        place = _place_of(str(error), function)
    reason = re.sub(r",? (?:defined )?at \S+ \(\d+\)", "", reason)
    reason = re.sub(r"(?:nested )?[Rr]ecord\(.*", "a record", reason)
    if len(reason) > LONGEST_REASON:
        reason = f"{reason[:LONGEST_REASON]}..."
    return f"{place}: {reason}"


def _place_of(text: str, function: Callable[..., object]) -> str:
    """File and line the compiler names, those of the policy's own file first; else where the policy begins."""
    own = inspect.getsourcefile(function) or ""
    found = [(m["file"] or m["path"], m["line"] or m["number"]) for m in _PLACE.finditer(text)]
    for file, line in found:
        if Path(file).name == Path(own).name:
            return f"{own}:{line}"
    return f"{own}:{function.__code__.co_firstlineno}"


def _place_of_attribute(name: str, function: Callable[..., object]) -> str:
    """File and line of the first use of a field in the policy's file, or of the policy."""
    own = inspect.getsourcefile(function) or ""
    tree = ast.parse(Path(own).read_text(encoding="utf-8"))
    uses = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == name]
    return f"{own}:{min(uses, default=function.__code__.co_firstlineno)}"


def _first_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


# ------------------------------------------------------------------ policies that raise


class Raised:
    """Whether a policy of this thread has raised, for compiled code (``flag``, int64[1]), and what."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int64)
        self.reason = ""


class _Hook:
    """What stands at :data:`sys.unraisablehook` while games are played; each thread has its own policies."""

    def __init__(self) -> None:
        self.here = threading.local()
        self._lock = threading.Lock()
        self._watches = 0
        self._before: Callable[[Any], object] = sys.__unraisablehook__

    def __call__(self, unraisable: Any) -> None:
        """Take what comes from compiled policies; everything else goes where it went before."""
        from_compiled_code = isinstance(unraisable.object, str)
        if not (from_compiled_code and self.keep(unraisable.exc_value or unraisable.exc_type())):
            self._before(unraisable)

    def keep(self, error: BaseException) -> bool:
        """Note what a policy raised in this thread; False if none plays here."""
        raised: Raised | None = getattr(self.here, "raised", None)
        if raised is None:
            return False
        if not raised.flag[0]:
            text = " ".join(str(error).split())
            raised.reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
        raised.flag[0] = 1
        return True

    def enter(self) -> None:
        """One more thread plays."""
        with self._lock:
            if sys.unraisablehook is not self:
                self._before = sys.unraisablehook
                sys.unraisablehook = self
            self._watches += 1

    def leave(self) -> None:
        """One thread less plays; the last one puts the hook of before back."""
        with self._lock:
            self._watches -= 1
            if self._watches == 0 and sys.unraisablehook is self:
                sys.unraisablehook = self._before


_HOOK = _Hook()


@contextmanager
def watched() -> Iterator[Raised]:
    """Notice what the policies called in the body, in this thread, raise; one within another is the same."""
    outer: Raised | None = getattr(_HOOK.here, "raised", None)
    if outer is not None:
        yield outer
        return
    _HOOK.enter()
    _HOOK.here.raised = Raised()
    try:
        yield _HOOK.here.raised
    finally:
        _HOOK.here.raised = None
        _HOOK.leave()
