"""Whether one thing is worth more where another one holds: differences of differences within fine strata.

With strata of strategy, place in the turn order and pair of species in play, and further by whether the seat has b,

    i[a, b] = d[a | b] - d[a | not b],    d[a | .] = sum (xu - x u / n) / sum (x - x^2 / n) over those strata,

with n, x, u and xu the seats of a stratum, those that have a, their wins and the wins of those that have a, as in
:mod:`stratified`. Errors are clustered by game, e[g] = sum_i +-x~ (u~ - d x~) / S, and the larger of this and of the
variance if win shares were dealt to the seats of a game at random counts.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import SHARE_SUM, Estimate, Label
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.rounding import true_error
from seti_sim.analysis.shares import WIN_UNITS
from seti_sim.analysis.stratified import StratumLevels

MIN_SEATS: Final = 40
"""An interaction is estimated if so many seats are in each of its four groups."""
SLICE_GAMES: Final = 1_000


@dataclass(frozen=True)
class Observations:
    """Seats of some games: ``has`` (games, players, a) 0/1, ``strata`` and win ``units`` (games, players)."""

    has: Array
    strata: Array
    units: Array


@dataclass(frozen=True)
class Counts(StratumLevels):
    """Sums of seats; weights and differences are asked of some of the strata."""

    @classmethod
    def of(cls, strata: Array, units: Array, size: int, rows: Array, things: Array, count: int) -> "Counts":
        """Counts of a block.

        Args:
            strata: of every seat, shape (seats,), below ``size``.
            units: win units of every seat, (seats,).
            size: number of strata.
            rows: seat of each thing that a seat has, (rows,).
            things: code of each, below ``count``, (rows,).
            count: number of things.
        """

        def sums(codes: Array, weights: Array | None, length: int) -> Floats:
            return np.bincount(codes, weights=weights, minlength=length).astype(np.float64)

        at = strata[rows] * count + things
        return cls(
            n=sums(strata, None, size),
            u=sums(strata, units, size),
            x=sums(at, None, size * count).reshape(size, count),
            xu=sums(at, units[rows], size * count).reshape(size, count),
            uu=sums(strata, units * units, size),
        )

    @property
    def spread(self) -> float:
        """Variance of win units within the strata."""
        free = float(self.n.sum()) - float(np.count_nonzero(self.n))
        return max(float(self.uu.sum() - (self.u * self.means).sum()), 0.0) / free if free > 0 else float("nan")

    def weight(self, strata: Array) -> Floats:
        """Sum of squares of x within some strata, (a,)."""
        return np.asarray((self.x - self.x * self.rates)[strata].sum(0), dtype=np.float64)

    def difference(self, strata: Array) -> Floats:
        """Win units with minus without within some strata, (a,); NaN where nothing varies."""
        weight = self.weight(strata)
        total = (self.xu - self.x * self.means[:, None])[strata].sum(0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(weight > 1e-9, total / weight, np.nan))

    def fewest(self, groups: tuple[Array, Array]) -> Floats:
        """The smallest of the four groups of each thing, (a,)."""
        cells = [self.x[strata].sum(0) for strata in groups]
        rest = [self.n[strata].sum() - cell for strata, cell in zip(groups, cells, strict=True)]
        return np.asarray(np.minimum.reduce([*cells, *rest]))


def squares(counts: Counts, groups: tuple[Array, Array], seen: Observations) -> Floats:
    """Sums over some games from which the variances are made: squared scores, and squares within games; (2, a).

    ``groups`` are masks of the strata with and without the condition.
    """
    slope = np.zeros((len(counts.n), counts.x.shape[1]), dtype=np.float32)
    scale = np.zeros_like(slope)
    for sign, strata in zip((1.0, -1.0), groups, strict=True):
        with np.errstate(invalid="ignore", divide="ignore"):
            scale[strata] = np.nan_to_num(sign / counts.weight(strata), posinf=0.0, neginf=0.0)
        slope[strata] = np.nan_to_num(counts.difference(strata))
    rates, means = counts.rates.astype(np.float32), counts.means.astype(np.float32)
    total = np.zeros((2, counts.x.shape[1]))
    players = seen.strata.shape[1]
    for start in range(0, len(seen.strata), SLICE_GAMES):
        at = slice(start, start + SLICE_GAMES)
        shape = (len(seen.strata[at]), counts.x.shape[1])
        score, weights, within = (np.zeros(shape, dtype=np.float32) for _ in range(3))
        for seat in range(players):
            stratum = seen.strata[at, seat]
            x = seen.has[at, seat] - rates[stratum]
            u = seen.units[at, seat] - means[stratum]
            w = x * scale[stratum]
            score += w * (u[:, None] - slope[stratum] * x)
            weights += w
            within += w * w
        total[0] += np.einsum("ga,ga->a", score, score, dtype=np.float64)
        total[1] += np.maximum(within - weights * weights / players, 0.0).sum(0, dtype=np.float64)
    return total


def estimates(
    counts: Counts,
    groups: tuple[Array, Array],
    squared: Floats,
    games: tuple[int, int],
    players: int,
    of: list[str],
    label: Label,
) -> list[Estimate]:
    """The interactions of all things with one condition.

    Args:
        counts: of all games.
        groups: masks of the strata with and without the condition.
        squared: of :func:`squares`.
        games: number of all games and of those behind ``squared``.
        players: of a game.
        of: what each figure is.
        label: effect or association.
    """
    value = counts.difference(groups[0]) - counts.difference(groups[1])
    scale = games[0] / max(games[1], 1) * games[0] / max(games[0] - 1, 1)
    variance = np.maximum(squared[0] * scale, squared[1] * scale * counts.spread * players / (players - 1))
    few, having = counts.fewest(groups), np.minimum(*(counts.x[strata].sum(0) for strata in groups))
    found = []
    for a, name in enumerate(of):
        n = int(min(having[a], games[0]))
        error = true_error(float(np.sqrt(variance[a])), WIN_UNITS) if np.isfinite(variance[a]) else 0.0
        if few[a] < MIN_SEATS or not np.isfinite(value[a]) or error == 0:
            found.append(Estimate.undefined(SHARE_SUM, name, label, n))
        else:
            found.append(interval(float(value[a]) / WIN_UNITS, error / WIN_UNITS, n, SHARE_SUM, name, label))
    return found
