"""Gold tiles and milestones over time: when markers are placed, by which milestone, and what they score.

Milestones are reached by scoring, so who reaches one early is who scores early: win shares here are *associations*.
"""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import BatchSums, ClusterSums
from seti_sim.analysis.content import Cell, Item, Stacked, Table
from seti_sim.analysis.estimate import COUNT, POINTS, ROUND, SHARE, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.names import ORDINALS, caption, counted
from seti_sim.analysis.shares import group_share, share, win_units
from seti_sim.analysis.timing import MOST_GAMES, PARTS, ROUNDS, Timing, timing_chart, timings
from seti_sim.analysis.views import if_kept

TILES: Final = {
    "tech": ("Technology tile", "sets of three types", "pairs of technologies"),
    "mission": ("Mission tile", "missions", "pairs of missions and end-of-game cards"),
    "income": ("Income tile", "sets of three incomes", "the larger of credit and energy income"),
    "other": ("Fourth tile", "sets of three traces", "sector wins with orbiters or landers"),
}
"""Each gold tile by its column: its name and what its sides a and b score."""
TILE_NAMES: Final = tuple(tile[0] for tile in TILES.values())
SIDES: Final = ("a", "b")
MILESTONES: Final = ("neutral_1", "neutral_2", "gold_1", "gold_2", "gold_3")
NEUTRAL: Final = MILESTONES[:2]
GOLD: Final = MILESTONES[2:]
MAX_TURNS: Final = 128
RANKS: Final = tuple(f"gold_{tile}" for tile in TILES)
MARKS: Final = tuple(f"gold_mark_{tile}" for tile in TILES)
MARK_ROUNDS: Final = tuple(f"gold_round_{tile}" for tile in TILES)
POINTS_OF: Final = tuple(f"gold_points_{tile}" for tile in TILES)
REACHED: Final = tuple(f"milestone_round_{name}" for name in MILESTONES)
TURNS: Final = tuple(f"milestone_turn_{name}" for name in MILESTONES)
PLACED: Final = tuple(f"placed_{name}" for name in NEUTRAL)


def milestone_items(run: Run) -> tuple[Item, ...]:
    """When gold tiles are marked and milestones reached, or notes that the run lacks them."""
    run = run.head(MOST_GAMES)
    tiles = if_kept(
        run, "seats", (*MARKS, *MARK_ROUNDS, *POINTS_OF), "the rounds and points of gold markers", lambda: _tiles(run)
    )
    milestones = if_kept(
        run, "seats", (*REACHED, *TURNS, *PLACED), "the rounds in which milestones are reached", lambda: _reached(run)
    )
    return (*tiles, *milestones)


def milestone_names(run: Run) -> tuple[str, ...]:
    """``20 points (neutral)`` and so on, by their scores where the manifest has them."""
    known = run.manifest.dictionaries.get("milestones", ())
    if len(known) != len(MILESTONES):
        known = tuple(f"{ORDINALS[i % 2 if i < 2 else i - 2]} {'neutral' if i < 2 else 'gold'}" for i in range(5))
        return tuple(f"{name[0].upper()}{name[1:]} milestone" for name in known)
    return tuple("{} points ({})".format(*name.split()) for name in known)


# ---------------------------------------------------------------- gold tiles
def _tiles(run: Run) -> tuple[Item, ...]:
    total = run.fold(_marker_sums, [*RANKS, *MARKS, *MARK_ROUNDS, *POINTS_OF, "winners"], RANKS)
    return _marker_chart(run, total), _marker_table(run, total), _tile_table(run, total)


def _marker_sums(block: Block) -> dict[str, Any]:
    """Markers by tile and rank: their rounds, milestones and points; then by tile and side."""
    ranks, rounds, marks = block.seats(RANKS), block.seats(MARK_ROUNDS), block.seats(MARKS)
    points, units = block.seats(POINTS_OF), win_units(block.seat("winners"))
    at = ranks[..., None] == np.arange(1, block.players + 1)  # (games, players, tiles, ranks)
    flat = (block.games, -1)
    sides = np.stack([block.game(column)[:, None] == np.arange(len(SIDES)) for column in RANKS], axis=1)
    shown = sides.reshape(flat)
    marked, users = ranks > 0, (ranks > 0).sum(1)
    return {
        "rounds": (at[..., None] & (rounds[:, :, :, None, None] == np.arange(1, ROUNDS + 1))).any(1).sum(0),
        "placed": at.any(1).sum(0),
        "marks": (at[..., None] & (marks[:, :, :, None, None] == np.arange(1, len(GOLD) + 1))).sum((0, 1)),
        "points": BatchSums.of([at.sum(1).reshape(flat)], [(at * points[..., None]).sum(1).reshape(flat)]),
        "wins": BatchSums.of([at.sum(1).reshape(flat)], [(at * units[:, :, None, None]).sum(1).reshape(flat)]),
        "shown": shown.sum(0),
        "used": BatchSums.of([shown], [(sides * users[..., None]).reshape(flat)]),
        "any": (sides & (users > 0)[..., None]).sum(0).ravel(),
        "several": (sides & (users > 1)[..., None]).sum(0).ravel(),
        "value": BatchSums.of(
            [(sides * users[..., None]).reshape(flat)],
            [(sides * (marked * points).sum(1)[..., None]).reshape(flat)],
        ),
    }


def _marker_chart(run: Run, total: dict[str, Any]) -> Stacked:
    names, cells = [], []
    for t, tile in enumerate(TILE_NAMES):
        for rank in range(run.players):
            counts = total["rounds"][t, rank]
            name = f"{tile}, {ORDINALS[rank]} marker"
            numbers = [*counts.tolist(), run.games - int(total["placed"][t, rank])]
            names.append(name)
            cells.append(
                tuple(share(int(n), run.games, f"games, {name}, {p}") for n, p in zip(numbers, PARTS, strict=True))
            )
    medians = [median_of_counts(total["rounds"][t, 0], 1, ROUND, tile) for t, tile in enumerate(TILE_NAMES)]
    defined = [(figure.value, tile) for figure, tile in zip(medians, TILE_NAMES, strict=True) if figure.defined]
    title = "No gold tile is marked"
    if defined:
        value, first = min(defined)
        title = f"The {first.lower()} is marked first, in round {value:g} in the middle of all games"
    return Stacked(
        "gold-rounds",
        title,
        "Games by the round in which the first, second and later markers of each gold tile are placed",
        caption(run.games, run.players, "description"),
        tuple(names),
        PARTS,
        tuple(cells),
        "Share of games",
        ordered=True,
    )


def _marker_table(run: Run, total: dict[str, Any]) -> Table:
    heads = [name.split(" (")[0] for name in milestone_names(run)[len(NEUTRAL) :]]
    rows: list[tuple[Cell, ...]] = []
    for t, tile in enumerate(TILE_NAMES):
        for rank in range(run.players):
            name = f"{tile}, {ORDINALS[rank]} marker"
            counts, marks = total["rounds"][t, rank], total["marks"][t, rank]
            i, n = t * run.players + rank, int(marks.sum())
            points: ClusterSums = total["points"][i]
            rows.append(
                (
                    name,
                    share(int(total["placed"][t, rank]), run.games, f"games, {name}"),
                    median_of_counts(counts, 1, ROUND, f"round of the {name}"),
                    *(share(int(mark), n, f"markers, {name}, {head}") for mark, head in zip(marks, heads, strict=True)),
                    points.mean(0, POINTS, f"points of the {name}"),
                    group_share(total["wins"][i], 0, f"wins with the {name}", label="association"),
                )
            )
    return Table(
        "gold-timing",
        "When the gold tiles are marked, and what a marker scores",
        f"n = {counted(run.games, 'game')}; description, wins are associations. Games with that marker; its median "
        "round; at which milestone it is placed, as shares of these markers; the points it scores in the end.",
        ("Marker", "Games", "Median round", *heads, "Points", "Wins"),
        tuple(rows),
    )


def _tile_table(run: Run, total: dict[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for i, name in enumerate(f"{tile[0]} ({side})" for tile in TILES.values() for side in tile[1:]):
        shown, used = int(total["shown"][i]), int(total["any"][i])
        rows.append(
            (
                name,
                share(shown, run.games, f"games that show {name}"),
                total["used"][i].mean(0, COUNT, f"markers on {name}"),
                share(used, shown, f"games that show {name}, marked"),
                share(int(total["several"][i]), used, f"games, {name} contested"),
                total["value"][i].mean(0, POINTS, f"points of a marker on {name}"),
            )
        )
    return Table(
        "gold-use",
        "How much each side of a gold tile is used",
        f"n = {counted(run.games, 'game')}; description. Markers, shares and points in games that show the side. "
        "Contested: marked by several players, share of the games in which it is marked.",
        ("Tile", "Games that show it", "Markers a game", "Marked", "Contested", "Points of a marker"),
        tuple(rows),
    )


# ---------------------------------------------------------------- milestones
def _reached(run: Run) -> tuple[Item, ...]:
    names = milestone_names(run)
    found = timings(run, names, REACHED)
    columns = [*REACHED, *TURNS, *PLACED, *MARKS, *POINTS_OF, "winners"]
    total = run.fold(_milestone_sums, columns)
    last = found[-1].reached
    return (
        timing_chart(
            run,
            "milestones-rounds",
            f"{last.text} of the players reach {names[-1].split(' (')[0]} before final scoring",
            "Players by the round in which they reach each milestone",
            found,
        ),
        _milestone_table(run, found, total),
    )


def _milestone_sums(block: Block) -> dict[str, Any]:
    turns, placed = block.seats(TURNS), block.seats(PLACED)
    units = win_units(block.seat("winners"))
    reached = block.seats(REACHED) > 0
    earliest = np.where(reached, turns, MAX_TURNS)
    first = reached & (earliest == earliest.min(1, keepdims=True))
    marks, points = block.seats(MARKS), block.seats(POINTS_OF)
    by_mark = marks[..., None] == np.arange(1, len(GOLD) + 1)
    counts = np.stack(
        [np.bincount(turns[..., m][reached[..., m]], minlength=MAX_TURNS) for m in range(len(MILESTONES))]
    )
    users = reached.sum(1)
    return {
        "turns": counts,
        "first": BatchSums.of([first.sum(1)], [(first * units[..., None]).sum(1)]),
        "several": (users > 1).sum(0),
        "any": (users > 0).sum(0),
        "placed": BatchSums.of([users[:, : len(NEUTRAL)]], [placed.sum(1)]),
        "points": BatchSums.of([by_mark.sum((1, 2))], [(by_mark * points[..., None]).sum((1, 2))]),
    }


def _milestone_table(run: Run, found: list[Timing], total: dict[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for m, item in enumerate(found):
        name = item.name
        worth: tuple[Estimate, Estimate]
        if m < len(NEUTRAL):
            placed = group_share(total["placed"][m], 0, f"of reaching {name}, a nonplayer marker", whole=1)
            worth = placed, Estimate.undefined(POINTS, f"points of the marker of {name}")
        else:
            points = total["points"][m - len(NEUTRAL)].mean(0, POINTS, f"points of the marker of {name}")
            worth = Estimate.undefined(SHARE, f"nonplayer markers of {name}"), points
        rows.append(
            (
                name,
                item.reached,
                item.median,
                item.mean,
                median_of_counts(total["turns"][m], 0, COUNT, f"own turns until {name}"),
                share(int(total["several"][m]), int(total["any"][m]), f"games, {name} by several players"),
                *worth,
                group_share(total["first"][m], 0, f"wins of the earliest at {name}", label="association"),
            )
        )
    return Table(
        "milestones",
        "Milestones",
        f"n = {counted(run.games, 'game')}; description, wins are associations. Players who reach it, their median and "
        "mean round and their median number of own turns by then. Contested: reached by several players, share of the "
        "games in which anybody does. Nonplayer marker: share of those reaching a neutral milestone who put one down. "
        "Points: what the gold marker of the milestone scores in the end. Earliest: those with the fewest own turns.",
        ("Milestone", "Players", "Median round", "Mean round", "Median turn", "Contested", "Nonplayer marker", "Points",
         "The earliest win"),
        tuple(rows),
    )  # fmt: skip
