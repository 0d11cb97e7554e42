"""The handicap that would make the turn order fair, found on the scores as they were played.

Adding h[s] points to the final score of the player at place s of the turn order moves win shares. The fair handicap
solves ``win share(s | h) = 1/players`` for all s, taking play as unchanged. Scores are whole numbers, so they are
smoothed by a fixed uniform half-point noise (which also breaks ties evenly); Newton's method with central differences
does the rest, and the interval follows from the Jacobian: ``Cov(h) = J+ Cov(win shares) J+'``.
"""

from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import ORDINALS

SAMPLE_GAMES: Final = 100_000
MIN_GAMES: Final = 200
STEPS: Final = 6
STEP: Final = 0.5
"""Standard deviations of the score between the points of a difference, for the fewest games."""


def scores_by_order(run: Run, games: int = SAMPLE_GAMES) -> Array:
    """Final scores of the first games, shape (games, players), columns in turn order."""
    rows = [
        np.take_along_axis(block.seat("score"), np.argsort(block.seat("order"), axis=1), axis=1)
        for block in run.head(games).blocks(["order", "score"])
    ]
    return np.concatenate(rows)[:games]


def fair_handicap(run: Run) -> tuple[Estimate, ...]:
    """Points for each place of the turn order, relative to the first player, on top of the starting points."""
    scores = scores_by_order(run)
    of = [f"fair handicap of the {ORDINALS[s]} player" for s in range(run.players)]
    solved = solve(scores) if len(scores) >= MIN_GAMES else None
    if solved is None:
        return tuple(Estimate.undefined(POINTS_DIFFERENCE, name, "effect", len(scores)) for name in of)
    handicap, covariance = solved
    contrasts = np.eye(run.players) - np.eye(run.players)[0]
    values = contrasts @ handicap
    errors = np.sqrt(np.maximum(np.diag(contrasts @ covariance @ contrasts.T), 0.0))
    found = [Estimate.exact(0.0, POINTS_DIFFERENCE, of[0], len(scores))]
    found += [
        interval(float(values[s]), float(errors[s]), len(scores), POINTS_DIFFERENCE, of[s], "effect")
        for s in range(1, run.players)
    ]
    return tuple(found)


def solve(scores: Array) -> tuple[Floats, Floats] | None:
    """The fair handicap (summing to zero) and its covariance; ``None`` if no handicap moves the win shares.

    Args:
        scores: whole numbers, shape (games, players).
    """
    games, players = scores.shape
    smooth = scores + np.random.default_rng(20).random(scores.shape) - 0.5
    # a narrower step follows the slope more closely, a wider one sees more games: the rate is Silverman's (1986)
    step = max(1.0, STEP * (games / MIN_GAMES) ** -0.2 * float(scores.std()))
    shift = np.zeros(players)
    inverse: Floats = np.zeros((players, players))
    for _ in range(STEPS):
        inverse = np.asarray(np.linalg.pinv(_jacobian(smooth, shift, step), rcond=1e-3), dtype=np.float64)
        change = inverse @ (_win_shares(smooth + shift) - 1 / players)
        shift = shift - np.clip(change, -5 * step, 5 * step)
        shift -= shift.mean()
    if not np.isfinite(shift).all() or not inverse.any() or abs(_win_shares(smooth + shift) - 1 / players).max() > 0.05:
        return None
    covariance = (np.eye(players) - 1 / players) / players / games  # of win shares when all are equal
    return shift, inverse @ covariance @ inverse.T


def _win_shares(scores: Floats) -> Floats:
    return np.bincount(scores.argmax(1), minlength=scores.shape[1]) / len(scores)


def _jacobian(scores: Floats, shift: Floats, step: float) -> Floats:
    """``d win share[i] / d shift[j]`` by central differences."""
    columns = []
    for j in range(scores.shape[1]):
        by = np.zeros(scores.shape[1])
        by[j] = step
        up, down = _win_shares(scores + shift + by), _win_shares(scores + shift - by)
        columns.append((up - down) / (2 * step))
    return np.stack(columns, axis=1)
