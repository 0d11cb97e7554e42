"""Playing games of which one seat is treated: the loop of :mod:`seti_sim.policies.play` with the steps of a treatment.

It is a loop of its own, so that ordinary games carry none of it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from seti_sim.components.tables import MAX_PLAYERS
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS, E_POLICY, E_RAISED
from seti_sim.engine.legal import list_moves
from seti_sim.engine.moves import K_PASS
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.engine.treatments import begin_treatment, give, is_due
from seti_sim.jit import jit
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.play import (
    HEURISTIC,
    MAX_DECISIONS,
    PLUGIN,
    appraisals_of,
    choose,
    lookahead_address,
    note_pass,
    plugin_addresses,
)
from seti_sim.policies.plugins import watched
from seti_sim.policies.search import workspace


@jit
def choose_treated(lookahead, game, tables, moves, policy, a, plugin, scratch, raised):
    """List the moves of the open decision into ``moves`` and return their number and the index chosen, -1 = broken."""
    plain = policy == HEURISTIC
    n = list_moves(game, tables, moves, pruned_kinds(game, tables, a) if plain else filtered_kinds(game, a))
    if n <= 1:
        return n, 0
    game.players[game.frames[game.n_frames - 1].player].choices[game.round_number - 1] += 1
    chosen = choose(lookahead, game, tables, moves, n, policy, a, plugin, scratch)
    if policy == PLUGIN and raised[0] != 0:
        chosen = -1
    return n, chosen if chosen < n else -1


@jit
def play_treated(
    lookahead,
    games,
    tables,
    own,
    seed,
    first,
    n_players,
    policies,
    appraisals,
    plugins,
    seatings,
    species,
    moves,
    scratch,
    raised,
    treatment,
    seats,
):
    """Play like :func:`seti_sim.policies.play.play_range`, with ``treatment`` for the seat ``seats[i]`` of game i.

    ``own`` is the box that the treated seat sees in its decisions, with its own prices; ``appraisals`` holds those of
    the line-up under ``tables`` and after them those under ``own``, shape (8,).
    """
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, first + i, n_players, species[0], species[1])
        treated = int(seats[i])
        begin_treatment(game, treatment, treated)
        waits = treatment.round_number > 0
        while game.over == 0:
            seat = int(game.frames[game.n_frames - 1].player)
            if waits and seat == treated and is_due(game, treatment, treated):
                waits = False
                give(game, tables, treatment, treated)
                continue
            who = int(seatings[i, seat])
            box, a = tables, appraisals[who]
            if seat == treated:
                box, a = own, appraisals[who + MAX_PLAYERS]
            n, chosen = choose_treated(lookahead, game, box, moves, policies[who], a, plugins[who], scratch, raised)
            if chosen < 0:
                game.error = E_POLICY if raised[0] == 0 else E_RAISED
                game.over = 1
                return i
            if moves.list[chosen].kind == K_PASS:
                note_pass(game, moves, n)
            apply_legal(game, box, moves.list[chosen])
            if game.decisions >= MAX_DECISIONS:
                game.error = E_ENDLESS
                game.over = 1
        if game.error != 0:
            return i
    return -1


def play_treated_chunk(
    tables: np.record,
    seed: int,
    first: int,
    count: int,
    n_players: int,
    policies: np.ndarray,
    params: np.ndarray,
    species: np.ndarray,
    plugins: Sequence[Any],
    seatings: np.ndarray,
    *,
    own: np.record,
    treatment: np.record,
    seats: np.ndarray,
) -> np.ndarray:
    """Play games as :func:`seti_sim.policies.play.play_chunk` does, each with one treated seat.

    ``own`` is the box of the treated seat, ``treatment`` a record of dtype TREATMENT and ``seats`` int64[count] the
    treated seat of each game.
    """
    games = np.zeros(count, GAME)
    both = np.concatenate([appraisals_of(box, policies, params) for box in (tables, own)])
    with watched() as raised:
        play_treated(
            lookahead_address(policies, tables),
            games,
            tables,
            own,
            np.uint64(seed),
            first,
            n_players,
            policies,
            both,
            plugin_addresses(plugins),
            seatings,
            species,
            move_list(),
            workspace(),
            raised.flag,
            treatment,
            seats,
        )
    return games
