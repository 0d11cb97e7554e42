"""The quick invariants of finished games, and what became of each card, over whole arrays of games."""

import numpy as np

from seti_sim.components.tables import N_CARDS
from seti_sim.engine.quick_checks import check_compiled
from seti_sim.engine.state import LOG_PLAYED
from seti_sim.jit import jit


@jit
def check_games(games, tables, seen, results):
    """Write the check of every finished game (0 = all is well) to ``results``."""
    for i in range(games.shape[0]):
        results[i] = check_compiled(games[i], tables, seen)


@jit
def count_uses(games, played, completed, scored):
    """Add up how often each card was played, its mission completed, and its end-of-game line in front at the end."""
    for i in range(games.shape[0]):
        game = games[i]
        for card in range(game.card_log.shape[0]):
            for seat in range(game.n_players):
                if (game.card_log[card] & (1 << (4 * LOG_PLAYED + seat))) != 0:
                    played[card] += 1
        for seat in range(game.n_players):
            me = game.players[seat]
            for k in range(me.n_front):
                scored[me.front[k].card] += 1
                if me.front[k].done != 0:
                    completed[me.front[k].card] += 1


def failures(games: np.ndarray, tables: np.record) -> np.ndarray:
    """Indices of the games whose invariants are violated."""
    results = np.zeros(len(games), np.int64)
    check_games(games, tables, np.zeros(N_CARDS, np.int64), results)
    return np.flatnonzero(results)
