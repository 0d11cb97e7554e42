"""A stand-in for the compiled engine: finished game records made of random numbers that depend on seed and index."""

from dataclasses import dataclass

import numpy as np

from seti_sim.engine.state import GAME, N_ROUNDS, SOURCES
from seti_sim.policies.strategies import StrategyError


@dataclass(frozen=True)
class FakeStrategy:
    name: str
    policy: int
    params: np.ndarray
    digest: str
    source: str
    plugin: None = None


def load_strategy(name):
    if name not in ("random", "greedy"):
        raise StrategyError(f"unknown strategy {name!r}")
    return FakeStrategy(name, ("random", "greedy").index(name), np.zeros(3), f"digest of {name}", f'name = "{name}"\n')


def play_chunk(tables, seed, first, count, n_players, policies, params, species, plugins=(), seatings=None):
    games = np.zeros(count, GAME)
    for number in range(count):
        fill(games[number], seed, first + number, n_players, species)
    return games


def fill(game, seed, index, n_players, species=(-1, -1)):
    """Fill one record; equal seed and index give equal numbers whatever the chunk."""
    rng = np.random.default_rng([seed, index])
    drawn = rng.permutation(5)[:2]
    game["seed"], game["index"], game["n_players"], game["over"] = seed, index, n_players, 1
    game["first_seat"] = rng.integers(n_players)
    game["turns"], game["decisions"] = rng.integers(80, 140), rng.integers(300, 900)
    game["species"] = np.where(np.array(species) < 0, drawn, species)
    game["discovered"] = rng.integers(0, N_ROUNDS + 1, 2)
    game["discovery_turn"] = rng.integers(0, 100, 2)
    game["contributors"] = rng.integers(-1, 5, (2, 3))
    game["gold_side"] = rng.integers(0, 2, 4)
    for seat in range(n_players):
        fill_player(game["players"][seat], rng)


def fill_player(player, rng):
    for name in player.dtype.names:
        if player.dtype[name].base.kind in "iu":
            player[name] = rng.integers(0, 4, player[name].shape)
    player["points"] = rng.integers(0, 3, len(SOURCES))  # a narrow range, so that ties occur
    player["score"] = player["points"].sum()
    player["round_score"] = np.sort(rng.integers(0, 9, N_ROUNDS))
