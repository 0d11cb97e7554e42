"""Which source of points sets winners apart most: the contrast between sources, among players of one strategy.

Winners have more points from nearly every source, so that a gap differs from zero says little. What is tested is that
the largest gap is larger than each of the others. The gap of a source is

    sum_s W[s] (mean of winners - mean of others, strategy s) / sum_s W[s],

with W[s] the wins of the strategy, so strategies that win more are not taken for a source that wins more.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums, Floats
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import win_units

SAMPLE_GAMES: Final = 100_000
Answers = tuple[tuple[str, Estimate], ...]


@dataclass(frozen=True)
class Lead:
    """The source with the largest gap between winners and others, and whether every other gap is smaller.

    ``ahead`` needs all contrasts with other sources to exclude zero at 5 % each; no correction is needed for a claim
    that holds only if all of them hold (intersection-union test, Berger 1982, Technometrics 24, 295-300).
    """

    source: str
    gap: Estimate
    ahead: bool
    by_strategy: Answers


def leading_source(run: Run, sources: tuple[str, ...]) -> Lead | None:
    """The source that sets winners apart most, from the first 100,000 games; ``None`` where nobody won or lost."""
    sample = run.head(SAMPLE_GAMES)
    columns = [f"points_{source}" for source in sources]
    k = len(run.strategies)

    def gaps(block: Block) -> dict[str, Any]:
        who = _groups(block, k)
        return {column: ClusterSums.of_seats(who, block.seat(column)) for column in columns}

    total = sample.fold(gaps, ["winners", "strategy", *columns])
    weights = gap_weights(total[columns[0]], k)
    if weights is None:
        return None
    values = [total[column].contrast(weights)[0] for column in columns]
    best = int(np.argmax(np.abs(values)))

    def contrasts(block: Block) -> dict[str, Any]:
        who, lead = _groups(block, k), block.seat(columns[best])
        sign = 1 if values[best] > 0 else -1
        rest = [i for i in range(len(columns)) if i != best]
        return {
            f"{i} {way}": ClusterSums.of_seats(who, sign * lead + way * block.seat(columns[i]))
            for i in rest
            for way in (-1, 1)
        }

    beyond = sample.fold(contrasts, ["winners", "strategy", *columns])
    return Lead(
        sources[best],
        _figure(total[columns[best]], weights, f"{sources[best]}, winners minus others"),
        all(_figure(sums, weights, "contrast of two sources").excludes(0.0) for sums in beyond.values())
        and all(sums.contrast(weights)[0] > 0 for sums in beyond.values()),
        tuple(
            (
                name,
                total[columns[best]].difference(
                    2 * code,
                    2 * code + 1,
                    POINTS_DIFFERENCE,
                    f"{name}: {sources[best]}, winners minus others",
                    label="association",
                ),
            )
            for code, name in enumerate(run.strategies)
            if k > 1
        ),
    )


def gap_weights(sums: ClusterSums, strategies: int) -> Floats | None:
    """Weights of the groups winners and others of each strategy; ``None`` without a strategy that has both."""
    weights = np.zeros(2 * strategies)
    for code in range(strategies):
        if sums.m[2 * code] > 0 and sums.m[2 * code + 1] > 0:
            weights[2 * code], weights[2 * code + 1] = sums.m[2 * code], -sums.m[2 * code]
    whole = weights[weights > 0].sum()
    return weights / whole if whole > 0 else None


def _groups(block: Block, strategies: int) -> Array:
    """Win units (group 2 s) and seats that did not win (2 s + 1) of each strategy, (games, players, 2 strategies)."""
    units, plays = win_units(block.seat("winners")), block.indicator("strategy", strategies).astype(np.int64)
    lost = (units == 0).astype(np.int64)
    return np.stack([plays * units[..., None], plays * lost[..., None]], axis=-1).reshape(*units.shape, 2 * strategies)


def _figure(sums: ClusterSums, weights: Floats, of: str) -> Estimate:
    value, error = sums.contrast(weights)
    return interval(value, error, sums.games, POINTS_DIFFERENCE, of, "association")
