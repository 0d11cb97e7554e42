"""Win share with and without: the one comparison behind technologies, gold tiles, planets and income.

What a player *has* is chosen, or follows from how the game went, so every difference here is an *association*. The
effect compared is with minus without (never with minus all).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums
from seti_sim.analysis.estimate import SHARE, Estimate
from seti_sim.analysis.intervals import share_ends
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import group_share, share_difference, win_units
from seti_sim.analysis.strata import Flags, within_strata

WITH_WITHOUT: Final = ("with", "without")


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


def with_without(run: Run, names: Sequence[str], flags: Flags, columns: Sequence[str]) -> list[Comparison]:
    """Compare the seats that have each of ``names`` with those that do not.

    Args:
        run: the games.
        names: k things.
        flags: of a block, booleans of shape (games, players, k).
        columns: of ``seats`` that ``flags`` reads.
    """
    codes = range(len(run.strategies)) if len(run.strategies) > 1 else range(0)

    def sums(block: Block) -> dict[str, BatchSums]:
        units, having, strategy = win_units(block.seat("winners")), flags(block), block.seat("strategy")
        found = {"all": having_and_lacking(having, np.ones(units.shape, dtype=bool), units)}
        return found | {f"strategy {code}": having_and_lacking(having, strategy == code, units) for code in codes}

    total = run.fold(sums, [*columns, "winners", "strategy"])
    everybody: BatchSums = total["all"]
    split: list[BatchSums] = [total[f"strategy {code}"] for code in codes]
    same = _among_equals(run, names, flags, columns, split) if split else None
    found = []
    for i, name in enumerate(names):
        one = everybody[i]
        having, lacking = (group_share(one, g, f"wins of seats {word} {name}") for g, word in enumerate(WITH_WITHOUT))
        difference = share_difference(one, 0, 1, f"win share with minus without {name}", known=(having, lacking))
        found.append(
            Comparison(
                name,
                rate_of(one, f"seats with {name}"),
                having,
                lacking,
                difference,
                difference if same is None else same[i],
                tuple(
                    (run.strategies[code], share_difference(split[code][i], 0, 1, f"{run.strategies[code]}: {name}"))
                    for code in codes
                ),
            )
        )
    return found


def having_and_lacking(having: Array, who: Array, units: Array) -> BatchSums:
    """Sums of the seats of ``who`` that have each of k things (group 0) and of those that lack it (group 1).

    Args:
        having: booleans (games, players, k).
        who: booleans (games, players).
        units: win units (games, players).
    """
    members = np.zeros((having.shape[0], having.shape[2]), dtype=np.int16)  # four seats at most, so nothing overflows
    totals = np.zeros_like(members)
    narrow = units.astype(np.int16)
    for seat in range(units.shape[1]):
        flags = having[:, seat] & who[:, seat, None]
        members += flags
        totals += flags * narrow[:, seat, None]
    seats, wins = who.sum(1)[:, None], (who * units).sum(1)[:, None]
    return BatchSums.of([members, seats - members], [totals, wins - totals])


def _among_equals(
    run: Run, names: Sequence[str], flags: Flags, columns: Sequence[str], split: list[BatchSums]
) -> list[Estimate]:
    """Differences among seats of one strategy, from what is already known of each strategy."""
    seats, owners, wins = ([s.m.sum(1) for s in split], [s.m[:, 0] for s in split], [s.y.sum(1) for s in split])
    counts = np.stack([np.stack(seats), np.stack(owners), np.stack(wins)])
    return within_strata(run, names, flags, lambda block: block.seat("strategy"), [*columns, "strategy"], counts=counts)


def rate_of(sums: ClusterSums, of: str) -> Estimate:
    """Share of the seats of both groups that belong to the first, errors clustered by game."""
    mm = sums.mm
    both = ClusterSums(
        sums.games,
        np.array([sums.games]),
        sums.m.sum(keepdims=True),
        sums.m[:1],
        mm[:1, :1],
        mm[:1].sum(keepdims=True),
        mm.sum(keepdims=True),
    )
    return group_share(both, 0, of, whole=1)


def seat_rate(sums: ClusterSums, i: int, players: int, of: str) -> Estimate:
    """Share of all seats that belong to group ``i``, with a Wilson interval of the effective size."""
    games = sums.games
    if games == 0:
        return Estimate.undefined(SHARE, of)
    mean = float(sums.m[i]) / games / players
    variance = (float(sums.mm[i, i]) / games - (mean * players) ** 2) / players**2 / games
    low, high = share_ends(mean, variance if variance > 1e-15 else 0.0, games)
    return Estimate(mean, low, high, games, SHARE, of, "description", "Wilson, effective size")
