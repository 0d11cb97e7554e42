"""The error boundary: whatever goes wrong becomes one line on stderr and an exit code.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | a game broke: a fault of the simulator, named by seed and game; or a scenario is not as expected |
| 2 | something the user can mend: an option, a file, a folder |
| 130 | stopped from outside, at whatever moment; a run can be resumed |

Any other error is a bug and keeps its traceback.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import typer

from seti_sim.cli.stopping import STOPPED
from seti_sim.cli.streams import OutputFailed, ReaderGone, lose

GAME_FAILED: Final = 1
DIFFERENT: Final = 1
USAGE: Final = 2


POLARS_THREADS: Final = "POLARS_MAX_THREADS"
MOST_THREADS: Final = 1024


class UsageError(Exception):
    """A command that makes no sense; the text is one line."""


@contextmanager
def error_boundary() -> Iterator[None]:
    """Run the body; leave the process with the exit code that fits what happened."""
    try:
        yield
    except typer.TyperException as error:
        if not error.format_message():  # no command: the help has been printed
            sys.exit(USAGE)
        _leave(_usage_line(error), USAGE)
    except UsageError as error:
        _leave(str(error), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        _leave("stopped", STOPPED)
    except (ReaderGone, BrokenPipeError):
        lose(sys.stdout)
        sys.exit(0)  # no reader is left
    except OutputFailed as error:
        _leave(str(error), USAGE)
    except OSError as error:
        _leave(os_line(error), USAGE)
    except MemoryError:
        _leave("there is not enough memory; take fewer --threads or a smaller --chunk", USAGE)
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
        _leave(str(error), code)


def os_line(error: OSError) -> str:
    """One line about an error of the operating system: what it is and where."""
    what = error.strerror or str(error) or type(error).__name__
    return f"can't use {error.filename}: {what}" if error.filename is not None else f"the system says: {what}"


def check_surroundings() -> None:
    """Raise :class:`UsageError` for a command line, a working folder or settings that nothing works with."""
    for word in sys.argv[1:]:
        if not _is_text(word):
            raise UsageError(f"the argument {word!a} is not UTF-8 text")
    try:
        folder = os.getcwd()  # noqa: PTH109  (the text of it)
    except OSError as error:
        raise UsageError(f"the working folder cannot be used: {error.strerror}") from None
    if not _is_text(folder):
        raise UsageError(f"the name of the working folder is not UTF-8 text: {folder!a}")
    threads = os.environ.get(POLARS_THREADS)
    if threads is not None and not (threads.isascii() and threads.isdigit() and 0 < int(threads[:9]) <= MOST_THREADS):
        raise UsageError(f"{POLARS_THREADS} must be 1 to {MOST_THREADS}, not {threads!r}")


def _is_text(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _exit_code(error: Exception) -> int | None:
    """The exit code of a known error. The floors below are imported only here, when something has gone wrong."""
    from seti_sim.analysis.errors import AnalysisError
    from seti_sim.components.schema_base import ComponentError
    from seti_sim.policies.strategies import StrategyError
    from seti_sim.runner.errors import GameFailed, Interrupted, RunError
    from seti_sim.scenario.errors import ScenarioError

    if isinstance(error, RunError | StrategyError | ComponentError | AnalysisError | ScenarioError):
        return USAGE
    if isinstance(error, GameFailed):
        return GAME_FAILED
    return STOPPED if isinstance(error, Interrupted) else None


def _usage_line(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where its help is."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "seti-sim"
    return f"{_one_line(error.format_message()).rstrip('.')}; see {command} --help"


def _leave(text: str, code: int) -> None:
    with suppress(ReaderGone, OutputFailed, OSError):
        sys.stdout.flush()
    print(f"seti-sim: {_one_line(text)}", file=sys.stderr)
    sys.exit(code)


def _one_line(text: str) -> str:
    return " ".join(text.split())
