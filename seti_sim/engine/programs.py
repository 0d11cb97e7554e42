"""The interpreter of effects: one row of a program at a time (PLAY-02, TIME-06, FAIL-01).

A plain gain happens at once; everything with a choice queues a decision frame.
"""

from seti_sim.components import opcodes
from seti_sim.components.limits import MOST_REPEATED
from seti_sim.engine.computer import analyze, can_place, top_row_full
from seti_sim.engine.counts import count_of, holds
from seti_sim.engine.errors import E_UNSUPPORTED
from seti_sim.engine.events import add_this_turn
from seti_sim.engine.frames import (
    F_ANY_PROBE,
    F_CARD,
    F_COLLECT,
    F_COPY,
    F_DRAWN,
    F_EXERTIAN,
    F_INCOME,
    F_LAND,
    F_MAY,
    F_MAY_REPEAT,
    F_OR,
    F_ORBIT,
    F_PICK,
    F_PROGRAM,
    F_REFILL,
    F_REMOVE,
    F_ROTATE,
    F_SIGNAL,
    F_SIGNAL_DECK,
    F_SIGNAL_HAND,
    F_SIGNAL_ROW,
    F_SPECIES_CARD,
    F_TECH,
    F_TRACE,
    F_WINDOW,
    FRAME_ASKED,
    FRAME_CARD,
    FRAME_WINDOW,
    pop,
    push,
    push_program,
    window_open,
)
from seti_sim.engine.free_actions import buy_card_price
from seti_sim.engine.gains import SIDE_SHIFT, gain, gain_score, hold, owned, pay
from seti_sim.engine.missions import KEEP_IN_FRONT, KEEP_IN_HAND, KEEP_TUCKED, can_complete
from seti_sim.engine.piles import (
    add_to_hand,
    discard_card,
    draw,
    draw_top,
    has_move_corner,
    refill_row,
)
from seti_sim.engine.planets import PLUTO_OPEN
from seti_sim.engine.probes import can_launch, launch, move_price, probes_in_space, push_move
from seti_sim.engine.scan import start_scan
from seti_sim.engine.scoring import rightmost_unmarked_gold
from seti_sim.engine.sectors import stars_of_probes
from seti_sim.engine.signals import signal_stars
from seti_sim.engine.solar import rotate
from seti_sim.engine.species.anomalies import next_anomaly
from seti_sim.engine.state import MAX_FIGURES, NO_FIGURE, P_SPECIES_OTHER
from seti_sim.engine.traces import trace_sides
from seti_sim.jit import jit


@jit
def can_move_now(game, tables, player):
    """Whether a free action could move a figure of the player now."""
    me = game.players[player]
    figures = False
    for i in range(MAX_FIGURES):
        if me.figure[i] != NO_FIGURE:
            figures = True
    if not figures:
        return False
    if me.energy >= move_price(tables, 1):
        return True
    for i in range(me.n_hand):
        if has_move_corner(tables, me.hand[i]):
            return True
    return False


@jit
def window_matters(game, tables, player, row):
    """Whether a free action before this forced row could change what it gives (TIME-03, OPEN-23, SECT-07)."""
    me = game.players[player]
    if row.op == opcodes.ROTATE:
        return can_move_now(game, tables, player)
    if row.op == opcodes.GAIN and row.a == opcodes.DATA:
        return me.pool + row.b > tables.pool_limit and can_place(game, player)
    if row.op == opcodes.GAIN and row.a == opcodes.PUBLICITY:
        return me.publicity + row.b > tables.publicity_limit and me.publicity >= buy_card_price(tables)
    if row.op == opcodes.ANALYZE:
        return not top_row_full(game, player) and can_place(game, player)
    if row.op == opcodes.TRACE:
        return trace_sides(game, player, row.a, row.c) == 0 and can_complete(game, tables, player)
    if row.op == opcodes.SIGNAL and row.a == opcodes.SRC_OWN_PROBE:
        return stars_of_probes(game, player) == 0 and can_complete(game, tables, player)
    return False


@jit
def offer_window(game, tables, frame, row):
    """Open a window before a forced row once, where a free action could matter; tell whether it was opened."""
    unasked = (frame.flag_bits & (FRAME_WINDOW | FRAME_ASKED)) == FRAME_WINDOW and window_open(game, frame)
    if unasked and window_matters(game, tables, frame.player, row):
        frame.flag_bits |= FRAME_ASKED
        push(game, F_WINDOW, frame.player, 0, FRAME_WINDOW, 0, 0, 0, 0)
        return True
    frame.flag_bits &= ~FRAME_ASKED
    return False


@jit
def unknown_op(game):
    """End the game: a row has an opcode that its group does not carry out."""
    game.error = E_UNSUPPORTED
    game.over = 1


@jit
def run_program_frame(game, tables):
    """Carry out the next row of the program on top of the stack: route it to its group of effects."""
    frame = game.frames[game.n_frames - 1]
    pc = int(frame.a)
    op = int(tables.program[pc].op)
    if pc >= frame.b or op == opcodes.END:
        pop(game)
        return
    if offer_window(game, tables, frame, tables.program[pc]):
        return
    frame.a = pc + 1
    if op <= opcodes.LAST_GAIN:
        run_gain(game, tables, frame, pc, 1)
    elif op <= opcodes.LAST_ACTION:
        run_action(game, tables, frame, pc)
    elif op <= opcodes.LAST_MARK:
        run_mark(game, tables, frame, pc)
    elif op <= opcodes.LAST_STRUCTURE:
        run_structure(game, tables, frame, pc)
    elif op <= opcodes.LAST_CARD:
        run_card_word(game, tables, frame, pc)
    else:
        run_species_word(game, tables, frame, pc)


@jit
def run_gain(game, tables, frame, pc, times):
    """Gains: resources, cards, moves, income."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if row.op == opcodes.GAIN:
        gain(game, tables, player, row.a, int(row.b) * times, frame.source)
        return
    number = hold(game, int(row.a) * times, MOST_REPEATED)
    if row.op == opcodes.DRAW:
        draw(game, player, number, (flags & FRAME_CARD) != 0)
    elif row.op == opcodes.CARD:
        push(game, F_CARD, player, frame.source, flags, number, 0, 0, 0)
    elif row.op == opcodes.SPECIES_CARD:
        push(game, F_SPECIES_CARD, player, frame.source, flags, number, frame.d, 0, 0)
    elif row.op == opcodes.MOVE:
        if times > 0 and (player == game.active or tables.rulings.reward_move == 0):
            push_move(game, player, frame.source, flags, number)
    elif row.op == opcodes.INCOME:
        push(game, F_INCOME, player, frame.source, flags, number, 0, 0, 0)
    else:
        unknown_op(game)


@jit
def run_action(game, tables, frame, pc):
    """Actions taken without their cost (PLAY-04) and rotation."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if row.op == opcodes.LAUNCH:
        for _ in range(row.a):
            if row.b != 0 or can_launch(game, tables, player):
                launch(game, tables, player, flags)
    elif row.op == opcodes.ORBIT:
        push(game, F_ORBIT, player, frame.source, flags, 0, 0, 0, 0)
    elif row.op == opcodes.LAND:
        push(game, F_LAND, player, frame.source, flags, row.a, 0, 0, 0)
    elif row.op == opcodes.SCAN:
        start_scan(game, player, frame.source, flags)
    elif row.op == opcodes.ANALYZE:
        if top_row_full(game, player) or tables.rulings.effect_analyze != 0:
            analyze(game, tables, player, flags, frame.source)
    elif row.op == opcodes.ROTATE:
        rotate(game, tables)
    else:
        unknown_op(game)


@jit
def run_mark(game, tables, frame, pc):
    """Technologies, signals, traces, and payments inside rewards."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if row.op == opcodes.TECH:
        push(game, F_TECH, player, frame.source, flags, row.a, row.b, 0, 0)
    elif row.op == opcodes.SIGNAL:
        run_signal(game, tables, frame, pc)
    elif row.op == opcodes.TRACE:
        if trace_sides(game, player, row.a, row.c) != 0:
            push(game, F_TRACE, player, frame.source, flags, row.a, row.b, row.c, 0)
    elif row.op == opcodes.PAY:
        pay(game, player, row.a, min(int(row.b), owned(game, player, row.a)))
    else:
        unknown_op(game)


@jit
def run_signal(game, tables, frame, pc):
    """Signal effects by their source."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    source = row.a % opcodes.SRC_BASE
    if source == opcodes.SRC_ROW:
        push(game, F_REFILL, player, 0, 0, 0, 0, 0, 0)
        push(game, F_SIGNAL_ROW, player, frame.source, flags, row.b, 0, row.c, 0)
    elif source == opcodes.SRC_HAND:
        push(game, F_SIGNAL_HAND, player, frame.source, flags, row.b, 0, row.c, 0)
    elif source == opcodes.SRC_DECK:
        push(game, F_SIGNAL_DECK, player, frame.source, flags, row.b, 0, row.c, 0)
    elif source == opcodes.SRC_ANY_PROBE:
        push(game, F_ANY_PROBE, player, frame.source, flags, row.b, 0, row.c, 0)
    else:
        if signal_stars(game, tables, player, row.a) != 0:
            push(game, F_SIGNAL, player, frame.source, flags, row.a, row.b, row.c, 0)


@jit
def next_deck_signal(game, tables):
    """One signal with the deck's top card: discard it, choose its sector (card 122)."""
    frame = game.frames[game.n_frames - 1]
    if frame.a == 0:
        pop(game)
        return
    frame.a -= 1
    card = draw_top(game)
    if card < 0:
        pop(game)
        return
    discard_card(game, card)
    where = opcodes.SRC_COLOUR + opcodes.SRC_BASE * int(tables.cards[card].sector)
    push(game, F_SIGNAL, frame.player, frame.source, frame.flag_bits, where, 1, frame.c, 0)


@jit
def run_structure(game, tables, frame, pc):
    """May, do, or, if, each, this_turn: rows that rule the rows after them."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    card = int(frame.c)
    after = pc + 1 + int(row.a) + int(row.b)
    if row.op == opcodes.MAY or row.op == opcodes.MAY_REPEAT:
        frame.a = after
        op = F_MAY if row.op == opcodes.MAY else F_MAY_REPEAT
        push(game, op, player, frame.source, flags, pc + 1, row.a, row.b, card)
    elif row.op == opcodes.DO:
        frame.a = after
        kind = 0 if tables.program[pc + 1].op == opcodes.REMOVE_ORBITER else 1
        push(game, F_REMOVE, player, frame.source, flags, kind, pc + 1 + row.a, row.b, card)
    elif row.op == opcodes.OR:
        frame.a = after
        push(game, F_OR, player, frame.source, flags, pc + 1, row.a, row.b, card)
    elif row.op == opcodes.IF:
        if not holds(game, tables, player, row.a, card):
            frame.a = pc + 1 + row.b
    elif row.op == opcodes.EACH:
        frame.a = pc + 2
        times = count_of(game, tables, player, row.a, card)
        if times > 0:
            run_gain(game, tables, frame, pc + 1, times)
    elif row.op == opcodes.THIS_TURN:
        frame.a = pc + 1 + row.b
        add_this_turn(game, row.a, pc + 1, pc + 1 + row.b, row.c, card)
    elif row.op == opcodes.NO_ASTEROID_COST:
        game.no_asteroid_cost = 1
    elif row.op == opcodes.NO_MOVE_PUBLICITY:
        game.no_move_publicity = 1
    elif row.op != opcodes.FORGO_PUBLICITY:  # that one is asked for at the visit
        unknown_op(game)


@jit
def run_card_word(game, tables, frame, pc):
    """Words of single main-deck cards."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if row.op == opcodes.CORNER_LAST:
        if game.last_card >= 0:
            program = tables.cards[game.last_card].corner_program
            push_program(game, tables, player, frame.source, flags, program, game.last_card, -1)
    elif row.op == opcodes.CORNER_ROW:
        corner_row(game, tables, player, frame.source, flags)
    elif row.op == opcodes.REMOVE_ORBITER or row.op == opcodes.REMOVE_LANDER:
        push(game, F_REMOVE, player, frame.source, flags, row.op - opcodes.REMOVE_ORBITER, 0, 0, frame.c)
    elif row.op == opcodes.PICK_PROBE:
        if probes_in_space(game, player) > 0 or stars_of_probes(game, player) != 0:
            push(game, F_PICK, player, frame.source, flags, 0, 0, 0, 0)
    elif row.op == opcodes.INCOME_SELF:
        game.card_keeps = KEEP_TUCKED
    elif row.op == opcodes.RETURN_TO_HAND:
        game.card_keeps = KEEP_IN_HAND
    elif row.op == opcodes.GOLD_UNMARKED:
        gain_score(game, player, rightmost_unmarked_gold(game, tables, player), frame.source)
    else:
        unknown_op(game)


@jit
def corner_row(game, tables, player, source, flags):
    """Discard the whole row, gain every corner, then refill (card 73, CARD-05)."""
    push(game, F_REFILL, player, 0, 0, 0, 0, 0, 0)
    for i in range(game.row.shape[0] - 1, -1, -1):
        card = int(game.row[i])
        if card >= 0:
            game.row[i] = -1
            discard_card(game, card)
            push_program(game, tables, player, source, flags, tables.cards[card].corner_program, card, -1)


@jit
def take_row(game, player):
    """Take all row cards into the hand, then refill the row (ET.16)."""
    for i in range(game.row.shape[0]):
        card = int(game.row[i])
        if card >= 0:
            game.row[i] = -1
            add_to_hand(game, player, card)
    refill_row(game)


@jit
def drawn_card_left(game, player):
    """Whether a card drawn by the card being played is still in the hand (ET.15)."""
    me = game.players[player]
    for k in range(4):
        for i in range(me.n_hand):
            if game.drawn[k] >= 0 and me.hand[i] == game.drawn[k]:
                return True
    return False


@jit
def run_species_word(game, tables, frame, pc):
    """Words of the species and their cards."""
    row = tables.program[pc]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    other = P_SPECIES_OTHER + SIDE_SHIFT * (int(frame.d) + 1)
    if row.op == opcodes.COLLECT_SAMPLE:
        push(game, F_COLLECT, player, other, flags, 0, 0, 0, 0)
    elif row.op == opcodes.COPY_SAMPLE:
        push(game, F_COPY, player, other, flags, row.a, 0, 0, frame.d)
    elif row.op == opcodes.SAMPLE:
        for _ in range(row.a):
            push_program(game, tables, player, other, flags, tables.samples[game.last_sample], -1, frame.d)
    elif row.op == opcodes.NEXT_ANOMALY_REWARD:
        token = next_anomaly(game)
        if token >= 0:
            program = tables.anomaly_gain[game.anomaly_order[token], game.anomaly_side[token]]
            push_program(game, tables, player, other, flags, program, -1, frame.d)
    elif row.op == opcodes.DRAWN_CORNER or row.op == opcodes.DRAWN_INCOME:
        if drawn_card_left(game, player):
            kind = 0 if row.op == opcodes.DRAWN_CORNER else 1
            push(game, F_DRAWN, player, frame.source, flags, kind, 0, 0, 0)
    elif row.op == opcodes.TAKE_ROW:
        take_row(game, player)
    elif row.op == opcodes.PLAY_EXERTIAN:
        push(game, F_EXERTIAN, player, other, flags, 1, 0, 0, 0)
    elif row.op == opcodes.PLUTO:
        game.players[player].pluto |= PLUTO_OPEN
        game.card_keeps = KEEP_IN_FRONT
    elif row.op != opcodes.SAMPLE_TOKEN:  # that one is paid where its space is marked
        unknown_op(game)


@jit
def can_do(game, tables, player, pc):
    """Whether the payment on the left of a "may" is possible in full (FAIL-04)."""
    row = tables.program[pc]
    if row.op == opcodes.PAY:
        return owned(game, player, row.a) >= row.b
    return True


@jit
def queue_rows(game, player, source, flags, start, rows, card, side):
    """Queue some rows of a program."""
    if rows > 0:
        push(game, F_PROGRAM, player, source, flags, start, start + rows, card, side)


@jit
def queue_rotation(game, player):
    """Queue a rotation outside a program (PASS-03)."""
    push(game, F_ROTATE, player, 0, 0, 0, 0, 0, 0)
