"""Gold scoring tiles: which are marked, on which place, and how that goes with winning; what the drawn side changes.

The side that is up is drawn at random: its differences are *effects*. Which tiles a player marks is an *association*.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.comparisons import Comparison, seat_rate, with_without
from seti_sim.analysis.content import Cell, Item, Note, Section, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE
from seti_sim.analysis.families import share_findings
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import group_share, win_units
from seti_sim.analysis.views import comparison_chart, comparison_table

TILES: Final = {
    "tech": ("Technology tile", "kinds", "pairs"),
    "mission": ("Mission tile", "missions", "pairs"),
    "income": ("Income tile", "kinds", "most"),
    "other": ("Other tile", "traces", "wins and figures"),
}
SIDES: Final = ("a", "b")
MAX_RANK: Final = 4
SHOWN: Final = "Win share of players who marked the tile minus those who did not, in games that show the side"


def gold(run: Run) -> Section:
    """The section on gold tiles."""
    names = [f"{tile[0]} ({side})" for tile in TILES.values() for side in tile[1:]]
    compared = _by_side(run, names)
    items: list[Item] = [
        Note("Each game shows one side of each gold tile, drawn at random; players mark tiles at milestones."),
        comparison_chart(run, "gold-wins", "gold tile", SHOWN, compared),
        comparison_table(run, "gold-sides", "Gold tiles by side", compared, " Games in which that side is up."),
        _rank_table(run),
        _side_table(run),
    ]  # fmt: skip
    keys = [f"{tile}.{side}" for tile in TILES for side in SIDES]

    def sentence(name: str, more: bool) -> str:
        return (
            f"Players who mark the {name[0].lower() + name[1:]}, win {'more' if more else 'less'} often than the others"
        )

    return Section("gold", "Gold tiles", tuple(items), tuple(share_findings(run, "gold", keys, compared, sentence)))


def _by_side(run: Run, names: list[str]) -> list[Comparison]:
    """Seats that marked a tile against those that did not, among the games that show the side."""
    columns = [f"gold_{tile}" for tile in TILES]

    def marked(block: Block) -> Array:
        return block.seats(columns) > 0

    def showing(code: int) -> Callable[[Block], Array]:
        return lambda block: np.stack([block.game(column) == code for column in columns], axis=1)

    first, second = (
        with_without(run, names[code::2], marked, columns, showing(code), columns) for code in range(len(SIDES))
    )
    return [item for pair in zip(first, second, strict=True) for item in pair]


def _rank_table(run: Run) -> Table:
    """Win share by the place of the marker on the tile."""
    columns = [f"gold_{tile}" for tile in TILES]

    def sums(block: Block) -> dict[str, Any]:
        ranks = block.seats(columns)[..., None] == np.arange(1, MAX_RANK + 1)
        flat = ranks.reshape(block.games, block.players, -1)
        return {"ranks": ClusterSums.of_seats(flat, win_units(block.seat("winners")))}

    ranks: ClusterSums = run.fold(sums, [*columns, "winners"])["ranks"]
    rows: list[tuple[Cell, ...]] = []
    for t, (name, _, _) in enumerate(TILES.values()):
        at = [t * MAX_RANK + r for r in range(run.players)]
        rates = [seat_rate(ranks, i, run.players, f"seats on {name}") for i in at]
        wins = [group_share(ranks, i, f"markers on {name}", label="association") for i in at]
        rows.append((name, *(cell for pair in zip(rates, wins, strict=True) for cell in pair)))
    heads = [head for r in range(1, run.players + 1) for head in (f"Marker {r}: players", "win")]
    return Table(
        "gold-ranks",
        "First, second and later markers",
        f"n = {counted(run.games, 'game')}; association. Share of players with that marker, and their win share.",
        ("Tile", *heads),
        tuple(rows),
    )


def _side_table(run: Run) -> Table:
    """What the side that is up changes: gold points and scores of all players."""
    columns = [f"gold_{tile}" for tile in TILES]

    def sums(block: Block) -> dict[str, Any]:
        sides = np.stack([block.game(column) == code for column in columns for code in range(2)], axis=1).astype(
            np.int64
        )
        return {
            key: ClusterSums.of(sides * block.players, sides * block.seat(key).sum(1)[:, None])
            for key in ("points_gold_tile", "score")
        }

    total = run.fold(sums, ["points_gold_tile", "score"], columns)
    rows = tuple(
        (
            name,
            f"{one} minus {other}",
            total["points_gold_tile"].difference(
                2 * t, 2 * t + 1, POINTS_DIFFERENCE, f"gold points, {name}", label="effect"
            ),
            total["score"].difference(2 * t, 2 * t + 1, POINTS_DIFFERENCE, f"score, {name}", label="effect"),
        )
        for t, (name, one, other) in enumerate(TILES.values())
    )
    return Table(
        "gold-effects",
        "What the side that is up changes",
        f"n = {counted(run.games, 'game')}; effect. First side minus second side, points of a player.",
        ("Tile", "Sides", "Points from gold tiles", "Final score"),
        rows,
    )
