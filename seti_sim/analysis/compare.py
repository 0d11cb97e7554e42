"""A comparison in words, tables and the data of charts."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from seti_sim.analysis.blocks import BlockTable
from seti_sim.analysis.content import Cell, DotPlot, HeatMap, Item, Note, Panel, Section, Series, Table
from seti_sim.analysis.contest import Contest, cycles
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import SMALLEST_POINTS, SMALLEST_SHARE
from seti_sim.analysis.headlines import round_up
from seti_sim.analysis.names import counted, listed, player
from seti_sim.analysis.significance import games_to_settle

SIGNIFICANT: Final = "significant"
OPEN: Final = "inconclusive"


def comparison_section(found: Contest) -> Section:
    """The section of a comparison: what it says in words, four tables, the matrix and the ratings."""
    notes = [Note(text) for text in sentences(found)]
    items: list[Item] = [*notes, strategy_table(found), matrix_table(found), pair_table(found), seat_table(found)]
    items.append(ahead_map(found))
    if any(figure.defined for figure in found.ratings):
        items.append(rating_chart(found))
    return Section("compare", "Comparison of strategies", tuple(items))


def sample(table: BlockTable) -> str:
    """For captions: blocks are the independent unit."""
    return (
        f"n = {counted(table.blocks, 'block')} of {counted(table.strategy.shape[1], 'game')} of {table.players} "
        "players; effect"
    )


# ---------------------------------------------------------------- words
def sentences(found: Contest) -> list[str]:
    """What the comparison says: who leads, dominance, circles, what is open, how many strategies share the wins."""
    names = found.table.names
    lines = [_leader(found), *_dominance(found)]
    circles = cycles(found.beats())
    for circle in circles:
        steps = [f"{names[i]} beats {names[j]}" for i, j in zip(circle, [*circle[1:], circle[0]], strict=True)]
        lines.append(f"A circle: {listed(steps)}. No order of strength can say this; read the matrix.")
    if len(names) > 2 and not circles:
        lines.append("No circle among the significant differences.")
    lines += _unrated(found)
    lines += _open(found)
    if found.effective.defined:
        lines.append(
            f"Effective number of winning strategies (inverse Simpson of the win shares): {found.effective.text} of "
            f"{len(names)} (95 % interval {found.effective.interval_text})."
        )
    return lines


def _leader(found: Contest) -> str:
    family = found.strategy_effects
    best = max(range(len(family.figures)), key=lambda i: family.figures[i].value or 0.0)
    if not any(family.significant):
        return "No difference between the strategies' win shares is significant after correction."
    name, share = found.table.names[best], found.wins[best]
    significant = "" if family.significant[best] else "; its lead alone is not significant"
    return f"{name} wins most: {share.text} a seat (95 % interval {share.interval_text}){significant}."


def _dominance(found: Contest) -> list[str]:
    beats, names = found.beats(), found.table.names
    others = len(names) - 1
    dominant = [names[i] for i in range(len(names)) if beats[i].sum() == others]
    lines = [f"{name} dominates: it finishes ahead of every other strategy, each difference is significant."
            for name in dominant]  # fmt: skip
    if not any(found.strategy_effects.significant):  # the sentence before says that no win share does
        lines = [
            f"Meetings at one table compare points in place of wins: there {name} finishes ahead of every other "
            "strategy, each difference is significant."
            for name in dominant
        ]
    if not lines and beats.any():
        lines.append("No strategy dominates: none is ahead of every other with a significant difference.")
    lines += [f"{names[i]} is dominated: every other strategy finishes ahead of it."
             for i in range(len(names)) if others > 1 and beats[:, i].sum() == others]  # fmt: skip
    return lines


def _unrated(found: Contest) -> list[str]:
    if len(found.rated) == 1:
        return []
    names = found.table.names
    rated = found.rated[0]
    alone = [names[i] for members in found.rated[1:] for i in members]
    if len(rated) < 2:
        return ["No ratings: between any two strategies all meetings went one way, which no finite difference fits."]
    named, others = listed([names[i] for i in rated]), listed(alone)
    text = f"Ratings are of {named}: all their meetings with {others} went one way, which no finite difference fits."
    return [text]


def _open(found: Contest) -> list[str]:
    left = [
        i for i, significant in enumerate(found.ahead.significant) if not significant and found.ahead.figures[i].defined
    ]
    if not left:
        return []
    needed = []
    for figures, worth in ((found.ahead.figures, SMALLEST_SHARE), (found.gaps.figures, SMALLEST_POINTS)):
        needed.append(max(games_to_settle(figures[i], worth, found.table.games) for i in left))
    if not all(needed):
        return []
    pairs = "the pair" if len(found.pairs) == 1 else f"{len(left)} of {counted(len(found.pairs), 'pair')}"
    text = f"Who is ahead is inconclusive for {pairs}: detecting one percentage point with 90 % power takes about "
    return [f"{text}{round_up(needed[0]):,} games, one point of score about {round_up(needed[1]):,}."]


# ---------------------------------------------------------------- tables
def strategy_table(found: Contest) -> Table:
    """One row a strategy, the one that wins most first."""
    rows: list[tuple[Cell, ...]] = []
    for i in ranked(found):
        effect = found.strategy_effects
        rows.append(
            (
                found.table.names[i], found.wins[i], found.wins[i].lift(found.table.players), effect.figures[i],
                _yes(effect.significant[i]), found.scores[i], found.ratings[i],
            )
        )  # fmt: skip
    return Table(
        "compare-strategies",
        "Strategies",
        f"{sample(found.table)}. Win share of a seat, ties split; lift: as a multiple of an equal share; against the "
        "mean of the strategies with the seats taken out; corrected within the family. Rating: Plackett-Luce with a "
        "term for the seat, 400 points are odds of ten to one, bootstrap over blocks.",
        ("Strategy", "Win share", "Lift", "Against the mean", "After correction", "Mean score", "Rating"),
        tuple(rows),
    )


def seat_table(found: Contest) -> Table:
    """One row a place in the turn order."""
    effect = found.seat_effects
    rows = tuple(
        (player(i), effect.figures[i], _yes(effect.significant[i]), found.places[i]) for i in range(found.table.players)
    )
    return Table(
        "compare-seats",
        "Seats",
        f"{sample(found.table)}. Win share against an equal share with the strategies taken out; corrected within the "
        "family. Rating: the place's term of the Plackett-Luce model.",
        ("Place in the turn order", "Against an equal share", "After correction", "Rating"),
        rows,
    )


def pair_table(found: Contest) -> Table:
    """One row a pair; the strategy named first is the one that wins more."""
    place = {code: at for at, code in enumerate(ranked(found))}
    rows: list[tuple[Cell, ...]] = []
    for at, pair in enumerate(found.pairs):
        i, j = sorted(pair, key=place.__getitem__)
        rows.append(
            (
                f"{found.table.names[i]} - {found.table.names[j]}", found.ahead_of(i, j),
                _yes(found.ahead.significant[at]), found.gap(i, j), _yes(found.gaps.significant[at]),
            )
        )  # fmt: skip
    return Table(
        "compare-pairs",
        "Pairs",
        f"{sample(found.table)}. Share of meetings at one table in which the first finishes ahead, ties half; score of "
        "the first minus the second, paired by set-up. Corrected within each column.",
        ("Pair", "Ahead", "Ahead after correction", "Score difference", "Score after correction"),
        tuple(rows),
    )


def matrix_table(found: Contest) -> Table:
    """The matrix of who finishes ahead of whom as a table."""
    order = ranked(found)
    names = found.table.names
    rows: list[tuple[Cell, ...]] = [(names[i], *("" if i == j else found.ahead_of(i, j) for j in order)) for i in order]
    return Table(
        "compare-matrix",
        "Who finishes ahead of whom",
        f"{sample(found.table)}. Share of meetings at one table in which the row finishes ahead of the column, ties "
        "half.",
        ("Strategy", *(names[j] for j in order)),
        tuple(rows),
    )


def _yes(yes: bool) -> str:
    return SIGNIFICANT if yes else OPEN


def ranked(found: Contest) -> list[int]:
    """Codes of the strategies, the one that wins most first."""
    return sorted(range(len(found.wins)), key=lambda i: (-(found.wins[i].value or 0.0), i))


# ---------------------------------------------------------------- charts
def ahead_map(found: Contest) -> HeatMap:
    """Who finishes ahead of whom."""
    order = ranked(found)
    names = tuple(found.table.names[i] for i in order)
    cells = tuple(tuple(None if i == j else found.ahead_of(i, j) for j in order) for i in order)
    return HeatMap(
        "compare-ahead",
        _map_title(names, cells),
        "Share of meetings in which the strategy of the row finishes ahead of that of the column; ties count half",
        f"{sample(found.table)}; \N{PLUS-MINUS SIGN} is half a 95 % interval.",
        names,
        names,
        cells,
        ("ahead",),
        0.5,
    )


def _map_title(names: Sequence[str], cells: Sequence[Sequence[Estimate | None]]) -> str:
    values = np.array([[-1.0 if cell is None or cell.value is None else cell.value for cell in row] for row in cells])
    i, j = (int(at) for at in np.unravel_index(values.argmax(), values.shape))
    best = cells[i][j]
    if best is None or best.value is None or best.value <= 0.5:
        return "Nobody finishes ahead of anybody more often than not"
    return f"{names[i]} finishes ahead of {names[j]} in {best.text} of their meetings"


def rating_chart(found: Contest) -> DotPlot:
    """Ratings of the strategies and of the seats on one axis."""
    rated = [i for i in range(len(found.ratings)) if found.ratings[i].defined]
    order = sorted(rated, key=lambda i: -(found.ratings[i].value or 0.0))
    names = tuple(found.table.names[i] for i in order)
    places = tuple(f"seat: {player(i).lower()}" for i in range(found.table.players))
    figures = (*(found.ratings[i] for i in order), *found.places)
    return DotPlot(
        "compare-ratings",
        f"{names[0]} is rated highest: {found.ratings[order[0]].text} Elo points",
        "Plackett-Luce strength in Elo points: strategies against the mean of those rated, seats against the mean seat",
        f"{sample(found.table)}; bars are 95 % intervals, bootstrap over blocks.",
        (Panel("", (*names, *places), (Series("rating", figures),), 0.0),),
        "Elo points",
        "the mean",
    )
