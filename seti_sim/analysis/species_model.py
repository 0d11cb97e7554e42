"""What each species does to scores, actions and the rest: one additive model of both species in play.

Games differ by their pair of species; the pair of i and j has the mean

    m[i, j] = mu + a[i] + a[j] + beyond[i, j],    sum of a = 0,

fitted by least squares weighted with the variances of the pairs' means, which come from different games and are
independent. ``a[i]`` is the change with species i in place of an average one. Comparing games with a species and games
without it instead would give each species a share of what the others do: where one alone is worth 4 points, each of the
other four would seem to cost 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from seti_sim.analysis.clusters import ClusterSums, Floats
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Estimate, Label, Unit
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.significance import LEVEL

Pair = tuple[int, int]


@dataclass(frozen=True)
class SpeciesModel:
    """Main effects of k species with covariance, and what each pair is beyond them; shapes (k,), (k, k), (pairs,)."""

    effects: Floats
    covariance: Floats
    beyond: Floats
    beyond_errors: Floats

    def figures(
        self, of: Sequence[str], games: Sequence[int], unit: Unit, label: Label, scale: float = 1.0
    ) -> tuple[Estimate, ...]:
        """The main effects divided by ``scale``; ``games`` are those of each species."""
        errors = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        return tuple(
            interval(float(value) / scale, float(error) / scale, n, unit, name, label)
            for value, error, n, name in zip(self.effects, errors, games, of, strict=True)
        )

    def beyond_figures(self, of: Sequence[str], games: Sequence[int], label: Label) -> tuple[Estimate, ...]:
        """What each pair is beyond the sum of its species; ``games`` are those of each pair."""
        return tuple(
            interval(float(value), float(error), n, POINTS_DIFFERENCE, name, label)
            if error > 0
            else Estimate.undefined(POINTS_DIFFERENCE, name, label, n)
            for value, error, n, name in zip(self.beyond, self.beyond_errors, games, of, strict=True)
        )

    def outstanding(self) -> list[bool]:
        """Which species differ from the rest: taken off one by one until those left do not differ demonstrably.

        Those left are tested for equality (Wald, 5 %); while it is rejected, the species farthest from the mean of the
        others in standard errors is taken off. With nothing planted any species is taken off in 5 % of the runs.
        """
        left = list(range(len(self.effects)))
        while len(left) > 1:
            contrasts = np.eye(len(left))[1:] - np.eye(len(left))[:1]
            part = np.ix_(left, left)
            gap = contrasts @ self.effects[left]
            spread = contrasts @ self.covariance[part] @ contrasts.T
            statistic = float(gap @ np.linalg.pinv(spread, hermitian=True) @ gap)
            if stats.chi2.sf(statistic, len(left) - 1) > LEVEL:
                break
            left.remove(max(left, key=lambda i: self._distance(i, left)))
        return [i not in left for i in range(len(self.effects))]

    def _distance(self, i: int, left: Sequence[int]) -> float:
        weights = np.zeros(len(self.effects))
        weights[list(left)] = -1 / (len(left) - 1)
        weights[i] = 1.0
        error = float(weights @ self.covariance @ weights) ** 0.5
        return abs(float(weights @ self.effects)) / error if error > 0 else 0.0


def fit_means(sums: ClusterSums, pairs: Sequence[Pair], k: int) -> SpeciesModel | None:
    """The model of the means of groups of whole games, one group for each pair."""
    if sums.games < 2:
        return None
    return fit_species(sums.means, np.array([sums.variance(p) for p in range(len(pairs))]), pairs, k)


def fit_species(values: Floats, variances: Floats, pairs: Sequence[Pair], k: int) -> SpeciesModel | None:
    """The model of a value of each pair; ``None`` where a pair has too few games or nothing varies.

    Args:
        values: of each pair, shape (pairs,).
        variances: of the values, which are independent; shape (pairs,).
        pairs: the codes of the two species.
        k: number of species.
    """
    if not (np.isfinite(values).all() and np.isfinite(variances).all() and variances.min() > 0):
        return None
    both = np.zeros((len(pairs), k))
    for row, (i, j) in enumerate(pairs):
        both[row, i] = both[row, j] = 1.0
    free = np.vstack([np.eye(k - 1), -np.ones(k - 1)])  # the effects that sum to zero
    design = np.column_stack([np.ones(len(pairs)), both @ free])
    weighted = design.T / variances
    inverse = np.linalg.pinv(weighted @ design, hermitian=True)
    fitted = inverse @ weighted @ values
    rest = np.diag(variances) - design @ inverse @ design.T
    return SpeciesModel(
        free @ fitted[1:],
        free @ inverse[1:, 1:] @ free.T,
        values - design @ fitted,
        np.sqrt(np.maximum(np.diag(rest), 0.0)),
    )
