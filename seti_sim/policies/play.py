"""Playing whole games: the loop of decision, choice and move over a chunk of games."""

import numpy as np

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.rng import below
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, MAX_MOVES, MOVE, S_POLICY
from seti_sim.jit import jit
from seti_sim.policies.heuristic import choose_heuristic
from seti_sim.policies.values import APPRAISAL, appraise
from seti_sim.policies.weights import N_WEIGHTS

RANDOM = 0
HEURISTIC = 1
POLICIES = ("random", "heuristic")
MAX_DECISIONS = 30_000
N_PARAMS = N_WEIGHTS


@jit
def choose(game, tables, moves, n, policy, appraisal):
    """Index of the move a policy picks among n > 1 legal moves."""
    if policy == RANDOM:
        return below(game, S_POLICY + int(game.frames[game.n_frames - 1].player), n)
    return choose_heuristic(game, tables, moves, n, appraisal)


@jit
def play_range(games, tables, seed, first, n_players, policies, appraisals, species, moves):
    """Play games ``first`` to ``first + len(games) - 1`` of a run into zeroed records; stop at the first error.

    A decision with one legal move is applied without asking. One function with both loops: every further function
    above the whole engine would cost seconds of compilation.
    """
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, first + i, n_players, species[0], species[1])
        while game.over == 0:
            n = legal_moves(game, tables, moves)
            chosen = 0
            if n > 1:
                seat = int(game.frames[game.n_frames - 1].player)
                chosen = choose(game, tables, moves, n, policies[seat], appraisals[seat])
            apply_legal(game, tables, moves[chosen])
            if game.decisions >= MAX_DECISIONS:
                game.error = E_ENDLESS
                game.over = 1
        if game.error != 0:
            return i
    return -1


def appraisals_of(tables: np.record, policies: np.ndarray, params: np.ndarray) -> np.ndarray:
    """One appraisal a seat, dtype APPRAISAL, for weights float64[4, N_PARAMS]; random players need none."""
    appraisals = np.zeros(len(params), APPRAISAL)
    for seat, row in enumerate(params):
        appraisals[seat]["w"] = row
        if policies[seat] != RANDOM:
            appraise(tables, appraisals[seat], np.zeros(1, GAME)[0])
    return appraisals


def play_chunk(
    tables: np.record,
    seed: int,
    first: int,
    count: int,
    n_players: int,
    policies: np.ndarray,
    params: np.ndarray,
    species: np.ndarray,
) -> np.ndarray:
    """Play ``count`` consecutive games of a run and return their final records, dtype GAME, shape (count,).

    ``policies`` int64[4] holds RANDOM or HEURISTIC a seat, ``params`` float64[4, N_PARAMS] the weights a seat,
    ``species`` int64[2] the species left and right or -1. A game that went wrong has ``error`` set (see
    :data:`seti_sim.engine.errors.ERROR_TEXTS`); the games after it are then not played.
    """
    games = np.zeros(count, GAME)
    moves = np.zeros(MAX_MOVES, MOVE)
    appraisals = appraisals_of(tables, policies, params)
    play_range(games, tables, np.uint64(seed), first, n_players, policies, appraisals, species, moves)
    return games
