"""A linear model of the win share on what seats have, errors clustered by game, over all games of a run.

    win share = seat order + strategy + sum_t b[t] has[t] (+ sum_{t<u} c[t, u] has[t] has[u]) + error

by ordinary least squares. A coefficient b[t] is the difference in win share between seats that have t and seats that do
not, all else in the model equal: still an association, because what seats have is chosen.

The covariance is clustered by game. That of Liang and Zeger (1986) is too small where few games identify a
coefficient, so each game's residuals are those of the fit without it, e*[g] = (I - X[g] N X[g]')^-1 e[g] with N the
inverse of X'X: the jackknife over games, called CR3 (Bell and McCaffrey 2002; MacKinnon, Nielsen and Webb 2023),

    V = (G-1)/G N (sum_g X[g]' e*[g] e*[g]' X[g]) N.

Where few seats have a thing and hardly any of them won, this is still too small. If the thing meant nothing, the seats
of a game would be exchangeable and their win shares have a fixed sum: with w the rows of X N and v the mean of e^2, the
variance would be v k/(k-1) sum_g (sum_i w_i^2 - (sum_i w_i)^2 / k), as in :mod:`stratified`. The larger of both counts.

Products of three are added one at a time (:func:`triples_beyond_pairs`).

Seats that have the same things, place and strategy are one *cell*. The coefficients need only the number of seats and
the wins of each cell, of all games. The covariance takes a second pass, over the first 100,000 games at most: it is
an average over games, which so many give to a fraction of a percent. Memory stays flat.
``statsmodels`` gives the same numbers (tests/analysis/test_regression.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats, gram
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, SHARE_SUM, Estimate, Unit
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import listed
from seti_sim.analysis.rounding import without_residue
from seti_sim.analysis.shares import WIN_UNITS, win_units

MIN_GAMES: Final = 100
COVARIANCE_GAMES: Final = 100_000
MIN_SEATS: Final = 40
"""A thing, or a pair of things, is modelled only if so many seats have it and so many do not."""
MAX_THINGS: Final = 16
Things = tuple[int, ...]
"""Codes of two or three things, in their order."""
TRIPLE_GAMES: Final = 50_000
SLICE_GAMES: Final = 2_500
ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class _Design:
    """Which columns the model has, and how a cell becomes a row of numbers.

    ``only``: the seats of one strategy; the others get rows of zeros, which add nothing to any sum.
    """

    things: int
    players: int
    strategies: int
    single: tuple[int, ...]
    pairs: tuple[Things, ...]
    controls: tuple[int, ...] = ()
    only: int | None = None

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
        return np.stack(columns, axis=1).astype(np.float64) * self.mask(cells)[:, None]

    def mask(self, cells: Array) -> Array:
        """Whether the seats of a cell are in the model."""
        if self.only is None:
            return np.ones(cells.shape, dtype=bool)
        return np.asarray(cells % self.strategies == self.only)

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
    run: Run,
    has: Sequence[str],
    names: Sequence[str],
    cells: dict[str, Array] | None = None,
    only: int | None = None,
) -> tuple[tuple[Estimate, ...], dict[Things, Estimate]]:
    """Adjusted differences in win share, and what pairs are worth beyond the sum of their parts.

    Args:
        run: the games.
        has: seat columns, owned if not 0; at most 16.
        names: what they are called.
        cells: of :func:`count_cells`, if they are known already.
        only: code of a strategy whose seats alone are taken.

    Returns:
        An estimate for each column, from the model without pairs, and one for each pair of columns, from the model
        with all pairs. Undefined where too few seats have or lack the thing, or the games are too few.
    """
    empty = _Design(len(has), run.players, len(run.strategies), (), (), (), only)
    total = _counted(empty, count_cells(run, has) if cells is None else cells)
    columns = (*has, "winners", "order", "strategy")
    single, couples, controls = _usable(empty, total["seats"])
    of = [f"win share with minus without {name}, adjusted" for name in names]
    plain = replace(empty, single=single, controls=controls)
    with_pairs = replace(plain, pairs=couples)
    one = _fit(run, plain, total, has, columns)
    two = _fit(run, with_pairs, total, has, columns) if couples else {}
    couples_of = combinations(range(len(has)), 2)
    parts: dict[Things, str] = {(t, u): f"{names[t]} and {names[u]} beyond the parts" for t, u in couples_of}
    return (
        tuple(_estimate(run, one.get((t,)), of[t], SHARE_DIFFERENCE) for t in range(len(has))),
        {pair: _estimate(run, two.get(pair), name) for pair, name in parts.items()},
    )


def _counted(design: _Design, cells: dict[str, Array]) -> dict[str, Array]:
    """The counts of the seats that are in the model."""
    used = design.mask(np.arange(design.cells))
    return {name: counts * used for name, counts in cells.items()}


def triples_beyond_pairs(
    run: Run,
    has: Sequence[str],
    names: Sequence[str],
    cells: dict[str, Array] | None = None,
    only: int | None = None,
) -> dict[Things, Estimate]:
    """What having three things is worth beyond the sum of their parts and of their pairs.

    Each product of three is added by itself to the model with all pairs: with R what the pairs leave of the product and
    e what they leave of the win share, c = sum R e / sum R^2 (Frisch and Waugh 1933), its error the jackknife over the
    first games of a large run. Arguments as in :func:`adjusted_differences`. A triple is modelled if at least 40
    seats have each of the eight combinations of the three.
    """
    empty = _Design(len(has), run.players, len(run.strategies), (), (), (), only)
    total = _counted(empty, count_cells(run, has) if cells is None else cells)
    columns = (*has, "winners", "order", "strategy")
    single, couples, controls = _usable(empty, total["seats"])
    design = replace(empty, single=single, pairs=couples, controls=controls)
    every = list(combinations(range(len(has)), 3))
    usable = _usable_triples(design, total["seats"])
    fitted = _fit_triples(run, design, usable, total, has, columns) if usable and run.games >= MIN_GAMES else {}
    return {
        triple: _estimate(run, fitted.get(triple), f"{listed([names[t] for t in triple])} beyond the parts and pairs")
        for triple in every
    }


def _usable_triples(design: _Design, seats: Array) -> list[Things]:
    """Triples of which all pairs are modelled and every combination has enough seats."""
    pattern = np.arange(len(seats)) // (design.strategies * design.players)
    by_pattern = np.bincount(pattern, weights=seats)
    bits = (np.arange(len(by_pattern))[:, None] >> np.arange(design.things)) & 1
    pairs = set(design.pairs)
    found: list[Things] = []
    for triple in combinations(design.single, 3):
        if pairs.issuperset(combinations(triple, 2)):
            code = bits[:, triple] @ np.array([1, 2, 4])
            if np.bincount(code, weights=by_pattern, minlength=8).min() >= MIN_SEATS:
                found.append(triple)
    return found


def _products(design: _Design, triples: Sequence[Things], cells: Array) -> Floats:
    """The product of the three for each cell and triple."""
    pattern = cells // (design.strategies * design.players)
    owned = (pattern[:, None] >> np.arange(design.things)) & 1
    products = np.stack([owned[:, list(triple)].all(1) for triple in triples], axis=1)
    return (products & design.mask(cells)[:, None]).astype(np.float64)


def _fit_triples(
    run: Run, design: _Design, triples: list[Things], total: dict[str, Any], has: Sequence[str], columns: Sequence[str]
) -> dict[Things, tuple[float, float]]:
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
    # seats that are not in the model find a row of zeros at the end
    place = np.full(design.cells, len(cells), dtype=np.int64)
    place[cells] = np.arange(len(cells))
    fit, rest = np.append(rows @ beta, 0.0), np.append(rest, np.zeros((1, len(triples))), axis=0)

    def scores(block: Block) -> dict[str, Any]:
        cells_of = design.cells_of(block, has)
        which = place[cells_of]
        left = win_units(block.seat("winners")) / WIN_UNITS - fit[which]
        meat, spread = np.zeros((2, len(triples)))
        for start in range(0, block.games, SLICE_GAMES):
            at = slice(start, start + SLICE_GAMES)
            score, own = np.zeros((2, len(which[at]), len(triples)))
            for seat in range(block.players):
                r = rest[which[at, seat]]
                score += r * (left[at, seat, None] - c * r)
                own += r * r
            score *= squares / np.maximum(squares - own, ROUNDING * squares)  # the fit without the game
            meat += np.einsum("gt,gt->t", score, score)
            spread += _within_games(rest[which[at]])
        used = design.mask(cells_of)
        wins = (win_units(block.seat("winners")) / WIN_UNITS)[used].sum()
        return {"meat": meat, "spread": spread, "squares": (left**2)[used].sum(), "wins": wins, "games": block.games}

    sample = run.head(TRIPLE_GAMES).fold(scores, columns)
    n, k = float(weights.sum()), len(beta) + 1
    scale = run.games / sample["games"]
    variance = sample["meat"] * scale * (run.games - 1) / run.games * (n - 1) / (n - k)
    alike = _alike(run.players, sample["squares"] * scale / max(n - k, 1)) * sample["spread"] * scale
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = np.sqrt(np.maximum(variance, alike)) / squares
    errors = errors if _varies(sample) else np.zeros(len(errors))
    return {triple: (float(c[i]), float(errors[i])) for i, triple in enumerate(triples) if usable[i]}


def _usable(design: _Design, seats: Array) -> tuple[tuple[int, ...], tuple[Things, ...], tuple[int, ...]]:
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
) -> dict[Things, tuple[float, float]]:
    """Coefficient and clustered standard error of every pair and thing; empty where nothing can be fitted."""
    if run.games < MIN_GAMES or not design.single:
        return {}
    cells = np.flatnonzero(total["seats"])
    rows = design.rows(cells)
    weights = total["seats"][cells].astype(np.float64)
    normal = gram(rows * np.sqrt(weights)[:, None])
    if np.linalg.matrix_rank(normal, hermitian=True) < len(normal):
        return {}
    inverse = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    beta = inverse @ (rows.T @ (total["units"][cells] / WIN_UNITS))

    def scores(block: Block) -> dict[str, Any]:
        known, which = np.unique(design.cells_of(block, has), return_inverse=True)
        which = which.reshape(block.games, block.players)
        table = design.rows(known)
        residual = win_units(block.seat("winners")) / WIN_UNITS - (table @ beta)[which]
        meat, spread = np.zeros((len(beta), len(beta))), np.zeros(len(beta))
        weights = table @ inverse
        for start in range(0, block.games, SLICE_GAMES):
            at = slice(start, start + SLICE_GAMES)
            meat += gram(_left_out(table, weights, which[at], residual[at]))
            spread += _within_games(weights[which[at]])
        counted = design.mask(known)[which]
        squares, wins = (residual**2)[counted].sum(), (win_units(block.seat("winners")) / WIN_UNITS)[counted].sum()
        return {"meat": meat, "spread": spread, "squares": squares, "wins": wins, "games": block.games}

    sample = run.head(COVARIANCE_GAMES).fold(scores, columns)
    scale = run.games / sample["games"]
    variance = np.diag(inverse @ sample["meat"] @ inverse) * scale * (run.games - 1) / run.games
    mean_square = sample["squares"] * scale / max(float(weights.sum()) - len(beta), 1)
    alike = _alike(run.players, mean_square) * sample["spread"] * scale
    errors = np.sqrt(np.maximum(variance, alike)) if _varies(sample) else np.zeros(len(beta))
    names: list[Things] = [*design.pairs, *((t,) for t in design.single)]
    return {name: (float(beta[i]), float(errors[i])) for i, name in enumerate(names)}


def _varies(sample: dict[str, Any]) -> bool:
    """Whether the model leaves anything of the outcome: not where all games tie or the strategy decides them."""
    return bool(without_residue(float(sample["squares"]), float(sample["wins"])) > 0)


def _alike(players: int, mean_square: float) -> float:
    """Variance of the residuals times k/(k-1), for k seats whose win shares have a fixed sum in every game."""
    return mean_square * players / (players - 1)


def _within_games(weights: Floats) -> Floats:
    """Sum over games of squares of weights of shape (games, seats, c) about the mean of the game, shape (c,)."""
    total = weights.sum(1)
    squares = np.einsum("gsc,gsc->c", weights, weights) - np.einsum("gc,gc->c", total, total) / weights.shape[1]
    return np.asarray(squares, dtype=np.float64)


def _left_out(table: Floats, weights: Floats, which: Array, residual: Floats) -> Floats:
    """X[g]' e*[g] of each game: its rows with the residuals of the fit without the game, shape (games, p).

    Args:
        table: rows of the design matrix by cell.
        weights: the same times the inverse of X'X.
        which: cell of each seat, shape (games, seats).
        residual: of the fit to all games, shape (games, seats).
    """
    rows = table[which]  # (games, seats, p)
    leverage = weights[which] @ rows.transpose(0, 2, 1)
    left = np.eye(which.shape[1]) - leverage
    # a game that alone identifies a coefficient cannot be left out: its error becomes huge instead of undefined
    away = np.linalg.solve(left + ROUNDING * np.eye(which.shape[1]), residual[..., None])[..., 0]
    return np.asarray(np.einsum("gap,ga->gp", rows, away), dtype=np.float64)


def _estimate(run: Run, fitted: tuple[float, float] | None, of: str, unit: Unit = SHARE_SUM) -> Estimate:
    if fitted is None:
        return Estimate.undefined(unit, of, "association", run.games)
    if fitted[1] == 0.0:
        return Estimate.nothing(unit, of, "association", run.games)
    return interval(*fitted, run.games, unit, of, "association")
