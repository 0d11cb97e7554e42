"""What one use of a place scores: points of a source split over the places that give them.

    points of the source = sum_p b[p] * uses of p + error,

by least squares over all seats, without a constant: a seat that uses no place of the kind gets no points of it. b[p] is
the mean score of a use, first bonuses included. Errors are clustered by game (Liang and Zeger 1986), over the first
games of a large run. Only points booked at once count, not the data, cards or energy that come with them.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Floats, gram
from seti_sim.analysis.estimate import POINTS, Estimate
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run

SAMPLE_GAMES: Final = 50_000
MIN_USES: Final = 40
ROUNDING: Final = 1e-9


def points_per_use(run: Run, source: str, uses: Sequence[Sequence[str]]) -> list[Estimate]:
    """Points of one use of each place.

    Args:
        run: the games.
        source: column of ``seats`` with the points, for example ``points_orbit``.
        uses: for each place the columns of ``seats`` that count its uses together.

    Returns:
        A figure for each place; undefined for those used fewer than 40 times.
    """
    run = run.head(SAMPLE_GAMES)
    columns = [*(column for place in uses for column in place), source]

    def rows_of(block: Block) -> Floats:
        places = [block.seats(place).sum(2) for place in uses]
        return np.stack([*places, block.seat(source)], axis=-1).astype(np.float64)

    def sums(block: Block) -> dict[str, Any]:
        rows = rows_of(block)
        return {"gram": gram(rows.reshape(-1, rows.shape[2])), "used": rows[..., :-1].sum((0, 1))}

    total = run.fold(sums, columns)
    kept = np.flatnonzero(total["used"] >= MIN_USES)
    inner = total["gram"][np.ix_(kept, kept)]
    figures = [Estimate.undefined(POINTS, f"points of a use, {place[0]}") for place in uses]
    if not len(kept) or np.linalg.matrix_rank(inner, hermitian=True) < len(kept):
        return figures
    inverse = np.linalg.inv(inner)
    beta = inverse @ total["gram"][kept, -1]

    def scores(block: Block) -> dict[str, Any]:
        rows = rows_of(block)
        x = rows[..., kept]
        rest = rows[..., -1] - x @ beta
        return {"meat": gram(np.einsum("gsp,gs->gp", x, rest)), "games": (x > 0).any(1).sum(0)}

    second = run.fold(scores, columns)
    error = _errors(inverse, second["meat"], run.games)
    for i, at in enumerate(kept.tolist()):
        games = int(second["games"][i])
        of = f"points of a use, {uses[at][0]}"
        exact = error[i] < ROUNDING  # every use scored the same
        value, reach = (abs(round(float(beta[i]), 6)), 0.0) if exact else (float(beta[i]), float(error[i]))
        figures[at] = interval(value, reach, games, POINTS, of, "description")
    return figures


def _errors(inverse: Floats, meat: Floats, games: int) -> Floats:
    """Clustered standard errors with the factor G/(G-1)."""
    covariance = inverse @ meat @ inverse * games / max(games - 1, 1)
    return np.asarray(np.sqrt(np.maximum(np.diag(covariance), 0.0)), dtype=np.float64)
