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


@contextmanager
def told_of(place: object) -> Iterator[None]:
    """Put the place before the line of a :class:`RunError` of the body."""
    try:
        yield
    except RunError as error:
        raise type(error)(f"{place}: {error}") from None
