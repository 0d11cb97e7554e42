"""Being told how a run gets on."""


class Listener:
    """Somebody who is told how a run or a plan gets on; this one does not care."""

    def note(self, text: str) -> None:
        """One line that people should know."""

    def begin(self, games: int) -> None:
        """So many games are wanted in all."""

    def enter(self, cell: str, number: int, of: int) -> None:
        """The cell ``number`` (from 1) of a plan comes next."""

    def found(self, games: int) -> None:
        """So many games are there already."""

    def advance(self, games: int) -> None:
        """So many more games have been played and stored."""


class OfPlan(Listener):
    """Passes on what a cell tells, but for its number of games: the whole plan has been told already."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def note(self, text: str) -> None:
        """Pass it on."""
        self._listener.note(text)

    def found(self, games: int) -> None:
        """Pass it on."""
        self._listener.found(games)

    def advance(self, games: int) -> None:
        """Pass it on."""
        self._listener.advance(games)


SILENT = Listener()
