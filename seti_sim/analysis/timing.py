"""When things happen: shares of players by round, and the median round, of things each player does once or never.

A column holds the round of the event, 0 for never. Shares and means are clustered by game; the interval of a median
treats the players as independent, as everywhere in the report.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums
from seti_sim.analysis.comparisons import seat_rate
from seti_sim.analysis.content import Cell, Stacked, Table
from seti_sim.analysis.estimate import ROUND, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.names import caption, counted
from seti_sim.analysis.shares import group_share

ROUNDS: Final = 5
MOST_GAMES: Final = 200_000
"""Descriptions take no more games than these, the first ones: they give a share to a tenth of a percentage point."""
SLICE_GAMES: Final = 4_000
"""Games counted at a time: a number for each of them, place and round is a lot of memory."""
PARTS: Final = (*(f"round {r}" for r in range(1, ROUNDS + 1)), "never")


@dataclass(frozen=True)
class Timing:
    """One event: shares of all players in rounds 1 to 5 and, last, of those it never happened to (``by_round``).

    ``median``, ``mean`` and ``among``, the shares of rounds 1 to 5, are over the players it happened to.
    """

    name: str
    reached: Estimate
    by_round: tuple[Estimate, ...]
    median: Estimate
    mean: Estimate
    among: tuple[Estimate, ...]
    seats: int


def timings(
    run: Run, names: Sequence[str], columns: Sequence[str], rounds: Callable[[Block], Array] | None = None
) -> list[Timing]:
    """The timing of several events.

    Args:
        run: the games.
        names: of k events.
        columns: of ``seats``; one for each event that holds its round, unless ``rounds`` makes the rounds out of them.
        rounds: of a block, rounds of shape (games, players, k), 0 for never.
    """

    def sums(block: Block) -> dict[str, Any]:
        values = block.seats(columns) if rounds is None else rounds(block)
        found: dict[str, Any] = {}
        for start in range(0, block.games, SLICE_GAMES):
            for key, part in _sums(values[start : start + SLICE_GAMES]).items():
                found[key] = found[key] + part if key in found else part
        return found

    total = run.fold(sums, columns)
    return [_timing(run, name, total, i) for i, name in enumerate(names)]


def _sums(values: Array) -> dict[str, Any]:
    """Sums of rounds (games, players, k)."""
    planes = values[..., None] == np.arange(ROUNDS + 1)
    by_round = planes.sum(1, dtype=np.int16)
    members, when = by_round.reshape(len(values), -1), by_round[..., 1:].reshape(len(values), -1)
    happened = (values > 0).sum(1)
    return {
        "rounds": BatchSums.of([members], [np.zeros_like(members)]),
        "among": BatchSums.of([np.repeat(happened, ROUNDS, axis=1)], [when]),
        "happened": BatchSums.of([happened], [values.sum(1)]),
        "counts": by_round.sum(0, dtype=np.int64),
    }


def _timing(run: Run, name: str, total: dict[str, Any], i: int) -> Timing:
    shares: BatchSums = total["rounds"]
    happened: ClusterSums = total["happened"][i]
    codes = [*range(1, ROUNDS + 1), 0]
    return Timing(
        name,
        seat_rate(happened, 0, run.players, f"players, {name}"),
        tuple(
            seat_rate(shares[i * (ROUNDS + 1) + code], 0, run.players, f"players, {name}, {part}")
            for code, part in zip(codes, PARTS, strict=True)
        ),
        median_of_counts(total["counts"][i, 1:], 1, ROUND, f"round, {name}"),
        happened.mean(0, ROUND, f"round, {name}"),
        tuple(
            group_share(total["among"][i * ROUNDS + r], 0, f"players, {name}, those of {PARTS[r]}", whole=1)
            for r in range(ROUNDS)
        ),
        int(happened.m[0]),
    )


def timing_chart(
    run: Run, name: str, title: str, subtitle: str, found: Sequence[Timing], *, among: bool = False
) -> Stacked:
    """Players by the round of each event, as stacked bars: all of them, or those it happens to (``among``)."""
    return Stacked(
        name,
        title,
        subtitle,
        caption(run.games, run.players, "description"),
        tuple(item.name for item in found),
        PARTS[:ROUNDS] if among else PARTS,
        tuple(item.among if among else item.by_round for item in found),
        "Share of the players it happens to" if among else "Share of players",
        ordered=True,
    )


def timing_table(run: Run, name: str, title: str, found: Sequence[Timing], note: str = "") -> Table:
    """Shares by round, median and mean round, one row for each event."""
    rows: list[tuple[Cell, ...]] = [
        (item.name, item.reached, item.median, item.mean, *item.by_round[:ROUNDS]) for item in found
    ]
    return Table(
        name,
        title,
        f"n = {counted(run.games, 'game')}; description. Share of players it happens to, their median and mean round, "
        f"and the share of all players in each round.{note}",
        ("What", "Players", "Median round", "Mean round", *(f"Round {r}" for r in range(1, ROUNDS + 1))),
        tuple(rows),
    )
