"""Win share with and without: the one comparison behind technologies, gold tiles, planets and income.

What a player *has* is chosen, or follows from how the game went, so every difference here is an *association*. The
effect compared is with minus without (never with minus all).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.estimate import SHARE, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import group_share, share_difference, wilson, win_units
from seti_sim.analysis.strata import Flags, within_strata


@dataclass(frozen=True)
class Comparison:
    """One thing a seat has or lacks: how often, how often those seats win, and the difference among equals.

    ``adjusted`` compares seats of one strategy; it is ``difference`` where all play the same.
    """

    name: str
    rate: Estimate
    having: Estimate
    lacking: Estimate
    difference: Estimate
    adjusted: Estimate
    by_strategy: tuple[tuple[str, Estimate], ...]


def with_without(
    run: Run,
    names: Sequence[str],
    flags: Flags,
    columns: Sequence[str],
) -> list[Comparison]:
    """Compare the seats that have each of ``names`` with those that do not.

    Args:
        run: the games.
        names: k things.
        flags: of a block, 0/1 of shape (games, players, k).
        columns: of ``seats`` that ``flags`` reads.
    """
    several = len(run.strategies) > 1

    def sums(block: Block) -> dict[str, ClusterSums]:
        units = win_units(block.seat("winners"))
        having = flags(block)
        everybody = np.ones(units.shape, dtype=bool)
        found = {"all": _split(having, everybody, units)}
        if several:
            for code in range(len(run.strategies)):
                found[f"strategy {code}"] = _split(having, block.seat("strategy") == code, units)
        return found

    total = run.fold(sums, [*columns, "winners", "strategy"])
    k = len(names)
    raw = [
        share_difference(total["all"], i, k + i, f"win share with minus without {name}") for i, name in enumerate(names)
    ]
    same = raw
    if several:
        same = within_strata(run, names, flags, lambda block: block.seat("strategy"), [*columns, "strategy"])
    return [
        Comparison(
            name,
            _rate(total["all"], i, k + i, f"seats with {name}"),
            group_share(total["all"], i, f"wins of seats with {name}"),
            group_share(total["all"], k + i, f"wins of seats without {name}"),
            raw[i],
            same[i],
            tuple(
                (strategy, share_difference(total[f"strategy {code}"], i, k + i, f"{strategy}: {name}"))
                for code, strategy in enumerate(run.strategies)
                if several
            ),
        )
        for i, name in enumerate(names)
    ]


def _split(having: Array, who: Array, units: Array) -> ClusterSums:
    """Sums of 2 k groups: the seats of ``who`` that have each of k things, then those that lack it.

    Lacking is everybody minus having, so only having is summed up.
    """
    k = having.shape[-1]
    members, totals = np.zeros((len(units), k + 1)), np.zeros((len(units), k + 1))
    for seat in range(units.shape[1]):
        flags = np.concatenate([having[:, seat] & who[:, seat, None], who[:, seat, None]], axis=1)
        members += flags
        totals += flags * units[:, seat, None]
    base = ClusterSums.of(members, totals)
    lacking = (members[:, -1:] != members[:, :-1]).sum(0)
    identity = np.eye(k, k + 1)
    everybody = np.eye(1, k + 1, k)
    return base.combined(
        np.concatenate([identity, everybody - identity]), np.concatenate([base.games_in[:k], lacking]).astype(float)
    )


def _rate(sums: ClusterSums, i: int, rest: int, of: str) -> Estimate:
    """Share of the seats of groups ``i`` and ``rest`` that belong to group ``i``, errors clustered by game."""
    both = ClusterSums(
        sums.games,
        np.array([sums.games]),
        sums.m[[i]] + sums.m[[rest]],
        sums.m[[i]],
        sums.mm[[i]][:, [i]],
        sums.mm[[i]][:, [i]] + sums.mm[[i]][:, [rest]],
        sums.mm[[i]][:, [i]] + 2 * sums.mm[[i]][:, [rest]] + sums.mm[[rest]][:, [rest]],
    )
    return group_share(both, 0, of, whole=1)


def seat_rate(sums: ClusterSums, i: int, players: int, of: str) -> Estimate:
    """Share of all seats that belong to group ``i``, with a Wilson interval of the effective size."""
    games = sums.games
    if games == 0:
        return Estimate.undefined(SHARE, of)
    mean = float(sums.m[i]) / games / players
    variance = (float(sums.mm[i, i]) / games - (mean * players) ** 2) / players**2 / games
    effective = mean * (1 - mean) / variance if variance > 1e-15 and 0 < mean < 1 else float(games)
    low, high = wilson(mean * effective, effective)
    return Estimate(mean, low, high, games, SHARE, of, "description", "Wilson, effective size")
