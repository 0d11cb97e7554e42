"""A linear model of the win share on what seats have, errors clustered by game, over all games of a run.

    win share = seat order + strategy + sum_t b[t] has[t] (+ sum_{t<u} c[t, u] has[t] has[u]) + error

by ordinary least squares with the covariance of Liang and Zeger (1986), clustered by game. A coefficient b[t] is the
difference in win share between seats that have t and seats that do not, all else in the model equal: still an
association, because what seats have is chosen.

Products of three are added one at a time (:func:`triples_beyond_pairs`).

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
from seti_sim.analysis.names import listed
from seti_sim.analysis.shares import WIN_UNITS, win_units

MIN_GAMES: Final = 100
COVARIANCE_GAMES: Final = 100_000
MIN_SEATS: Final = 40
"""A thing, or a pair of things, is modelled only if so many seats have it and so many do not."""
MAX_THINGS: Final = 16
Pair = tuple[int, int]
Triple = tuple[int, int, int]
TRIPLE_GAMES: Final = 50_000
SLICE_GAMES: Final = 2_500


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


def count_cells(run: Run, has: Sequence[str]) -> dict[str, Array]:
    """Seats and win units by cell, from one pass over the games; ``has`` as in :func:`adjusted_differences`."""
    if len(has) > MAX_THINGS:
        raise ValueError(f"{len(has)} things; a model takes {MAX_THINGS}")
    design = _Design(len(has), run.players, len(run.strategies), (), ())

    def count(block: Block) -> dict[str, Any]:
        cells = design.cells_of(block, has).ravel()
        units = win_units(block.seat("winners")).ravel()
        return {
            "seats": np.bincount(cells, minlength=design.cells),
            "units": np.bincount(cells, weights=units, minlength=design.cells),
        }

    return run.fold(count, (*has, "winners", "order", "strategy"))


def adjusted_differences(
    run: Run, has: Sequence[str], names: Sequence[str], cells: dict[str, Array] | None = None
) -> tuple[tuple[Estimate, ...], dict[Pair, Estimate]]:
    """Adjusted differences in win share, and what pairs are worth beyond the sum of their parts.

    Args:
        run: the games.
        has: seat columns, owned if not 0; at most 16.
        names: what they are called.
        cells: of :func:`count_cells`, if they are known already.

    Returns:
        An estimate for each column, from the model without pairs, and one for each pair of columns, from the model
        with all pairs. Undefined where too few seats have or lack the thing, or the games are too few.
    """
    total = count_cells(run, has) if cells is None else cells
    columns = (*has, "winners", "order", "strategy")
    empty = _Design(len(has), run.players, len(run.strategies), (), ())
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


def triples_beyond_pairs(
    run: Run, has: Sequence[str], names: Sequence[str], cells: dict[str, Array] | None = None
) -> dict[Triple, Estimate]:
    """What having three things is worth beyond the sum of their parts and of their pairs.

    Each product of three is added by itself to the model with all pairs: with R what the pairs leave of the product and
    e what they leave of the win share, c = sum R e / sum R^2 (Frisch and Waugh 1933), its error clustered by game over
    the first games of a large run. Arguments as in :func:`adjusted_differences`. A triple is modelled if at least 40
    seats have each of the eight combinations of the three.
    """
    total = count_cells(run, has) if cells is None else cells
    columns = (*has, "winners", "order", "strategy")
    empty = _Design(len(has), run.players, len(run.strategies), (), ())
    single, couples, controls = _usable(empty, total["seats"])
    design = _Design(empty.things, empty.players, empty.strategies, single, couples, controls)
    every = list(combinations(range(len(has)), 3))
    usable = _usable_triples(design, total["seats"])
    fitted = _fit_triples(run, design, usable, total, has, columns) if usable and run.games >= MIN_GAMES else {}
    return {
        triple: _estimate(run, fitted.get(triple), f"{listed([names[t] for t in triple])} beyond the parts and pairs")
        for triple in every
    }


def _usable_triples(design: _Design, seats: Array) -> list[Triple]:
    """Triples of which all pairs are modelled and every combination has enough seats."""
    pattern = np.arange(len(seats)) // (design.strategies * design.players)
    by_pattern = np.bincount(pattern, weights=seats)
    bits = (np.arange(len(by_pattern))[:, None] >> np.arange(design.things)) & 1
    pairs = set(design.pairs)
    found = []
    for triple in combinations(design.single, 3):
        if pairs.issuperset(combinations(triple, 2)):
            code = bits[:, triple] @ np.array([1, 2, 4])
            if np.bincount(code, weights=by_pattern, minlength=8).min() >= MIN_SEATS:
                found.append(triple)
    return found


def _products(design: _Design, triples: Sequence[Triple], cells: Array) -> Floats:
    """The product of the three for each cell and triple."""
    pattern = cells // (design.strategies * design.players)
    owned = (pattern[:, None] >> np.arange(design.things)) & 1
    return np.stack([owned[:, list(triple)].all(1) for triple in triples], axis=1).astype(np.float64)


def _fit_triples(
    run: Run, design: _Design, triples: list[Triple], total: dict[str, Any], has: Sequence[str], columns: Sequence[str]
) -> dict[Triple, tuple[float, float]]:
    """Coefficient and clustered standard error of every triple, each added by itself to the model with pairs."""
    cells = np.flatnonzero(total["seats"])
    weights = total["seats"][cells].astype(np.float64)
    rows, products = design.rows(cells), _products(design, triples, cells)
    normal = gram(rows * np.sqrt(weights)[:, None])
    if np.linalg.matrix_rank(normal, hermitian=True) < len(normal):
        return {}
    inverse = np.linalg.inv(normal)
    wins = total["units"][cells] / WIN_UNITS
    beta = inverse @ (rows.T @ wins)
    rest = products - rows @ (inverse @ (rows.T @ (products * weights[:, None])))
    squares = (rest * rest * weights[:, None]).sum(0)
    usable = squares > 1e-6
    c = np.where(usable, rest.T @ (wins - weights * (rows @ beta)) / np.where(usable, squares, 1.0), 0.0)
    place = np.zeros(design.cells, dtype=np.int64)
    place[cells] = np.arange(len(cells))
    fit = rows @ beta

    def scores(block: Block) -> dict[str, Any]:
        which = place[design.cells_of(block, has)]
        left = win_units(block.seat("winners")) / WIN_UNITS - fit[which]
        meat = np.zeros(len(triples))
        for start in range(0, block.games, SLICE_GAMES):
            at = slice(start, start + SLICE_GAMES)
            score = np.zeros((len(which[at]), len(triples)))
            for seat in range(block.players):
                r = rest[which[at, seat]]
                score += r * (left[at, seat, None] - c * r)
            meat += np.einsum("gt,gt->t", score, score)
        return {"meat": meat, "games": block.games}

    sample = run.head(TRIPLE_GAMES).fold(scores, columns)
    n, k = run.games * run.players, len(beta) + 1
    correction = run.games / (run.games - 1) * (n - 1) / (n - k) * run.games / sample["games"]
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = np.sqrt(sample["meat"] * correction) / squares
    return {triple: (float(c[i]), float(errors[i])) for i, triple in enumerate(triples) if usable[i]}


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
