"""A stand-in for the compiled engine: finished game records made of random numbers that depend on seed and index."""

import numpy as np

from seti_sim.engine.state import GAME, N_ROUNDS, SOURCES


def play_chunk(tables, seed, first, count, n_players, policies, params, species):
    games = np.zeros(count, GAME)
    for number in range(count):
        fill(games[number], seed, first + number, n_players, species)
    return games


def fill(game, seed, index, n_players, species):
    """Fill one record; equal seed and index give equal numbers whatever the chunk."""
    rng = np.random.default_rng([seed, index])
    game["seed"], game["index"], game["n_players"], game["over"] = seed, index, n_players, 1
    game["first_seat"] = rng.integers(n_players)
    game["turns"], game["decisions"] = rng.integers(80, 140), rng.integers(300, 900)
    game["species"] = [drawn if wanted < 0 else wanted for wanted, drawn in zip(species, rng.permutation(5)[:2], strict=True)]
    game["discovered"] = rng.integers(0, N_ROUNDS + 1, 2)
    game["discovery_turn"] = rng.integers(0, 100, 2)
    game["contributors"] = rng.integers(-1, 5, (2, 3))
    game["gold_side"] = rng.integers(0, 2, 4)
    for seat in range(n_players):
        player = game["players"][seat]
        player["points"] = rng.integers(0, 12, len(SOURCES))
        player["score"] = player["points"].sum()
        player["round_score"] = np.sort(rng.integers(0, 120, N_ROUNDS))
        player["actions"] = rng.integers(0, 4, (N_ROUNDS, 8))
        player["tech"][rng.permutation(12)[:3]] = [1, 2, 3]
        player["tech_round"] = np.where(player["tech"] > 0, rng.integers(1, 6, 12), 0)
        player["n_tech"] = 3
        player["wins"] = rng.integers(0, 3, 8)
        player["orbiters"], player["landers"] = rng.integers(0, 2, 9), rng.integers(0, 2, 9)
