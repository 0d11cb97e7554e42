"""The router of moves: one applied move, then everything automatic up to the next decision."""

from seti_sim.components.opcodes import CENTAURIANS, EV_SCAN
from seti_sim.engine import frames as f
from seti_sim.engine import moves as kinds
from seti_sim.engine.choices import (
    announce,
    apply_decline,
    apply_discard,
    apply_option,
    apply_remove,
    apply_signal,
    apply_take,
    apply_take_alien,
    apply_tech,
    apply_trace,
    apply_tuck,
)
from seti_sim.engine.computer import place_data
from seti_sim.engine.errors import E_FRAME, E_ILLEGAL
from seti_sim.engine.events import raise_event
from seti_sim.engine.free_actions import buy_card, exchange, use_corner
from seti_sim.engine.legal import list_moves
from seti_sim.engine.main_actions import apply_main_action
from seti_sim.engine.milestones import mark_gold, run_between
from seti_sim.engine.missions import complete_mission, cover_circle, finish_card
from seti_sim.engine.piles import refill_row, reshuffle
from seti_sim.engine.planets import land_anywhere, orbit_anywhere
from seti_sim.engine.probes import apply_step, visit
from seti_sim.engine.programs import next_deck_signal, run_program_frame
from seti_sim.engine.rounds import end_turn, keep_end_card, main_action_done, next_turn, start_turn
from seti_sim.engine.scan import apply_card_signal, apply_scan_step
from seti_sim.engine.scoring import run_final
from seti_sim.engine.sectors import reset_slot, resolve_slot
from seti_sim.engine.solar import rotate
from seti_sim.engine.species import anomalies, centaurians, exertians, mascamites
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import AFTER_MAIN
from seti_sim.jit import jit


@jit
def run_simple_frame(game, tables):
    """Carry out an automatic frame that is done in one go: it is popped first."""
    frame = game.frames[game.n_frames - 1]
    op = int(frame.op)
    player = int(frame.player)
    a = int(frame.a)
    b = int(frame.b)
    c = int(frame.c)
    f.pop(game)
    if op == f.F_VISIT:
        visit(game, tables, player, a, b, True)
    elif op == f.F_REFILL:
        refill_row(game)
    elif op == f.F_SCAN_END:
        refill_row(game)
        raise_event(game, tables, player, EV_SCAN, 1)
    elif op == f.F_SLOT_RESET:
        reset_slot(game, tables, a, b)
    elif op == f.F_CARD_DONE:
        finish_card(game, tables, player, a, b, c)
    elif op == f.F_ROTATE:
        rotate(game, tables)
    elif op == f.F_ANOMALY:
        anomalies.after_rotation(game, tables)
    elif op == f.F_START:
        start_turn(game, player)
    elif op == f.F_MESSAGE_DONE:
        centaurians.finish_message(game, tables, player, a)
    else:
        game.error = E_FRAME
        game.over = 1


@jit
def finish_main_action(game):
    """Resolve the sectors the main action completed, or go on to the rest of the turn (SECT-09, TIME-01)."""
    f.pop(game)
    if game.completed != 0:
        f.push(game, f.F_SECTORS, game.active, 0, f.FRAME_WINDOW, 0, 0, 0, 0)
    else:
        main_action_done(game)


@jit
def is_open(game, op):
    """Whether a decision on top waits for a choice; completed sectors may come first (SECT-09, OPEN-09)."""
    if op == f.F_SECTORS and game.completed == 0:
        f.pop(game)
        main_action_done(game)
        return False
    if op == f.F_TURN and game.completed != 0 and game.phase == AFTER_MAIN:
        f.push(game, f.F_SECTORS, game.active, 0, f.FRAME_WINDOW, 0, 0, 0, 0)
        return False
    return True


@jit
def advance(game, tables):
    """Carry out everything automatic until a decision is open or the game is over."""
    while game.over == 0:
        if tables.rulings.reshuffle != 0 and game.n_deck == 0:
            reshuffle(game)
        if game.n_frames == 0:
            next_turn(game, tables)
            continue
        op = int(game.frames[game.n_frames - 1].op)
        if op == f.F_PROGRAM:
            run_program_frame(game, tables)
        elif op == f.F_EVENT:
            announce(game, tables)
        elif op == f.F_BETWEEN:
            run_between(game, tables)
        elif op == f.F_MAIN_DONE:
            finish_main_action(game)
        elif op == f.F_SIGNAL_DECK:
            next_deck_signal(game, tables)
        elif op == f.F_FINAL:
            run_final(game, tables)
        elif op <= f.LAST_AUTOMATIC:
            run_simple_frame(game, tables)
        elif is_open(game, op):
            return


@jit
def apply_free_action(game, tables, player, move):
    """Apply a free action (FREE-01)."""
    kind = move.kind
    if kind == kinds.K_PLACE:
        place_data(game, tables, player, move.a)
    elif kind == kinds.K_MISSION:
        complete_mission(game, tables, player, move.a, move.b)
    elif kind == kinds.K_CORNER:
        use_corner(game, tables, player, move.a)
    elif kind == kinds.K_STEP:
        apply_step(game, tables, move)
    elif kind == kinds.K_BUY:
        buy_card(game, tables, player)
    else:
        exchange(game, tables, player, move.a, move.b)


@jit
def apply_effect_figure(game, tables, player, move):
    """Orbit or land given by an effect: no cost (PLAY-04)."""
    flags = int(game.frames[game.n_frames - 1].flag_bits)
    f.pop(game)
    if move.kind == kinds.K_ORBIT:
        orbit_anywhere(game, tables, player, move, flags)
    else:
        land_anywhere(game, tables, player, move, flags)


@jit
def apply_inner(game, tables, player, move):
    """Apply a choice inside an effect."""
    kind = move.kind
    if kind == kinds.K_SIGNAL:
        apply_signal(game, tables, move)
    elif kind == kinds.K_SIGNAL_ROW or kind == kinds.K_SIGNAL_HAND:
        apply_card_signal(game, tables, move)
    elif kind == kinds.K_TAKE:
        apply_take(game, player, move.a)
    elif kind == kinds.K_TAKE_SPECIES:
        apply_take_alien(game, player, move.a)
    elif kind == kinds.K_TUCK:
        apply_tuck(game, tables, player, move.a)
    elif kind == kinds.K_DECLINE:
        apply_decline(game, tables, player)
    elif kind == kinds.K_TECH:
        apply_tech(game, tables, player, move)
    elif kind == kinds.K_TRACE:
        apply_trace(game, tables, player, move)
    elif kind == kinds.K_DISCARD:
        apply_discard(game, tables, player, move.a)
    elif kind == kinds.K_ACCEPT or kind == kinds.K_CHOOSE:
        apply_option(game, tables, player, move)
    elif kind == kinds.K_REMOVE:
        apply_remove(game, tables, player, move)
    elif kind == kinds.K_RESOLVE:
        resolve_slot(game, tables, move.a)
    elif kind >= kinds.K_SCAN_EARTH and kind <= kinds.K_SCAN_MOVE:
        apply_scan_step(game, tables, move)
    else:
        apply_closing(game, tables, player, move)


@jit
def apply_closing(game, tables, player, move):
    """Apply a choice that settles the decision on top in one go: its frame is popped first."""
    frame = game.frames[game.n_frames - 1]
    a = int(frame.a)
    b = int(frame.b)
    flags = int(frame.flag_bits)
    op = int(frame.op)
    kind = move.kind
    f.pop(game)
    if kind == kinds.K_COVER:
        cover_circle(game, tables, player, move.a, move.b)
    elif kind == kinds.K_GOLD:
        mark_gold(game, player, move.a)
    elif kind == kinds.K_KEEP:
        keep_end_card(game, player, move.a)
    elif kind == kinds.K_PICK:
        game.picked = move.a
    elif kind == kinds.K_SAMPLE:
        if op == f.F_COLLECT:
            mascamites.collect(game, player, move.a, move.b)
        else:
            mascamites.copy(game, tables, player, move.a, flags)
    elif kind == kinds.K_MESSAGE:
        centaurians.take_message(game, tables, player, move.a, side_of(game, CENTAURIANS))
    elif kind == kinds.K_EXERTIAN:
        if a > 1:
            f.push(game, f.F_EXERTIAN, player, 0, 0, a - 1, b, 0, 0)
        exertians.play_exertian(game, player, move.a, b)


@jit
def apply_legal(game, tables, move):
    """Apply a move taken from the list of legal moves, unchecked, and advance to the next decision."""
    frame = game.frames[game.n_frames - 1]
    player = int(frame.player)
    op = int(frame.op)
    kind = move.kind
    game.decisions += 1
    if kind >= kinds.K_PLACE and kind <= kinds.K_EXCHANGE:
        apply_free_action(game, tables, player, move)
    elif op == f.F_TURN:
        if kind == kinds.K_END_TURN:
            end_turn(game)
        else:
            apply_main_action(game, tables, player, move)
    elif kind == kinds.K_ORBIT or kind == kinds.K_LAND:
        apply_effect_figure(game, tables, player, move)
    else:
        apply_inner(game, tables, player, move)
    advance(game, tables)


@jit
def apply_move(game, tables, move, moves):
    """Apply a move if it is legal, with ``moves`` as scratch; otherwise set ``game.error`` and change nothing else.

    Returns True if the move was legal.
    """
    n = list_moves(game, tables, moves, 0)
    for i in range(n):
        m = moves.list[i]
        if m.kind == move.kind and m.a == move.a and m.b == move.b and m.c == move.c:
            apply_legal(game, tables, move)
            return True
    game.error = E_ILLEGAL
    return False
