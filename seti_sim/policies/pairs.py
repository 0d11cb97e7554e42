"""Pairs of played-out moves, the observations that the weights of an evaluation are fitted to.

At random decisions of games between heuristics, two moves are tried on the same deal of the hidden cards. The features
at the end of the turn and the points at the end of the game are noted for both. Since the two share everything else,
the difference in points depends on the difference in features alone, whatever led to the position.
"""

from typing import Any

import numpy as np

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS
from seti_sim.engine.legal import list_moves
from seti_sim.engine.rng import below
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, S_SPARE, move_list
from seti_sim.jit import jit
from seti_sim.policies.determinize import determinize
from seti_sim.policies.heuristic import choose_heuristic
from seti_sim.policies.move_filter import filtered_kinds
from seti_sim.policies.play import MAX_DECISIONS, appraisals_of
from seti_sim.policies.position import N_FEATURES, fill_position
from seti_sim.policies.search import FOR_EVER, pick_candidates, play_out, workspace
from seti_sim.policies.value_cache import drop_cache

PAIR = np.dtype(
    [
        ("at_round", "i2", (2,)),  # round at the end of the turn
        ("features", "f8", (2, N_FEATURES)),
        ("score", "f8", (2,)),  # own points at the end
        ("rival", "f8", (2,)),  # points of the best other player at the end
    ]
)


@jit
def try_move(pair, j, game, tables, move, a, player, scratch):
    """Play a move out on ``game`` and note what came of it in place ``j`` of a pair."""
    drop_cache(a)  # noted in another future
    apply_legal(game, tables, move)
    play_out(game, tables, a, player, int(game.turns), False, scratch[1][0])
    pair.at_round[j] = game.round_number
    fill_position(game, tables, a, player, pair.features[j])
    play_out(game, tables, a, player, FOR_EVER, False, scratch[1][0])
    pair.score[j] = game.players[player].score
    pair.rival[j] = -1000.0
    for seat in range(game.n_players):
        if seat != player:
            pair.rival[j] = max(pair.rival[j], float(game.players[seat].score))
    drop_cache(a)


@jit
def sample_pairs(pairs, game, tables, seed, first, n_players, a, rate, stray, moves, scratch):
    """Fill ``pairs`` from games ``first``, ``first + 1``, ...; return the number of games used.

    A decision is taken with chance 1 / ``rate``. With chance 1 / ``stray`` the game goes on with one of the better
    moves instead of the best, so that positions off the usual path are met too.
    """
    games, _, all_candidates, all_totals, marks, unseen, _ = scratch
    candidates = all_candidates[0]
    totals = all_totals[0]
    done = 0
    index = 0
    while True:
        game[0] = game[1]  # a zeroed record
        g = game[0]
        setup_game(g, tables, seed, first + index, n_players, -1, -1)
        index += 1
        while g.over == 0:
            n = list_moves(g, tables, moves, filtered_kinds(g, a))
            chosen = 0
            if n > 1:
                chosen = choose_heuristic(g, tables, moves, n, a)
                player = int(g.frames[g.n_frames - 1].player)
                if g.turns > 0 and g.active == player:
                    count = pick_candidates(a, moves, n, int(a.width), candidates, totals)
                    if below(g, S_SPARE, stray) == 0:
                        chosen = int(candidates[below(g, S_SPARE, count)])
                    if below(g, S_SPARE, rate) == 0 and count > 1:
                        one = below(g, S_SPARE, count)
                        other = (one + 1 + below(g, S_SPARE, count - 1)) % count
                        games[0] = g
                        determinize(games[0], tables, player, 0, marks, unseen)
                        games[1] = games[0]
                        first_move = moves.list[candidates[one]]
                        second_move = moves.list[candidates[other]]
                        try_move(pairs[done], 0, games[0], tables, first_move, a, player, scratch)
                        try_move(pairs[done], 1, games[1], tables, second_move, a, player, scratch)
                        done += 1
                        if done == pairs.shape[0]:
                            return index
            apply_legal(g, tables, moves.list[chosen])
            if g.decisions >= MAX_DECISIONS:
                g.error = E_ENDLESS
                g.over = 1


def play_pairs(
    tables: Any, seed: int, first: int, count: int, n_players: int, policy: int, params: Any, rate: int, stray: int
) -> Any:
    """Return ``count`` pairs, dtype PAIR, from the games of a run from ``first`` on, all seats by one strategy."""
    appraisal = appraisals_of(tables, np.array([policy]), params[None, :])[0]
    pairs = np.zeros(count, PAIR)
    sample_pairs(
        pairs, np.zeros(2, GAME), tables, np.uint64(seed), first, n_players, appraisal,
        rate, stray, move_list(), workspace(),
    )  # fmt: skip
    return pairs
