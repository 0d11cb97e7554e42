"""A linear model of the win share on what seats have, errors clustered by game, over all games of a run.

    win share = seat order + strategy + sum_t b[t] has[t] (+ sum_{t<u} c[t, u] has[t] has[u]) + error

by ordinary least squares with the covariance of Liang and Zeger (1986), clustered by game. A coefficient b[t] is the
difference in win share between seats that have t and seats that do not, all else in the model equal: still an
association, because what seats have is chosen.

Seats that have the same things, place and strategy are one *cell*. The coefficients need only the number of seats and
the wins of each cell, of all games. The covariance takes a second pass, over the first 100,000 games at most: it is
an average over games, which so many tell to a fraction of a percent. Memory stays flat.
``statsmodels`` gives the same numbers (tests/analysis/test_regression.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats, gram, interval
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import WIN_UNITS, win_units

MIN_GAMES: Final = 100
COVARIANCE_GAMES: Final = 100_000
MIN_SEATS: Final = 40
"""A thing, or a pair of things, is modelled only if so many seats have it and so many do not."""
MAX_THINGS: Final = 16
Pair = tuple[int, int]


@dataclass(frozen=True)
class _Design:
    """Which columns the model has, and how a cell becomes a row of numbers."""

    things: int
    players: int
    strategies: int
    single: tuple[int, ...]
    pairs: tuple[Pair, ...]
    controls: tuple[int, ...] = ()

    @property
    def cells(self) -> int:
        return (1 << self.things) * self.players * self.strategies

    def rows(self, cells: Array) -> Floats:
        """Rows of the design matrix: pairs, single things, constant, turn order, strategy. Shape (len(cells), p)."""
        strategy = cells % self.strategies
        order = cells // self.strategies % self.players
        pattern = cells // (self.strategies * self.players)
        owned = (pattern[:, None] >> np.arange(self.things)) & 1
        columns = [owned[:, t] * owned[:, u] for t, u in self.pairs] + [owned[:, t] for t in self.single]
        columns.append(np.ones_like(pattern))
        places = [order == s for s in range(1, self.players)] + [strategy == c for c in range(1, self.strategies)]
        columns += [places[i] for i in self.controls]
        return np.stack(columns, axis=1).astype(np.float64)

    def cells_of(self, block: Block, has: Sequence[str]) -> Array:
        """The cell of every seat, shape (games, players)."""
        pattern = ((block.seats(has) > 0) << np.arange(self.things)).sum(-1)
        return np.asarray((pattern * self.players + block.seat("order")) * self.strategies + block.seat("strategy"))


def adjusted_differences(
    run: Run, has: Sequence[str], names: Sequence[str]
) -> tuple[tuple[Estimate, ...], dict[Pair, Estimate]]:
    """Adjusted differences in win share, and what pairs are worth beyond the sum of their parts.

    Args:
        run: the games.
        has: seat columns, owned if not 0; at most 16.
        names: what they are called.

    Returns:
        An estimate for each column, from the model without pairs, and one for each pair of columns, from the model
        with all pairs. Undefined where too few seats have or lack the thing, or the games are too few.
    """
    if len(has) > MAX_THINGS:
        raise ValueError(f"{len(has)} things; a model takes {MAX_THINGS}")
    columns = (*has, "winners", "order", "strategy")
    empty = _Design(len(has), run.players, len(run.strategies), (), ())

    def count(block: Block) -> dict[str, Any]:
        cells = empty.cells_of(block, has).ravel()
        units = win_units(block.seat("winners")).ravel()
        return {
            "seats": np.bincount(cells, minlength=empty.cells),
            "units": np.bincount(cells, weights=units, minlength=empty.cells),
        }

    total = run.fold(count, columns)
    single, couples, controls = _usable(empty, total["seats"])
    of = [f"win share with minus without {name}, adjusted" for name in names]
    plain = _Design(empty.things, empty.players, empty.strategies, single, (), controls)
    with_pairs = _Design(empty.things, empty.players, empty.strategies, single, couples, controls)
    one = _fit(run, plain, total, has, columns)
    two = _fit(run, with_pairs, total, has, columns) if couples else {}
    parts = {(t, u): f"{names[t]} and {names[u]} beyond the parts" for t, u in combinations(range(len(has)), 2)}
    return (
        tuple(_estimate(run, one.get((t,)), of[t]) for t in range(len(has))),
        {pair: _estimate(run, two.get(pair), name) for pair, name in parts.items()},
    )


def _usable(design: _Design, seats: Array) -> tuple[tuple[int, ...], tuple[Pair, ...], tuple[int, ...]]:
    """Things, pairs and controls with enough seats on either side."""
    cells = np.flatnonzero(seats)
    weights = seats[cells]
    pattern = cells // (design.strategies * design.players)
    owned = ((pattern[:, None] >> np.arange(design.things)) & 1).astype(np.int64)
    n = int(weights.sum())
    have = weights @ owned
    both = (owned * weights[:, None]).T @ owned
    single = tuple(t for t in range(design.things) if MIN_SEATS <= have[t] <= n - MIN_SEATS)
    couples = tuple(
        (t, u)
        for t, u in combinations(single, 2)
        if min(both[t, u], have[t] - both[t, u], have[u] - both[t, u], n - have[t] - have[u] + both[t, u]) >= MIN_SEATS
    )
    order, strategy = cells // design.strategies % design.players, cells % design.strategies
    places = [order == s for s in range(1, design.players)] + [strategy == c for c in range(1, design.strategies)]
    return single, couples, tuple(i for i, place in enumerate(places) if 0 < weights[place].sum() < n)


def _fit(
    run: Run, design: _Design, total: dict[str, Any], has: Sequence[str], columns: Sequence[str]
) -> dict[tuple[int, ...], tuple[float, float]]:
    """Coefficient and clustered standard error of every pair and thing; empty where nothing can be fitted."""
    if run.games < MIN_GAMES or not design.single:
        return {}
    cells = np.flatnonzero(total["seats"])
    rows = design.rows(cells)
    weights = total["seats"][cells].astype(np.float64)
    normal = gram(rows * np.sqrt(weights)[:, None])
    if np.linalg.matrix_rank(normal, hermitian=True) < len(normal):
        return {}
    inverse = np.linalg.inv(normal)
    beta = inverse @ (rows.T @ (total["units"][cells] / WIN_UNITS))

    def scores(block: Block) -> dict[str, Any]:
        known, which = np.unique(design.cells_of(block, has), return_inverse=True)
        which = which.reshape(block.games, block.players)
        table = design.rows(known)
        residual = win_units(block.seat("winners")) / WIN_UNITS - (table @ beta)[which]
        by_game = np.zeros((block.games, len(beta)))
        for seat in range(block.players):
            by_game += table[which[:, seat]] * residual[:, seat, None]
        return {"meat": gram(by_game), "games": block.games}

    sample = run.head(COVARIANCE_GAMES).fold(scores, columns)
    meat = sample["meat"] * (run.games / sample["games"])
    n, k = run.games * run.players, len(beta)
    correction = run.games / (run.games - 1) * (n - 1) / (n - k)
    errors = np.sqrt(np.diag(inverse @ meat @ inverse) * correction)
    names: list[tuple[int, ...]] = [*design.pairs, *((t,) for t in design.single)]
    return {name: (float(beta[i]), float(errors[i])) for i, name in enumerate(names)}


def _estimate(run: Run, fitted: tuple[float, float] | None, of: str) -> Estimate:
    if fitted is None:
        return Estimate.undefined(SHARE_DIFFERENCE, of, "association", run.games)
    return interval(*fitted, run.games, SHARE_DIFFERENCE, of, "association")
