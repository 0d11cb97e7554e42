"""Why: the gap in score of a seat or a technology, split exactly by source of points and by round.

The parts by source sum to the whole gap, and so do the parts by round, because they do so for every seat.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums
from seti_sim.analysis.content import Cell, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Label
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name, player

STEPS: Final = ("Round 1", "Round 2", "Round 3", "Round 4", "Round 5", "Final scoring")
WHOLE: Final = "Whole score"
TRACK: Final = ("points_start", *(f"score_r{r}" for r in range(1, 6)), "score")
SAMPLE_GAMES: Final = 50_000


def parts_of_score(block: Block, sources: Sequence[str]) -> dict[str, Array]:
    """Points of every seat by source and by step of the game; both sum to the score, the steps without the start."""
    track = [block.seat(column) for column in TRACK]
    found = {f"points_{source}": block.seat(f"points_{source}") for source in sources}
    return found | {step: track[i + 1] - track[i] for i, step in enumerate(STEPS)}


def columns_of_score(sources: Sequence[str]) -> list[str]:
    """Columns that :func:`parts_of_score` reads."""
    return [*TRACK, *(f"points_{source}" for source in sources)]


def names_of_parts(sources: Sequence[str]) -> dict[str, str]:
    """The parts in their order with what they are called."""
    return {f"points_{source}": display_name(source) for source in sources} | {step: step for step in STEPS}


def seat_gaps(run: Run, label: Label) -> Table:
    """Score of each place in the turn order minus the mean of all places, by source and by round."""
    sources, places = run.names("sources"), range(run.players)

    def sums(block: Block) -> dict[str, Any]:
        order = block.indicator("order", run.players)
        values = parts_of_score(block, sources) | {"score": block.seat("score")}
        return {name: ClusterSums.of_seats(order, value) for name, value in values.items()}

    total = run.fold(sums, ["order", *columns_of_score(sources)])

    def row(name: str, title: str) -> tuple[Cell, ...]:
        of = [f"{title}, {player(s).lower()} minus mean" for s in places]
        return (title, *(total[name].against_average(s, places, POINTS_DIFFERENCE, of[s], label=label) for s in places))

    rows = [row(name, title) for name, title in names_of_parts(sources).items()]
    return Table(
        "seats-why",
        "Where the difference in score comes from",
        f"n = {counted(run.games, 'game')}; {label}. Points against the mean of all places. The sources sum to the "
        "whole; the rounds and final scoring sum to the whole without the starting points.",
        ("Part", *(player(s) for s in places)),
        (*rows, row("score", WHOLE)),
    )


def technology_gaps(run: Run, ids: Sequence[str], names: Sequence[str]) -> Table:
    """Score of owners minus that of the others for each technology, by source and by round."""
    sample = run.head(SAMPLE_GAMES)
    sources, columns = run.names("sources"), [f"tech_{name}" for name in ids]

    def sums(block: Block) -> dict[str, Any]:
        having = block.seats(columns) > 0
        values = parts_of_score(block, sources) | {"score": block.seat("score")}
        return {name: _owners(having, value) for name, value in values.items()}

    total = sample.fold(sums, [*columns, *columns_of_score(sources)])

    def row(name: str, title: str) -> tuple[Cell, ...]:
        of = [f"{title}, with minus without {technology}" for technology in names]
        return (title, *(total[name][t].difference(0, 1, POINTS_DIFFERENCE, of[t]) for t in range(len(ids))))

    rows = [row(name, title) for name, title in names_of_parts(sources).items()]
    return Table(
        "technologies-why",
        "Where owners of a technology make more points",
        f"n = {counted(sample.games, 'game')}; association. Mean points with minus without it. The sources sum to the "
        "whole; the rounds and final scoring sum to the whole without the starting points.",
        ("Part", *(name.split(" (")[0] for name in names)),
        (*rows, row("score", WHOLE)),
    )


def _owners(having: Array, values: Array) -> BatchSums:
    """Seats that have each of k things (group 0) and those that lack it (group 1), with the total of ``values``."""
    members, totals = np.zeros((having.shape[0], having.shape[2])), np.zeros((having.shape[0], having.shape[2]))
    for seat in range(having.shape[1]):
        members += having[:, seat]
        totals += having[:, seat] * values[:, seat, None]
    return BatchSums.of([members, having.shape[1] - members], [totals, values.sum(1)[:, None] - totals])
