"""What blocks of games say of the strategies that met in them: every figure with its interval over blocks.

All strategies sat equally often at every seat, so strategy and seat do not hide behind each other; the model below
takes them apart also where a comparison was stopped in the middle of a round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from seti_sim.analysis.blocks import HALVES, BlockTable
from seti_sim.analysis.bootstrap import MIN_BLOCKS, Resamples, percentiles
from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import (
    COUNT,
    POINTS,
    POINTS_DIFFERENCE,
    RATING,
    SHARE_DIFFERENCE,
    Estimate,
)
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.names import player
from seti_sim.analysis.plackett import Fit, components, fit
from seti_sim.analysis.ratings import ELO
from seti_sim.analysis.rounding import same, true_error, without_residue
from seti_sim.analysis.shares import WIN_UNITS, group_share
from seti_sim.analysis.significance import LEVEL, benjamini_hochberg, p_value

MICRO: Final = 6
"""Decimals of a rating: what lies beyond is rounding, and equal strategies are exactly equal."""


@dataclass(frozen=True)
class Family:
    """Questions asked together: figures, p-values after Benjamini and Hochberg, and which are significant at 5 %."""

    figures: tuple[Estimate, ...]
    p_values: tuple[float, ...]

    @property
    def significant(self) -> tuple[bool, ...]:
        """Which of the figures differ from the null after the correction."""
        return tuple(p <= LEVEL for p in self.p_values)


def family(figures: Sequence[Estimate], null: float = 0.0) -> Family:
    """Correct a family of figures; undefined ones are never significant.

    Where all n blocks show the very same difference it has no spread: its p-value is that of the sign test, 2^(1 - n).
    """
    asked = [i for i, figure in enumerate(figures) if figure.defined]
    adjusted = benjamini_hochberg(np.array([_p_value(figures[i], null) for i in asked]))
    p = [1.0] * len(figures)
    for i, value in zip(asked, adjusted, strict=True):
        p[i] = float(value)
    return Family(tuple(figures), tuple(p))


def _p_value(figure: Estimate, null: float) -> float:
    if figure.standard_error > 0 or figure.value is None or same(figure.value, null):
        return p_value(figure, null)
    return min(1.0, 2.0 ** (1 - figure.n))


@dataclass(frozen=True)
class Contest:
    """Everything that is said of a comparison; tuples run over strategies by code, places, or pairs i < j.

    Attributes:
        table: the games.
        wins: win share of a seat with the strategy.
        scores: mean score of a seat with the strategy.
        strategy_effects: win share against the mean of the strategies, the seats taken out.
        seat_effects: win share of a place against an equal share, the strategies taken out.
        ratings: Plackett-Luce strengths in Elo points against the mean of those rated; undefined for the others.
        places: the model's term for each place in the turn order, in Elo points.
        rated: sets of strategies that could be rated together, the largest first.
        pairs: (i, j) of the families below.
        ahead: share of meetings in which i finished ahead of j, against one half.
        gaps: mean score of i minus that of j, block by block.
        effective: effective number of winning strategies, the inverse Simpson index of the win shares.
    """

    table: BlockTable
    wins: tuple[Estimate, ...]
    scores: tuple[Estimate, ...]
    strategy_effects: Family
    seat_effects: Family
    ratings: tuple[Estimate, ...]
    places: tuple[Estimate, ...]
    rated: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    ahead: Family
    gaps: Family
    effective: Estimate

    def ahead_of(self, i: int, j: int) -> Estimate:
        """Share of meetings in which i finished ahead of j, ties half."""
        return self._of_pair(self.ahead, i, j, 1.0, f"meetings of {self.table.names[i]} with {self.table.names[j]}")

    def gap(self, i: int, j: int) -> Estimate:
        """Mean score of i minus that of j, paired by set-up."""
        return self._of_pair(self.gaps, i, j, 0.0, f"score of {self.table.names[i]} minus {self.table.names[j]}")

    def _of_pair(self, family: Family, i: int, j: int, whole: float, of: str) -> Estimate:
        """The figure of a pair, turned round (``whole`` minus it) where j comes first."""
        figure = family.figures[self.pairs.index((min(i, j), max(i, j)))]
        if i < j or figure.value is None or figure.low is None or figure.high is None:
            return figure
        return replace(figure, value=whole - figure.value, low=whole - figure.high, high=whole - figure.low, of=of)

    def beats(self) -> Array:
        """Whether i is ahead of j and the difference is significant, booleans of shape (k, k)."""
        k = len(self.table.names)
        found = np.zeros((k, k), dtype=bool)
        for (i, j), figure, significant in zip(self.pairs, self.ahead.figures, self.ahead.significant, strict=True):
            if significant and figure.value is not None:
                found[(i, j) if figure.value > 0.5 else (j, i)] = True
        return found


def contest(table: BlockTable) -> Contest:
    """Everything that blocks say of their strategies.

    Raises:
        AnalysisError: for fewer than two strategies or two blocks.
    """
    if len(table.names) < 2 or table.blocks < 2:
        raise AnalysisError("a comparison takes at least two strategies and two blocks of games")
    k, names = range(len(table.names)), table.names
    units = table.units
    wins, scores = table.by_strategy(units), table.by_strategy(table.score)
    by_strategy, by_seat = effects(table)
    pairs = tuple(combinations(k, 2))
    duels = table.duels()
    ahead = [
        group_share(duels, i * len(k) + j, f"meetings of {names[i]} with {names[j]}", whole=HALVES, label="effect")
        for i, j in pairs
    ]
    resamples = Resamples.of(table.blocks)
    rated = components(table, np.arange(len(k)))
    ratings, places = _ratings(table, rated[0], resamples)
    return Contest(
        table,
        tuple(group_share(wins, i, f"seats of {names[i]}", label="effect") for i in k),
        tuple(scores.mean(i, POINTS, f"score of {names[i]}") for i in k),
        family(by_strategy),
        family(by_seat),
        ratings,
        places,
        tuple(tuple(map(int, members)) for members in rated),
        pairs,
        family(ahead, 0.5),
        family([score_gap(table, i, j) for i, j in pairs]),
        effective_number(table, resamples),
    )


def effects(table: BlockTable) -> tuple[list[Estimate], list[Estimate]]:
    """Strategy and seat effects on the win share, estimated together by least squares, errors clustered by block.

    win share of a seat = 1/players + strategy + place + error, strategies and places each summing to zero.
    """
    k, players, blocks = len(table.names), table.players, table.blocks
    code, place = (values.reshape(blocks, -1) for values in (table.strategy, table.order))
    strategies = np.vstack([np.eye(k - 1), -np.ones(k - 1)])
    places = np.vstack([np.eye(players - 1), -np.ones(players - 1)])
    x = np.concatenate([np.ones((*code.shape, 1)), strategies[code], places[place]], axis=2)
    y = table.units.reshape(blocks, -1) / WIN_UNITS
    gram = np.einsum("bsp,bsq->pq", x, x, optimize=True)
    of = [*(f"win share of {name} against the mean of the strategies" for name in table.names),
          *(f"win share of the {player(i).lower()} against an equal share" for i in range(players))]  # fmt: skip
    if np.linalg.matrix_rank(gram, hermitian=True) < len(gram):
        found = [Estimate.undefined(SHARE_DIFFERENCE, name, "effect", blocks) for name in of]
        return found[:k], found[k:]
    beta = np.linalg.solve(gram, np.einsum("bsp,bs->p", x, y))
    scores = np.einsum("bsp,bs->bp", x, y - x @ beta)
    scores = without_residue(scores, np.einsum("bsp,bs->bp", np.abs(x), np.abs(y) + np.abs(x) @ np.abs(beta)))
    inverse = np.linalg.inv(gram)
    covariance = inverse @ (scores.T @ scores) @ inverse * blocks / (blocks - 1)
    contrasts = np.zeros((k + players, len(gram)))
    contrasts[:k, 1:k], contrasts[k:, k:] = strategies, places
    values = without_residue(contrasts @ beta, 100 * np.abs(contrasts) @ np.maximum(np.abs(beta), 1 / players))
    variances = np.einsum("cp,pq,cq->c", contrasts, covariance, contrasts)
    terms = np.einsum("cp,pq,cq->c", np.abs(contrasts), np.abs(covariance), np.abs(contrasts))
    errors = np.sqrt(without_residue(variances, terms).clip(0))
    found = [
        interval(float(v), float(e), blocks, SHARE_DIFFERENCE, name, "effect")
        for v, e, name in zip(values, errors, of, strict=True)
    ]
    return found[:k], found[k:]


def score_gap(table: BlockTable, i: int, j: int) -> Estimate:
    """Mean score of strategy i minus that of j in the blocks where both sit: paired by set-up."""
    of = f"score of {table.names[i]} minus {table.names[j]}"
    means = []
    for code in (i, j):
        mine = table.strategy == code
        with np.errstate(invalid="ignore"):
            means.append((table.score * mine).sum(axis=(1, 2)) / mine.sum(axis=(1, 2)))
    both = np.isfinite(means[0]) & np.isfinite(means[1])
    gaps, sizes = (means[0] - means[1])[both], (np.abs(means[0]) + np.abs(means[1]))[both]
    if len(gaps) < 2:
        return Estimate.undefined(POINTS_DIFFERENCE, of, "effect", len(gaps))
    gaps = without_residue(gaps, sizes)
    error = true_error(float(gaps.std(ddof=1) / np.sqrt(len(gaps))), float(sizes.max()) / len(gaps))
    return interval(float(gaps.mean()), error, len(gaps), POINTS_DIFFERENCE, of, "effect")


def effective_number(table: BlockTable, resamples: Resamples) -> Estimate:
    """Effective number of winning strategies: 1 / sum of p^2 with p the win shares scaled to sum to one (Simpson 1949).

    It is the number of equally strong strategies that would share the wins as unevenly. Bootstrap over
    blocks.
    """
    k = len(table.names)
    flat, units = table.strategy.reshape(table.blocks, -1), table.units.reshape(table.blocks, -1)
    mine = flat[..., None] == np.arange(k)
    seats, won = mine.sum(axis=1), (mine * units[..., None]).sum(axis=1)

    def index(seats: Array, won: Array) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            share = won / seats
            share = share / share.sum(axis=-1, keepdims=True)
        return np.asarray(1 / (share**2).sum(axis=-1), dtype=np.float64)

    of = "effective number of winning strategies"
    value = float(index(seats.sum(0), won.sum(0)))
    if not np.isfinite(value):
        return Estimate.undefined(COUNT, of, "effect", table.blocks)
    return percentiles(value, index(resamples.sums(seats), resamples.sums(won)), table.blocks, COUNT, of)


def _ratings(
    table: BlockTable, members: Array, resamples: Resamples
) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
    """Ratings of the strategies (undefined for those that are no members) and terms of the places, in Elo points."""
    blocks = table.blocks
    of = [*(f"strength of {name} against the mean" for name in table.names),
          *(f"the {player(i).lower()} against the mean place" for i in range(table.players))]  # fmt: skip
    undefined = [Estimate.undefined(RATING, name, "effect", blocks) for name in of]
    k = len(table.names)
    found: Fit | None = fit(table, members) if len(members) > 1 and blocks >= MIN_BLOCKS else None
    if found is None:
        return tuple(undefined[:k]), tuple(undefined[k:])
    values = np.round(ELO * np.concatenate([found.strengths, found.places]), MICRO)
    try:
        replicates = np.round(ELO * found.replicates(resamples), MICRO)
    except np.linalg.LinAlgError:  # a resample in which somebody never met the others
        return tuple(undefined[:k]), tuple(undefined[k:])
    where = [*map(int, members), *range(k, k + table.players)]
    for at, value, column in zip(where, values, replicates.T, strict=True):
        undefined[at] = percentiles(float(value), column, blocks, RATING, of[at])
    return tuple(undefined[:k]), tuple(undefined[k:])


def cycles(beats: Array) -> list[list[int]]:
    """Shortest circles of who beats whom, without repeats: ``[i, j, k]`` says that i beats j beats k beats i."""
    found: dict[frozenset[int], list[int]] = {}
    for start, nxt in np.argwhere(beats):
        paths = [[int(start), int(nxt)]]
        seen = {int(nxt)}
        while paths:
            path = paths.pop(0)
            if beats[path[-1], start]:
                first = path.index(min(path))
                found.setdefault(frozenset(path), path[first:] + path[:first])
                break
            for other in np.flatnonzero(beats[path[-1]]):
                if int(other) not in seen and other != start:
                    seen.add(int(other))
                    paths.append([*path, int(other)])
    return sorted(found.values(), key=lambda path: (len(path), path))
