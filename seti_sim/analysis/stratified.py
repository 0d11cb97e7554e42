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

The same question asked of each strategy by itself: strata do not mix strategies, so the sums of a strategy are those of
its own strata, and d of all is a mean of the d of the strategies, weighted with sum x~^2. In the second variance the
seats of the other strategies have x~ = 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple, Self

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate, Label
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.rounding import true_error
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
class StratumLevels:
    """Observations, win units and their squares by stratum, shapes (s,), and of those that have c things, (s, c)."""

    n: Floats
    u: Floats
    x: Floats
    xu: Floats
    uu: Floats

    def __add__(self, other: Self) -> Self:
        return replace(self, **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    @property
    def rates(self) -> Floats:
        """Share of the observations of a stratum that have the thing, shape (s, c)."""
        return self.x / np.maximum(self.n, 1.0)[:, None]

    @property
    def means(self) -> Floats:
        """Mean win units of a stratum, shape (s,)."""
        return self.u / np.maximum(self.n, 1.0)


@dataclass(frozen=True)
class StrataSums(StratumLevels):
    """Sums whose strata count together: weights and differences are over all of them."""

    def take(self, strata: slice) -> "StrataSums":
        """The sums of some of the strata."""
        return StrataSums(*(getattr(self, f.name)[strata] for f in fields(self)))

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
        return max(float(self.uu.sum() - (self.u * self.means).sum()), 0.0) / free if free > 0 else float("nan")

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


def of_strategy(run: Run, sums: StrataSums, code: int) -> StrataSums:
    """The strata of :func:`setting_codes` that belong to one strategy."""
    size = setting_count(run) // len(run.strategies)
    return sums.take(slice(code * size, (code + 1) * size))


def squared_scores(sums: StrataSums, groups: Sequence[Sequence[Slot]], parts: Sequence[StrataSums] = ()) -> Floats:
    """Sums over the games of one block from which :func:`stratified_estimates` makes the variances.

    Args:
        sums: of all strata.
        groups: the slots of the block; with ``parts`` those of each part by themselves.
        parts: the strata of each group, if they are asked by themselves too.

    Returns:
        Shape (1 + parts, 2, c), first of all and then of each part: the squared score of d, and the sum of squares of
        x~ within games, over the number of all slots.
    """
    every = [np.nan_to_num(one.difference) for one in (sums, *parts)]
    rates, means = sums.rates, sums.means
    total = np.zeros((len(every), 2, len(every[0])))
    listed = [[slot for slot in group if (slot.stratum >= 0).any()] for group in groups]
    slots = sum(map(len, listed))
    games = max((len(slot.stratum) for group in listed for slot in group), default=0)
    for start in range(0, games, SLICE_GAMES):
        at = slice(start, start + SLICE_GAMES)
        rows = np.zeros((3, min(SLICE_GAMES, games - start), len(every[0])))
        for number, group in enumerate(listed, 1):
            own = np.zeros_like(rows)  # x~ u~, x~ squared and x~ of the seats of a game
            for slot in group:
                used = slot.stratum[at] >= 0
                stratum = np.maximum(slot.stratum[at], 0)
                x = (slot.has[at] - rates[stratum]) * used[:, None]
                own += x * (slot.units[at] - means[stratum])[:, None], x * x, x
            rows += own
            if parts:
                total[number] += _squares(own, every[number], slots)
        total[0] += _squares(rows, every[0], slots)
    return total


def _squares(rows: Floats, d: Floats, slots: int) -> Floats:
    """Both sums of :func:`squared_scores` from x~ u~, x~ squared and x~ of every game, shape (2, c)."""
    xu, xx, x = rows
    score = xu - d * xx
    spread = xx.sum(0) - np.einsum("gc,gc->c", x, x) / slots
    return np.stack([np.einsum("gc,gc->c", score, score), spread])


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
        squares: of :func:`squared_scores` over ``sample`` games, shape (2, c).
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
            found.append(Estimate.undefined(SHARE_DIFFERENCE, of, label, n).suppressed)
        elif true_error(float(errors[i]), 1.0) == 0.0:
            found.append(Estimate.nothing(SHARE_DIFFERENCE, of, label, n))
        else:
            found.append(interval(float(value), float(errors[i]), n, SHARE_DIFFERENCE, of, label))
    return tuple(found)
