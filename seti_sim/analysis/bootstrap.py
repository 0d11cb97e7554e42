"""Resampling of blocks with replacement (Efron 1979), for figures that are functions of sums over blocks."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import NO_SPREAD, Estimate, Unit
from seti_sim.analysis.rounding import same
from seti_sim.analysis.significance import LEVEL

REPLICATES: Final = 1000
MIN_BLOCKS: Final = 10
"""Fewer blocks cannot be resampled to any purpose."""
MOST_GROUPS: Final = 2000
"""More blocks than this are resampled in groups of neighbours: as good, and memory does not grow."""
SEED: Final = 1


@dataclass(frozen=True)
class Resamples:
    """How often each group of neighbouring blocks counts in each replicate.

    ``starts`` are the first blocks of the groups, ``counts`` has shape (replicates, groups).
    """

    blocks: int
    starts: Array
    counts: Array

    @classmethod
    def of(cls, blocks: int) -> "Resamples":
        """The same resamples whenever there are so many blocks."""
        groups = min(blocks, MOST_GROUPS)
        starts = np.arange(groups) * blocks // groups
        rng = np.random.default_rng(SEED)
        return cls(blocks, starts, rng.multinomial(groups, np.full(groups, 1 / groups), REPLICATES).astype(np.float64))

    def sums(self, values: Array) -> Floats:
        """Sums over blocks in every replicate, shape (replicates, ...), of values of shape (blocks, ...)."""
        flat = np.add.reduceat(np.asarray(values, dtype=np.float64).reshape(self.blocks, -1), self.starts, axis=0)
        return (self.counts @ flat).reshape(len(self.counts), *values.shape[1:])


def percentiles(value: float, replicates: Floats, blocks: int, unit: Unit, of: str) -> Estimate:
    """A figure with the percentile interval of its replicates; undefined on too few blocks."""
    usable = replicates[np.isfinite(replicates)]
    if blocks < MIN_BLOCKS or len(usable) < (1 - LEVEL / 2) * len(replicates):
        return Estimate.undefined(unit, of, "effect", blocks)
    ends = np.quantile(usable, [LEVEL / 2, 1 - LEVEL / 2])
    low, high = (value if same(float(end), value) else float(end) for end in ends)
    method = "bootstrap over blocks" if high > low else NO_SPREAD
    return Estimate(value, min(low, value), max(high, value), blocks, unit, of, "effect", method)
