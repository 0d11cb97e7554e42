"""What one more main action is worth, and how a species shifts it: all actions in one model within the game.

    u - mean of the game = sum_a b[a] (x[a] - mean of the game) + strategy + place in the turn order + error,

by least squares, with u the win share of a seat and x[a] its number of main actions of kind a. It is fitted to the
games with a species and to those without it; the difference of the two b[a] is how the species shifts the value of the
action. Errors are clustered by game (Liang and Zeger 1986), over the first games of a large run. Actions are chosen, so
all of it is an association; that the games with and without differ in the species alone does not change this, because
players choose otherwise in them.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from seti_sim.analysis.clusters import Array, Floats, gram
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.rounding import true_error
from seti_sim.analysis.shares import WIN_UNITS, win_units

MOST_GAMES: Final = 200_000
"""Games the model is fitted to, the first ones of a larger run."""
SAMPLE_GAMES: Final = 50_000
MIN_GAMES: Final = 100
ROUNDS: Final = 5
PASSING: Final = "pass"
GAME_COLUMNS: Final = ("species_left", "species_right")
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class ActionValues:
    """By kind of main action, a figure for each species: with it, without it, and the shift from without to with."""

    having: dict[str, Row]
    lacking: dict[str, Row]
    shift: dict[str, Row]


class _Fit(NamedTuple):
    """Coefficients, inverse of the normal matrix, columns used, games."""

    beta: Floats
    inverse: Floats
    used: Array
    games: int


def action_values(run: Run) -> ActionValues:
    """The figures of every kind of main action but passing, from one pass and a second over the first games."""
    run = run.head(MOST_GAMES)
    actions = [name for name in run.names("actions") if name != PASSING]
    species = run.names("species")
    columns = ["winners", "order", "strategy"]
    columns += [f"{action}_r{r}" for action in actions for r in range(1, ROUNDS + 1)]
    k, parts = len(species), 2 * len(species)

    def normal(block: Block) -> dict[str, Any]:
        rows, groups = _rows(block, run, actions), _groups(block, k)
        flat = rows.transpose(0, 2, 1)  # (games, seats, columns)
        return {
            "normal": np.stack([gram(flat[groups[:, g]].reshape(-1, flat.shape[2])) for g in range(parts)]),
            "games": groups.sum(0),
        }

    total = run.fold(normal, columns, GAME_COLUMNS)
    fits = [_fit(total["normal"][g], int(total["games"][g])) for g in range(parts)]

    def scores(block: Block) -> dict[str, Any]:
        rows, groups = _rows(block, run, actions), _groups(block, k)
        meat = []
        for g, fit in enumerate(fits):
            mine = rows[groups[:, g]]
            rest = mine[:, -1] - np.einsum("gcs,c->gs", mine[:, :-1], fit.beta)
            meat.append(gram(np.einsum("gcs,gs->gc", mine[:, :-1], rest)))
        return {"meat": np.stack(meat), "games": groups.sum(0)}

    sample = run.head(SAMPLE_GAMES).fold(scores, columns, GAME_COLUMNS)
    errors = [_errors(fit, sample["meat"][g], int(sample["games"][g]), run.players) for g, fit in enumerate(fits)]
    return _values(run, actions, fits, errors)


def _rows(block: Block, run: Run, actions: list[str]) -> Floats:
    """Actions, strategy, place and wins less their means in the game, times the players: (games, columns, players)."""
    taken = [block.seats([f"{action}_r{r}" for r in range(1, ROUNDS + 1)]).sum(2) for action in actions]
    strategy, order = block.seat("strategy"), block.seat("order")
    controls = [strategy == code for code in range(1, len(run.strategies))]
    controls += [order == place for place in range(1, run.players)]
    rows = np.stack([*taken, *controls, win_units(block.seat("winners"))], axis=1).astype(np.float64)
    return np.asarray(rows * block.players - rows.sum(2, keepdims=True))


def _groups(block: Block, species: int) -> Array:
    """Games with each species, then games without it, booleans of shape (games, 2 * species)."""
    left, right = block.game("species_left")[:, None], block.game("species_right")[:, None]
    has = (left == np.arange(species)) | (right == np.arange(species))
    return np.concatenate([has, ~has], axis=1)


def _fit(normal: Floats, games: int) -> _Fit:
    """Least squares of the last column on the others; columns that never vary are left out."""
    width = len(normal) - 1
    used = np.flatnonzero(np.diag(normal)[:width] > 0)
    inner = normal[np.ix_(used, used)]
    beta, inverse = np.full(width, np.nan), np.full((width, width), np.nan)
    if games >= MIN_GAMES and len(used) and np.linalg.matrix_rank(inner, hermitian=True) == len(used):
        inverse[np.ix_(used, used)] = np.linalg.inv(inner)
        beta = np.zeros(width)
        beta[used] = inverse[np.ix_(used, used)] @ normal[used, -1]
    return _Fit(beta, inverse, used, games)


def _errors(fit: _Fit, meat: Floats, sample: int, players: int) -> Floats:
    """Clustered standard errors of all coefficients; NaN where nothing was fitted."""
    found = np.full(len(fit.beta), np.nan)
    if np.isfinite(fit.beta).all() and sample > 1:
        inverse, n = fit.inverse[np.ix_(fit.used, fit.used)], fit.games * players
        covariance = inverse @ meat[np.ix_(fit.used, fit.used)] @ inverse * (fit.games / sample)
        # each game has a constant of its own, which costs a degree of freedom
        correction = fit.games / (fit.games - 1) * (n - 1) / max(n - fit.games - len(fit.used), 1)
        correction *= (players - 1) / players
        found[fit.used] = np.sqrt(np.maximum(np.diag(covariance) * correction, 0.0))
    return found


def _values(run: Run, actions: list[str], fits: list[_Fit], errors: list[Floats]) -> ActionValues:
    species = run.names("species")
    k = len(species)

    def figure(value: float, error: float, games: int, of: str) -> Estimate:
        if not np.isfinite(value) or not np.isfinite(error):
            return Estimate.undefined(SHARE_DIFFERENCE, of, "association", games)
        if true_error(error / WIN_UNITS, 1.0) == 0.0:
            return Estimate.nothing(SHARE_DIFFERENCE, of, "association", games)
        return interval(value / WIN_UNITS, error / WIN_UNITS, games, SHARE_DIFFERENCE, of, "association")

    found = ActionValues({}, {}, {})
    for a, action in enumerate(actions):
        rows: list[list[Estimate]] = [[], [], []]
        for i, name in enumerate(species):
            (one, other), (e, f) = (fits[i], fits[k + i]), (float(errors[i][a]), float(errors[k + i][a]))
            b, c = float(one.beta[a]), float(other.beta[a])
            rows[0].append(figure(b, e, one.games, f"one more {action} with {name}"))
            rows[1].append(figure(c, f, other.games, f"one more {action} without {name}"))
            # games with and games without are different games
            both = min(one.games, other.games)
            rows[2].append(figure(b - c, float(np.hypot(e, f)), both, f"one more {action}, with minus without {name}"))
        found.having[action], found.lacking[action], found.shift[action] = (tuple(row) for row in rows)
    return found
