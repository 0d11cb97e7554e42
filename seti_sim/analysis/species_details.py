"""Species in detail: who contributes to a discovery, each pair of species, and what the side changes.

Which species lies left and which right is drawn at random, so left minus right is an *effect*. Who contributes is up to
the players: a *description* of how they play.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.content import Cell, Table
from seti_sim.analysis.estimate import COUNT, POINTS, POINTS_DIFFERENCE, Label
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name, player
from seti_sim.analysis.shares import group_share, share_difference, win_units
from seti_sim.analysis.species import (
    COLOURS,
    SIDES,
    Species,
    discovered_in,
    owns_marker,
    pair_codes,
    pairs,
    species_of_sides,
)

SEAT_COLUMNS: Final = ("order", "strategy", "winners", "score")
GAME_COLUMNS: Final = (
    "turns",
    *(f"species_{side}" for side in SIDES),
    *(f"discovered_{side}" for side in SIDES),
    *(f"contributor_{side}_{colour}" for side in SIDES for colour in COLOURS),
)


def species_tables(run: Run, found: Species) -> tuple[Table, ...]:
    """Tables of contributors, pairs and sides, from one pass over the games."""
    total = run.fold(lambda block: _sums(block, run), SEAT_COLUMNS, GAME_COLUMNS)
    names = tuple(display_name(name) for name in found.names)
    return (
        _who_table(run, total, names),
        _pair_table(run, total, found, names),
        _side_table(run, total, names, found.label),
    )


def _sums(block: Block, run: Run) -> dict[str, Any]:
    k = len(run.names("species"))
    owns, known, units = owns_marker(block, k), discovered_in(block, k), win_units(block.seat("winners"))
    places = block.indicator("order", run.players)
    plays = block.indicator("strategy", len(run.strategies))
    return {
        "places": _shares_of(owns, known, places),
        "strategies": _shares_of(owns, known, plays),
        **_pair_sums(block, k, owns, known, units),
        **_side_sums(block, k, known),
    }


def _shares_of(owns: Array, known: Array, groups: Array) -> ClusterSums:
    """Groups ``i * g + j``: seats of group j in games in which species i was discovered, and how many contributed."""
    members = known[:, :, None] * groups.sum(1)[:, None, :]
    totals = np.einsum("gsk,gsj->gkj", owns.astype(np.int64), groups.astype(np.int64))
    return ClusterSums.of(members.reshape(len(known), -1), totals.reshape(len(known), -1))


def _pair_sums(block: Block, k: int, owns: Array, known: Array, units: Array) -> dict[str, ClusterSums]:
    """Groups of :func:`pairs`: scores, discoveries and turns of all games, win units of those who contributed."""
    pair = pair_codes(block, k)[:, None] == np.arange(len(pairs(range(k))))
    gave = owns.any(2)
    return {
        "pair scores": ClusterSums.of(pair * block.players, pair * block.seat("score").sum(1)[:, None]),
        "pair discovered": ClusterSums.of(pair * len(SIDES), pair * known.sum(1)[:, None]),
        "pair turns": ClusterSums.of(pair, pair * block.game("turns")[:, None]),
        "pair contributors": ClusterSums.of(pair * gave.sum(1)[:, None], pair * (gave * units).sum(1)[:, None]),
    }


def _side_sums(block: Block, k: int, known: Array) -> dict[str, ClusterSums]:
    """Groups ``side * k + species``: scores of all players, and whether the species was discovered."""
    side_is = species_of_sides(block, k)
    lies = np.concatenate([side_is[side] for side in SIDES], axis=1).astype(np.int64)
    return {
        "side scores": ClusterSums.of(lies * block.players, lies * block.seat("score").sum(1)[:, None]),
        "side discovered": ClusterSums.of(lies, lies * np.tile(known, (1, len(SIDES)))),
        "side turns": ClusterSums.of(lies, lies * block.game("turns")[:, None]),
    }


# ---------------------------------------------------------------- tables
def _who_table(run: Run, total: dict[str, ClusterSums], names: Sequence[str]) -> Table:
    """Share of the players of each place, and of each strategy, who contribute to the discovery of a species."""
    heads = [player(s) for s in range(run.players)]
    several = len(run.strategies) > 1
    rows: list[tuple[Cell, ...]] = []
    for i, name in enumerate(names):
        row: list[Cell] = [name]
        groups = [("places", run.players)] + ([("strategies", len(run.strategies))] if several else [])
        for key, width in groups:
            row += [
                group_share(total[key], i * width + j, f"{name}: contributors among {key} {j + 1}", whole=1)
                for j in range(width)
            ]
        rows.append(tuple(row))
    return Table(
        "species-who",
        "Who contributes to the discovery",
        f"n = {counted(run.games, 'game')}; description. Share of the players of a place in the turn order"
        f"{', and of a strategy,' if several else ''} with a marker on a discovery space of the species, in games in "
        "which it was discovered.",
        ("Species", *heads, *(run.strategies if several else ())),
        tuple(rows),
    )


def _pair_table(run: Run, total: dict[str, ClusterSums], found: Species, names: Sequence[str]) -> Table:
    significant = is_significant(found.pair_beyond)
    rows: list[tuple[Cell, ...]] = []
    for p, (i, j) in enumerate(pairs(names)):
        of = f"{names[i]} and {names[j]}"
        rows.append(
            (
                of,
                total["pair scores"].mean(p, POINTS, f"mean score with {of}"),
                found.pair_score[p],
                found.pair_beyond[p],
                "yes" if significant[p] else "no",
                found.pair_spread[p],
                group_share(total["pair discovered"], p, f"species discovered, {of}", whole=1),
                group_share(total["pair contributors"], p, f"contributors with {of}", label="association"),
                total["pair turns"].mean(p, COUNT, f"turns with {of}"),
            )
        )
    return Table(
        "species-pairs",
        "The pairs of species in numbers",
        f"n = {counted(run.games, 'game')}; {found.label}. Against all: mean score minus the mean of all pairs. "
        "Beyond the sum: of the effects of its two species, significant after correction for all pairs. Spread: of "
        "scores within a game. Discovered: share of the two species. Contributors win: players who contributed to "
        "either (association).",
        ("Pair", "Mean score", "Against all", "Beyond the sum", "Significant", "Spread", "Discovered",
         "Contributors win", "Turns"),
        tuple(rows),
    )  # fmt: skip


def _side_table(run: Run, total: dict[str, ClusterSums], names: Sequence[str], label: Label) -> Table:
    """Each species on the left minus the same species on the right."""
    k = len(names)
    points, known, turns = total["side scores"], total["side discovered"], total["side turns"]
    of = [f"{name} left minus right" for name in names]
    scores = [points.difference(i, k + i, POINTS_DIFFERENCE, f"mean score, {of[i]}", label=label) for i in range(k)]
    found = [share_difference(known, i, k + i, f"discovered, {of[i]}", whole=1, label=label) for i in range(k)]
    rows: list[tuple[Cell, ...]] = []
    for i, name in enumerate(names):
        left, right = (
            group_share(known, side * k + i, f"{name} discovered, {SIDES[side]}", whole=1) for side in (0, 1)
        )
        rows.append((name, left, right, found[i], scores[i], turns.mean(i, COUNT, f"turns, {name} left"),
                     turns.mean(k + i, COUNT, f"turns, {name} right")))  # fmt: skip
    significant = sum(is_significant([*scores, *found]))
    title = "No species demonstrably depends on its side"
    if significant:
        title = f"Left or right: {significant} of {2 * k} differences are significant"
    return Table(
        "species-sides",
        title,
        f"n = {counted(run.games, 'game')}; {label}. The same species on the left minus on the right: share of games "
        "in which it is discovered, and mean score of all players. The title corrects for all species.",
        ("Species", "Discovered left", "Discovered right", "Left minus right", "Score, left minus right",
         "Turns, left", "Turns, right"),
        tuple(rows),
    )  # fmt: skip
