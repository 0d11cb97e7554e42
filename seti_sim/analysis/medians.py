"""Medians of whole numbers from their counts, with distribution-free intervals."""

import numpy as np
from scipy import stats

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.estimate import CONFIDENCE, Estimate, Label, Unit


def median_of_counts(counts: Array, first: int, unit: Unit, of: str, label: Label = "description") -> Estimate:
    """The median of observations given as counts of the values ``first``, ``first + 1`` and so on.

    The interval lies between the order statistics r and n + 1 - r with r the 2.5 % point of the binomial distribution
    of n and 1/2 (Conover 1999, section 3.2); it treats the observations as independent. Five or fewer have no such
    order statistics: then nothing is said but the ends of the unit, or nothing at all where it has none.
    """
    n = int(counts.sum())
    if n == 0:
        return Estimate.undefined(unit, of, label)
    cumulative = np.cumsum(counts)

    def at(rank: float) -> float:
        return first + float(np.searchsorted(cumulative, min(max(rank, 1.0), float(n))))

    rank = int(stats.binom.ppf((1 - CONFIDENCE) / 2, n, 0.5))
    low, high = (at(rank), at(n + 1 - rank)) if rank else (unit.low, unit.high)
    if low is None or high is None:
        return Estimate.undefined(unit, of, label, n)
    value = (at((n + 1) // 2) + at((n + 2) // 2)) / 2
    return Estimate(value, min(low, value), max(high, value), n, unit, of, label, "order statistics")
