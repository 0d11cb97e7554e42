"""Cards: how often each is dealt, held, played, tucked and discarded, and how that goes with winning.

The opening hand is dealt at random, so the difference between players dealt a card and the others is an *effect*: of
having the choice to use it. Everything later is chosen: a card is taken from the row, kept, played or tucked by players
who could have done something else, and who is ahead can do more. Those differences are *associations*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums
from seti_sim.analysis.comparisons import rate_of
from seti_sim.analysis.estimate import Estimate, Label
from seti_sim.analysis.load import WAYS, Block, Run
from seti_sim.analysis.shares import group_share, share_difference, win_units
from seti_sim.analysis.sparse import SparseSums
from seti_sim.analysis.stratified import (
    GAME_COLUMNS,
    SEAT_COLUMNS,
    VARIANCE_GAMES,
    Slot,
    StrataSums,
    of_strategy,
    setting_codes,
    setting_count,
    squared_scores,
    stratified_estimates,
)

COMPARED: Final = ("dealt", "held", "played", "tucked")
"""What a player can have done with a card and is compared by."""
SPENDING: Final = ("corner", "signal")
"""Compared too where the run keeps them."""
COUNTED: Final = (*COMPARED, "spent", "unused")
"""``spent``: discarded from the hand in any way; ``unused``: held and neither played, tucked nor spent."""
ANSWERED: Final = ("dealt", "played", "tucked", *SPENDING)
"""What is asked of every strategy by itself."""
SLICE_GAMES: Final = 4_000
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class CardComparison:
    """Players who did one thing with a card against those who did not; each figure by code of the card.

    ``adjusted`` is within strategy, place in the turn order and pair of species; ``by_strategy`` is the same of the
    players of each strategy.
    """

    having: Row
    lacking: Row
    difference: Row
    adjusted: Row
    by_strategy: tuple[tuple[tuple[str, Estimate], ...], ...]


@dataclass(frozen=True)
class Cards:
    """The figures of the section."""

    names: tuple[str, ...]
    rates: dict[str, Row]  # share of all players, by what became of the card
    compared: dict[str, CardComparison]

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways of discarding a card that the run distinguishes: corner, signal and other, or only spent."""
        return WAYS if WAYS[0] in self.rates else ("spent",)


def label_of(use: str) -> Label:
    """What is dealt is drawn at random, everything else is chosen."""
    return "effect" if use == "dealt" else "association"


def card_figures(run: Run) -> Cards:
    """All figures of the section: one pass over the games, and a second over the first of them for the errors."""
    ways = run.lacks("cards", WAYS) is None
    compared_by = (*COMPARED, *SPENDING) if ways else COMPARED
    counted = (*COUNTED, *WAYS) if ways else COUNTED
    total = run.fold(lambda block: _sums(block, run, compared_by, counted), SEAT_COLUMNS, GAME_COLUMNS, cards=True)
    sample = run.head(VARIANCE_GAMES)
    strata: dict[str, StrataSums] = {use: total[f"strata {use}"] for use in compared_by}

    def scores(block: Block) -> dict[str, Any]:
        found = _scores(block, run, strata)
        return {**found, "games": block.games}

    squares = sample.fold(scores, SEAT_COLUMNS, GAME_COLUMNS, cards=True)
    names = run.names("cards")
    everybody = {use: total[use].having_and_lacking(run.players) for use in counted}
    compared = {}
    for use in compared_by:
        of = [f"{name}, {use}" for name in names]
        parts = [strata[use], *_parts(run, use, strata[use])]
        whole, *split = [
            stratified_estimates(run, part, scores, squares["games"], of, label_of(use))
            for part, scores in zip(parts, squares[use], strict=True)
        ]
        answers = [(run.strategies[code], row) for code, row in zip(playing_strategies(run), split, strict=False)]
        compared[use] = _compare(everybody[use], answers, of, whole, label_of(use))
    rates = {
        use: tuple(rate_of(everybody[use][i], f"players, {name} {use}") for i, name in enumerate(names))
        for use in counted
    }
    return Cards(names, rates, compared)


# ---------------------------------------------------------------- sums of a block
def _uses(block: Block) -> dict[str, Array]:
    """Whether each row of the table is of the kind, by name."""
    uses = {name: values > 0 for name, values in block.cards.uses.items()}
    idle = ~(uses["played"] | uses["tucked"] | uses["spent"])
    return {**uses, "held": np.ones(len(idle), dtype=bool), "unused": idle}


def _sums(block: Block, run: Run, compared: Sequence[str], counted: Sequence[str]) -> dict[str, Any]:
    rows, units, cards = block.cards, win_units(block.seat("winners")), len(run.names("cards"))
    setting = setting_codes(block, run)
    whole = units.sum(1)
    mine = units[rows.game, rows.seat]
    code = setting[rows.game, rows.seat] * cards + rows.card
    size = setting_count(run)
    n = np.bincount(setting.ravel(), minlength=size).astype(np.float64)
    u = np.bincount(setting.ravel(), weights=units.ravel(), minlength=size).astype(np.float64)
    squares = np.bincount(setting.ravel(), weights=(units * units).ravel(), minlength=size).astype(np.float64)
    found: dict[str, Any] = {}
    for use, flag in _uses(block).items():
        if use not in counted:
            continue
        at = np.flatnonzero(flag)
        found[use] = SparseSums.of(rows.game[at], rows.card[at], mine[at], whole, block.players, cards)
        if use in compared:
            x = np.bincount(code[at], minlength=size * cards).astype(np.float64)
            xu = np.bincount(code[at], weights=mine[at], minlength=size * cards).astype(np.float64)
            found[f"strata {use}"] = StrataSums(n, u, x.reshape(size, cards), xu.reshape(size, cards), squares)
    return found


def playing_strategies(run: Run) -> tuple[int, ...]:
    """Codes of the strategies that sit at the table; every strategy plays as many seats in all games of a run."""
    return tuple(code for code in range(len(run.strategies)) if code in run.manifest.seats)


def _scores(block: Block, run: Run, strata: dict[str, StrataSums]) -> dict[str, Any]:
    rows, units, cards = block.cards, win_units(block.seat("winners")), len(run.names("cards"))
    setting, uses = setting_codes(block, run), _uses(block)

    playing = playing_strategies(run)
    codes = sorted(run.manifest.seats)
    chairs = [[place for place, code in enumerate(codes) if code == own] for own in playing]
    seats = np.argsort(block.seat("strategy"), axis=1, kind="stable")  # by strategy, wherever they sit in a game
    setting, units = np.take_along_axis(setting, seats, 1), np.take_along_axis(units, seats, 1)
    places = np.argsort(seats, axis=1)

    def slots(use: str, start: int, stop: int) -> list[list[Slot]]:
        first, last = np.searchsorted(rows.game, [start, stop])
        at = first + np.flatnonzero(uses[use][first:last])
        has = np.zeros((stop - start, block.players, cards), dtype=np.int8)
        has[rows.game[at] - start, places[rows.game[at], rows.seat[at]], rows.card[at]] = 1
        return [
            [Slot(has[:, seat], setting[start:stop, seat], units[start:stop, seat]) for seat in own] for own in chairs
        ]

    parts = {use: _parts(run, use, sums) for use, sums in strata.items()}
    found: dict[str, Any] = {use: np.zeros((1 + len(parts[use]), 2, cards)) for use in strata}
    for start in range(0, block.games, SLICE_GAMES):
        stop = min(block.games, start + SLICE_GAMES)
        for use, sums in strata.items():
            found[use] = found[use] + squared_scores(sums, slots(use, start, stop), parts[use])
    return found


# ---------------------------------------------------------------- figures out of sums
def _parts(run: Run, use: str, sums: StrataSums) -> list[StrataSums]:
    """The strata of each strategy, for uses that every strategy is asked of by itself."""
    if use not in ANSWERED or len(run.strategies) == 1:
        return []
    return [of_strategy(run, sums, code) for code in playing_strategies(run)]


def _compare(
    sums: BatchSums, split: Sequence[tuple[str, Row]], of: Sequence[str], adjusted: Row, label: Label
) -> CardComparison:
    codes, each = range(len(of)), [sums[i] for i in range(len(of))]
    having = tuple(group_share(each[i], 0, f"wins of players, {of[i]}") for i in codes)
    lacking = tuple(group_share(each[i], 1, f"wins of the other players, {of[i]}") for i in codes)
    words = "win share with minus without, "
    return CardComparison(
        having,
        lacking,
        tuple(
            share_difference(each[i], 0, 1, words + of[i], label=label, known=(having[i], lacking[i])) for i in codes
        ),
        adjusted,
        tuple(tuple((name, row[i]) for name, row in split) for i in codes),
    )
