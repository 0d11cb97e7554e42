"""Cards tucked for income: how many of each kind, and in which rounds."""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums
from seti_sim.analysis.comparisons import seat_rate
from seti_sim.analysis.content import Cell, Item, Table
from seti_sim.analysis.estimate import COUNT, SHARE_DIFFERENCE
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.timing import MOST_GAMES
from seti_sim.analysis.views import if_kept

KINDS: Final = ("credit", "energy", "card", "publicity", "data")
COLUMNS: Final = tuple(f"income_{kind}" for kind in KINDS)
ROUNDS: Final = tuple(f"tucked_r{r}" for r in range(1, 6))


def income_items(run: Run) -> tuple[Item, ...]:
    """Tables of tucked cards by kind and by round, or a note that the run lacks the rounds."""
    run = run.head(MOST_GAMES)
    rounds = if_kept(run, "seats", ROUNDS, "the rounds in which cards are tucked", lambda: (_round_table(run),))
    return (_kind_table(run), *rounds)


def _kind_table(run: Run) -> Table:
    """Use of each kind of income, and what goes with one more of it than the others at the table have."""

    def sums(block: Block) -> dict[str, Any]:
        values, units = block.seats(COLUMNS), win_units(block.seat("winners"))
        members = np.full((block.games, len(KINDS)), block.players)
        xy = block.players * (units[..., None] * values).sum(1) - units.sum(1)[:, None] * values.sum(1)
        xx = block.players * (values**2).sum(1) - values.sum(1) ** 2
        return {
            "any": BatchSums.of([(values > 0).sum(1)], [np.zeros_like(members)]),
            "mean": BatchSums.of([members], [values.sum(1)]),
            "slope": BatchSums.of([xx], [xy]),
        }

    total = run.fold(sums, [*COLUMNS, "winners"])
    rows: list[tuple[Cell, ...]] = [
        (
            display_name(kind),
            seat_rate(total["any"][i], 0, run.players, f"players with {kind} income"),
            total["mean"][i].mean(0, COUNT, f"{kind} incomes of a player"),
            total["slope"][i].mean(
                0, SHARE_DIFFERENCE, f"win share with one more {kind} income", scale=WIN_UNITS, label="association"
            ),
        )
        for i, kind in enumerate(KINDS)
    ]
    return Table(
        "income-kinds",
        "Tucked cards by kind of income",
        f"n = {counted(run.games, 'game')}; the last column is an association. Share of players with any such card, "
        "how many a player has in the end, and the win share that goes with one more than the others in the same game, "
        "adjusted for nothing.",
        ("Income", "Players", "Cards of a player", "One more, raw"),
        tuple(rows),
    )


def _round_table(run: Run) -> Table:
    names = list(run.strategies) if len(run.strategies) > 1 else []
    columns = [*ROUNDS, "cards_tucked"]

    def who(block: Block) -> Array:
        everybody = np.ones((block.games, block.players, 1), np.int8)
        return np.concatenate([everybody, block.indicator("strategy", len(names))], axis=2)

    def sums(block: Block) -> dict[str, Any]:
        chosen = who(block)
        totals = np.einsum("gps,gpc->gsc", chosen, block.seats(columns), dtype=np.int64).reshape(block.games, -1)
        members = np.repeat(chosen.sum(1, dtype=np.int64), len(columns), axis=1)
        return {"tucked": BatchSums.of([members], [totals])}

    total = run.fold(sums, [*columns, "strategy"])["tucked"]
    width = len(columns)
    rows: list[tuple[Cell, ...]] = [
        (name, *(total[g * width + c].mean(0, COUNT, f"{column} of {name}") for c, column in enumerate(columns)))
        for g, name in enumerate(["All players", *names])
    ]
    return Table(
        "income-rounds",
        "When cards are tucked",
        f"n = {counted(run.games, 'game')}; description. Cards a player tucks in each round, those of the set-up in "
        "the first one.",
        ("Who", *(f"Round {r}" for r in range(1, 6)), "Game"),
        tuple(rows),
    )
