"""Medians of whole numbers from their counts, with distribution-free intervals."""

from math import sqrt

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.estimate import Z95, Estimate, Label, Unit


def median_of_counts(counts: Array, first: int, unit: Unit, of: str, label: Label = "description") -> Estimate:
    """The median of observations given as counts of the values ``first``, ``first + 1`` and so on.

    The interval is that of the order statistics n/2 -+ 1.96 sqrt(n)/2 (Conover 1999, section 3.2); it treats the
    observations as independent.
    """
    n = int(counts.sum())
    if n == 0:
        return Estimate.undefined(unit, of, label)
    cumulative = np.cumsum(counts)

    def at(rank: float) -> float:
        return first + float(np.searchsorted(cumulative, min(max(rank, 1.0), float(n))))

    reach = Z95 * sqrt(n) / 2
    low, high = at(np.floor(n / 2 - reach)), at(np.ceil(n / 2 + reach))
    value = (at((n + 1) // 2) + at((n + 2) // 2)) / 2
    return Estimate(value, min(low, value), max(high, value), n, unit, of, label, "order statistics")
