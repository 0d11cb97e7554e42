"""How a run gets on: a live bar in a terminal, plain lines elsewhere, JSON lines for scripts, nothing with --quiet."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from seti_sim.cli.stopping import careful
from seti_sim.cli.streams import OutputFailed, ReaderGone
from seti_sim.jit import compiling
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.runs import COMPILING

SECONDS_BETWEEN_LINES: Final = 10.0
SECONDS_BETWEEN_RECORDS: Final = 1.0


@contextmanager
def progress(*, quiet: bool, as_json: bool = False) -> Iterator[Listener]:
    """The listener that is wanted, or the one that fits where stderr goes; Ctrl-C is waited for (``careful``)."""
    console = Console(stderr=True)
    with careful():
        if as_json:
            yield JsonListener()
        elif quiet:
            yield SILENT
        elif console.is_terminal:
            with BarListener(console) as listener:
                yield listener
        else:
            yield LineListener()


@contextmanager
def told_if_compiled(listener: Listener | None = None) -> Iterator[None]:
    """Say so if the body has to compile, which takes a while: to the listener, or as a line on stderr.

    Runs and what goes on like them say it themselves.
    """
    with compiling(lambda: (listener or LineListener()).note(COMPILING)):
        yield


class Counter:
    """Games wanted and done, how fast they come, and the cell under way. Games found at the start have no speed."""

    def __init__(self) -> None:
        self.games = self.done = self.played = 0
        self.cell: str | None = None
        self._began: float | None = None

    def add(self, games: int) -> None:
        """So many games have been played."""
        self.done += games
        self.played += games

    def find(self, games: int) -> None:
        """So many games were there; the clock starts with the first play after that."""
        self.done += games
        if self.played == 0:
            self._began = time.monotonic()

    @property
    def speed(self) -> float:
        """Games per second since play began."""
        return 0.0 if self._began is None else self.played / max(time.monotonic() - self._began, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """Time until the last game at this speed; None before the first is played."""
        return (self.games - self.done) / self.speed if self.played else None

    def text(self) -> str:
        """Speed, time left and cell in words."""
        parts = [f"{self.speed:,.0f} games/s"]
        if self.seconds_left:
            parts.append(f"{time_text(self.seconds_left)} left")
        return ", ".join([*parts, *([self.cell] if self.cell else [])])


class LineListener(Listener):
    """Writes a plain line now and then."""

    def __init__(self, every: float = SECONDS_BETWEEN_LINES) -> None:
        self._every = every
        self._count = Counter()
        self._last = time.monotonic()

    def note(self, text: str) -> None:
        """Write the text."""
        print(text, file=sys.stderr, flush=True)

    def begin(self, games: int, done: int = 0) -> None:
        """So many games are wanted."""
        self._count.games = games
        self._count.find(done)

    def enter(self, cell: str, number: int, of: int) -> None:
        """Remember the cell."""
        self._count.cell = f"cell {number} of {of}: {cell}"

    def found(self, games: int) -> None:
        """Count them."""
        self._count.find(games)

    def advance(self, games: int) -> None:
        """Write a line if the last one is some seconds old or everything is done."""
        self._count.add(games)
        now = time.monotonic()
        if self._count.done == self._count.games or now - self._last >= self._every:
            self._last = now
            self.note(f"{self._count.done:,} of {self._count.games:,} games, {self._count.text()}")


class JsonListener(Listener):
    """Writes a JSON object a line on stdout: every note and cell, and the state about once a second."""

    def __init__(self, every: float = SECONDS_BETWEEN_RECORDS) -> None:
        self._every = every
        self._count = Counter()
        self._last = 0.0

    def note(self, text: str) -> None:
        """Write the text."""
        self._write("note", text=text)

    def begin(self, games: int, done: int = 0) -> None:
        """Write the number of games."""
        self._count.games = games
        self._count.find(done)
        self._write("begin", games=games, done=done)

    def enter(self, cell: str, number: int, of: int) -> None:
        """Write the cell."""
        self._count.cell = cell
        self._write("cell", cell=cell, number=number, of=of)

    def found(self, games: int) -> None:
        """Count them."""
        self._count.find(games)

    def advance(self, games: int) -> None:
        """Write the state if the last one is a second old or everything is done."""
        count = self._count
        count.add(games)
        now = time.monotonic()
        if count.done == count.games or now - self._last >= self._every:
            self._last = now
            left = count.seconds_left
            self._write(
                "progress",
                done=count.done,
                games=count.games,
                games_per_second=round(count.speed, 1),
                seconds_left=None if left is None else round(left, 1),
                cell=count.cell,
            )

    def _write(self, event: str, **values: Any) -> None:
        print_record({"event": event} | values)


def print_record(record: Mapping[str, Any]) -> None:
    """Print a JSON line on stdout. A reader who has gone, or a full disk, stops the lines but not the run."""
    try:
        print(json.dumps(record), flush=True)
    except ReaderGone:
        pass
    except OutputFailed as error:
        print(f"no more JSON lines: {error}", file=sys.stderr, flush=True)


class BarListener(Listener):
    """A live bar with games per second, the time left and the cell."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[state]}", markup=False),
            console=console,
        )
        self._count = Counter()
        self._task: TaskID | None = None

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

    def begin(self, games: int, done: int = 0) -> None:
        """Show how many games are wanted."""
        self._count.games = games
        self._count.find(done)
        self._task = self._progress.add_task("games", total=games, completed=done, state="")

    def enter(self, cell: str, number: int, of: int) -> None:
        """Show the cell."""
        self._count.cell = f"cell {number} of {of}: {cell}"
        self._show()

    def found(self, games: int) -> None:
        """Count them."""
        self._count.find(games)
        self._show()

    def advance(self, games: int) -> None:
        """Move the bar."""
        self._count.add(games)
        self._show()

    def _show(self) -> None:
        assert self._task is not None
        self._progress.update(self._task, completed=self._count.done, state=self._count.text())


def time_text(seconds: float) -> str:
    """A time in the two largest units that fit."""
    if seconds < 60:
        return f"{seconds:.3g} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
