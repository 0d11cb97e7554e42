"""Where points come from: sources and rounds, of winners and of the others, and how scores are spread.

The gap between winners and others is split exactly: the gaps by source sum to the gap in score, and so do the gaps by
round. Winners of a tied game count with 1/k each. Winning follows from points, so these are *associations*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.content import DotPlot, Finding, Histogram, Item, Lines, Panel, Section, Series, Stacked, Table
from seti_sim.analysis.estimate import COSTLY, POINTS, POINTS_DIFFERENCE, POINTS_OR_LOSS, Estimate, largest
from seti_sim.analysis.families import robustness
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import caption, counted, display_name
from seti_sim.analysis.point_gaps import Lead, leading_source
from seti_sim.analysis.shares import share, win_units
from seti_sim.analysis.why import STEPS, TRACK, columns_of_score, parts_of_score

FAMILIES: Final = {
    "Cards": ("card_effect", "card_corner"),
    "Missions and end-of-game cards": ("mission", "endgame_card"),
    "Gold tiles": ("gold_tile",),
    "Planets and moons": ("orbit", "landing", "moon"),
    "Sectors": ("sector_position", "sector_win"),
    "Technologies and computer": ("tech_first", "tech_tile", "computer"),
    "Traces": ("discovery_space", "overflow_space"),
    "Species": ("species_space", "species_card", "species_other", "exertian_end"),
}
OTHER: Final = "Start and other"
WHO: Final = ("winners", "others", "all")
MAX_BINS: Final = 30
OFFSET: Final = 500  # scores from -500 to 3499 have a place in the counts
N_SCORES: Final = 4000
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class Points:
    """Figures by source, by family of sources and by step of the game; rows are winners, others, all."""

    sources: tuple[str, ...]
    by_source: tuple[Row, ...]
    gap_by_source: Row
    families: tuple[str, ...]
    by_family: tuple[Row, ...]
    by_step: tuple[Row, ...]
    gap_by_step: Row
    total: Row
    gap: Estimate
    start: Row
    counts: np.ndarray[Any, Any]  # seats by winners/others and score + OFFSET
    lead: Lead | None  # the source with the largest gap


def points(run: Run) -> Section:
    """The section on points."""
    found = point_figures(run)
    items: tuple[Item, ...] = (
        _family_chart(run, found),
        _gap_chart(run, found),
        _step_chart(run, found),
        _histogram(run, found),
        _source_table(run, found),
        _step_table(run, found),
    )
    return Section("points", "Where points come from", items, tuple(_findings(run, found)))


# ---------------------------------------------------------------- figures
def families_of(sources: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Sources by family; sources without a family are gathered in the last one."""
    known = {source for members in FAMILIES.values() for source in members}
    found = {name: tuple(s for s in members if s in sources) for name, members in FAMILIES.items()}
    found[OTHER] = tuple(source for source in sources if source not in known)
    return {name: members for name, members in found.items() if members}


def point_figures(run: Run) -> Points:
    """All figures of the section, from one pass over the games."""
    sources = run.names("sources")
    families = families_of(sources)
    columns = ["winners", *columns_of_score(sources)]
    total = run.fold(lambda block: _sums(block, sources, families), columns)

    def means(key: str, who: int) -> Estimate:
        sums: ClusterSums = total[key]
        costly = key in COSTLY or key == STEPS[-1] or not set(families.get(key, ())).isdisjoint(COSTLY)
        return sums.mean(who, POINTS_OR_LOSS if costly else POINTS, f"{key} of {WHO[who]}")

    def gap(key: str) -> Estimate:
        sums: ClusterSums = total[key]
        return sums.difference(0, 1, POINTS_DIFFERENCE, f"{key}, winners minus others", label="association")

    return Points(
        sources=sources,
        by_source=tuple(tuple(means(source, who) for source in sources) for who in range(3)),
        gap_by_source=tuple(gap(source) for source in sources),
        families=tuple(families),
        by_family=tuple(tuple(means(name, who) for name in families) for who in range(3)),
        by_step=tuple(tuple(means(step, who) for step in STEPS) for who in range(3)),
        gap_by_step=tuple(gap(step) for step in STEPS),
        total=tuple(means("score", who) for who in range(3)),
        gap=gap("score"),
        start=tuple(means("start", who) for who in range(3)),
        counts=total["counts"],
        lead=leading_source(run, sources),
    )


def _sums(block: Block, sources: Sequence[str], families: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    units, score = win_units(block.seat("winners")), block.seat("score")
    lost = (units == 0).astype(np.int64)
    groups = np.stack([units, lost, np.ones_like(lost)], axis=-1)
    parts = parts_of_score(block, sources)
    values = {source: parts[f"points_{source}"] for source in sources} | {step: parts[step] for step in STEPS}
    values |= {name: np.sum([values[s] for s in members], axis=0) for name, members in families.items()}
    values |= {"score": score, "start": block.seat(TRACK[0])}
    found: dict[str, Any] = {name: ClusterSums.of_seats(groups, value) for name, value in values.items()}
    code = np.clip(score + OFFSET, 0, N_SCORES - 1) + N_SCORES * lost
    found["counts"] = np.bincount(code.ravel(), minlength=2 * N_SCORES).reshape(2, N_SCORES)
    return found


# ---------------------------------------------------------------- charts
def _family_chart(run: Run, found: Points) -> Stacked:
    title = "Points by source of winners and others"
    if found.gap.defined:
        title = f"Winners score {found.gap.text.lstrip('+')} points more than the others"
    return Stacked(
        "points-sources",
        title,
        "Mean points of a player by source",
        caption(run.games, run.players, "association")
        + " Sources are gathered in families; the table has all of them.",
        tuple(who.capitalize() for who in WHO[:2]),
        found.families,
        found.by_family[:2],
        "Points",
    )


def _gap_chart(run: Run, found: Points) -> DotPlot:
    order = sorted(range(len(found.sources)), key=lambda i: -(found.gap_by_source[i].value or 0.0))
    lead = found.lead
    title = "Too few games to split the gap between winners and others"
    if lead is not None:
        title = "No source of points sets winners apart demonstrably more than every other"
        if lead.ahead:
            title = f"{display_name(lead.source)} set winners apart most: {lead.gap.text} points"
    return DotPlot(
        "points-gap",
        title,
        "Mean points of winners minus mean points of the others, by source; the parts sum to the gap in score",
        caption(run.games, run.players, "association"),
        (
            Panel(
                "",
                tuple(display_name(found.sources[i]) for i in order),
                (Series("winners minus others", tuple(found.gap_by_source[i] for i in order)),),
                0.0,
            ),
        ),
        "Points",
        "no gap",
    )


def _step_chart(run: Run, found: Points) -> Lines:
    best = largest(list(found.by_step[2]), lambda figure: figure.value or 0.0)
    title = "Points by round"
    if best is not None:
        step = STEPS[found.by_step[2].index(best)]
        title = f"Most points are made in {step.lower()}: {best.text} a player"
    return Lines(
        "points-rounds",
        title,
        "Mean points made in each round and at final scoring",
        caption(run.games, run.players, "association"),
        STEPS,
        (Series("winners", found.by_step[0]), Series("others", found.by_step[1], filled=False)),
        "Points",
    )


def bins(counts: np.ndarray[Any, Any]) -> tuple[int, ...]:
    """Edges of at most 30 bins of a round width (1, 2, 5, 10, …) that hold all scores."""
    present = np.flatnonzero(counts.sum(0))
    low, high = (int(present[0]) - OFFSET, int(present[-1]) - OFFSET) if len(present) else (0, 1)
    widths = (base * 10**power for power in range(4) for base in (1, 2, 5))
    width = next(w for w in widths if (high // w) - (low // w) + 1 <= MAX_BINS)
    return tuple(range(low // width * width, (high // width + 2) * width, width))


def _histogram(run: Run, found: Points) -> Histogram:
    edges = bins(found.counts)
    series = []
    for row, who in enumerate(WHO[:2]):
        counts = found.counts[row]
        n = int(counts.sum())
        inside = [int(counts[low + OFFSET : high + OFFSET].sum()) for low, high in pairwise(edges)]
        series.append(Series(who, tuple(share(m, n, f"scores of {who}") for m in inside), filled=row == 0))
    title = "Scores of winners and others"
    if found.total[0].defined:
        title = f"A winner scores {found.total[0].text} points on average, the others {found.total[1].text}"
    return Histogram(
        "points-scores",
        title,
        "Share of winners and of the others by final score",
        caption(run.games, run.players, "description"),
        edges,
        tuple(series),
        "Final score",
    )


# ---------------------------------------------------------------- tables
def _source_table(run: Run, found: Points) -> Table:
    rows = [
        (
            display_name(source),
            found.by_source[2][i],
            found.by_source[0][i],
            found.by_source[1][i],
            found.gap_by_source[i],
        )
        for i, source in enumerate(found.sources)
    ]
    rows.append(("Sum", found.total[2], found.total[0], found.total[1], found.gap))
    return Table(
        "points-sources",
        "Points by source",
        f"n = {counted(run.games, 'game')}; association. Mean points of a player; winners of a tie share its weight.",
        ("Source", "All", "Winners", "Others", "Winners minus others"),
        tuple(rows),
    )


def _step_table(run: Run, found: Points) -> Table:
    rows = [("Starting points", found.start[2], found.start[0], found.start[1], Estimate.undefined(POINTS, "no gap"))]
    rows += [
        (step, found.by_step[2][i], found.by_step[0][i], found.by_step[1][i], found.gap_by_step[i])
        for i, step in enumerate(STEPS)
    ]
    return Table(
        "points-rounds",
        "Points by round",
        f"n = {counted(run.games, 'game')}; association. Mean points of a player made in the round.",
        ("Round", "All", "Winners", "Others", "Winners minus others"),
        tuple(rows),
    )


def _findings(run: Run, found: Points) -> list[Finding]:
    lead = found.lead
    if lead is None or not found.gap.value:
        return []
    others = "the others of their strategy" if len(run.strategies) > 1 else "the others"
    return [
        Finding(
            f"points.{lead.source}",
            f"{display_name(lead.source)} set winners apart from {others} more than any other source of points",
            lead.gap,
            abs(lead.gap.value or 0.0) / abs(found.gap.value),
            lead.ahead,
            robustness(lead.by_strategy),
            lead.by_strategy,
        )
    ]
