"""How a run gets on: a live bar with games per second in a terminal, plain lines elsewhere, nothing with --quiet."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from seti_sim.runner.runs import SILENT, Listener

SECONDS_BETWEEN_LINES: Final = 10.0


@contextmanager
def progress(*, quiet: bool) -> Iterator[Listener]:
    """The listener that fits where stderr goes."""
    console = Console(stderr=True)
    if quiet:
        yield SILENT
    elif console.is_terminal:
        with BarListener(console) as listener:
            yield listener
    else:
        yield LineListener()


class LineListener(Listener):
    """Writes a plain line now and then."""

    def __init__(self, every: float = SECONDS_BETWEEN_LINES) -> None:
        self._every = every
        self._games = self._done = self._played = 0
        self._began = self._last = 0.0

    def note(self, text: str) -> None:
        """Write the text."""
        print(text, file=sys.stderr, flush=True)

    def begin(self, games: int, done: int) -> None:
        """Start the clock."""
        self._games, self._done, self._played = games, done, 0
        self._began = self._last = time.monotonic()

    def advance(self, games: int) -> None:
        """Write a line if the last one is some seconds old or the run is complete."""
        self._done += games
        self._played += games
        now = time.monotonic()
        if self._done == self._games or now - self._last >= self._every:
            self._last = now
            speed = self._played / max(now - self._began, 1e-9)
            self.note(f"{self._done:,} of {self._games:,} games, {speed:,.0f} games/s")


class BarListener(Listener):
    """A live bar with games per second and the time left."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
        )
        self._task: TaskID | None = None
        self._played = 0
        self._began = 0.0

    def __enter__(self) -> "BarListener":
        """Show the bar."""
        self._progress.start()
        return self

    def __exit__(self, *unused: object) -> None:
        """Leave the bar as it is."""
        self._progress.stop()

    def note(self, text: str) -> None:
        """Write the text above the bar."""
        self._progress.console.print(text, highlight=False, markup=False)

    def begin(self, games: int, done: int) -> None:
        """Start the clock."""
        self._task = self._progress.add_task("games", total=games, completed=done, speed="")
        self._began = time.monotonic()

    def advance(self, games: int) -> None:
        """Move the bar."""
        assert self._task is not None
        self._played += games
        speed = self._played / max(time.monotonic() - self._began, 1e-9)
        self._progress.update(self._task, advance=games, speed=f"{speed:,.0f} games/s")
