"""Applying the choices inside effects: signals, cards, traces, technologies, optional parts."""

from seti_sim.components.opcodes import SIGNAL_SAME_SECTOR, SIGNAL_WITH_NEIGHBORS, SRC_BASE, SRC_STAR
from seti_sim.components.tables import N_PLACES, TILE
from seti_sim.engine import frames as f
from seti_sim.engine.any_probe import change_used
from seti_sim.engine.discovery import take_species_card
from seti_sim.engine.events import raise_event
from seti_sim.engine.free_actions import give_card
from seti_sim.engine.gains import gain_publicity
from seti_sim.engine.moves import K_ACCEPT, K_CHOOSE
from seti_sim.engine.piles import (
    add_to_hand,
    draw_top,
    gain_income,
    remove_from_hand,
    spend_card,
    take_row_card,
    tuck,
)
from seti_sim.engine.planets import remove_figure
from seti_sim.engine.probes import push_move
from seti_sim.engine.programs import queue_rows
from seti_sim.engine.scan import count_down
from seti_sim.engine.sectors import mark_signal, tile_star
from seti_sim.engine.species_common import card_side
from seti_sim.engine.state import WAY_CORNER, WAY_OTHER
from seti_sim.engine.technologies import take_tech
from seti_sim.engine.traces import mark_trace
from seti_sim.jit import jit


@jit
def slot_star(game, slot):
    """Star of the sector a slot lies in; the tile lies in the sector it is in now (O6)."""
    return tile_star(game) if slot == TILE else slot


@jit
def queue_neighbours(game, player, source, flags, star, number):
    """Queue the same number of signals in both sectors beside the chosen one (card 29)."""
    place = int(game.star_place[star])
    for beside in ((place + 1) % N_PLACES, (place + N_PLACES - 1) % N_PLACES):
        where = SRC_STAR + SRC_BASE * int(game.place_star[beside])
        f.push(game, f.F_SIGNAL, player, source, flags, where, number, 0, 0)


@jit
def apply_signal(game, tables, move):
    """Mark one of the signals of an effect in the chosen slot (SECT-01 to SECT-08)."""
    frame = game.frames[game.n_frames - 1]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if frame.op == f.F_ANY_PROBE:
        change_used(frame, int(game.star_place[slot_star(game, move.a)]), 1)
        frame.a -= 1
        if frame.a == 0:
            f.pop(game)
        mark_signal(game, tables, player, move.a, 0, flags)
        return
    source = int(frame.source)
    number = int(frame.b)
    signal_flags = int(frame.c)
    star = slot_star(game, move.a)
    if number <= 1:
        f.pop(game)
    else:
        frame.b = number - 1
        if (signal_flags & SIGNAL_SAME_SECTOR) != 0:
            frame.a = SRC_STAR + SRC_BASE * star
        frame.c = signal_flags & ~SIGNAL_WITH_NEIGHBORS
    if (signal_flags & SIGNAL_WITH_NEIGHBORS) != 0:
        queue_neighbours(game, player, source, flags, star, number)
    mark_signal(game, tables, player, move.a, signal_flags, flags)


@jit
def apply_take(game, player, card):
    """Take a row card or the deck's top card (CARD-02, CARD-04)."""
    flags = int(game.frames[game.n_frames - 1].flag_bits)
    count_down(game)
    if card >= 0:
        take_row_card(game, player, card)
    else:
        card = draw_top(game)
        add_to_hand(game, player, card)
    if (flags & f.FRAME_CARD) != 0:
        game.last_card = card


@jit
def apply_take_alien(game, player, card):
    """Take a species card, face up or from the deck (CARD-11)."""
    side = int(game.frames[game.n_frames - 1].b)
    count_down(game)
    take_species_card(game, player, side, card)


@jit
def apply_tuck(game, tables, player, card):
    """Tuck a hand card for income, in play or at set-up (CARD-09, SETUP-13)."""
    source = int(game.frames[game.n_frames - 1].source)
    count_down(game)
    remove_from_hand(game, player, card)
    tuck(game, tables, player, card, source)


@jit
def apply_tech(game, tables, player, move):
    """Take the chosen technology (RESEARCH-02)."""
    frame = game.frames[game.n_frames - 1]
    tech_flags = int(frame.b)
    flags = int(frame.flag_bits)
    f.pop(game)
    take_tech(game, tables, player, move.a, move.b, tech_flags, flags)


@jit
def apply_trace(game, tables, player, move):
    """Mark a trace on the chosen place (TRACE-03)."""
    frame = game.frames[game.n_frames - 1]
    flags = int(frame.flag_bits)
    if frame.b <= 1:
        f.pop(game)
    else:
        frame.b -= 1
    mark_trace(game, tables, player, move.a, move.b, move.c, flags)


@jit
def apply_option(game, tables, player, move):
    """Accept an optional effect or choose between two (FAIL-02, FAIL-04)."""
    frame = game.frames[game.n_frames - 1]
    op = int(frame.op)
    start = int(frame.a)
    first = int(frame.b)
    second = int(frame.c)
    card = int(frame.d)
    source = int(frame.source)
    flags = int(frame.flag_bits)
    side = card_side(game, tables, card)
    if op != f.F_MAY_REPEAT:
        f.pop(game)
    if move.kind == K_CHOOSE:
        if move.a == 0:
            queue_rows(game, player, source, flags, start, first, card, side)
        else:
            queue_rows(game, player, source, flags, start + first, second, card, side)
    elif op == f.F_FORGO:
        push_move(game, player, source, flags, tables.program[first].a)
    elif move.kind == K_ACCEPT:
        queue_rows(game, player, source, flags, start, first + second, card, side)


@jit
def apply_decline(game, tables, player):
    """Decline what is optional; the publicity of a visit is then gained after all (card 19)."""
    frame = game.frames[game.n_frames - 1]
    op = int(frame.op)
    amount = int(frame.a)
    f.pop(game)
    if op == f.F_FORGO:
        gain_publicity(game, tables, player, amount)


@jit
def apply_remove(game, tables, player, move):
    """Take an own figure off the planetary board, then what is bound to it (FAIL-10)."""
    frame = game.frames[game.n_frames - 1]
    landers = frame.a != 0
    start = int(frame.b)
    rows = int(frame.c)
    card = int(frame.d)
    source = int(frame.source)
    flags = int(frame.flag_bits)
    f.pop(game)
    remove_figure(game, tables, player, move.a, move.b, landers)
    queue_rows(game, player, source, flags, start, rows, card, card_side(game, tables, card))


@jit
def apply_discard(game, tables, player, card):
    """Discard a hand card: hand limit, exchange, or one just drawn for its corner or income (PASS-02, FREE-09)."""
    frame = game.frames[game.n_frames - 1]
    op = int(frame.op)
    kind = int(frame.a)
    source = int(frame.source)
    flags = int(frame.flag_bits)
    if op == f.F_EXCHANGE:
        give_card(game, tables, player, card)
        return
    if op == f.F_DISCARD:
        spend_card(game, player, card, WAY_OTHER)
        if game.players[player].n_hand <= tables.hand_limit:
            f.pop(game)
        return
    f.pop(game)
    spend_card(game, player, card, WAY_CORNER if kind == 0 else WAY_OTHER)
    if kind == 0:
        game.players[player].cards_corner += 1
        f.push_program(game, tables, player, source, flags, tables.cards[card].corner_program, card, -1)
    else:
        gain_income(game, tables, player, tables.cards[card].income, source)


@jit
def announce(game, tables):
    """Raise the event a frame was queued for."""
    frame = game.frames[game.n_frames - 1]
    player = int(frame.player)
    kind = int(frame.a)
    args = int(frame.b)
    f.pop(game)
    raise_event(game, tables, player, kind, args)
