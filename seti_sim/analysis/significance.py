"""Tests, corrections for many comparisons, and the number of games a question needs."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Final, NamedTuple

import numpy as np
from scipy import stats

from seti_sim.analysis.clusters import Array, ClusterSums, Floats
from seti_sim.analysis.estimate import Z95, Estimate
from seti_sim.analysis.exact import MOST_GAMES, exact_equal_win_shares
from seti_sim.analysis.intervals import NORMAL_FROM, critical
from seti_sim.analysis.rounding import CANCELLED, RESIDUE

LEVEL: Final = 0.05
"""Family-wise false discovery rate of every list of findings."""


class Test(NamedTuple):
    """A test statistic, its degrees of freedom and its p-value, which is ``exact`` for few games."""

    statistic: float
    degrees: int
    p_value: float
    exact: bool = False

    @property
    def text(self) -> str:
        """For captions: ``chi-square 7.81 on 3 degrees of freedom, p = 0.05``."""
        p = "p < 0.0001" if self.p_value < 1e-4 else f"p = {self.p_value:.2g}"
        if self.exact:
            return f"exact test, {p}"
        noun = "degree" if self.degrees == 1 else "degrees"
        return f"chi-square {self.statistic:.2f} on {self.degrees} {noun} of freedom, {p}"


Test.__test__ = False  # type: ignore[attr-defined]  # tell pytest that this is no test class


def chi_square(observed: Array, expected: Array) -> Test:
    """Pearson's chi-square of counts against expected counts of the same sum (Pearson 1900)."""
    result = stats.chisquare(observed, expected)
    return Test(float(result.statistic), len(np.atleast_1d(observed)) - 1, float(result.pvalue))


def equal_win_shares(units: Array, winners: Sequence[int], whole: int) -> Test | None:
    """Whether exchangeable players win equally often, ties split: Pearson's chi-square, scaled for ties.

    With per-game shares Y[g, s] that sum to one, X2 = G * sum_s (mean_s - 1/k)^2 / a with
    a = mean_g sum_s (Y[g, s] - 1/k)^2 / (k - 1). Without ties a = 1/k and X2 is Pearson's statistic. For up to 40
    games the p-value is that of the exact test.

    Args:
        units: wins of each of the k players in units, shape (k,).
        winners: number of games by number of winners, from 0 to k, shape (k + 1,).
        whole: units of a whole win.

    Returns:
        The test, or ``None`` if all players tie in every game or there are no games.
    """
    players, games = len(units), int(sum(winners))
    if games == 0 or players < 2:
        return None
    squares = sum(count / shared for shared, count in enumerate(winners) if shared)
    scale = (squares / games - 1 / players) / (players - 1)
    if scale <= CANCELLED:
        return None
    means = np.asarray(units, dtype=np.float64) / whole / games
    statistic = games * float(((means - 1 / players) ** 2).sum()) / scale
    if games <= MOST_GAMES:
        return Test(statistic, players - 1, exact_equal_win_shares(units, [int(n) for n in winners], whole), exact=True)
    return Test(statistic, players - 1, float(stats.chi2.sf(statistic, players - 1)))


def equal_means(sums: ClusterSums) -> Test | None:
    """Wald's test that all groups that occur have one mean, with the cluster covariance; ``None`` if untestable."""
    groups = np.flatnonzero(sums.games_in >= 2)
    if len(groups) < 2:
        return None
    part = sums.take(groups.tolist())
    means, covariance = part.means, part.covariance
    contrasts = np.eye(len(groups))[1:] - np.eye(len(groups))[:1]
    spread = contrasts @ covariance @ contrasts.T
    if not np.isfinite(spread).all() or np.linalg.matrix_rank(spread, hermitian=True) < len(groups) - 1:
        return None
    gap = contrasts @ means
    statistic = float(gap @ np.linalg.solve(spread, gap))
    return Test(statistic, len(groups) - 1, float(stats.chi2.sf(statistic, len(groups) - 1)))


def heterogeneity(values: Floats, errors: Floats) -> Test | None:
    """Cochran's Q: whether independent estimates of one difference differ from each other (Cochran 1954)."""
    usable = np.isfinite(values) & np.isfinite(errors) & (errors > RESIDUE * np.maximum(np.abs(values), 1.0))
    if usable.sum() < 2:
        return None
    v, w = values[usable], 1 / errors[usable] ** 2
    q = float((w * (v - (w @ v) / w.sum()) ** 2).sum())
    return Test(q, len(v) - 1, float(stats.chi2.sf(q, len(v) - 1)))


def p_value(estimate: Estimate, null: float = 0.0) -> float:
    """Two-sided p-value of ``value = null`` with ``n - 1`` degrees of freedom; 1 if undefined or without error.

    The standard error is that of the interval's end towards ``null``, so the p-value is below 5 % exactly when the
    interval excludes ``null``.
    """
    if estimate.value is None or estimate.low is None or estimate.high is None or estimate.n < 2:
        return 1.0
    reach = estimate.value - estimate.low if estimate.value > null else estimate.high - estimate.value
    if reach <= 0:
        return 1.0
    t = abs(estimate.value - null) / (reach / critical(estimate.n))
    return float(2 * (stats.t.sf(t, estimate.n - 1) if estimate.n <= NORMAL_FROM else stats.norm.sf(t)))


def benjamini_hochberg(p_values: Array) -> Floats:
    """False discovery rate adjusted p-values (Benjamini and Hochberg 1995), in the order given."""
    p = np.asarray(p_values, dtype=np.float64)
    return np.asarray(stats.false_discovery_control(p) if p.size else p, dtype=np.float64)


def bonferroni(p_values: Array) -> Floats:
    """Bonferroni-adjusted p-values, in the order given."""
    p = np.asarray(p_values, dtype=np.float64)
    return np.minimum(p * p.size, 1.0)


def holm(p_values: Array, level: float = LEVEL) -> Array:
    """Which hypotheses are rejected with that family-wise error (Holm 1979), booleans in the order given."""
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    rejected = np.zeros(len(p), dtype=bool)
    rejected[order] = np.logical_and.accumulate(p[order] * np.arange(len(p), 0, -1) <= level)
    return rejected


# ---------------------------------------------------------------- how many games
def games_for_half_width(share: float, half_width: float) -> int:
    """Games needed for a 95 % interval of ``share`` that reaches ``half_width`` to either side: z^2 p q / d^2."""
    return ceil(Z95**2 * share * (1 - share) / half_width**2)


def games_to_distinguish(share: float, other: float, power: float = 0.9) -> int:
    """Games a side needed to distinguish two shares at the 5 % level with the given power.

    n = 2 (z(0.975) + z(power))^2 / h^2 with h = 2 asin(sqrt(p1)) - 2 asin(sqrt(p2)) (Cohen 1988, section 6.4).
    """
    h = 2 * np.arcsin(sqrt(share)) - 2 * np.arcsin(sqrt(other))
    return ceil(2 * (Z95 + float(stats.norm.ppf(power))) ** 2 / float(h) ** 2)


def games_to_settle(estimate: Estimate, smallest: float, games: int, power: float = 0.9) -> int:
    """Games of the same kind needed to see a difference of ``smallest`` with the given power.

    Standard errors are taken to fall as one over the root of the number of games.
    """
    if estimate.standard_error <= 0 or games == 0:
        return 0
    wanted = smallest / (Z95 + float(stats.norm.ppf(power)))
    return ceil(games * (estimate.standard_error / wanted) ** 2)
