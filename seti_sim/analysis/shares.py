"""Shares: Wilson intervals and win shares in which a tie of k winners gives each 1/k.

Win shares are counted in twelfths, so that ties of two, three and four are whole numbers and the shares of a game sum
to exactly one.
"""

from collections.abc import Sequence
from math import lcm, sqrt
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums, Floats, average_contrast, critical
from seti_sim.analysis.estimate import (
    SHARE,
    SHARE_DIFFERENCE,
    Z95,
    Estimate,
    Label,
    Unit,
)

MAX_WINNERS: Final = 4
WIN_UNITS: Final = lcm(*range(1, MAX_WINNERS + 1))
"""Units of a whole win: 12."""
_UNITS_OF: Final = np.array([0] + [WIN_UNITS // k for k in range(1, MAX_WINNERS + 1)], dtype=np.int64)


def win_units(winners: Array) -> Array:
    """Win share in twelfths from the column ``winners`` (0 for a seat that did not win, else the number of winners)."""
    return np.asarray(_UNITS_OF[winners])


def wilson(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of ``successes`` out of ``n``, both ends within 0 and 1.

    Source: Wilson (1927), J. Am. Stat. Assoc. 22, 209-212.

    Raises:
        ValueError: for an empty sample or successes outside 0 to n.
    """
    if n <= 0 or not 0 <= successes <= n * (1 + 1e-12):
        raise ValueError(f"no share can be made of {successes} out of {n}")
    p = min(successes / n, 1.0)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if p == 0.0 else max(0.0, min(p, centre - reach))
    high = 1.0 if p == 1.0 else min(1.0, max(p, centre + reach))
    return low, high


def share(successes: int, n: int, of: str, label: Label = "description", unit: Unit = SHARE) -> Estimate:
    """The share of ``successes`` in ``n`` independent observations, with Wilson's interval; 0/0 is undefined."""
    if n == 0:
        return Estimate.undefined(unit, of, label)
    low, high = wilson(successes, n)
    return Estimate(successes / n, low, high, n, unit, of, label, "Wilson")


def group_share(
    sums: ClusterSums, i: int, of: str, *, whole: int = WIN_UNITS, label: Label = "description"
) -> Estimate:
    """The share ``means[i] / whole`` of group ``i`` with a Wilson interval of the effective sample size.

    The effective size is ``p (1 - p) / v`` with the cluster variance ``v``, so ties and several seats of one game count
    for what they tell (Korn and Graubard 1998, Survey Methodology 24, 193-201). Where the sample shows no
    variance (p is 0 or 1, or nothing but ties) it is the number of games.
    """
    games = int(sums.games_in[i])
    if sums.m[i] == 0:
        return Estimate.undefined(SHARE, of, label)
    p = float(sums.means[i]) / whole
    variance = float(sums.take([i]).covariance[0, 0]) / whole**2 * (games - 1) / max(games, 1)
    effective = p * (1 - p) / variance if np.isfinite(variance) and variance > 0 and 0 < p < 1 else float(games)
    z = critical(games) if games > 1 else Z95
    low, high = wilson(p * effective, effective, z)
    return Estimate(p, low, high, games, SHARE, of, label, "Wilson, effective size")


def share_contrast(
    sums: ClusterSums,
    weights: Array,
    of: str,
    *,
    whole: int = WIN_UNITS,
    label: Label = "association",
    unit: Unit = SHARE_DIFFERENCE,
) -> Estimate:
    """A weighted sum of shares: a difference if the weights sum to nought, an average if they sum to one.

    The interval puts the Wilson intervals of the shares together (MOVER, Zou and Donner 2008, Statistics in Medicine
    27, 1693-1702; for two independent shares it is Newcombe's), with the correlations of the cluster covariance. So it
    stays honest where a group never or always wins. ``n`` is the number of games of the smallest group.
    """
    used = np.flatnonzero(np.asarray(weights))
    part, w = sums.take(used.tolist()), np.asarray(weights, dtype=np.float64)[used]
    games = int(part.games_in.min()) if len(used) else 0
    if len(used) == 0 or (part.m == 0).any():
        return Estimate.undefined(unit, of, label, games)
    shares = [group_share(part, i, of, whole=whole) for i in range(len(used))]
    p = np.array([figure.value for figure in shares], dtype=np.float64)
    below = p - np.array([figure.low for figure in shares], dtype=np.float64)
    above = np.array([figure.high for figure in shares], dtype=np.float64) - p
    correlation = _correlation(part.covariance)
    value = float(w @ p)
    ends = []
    for up, down in ((below, above), (above, below)):
        reach = w * np.where(w > 0, up, down)
        ends.append(float(np.sqrt(max(float(reach @ correlation @ reach), 0.0))))
    return Estimate(value, value - ends[0], value + ends[1], games, unit, of, label, "MOVER")


def _correlation(covariance: Floats) -> Floats:
    """Correlations; nought where a variance is nought or unknown."""
    sd = np.sqrt(np.clip(np.nan_to_num(np.diag(covariance)), 0.0, None))
    scale = np.outer(sd, sd)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = np.where(scale > 0, np.nan_to_num(covariance) / scale, 0.0)
    np.fill_diagonal(correlation, 1.0)
    return np.clip(correlation, -1.0, 1.0)


def share_difference(sums: ClusterSums, i: int, j: int, of: str, *, label: Label = "association") -> Estimate:
    """Win share of group ``i`` minus that of group ``j`` in percentage points; see :func:`share_contrast`."""
    weights = np.zeros(len(sums.m))
    weights[i], weights[j] = 1.0, -1.0
    return share_contrast(sums, weights, of, label=label)


def share_against_average(
    sums: ClusterSums, i: int, among: Sequence[int], of: str, *, label: Label = "effect"
) -> Estimate:
    """Win share of group ``i`` minus the plain average of the shares of the groups ``among`` that have members."""
    weights = average_contrast(sums, i, among)
    if weights is None:
        return Estimate.undefined(SHARE_DIFFERENCE, of, label)
    return share_contrast(sums, weights, of, label=label)
