"""Being told how a run gets on."""


class Listener:
    """Somebody who is told how a run or a plan gets on; this one does not care."""

    def note(self, text: str) -> None:
        """One line that people should know."""

    def begin(self, games: int, done: int = 0) -> None:
        """So many games are wanted in all; ``done`` of them are there already."""

    def enter(self, cell: str, number: int, of: int) -> None:
        """The cell ``number`` (from 1) of a plan comes next."""

    def found(self, games: int) -> None:
        """So many games of the cell are there already; play of the others begins."""

    def advance(self, games: int) -> None:
        """So many more games have been played and stored."""


class OfPlan(Listener):
    """Passes on what a cell tells; of its games only those found, since the whole plan has been told already."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def note(self, text: str) -> None:
        """Pass it on."""
        self._listener.note(text)

    def begin(self, games: int, done: int = 0) -> None:  # noqa: ARG002
        """Pass on the games found."""
        self._listener.found(done)

    def advance(self, games: int) -> None:
        """Pass it on."""
        self._listener.advance(games)


SILENT = Listener()
