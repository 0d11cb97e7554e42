"""Who sits where: a line-up of strategies on the seats of each game.

With *random* seating every game draws one of all orders of the line-up from (run seed, game index): each strategy then
meets every neighbour on either side and every place of the turn order, and what it wins is its own doing. *Fixed*
seating keeps the order given, so with more than two players a strategy cannot be told apart from its neighbours.
"""

from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from seti_sim.components.tables import MAX_PLAYERS
from seti_sim.runner.plan import RunPlan

STREAM: Final = np.uint64(0x5EA75EA75EA75EA7)
"""What sets the draws of seats apart from other draws of the same seed."""
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)


def seatings(plan: RunPlan, first: int, count: int) -> npt.NDArray[np.int8]:
    """The place in the line-up of the player on each seat, shape (count, 4), of games from ``first`` on."""
    whole = np.tile(np.arange(MAX_PLAYERS, dtype=np.int8), (count, 1))
    if plan.seating == "random":
        orders = np.array(list(permutations(range(plan.players))), dtype=np.int8)
        whole[:, : plan.players] = orders[draws(plan.seed, STREAM, first, count, len(orders))]
    return whole


def draws(seed: int, stream: np.uint64, first: int, count: int, sides: int) -> npt.NDArray[np.int64]:
    """Numbers below ``sides``, one for each game: the output of splitmix64 for (seed, stream, game)."""
    games = np.arange(first, first + count, dtype=np.uint64)
    bits = _mixed(_mixed(np.full(1, seed, np.uint64) ^ stream) + games * _GOLDEN)
    return ((bits >> np.uint64(32)) * np.uint64(sides) >> np.uint64(32)).astype(np.int64)


def _mixed(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """One step of splitmix64 (Steele, Lea and Flood 2014)."""
    bits = bits + _GOLDEN
    bits = (bits ^ bits >> np.uint64(30)) * _FIRST
    bits = (bits ^ bits >> np.uint64(27)) * _SECOND
    return bits ^ bits >> np.uint64(31)
