"""Shares: Wilson intervals and win shares in which a tie of k winners gives each 1/k.

Win shares are counted in twelfths, so that ties of two, three and four are whole numbers and the shares of a game sum
to exactly one.
"""

from collections.abc import Sequence
from math import lcm, sqrt
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums, Floats, average_contrast
from seti_sim.analysis.estimate import (
    SHARE,
    SHARE_DIFFERENCE,
    WIN_SHARE,
    Estimate,
    Label,
    Unit,
)
from seti_sim.analysis.intervals import share_ends, wilson
from seti_sim.analysis.rounding import without_residue

MAX_WINNERS: Final = 4
WIN_UNITS: Final = lcm(*range(1, MAX_WINNERS + 1))
"""Units of a whole win: 12."""
_UNITS_OF: Final = np.array([0] + [WIN_UNITS // k for k in range(1, MAX_WINNERS + 1)], dtype=np.int64)


def win_units(winners: Array) -> Array:
    """Win share in twelfths from the column ``winners`` (0 for a seat that did not win, else the number of winners)."""
    return np.asarray(_UNITS_OF[winners])


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
    for the information they hold (Korn and Graubard 1998, Survey Methodology 24, 193-201). Where the sample shows no
    variance (p is 0 or 1, or nothing but ties) it is the number of games.
    """
    games, members = int(sums.games_in[i]), float(sums.m[i])
    unit = WIN_SHARE if whole % WIN_UNITS == 0 else SHARE
    if members == 0:
        return Estimate.undefined(unit, of, label)
    p = float(sums.y[i]) / members / whole
    variance = sums.variance(i) / whole**2 * (games - 1) / max(games, 1)
    low, high = share_ends(p, variance, games)
    return Estimate(p, low, high, games, unit, of, label, "Wilson, effective size")


def share_above(
    sums: ClusterSums, i: int, known: float, of: str, *, whole: int = WIN_UNITS, label: Label = "effect"
) -> Estimate:
    """Share of group ``i`` minus a share that is known without error, with the interval of the former."""
    figure = group_share(sums, i, of, whole=whole, label=label)
    if figure.value is None or figure.low is None or figure.high is None:
        return Estimate.undefined(SHARE_DIFFERENCE, of, label)
    ends = (figure.value - known, figure.low - known, figure.high - known)
    return Estimate(*ends, figure.n, SHARE_DIFFERENCE, of, label, figure.method)


def share_contrast(
    sums: ClusterSums,
    weights: Array,
    of: str,
    *,
    whole: int = WIN_UNITS,
    label: Label = "association",
    unit: Unit = SHARE_DIFFERENCE,
) -> Estimate:
    """A weighted sum of shares: a difference if the weights sum to zero, an average if they sum to one.

    The interval puts the Wilson intervals of the shares together (MOVER, Zou and Donner 2008, Statistics in Medicine
    27, 1693-1702; for two independent shares it is Newcombe's), with the correlations of the cluster covariance. So it
    stays honest where a group never or always wins. ``n`` is the number of games of the smallest group.
    """
    w = np.asarray(weights, dtype=np.float64)
    used = np.flatnonzero(w)
    part, w = (sums, w) if len(used) == len(w) else (sums.take(used.tolist()), w[used])
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
    covariance = np.nan_to_num(part.covariance)
    terms = float(np.abs(w) @ np.abs(covariance) @ np.abs(w))
    variance = without_residue(float(w @ covariance @ w), terms) / whole**2
    error = sqrt(variance) if variance > 0 else None
    return Estimate(value, value - ends[0], value + ends[1], games, unit, of, label, "MOVER", error)


def _correlation(covariance: Floats) -> Floats:
    """Correlations; zero where a variance is zero or unknown."""
    known = np.nan_to_num(covariance)
    sd = np.sqrt(np.maximum(known.diagonal(), 0.0))
    scale = sd[:, None] * sd
    correlation = known / np.where(scale > 0, scale, np.inf)
    np.fill_diagonal(correlation, 1.0)
    return np.minimum(np.maximum(correlation, -1.0), 1.0)


def share_difference(
    sums: ClusterSums,
    i: int,
    j: int,
    of: str,
    *,
    whole: int = WIN_UNITS,
    label: Label = "association",
    known: tuple[Estimate, Estimate] | None = None,
) -> Estimate:
    """Share of group ``i`` minus that of group ``j`` in percentage points, win shares unless ``whole`` is given.

    The interval is that of :func:`share_contrast`, written out for two shares; ``known`` are both from
    :func:`group_share`.
    """
    one, other = known or (group_share(sums, i, of, whole=whole), group_share(sums, j, of, whole=whole))
    games = min(one.n, other.n)
    if one.value is None or other.value is None:
        return Estimate.undefined(SHARE_DIFFERENCE, of, label, min(int(sums.games_in[i]), int(sums.games_in[j])))
    sd = sqrt(max(sums.variance(i), 0.0) * max(sums.variance(j), 0.0)) if sums.games > 1 else 0.0
    r = min(max(sums.covariance_of(i, j) / sd, -1.0), 1.0) if sd > 0 else 0.0
    value = one.value - other.value
    reach = []
    for down, up in ((one.value - (one.low or 0.0), (other.high or 0.0) - other.value),
                     ((one.high or 0.0) - one.value, other.value - (other.low or 0.0))):  # fmt: skip
        reach.append(sqrt(max(down * down + up * up - 2 * r * down * up, 0.0)))
    error = _difference_error(sums, i, j, whole)
    return Estimate(value, value - reach[0], value + reach[1], games, SHARE_DIFFERENCE, of, label, "MOVER", error)


def _difference_error(sums: ClusterSums, i: int, j: int, whole: int) -> float | None:
    """Standard error of a difference of two shares; ``None`` if all or none of the members have won.

    The larger of that of the cluster covariance and that of two equal shares, p (1 - p) (1/m_i + 1/m_j) with p of both
    groups together: the first is far too small where few are in a group and hardly any of them won.
    """
    m, n = float(sums.m[i]), float(sums.m[j])
    p = float(sums.y[i] + sums.y[j]) / (m + n) / whole
    equal = p * (1 - p) * (1 / m + 1 / n)
    own = sums.variance_of_difference(i, j) / whole**2 if sums.games > 1 else 0.0
    variance = max(equal, own)
    return sqrt(variance) if variance > 0 else None


def share_against_average(
    sums: ClusterSums, i: int, among: Sequence[int], of: str, *, label: Label = "effect"
) -> Estimate:
    """Win share of group ``i`` minus the plain average of the shares of the groups ``among`` that have members."""
    weights = average_contrast(sums, i, among)
    if weights is None:
        return Estimate.undefined(SHARE_DIFFERENCE, of, label)
    return share_contrast(sums, weights, of, label=label)
