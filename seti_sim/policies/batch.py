"""Many games at once, each waiting at its next decision: what :class:`seti_sim.VectorGame` steps."""

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS
from seti_sim.engine.legal import list_moves
from seti_sim.engine.setup import setup_game
from seti_sim.jit import jit
from seti_sim.policies.play import MAX_DECISIONS
from seti_sim.policies.position import fill_position
from seti_sim.policies.value_cache import drop_cache


@jit
def to_next_choice(game, tables, moves):
    """Apply moves as long as there is no choice; return the number of legal moves then, 0 when the game is over."""
    while game.over == 0:
        n = list_moves(game, tables, moves, 0)
        if n > 1:
            return n
        apply_legal(game, tables, moves.list[0])
        if game.decisions >= MAX_DECISIONS:
            game.error = E_ENDLESS
            game.over = 1
    return 0


@jit
def start_games(games, tables, seed, first, n_players, species, lists, counts, seats):
    """Set games ``first``, ``first + 1``, ... up in zeroed records and play each to its first choice."""
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, first + i, n_players, species[0], species[1])
        counts[i] = to_next_choice(game, tables, lists[i])
        seats[i] = game.frames[game.n_frames - 1].player if counts[i] > 0 else -1


@jit
def step_games(games, tables, lists, counts, seats, actions):
    """Apply the move of place ``actions[i]`` in each game that is not over, and play on to the next choice."""
    for i in range(games.shape[0]):
        if counts[i] > 0:
            game = games[i]
            apply_legal(game, tables, lists[i].list[actions[i]])
            counts[i] = to_next_choice(game, tables, lists[i])
            seats[i] = game.frames[game.n_frames - 1].player if counts[i] > 0 else -1


@jit
def observe_games(games, tables, a, seats, features):
    """Write the features of the player to decide of each game; zeros where the game is over."""
    for i in range(games.shape[0]):
        features[i] = 0.0
        if seats[i] >= 0:
            drop_cache(a)
            fill_position(games[i], tables, a, int(seats[i]), a.x)
            for k in range(features.shape[1]):
                features[i, k] = a.x[k]
