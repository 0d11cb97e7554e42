"""Differences between arms that played the same blocks: an experiment's treatments, or variants of the box.

A block is one set-up, played once in each arm; the independent unit is the block. A figure is the mean over blocks of
(arm - control) with Student's interval of ``blocks - 1`` degrees of freedom. Where every block gives the same
difference the interval is that difference: a treatment that never does anything measures exactly 0. The families of an
experiment are corrected by Benjamini and Hochberg (1995).

How much the pairing saves is said by the correlation r of an arm with the control over blocks, and by the factor by
which the interval of independent games would be wider, sqrt((s0^2 + s1^2) / s_d^2) with the variances of the two arms
and of their differences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
import polars as pl

from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.estimate import Estimate, Label, Unit
from seti_sim.analysis.intervals import STUDENT, critical, cut
from seti_sim.analysis.rounding import true_error
from seti_sim.analysis.shares import WIN_UNITS, win_units


@dataclass(frozen=True)
class ArmTable:
    """Whole-number columns of seats by arm, block and seat: arrays of shape (arms, blocks, players)."""

    columns: dict[str, Array]

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Arms, blocks and players."""
        arms, blocks, players = self.columns["score"].shape
        return int(arms), int(blocks), int(players)

    def take(self, arms: Sequence[int], blocks: Array) -> "ArmTable":
        """Some of the arms, and the blocks of a mask."""
        return ArmTable({name: values[list(arms)][:, blocks] for name, values in self.columns.items()})

    @property
    def wins(self) -> Floats:
        """Win share of every seat: a tie of k winners gives each 1/k."""
        return np.asarray(win_units(self["winners"]) / WIN_UNITS, dtype=np.float64)


def arm_table(rows: pl.DataFrame, arms: int, players: int, blocks: int) -> ArmTable:
    """The table out of rows sorted by block, arm and seat, of the first ``blocks`` blocks.

    Raises:
        ValueError: for rows that are not whole blocks.
    """
    found = rows.filter(pl.col("block") < blocks)
    if len(found) != arms * players * blocks:
        raise ValueError(f"{len(found)} rows in place of {blocks} blocks of {arms} arms with {players} seats")
    return ArmTable(
        {
            name: found[name].to_numpy().astype(np.int64).reshape(blocks, arms, players).swapaxes(0, 1)
            for name in found.columns
        }
    )


def mean_estimate(values: Array, unit: Unit, of: str, label: Label = "effect") -> Estimate:
    """The mean of one value a block, shape (blocks,), with Student's interval."""
    n = len(values)
    if n < 2:
        return Estimate.undefined(unit, of, label, n)
    mean = float(np.mean(values))
    error = true_error(float(np.std(values, ddof=1)) / sqrt(n), max(abs(mean), 1.0))
    reach = critical(n) * error
    low, high = cut(mean - reach, mean + reach, unit)
    return Estimate(mean, min(low, mean), max(high, mean), n, unit, of, label, STUDENT, error if error > 0 else None)


def of_treated(table: ArmTable, values: Array) -> Floats:
    """The value of the treated seat of each block, shape (arms, blocks); ``values`` (arms, blocks, players)."""
    return np.asarray((values * table["treated"]).sum(axis=2), dtype=np.float64)


def of_others(table: ArmTable, values: Array) -> Floats:
    """The mean over the seats that are not treated, shape (arms, blocks)."""
    return np.asarray((values * (1 - table["treated"])).sum(axis=2) / (values.shape[2] - 1), dtype=np.float64)


@dataclass(frozen=True)
class Pairing:
    """What playing the same blocks saves: correlation, width factor, share of variance saved, games that differ."""

    correlation: float
    factor: float
    saved: float
    differing: float


def pairing(control: Array, other: Array, differs: Array) -> Pairing:
    """How two arms go together over blocks; ``differs`` says of each block whether any outcome is another.

    The factor is infinite where no block differs, and ``nan`` where neither arm varies.
    """
    if len(control) < 2:
        return Pairing(nan, nan, nan, 0.0)
    apart = float(np.var(control, ddof=1) + np.var(other, ddof=1))
    together = float(np.var(other - control, ddof=1))
    spread = float(np.std(control) * np.std(other))
    covariance = float(np.mean((control - control.mean()) * (other - other.mean())))
    if apart == 0:
        return Pairing(nan, nan, nan, float(np.mean(differs)))
    return Pairing(
        covariance / spread if spread > 0 else nan,
        sqrt(apart / together) if together > 0 else float("inf"),
        1 - together / apart,
        float(np.mean(differs)),
    )


def within_games(has: Array, values: Array, unit: Unit, of: str) -> Estimate:
    """Association: mean of the seats with something less that of the seats without it, within the same game.

    Games in which all or none have it say nothing. ``has`` and ``values`` have shape (blocks, players).
    """
    members = has.sum(axis=1)
    mixed = (members > 0) & (members < has.shape[1])
    mine, owned = values[mixed], has[mixed].astype(np.float64)
    count = members[mixed]
    gap = (mine * owned).sum(axis=1) / count - (mine * (1 - owned)).sum(axis=1) / (has.shape[1] - count)
    return mean_estimate(gap, unit, of, "association")
