"""The parts of a run: which of them are whole, and their columns.

A part is read only after its bytes were compared with its line in ``SHA256SUMS`` and its size with the manifest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polars as pl

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.manifest import Manifest
from seti_sim.runner.checksums import SUMS, State, Sums
from seti_sim.runner.errors import StoreError
from seti_sim.runner.parquet import READ_ERRORS, DamagedPartError, absolute, check_sizes, scan_parts, silent_panics
from seti_sim.runner.records import MANIFEST

TABLES: Final = ("games", "seats")
"""Without these nothing can be said; the table ``cards`` is only needed by the section on cards."""
CARDS: Final = "cards"
AGAIN: Final = "seti-sim resume plays it again"


@dataclass(frozen=True)
class Part:
    """Consecutive games ``first`` to ``first + count - 1`` with their rows of the tables, on disk or in memory.

    ``cards`` is ``None`` for runs of versions that kept no such table.
    """

    first: int
    count: int
    games: Path | pl.DataFrame
    seats: Path | pl.DataFrame
    cards: Path | pl.DataFrame | None = None


def whole_parts(folder: Path, manifest: Manifest) -> tuple[list[Part], list[int]]:
    """The parts that are as they were written, and the numbers of those that are missing.

    A part without a line in ``SHA256SUMS`` is missing as long as the run is not complete.

    Raises:
        AnalysisError: for a part that is damaged, and for parts that nothing vouches for.
    """
    try:
        sums = Sums.read(folder / SUMS, manifest.identity, MANIFEST)
    except StoreError as error:
        raise AnalysisError(str(error)) from None
    complete = manifest.status == "complete"
    if complete and not sums.named:
        raise AnalysisError(f"{folder}: {SUMS} is missing or damaged, so no part can be trusted; {AGAIN}")
    files = {
        number: [f"{table}/part-{number:05d}.parquet" for table in (*TABLES, CARDS)] for number, *_ in manifest.chunks
    }
    states = sums.states(folder, [name for names in files.values() for name in names])
    present, missing = [], []
    for number, first, count in manifest.chunks:
        games, seats, cards = files[number]
        for name in files[number]:
            if states[name] is State.DAMAGED:
                raise AnalysisError(f"{folder / name}: its bytes are not those that were written ({SUMS}); {AGAIN}")
            if states[name] is State.UNLISTED and complete:
                raise AnalysisError(f"{folder / name}: it has no line in {SUMS}; {AGAIN}")
        if states[cards] is State.ABSENT and sums.knows(cards):
            raise AnalysisError(f"{folder / cards} is lost; {AGAIN}")
        if all(states[name] is State.WHOLE for name in (games, seats)):
            has_cards = states[cards] is State.WHOLE
            present.append(Part(first, count, folder / games, folder / seats, folder / cards if has_cards else None))
        else:
            missing.append(number)
    return present, missing


def columns_of(source: Path | pl.DataFrame | None) -> set[str]:
    """Names of the columns of a part."""
    if source is None:
        return set()
    return set(scan_parts([source]).collect_schema().names() if isinstance(source, Path) else source.columns)


def folder_of(part: Part) -> Path | None:
    """The run folder a part lies in, None for frames in memory."""
    return part.games.parents[1] if isinstance(part.games, Path) else None


def collect(sources: Sequence[Path | pl.DataFrame], columns: tuple[str, ...]) -> pl.DataFrame | None:
    """Some columns of parts one after the other, None for no columns; AnalysisError names the part at fault."""
    if not columns:
        return None
    paths = [source for source in sources if isinstance(source, Path)]
    if not paths:
        return pl.concat([source[list(columns)] for source in sources if isinstance(source, pl.DataFrame)])
    try:
        with silent_panics():
            return scan_parts(paths).select(columns).collect()
    except READ_ERRORS as error:
        raise culprit(paths, columns, error) from None


def culprit(paths: Sequence[Path], columns: tuple[str, ...], error: BaseException) -> AnalysisError:
    """The error that names the part at fault."""
    for path in paths:
        try:
            with silent_panics():
                scan_parts([path]).select(columns).collect()
        except READ_ERRORS as own:
            return AnalysisError(f"{path}: the part is damaged: {first_line(own)}; seti-sim resume plays it again")
    return AnalysisError(f"{paths[0].parent}: cannot be read: {first_line(error)}")


def first_line(error: BaseException) -> str:
    """The first line of what an error says, cut to 160 characters."""
    return (str(error).splitlines() or [type(error).__name__])[0][:160]


def check_rows(parts: Sequence[Part], players: int, cards: int) -> None:
    """Every part holds the rows of its own games; of all parts only the column ``game`` is read."""
    for table, rows in (("games", 1), ("seats", players), (CARDS, players * max(cards, 1))):
        sized = [(getattr(part, table), part) for part in parts]
        files = [(path, part) for path, part in sized if isinstance(path, Path)]
        paths = [path for path, _ in files]
        if not paths:
            continue
        try:
            check_sizes(paths, [part.count * rows for _, part in files], at_most=table == CARDS)
            if table != CARDS:
                _check_games(files)
        except DamagedPartError as error:
            raise AnalysisError(str(error)) from None
        except READ_ERRORS as error:
            raise culprit(paths, ("game",), error) from None


def _check_games(files: Sequence[tuple[Path, Part]]) -> None:
    """Each file holds the games of its part."""
    game = pl.col("game")
    summary = (game.min().alias("low"), game.max().alias("high"), game.n_unique().alias("games"))
    with silent_panics():
        found = scan_parts([path for path, _ in files], name_of_file="file").group_by("file").agg(*summary).collect()
    by_file = {row["file"]: row for row in found.iter_rows(named=True)}
    for path, part in files:
        row = by_file.get(absolute(path), {"low": None, "high": None, "games": 0})
        if (row["low"], row["high"], row["games"]) != (part.first, part.first + part.count - 1, part.count):
            raise AnalysisError(
                f"{path} holds other games than its own {part.first} to {part.first + part.count - 1}; "
                "seti-sim resume plays them again"
            )
