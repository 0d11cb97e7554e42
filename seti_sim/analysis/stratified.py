"""Differences in win share within fine strata, for things of which each observation has few.

An observation is a seat, or a seat and a technology it takes; its stratum is its strategy, place in the turn order,
pair of species in play and, for technologies, the round. With x = 1 for observations that have the thing and u the win
share,

    d = sum_s (XU_s - X_s U_s / n_s) / sum_s (X_s - X_s^2 / n_s),

which is least squares with one constant for each stratum (Frisch and Waugh 1933): n, X, U and XU count the
observations, those that have the thing, and the wins of both. They come from all games. The variance is clustered by
game, sum_g (sum_i x~ (u~ - d x~))^2 / (sum_s (X_s - X_s^2 / n_s))^2 with x~ and u~ taken from the means of their
stratum and the factor G/(G-1) (N-1)/(N-K-1) for K strata; like that of :mod:`regression` it is taken from the first
games of a large run.

Where few seats have the thing and hardly any of them won, that variance is far too small. If the thing meant nothing,
the seats of a game would be exchangeable within their strata, and the variance of sum x~ u~ would be

    v k/(k-1) sum_g (sum_i x~^2 - (sum_i x~)^2 / k),    v = (sum u^2 - sum_s U_s^2 / n_s) / (N - K),

because the wins of the k seats of a game have a fixed sum. For seats the larger of the two variances counts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate, Label
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import WIN_UNITS

VARIANCE_GAMES: Final = 50_000
MIN_SEATS: Final = 40
"""A thing is compared only if so many observations have it and so many do not."""
SLICE_GAMES: Final = 2_500
GAME_COLUMNS: Final = ("species_left", "species_right")
SEAT_COLUMNS: Final = ("order", "strategy", "winners")


class Slot(NamedTuple):
    """One observation of every game: what it has (games, c), its stratum (games,), -1 for none, its win units."""

    has: Array
    stratum: Array
    units: Array


@dataclass(frozen=True)
class StrataSums:
    """Observations and win units by stratum, shapes (s,), and of those that have each of c things, shapes (s, c).

    ``uu`` is the sum of squared win units of all observations.
    """

    n: Floats
    u: Floats
    x: Floats
    xu: Floats
    uu: float

    def __add__(self, other: "StrataSums") -> "StrataSums":
        sums = (self.n + other.n, self.u + other.u, self.x + other.x, self.xu + other.xu)
        return StrataSums(*sums, self.uu + other.uu)

    @property
    def rates(self) -> Floats:
        """Share of the observations of a stratum that have the thing, shape (s, c)."""
        return self.x / np.maximum(self.n, 1.0)[:, None]

    @property
    def means(self) -> Floats:
        """Mean win units of a stratum, shape (s,)."""
        return self.u / np.maximum(self.n, 1.0)

    @property
    def weight(self) -> Floats:
        """Sum of squares of x within the strata, shape (c,)."""
        return np.asarray((self.x - self.x * self.rates).sum(0), dtype=np.float64)

    @property
    def difference(self) -> Floats:
        """Win units with minus without within the strata, shape (c,); NaN where nothing varies."""
        weight = self.weight
        with np.errstate(invalid="ignore", divide="ignore"):
            found = (self.xu - self.x * self.means[:, None]).sum(0) / weight
        return np.asarray(np.where(weight > 1e-9, found, np.nan), dtype=np.float64)

    @property
    def variance(self) -> float:
        """Variance of the win units within the strata."""
        free = float(self.n.sum()) - float(np.count_nonzero(self.n))
        return max(self.uu - float((self.u * self.means).sum()), 0.0) / free if free > 0 else float("nan")

    @property
    def correction(self) -> float:
        """What the constants of the strata cost: (N-1)/(N-K-1)."""
        n, k = float(self.n.sum()), float(np.count_nonzero(self.n))
        return (n - 1) / (n - k - 1) if n > k + 1 else float("nan")


def setting_codes(block: Block, run: Run) -> Array:
    """Strategy, place in the turn order and pair of species of every seat as one code, shape (games, players)."""
    k = len(run.names("species"))
    left, right = block.game("species_left"), block.game("species_right")
    pair = np.minimum(left, right) * k + np.maximum(left, right)
    code = (block.seat("strategy") * run.players + block.seat("order")) * k * k + pair[:, None]
    return np.asarray(code)


def setting_count(run: Run) -> int:
    """Number of codes of :func:`setting_codes`."""
    return len(run.strategies) * run.players * len(run.names("species")) ** 2


def squared_scores(sums: StrataSums, slots: Iterable[Slot]) -> Floats:
    """Sums over the games of one block from which :func:`stratified_estimates` makes the variances, shape (2, c).

    The first row is the squared score of d, the second the sum of squares of x~ within games, over k.
    """
    d, rates, means = np.nan_to_num(sums.difference), sums.rates, sums.means
    listed = [slot for slot in slots if (slot.stratum >= 0).any()]
    total = np.zeros((2, len(d)))
    games = len(listed[0].stratum) if listed else 0
    for start in range(0, games, SLICE_GAMES):
        at = slice(start, start + SLICE_GAMES)
        score, whole = np.zeros((2, len(listed[0].stratum[at]), len(d)))
        for slot in listed:
            used = slot.stratum[at] >= 0
            stratum = np.maximum(slot.stratum[at], 0)
            x = (slot.has[at] - rates[stratum]) * used[:, None]
            whole += x
            total[1] += np.einsum("gc,gc->c", x, x)
            score += x * ((slot.units[at] - means[stratum])[:, None] - d * x)
        total[0] += np.einsum("gc,gc->c", score, score)
        total[1] -= np.einsum("gc,gc->c", whole, whole) / len(listed)
    return total


def stratified_estimates(
    run: Run,
    sums: StrataSums,
    squares: Floats,
    sample: int,
    names: Sequence[str],
    label: Label,
    *,
    exchangeable: bool = True,
) -> tuple[Estimate, ...]:
    """The differences with their intervals; undefined where fewer than 40 observations have or lack the thing.

    Args:
        run: all games.
        sums: of all games.
        squares: of :func:`squared_scores` over ``sample`` games.
        sample: number of those games.
        names: of the things.
        label: effect or association.
        exchangeable: the observations are the seats of the games, so the second variance applies.
    """
    have = sums.x.sum(0)
    fewest = np.minimum(have, sums.n.sum() - have)
    scale = run.games / max(sample, 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = squares[0] * scale * run.games / max(run.games - 1, 1) * sums.correction
        if exchangeable:
            k = run.players
            variance = np.maximum(variance, squares[1] * scale * sums.variance * k / (k - 1))
        errors = np.sqrt(variance) / sums.weight / WIN_UNITS
    found = []
    for i, (name, value) in enumerate(zip(names, sums.difference / WIN_UNITS, strict=True)):
        of = f"win share with minus without {name}, same strategy, place and species"
        n = int(min(have[i], run.games))
        if fewest[i] < MIN_SEATS or not np.isfinite(value) or not np.isfinite(errors[i]):
            found.append(Estimate.undefined(SHARE_DIFFERENCE, of, label, n))
        else:
            found.append(interval(float(value), float(errors[i]), n, SHARE_DIFFERENCE, of, label))
    return tuple(found)
