"""The search of look-ahead: candidate moves are played out on copies of the game with everything hidden dealt anew.

Every candidate is followed by the heuristic to the end of the turn, some turns further or to the end of the game; the
position reached is evaluated. After each round of determinizations the worse half of the candidates is dropped
(sequential halving), so that most of them go to the moves that are hard to rank. All candidates see the same deals.

With ``nested_width`` candidates the player's own decisions in a play-out are searched too, one level deeper: to the end
of their turn, one deal a round, the heuristic deciding in the play-outs. A level that meets such a decision rests until
the deeper level has decided it. There is no recursion: the levels are rows of the workspace.
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
from seti_sim.policies.determinize import determinize
from seti_sim.policies.heuristic import PRUNED, choose_heuristic
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.params import MAX_WIDTH
from seti_sim.policies.position import evaluate
from seti_sim.policies.value_cache import drop_cache

PICKED = PRUNED
FOR_EVER = 1_000_000  # turns
LEVELS = 2
LEVEL_DEALS = 32  # deals of the second level have other numbers than those of the first
# ---- what a level of the search remembers
CANDIDATES = 0  # number of candidates left
NEXT = 1  # candidate that is played out next
DEALS_LEFT = 2  # determinizations left before the worse half is dropped
DEAL = 3  # number of the next determinization
LAST_TURN = 4  # play-outs end with this turn
CHOSEN = 5  # candidate being played out; the move the heuristic prefers while there is none
N_LEVEL = 6


def workspace() -> tuple[Any, ...]:
    """Memory of a search, a row for each level.

    Games (dealt and played by level), moves, candidates, their totals (sum of evaluations, number of deals), marks,
    unseen cards, what the levels remember.
    """
    return (
        np.zeros(2 * LEVELS, GAME),
        np.zeros(LEVELS, MOVES),
        np.zeros((LEVELS, MAX_WIDTH), np.int64),
        np.zeros((LEVELS, MAX_WIDTH, 2)),
        np.zeros(N_CARDS, np.int8),
        np.zeros(N_CARDS, np.uint8),
        np.zeros((LEVELS, N_LEVEL), np.int64),
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
def play_out(game, tables, a, player, last_turn, nested, moves):
    """Let the heuristic play for everybody until a turn after ``last_turn`` begins or the game ends; return 0 then.

    If ``nested``, return at the first decision of ``player`` in an own turn, with the number of legal moves listed.
    """
    while game.over == 0 and game.turns <= last_turn:
        own = nested and game.active == player and game.frames[game.n_frames - 1].player == player
        n = list_moves(game, tables, moves, filtered_kinds(game, a) if own else pruned_kinds(game, tables, a))
        chosen = 0
        if n > 1:
            if own:
                return n
            chosen = choose_heuristic(game, tables, moves, n, a)
        apply_legal(game, tables, moves.list[chosen])
    return 0


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
def begin_level(game, tables, moves, n, a, width, determinizations, last_turn, level, space):
    """Start the search of an open decision at a level: its candidates are the ``width`` moves of the highest value."""
    state = space[6][level]
    state[CHOSEN] = choose_heuristic(game, tables, moves, n, a)
    state[CANDIDATES] = pick_candidates(a, moves, n, width, space[2][level], space[3][level])
    state[NEXT] = state[CANDIDATES]
    state[DEALS_LEFT] = determinizations
    state[DEAL] = LEVEL_DEALS * level
    state[LAST_TURN] = last_turn


@jit
def start_play_out(game, tables, moves, a, player, determinizations, level, space):
    """Make the next candidate's move on a copy of the game, dealt anew when it is due; False if the level is done."""
    games, _, all_candidates, all_totals, marks, unseen, states = space
    state, candidates = states[level], all_candidates[level]
    if state[NEXT] == state[CANDIDATES]:
        if state[DEALS_LEFT] == 0:
            state[CANDIDATES] = halve(candidates, all_totals[level], state[CANDIDATES])
            state[DEALS_LEFT] = determinizations
        if state[CANDIDATES] <= 1:
            return False
        games[2 * level] = game
        determinize(games[2 * level], tables, player, state[DEAL], marks, unseen)
        state[DEAL] += 1
        state[DEALS_LEFT] -= 1
        state[NEXT] = 0
    state[CHOSEN] = state[NEXT]
    state[NEXT] += 1
    games[2 * level + 1] = games[2 * level]
    drop_cache(a)
    apply_legal(games[2 * level + 1], tables, moves.list[candidates[state[CHOSEN]]])
    return True


@jit
def best_of_level(a, level, space):
    """Index of the move that the search of a level decides for."""
    state = space[6][level]
    if state[CANDIDATES] == 0:
        return state[CHOSEN]
    drop_cache(a)
    return space[2][level][0]


@jit
def search(game, tables, moves, n, a, player, space):
    """Index of the best candidate among the first ``n`` moves of an open decision in a turn of the player."""
    games, level_moves, _, all_totals, _, _, states = space
    last_turn = int(game.turns) + int(a.horizon) - 1 if a.horizon > 0 else FOR_EVER
    begin_level(game, tables, moves, n, a, int(a.width), int(a.determinizations), last_turn, 0, space)
    a.searched = states[0][CANDIDATES]
    level = 0
    playing = False
    while True:
        if not playing:
            if level == 0:
                playing = start_play_out(game, tables, moves, a, player, int(a.determinizations), 0, space)
            else:
                playing = start_play_out(games[1], tables, level_moves[0], a, player, 1, 1, space)
        if playing:
            played = games[2 * level + 1]
            nested = level + 1 < LEVELS and a.nested_width > 0
            open_moves = play_out(played, tables, a, player, states[level][LAST_TURN], nested, level_moves[level])
            if open_moves > 0:
                turn = int(played.turns)
                level += 1
                begin_level(played, tables, level_moves[0], open_moves, a, int(a.nested_width), 1, turn, level, space)
            else:
                totals = all_totals[level]
                totals[states[level][CHOSEN], 0] += evaluate(played, tables, a, player)
                totals[states[level][CHOSEN], 1] += 1.0
            playing = False
            continue
        best = best_of_level(a, level, space)
        if level == 0:
            return best
        level -= 1
        apply_legal(games[1], tables, level_moves[0].list[best])
        playing = True


@entry
def choose_lookahead(game, tables, moves, n, a, space):
    """Index of the move that leads to the best position on average.

    ``space`` is a :func:`workspace`. Decisions of set-up and of other players' turns are left to the heuristic. The
    number of candidates is left in ``a.searched``.
    """
    player = int(game.frames[game.n_frames - 1].player)
    a.searched = 0
    if game.turns == 0 or game.active != player:
        return choose_heuristic(game, tables, moves, n, a)
    return search(game, tables, moves, n, a, player, space)


@entry
def no_lookahead(game, tables, moves, n, a, space):
    """Stand-in for :func:`choose_lookahead` at tables where nobody looks ahead: it need not be compiled then."""
    return 0
