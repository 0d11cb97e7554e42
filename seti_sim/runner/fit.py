"""Fitting the evaluation of look-ahead to pairs of played-out moves (see ``seti_sim.policies.pairs``).

The model is linear: the difference in points between two moves of one decision is the difference of their features,
each times its weight in the round it was met in. Least squares with a mild ridge, which draws a weight towards that of
the neighbouring rounds and, where nothing is known, to 0 (1 for the own score): features of later rounds are rare
in round 1.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from seti_sim.engine.moves import FREE_KINDS
from seti_sim.engine.state import N_ROUNDS
from seti_sim.policies.pairs import play_pairs
from seti_sim.policies.params import P_MOVE_FILTER, P_POSITION, WINDOWS
from seti_sim.policies.play import LOOKAHEAD, POLICIES
from seti_sim.policies.position import FEATURE_NAMES, N_FEATURES, X_BEST_RIVAL, X_SCORE
from seti_sim.policies.strategies import Strategy
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import PlanError, in_range
from seti_sim.runner.execute import run_chunks
from seti_sim.runner.inputs import Inputs
from seti_sim.toml_files import comment, quoted

Floats = npt.NDArray[np.float64]

PAIRS_A_CHUNK: Final = 5_000
GAMES_A_CHUNK: Final = 1_000_000
"""Distance of the first games of two chunks: far more than a chunk uses."""
MAX_PAIRS: Final = 10**9
RATE: Final = 12
"""One in so many decisions is taken as a pair."""
STRAY: Final = 20
"""One in so many decisions goes on with another of the better moves."""
RIDGE: Final = 100.0
"""Weight of the ridge, in pairs of average size."""
FLOOR: Final = 1e-3
COLUMNS: Final = N_ROUNDS * N_FEATURES


@dataclass(frozen=True)
class Fit:
    """Weights of the evaluation and their standard errors, float64[5, N_FEATURES], from ``pairs`` pairs."""

    weights: Floats
    errors: Floats
    pairs: int
    spread: float
    """Root mean square of what is left of the difference in points of a pair."""


@dataclass
class Sums:
    """Sums over pairs from which a fit follows: they can be added up in any number of parts."""

    products: Floats
    with_score: Floats
    with_rival: Floats
    squares: float = 0.0
    pairs: int = 0

    @staticmethod
    def none() -> "Sums":
        """The sums over no pairs."""
        return Sums(np.zeros((COLUMNS, COLUMNS)), np.zeros(COLUMNS), np.zeros(COLUMNS))

    def add(self, other: "Sums") -> None:
        """Add the sums over other pairs."""
        self.products += other.products
        self.with_score += other.with_score
        self.with_rival += other.with_rival
        self.squares += other.squares
        self.pairs += other.pairs


def sums_of(pairs: npt.NDArray[Any], rival: float) -> Sums:
    """The sums over some pairs, dtype PAIR; ``rival`` is how much a point of the best other player counts."""
    rows = _rows(pairs, 0) - _rows(pairs, 1)
    score = pairs["score"][:, 0] - pairs["score"][:, 1]
    other = pairs["rival"][:, 0] - pairs["rival"][:, 1]
    worth = score - rival * other
    return Sums(rows.T @ rows, rows.T @ score, rows.T @ other, float(worth @ worth), len(pairs))


def _rows(pairs: npt.NDArray[Any], which: int) -> Floats:
    """Features of one move of each pair, in the columns of its round."""
    rows = np.zeros((len(pairs), N_ROUNDS, N_FEATURES))
    rows[np.arange(len(pairs)), pairs["at_round"][:, which] - 1] = pairs["features"][:, which]
    return rows.reshape(len(pairs), COLUMNS)


def solve(sums: Sums, rival: float) -> Fit:
    """The weights of least squares with the ridge, and their standard errors."""
    size = np.diag(sums.products) / sums.pairs  # mean square of a column
    ridge = np.diag(RIDGE * size + FLOOR)
    for column in range(COLUMNS - N_FEATURES):
        following = column + N_FEATURES
        pull = RIDGE * min(size[column], size[following])
        for i, j in ((column, following), (following, column)):
            ridge[i, i] += pull
            ridge[i, j] -= pull
    prior = np.zeros((N_ROUNDS, N_FEATURES))
    prior[:, X_SCORE], prior[:, X_BEST_RIVAL] = 1.0, -rival
    towards = (RIDGE * size + FLOOR) * prior.reshape(-1)
    normal = sums.products + ridge
    worth = sums.with_score - rival * sums.with_rival
    weights = np.linalg.solve(normal, worth + towards)
    left = max(0.0, float(weights @ sums.products @ weights - 2.0 * weights @ worth) + sums.squares)
    spread = float(np.sqrt(left / sums.pairs))
    errors = spread * np.sqrt(np.diag(np.linalg.inv(normal)))
    shape = (N_ROUNDS, N_FEATURES)
    return Fit(weights.reshape(shape).astype(np.float64), errors.reshape(shape), sums.pairs, spread)


def fit_evaluation(
    inputs: Inputs, pairs: int, rival: float, threads: int, advance: Callable[[int], None] = lambda _: None
) -> Fit:
    """Play ``pairs`` pairs (rounded up to whole chunks) between copies of a strategy and fit an evaluation to them.

    The same seed gives the same weights for every number of threads. ``advance`` is told of every chunk's pairs.
    Raises :class:`PlanError` for a strategy that has no weights.
    """
    strategy = inputs.strategies[0]
    if strategy.policy not in (POLICIES.index("heuristic"), LOOKAHEAD):
        raise PlanError(f"strategy {strategy.name}: only the policies heuristic and lookahead can be fitted")
    in_range("pairs", pairs, 1, MAX_PAIRS)
    number = -(-pairs // PAIRS_A_CHUNK)
    found: dict[int, Sums] = {}
    total = Sums.none()

    def work(chunk: Chunk) -> None:
        played = play_pairs(
            inputs.tables.record, inputs.plan.seed, chunk.first, chunk.games, inputs.plan.players,
            LOOKAHEAD, strategy.params, RATE, STRAY,
        )  # fmt: skip
        found[chunk.part] = sums_of(played, rival)

    work(Chunk(-1, 0, 1))  # compiled or read from the cache once, not by every thread
    del found[-1]
    chunks = [Chunk(part, part * GAMES_A_CHUNK, PAIRS_A_CHUNK) for part in range(number)]
    due = 0
    for chunk in run_chunks(chunks, work, threads):
        advance(chunk.games)
        while due in found:  # in the order of the chunks: sums of floats depend on it
            total.add(found.pop(due))
            due += 1
    return solve(total, rival)


def nothing_fitted() -> Fit:
    """A fit of no pairs: with it a strategy file can be checked before the first game."""
    shape = (N_ROUNDS, N_FEATURES)
    return Fit(np.zeros(shape), np.zeros(shape), 0, 0.0)


def move_filter_lines(params: Floats) -> list[str]:
    """The table ``move_filter`` of a strategy file for the parameters of a strategy; none if nothing is left out."""
    masks = params[P_MOVE_FILTER:P_POSITION].astype(int)
    if not masks.any():
        return []
    seen = [[kind for bit, kind in enumerate(FREE_KINDS) if not mask >> bit & 1] for mask in masks]
    return [
        "",
        "[move_filter]",
        *(f"{window} = {json.dumps(kinds)}" for window, kinds in zip(WINDOWS, seen, strict=True)),
    ]


def strategy_text(base: Strategy, name: str, fit: Fit, settings: Sequence[tuple[str, int]], note: str) -> str:
    """A strategy file of policy ``lookahead``: the weights of the base, the settings and the fitted evaluation."""
    from seti_sim.policies.weights import NAMES

    about = f"Looks ahead with the weights of {base.name} and an evaluation fitted to {fit.pairs:,} pairs."
    lines = [
        comment(note),
        f"name = {quoted(name)}",
        f'policy = "{POLICIES[LOOKAHEAD]}"',
        f"about = {quoted(about)}",
        "",
        "[lookahead]",
        *(f"{setting} = {value}" for setting, value in settings),
        "",
        "[weights]",
        *(f"{weight} = {value:.3f}" for weight, value in zip(NAMES, base.params, strict=False)),
        *move_filter_lines(base.params),
        "",
        "[evaluation]",
    ]
    for feature, values in zip(FEATURE_NAMES, fit.weights.T, strict=True):
        lines.append(f"{feature} = [{', '.join(f'{value:.3f}' for value in values)}]")
    return "\n".join(lines) + "\n"
