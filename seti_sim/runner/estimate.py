"""What a run or a plan will take: time and disk, from a few games of every kind played now."""

import time
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from seti_sim.runner.chunks import Chunk
from seti_sim.runner.grid import Cell
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.parts import parts_of

SAMPLE: Final = 100
"""Games of each kind that are played; kinds differ in players, strategies and variant."""


class Estimate(NamedTuple):
    """What a cell will take: seconds on one thread, and bytes of all its parts."""

    cell: Cell
    seconds: float
    size: float


def estimates(cells: Sequence[Cell]) -> list[Estimate]:
    """Play a sample for every kind of cell and scale it up.

    The size of a part is taken as a constant, mostly column names, and so much for each game: from parts of half the
    sample and of the whole.
    """

    @cache
    def of_kind(players: int, strategies: tuple[str, ...], variant: str | None) -> tuple[float, float, float]:
        plan = next(
            cell.plan
            for cell in cells
            if (cell.plan.players, tuple(sorted(cell.plan.strategies)), cell.plan.variant)
            == (players, strategies, variant)
        )
        return _measured(load_inputs(plan))

    found = []
    for cell in cells:
        plan = cell.plan
        seconds, constant, each = of_kind(plan.players, tuple(sorted(plan.strategies)), plan.variant)
        parts = -(-plan.games // plan.chunk)
        found.append(Estimate(cell, seconds * plan.games, parts * constant + plan.games * each))
    return found


def _measured(inputs: Inputs) -> tuple[float, float, float]:
    """Seconds a game on one thread, bytes of a part without games, bytes a game."""
    half = sum(map(len, parts_of(inputs, Chunk(0, 0, SAMPLE // 2)).values()))
    began = time.perf_counter()
    whole = sum(map(len, parts_of(inputs, Chunk(0, 0, SAMPLE)).values()))
    seconds = (time.perf_counter() - began) / SAMPLE
    each = (whole - half) / (SAMPLE - SAMPLE // 2)
    return seconds, max(whole - each * SAMPLE, 0.0), each
