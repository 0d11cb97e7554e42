"""Plackett-Luce strengths from whole finishing orders, with a term for the place in the turn order.

The player at place o of the turn order who plays strategy s finishes ahead of all others in a set S of players with

    P(ahead of S) = exp(strength[s] + place[o]) / sum over S of exp(strength + place),

the first of all players, then the next of those left, and so on (Luce 1959; Plackett 1975). Strengths and places sum
to zero. A tie of m players counts as every order of them with weight 1/m!. For two players this is Bradley and
Terry's model with an order effect, see :mod:`seti_sim.analysis.ratings`. The likelihood is concave: Newton's method.
"""

from dataclasses import dataclass
from itertools import combinations
from math import factorial
from typing import Any, Final

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from seti_sim.analysis.blocks import BlockTable
from seti_sim.analysis.bootstrap import Resamples
from seti_sim.analysis.clusters import Array, Floats

TOLERANCE: Final = 1e-10
STEPS: Final = 60
HALVINGS: Final = 40


@dataclass(frozen=True)
class Stages:
    """The choices that finishing orders are made of: one item is the first of a set of them.

    Attributes:
        strengths, places: numbers of parameters of either kind.
        features: of each item of each stage, shape (stages, players, parameters); the chosen item first.
        present: which of the items there are, shape (stages, players).
        counts: how often each stage occurs in each block, sparse, shape (blocks, stages).
    """

    strengths: int
    places: int
    features: Floats
    present: Array
    counts: Any


@dataclass(frozen=True)
class Fit:
    """Strengths and places, each summing to zero, with the inverse information as their covariance.

    ``scores`` (blocks, p) and ``information`` (blocks, p, p) are the blocks' parts in the free parameters, which
    ``basis`` turns into strengths and places.
    """

    strengths: Floats
    places: Floats
    covariance: Floats
    basis: Floats
    scores: Floats
    information: Floats

    def replicates(self, resamples: Resamples) -> Floats:
        """Strengths and places in every resample of the blocks: one Newton step from the estimate.

        One step is as accurate as the bootstrap itself (Andrews 2002, Econometrica 70, 119-162). Raises
        ``LinAlgError`` if a resample does not determine them.
        """
        gradient, information = resamples.sums(self.scores), resamples.sums(self.information)
        free = np.linalg.solve(information, gradient[..., None])[..., 0]
        start = np.concatenate([self.strengths, self.places])
        return np.asarray(start + free @ self.basis.T, dtype=np.float64)


def fit(table: BlockTable, members: Array | None = None) -> Fit | None:
    """Maximum likelihood strengths of the strategies ``members`` (all if left out) and of the places.

    Strategies left out are taken off the finishing orders, which leaves the model as it is for the others.

    Returns:
        The fit, or ``None`` where the games do not determine it: chains of wins must lead from everybody to everybody.
    """
    codes = np.arange(len(table.names)) if members is None else np.asarray(members)
    if len(codes) < 2 or len(components(table, codes)) > 1:
        return None
    stages = _stages(table, codes)
    total = np.asarray(stages.counts.sum(axis=0)).ravel()
    basis = np.zeros((len(codes) + table.players, len(codes) + table.players - 2))
    basis[: len(codes), : len(codes) - 1] = np.vstack([np.eye(len(codes) - 1), -np.ones(len(codes) - 1)])
    basis[len(codes) :, len(codes) - 1 :] = np.vstack([np.eye(table.players - 1), -np.ones(table.players - 1)])
    x = stages.features @ basis
    free = _newton(x, stages.present, total)
    if free is None:
        return None
    _, scores, information = _parts(x, stages.present, free)
    p = len(free)
    by_block = np.asarray(stages.counts @ information.reshape(len(total), p * p)).reshape(-1, p, p)
    covariance = basis @ np.linalg.inv(by_block.sum(0)) @ basis.T
    values = basis @ free
    return Fit(
        values[: len(codes)], values[len(codes) :], covariance, basis, np.asarray(stages.counts @ scores), by_block
    )


def components(table: BlockTable, codes: Array) -> list[Array]:
    """Strategies that can be rated together, the largest set first: a chain of wins or ties leads both ways.

    Between two sets all meetings went one way, so no finite difference of strengths fits (Ford 1957).
    """
    k = len(table.names)
    ahead = table.duels().y.reshape(k, k)[np.ix_(codes, codes)] > 0
    _, labels = connected_components(sparse.csr_array(ahead), directed=True, connection="strong")
    found = [codes[labels == label] for label in np.unique(labels)]
    return sorted(found, key=lambda members: (-len(members), members.tolist()))


def _stages(table: BlockTable, codes: Array) -> Stages:
    """The distinct stages of all games and how often each block has them."""
    players, k = table.players, len(codes)
    number = np.full(len(table.names), -1, dtype=np.int64)
    number[codes] = np.arange(k)
    shape = (-1, players)
    strategy, order = number[table.strategy].reshape(shape), table.order.reshape(shape)
    score, there = table.score.reshape(shape), strategy >= 0
    item = strategy * players + order
    block = np.repeat(np.arange(table.blocks), table.strategy.shape[1])
    base = k * players + 1
    keys, rows, weights = [], [], []
    for size in range(2, players + 1):
        for chosen_from in combinations(range(players), size):
            for seat in chosen_from:
                weight = _weights(score, there, chosen_from, seat)
                at = np.flatnonzero(weight)
                others = [other for other in chosen_from if other != seat]
                rest = np.sort(item[at][:, others] + 1, axis=1)
                key = item[at, seat] + 1
                for column in range(players - 1):
                    key = key * base + (rest[:, column] if column < size - 1 else 0)
                keys.append(key)
                rows.append(block[at])
                weights.append(weight[at])
    unique, stage = np.unique(np.concatenate(keys), return_inverse=True)
    counts = sparse.csr_array(
        (np.concatenate(weights), (np.concatenate(rows), stage)), shape=(table.blocks, len(unique))
    )
    digits = np.stack([unique // base**power % base for power in reversed(range(players))], axis=1)
    items = np.maximum(digits - 1, 0)
    features = np.zeros((*items.shape, k + players))
    np.put_along_axis(features, (items // players)[..., None], 1.0, axis=2)
    np.put_along_axis(features, (k + items % players)[..., None], 1.0, axis=2)
    return Stages(k, players, features, digits > 0, counts)


def _weights(score: Array, there: Array, chosen_from: tuple[int, ...], seat: int) -> Floats:
    """How much of each game is the stage in which ``seat`` is the first of ``chosen_from``; ties share."""
    inside = list(chosen_from)
    outside = [other for other in range(score.shape[1]) if other not in chosen_from]
    top = score[:, inside].max(axis=1)
    valid = there[:, inside].all(axis=1) & (score[:, seat] == top)
    valid &= ~(there[:, outside] & (score[:, outside] < top[:, None])).any(axis=1)
    tied = (score[:, inside] == top[:, None]).sum(axis=1)
    gone = (there[:, outside] & (score[:, outside] == top[:, None])).sum(axis=1)
    facts = np.array([factorial(i) for i in range(score.shape[1] + 1)], dtype=np.float64)
    return np.where(valid, facts[gone] * facts[tied - 1] / facts[tied + gone], 0.0)


def _parts(x: Floats, present: Array, free: Floats) -> tuple[Floats, Floats, Floats]:
    """Log-likelihood, score and information of each stage, shapes (stages,), (stages, p), (stages, p, p)."""
    eta = np.where(present, x @ free, -np.inf)
    top = eta.max(axis=1, keepdims=True)
    weight = np.exp(eta - top)
    total = weight.sum(axis=1, keepdims=True)
    chance = weight / total
    mean = np.einsum("un,unp->up", chance, x)
    spread = np.einsum("un,unp,unq->upq", chance, x, x, optimize=True) - mean[:, :, None] * mean[:, None, :]
    return eta[:, 0] - top[:, 0] - np.log(total[:, 0]), x[:, 0] - mean, spread


def _newton(x: Floats, present: Array, total: Floats) -> Floats | None:
    """Free parameters at the maximum; ``None`` if they run away or cannot be distinguished."""
    free = np.zeros(x.shape[2])
    value, scores, information = _parts(x, present, free)
    for _ in range(STEPS):
        hessian = np.einsum("u,upq->pq", total, information)
        if np.linalg.matrix_rank(hessian, hermitian=True) < len(free):
            return None
        step = np.linalg.solve(hessian, total @ scores)
        if np.abs(step).max() < TOLERANCE:
            return free
        length = 1.0
        for _ in range(HALVINGS):
            new, scores, information = _parts(x, present, free + length * step)
            if total @ new >= total @ value - 1e-12 * abs(total @ value):
                break
            length /= 2
        free, value = free + length * step, new
    return None
