"""The floor below any game: moves written down once are applied again, without legal moves and without a choice.

No strategy can be faster than this loop, so the time of a whole game divided by the time of its retracing says how
much of it goes into finding and choosing moves (``scripts/bench``).
"""

import numpy as np

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME
from seti_sim.jit import jit


@jit
def retrace_range(games, tables, seed, first, n_players, species, moves, starts):
    """Apply ``moves[starts[i]:starts[i + 1]]`` to game ``first + i`` in zeroed records; -1, or the first not over."""
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, first + i, n_players, species[0], species[1])
        for k in range(starts[i], starts[i + 1]):
            apply_legal(game, tables, moves[k])
        if game.over == 0 or game.error != 0:
            return i
    return -1


def retrace(
    tables: np.record,
    seed: int,
    first: int,
    n_players: int,
    species: np.ndarray,
    moves: np.ndarray,
    starts: np.ndarray,
) -> np.ndarray:
    """Play games ``first``, ``first + 1``, ... of a run again by their moves; return them, dtype GAME.

    ``moves`` holds the moves of all games one after the other (dtype MOVE), ``starts`` int64[games + 1] where each game
    begins and, last, their number; ``species`` int64[2] is the one of the run. The moves are not checked.
    Raises ValueError for a game that is not over after its moves.
    """
    games = np.zeros(len(starts) - 1, GAME)
    wrong = retrace_range(games, tables, np.uint64(seed), first, n_players, species, moves, starts)
    if wrong >= 0:
        raise ValueError(f"game {first + wrong} of seed {seed} is not over after its {starts[wrong + 1]} moves")
    return games
