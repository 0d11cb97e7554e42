"""Gold scoring tiles: which are marked, on which place, and how that goes with winning; what the drawn side changes.

The side that is up is drawn at random: its differences are *effects*. Which tiles a player marks is an *association*,
and since marks are made at 25, 50 and 70 points, more marks go with more points whatever the tiles are worth. So a tile
is judged among players with the same number of marks.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums
from seti_sim.analysis.comparisons import Comparison, seat_rate
from seti_sim.analysis.content import Cell, Finding, Item, Note, Section, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.families import SMALLEST_POINTS, is_significant, robustness, share_findings
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.manifest import DRAWN
from seti_sim.analysis.milestones import SIDES, TILES, milestone_items
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import group_share, share_difference, win_units
from seti_sim.analysis.significance import games_to_settle
from seti_sim.analysis.strata import within_strata
from seti_sim.analysis.views import comparison_chart, comparison_table

COLUMNS: Final = tuple(f"gold_{tile}" for tile in TILES)
NAMES: Final = tuple(f"{tile[0]} ({side})" for tile in TILES.values() for side in tile[1:])
MAX_RANK: Final = 4
SHOWN: Final = "Win share of players who marked the tile minus players with as many marks who did not"
AMONG: Final = " In games that show the side. Among equals: players of one strategy with as many marks."
SPREAD: Final = 20.0
"""Points: a usual standard deviation of scores within a game, the yardstick for differences in points."""


@dataclass(frozen=True)
class Gold:
    """What is compared, by tile and side; ``points`` and ``scores`` are first minus second side, by tile."""

    compared: list[Comparison]
    ranks: ClusterSums
    points: list[Estimate]
    scores: list[Estimate]
    findings: tuple[Finding, ...]


def gold(run: Run) -> Section:
    """The section on gold tiles."""
    found = gold_figures(run)
    items: tuple[Item, ...] = (
        Note(_how_laid(run)),
        comparison_chart(run, "gold-wins", "gold tile", SHOWN, found.compared),
        comparison_table(run, "gold-sides", "Gold tiles by side", found.compared, AMONG),
        _rank_table(run, found.ranks),
        _side_table(run, found.points, found.scores),
        *milestone_items(run),
    )
    return Section("gold", "Gold tiles and milestones", items, found.findings)


def gold_figures(run: Run) -> Gold:
    """What is compared in the section."""
    columns = [*COLUMNS, "winners", "points_gold_tile", "score", "strategy"]
    total = run.fold(lambda block: _sums(block, len(run.strategies)), columns, COLUMNS)
    equals = within_strata(run, NAMES, _marked, _strata, [*COLUMNS, "strategy"], _sides, COLUMNS)
    asked = _equals_by_strategy(run)
    compared = [
        _compare(total["choice"][i], total["marked"], i, equals[i], tuple((name, found[i]) for name, found in asked))
        for i in range(len(NAMES))
    ]
    points, scores = _effects(total["points_gold_tile"], "gold points"), _effects(total["score"], "score")
    keys = [f"{tile}_{side}" for tile in TILES for side in SIDES]

    def sentence(name: str, more: bool) -> str:
        word = "more" if more else "less"
        return f"Players who mark the {name[0].lower() + name[1:]} win {word} often than others with as many marks"

    findings = share_findings(run, "gold", keys, compared, sentence)
    sides = _side_findings(run, scores, _scores_by_strategy(run, total))
    return Gold(compared, total["ranks"], points, scores, tuple(findings + sides))


def _how_laid(run: Run) -> str:
    """Which sides are up, in words."""
    fixed = f" but for those this run fixed ({run.manifest.fixed})" if set(run.manifest.gold) != {DRAWN} else ""
    return f"Each game shows one side of each gold tile, drawn at random{fixed}; players mark tiles at milestones."


# ---------------------------------------------------------------- sums of a block
def _sums(block: Block, strategies: int) -> dict[str, Any]:
    plays = block.indicator("strategy", strategies)
    ranks, marked, sides = block.seats(COLUMNS), _marked(block), _sides(block)
    units = win_units(block.seat("winners"))
    by_rank = (ranks[..., None] == np.arange(1, MAX_RANK + 1)).reshape(block.games, block.players, -1)
    return {
        "choice": _choice(marked, sides, units),
        "marked": ClusterSums.of(sides * block.players, sides * marked.sum(1)),
        "ranks": ClusterSums.of_seats(by_rank, units),
        "points_gold_tile": _by_side(block, sides, "points_gold_tile", 1),
        "score": _by_side(block, sides, "score", 1),
    } | {f"score {code}": _by_side(block, sides, "score", plays[..., code]) for code in range(strategies)}


def _choice(marked: Array, sides: Array, units: Array) -> BatchSums:
    """Seats that marked the tile (group 0) and those that did not (group 1), in games that show the side."""
    members, totals = marked.sum(1) * sides, (marked * units[..., None]).sum(1) * sides
    return BatchSums.of([members, sides * units.shape[1] - members], [totals, sides * units.sum(1)[:, None] - totals])


def _marked(block: Block) -> Array:
    """Whether the seat marked the tile, once for each side of it, (games, players, tiles and sides)."""
    return np.repeat(block.seats(COLUMNS) > 0, len(SIDES), axis=-1)


def _sides(block: Block) -> Array:
    """Whether the game shows the side of the tile, (games, tiles and sides)."""
    return np.stack([block.game(column) == code for column in COLUMNS for code in range(len(SIDES))], axis=1)


def _strata(block: Block) -> Array:
    """Strategy and number of marks; -1 for seats without a mark."""
    marks = (block.seats(COLUMNS) > 0).sum(-1)
    return np.where(marks > 0, block.seat("strategy") * (len(TILES) + 1) + marks, -1)


def _by_side(block: Block, sides: Array, column: str, who: Array | int) -> ClusterSums:
    """Means of a column by side, of the seats that ``who`` marks with 1."""
    values = block.seat(column)
    members = np.broadcast_to(who, values.shape).sum(1)
    return ClusterSums.of(sides * members[:, None], sides * (values * who).sum(1)[:, None])


# ---------------------------------------------------------------- figures
def _equals_by_strategy(run: Run) -> list[tuple[str, list[Estimate]]]:
    """Marked minus not among players with as many marks, of each strategy by itself; none where all play the same."""
    if len(run.strategies) == 1:
        return []
    found = []
    for code, name in enumerate(run.strategies):

        def strata(block: Block, code: int = code) -> Array:
            return np.where(block.seat("strategy") == code, _strata(block), -1)

        names = [f"{name}: {tile}" for tile in NAMES]
        found.append((name, within_strata(run, names, _marked, strata, [*COLUMNS, "strategy"], _sides, COLUMNS)))
    return found


def _scores_by_strategy(run: Run, total: dict[str, Any]) -> list[tuple[str, list[Estimate]]]:
    """What the sides change for the players of each strategy; none where all play the same."""
    if len(run.strategies) == 1:
        return []
    return [(name, _effects(total[f"score {code}"], f"{name}: score")) for code, name in enumerate(run.strategies)]


def _compare(
    choice: ClusterSums, marked: ClusterSums, i: int, equals: Estimate, by_strategy: tuple[tuple[str, Estimate], ...]
) -> Comparison:
    """A tile and side: seats that marked it against those that did not, in games that show it."""
    name = NAMES[i]
    return Comparison(
        name,
        group_share(marked, i, f"seats that marked {name}", whole=1),
        group_share(choice, 0, f"wins of seats that marked {name}"),
        group_share(choice, 1, f"wins of seats that did not mark {name}"),
        share_difference(choice, 0, 1, f"win share, marked minus not, {name}"),
        equals,
        by_strategy,
    )


def _effects(sums: ClusterSums, what: str) -> list[Estimate]:
    """First minus second side of each tile, for the points of a player."""
    return [
        sums.difference(2 * t, 2 * t + 1, POINTS_DIFFERENCE, f"{what}, {tile[1]} minus {tile[2]}", label="effect")
        for t, tile in enumerate(TILES.values())
    ]


# ---------------------------------------------------------------- what is shown
def _rank_table(run: Run, ranks: ClusterSums) -> Table:
    """Win share by the place of the marker on the tile."""
    rows: list[tuple[Cell, ...]] = []
    for t, (name, _, _) in enumerate(TILES.values()):
        at = [t * MAX_RANK + r for r in range(run.players)]
        rates = [seat_rate(ranks, i, run.players, f"seats on {name}") for i in at]
        wins = [group_share(ranks, i, f"markers on {name}", label="association") for i in at]
        rows.append((name, *(cell for pair in zip(rates, wins, strict=True) for cell in pair)))
    heads = [head for r in range(1, run.players + 1) for head in (f"Marker {r}: players", f"Marker {r}: win")]
    return Table(
        "gold-ranks",
        "First, second and later markers",
        f"n = {counted(run.games, 'game')}; association. Share of players with that marker, and their win share.",
        ("Tile", *heads),
        tuple(rows),
    )


def _side_table(run: Run, points: list[Estimate], scores: list[Estimate]) -> Table:
    """What the side that is up changes: gold points and scores of all players."""
    rows: list[tuple[Cell, ...]] = [
        (name, f"{one} minus {other}", points[t], scores[t]) for t, (name, one, other) in enumerate(TILES.values())
    ]
    return Table(
        "gold-effects",
        "What the side that is up changes",
        f"n = {counted(run.games, 'game')}; effect. First side minus second side, points of a player.",
        ("Tile", "Sides", "Points from gold tiles", "Final score"),
        tuple(rows),
    )


def _side_findings(run: Run, scores: list[Estimate], by_strategy: list[tuple[str, list[Estimate]]]) -> list[Finding]:
    """A finding for the side of each tile."""
    findings = []
    for t, (tile, (name, one, other)) in enumerate(TILES.items()):
        figure, significant = scores[t], is_significant(scores)[t]
        answers = tuple((strategy, found[t]) for strategy, found in by_strategy)
        if figure.value is None:
            continue
        word = "more" if figure.value > 0 else "less"
        findings.append(
            Finding(
                f"gold.side.{tile}",
                f"All players score {word} where the {name.lower()} counts {one} than where it counts {other}",
                figure,
                abs(figure.value) / SPREAD,
                significant,
                robustness(answers),
                answers,
                0 if significant else games_to_settle(figure, SMALLEST_POINTS, run.games),
                "1 point of score",
            )
        )
    return findings
