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
from contextlib import contextmanager
from typing import Final

import typer

from seti_sim.cli.stopping import STOPPED

GAME_FAILED: Final = 1
DIFFERENT: Final = 1
USAGE: Final = 2


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
    except BrokenPipeError:
        _close_quietly()
    except Exception as error:
        code = _exit_code(error)
        if code is None:
            raise
        _leave(str(error), code)


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
    print(f"seti-sim: {_one_line(text)}", file=sys.stderr)
    sys.exit(code)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _close_quietly() -> None:
    """The reader of our output has gone, as in ``seti-sim show cards | head``: nobody is left to tell."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)
