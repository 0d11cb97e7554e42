"""Sequential probability ratio test between two Elo differences, on results in blocks.

After every block the log-likelihood ratio of "the true difference is elo1" against "it is elo0" is compared with
Wald's bounds; the test stops when it leaves them (Wald 1945). What a block scored is one observation, whatever ties and
dependences there are between its games: with two games a block it is the pentanomial test. The distribution of block
scores is unknown, so each hypothesis gets the distribution closest to the observed one that has the mean it says
(the generalised test: maximum likelihood under the constraint; Van den Bergh, "A practical introduction to the GSPRT").

Two models say what an Elo difference means:

* ``logistic``: the mean score is 1 / (1 + 10^(-elo/400)).
* ``normalised``: (mean - 1/2) / (standard deviation of a game) is elo * ln 10 / 800; blocks of g games count as if
  their games were independent, sd(game) = sd(block) * sqrt(g). It asks how fast a difference shows, whatever the ties.
"""

from dataclasses import dataclass
from math import expm1, log, sqrt
from typing import Final, Literal

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.errors import AnalysisError

Model = Literal["logistic", "normalised"]
MODELS: Final[tuple[Model, ...]] = ("logistic", "normalised")
EMPTY_CELL: Final = 1e-3
"""What a score that never occurred counts, so that every hypothesis can be met."""
NORMALISED_ELO: Final = 800 / log(10)
"""Normalised Elo points in one standard deviation of a game."""
ITERATIONS: Final = 10
"""Of the fixed point for normalised Elo, and at most of Newton's method a hundred."""
NEWTON_STEPS: Final = 100
SMALLEST_RATE: Final = 1e-9
"""Of errors: the bounds are taken to be exact, which no test needs beyond that."""


@dataclass(frozen=True)
class Hypotheses:
    """What is tested: ``elo0`` against ``elo1``, in a model, with error rates.

    Raises:
        AnalysisError: for hypotheses that are not in order, or error rates that make no sense.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise AnalysisError(f"the bounds need elo0 below elo1, within 1000 points, not {self.elo0:g} {self.elo1:g}")
        if not (SMALLEST_RATE <= self.alpha < 0.5 and SMALLEST_RATE <= self.beta < 0.5):
            raise AnalysisError(
                f"alpha and beta must lie between 0 and 0.5, at least {SMALLEST_RATE:g}, "
                f"not {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def hypotheses(elo0: float, elo1: float, alpha: float, beta: float, model: str) -> Hypotheses:
    """The hypotheses as they are typed; :class:`AnalysisError` for an unknown model too."""
    for known in MODELS:
        if model == known:
            return Hypotheses(elo0, elo1, alpha, beta, known)
    raise AnalysisError(f"no Elo model is called {model!r}; there are {' and '.join(MODELS)}")


def expected_score(elo: float) -> float:
    """Mean score of a side that is ``elo`` logistic points stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_likelihood_ratio(counts: Array, values: Array, games: int, test: Hypotheses) -> Floats:
    """Generalised log-likelihood ratio of elo1 against elo0.

    Args:
        counts: how often blocks scored each of the values, shape (..., cells); several samples at once.
        values: scores of a block from 0 to 1 in rising order, shape (cells,); the first is 0 and the last 1.
        games: games of a block.
        test: the hypotheses.

    Returns:
        One ratio for each sample, shape (...); zero without observations.
    """
    cells = np.asarray(values, dtype=np.float64)
    n = np.asarray(counts, dtype=np.float64)
    filled = np.where(n == 0, EMPTY_CELL, n)
    total = filled.sum(axis=-1, keepdims=True)
    p = filled / total
    if test.model == "logistic":
        low, high = (tilted(p, cells, expected_score(elo)) for elo in (test.elo0, test.elo1))
    else:
        low, high = (standardised(p, cells, elo / NORMALISED_ELO * sqrt(games)) for elo in (test.elo0, test.elo1))
    ratio = (filled * (np.log(high) - np.log(low))).sum(axis=-1)
    return np.asarray(np.where(n.sum(axis=-1) > 0, ratio, 0.0), dtype=np.float64)


def tilted(p: Floats, values: Floats, mean: float) -> Floats:
    """The distribution with the mean wanted that fits the observed shares ``p`` best: p / (1 + x (value - mean)).

    ``x`` solves sum p (value - mean) / (1 + x (value - mean)) = 0, which falls in x: Newton's method within brackets.
    """
    d = np.broadcast_to(values - mean, p.shape)
    return np.asarray(p / (1 + _root(p, d)[..., None] * d), dtype=np.float64)


def standardised(p: Floats, values: Floats, t: float) -> Floats:
    """The distribution with (mean - 1/2) / sd = t that fits the observed shares best, by fixed point iteration.

    The constraint mean - 1/2 - t sd = 0 is linearised at the last distribution: each value contributes
    value - 1/2 - t sd (1 + ((mean - value) / sd)^2) / 2, whose mean has to be zero.
    """
    q: Floats = np.full(p.shape, 1 / p.shape[-1])
    for _ in range(ITERATIONS):
        mean = (q * values).sum(axis=-1, keepdims=True)
        sd = np.sqrt((q * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        d = values - 0.5 - t * sd * (1 + ((mean - values) / sd) ** 2) / 2
        new: Floats = np.asarray(p / (1 + _root(p, d)[..., None] * d), dtype=np.float64)
        if np.abs(new - q).max(initial=0.0) < 1e-9:
            return new
        q = new
    return q


def _root(p: Floats, d: Floats) -> Floats:
    """The x for which sum p d / (1 + x d) is zero, between the poles; shape of ``p`` without the last axis."""
    low, high = -1 / d.max(axis=-1), -1 / d.min(axis=-1)
    x = np.zeros(p.shape[:-1])
    for _ in range(NEWTON_STEPS):
        share = d / (1 + x[..., None] * d)
        value = (p * share).sum(axis=-1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        new = x + value / (p * share**2).sum(axis=-1)
        new = np.where((new > low) & (new < high), new, (low + high) / 2)
        if np.abs(new - x).max(initial=0.0) < 1e-12 * (1 + np.abs(new).max(initial=0.0)):
            return new
        x = new
    return x


@dataclass(frozen=True)
class Course:
    """Chance that elo1 is accepted, and the mean number of blocks until the test stops."""

    accepts: float
    blocks: float


def course(score: float, spread: float, games: int, test: Hypotheses, scored: float | None = None) -> Course:
    """What to expect where blocks truly score ``score`` on average.

    A block adds about (s1 - s0) (its score - (s0 + s1) / 2) / variance to the ratio, with s0 and s1 the mean scores of
    the hypotheses. The ratio is taken as Brownian motion between the bounds low and high: with mean m and variance v
    of a step and g = 2 m / v,

        P(elo1) = (1 - exp(-g low)) / (exp(-g high) - exp(-g low)),  E[blocks] = (P high + (1 - P) low) / m

    (Wald 1945; Siegmund 1985, ch. 3). The last step goes a little over the bound, so real tests take some blocks more.

    Args:
        score: true mean score of a block, 0 to 1.
        spread: true standard deviation of the score of a block.
        games: games of a block.
        test: the hypotheses.
        scored: the standard deviation that the test takes it for, where games are scored one by one; else ``spread``.
    """
    variance = (spread if scored is None else scored) ** 2
    if test.model == "logistic":
        s0, s1 = (expected_score(elo) for elo in (test.elo0, test.elo1))
    else:
        s0, s1 = (0.5 + elo / NORMALISED_ELO * sqrt(games * variance) for elo in (test.elo0, test.elo1))
    mean = (s1 - s0) * (score - (s0 + s1) / 2) / variance
    step = (s1 - s0) ** 2 * spread**2 / variance**2
    low, high = test.bounds
    g = 2 * mean / step
    if abs(g) < 1e-9:
        return Course(-low / (high - low), -low * high / step)
    accepts = expm1(-g * low) / (expm1(-g * low) - expm1(-g * high))
    return Course(accepts, (accepts * high + (1 - accepts) * low) / mean)
