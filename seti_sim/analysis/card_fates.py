"""Missions and end-of-game cards by card, and what each strategy tucks.

A card in front of its owner is there because it was played: how its owners do is an *association*.
"""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums
from seti_sim.analysis.comparisons import rate_of
from seti_sim.analysis.content import Cell, Item, Table
from seti_sim.analysis.estimate import COUNT, POINTS
from seti_sim.analysis.load import IN_FRONT, Block, Run
from seti_sim.analysis.names import counted, display_name
from seti_sim.analysis.shares import group_share, win_units
from seti_sim.analysis.sparse import SparseSums
from seti_sim.analysis.timing import MOST_GAMES
from seti_sim.analysis.views import if_kept

INCOMES: Final = ("credit", "energy", "card", "publicity", "data")


def fate_items(run: Run) -> tuple[Item, ...]:
    """Tables of missions, end-of-game cards and tucked cards, or a note that the run lacks them."""
    run = run.head(MOST_GAMES)
    front = if_kept(
        run, "cards", IN_FRONT, "missions completed and points of end-of-game cards by card", lambda: _front(run)
    )
    return (*front, _tucked_table(run), _income_table(run))


# ---------------------------------------------------------------- in front of the owner
def _front(run: Run) -> tuple[Item, ...]:
    total = run.fold(lambda block: _front_sums(block, len(run.names("cards"))), ["winners"], cards=True)
    sums = {what: found.having_and_lacking(run.players) for what, found in total.items()}
    return _mission_table(run, sums), _endgame_table(run, sums)


def _front_sums(block: Block, cards: int) -> dict[str, Any]:
    """Cards in front, completed ones, points, and wins of their owners."""
    rows, units = block.cards, win_units(block.seat("winners"))
    mine = units[rows.game, rows.seat]
    mission, endgame = rows.in_front["mission"], rows.in_front["endgame"]
    whole = units.sum(1)

    def sums(flags: Array, values: Array) -> SparseSums:
        at = np.flatnonzero(flags)
        return SparseSums.of(rows.game[at], rows.card[at], values[at], whole, block.players, cards)

    return {
        "completed": sums(mission >= 0, mission),
        "wins done": sums(mission == 1, mine),
        "wins open": sums(mission == 0, mine),
        "points": sums(endgame >= 0, endgame),
        "wins endgame": sums(endgame >= 0, mine),
    }


def _mission_table(run: Run, sums: dict[str, BatchSums]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for i, name in enumerate(run.names("cards")):
        laid = sums["completed"][i]
        if laid.m[0] == 0:
            continue
        rows.append(
            (
                name,
                rate_of(laid, f"players with {name} in front"),
                group_share(laid, 0, f"missions in front, {name} completed", whole=1),
                group_share(sums["wins done"][i], 0, f"wins of those who completed {name}", label="association"),
                group_share(sums["wins open"][i], 0, f"wins of those who did not complete {name}", label="association"),
            )
        )
    return Table(
        "cards-missions",
        "Missions",
        f"n = {counted(run.games, 'game')}; description, wins are associations. Share of players who have the mission "
        "in front at the end, share of these missions that are completed, and win share of the owners who completed "
        "it and of those who did not.",
        ("Card", "In front", "Completed", "Wins if completed", "Wins if not"),
        tuple(rows),
    )


def _endgame_table(run: Run, sums: dict[str, BatchSums]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for i, name in enumerate(run.names("cards")):
        points = sums["points"][i]
        if points.m[0] == 0:
            continue
        rows.append(
            (
                name,
                rate_of(points, f"players with {name} in front"),
                points.mean(0, POINTS, f"points of {name}"),
                group_share(sums["wins endgame"][i], 0, f"wins with {name} in front", label="association"),
            )
        )
    return Table(
        "cards-endgame",
        "End-of-game cards",
        f"n = {counted(run.games, 'game')}; description, wins are associations. Share of players who have the card in "
        "front at the end, what it scores for them, and their win share.",
        ("Card", "In front", "Points", "Wins"),
        tuple(rows),
    )


# ---------------------------------------------------------------- tucked for income
def _tucked_table(run: Run) -> Table:
    """Share of the players of each strategy who tuck each card."""
    cards = run.names("cards")
    playing = [code for code in range(len(run.strategies)) if code in run.manifest.seats]

    def sums(block: Block) -> dict[str, Any]:
        rows, strategy = block.cards, block.seat("strategy")
        at = np.flatnonzero(rows.uses["tucked"])
        owner = strategy[rows.game[at], rows.seat[at]]
        nothing = np.zeros(block.games, dtype=np.int64)
        found = {}
        for code in playing:
            own = at[owner == code]
            seats = int((strategy[0] == code).sum())  # the same number of chairs in every game of a run
            found[str(code)] = SparseSums.of(
                rows.game[own], rows.card[own], np.zeros(len(own), dtype=np.int64), nothing, seats, len(cards)
            )
        return found

    total = run.fold(sums, ["strategy"], cards=True)
    by_strategy = [total[str(code)].having_and_lacking(run.manifest.seats.count(code)) for code in playing]
    tucked = np.sum([found.m[:, 0] for found in by_strategy], axis=0)
    names = [run.strategies[code] for code in playing]
    rows: list[tuple[Cell, ...]] = [
        (
            cards[i],
            *(
                rate_of(found[i], f"players of {name} who tuck {cards[i]}")
                for name, found in zip(names, by_strategy, strict=True)
            ),
        )
        for i in np.flatnonzero(tucked).tolist()
    ]
    return Table(
        "cards-tucked-by",
        "What each strategy tucks",
        f"n = {counted(run.games, 'game')}; description. Share of the players of each strategy who tuck the card.",
        ("Card", *names),
        tuple(rows),
    )


def _income_table(run: Run) -> Table:
    """Tucked cards of a player by kind of income and strategy."""
    columns, names = [*(f"income_{kind}" for kind in INCOMES), "cards_tucked"], run.strategies

    def sums(block: Block) -> dict[str, Any]:
        who = block.indicator("strategy", len(names)).astype(np.int64)
        totals = np.einsum("gps,gpc->gsc", who, block.seats(columns)).reshape(block.games, -1)
        return {"income": BatchSums.of([np.repeat(who.sum(1), len(columns), axis=1)], [totals])}

    total = run.fold(sums, [*columns, "strategy"])["income"]
    kinds = [*(display_name(kind) for kind in INCOMES), "All"]
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            *(total[s * len(columns) + c].mean(0, COUNT, f"{kind} incomes of {name}") for c, kind in enumerate(kinds)),
        )
        for s, name in enumerate(names)
    ]
    return Table(
        "cards-income-by",
        "Tucked cards by kind of income",
        f"n = {counted(run.games, 'game')}; description. Cards that a player of the strategy tucks in a game, by the "
        "income they give.",
        ("Strategy", *kinds),
        tuple(rows),
    )
