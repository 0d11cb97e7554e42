"""Play a few games of different strategies and write their final records: run once compiled and once interpreted."""

import sys

import numpy as np

from seti_sim.components.loader import load_tables
from seti_sim.policies.play import play_chunk
from seti_sim.policies.strategies import load_strategy

GAMES = 51


def play(names: list[str], players: int, count: int) -> np.ndarray:
    """Final records of ``count`` games of seed 2026 with one strategy a seat."""
    seats = [load_strategy(name) for name in (names * 4)[:4]]
    policies = np.array([s.policy for s in seats])
    params = np.array([s.params for s in seats])
    return play_chunk(load_tables().record, 2026, 0, count, players, policies, params, np.array([-1, -1]))


def fifty_one() -> list[np.ndarray]:
    """Fifty-one games over all player counts and strategies."""
    return [
        play(["random"], 4, 20),
        play(["random", "greedy"], 2, 14),
        play(["balanced", "greedy", "random"], 3, 10),
        play(["balanced"], 4, 6),
        play(["expert", "random"], 2, 1),
    ]


if __name__ == "__main__":
    np.savez(sys.argv[1], *fifty_one())
