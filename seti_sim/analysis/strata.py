"""Differences in win share or score within strata: among seats of one strategy, or with as many marks.

For seats i of stratum s(i), with x = 1 for those that have the thing and u the win share or the score,

    d = sum_i x~ u~ / sum_i x~^2,    x~ = x - mean of x in the stratum,    u~ = u - mean of u in the stratum,

which is least squares with one constant for each stratum (Frisch and Waugh 1933). Game by game the numerator is a total
and the denominator a number of members, so the error of d is that of :class:`ClusterSums`: clustered by game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums, Floats
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE_DIFFERENCE, Estimate, Unit
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.rounding import without_residue
from seti_sim.analysis.shares import WIN_UNITS, win_units

MIN_SEATS: Final = 40
"""A thing is compared only if so many seats have it and so many do not."""
Flags = Callable[[Block], Array]


@dataclass(frozen=True)
class Outcome:
    """What is compared: ``units`` makes whole numbers of a column of ``seats``, so many of one of the unit."""

    name: str
    column: str
    units: Callable[[Array], Array]
    whole: int
    unit: Unit


WIN_SHARE: Final = Outcome("win share", "winners", win_units, WIN_UNITS, SHARE_DIFFERENCE)
SCORE: Final = Outcome("score", "score", np.asarray, 1, POINTS_DIFFERENCE)


def within_strata(
    run: Run,
    names: Sequence[str],
    flags: Flags,
    strata: Flags,
    columns: Sequence[str],
    among: Flags | None = None,
    game_columns: Sequence[str] = (),
    counts: Floats | None = None,
    outcome: Outcome = WIN_SHARE,
) -> list[Estimate]:
    """Differences in win share or score, with minus without, among seats of one stratum.

    Args:
        run: the games.
        names: k things.
        flags: of a block, 0/1 of shape (games, players, k): who has them.
        strata: of a block, codes from 0 of shape (games, players); negative ones are left out.
        columns: of ``seats`` that ``flags`` and ``strata`` read.
        among: games in which each thing can be had, 0/1 of shape (games, k); all if left out.
        game_columns: of ``games`` that ``among`` reads.
        counts: seats, owners and units by stratum and thing, shape (3, strata, k), if they are known already.
        outcome: what is compared.
    """
    seats = [*columns, outcome.column]

    def count(block: Block) -> dict[str, Any]:
        return {"sums": _Padded(_stratum_sums(block, flags, strata, among, outcome))}

    n, x, u = run.fold(count, seats, game_columns)["sums"].values if counts is None else counts
    with np.errstate(invalid="ignore", divide="ignore"):
        mean_x, mean_u = np.where(n > 0, x / n, 0.0), np.where(n > 0, u / n, 0.0)

    def products(block: Block) -> dict[str, Any]:
        codes, use = _codes(block, strata, among, len(names))
        units, having = outcome.units(block.seat(outcome.column)), flags(block)
        members, totals = np.zeros((block.games, len(names))), np.zeros((block.games, len(names)))
        for seat in range(block.players):
            stratum = codes[:, seat]
            has = (having[:, seat] - mean_x[stratum]) * use[:, seat]
            members += has * has
            totals += has * (units[:, seat, None] - mean_u[stratum])
        return {"sums": BatchSums.of([members], [totals])}

    sums: BatchSums = run.fold(products, seats, game_columns)["sums"]
    owners, others = x.sum(0), (n - x).sum(0)
    return [
        _estimate(
            sums[i], min(owners[i], others[i]), f"{outcome.name} with minus without {name}, same stratum", outcome
        )
        for i, name in enumerate(names)
    ]


def _codes(block: Block, strata: Flags, among: Flags | None, k: int) -> tuple[Array, Array]:
    """Strata (games, players) with 0 for seats left out, and 0/1 whether a seat counts, (games, players, k)."""
    codes = strata(block)
    use = np.broadcast_to((codes >= 0)[..., None], (*codes.shape, k))
    if among is not None:
        use = use & among(block)[:, None, :]
    return np.maximum(codes, 0), use


def _stratum_sums(block: Block, flags: Flags, strata: Flags, among: Flags | None, outcome: Outcome) -> Floats:
    """Seats, owners and units by stratum and thing, shape (3, strata, k)."""
    has = flags(block)
    codes, use = _codes(block, strata, among, has.shape[-1])
    units = outcome.units(block.seat(outcome.column))
    rows = []
    for code in range(int(codes.max()) + 1):
        mine = use & (codes == code)[..., None]
        rows.append([mine.sum((0, 1)), (mine & (has > 0)).sum((0, 1)), (mine * units[..., None]).sum((0, 1))])
    return np.asarray(rows, dtype=np.float64).transpose(1, 0, 2)


class _Padded:
    """Sums by stratum that may have more strata in one block than in another."""

    def __init__(self, values: Floats) -> None:
        self.values = values

    def __add__(self, other: "_Padded") -> "_Padded":
        strata = max(self.values.shape[1], other.values.shape[1])
        return _Padded(self._grown(strata) + other._grown(strata))

    def _grown(self, strata: int) -> Floats:
        return np.pad(self.values, ((0, 0), (0, strata - self.values.shape[1]), (0, 0)))


def _estimate(sums: ClusterSums, fewest: float, of: str, outcome: Outcome) -> Estimate:
    games, whole = int(sums.games_in[0]), outcome.whole
    if fewest < MIN_SEATS or sums.m[0] <= 0:
        return Estimate.undefined(outcome.unit, of, "association", games)
    if without_residue(float(sums.yy[0, 0]), float(sums.mm[0, 0]) * whole**2) == 0.0:
        return Estimate.nothing(outcome.unit, of, "association", games)
    value, error = sums.contrast(np.ones(1))
    return interval(value / whole, error / whole, games, outcome.unit, of, "association")
