"""Many games played uniformly at random in compiled code, each checked when it is over."""

import numpy as np

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import list_moves
from seti_sim.engine.quick_checks import check_compiled
from seti_sim.engine.rng import below
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import S_POLICY
from seti_sim.jit import jit

NOT_OVER = 99
MOST_DECISIONS = 100_000


@jit
def play_games(games, tables, moves, seen, results, seed, first, n_players):
    """Play one game in every record of ``games``; its check goes to ``results``."""
    for i in range(results.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, np.int64(first + i), n_players, -1, -1)
        for _ in range(MOST_DECISIONS):
            if game.over != 0:
                break
            n = list_moves(game, tables, moves, 0)
            apply_legal(game, tables, moves.list[below(game, S_POLICY, n)])
        results[i] = check_compiled(game, tables, seen) if game.over != 0 else NOT_OVER
