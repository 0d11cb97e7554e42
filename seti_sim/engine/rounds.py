"""Turn order, passing, income and change of rounds (sections 2, 4.9 and 13 of the rules)."""

from seti_sim.components.limits import MOST_DANGER, MOST_FIGURES, MOST_MARKERS, MOST_ON_SLOT
from seti_sim.components.opcodes import DRAW, GAIN, N_PLANETS
from seti_sim.components.tables import N_MOONS, N_SLOTS, N_STARS
from seti_sim.engine.errors import E_RANGE
from seti_sim.engine.frames import (
    F_BETWEEN,
    F_DISCARD,
    F_END_CARD,
    F_TURN,
    FRAME_WINDOW,
    push,
)
from seti_sim.engine.gains import counted, gain
from seti_sim.engine.moves import K_KEEP, add
from seti_sim.engine.piles import add_to_hand, discard_card, draw, gain_income
from seti_sim.engine.programs import queue_rotation
from seti_sim.engine.scoring import start_final
from seti_sim.engine.state import AFTER_MAIN, BEFORE_MAIN, BETWEEN_TURNS, MOST_IDLE_TURNS, P_START
from seti_sim.jit import jit

N_INCOMES = 5


@jit
def note_idle(game):
    """Count the turn that begins for those who have passed and look on."""
    for seat in range(game.n_players):
        if game.players[seat].passed != 0:
            idle = game.players[seat].idle_turns
            idle[game.round_number - 1] = counted(idle[game.round_number - 1], 1, MOST_IDLE_TURNS)


@jit
def start_turn(game, seat):
    """Give the turn to a seat (ROUND-02)."""
    note_idle(game)
    game.active = seat
    game.phase = BEFORE_MAIN
    game.turns += 1
    push(game, F_TURN, seat, 0, FRAME_WINDOW, 0, 0, 0, 0)


@jit
def end_turn_effects(game):
    """End what was in force for the turn only (TIME-11)."""
    game.n_this_turn = 0
    game.no_asteroid_cost = 0
    game.no_move_publicity = 0
    game.card = -1


@jit
def end_turn(game):
    """End the turn: its frame becomes the pause between turns (ROUND-06)."""
    end_turn_effects(game)
    game.phase = BETWEEN_TURNS
    game.frames[game.n_frames - 1].op = F_BETWEEN
    game.frames[game.n_frames - 1].flag_bits = 0


@jit
def pass_round(game, tables, player):
    """Pass: discard to the limit, the first passer rotates, take an end-of-round card (PASS-01 to PASS-08)."""
    me = game.players[player]
    me.passed = 1
    end_turn(game)
    if game.round_number <= tables.end_stacks:
        push(game, F_END_CARD, player, 0, 0, 0, 0, 0, 0)
    if game.reminder != 0:
        game.reminder = 0
        queue_rotation(game, player)
    if me.n_hand > tables.hand_limit:
        push(game, F_DISCARD, player, 0, 0, 0, 0, 0, 0)


@jit
def legal_end_cards(game, moves):
    """List the cards left in the round's stack (PASS-04)."""
    stack = int(game.round_number) - 1
    n = 0
    for i in range(game.n_stack[stack]):
        n = add(game, moves, n, K_KEEP, game.stack[stack, i], 0, 0)
    return n


@jit
def keep_end_card(game, player, card):
    """Take a card of the stack; the last passer discards the other one (PASS-04, PASS-05)."""
    stack = int(game.round_number) - 1
    last = int(game.n_stack[stack]) - 1
    for i in range(last + 1):
        if game.stack[stack, i] == card:
            game.stack[stack, i] = game.stack[stack, last]
            break
    game.n_stack[stack] = last
    add_to_hand(game, player, card)
    if last == 1:
        game.n_stack[stack] = 0
        discard_card(game, int(game.stack[stack, 0]))


@jit
def pay_income(game, tables, player):
    """Income between rounds: the starting income card and all tucked cards (EOR-02, SETUP-14)."""
    row = int(tables.round_income)
    while tables.program[row].op == GAIN or tables.program[row].op == DRAW:
        if tables.program[row].op == GAIN:
            gain(game, tables, player, tables.program[row].a, tables.program[row].b, P_START)
        else:
            draw(game, player, tables.program[row].a, False)
        row += 1
    for kind in range(N_INCOMES):
        for _ in range(game.players[player].income[kind]):
            gain_income(game, tables, player, kind, P_START)


@jit
def too_many(game):
    """Whether markers, figures or danger grew beyond what the state holds; they grow by single steps within a round."""
    for slot in range(N_SLOTS):
        if game.filled[slot] > MOST_ON_SLOT:
            return True
    for seat in range(game.n_players):
        me = game.players[seat]
        most = 0
        for side in range(2):
            for colour in range(3):
                most = max(most, int(me.traces[side, colour]))
        for star in range(N_STARS):
            most = max(most, int(me.wins[star]))
        figures = 0
        for planet in range(N_PLANETS):
            figures = max(figures, int(me.orbiters[planet]), int(me.landers[planet]))
        for moon in range(N_MOONS):
            figures = max(figures, int(me.moon_landers[moon]))
        if most > MOST_MARKERS or figures > MOST_FIGURES or me.danger > MOST_DANGER:
            return True
    return False


@jit
def end_round(game, tables):
    """Close a round: income, starting player marker, reminder token; after the last one final scoring (EOR)."""
    n = int(game.n_players)
    for seat in range(n):
        game.players[seat].round_score[game.round_number - 1] = game.players[seat].score
    if too_many(game):
        game.error = E_RANGE
        game.over = 1
        return
    if game.round_number >= tables.rounds:
        start_final(game)
        return
    for k in range(n):
        pay_income(game, tables, (game.start + k) % n)
    game.start = (game.start + 1) % n
    game.round_number += 1
    game.reminder = 1
    for seat in range(n):
        game.players[seat].passed = 0
    start_turn(game, int(game.start))


@jit
def next_turn(game, tables):
    """Give the turn to the next player who has not passed, or close the round (ROUND-02, ROUND-08)."""
    n = int(game.n_players)
    for k in range(1, n + 1):
        seat = (game.active + k) % n
        if game.players[seat].passed == 0:
            start_turn(game, seat)
            return
    end_round(game, tables)


@jit
def main_action_done(game):
    """The main action and the results of the sectors it completed are over (TIME-01)."""
    if game.phase == BEFORE_MAIN:
        game.phase = AFTER_MAIN
