"""Gold scoring tiles: which are marked, on which place, and how that goes with winning; what the drawn side changes.

The side that is up is drawn at random: its differences are *effects*. Which tiles a player marks is an *association*,
and since marks are made at 25, 50 and 70 points, more marks go with more points whatever the tiles are worth. So a tile
is judged among players with the same number of marks.
"""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.comparisons import Comparison, seat_rate
from seti_sim.analysis.content import Cell, Finding, Item, Note, Section, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE, Estimate
from seti_sim.analysis.families import SMALLEST_POINTS, settled, share_findings
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import group_share, share_contrast, win_units
from seti_sim.analysis.significance import games_to_settle
from seti_sim.analysis.views import comparison_chart, comparison_table

TILES: Final = {
    "tech": ("Technology tile", "kinds", "pairs"),
    "mission": ("Mission tile", "missions", "pairs"),
    "income": ("Income tile", "kinds", "most"),
    "other": ("Fourth tile", "traces", "wins and figures"),
}
SIDES: Final = ("a", "b")
COLUMNS: Final = tuple(f"gold_{tile}" for tile in TILES)
NAMES: Final = tuple(f"{tile[0]} ({side})" for tile in TILES.values() for side in tile[1:])
MAX_RANK: Final = 4
MAX_MARKS: Final = 3
SHOWN: Final = "Win share of players who marked the tile minus players with as many marks who did not"
AMONG: Final = " Among players with the same number of marks, in games that show the side."
SPREAD: Final = 20.0
"""Points: a usual standard deviation of scores within a game, the yardstick for differences in points."""


def gold(run: Run) -> Section:
    """The section on gold tiles."""
    total = run.fold(_sums, [*COLUMNS, "winners", "points_gold_tile", "score"], COLUMNS)
    compared = [_compare(total["choice"], total["marked"], i) for i in range(len(NAMES))]
    points, scores = _effects(total["points_gold_tile"], "gold points"), _effects(total["score"], "score")
    items: tuple[Item, ...] = (
        Note("Each game shows one side of each gold tile, drawn at random; players mark tiles at milestones."),
        comparison_chart(run, "gold-wins", "gold tile", SHOWN, compared),
        comparison_table(run, "gold-sides", "Gold tiles by side", compared, AMONG),
        _rank_table(run, total["ranks"]),
        _side_table(run, points, scores),
    )
    keys = [f"{tile}_{side}" for tile in TILES for side in SIDES]

    def sentence(name: str, more: bool) -> str:
        word = "more" if more else "less"
        return f"Players who mark the {name[0].lower() + name[1:]} win {word} often than others with as many marks"

    findings = share_findings(run, "gold", keys, compared, sentence)
    return Section("gold", "Gold tiles", items, tuple(findings + _side_findings(run, scores)))


# ---------------------------------------------------------------- sums of a block
def _sums(block: Block) -> dict[str, Any]:
    ranks = block.seats(COLUMNS)
    units = win_units(block.seat("winners"))
    sides = np.stack([block.game(column) == code for column in COLUMNS for code in range(2)], axis=1)
    by_rank = (ranks[..., None] == np.arange(1, MAX_RANK + 1)).reshape(block.games, block.players, -1)
    return {
        "choice": ClusterSums.of_seats(_choices(ranks > 0, sides), units),
        "marked": ClusterSums.of(sides * block.players, sides * np.repeat((ranks > 0).sum(1), len(SIDES), axis=1)),
        "ranks": ClusterSums.of_seats(by_rank, units),
        "points_gold_tile": _by_side(block, sides, "points_gold_tile"),
        "score": _by_side(block, sides, "score"),
    }


def _choices(marked: Array, sides: Array) -> Array:
    """Groups (tile and side, number of marks 1 to 3, marked or not) of every seat, flattened, 0/1."""
    marks = marked.sum(-1)
    stratum = marks[..., None] == np.arange(1, MAX_MARKS + 1)  # (games, players, marks)
    tile = np.repeat(marked, len(SIDES), axis=-1)  # (games, players, tiles and sides)
    shown = np.broadcast_to(sides[:, None, :], tile.shape)
    chose = np.stack([tile & shown, ~tile & shown], axis=-1)  # (games, players, tiles and sides, 2)
    groups = chose[..., :, None, :] & stratum[..., None, :, None]
    return np.asarray(groups.reshape(*marks.shape, -1))


def _by_side(block: Block, sides: Array, column: str) -> ClusterSums:
    return ClusterSums.of(sides * block.players, sides * block.seat(column).sum(1)[:, None])


# ---------------------------------------------------------------- figures
def _compare(sums: ClusterSums, marked: ClusterSums, i: int) -> Comparison:
    """A tile and side: seats that marked it against seats with as many marks that did not.

    The strata are weighted by the seats that marked it; those in which nobody did or nobody did not are left out.
    """
    name = NAMES[i]
    at = np.arange(i * MAX_MARKS * 2, (i + 1) * MAX_MARKS * 2).reshape(MAX_MARKS, 2)
    usable = at[(sums.m[at] > 0).all(1)]
    having, lacking = np.zeros(len(sums.m)), np.zeros(len(sums.m))
    if len(usable):
        weights = sums.m[usable[:, 0]] / sums.m[usable[:, 0]].sum()
        having[usable[:, 0]], lacking[usable[:, 1]] = weights, weights
    return Comparison(
        name,
        group_share(marked, i, f"seats that marked {name}", whole=1),
        share_contrast(sums, having, f"wins of seats that marked {name}", unit=SHARE),
        share_contrast(sums, lacking, f"wins of others with as many marks as on {name}", unit=SHARE),
        share_contrast(sums, having - lacking, f"win share, marked minus not, {name}"),
        (),
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


def _side_findings(run: Run, scores: list[Estimate]) -> list[Finding]:
    """A finding for the side of each tile."""
    findings = []
    for (tile, (name, one, other)), figure, stands in zip(TILES.items(), scores, settled(scores), strict=True):
        if figure.value is None:
            continue
        word = "more" if figure.value > 0 else "less"
        findings.append(
            Finding(
                f"gold.side.{tile}",
                f"All players score {word} with the {one} side of the {name.lower()} than with its {other} side",
                figure,
                abs(figure.value) / SPREAD,
                stands,
                "cannot tell yet",
                (),
                0 if stands else games_to_settle(figure, SMALLEST_POINTS, run.games),
                "1 point of score",
            )
        )
    return findings
