"""What can go wrong with a run, each with one clear line for people."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ONCE_MENDED: Final = "; once mended: "
"""Stands before the command that goes on with what has been begun."""


class RunError(Exception):
    """Something the user can mend: a bad option, a folder in use, a full disk. The text is one line."""


class PlanError(RunError, ValueError):
    """An option of the run makes no sense."""


class StoreError(RunError):
    """The run folder can't be made, read or written."""


class Unwritten(StoreError):
    """What was to be stored could not be written: a full disk, a folder without the right."""


class GameFailed(Exception):
    """The simulator broke in one game: a fault of the program, not of the user."""


class Interrupted(Exception):
    """The run was stopped from outside and can be resumed. The text is one line and says how."""


def in_range(option: str, value: int, low: int, high: int) -> int:
    """The value of an option; :class:`PlanError` with one line if it is below ``low`` or above ``high``."""
    if value < low:
        raise PlanError(f"{option} must be at least {low}, not {value}")
    if value > high:
        raise PlanError(f"{option} must be at most {high}, not {value}")
    return value


@contextmanager
def with_context(place: object) -> Iterator[None]:
    """Put the place before the line of a :class:`RunError` of the body."""
    try:
        yield
    except RunError as error:
        raise type(error)(f"{place}: {error}") from None
