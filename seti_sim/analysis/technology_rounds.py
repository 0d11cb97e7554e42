"""Technologies among those taken in the same round: the association adjusted for strategy, seat, species and round.

Owners of a technology may win because they took any technology, and took it early. Here an observation is a technology
that a seat takes in a round; takers of one are compared with takers of another one in the same round, of the same
strategy, at the same place in the turn order and with the same two species in play.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.shares import win_units
from seti_sim.analysis.stratified import (
    GAME_COLUMNS,
    SEAT_COLUMNS,
    VARIANCE_GAMES,
    Slot,
    StrataSums,
    setting_codes,
    setting_count,
    squared_scores,
    stratified_estimates,
)

MOST_GAMES: Final = 200_000
"""Games compared, the first ones of a larger run."""
ROUNDS: Final = 6
"""Codes of a round: 0 is never."""


def within_rounds(run: Run, columns: Sequence[str], names: Sequence[str]) -> tuple[Estimate, ...]:
    """Win share of takers of each technology minus that of takers of another one in the same round and setting.

    Args:
        run: the games.
        columns: of ``seats`` with the round of each technology, 0 = never.
        names: of the technologies.
    """
    run = run.head(MOST_GAMES)
    things, strata = len(columns), setting_count(run) * ROUNDS

    def sums(block: Block) -> dict[str, Any]:
        taken, units = block.seats(columns), win_units(block.seat("winners"))
        stratum = _strata(block, run, taken)
        game, seat, thing = np.nonzero(taken)
        code = stratum[game, seat, thing] * things + thing
        shape = (strata, things)
        x = np.bincount(code, minlength=strata * things).reshape(shape).astype(np.float64)
        xu = np.bincount(code, weights=units[game, seat], minlength=strata * things).reshape(shape)
        return {"strata": StrataSums(x.sum(1), xu.sum(1), x, xu.astype(np.float64), np.zeros(strata))}

    found: StrataSums = run.fold(sums, [*SEAT_COLUMNS, *columns], GAME_COLUMNS)["strata"]

    def scores(block: Block) -> dict[str, Any]:
        return {"squares": squared_scores(found, [list(_slots(block, run, columns))])[0], "games": block.games}

    sample = run.head(VARIANCE_GAMES).fold(scores, [*SEAT_COLUMNS, *columns], GAME_COLUMNS)
    return stratified_estimates(
        run, found, sample["squares"], sample["games"], names, "association", exchangeable=False
    )


def _strata(block: Block, run: Run, taken: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Setting and round of every technology of every seat, shape (games, players, technologies)."""
    return np.asarray(setting_codes(block, run)[..., None] * ROUNDS + taken)


def _slots(block: Block, run: Run, columns: Sequence[str]) -> Iterator[Slot]:
    """One observation for each seat and technology; what was never taken has no stratum."""
    taken, units = block.seats(columns), win_units(block.seat("winners"))
    stratum = np.where(taken > 0, _strata(block, run, taken), -1)
    for thing in range(len(columns)):
        has = np.zeros((block.games, len(columns)), dtype=np.int8)
        has[:, thing] = 1
        for seat in range(block.players):
            yield Slot(has, stratum[:, seat, thing], units[:, seat])
