"""Means over groups of seats whose errors respect that the seats of one game are not independent.

The independent unit is the game. For each group ``i`` (the first player, the owners of a technology, …) a game ``g``
adds a number of members ``M[g, i]`` and the total ``Y[g, i]`` of some whole number over them. The estimate is the ratio
``p[i] = sum_g Y / sum_g M`` and its covariance is the linearised one,

    Cov(p[i], p[j]) = G/(G-1) * sum_g (Y[g,i] - p[i] M[g,i]) (Y[g,j] - p[j] M[g,j]) / (M[i] M[j]).

Only whole-number sums are kept, so parts add up in any order to the same result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seti_sim.analysis.estimate import Estimate, Label, Unit
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.rounding import without_residue

Array = NDArray[Any]
Floats = NDArray[np.float64]
GRAM_COLUMNS: Final = 48
GRAM_PRODUCTS: Final = 200_000
"""Multiplications of one piece of :func:`gram`, below the number from which BLAS takes several threads."""


@dataclass(frozen=True)
class ClusterSums:
    """Sums over games of members and totals of ``k`` groups, and of their products.

    ``m``, ``y``, ``games_in`` have shape (k,); ``yy``, ``ym``, ``mm`` (k, k) hold ``sum_g Y[g,i] Y[g,j]`` and so on.
    All are whole numbers held as float64, exact below 2**53.
    """

    games: int
    games_in: Floats
    m: Floats
    y: Floats
    yy: Floats
    ym: Floats
    mm: Floats

    @classmethod
    def of(cls, members: Array, totals: Array) -> "ClusterSums":
        """From per-game arrays of shape (games, k): members of each group and totals over them."""
        m = np.asarray(members, dtype=np.float64)
        k = m.shape[1]
        both = np.concatenate([m, np.asarray(totals, dtype=np.float64)], axis=1)
        products = gram(both)
        total = both.sum(0)
        games_in = np.count_nonzero(m, axis=0).astype(np.float64)
        return cls(len(m), games_in, total[:k], total[k:], products[k:, k:], products[k:, :k], products[:k, :k])

    @classmethod
    def of_seats(cls, groups: Array, values: Array) -> "ClusterSums":
        """From seats: ``groups`` (games, seats, k) of 0/1 or whole weights, ``values`` (games, seats) whole numbers."""
        games, seats, k = groups.shape
        members, totals = np.zeros((games, k)), np.zeros((games, k))
        for seat in range(seats):
            weights = groups[:, seat]
            members += weights
            totals += weights * values[:, seat, None]
        return cls.of(members, totals)

    def __add__(self, other: "ClusterSums") -> "ClusterSums":
        return ClusterSums(
            self.games + other.games,
            self.games_in + other.games_in,
            self.m + other.m,
            self.y + other.y,
            self.yy + other.yy,
            self.ym + other.ym,
            self.mm + other.mm,
        )

    def take(self, groups: Sequence[int]) -> "ClusterSums":
        """The sums of some of the groups only, in the order given."""
        at = np.asarray(groups, dtype=np.intp)
        square = np.ix_(at, at)
        return ClusterSums(
            self.games, self.games_in[at], self.m[at], self.y[at], self.yy[square], self.ym[square], self.mm[square]
        )

    # ------------------------------------------------------------------ estimates
    @property
    def means(self) -> Floats:
        """Ratio of totals to members of each group, NaN for an empty group. Shape (k,)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(self.m != 0, self.y / self.m, np.nan), dtype=np.float64)

    @property
    def covariance(self) -> Floats:
        """Cluster covariance of :attr:`means`, shape (k, k); NaN where a group is empty or there is one game only."""
        if self.games < 2:
            return np.full((len(self.m), len(self.m)), np.nan)
        p = self.means
        with np.errstate(invalid="ignore", divide="ignore"):
            scatter = self.yy - self.ym * p[None, :] - self.ym.T * p[:, None] + self.mm * np.outer(p, p)
            terms = np.abs(self.yy) + np.abs(self.mm * np.outer(p, p))
            terms += np.abs(self.ym * p[None, :]) + np.abs(self.ym.T * p[:, None])
            scatter = without_residue(scatter, terms)
            covariance = scatter / np.outer(self.m, self.m) * self.games / (self.games - 1)
        return np.asarray(covariance, dtype=np.float64)

    def variance(self, i: int) -> float:
        """Variance of ``means[i]`` alone, as in :attr:`covariance`."""
        m, games = float(self.m[i]), self.games
        if games < 2 or m == 0:
            return float("nan")
        p = float(self.y[i]) / m
        scatter = float(self.yy[i, i]) - 2 * p * float(self.ym[i, i]) + p * p * float(self.mm[i, i])
        terms = float(self.yy[i, i]) + 2 * abs(p * float(self.ym[i, i])) + p * p * float(self.mm[i, i])
        return without_residue(scatter, terms) / (m * m) * games / (games - 1)

    def covariance_of(self, i: int, j: int) -> float:
        """Covariance of ``means[i]`` and ``means[j]``, as in :attr:`covariance`."""
        m, n, games = float(self.m[i]), float(self.m[j]), self.games
        if games < 2 or m == 0 or n == 0:
            return float("nan")
        p, q = float(self.y[i]) / m, float(self.y[j]) / n
        parts = np.array([self.yy[i, j], -self.ym[i, j] * q, -self.ym[j, i] * p, self.mm[i, j] * p * q])
        return without_residue(float(parts.sum()), float(np.abs(parts).sum())) / (m * n) * games / (games - 1)

    def variance_of_difference(self, i: int, j: int) -> float:
        """Variance of ``means[i] - means[j]``, 0 where it cancels but for rounding."""
        own, other, both = self.variance(i), self.variance(j), self.covariance_of(i, j)
        return without_residue(own + other - 2 * both, own + other + 2 * abs(both))

    def contrast(self, weights: Array) -> tuple[float, float]:
        """Value and standard error of ``sum_i weights[i] * means[i]``; groups of weight 0 may be empty."""
        used = np.flatnonzero(np.asarray(weights))
        w = np.asarray(weights, dtype=np.float64)[used]
        part = self.take(used.tolist())
        covariance = part.covariance
        terms = float(np.abs(w) @ np.abs(covariance) @ np.abs(w))
        variance = without_residue(float(w @ covariance @ w), terms)
        return float(w @ part.means), float(np.sqrt(max(variance, 0.0))) if np.isfinite(variance) else float("nan")

    # ------------------------------------------------------------------ as estimates
    def mean(self, i: int, unit: Unit, of: str, *, scale: float = 1.0, label: Label = "description") -> Estimate:
        """The mean of group ``i`` divided by ``scale``, with its interval over the games that contain it."""
        games = int(self.games_in[i])
        if self.m[i] == 0:
            return Estimate.undefined(unit, of, label)
        value, error = self.contrast(np.eye(len(self.m))[i])
        return interval(value / scale, error / scale, games, unit, of, label)

    def difference(
        self, i: int, j: int, unit: Unit, of: str, *, scale: float = 1.0, label: Label = "association"
    ) -> Estimate:
        """Mean of group ``i`` minus mean of group ``j``, divided by ``scale``; ``n`` is the smaller group's games."""
        games = int(min(self.games_in[i], self.games_in[j]))
        if self.m[i] == 0 or self.m[j] == 0:
            return Estimate.undefined(unit, of, label, games)
        value = float(self.y[i]) / float(self.m[i]) - float(self.y[j]) / float(self.m[j])
        error = max(self.variance_of_difference(i, j), 0.0) ** 0.5
        return interval(value / scale, error / scale, games, unit, of, label)

    def against_average(
        self, i: int, among: Sequence[int], unit: Unit, of: str, *, scale: float = 1.0, label: Label = "effect"
    ) -> Estimate:
        """Mean of group ``i`` minus the plain average of the means of ``among``, empty groups left out."""
        weights = average_contrast(self, i, among)
        if weights is None:
            return Estimate.undefined(unit, of, label)
        value, error = self.contrast(weights)
        return interval(value / scale, error / scale, int(self.games_in[i]), unit, of, label)


@dataclass(frozen=True)
class BatchSums:
    """The sums of k comparisons of a few groups each, without the products between comparisons.

    ``m``, ``y``, ``games_in`` have shape (k, a) for ``a`` groups a comparison, the products (k, a, a).
    """

    games: int
    games_in: Floats
    m: Floats
    y: Floats
    yy: Floats
    ym: Floats
    mm: Floats

    @classmethod
    def of(cls, members: Sequence[Array], totals: Sequence[Array]) -> "BatchSums":
        """From per-game members and totals of each of the ``a`` groups, arrays of shape (games, k)."""
        m = [np.asarray(values, dtype=np.float64) for values in members]
        y = [np.asarray(values, dtype=np.float64) for values in totals]

        def products(left: list[Floats], right: list[Floats]) -> Floats:
            rows = [[np.einsum("gk,gk->k", one, other) for other in right] for one in left]
            return np.asarray(rows, dtype=np.float64).transpose(2, 0, 1)

        games_in = np.stack([np.count_nonzero(values, axis=0) for values in m], axis=1).astype(np.float64)
        sums_m, sums_y = np.stack([v.sum(0) for v in m], axis=1), np.stack([v.sum(0) for v in y], axis=1)
        return cls(len(m[0]), games_in, sums_m, sums_y, products(y, y), products(y, m), products(m, m))

    def __add__(self, other: "BatchSums") -> "BatchSums":
        return BatchSums(
            self.games + other.games,
            self.games_in + other.games_in,
            self.m + other.m,
            self.y + other.y,
            self.yy + other.yy,
            self.ym + other.ym,
            self.mm + other.mm,
        )

    def __getitem__(self, i: int) -> ClusterSums:
        """Comparison ``i``."""
        return ClusterSums(self.games, self.games_in[i], self.m[i], self.y[i], self.yy[i], self.ym[i], self.mm[i])


def gram(rows: Floats) -> Floats:
    """``rows.T @ rows`` of a tall matrix, in pieces so small that BLAS uses one thread.

    The threads of BLAS get in each other's way on tall thin matrices: on a busy machine of two cores the plain product
    took up to thirty times as long. Whole numbers below 2**53 add up exactly in any pieces.
    """
    width = rows.shape[1]
    if width <= GRAM_COLUMNS:
        return _cross(rows, rows)
    parts = [np.ascontiguousarray(rows[:, at : at + GRAM_COLUMNS]) for at in range(0, width, GRAM_COLUMNS)]
    return np.asarray(np.block([[_cross(one, other) for other in parts] for one in parts]), dtype=np.float64)


def _cross(one: Floats, other: Floats) -> Floats:
    """``one.T @ other`` by batches of few rows."""
    step = max(8, GRAM_PRODUCTS // (one.shape[1] * other.shape[1]))
    whole = len(one) // step * step
    total = one[whole:].T @ other[whole:]
    if whole:
        left = one[:whole].reshape(-1, step, one.shape[1]).transpose(0, 2, 1)
        total = total + np.matmul(left, other[:whole].reshape(-1, step, other.shape[1])).sum(0)
    return np.asarray(total, dtype=np.float64)


def average_contrast(sums: ClusterSums, i: int, among: Sequence[int]) -> Floats | None:
    """Weights of group ``i`` minus the average of the groups ``among`` that have members; ``None`` if suppressed."""
    present = [j for j in among if sums.m[j] > 0]
    if sums.m[i] == 0 or len(present) < 2:
        return None
    weights = np.zeros(len(sums.m))
    weights[present] = -1 / len(present)
    weights[i] += 1.0
    return weights
