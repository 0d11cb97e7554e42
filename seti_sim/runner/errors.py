"""What can go wrong with a run, each with one clear line for people."""

from typing import Final

ONCE_MENDED: Final = "; once mended: "
"""Stands before the command that goes on with what has been begun."""


class RunError(Exception):
    """Something the user can mend: a bad option, a folder in use, a full disk. The text is one line."""


class PlanError(RunError, ValueError):
    """An option of the run makes no sense."""


class StoreError(RunError):
    """The run folder can't be made, read or written."""


class GameFailed(Exception):
    """The simulator broke in one game: a fault of the program, not of the user."""


class Interrupted(Exception):
    """The run was stopped from outside and can be resumed. The text is one line and says how."""
