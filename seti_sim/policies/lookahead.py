"""Look-ahead: the likeliest moves are played out on copies of the game with everything hidden dealt anew.

Every candidate is followed by the heuristic to the end of the turn, some turns further or to the end of the game; the
position reached is evaluated. After each round of deals the worse half of the candidates is dropped (sequential
halving), so the deals go to the moves that are hard to tell apart. All candidates see the same deals. With ``inner``
moves the player's own decisions on the way are looked ahead from too, in place of the heuristic's choice.
"""

from typing import Any

import numpy as np

from seti_sim.components.opcodes import CARD_IN_HAND
from seti_sim.components.tables import N_CARDS
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import list_moves
from seti_sim.engine.moves import K_EXCHANGE
from seti_sim.engine.state import GAME, MOVES
from seti_sim.jit import entry, jit
from seti_sim.policies.attention import left_out, overlooked
from seti_sim.policies.deal import deal_hidden
from seti_sim.policies.features import forget_all
from seti_sim.policies.heuristic import OVERLOOKED, choose_heuristic
from seti_sim.policies.params import MAX_WIDTH
from seti_sim.policies.position import evaluate

PICKED = OVERLOOKED
FOR_EVER = 1_000_000  # turns
LEVEL_DEALS = 32  # deals of the second level have other numbers than those of the first


def desk() -> tuple[Any, ...]:
    """Scratch of a look-ahead, for its two levels.

    Games (dealt and played by level), moves, candidates, their totals (sum of evaluations, number of deals), marks,
    unseen cards.
    """
    return (
        np.zeros(4, GAME),
        np.zeros(2, MOVES),
        np.zeros((2, MAX_WIDTH), np.int64),
        np.zeros((2, MAX_WIDTH, 2)),
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
        if wasteful(moves.list[i]):
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
def play_out(game, tables, a, last_turn, level, scratch):
    """Let the heuristic play for everybody until a turn after ``last_turn`` begins or the game ends."""
    moves = scratch[1][level]
    while game.over == 0 and game.turns <= last_turn:
        n = list_moves(game, tables, moves, left_out(game, tables, a))
        chosen = 0
        if n > 1:
            chosen = choose_heuristic(game, tables, moves, n, a)
        apply_legal(game, tables, moves.list[chosen])


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


@jit
def deal_for(game, tables, player, number, level, scratch):
    """Copy the game and deal everything hidden anew: the copy is what candidates start from."""
    games, _, _, _, marks, unseen = scratch
    games[2 * level] = game
    deal_hidden(games[2 * level], tables, player, number, marks, unseen)


@jit
def start(tables, a, move, level, scratch):
    """Copy the game as it was dealt and make a candidate's move; return the copy."""
    games = scratch[0]
    games[2 * level + 1] = games[2 * level]
    forget_all(a)  # noted in another future
    apply_legal(games[2 * level + 1], tables, move)
    return games[2 * level + 1]


@jit
def note(game, tables, a, player, totals, i):
    """Add the evaluation of the position a candidate led to."""
    totals[i, 0] += evaluate(game, tables, a, player)
    totals[i, 1] += 1.0


@jit
def look(game, tables, moves, n, a, player, width, deals, last_turn, level, scratch):
    """Index of the best of the ``width`` likeliest moves, the heuristic playing on; the scratch of a level is used."""
    candidates = scratch[2][level]
    totals = scratch[3][level]
    chosen = choose_heuristic(game, tables, moves, n, a)
    count = pick_candidates(a, moves, n, width, candidates, totals)
    if level == 0:
        a.looked = count
    if count == 0:
        return chosen
    number = LEVEL_DEALS * level
    while count > 1:
        for _ in range(deals):
            deal_for(game, tables, player, number, level, scratch)
            number += 1
            for i in range(count):
                played = start(tables, a, moves.list[candidates[i]], level, scratch)
                play_out(played, tables, a, last_turn, level, scratch)
                note(played, tables, a, player, totals, i)
        count = halve(candidates, totals, count)
    forget_all(a)
    return int(candidates[0])


@jit
def play_thoughtfully(game, tables, a, player, last_turn, scratch):
    """Play on like :func:`play_out`, but look ahead to the end of the turn at every own decision of an own turn."""
    moves = scratch[1][0]
    while game.over == 0 and game.turns <= last_turn:
        own = game.active == player and game.frames[game.n_frames - 1].player == player
        n = list_moves(game, tables, moves, overlooked(game, a) if own else left_out(game, tables, a))
        chosen = 0
        if n > 1 and own:
            turn = int(game.turns)
            chosen = look(game, tables, moves, n, a, player, int(a.inner), 1, turn, 1, scratch)
        elif n > 1:
            chosen = choose_heuristic(game, tables, moves, n, a)
        apply_legal(game, tables, moves.list[chosen])


@jit
def look_deeper(game, tables, moves, n, a, player, last_turn, scratch):
    """Index of the best move like :func:`look`, own decisions on the way being looked ahead from in their turn."""
    candidates = scratch[2][0]
    totals = scratch[3][0]
    chosen = choose_heuristic(game, tables, moves, n, a)
    count = pick_candidates(a, moves, n, int(a.width), candidates, totals)
    a.looked = count
    if count == 0:
        return chosen
    number = 0
    while count > 1:
        for _ in range(a.deals):
            deal_for(game, tables, player, number, 0, scratch)
            number += 1
            for i in range(count):
                played = start(tables, a, moves.list[candidates[i]], 0, scratch)
                play_thoughtfully(played, tables, a, player, last_turn, scratch)
                note(played, tables, a, player, totals, i)
        count = halve(candidates, totals, count)
    forget_all(a)
    return int(candidates[0])


@entry
def choose_lookahead(game, tables, moves, n, a, scratch):
    """Index of the move that leads to the best position on average.

    ``scratch`` is a :func:`desk`. Decisions of set-up and of other players' turns are left to the heuristic. How many
    moves were looked at is left in ``a.looked``.
    """
    player = int(game.frames[game.n_frames - 1].player)
    a.looked = 0
    if game.turns == 0 or game.active != player:
        return choose_heuristic(game, tables, moves, n, a)
    last_turn = int(game.turns) + int(a.turns) - 1 if a.turns > 0 else FOR_EVER
    if a.inner > 0:
        return look_deeper(game, tables, moves, n, a, player, last_turn, scratch)
    return look(game, tables, moves, n, a, player, int(a.width), int(a.deals), last_turn, 0, scratch)


@entry
def no_lookahead(game, tables, moves, n, a, scratch):
    """Stand-in for :func:`choose_lookahead` at tables where nobody looks ahead: it need not be compiled then."""
    return 0
