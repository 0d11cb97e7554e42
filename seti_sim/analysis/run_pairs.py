"""Games of two runs side by side: sums of each game by group, paired by seed and number of the game where they meet.

A game of one run and the game of the other with the same seed and number share their set-up (deck, species, tiles,
starting player) as long as nothing in the box changes how these are drawn, so their difference has less luck in it.
Each pair is one observation; runs without common games are independent samples.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import Estimate, Label, Unit
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.parts import folder_of

MIN_PAIRS: Final = 30
"""Fewer common games do not make a paired comparison."""
MIN_GAMES: Final = 30
"""A group is compared if so many games of either run have it."""
Sums = Callable[[Block], tuple[Array, Array]]
"""Members and totals of each game and group, both of shape (games, groups)."""


@dataclass(frozen=True)
class GameSums:
    """Members and totals by game, shape (games, groups); ``keys`` are seed and number of each game, (games, 2)."""

    keys: Array
    members: Floats
    totals: Floats

    def take(self, games: Array) -> "GameSums":
        """Some of the games, in the order given."""
        return GameSums(self.keys[games], self.members[games], self.totals[games])

    @property
    def games_in(self) -> Array:
        """Games that have each group."""
        return np.asarray((self.members > 0).sum(0))

    @property
    def means(self) -> Floats:
        """Totals over members of each group, NaN for an empty one."""
        members = self.members.sum(0, dtype=np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.totals.sum(0, dtype=np.float64) / members)

    @property
    def residuals(self) -> Floats:
        """What each game adds to the linearised error of the means, shape (games, groups)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            share = self.members.mean(0, dtype=np.float64)
            return np.asarray((self.totals - self.means * self.members) / share)


def by_seed(run: Run) -> list[tuple[int, Run]]:
    """The games of each seed of a run; parts of one folder are of one seed."""
    groups = [tuple(parts) for _, parts in groupby(run.parts, key=folder_of)]
    if len(groups) != len(run.seeds):
        return [(run.seeds[0], run)]
    return [(seed, replace(run, parts=parts)) for seed, parts in zip(run.seeds, groups, strict=True)]


def game_sums(run: Run, sums: Sums, seats: Sequence[str], games: Sequence[str] = ()) -> GameSums:
    """Sums of every game of a run; ``seats`` and ``games`` are the columns that ``sums`` reads."""
    keys, members, totals = [], [], []
    for seed, part in by_seed(run):
        for block in part.blocks(seats, [*games, "game"]):
            m, y = sums(block)
            keys.append(np.stack([np.full(block.games, seed), block.game("game")], axis=1))
            members.append(np.asarray(m, dtype=np.float32))
            totals.append(np.asarray(y, dtype=np.float32))
    return GameSums(np.concatenate(keys), np.concatenate(members), np.concatenate(totals))


def pairs(one: GameSums, other: GameSums) -> tuple[Array, Array]:
    """Positions of the games that both have, in one order."""
    places = {key: at for at, key in enumerate(map(tuple, other.keys.tolist()))}
    found = [(at, places[key]) for at, key in enumerate(map(tuple, one.keys.tolist())) if key in places]
    at = np.array(found, dtype=np.intp).reshape(-1, 2)
    return at[:, 0], at[:, 1]


def differences(
    one: GameSums, other: GameSums, paired: bool, units: Sequence[Unit], of: Sequence[str], label: Label
) -> list[Estimate]:
    """Mean of ``one`` minus mean of ``other`` of each group.

    Args:
        one: sums of the games of one run.
        other: of the other one; with ``paired`` of the same games in the same order.
        paired: each pair of games is one observation.
        units: of the differences; totals are in the base scale of the unit.
        of: what each group is.
        label: effect or association.
    """
    values = one.means - other.means
    if paired:
        rest = one.residuals - other.residuals
        variances = rest.var(0, ddof=1) / len(rest) if len(rest) > 1 else np.full(len(units), np.nan)
    else:
        variances = sum(sums.residuals.var(0, ddof=1) / len(sums.keys) for sums in (one, other))
    fewest = np.minimum(one.games_in, other.games_in)
    return [
        interval(float(value), float(np.sqrt(variance)), int(n), unit, name, label)
        if n >= MIN_GAMES
        else Estimate.undefined(unit, name, label, int(n))
        for value, variance, n, unit, name in zip(values, variances, fewest, units, of, strict=True)
    ]


def levels(sums: GameSums, units: Sequence[Unit], of: Sequence[str]) -> list[Estimate]:
    """The mean of each group with its interval."""
    errors = np.sqrt(sums.residuals.var(0, ddof=1) / len(sums.keys))
    return [
        interval(float(value), float(error), int(n), unit, name, "description")
        if n > 1
        else Estimate.undefined(unit, name, n=int(n))
        for value, error, n, unit, name in zip(sums.means, errors, sums.games_in, units, of, strict=True)
    ]
