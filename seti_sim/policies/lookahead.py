"""Look-ahead: the likeliest moves are played out on copies of the game with everything hidden dealt anew.

Every candidate is followed by the heuristic to the end of the turn, some turns further or to the end of the game; the
position reached is evaluated. After each round of deals the worse half of the candidates is dropped (sequential
halving), so the deals go to the moves that are hard to tell apart. All candidates see the same deals.
"""

from typing import Any

import numpy as np

from seti_sim.components.tables import N_CARDS
from seti_sim.components.words import CARD_IN_HAND
from seti_sim.engine.moves import K_EXCHANGE
from seti_sim.engine.state import GAME, MAX_MOVES, MOVE
from seti_sim.jit import entry, jit
from seti_sim.policies.deal import deal_hidden
from seti_sim.policies.params import MAX_WIDTH
from seti_sim.policies.position import evaluate

PICKED = -1.0e30
FOR_EVER = 1_000_000  # turns


def desk() -> tuple[Any, ...]:
    """Scratch of a look-ahead.

    Two games (dealt, played), moves, candidates, their totals (sum of evaluations, number of deals), marks, unseen
    cards.
    """
    return (
        np.zeros(2, GAME),
        np.zeros(MAX_MOVES, MOVE),
        np.zeros(MAX_WIDTH, np.int64),
        np.zeros((MAX_WIDTH, 2)),
        np.zeros(N_CARDS, np.int8),
        np.zeros(N_CARDS, np.uint8),
    )


@jit
def wasteful(move):
    """Whether a move only throws something away: two credits for one, two energies for one."""
    return move.kind == K_EXCHANGE and move.a == move.b and move.a != CARD_IN_HAND


@jit
def pick_candidates(a, moves, n, width, candidates, totals):
    """Note the ``width`` moves of the highest value, best first, and clear their totals; return how many there are.

    The values are used up: ``a.value`` of a move that was noted or is wasteful becomes PICKED.
    """
    for i in range(n):
        if wasteful(moves[i]):
            a.value[i] = PICKED
    count = 0
    while count < width:
        best = -1
        for i in range(n):
            if a.value[i] > PICKED and (best < 0 or a.value[i] > a.value[best]):
                best = i
        if best < 0:
            break
        candidates[count] = best
        totals[count, 0] = 0.0
        totals[count, 1] = 0.0
        a.value[best] = PICKED
        count += 1
    return count


@jit
def play_out(engine, game, tables, moves, a, last_turn):
    """Let the heuristic play for everybody until a turn after ``last_turn`` begins or the game ends."""
    legal_moves, apply_legal, choose_heuristic = engine
    while game.over == 0 and game.turns <= last_turn:
        n = legal_moves(game, tables, moves)
        chosen = 0
        if n > 1:
            chosen = choose_heuristic(game, tables, moves, n, a)
        apply_legal(game, tables, moves[chosen])


@jit
def halve(candidates, totals, count):
    """Sort the better half of the candidates to the front; return how many stay."""
    keep = (count + 1) // 2
    for i in range(keep):
        best = i
        for j in range(i + 1, count):
            if totals[j, 0] > totals[best, 0]:
                best = j
        candidates[i], candidates[best] = candidates[best], candidates[i]
        for column in range(2):
            totals[i, column], totals[best, column] = totals[best, column], totals[i, column]
    return keep


@entry
def choose_lookahead(engine, game, tables, moves, n, a, scratch):
    """Index of the move that leads to the best position on average.

    ``engine`` holds the addresses of ``legal_moves``, ``apply_legal`` and ``choose_heuristic``, ``scratch`` is a
    :func:`desk`. Decisions of set-up and of other players' turns are left to the heuristic. How many moves were
    looked at is left in ``a.looked``.
    """
    _, apply_legal, choose_heuristic = engine
    games, others, candidates, totals, marks, unseen = scratch
    chosen = choose_heuristic(game, tables, moves, n, a)
    player = int(game.frames[game.n_frames - 1].player)
    a.looked = 0
    if game.turns == 0 or game.active != player:
        return chosen
    count = pick_candidates(a, moves, n, min(a.width, MAX_WIDTH), candidates, totals)
    a.looked = count
    last_turn = int(game.turns) + a.turns - 1 if a.turns > 0 else FOR_EVER
    number = 0
    while count > 1:
        for _ in range(a.deals):
            games[0] = game
            deal_hidden(games[0], tables, player, number, marks, unseen)
            number += 1
            for i in range(count):
                games[1] = games[0]
                a.worth_key[0] = -1  # noted in another future of the same turn
                apply_legal(games[1], tables, moves[candidates[i]])
                play_out(engine, games[1], tables, others, a, last_turn)
                totals[i, 0] += evaluate(games[1], tables, a, player)
                totals[i, 1] += 1.0
        count = halve(candidates, totals, count)
    a.worth_key[0] = -1
    return int(candidates[0])


@entry
def no_lookahead(engine, game, tables, moves, n, a, scratch):
    """Stand-in for :func:`choose_lookahead` at tables where nobody looks ahead: it need not be compiled then."""
    return 0
