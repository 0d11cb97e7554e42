"""Opening result folders: one or several runs of the same games, read in blocks of whole games.

A run that is broken, or runs that must not be pooled, end in an :class:`AnalysisError` of one line that names the file
or the difference. The tables are those of ``docs/results.md``.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.errors import AnalysisError, MissingColumnError
from seti_sim.analysis.manifest import Manifest, read_manifest
from seti_sim.analysis.parts import Part, check_rows, collect, columns_of, culprit, first_line, folder_of, whole_parts
from seti_sim.runner.parquet import READ_ERRORS, scan_parts

BLOCK_GAMES: Final = 15_000
"""Games read at a time: memory does not grow with the run."""
WORKERS: Final = 2
"""Blocks worked on at the same time."""
USES: Final = ("dealt", "played", "tucked")
"""Columns of the table ``cards`` that say what became of a card."""
WAYS: Final = ("corner", "signal", "other")
"""Columns that say how it was discarded from the hand; earlier versions kept ``spent`` for all of them."""
IN_FRONT: Final = ("mission", "endgame")
"""Columns on what lies in front of the owner at the end; -1 where nothing of the kind does."""
SPENT: Final = "spent"


@dataclass(frozen=True)
class CardRows:
    """Rows of the table ``cards`` of a block: ``game`` counts from the block's first, ``uses`` are 0/1 by name.

    ``uses`` always has ``dealt``, ``played``, ``tucked`` and ``spent``; the ways of spending a card and ``in_front``
    (missions and points of end-of-game cards, -1 for none) are there if the run keeps them.
    """

    game: Array
    seat: Array
    card: Array
    uses: dict[str, Array]
    in_front: dict[str, Array] = field(default_factory=dict)


@dataclass(frozen=True)
class Block:
    """Some columns of whole games: ``seat`` columns as (games, players), ``game`` columns as (games,), all int64."""

    games: int
    players: int
    seat_columns: dict[str, Array]
    game_columns: dict[str, Array]
    card_rows: CardRows | None = None

    @property
    def cards(self) -> CardRows:
        """The rows of the table ``cards``, for a fold that asked for them."""
        if self.card_rows is None:
            raise ValueError("this block was read without the table cards")
        return self.card_rows

    def seat(self, name: str) -> Array:
        """A column of ``seats`` by game and seat, shape (games, players)."""
        return self.seat_columns[name]

    def game(self, name: str) -> Array:
        """A column of ``games``, shape (games,)."""
        return self.game_columns[name]

    def seats(self, names: Sequence[str]) -> Array:
        """Several columns of ``seats`` side by side, shape (games, players, len(names))."""
        return np.stack([self.seat_columns[name] for name in names], axis=-1)

    def cross(self, row: str, rows: int, column: str, columns: int) -> Array:
        """Seats counted by two seat columns with codes 0 to ``rows - 1`` and ``columns - 1``, shape (rows, columns)."""
        codes = self.seat_columns[row] * columns + self.seat_columns[column]
        return np.bincount(codes.ravel(), minlength=rows * columns).reshape(rows, columns)

    def indicator(self, column: str, codes: int) -> Array:
        """One 0/1 plane for each code 0 to ``codes - 1`` of a seat column, int8 of shape (games, players, codes)."""
        return np.asarray(self.seat_columns[column][..., None] == np.arange(codes), dtype=np.int8)


@dataclass(frozen=True)
class Run:
    """Games of one setting (rules, tables, variant, players, strategies), from one seed or several.

    Attributes:
        name: for titles.
        manifest: of the first folder.
        seeds: of all folders.
        parts: the games themselves.
        notices: what readers must know, for example parts that are missing.
    """

    name: str
    manifest: Manifest
    seeds: tuple[int, ...]
    parts: tuple[Part, ...]
    notices: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """Players of every game."""
        return self.manifest.players

    @property
    def games(self) -> int:
        """Games present, which may be fewer than planned."""
        return sum(part.count for part in self.parts)

    def names(self, dictionary: str) -> tuple[str, ...]:
        """Names of the codes of a dictionary, in the order of the codes."""
        return self.manifest.dictionary(dictionary)

    @property
    def strategies(self) -> tuple[str, ...]:
        """Strategies that play, by code."""
        return self.names("strategies")

    @property
    def mirrored(self) -> bool:
        """Whether one strategy plays at every seat."""
        return len(set(self.manifest.seats)) == 1

    def table(self, name: str) -> pl.LazyFrame:
        """The whole of ``games``, ``seats`` or ``cards``, unread."""
        sources = [getattr(part, name) for part in self.parts]
        paths = [source for source in sources if isinstance(source, Path)]
        frames = [source for source in sources if isinstance(source, pl.DataFrame)]
        return scan_parts(paths) if paths else pl.concat(frames).lazy()

    def columns(self, table: str) -> set[str]:
        """Names of the columns of a table that all runs pooled here have; none if a run lacks the table."""
        firsts = {folder_of(part): getattr(part, table) for part in reversed(self.parts)}
        try:
            return set.intersection(*(columns_of(source) for source in firsts.values()))
        except READ_ERRORS as error:
            raise AnalysisError(f"{self.name}: the table {table} cannot be read: {first_line(error)}") from None

    def lacks(self, table: str, names: Sequence[str]) -> str | None:
        """The first of the columns named that a run of an earlier version does not have."""
        there = self.columns(table)
        return next((name for name in names if name not in there), None)

    def blocks(self, seats: Sequence[str] = (), games: Sequence[str] = (), *, cards: bool = False) -> Iterator[Block]:
        """The games in order, some thousands at a time, with the columns named and, if wanted, the table ``cards``.

        Raises:
            AnalysisError: for a column or a table that is missing or a part that cannot be read.
        """
        if cards:
            self._check_cards()
        wanted = {"games": tuple(dict.fromkeys(games)), "seats": tuple(dict.fromkeys(seats))}
        for table, names in wanted.items():
            there = self.columns(table) if names else set()
            absent = [name for name in names if name not in there]
            if absent:
                raise MissingColumnError(f"{self.name}: the table {table} has no column {absent[0]}")
        for parts in _bundles(self.parts):
            yield from self._read(parts, wanted["seats"], wanted["games"], cards)

    def _check_cards(self) -> None:
        """Every part has its rows of the table ``cards``."""
        lacking = sum(part.cards is None for part in self.parts)
        if lacking == len(self.parts):
            raise MissingColumnError(f"{self.name} has no table cards, it was played by an earlier version")
        if lacking:
            raise MissingColumnError(f"{self.name}: the table cards lacks {lacking} of {len(self.parts)} parts")
        if "cards" not in self.manifest.dictionaries:
            raise MissingColumnError(f"the manifest of {self.name} does not name the cards")

    def fold(
        self,
        function: Callable[[Block], dict[str, Any]],
        seats: Sequence[str] = (),
        games: Sequence[str] = (),
        *,
        cards: bool = False,
    ) -> dict[str, Any]:
        """``function`` of every block, added up by key; values are whole-number sums, so any cut gives the same."""
        total: dict[str, Any] = {}
        for found in _in_order(function, self.blocks(seats, games, cards=cards)):
            for key, value in found.items():
                total[key] = total[key] + value if key in total else value
        return total

    def with_cards(self) -> "Run":
        """The games whose rows of the table ``cards`` are there.

        Raises:
            AnalysisError: if there are none.
        """
        kept = tuple(part for part in self.parts if part.cards is not None)
        if not kept:
            self._check_cards()
        return replace(self, parts=kept)

    def head(self, games: int) -> "Run":
        """The first ``games`` games (in whole parts), a bounded sample for models."""
        kept, count = [], 0
        for part in self.parts:
            if count >= games:
                break
            kept.append(part)
            count += part.count
        return replace(self, parts=tuple(kept))

    def _read(self, parts: list[Part], seats: tuple[str, ...], games: tuple[str, ...], cards: bool) -> Iterator[Block]:
        seat_frame = collect([part.seats for part in parts], seats)
        game_frame = collect([part.games for part in parts], games)
        count = sum(part.count for part in parts)
        for frame, rows in ((seat_frame, count * self.players), (game_frame, count)):
            if frame is not None and frame.height != rows:
                first = parts[0].games
                raise AnalysisError(f"{first}: {frame.height} rows where {rows} were written; the run is damaged")
        card_rows = _card_rows(parts, len(self.names("cards")), self.players) if cards else None
        for start in range(0, count, BLOCK_GAMES):
            stop = min(count, start + BLOCK_GAMES)
            at = slice(start * self.players, stop * self.players)
            shape = (stop - start, self.players)
            yield Block(
                stop - start,
                self.players,
                {} if seat_frame is None else {n: _array(seat_frame[n][at]).reshape(shape) for n in seats},
                {} if game_frame is None else {n: _array(game_frame[n][start:stop]) for n in games},
                None if card_rows is None else _cut(card_rows, start, stop),
            )


def _in_order(function: Callable[[Block], dict[str, Any]], blocks: Iterator[Block]) -> Iterator[dict[str, Any]]:
    """``function`` of every block in their order, a few at a time on threads: numpy and polars let go of the GIL."""
    first = list(islice(blocks, 2))
    if len(first) < 2:
        yield from map(function, first)
        return
    blocks = chain(first, blocks)
    waiting: deque[Future[dict[str, Any]]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for block in blocks:
            waiting.append(pool.submit(function, block))
            if len(waiting) > WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _array(series: pl.Series) -> Array:
    return series.to_numpy().astype(np.int64)


def _bundles(parts: tuple[Part, ...]) -> Iterator[list[Part]]:
    """Parts of consecutive games together until they hold a block of games."""
    bundle: list[Part] = []
    for part in parts:
        if bundle and (part.first != bundle[-1].first + bundle[-1].count or folder_of(part) != folder_of(bundle[-1])):
            yield bundle
            bundle = []
        bundle.append(part)
        if sum(item.count for item in bundle) >= BLOCK_GAMES:
            yield bundle
            bundle = []
    if bundle:
        yield bundle


def _card_rows(parts: list[Part], cards: int, players: int) -> CardRows:
    """The rows of the table ``cards`` of consecutive parts."""
    sources = [part.cards for part in parts if part.cards is not None]
    try:
        there = columns_of(sources[0])
    except READ_ERRORS as error:
        raise culprit([source for source in sources[:1] if isinstance(source, Path)], ("game",), error) from None
    spent = WAYS if there.issuperset(WAYS) else (SPENT,)
    in_front = IN_FRONT if there.issuperset(IN_FRONT) else ()
    frame = collect(sources, ("game", "seat", "card", *USES, *spent, *in_front))
    assert frame is not None, "the columns are named"
    game = frame["game"].to_numpy() - parts[0].first
    seat, card = frame["seat"].to_numpy(), frame["card"].to_numpy()
    count = sum(part.count for part in parts)
    for what, values, limit in (("game", game, count), ("seat", seat, players), ("card", card, cards)):
        if len(values) and not 0 <= int(values.min()) <= int(values.max()) < limit:
            raise AnalysisError(f"{sources[0]}: it or a part after it has a {what} out of range; the run is damaged")
    if (np.diff(game) < 0).any():
        raise AnalysisError(f"{sources[0]}: it or a part after it is not sorted by game; the run is damaged")
    uses = {name: frame[name].to_numpy() for name in (*USES, *spent)}
    if SPENT not in uses:
        uses[SPENT] = np.maximum.reduce([uses[name] for name in WAYS])
    return CardRows(game, seat, card, uses, {name: frame[name].to_numpy() for name in in_front})


def _cut(rows: CardRows, start: int, stop: int) -> CardRows:
    """The rows of the games from ``start`` to before ``stop``."""
    at = slice(*np.searchsorted(rows.game, [start, stop]))
    uses = {name: values[at] for name, values in rows.uses.items()}
    in_front = {name: values[at] for name, values in rows.in_front.items()}
    return CardRows(rows.game[at] - start, rows.seat[at], rows.card[at], uses, in_front)


# ---------------------------------------------------------------- opening
def from_frames(
    manifest: Manifest, games: pl.DataFrame, seats: pl.DataFrame, cards: pl.DataFrame | None = None, name: str = "run"
) -> Run:
    """A run held in memory."""
    return Run(name, manifest, (manifest.seed,), (Part(0, games.height, games, seats, cards),))


def open_run(folder: Path, *, partial: bool = False) -> Run:
    """Open one run folder. Every part is compared with its checksum before anything is read from it.

    Args:
        folder: with ``manifest.json``, ``SHA256SUMS``, ``games/`` and ``seats/``.
        partial: accept a run that is not finished or lacks parts, and say so in ``Run.notices``.

    Raises:
        AnalysisError: no run folder, another format, a part that is damaged or that cannot be read, or, unless
            ``partial``, missing games.
    """
    manifest = read_manifest(folder)
    notices = []
    if manifest.status != "complete":
        notices.append(f"{folder} is not finished (status: {manifest.status})")
    present, missing = whole_parts(folder, manifest)
    if missing:
        lost = manifest.games - sum(part.count for part in present)
        which = f"part {_ranges(missing)} is" if len(missing) == 1 else f"parts {_ranges(missing)} are"
        notices.append(f"{folder}: {which} missing, {lost:,} of {manifest.games:,} games are not here")
    if not present:
        raise AnalysisError(f"{folder} holds no finished part; there is nothing to analyse")
    if notices and not partial:
        raise AnalysisError(f"{notices[-1]}; seti-sim resume completes it")
    if not manifest.sealed:
        notices.append(f"{folder}: the manifest is that of an earlier version, without a checksum of its own")
    check_rows(present, manifest.players, len(manifest.dictionaries.get("cards", ())))
    notices += _without_cards(folder, present)
    return Run(folder.name, manifest, (manifest.seed,), tuple(present), tuple(notices))


def _without_cards(folder: Path, present: Sequence[Part]) -> list[str]:
    """What readers must know about parts that lack the table ``cards``."""
    lacking = [part for part in present if part.cards is None]
    if not lacking:
        return []
    if len(lacking) == len(present):
        return [f"{folder}: the table cards is missing, so there are no figures on cards"]
    games, count = (sum(part.count for part in present if part.cards is not None), sum(part.count for part in present))
    found = f"{folder}: the table cards lacks {len(lacking)} of {len(present)} parts; the section on cards covers "
    return [f"{found}{games:,} of {count:,} games"]


def _ranges(numbers: list[int]) -> str:
    """``3, 5-7`` for 3, 5, 6, 7; long lists are cut."""
    texts = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        block = [number for _, number in run]
        texts.append(str(block[0]) if len(block) == 1 else f"{block[0]}-{block[-1]}")
    return ", ".join(islice(texts, 5)) + (" and others" if len(texts) > 5 else "")


def merge(runs: Sequence[Run]) -> Run:
    """One run out of several of the same setting and different seeds.

    Raises:
        AnalysisError: naming the first difference that forbids pooling, or games that would count twice.
    """
    first = runs[0]
    for run in runs[1:]:
        difference = first.manifest.difference(run.manifest)
        if difference is not None:
            raise AnalysisError(f"{first.name} and {run.name} cannot be pooled: {difference}")
    seeds: dict[int, str] = {}
    for run in runs:
        for seed in run.seeds:
            if seed in seeds:
                raise AnalysisError(f"{seeds[seed]} and {run.name} have the same seed {seed}: games would count twice")
            seeds[seed] = run.name
    if len(runs) == 1:
        return first
    name = " + ".join(run.name for run in runs)
    notices = tuple(notice for run in runs for notice in run.notices)
    return Run(name, first.manifest, tuple(seeds), tuple(part for run in runs for part in run.parts), notices)


def settings(runs: Sequence[Run]) -> list[Run]:
    """Runs pooled where they may be: one run for each combination of players and strategies, in the order given.

    Player counts and strategies are reported side by side and never pooled; different rules, tables or variants are
    refused.

    Raises:
        AnalysisError: naming the difference.
    """
    if not runs:
        raise AnalysisError("no run was given")
    for run in runs[1:]:
        difference = runs[0].manifest.difference(run.manifest, box_only=True)
        if difference is not None:
            raise AnalysisError(f"{runs[0].name} and {run.name} are not of one game: {difference}")
    groups: list[list[Run]] = []
    for run in runs:
        for group in groups:
            if group[0].manifest.difference(run.manifest) is None:
                group.append(run)
                break
        else:
            groups.append([run])
    return [merge(group) for group in groups]
