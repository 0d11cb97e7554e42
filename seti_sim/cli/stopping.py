"""Ctrl-C and SIGTERM: one line on stderr and exit code 130, at whatever moment they come.

As long as nothing is being written a stop ends the process at once: an exception in the middle of an import may be
swallowed, or come out as something else. Within :class:`careful` the first stop is a ``KeyboardInterrupt``, so that
what is under way is finished, stored and told; the second one ends the process at once. That is as safe as a power
loss: a file has its name only when it is complete.

Nothing else may be imported here: before :func:`listen` a stop still is a traceback.
"""

import os
import signal
import sys

STOPPED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)
AT_ONCE = b"seti-sim: stopped\n"
TWICE = b"seti-sim: stopped at once; what is stored can be gone on with\n"

SHOW_CURSOR = b"\x1b[?25h"
"""A progress bar that is cut off has hidden it."""

_answered: list[signal.Signals] = []
_depth = 0
_asked = False


def listen() -> None:
    """Answer the signals from now on; one that the process was started to ignore stays ignored."""
    _answered[:] = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    _answer()


def _answer() -> None:
    for number in _answered:
        signal.signal(number, _stop)


class careful:  # noqa: N801  (used like a function)
    """Let a stop in the body be a ``KeyboardInterrupt``: something is being written that should be put in order."""

    def __enter__(self) -> None:
        global _depth  # noqa: PLW0603  (signals belong to the process)
        _depth += 1
        _answer()  # polars puts a handler of its own before ours, under which a wait for threads is not interrupted

    def __exit__(self, *_: object) -> None:
        global _depth  # noqa: PLW0603
        _depth -= 1


def leave(code: object) -> None:
    """End the process after a stop, and let nothing stop it otherwise once its work is done.

    A ``KeyboardInterrupt`` that passes through code compiled from text makes Python end by the signal itself, even if
    it was handled long ago; and threads that are waited for at exit could be interrupted once more.
    """
    for number in _answered:
        signal.signal(number, _now if code == STOPPED else signal.SIG_IGN)
    if code == STOPPED:
        for stream in (sys.stdout, sys.stderr):
            try:  # noqa: SIM105  (contextlib is not imported here)
                stream.flush()
            except (OSError, ValueError):  # its reader has gone
                pass
        os._exit(STOPPED)


def _now(*_: object) -> None:
    os._exit(STOPPED)


def _stop(*_: object) -> None:
    if _depth and not _asked:
        _ask()
        raise KeyboardInterrupt
    text = TWICE if _asked else AT_ONCE
    try:  # noqa: SIM105
        os.write(2, SHOW_CURSOR + text if os.isatty(2) else text)  # not print, which can't be entered twice
    except OSError:
        pass
    os._exit(STOPPED)


def _ask() -> None:
    global _asked  # noqa: PLW0603
    _asked = True
