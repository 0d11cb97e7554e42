"""A linear model of the win share on what seats have, errors clustered by game, on a bounded sample.

    win share = seat order + strategy + sum_t b[t] has[t] (+ sum_{t<u} c[t, u] has[t] has[u]) + error

fitted by ordinary least squares with statsmodels; the covariance is clustered by game (Liang and Zeger 1986). A
coefficient b[t] is the difference in win share between seats that have t and seats that do not, all else in the model
equal: still an association, because what seats have is chosen.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
import statsmodels.api as sm

from seti_sim.analysis.clusters import Array, Floats, interval
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import WIN_UNITS, win_units

SAMPLE_GAMES: Final = 25_000
MIN_GAMES: Final = 100
MIN_SEATS: Final = 40
"""A thing, or a pair of things, is modelled only if so many seats have it and so many do not."""


def adjusted(run: Run, has: Sequence[str], names: Sequence[str]) -> tuple[Estimate, ...]:
    """Adjusted differences in win share of the seat columns ``has`` (owned if not 0), in their order."""
    won, owned, controls, games = _sample(run, has)
    of = [f"win share with minus without {name}, adjusted" for name in names]
    usable = [t for t in range(len(has)) if _enough(owned[:, t])]
    values, errors = _fit(won, [owned[:, t] for t in usable], controls, games)
    found = [Estimate.undefined(SHARE_DIFFERENCE, name, "association", _count(games)) for name in of]
    for i, t in enumerate(usable):
        found[t] = interval(values[i], errors[i], _count(games), SHARE_DIFFERENCE, of[t], "association")
    return tuple(found)


def pairs_beyond_parts(run: Run, has: Sequence[str], names: Sequence[str]) -> dict[tuple[int, int], Estimate]:
    """For each pair of columns, the win share of having both beyond the sum of the parts, all else held equal."""
    won, owned, controls, games = _sample(run, has)
    couples = list(combinations(range(len(has)), 2))
    of = {(t, u): f"{names[t]} and {names[u]} beyond the sum of the parts" for t, u in couples}
    usable = [(t, u) for t, u in couples if all(_enough(cell) for cell in _cells(owned[:, t], owned[:, u]))]
    single = [t for t in range(len(has)) if _enough(owned[:, t])]
    centred = owned - owned.mean(0)
    columns = [centred[:, t] * centred[:, u] for t, u in usable] + [centred[:, t] for t in single]
    values, errors = _fit(won, columns, controls, games)
    found = {
        couple: Estimate.undefined(SHARE_DIFFERENCE, name, "association", _count(games)) for couple, name in of.items()
    }
    for i, couple in enumerate(usable):
        found[couple] = interval(values[i], errors[i], _count(games), SHARE_DIFFERENCE, of[couple], "association")
    return found


def _sample(run: Run, has: Sequence[str]) -> tuple[Floats, Floats, Floats, Array]:
    """Win shares (rows,), ownership (rows, k), controls (rows, c) and game numbers of the first games."""
    won, owned, controls = [], [], []
    kept = 0
    for block in run.head(SAMPLE_GAMES).blocks([*has, "winners", "order", "strategy"]):
        take = min(block.games, SAMPLE_GAMES - kept)
        kept += take
        won.append((win_units(block.seat("winners"))[:take] / WIN_UNITS).reshape(-1))
        owned.append((block.seats(has)[:take] > 0).reshape(-1, len(has)).astype(np.float64))
        controls.append(_controls(block, run)[:take].reshape(won[-1].size, -1))
        if kept >= SAMPLE_GAMES:
            break
    games = np.repeat(np.arange(kept), run.players)
    return np.concatenate(won), np.concatenate(owned), np.concatenate(controls), games


def _controls(block: Block, run: Run) -> Floats:
    """A constant, and 0/1 columns for place in the turn order and strategy, the first of each left out."""
    constant = np.ones((block.games, block.players, 1))
    order = block.indicator("order", run.players)[..., 1:]
    strategy = block.indicator("strategy", len(run.strategies))[..., 1:]
    return np.concatenate([constant, order, strategy], axis=-1).astype(np.float64)


def _fit(won: Floats, columns: list[Floats], controls: Floats, games: Array) -> tuple[list[float], list[float]]:
    """Coefficients and clustered standard errors of ``columns``; NaN where the sample is too small."""
    unknown = [float("nan")] * len(columns)
    if not columns or _count(games) < MIN_GAMES:
        return unknown, unknown
    varying = controls[:, [True, *(controls[:, 1:].std(0) > 0)]]
    design = np.column_stack([*columns, varying])
    try:
        result = sm.OLS(won, design).fit(cov_type="cluster", cov_kwds={"groups": games})
    except np.linalg.LinAlgError:
        return unknown, unknown
    return [float(v) for v in result.params[: len(columns)]], [float(v) for v in result.bse[: len(columns)]]


def _cells(one: Floats, other: Floats) -> tuple[Floats, ...]:
    return one * other, one * (1 - other), (1 - one) * other


def _enough(owned: Floats) -> bool:
    return bool(MIN_SEATS <= owned.sum() <= len(owned) - MIN_SEATS)


def _count(games: Array) -> int:
    return int(games[-1]) + 1 if len(games) else 0
