"""The router of legal moves: what the player of the decision on top of the stack may do."""

import numpy as np

from seti_sim.components.tables import N_PLACES
from seti_sim.engine import frames as f
from seti_sim.engine.any_probe import figures_at_place, used_at_place
from seti_sim.engine.errors import E_FRAME
from seti_sim.engine.free_actions import legal_free_actions, may_be_given
from seti_sim.engine.main_actions import drop_forbidden, legal_main_actions
from seti_sim.engine.milestones import legal_gold
from seti_sim.engine.missions import legal_circles
from seti_sim.engine.moves import (
    ALL_FREE,
    K_ACCEPT,
    K_CHOOSE,
    K_CONTINUE,
    K_DECLINE,
    K_DISCARD,
    K_END_TURN,
    K_PICK,
    K_RESOLVE,
    K_SIGNAL,
    K_SKIP,
    K_STOP,
    K_TAKE,
    K_TAKE_SPECIES,
    K_TUCK,
    add,
)
from seti_sim.engine.piles import deck_available
from seti_sim.engine.planets import legal_landings, legal_orbits, legal_removals
from seti_sim.engine.probes import is_repeated, legal_forgo, legal_move_points
from seti_sim.engine.programs import can_do
from seti_sim.engine.rounds import legal_end_cards
from seti_sim.engine.scan import legal_hand_signals, legal_row_frame, legal_scan
from seti_sim.engine.sectors import add_slots, star_mask_at
from seti_sim.engine.signals import signal_stars
from seti_sim.engine.species.centaurians import legal_messages
from seti_sim.engine.species.exertians import legal_exertians
from seti_sim.engine.species.mascamites import legal_collections, legal_copies
from seti_sim.engine.state import AFTER_MAIN, FORBID_ACTION, MAX_FIGURES, NO_FIGURE
from seti_sim.engine.technologies import legal_techs
from seti_sim.engine.traces import legal_traces
from seti_sim.jit import inlined, jit

ALL_SLOTS = 9


@inlined
def legal_turn(game, tables, moves, player):
    """Before the main action all main actions, after it the end of the turn (ROUND-03 to ROUND-06)."""
    if game.phase == AFTER_MAIN:
        return add(game, moves, 0, K_END_TURN, 0, 0, 0)
    n = legal_main_actions(game, tables, moves, 0, player)
    if game.players[player].forbidden >> FORBID_ACTION == 0:
        return n
    return drop_forbidden(game, moves, n, player)


@jit
def list_hand(game, moves, n, player, kind):
    """Append one move a hand card."""
    me = game.players[player]
    for i in range(me.n_hand):
        n = add(game, moves, n, kind, me.hand[i], 0, 0)
    return n


@jit
def legal_given_cards(game, tables, moves, player):
    """Hand cards that may be given in an exchange (FREE-09, C10)."""
    me = game.players[player]
    n = 0
    for i in range(me.n_hand):
        if may_be_given(tables, me.hand[i]):
            n = add(game, moves, n, K_DISCARD, me.hand[i], 0, 0)
    return n


@jit
def legal_cards(game, moves):
    """A row card or the deck's top card (CARD-02)."""
    n = 0
    for i in range(game.row.shape[0]):
        if game.row[i] >= 0:
            n = add(game, moves, n, K_TAKE, game.row[i], 0, 0)
    if deck_available(game):
        n = add(game, moves, n, K_TAKE, -1, 0, 0)
    return n


@jit
def legal_species_cards(game, moves, side):
    """The face-up species card or the deck's top card (CARD-11)."""
    n = 0
    if side < 0:
        return n
    if game.face_up[side] >= 0:
        n = add(game, moves, n, K_TAKE_SPECIES, game.face_up[side], 0, 0)
    if game.n_species_deck[side] > 0:
        n = add(game, moves, n, K_TAKE_SPECIES, -1, 0, 0)
    return n


@jit
def legal_any_probe(game, moves, frame):
    """Sectors of probes of any player, each probe once, or stopping ("any_probe up_to 3")."""
    n = 0
    for place in range(N_PLACES):
        if figures_at_place(game, place) > used_at_place(frame, place):
            n = add_slots(game, moves, n, K_SIGNAL, 0, star_mask_at(game, place), True)
    return add(game, moves, n, K_STOP, 0, 0, 0)


@jit
def legal_picks(game, moves, player):
    """Own figures in space (card 17)."""
    n = 0
    for i in range(MAX_FIGURES):
        if game.players[player].figure[i] != NO_FIGURE and not is_repeated(game, player, i):
            n = add(game, moves, n, K_PICK, i, 0, 0)
    return n


@jit
def legal_sectors(game, moves):
    """Completed slots that wait for their result (SECT-09)."""
    n = 0
    for slot in range(ALL_SLOTS):
        if (game.completed & (1 << slot)) != 0:
            n = add(game, moves, n, K_RESOLVE, slot, 0, 0)
    return n


@jit
def legal_drawn(game, moves, player):
    """Cards drawn by the card being played that are still in hand (ET.15)."""
    me = game.players[player]
    n = 0
    for i in range(me.n_hand):
        for k in range(4):
            if me.hand[i] == game.drawn[k]:
                n = add(game, moves, n, K_DISCARD, me.hand[i], 0, 0)
                break
    return n


@jit
def legal_may(game, tables, moves, frame):
    """Accept if the left side can be done in full, or decline (FAIL-04)."""
    n = 0
    if can_do(game, tables, frame.player, frame.a):
        n = add(game, moves, n, K_ACCEPT, 0, 0, 0)
    return add(game, moves, n, K_DECLINE, 0, 0, 0)


@inlined
def legal_effect_steps(game, tables, moves, frame):
    """Options of decisions about moves, signals, cards and income."""
    player = int(frame.player)
    op = frame.op
    if op == f.F_MOVE:
        return legal_move_points(game, tables, moves, frame)
    if op == f.F_SIGNAL:
        return add_slots(game, moves, 0, K_SIGNAL, 0, signal_stars(game, tables, player, frame.a), True)
    if op == f.F_SIGNAL_ROW:
        return legal_row_frame(game, tables, moves)
    if op == f.F_SIGNAL_HAND:
        n = legal_hand_signals(game, tables, moves, 0, player)
        return add(game, moves, n, K_DECLINE, 0, 0, 0)
    if op == f.F_ANY_PROBE:
        return legal_any_probe(game, moves, frame)
    if op == f.F_CARD:
        return legal_cards(game, moves)
    if op == f.F_SPECIES_CARD:
        return legal_species_cards(game, moves, frame.b)
    n = list_hand(game, moves, 0, player, K_TUCK)
    return add(game, moves, n, K_DECLINE, 0, 0, 0)


@inlined
def legal_board_choices(game, tables, moves, frame):
    """Options of decisions about technologies, traces, planets, scans and optional effects."""
    player = int(frame.player)
    op = frame.op
    if op == f.F_TECH:
        return legal_techs(game, tables, moves, player, frame.a, frame.b)
    if op == f.F_TRACE:
        return legal_traces(game, tables, moves, player, frame.a, frame.c)
    if op == f.F_ORBIT:
        return legal_orbits(game, moves, 0, player)
    if op == f.F_LAND:
        return legal_landings(game, tables, moves, 0, player, frame.a, False)
    if op == f.F_SCAN:
        return legal_scan(game, tables, moves, frame)
    if op == f.F_MAY or op == f.F_MAY_REPEAT:
        return legal_may(game, tables, moves, frame)
    if op == f.F_OR:
        n = add(game, moves, 0, K_CHOOSE, 0, 0, 0)
        return add(game, moves, n, K_CHOOSE, 1, 0, 0)
    if op == f.F_FORGO:
        return legal_forgo(game, moves)
    return legal_circles(game, tables, moves, player, frame.a, frame.b)


@jit
def legal_between_turns(game, tables, moves, frame):
    """Options of decisions between turns, at set-up, when passing, and of rarer effects."""
    player = int(frame.player)
    op = frame.op
    if op == f.F_GOLD:
        return legal_gold(game, moves, player)
    if op == f.F_END_CARD:
        return legal_end_cards(game, moves)
    if op == f.F_DISCARD:
        return list_hand(game, moves, 0, player, K_DISCARD)
    if op == f.F_EXCHANGE:
        return legal_given_cards(game, tables, moves, player)
    if op == f.F_SETUP_TUCK:
        n = list_hand(game, moves, 0, player, K_TUCK)
        return n if tables.rulings.setup_tuck == 0 else add(game, moves, n, K_DECLINE, 0, 0, 0)
    if op == f.F_REMOVE:
        return legal_removals(game, tables, moves, player, frame.a != 0)
    if op == f.F_PICK:
        return legal_picks(game, moves, player)
    if op == f.F_SECTORS:
        return legal_sectors(game, moves)
    if op == f.F_WINDOW:
        return add(game, moves, 0, K_CONTINUE, 0, 0, 0)
    return legal_for_species(game, tables, moves, frame)


@jit
def legal_for_species(game, tables, moves, frame):
    """Options of decisions that only species bring."""
    player = int(frame.player)
    op = frame.op
    if op == f.F_COLLECT:
        return legal_collections(game, moves)
    if op == f.F_COPY:
        return legal_copies(game, moves, player, frame.a)
    if op == f.F_MESSAGE:
        return legal_messages(game, tables, moves)
    if op == f.F_EXERTIAN:
        return legal_exertians(game, moves, player)
    if op == f.F_DRAWN:
        return legal_drawn(game, moves, player)
    game.error = E_FRAME
    game.over = 1
    return 0


@jit
def list_moves(game, tables, moves, left_out):
    """List the legal moves of the open decision into ``moves`` (MOVE records) and return their number.

    Own options of the decision come first, free actions after them where the window is open; an effect of which
    nothing is possible offers the single move ``skip`` (FAIL-01). Returns 0 only when the game is over. Kinds of free
    actions in the mask ``left_out`` (:data:`seti_sim.engine.moves.FREE_KINDS`) are left out: with 0 all legal moves
    are listed. The mask stays in ``moves.left_out``; its bits above those kinds are the caller's.
    """
    moves.left_out = left_out
    if game.over != 0:
        return 0
    frame = game.frames[game.n_frames - 1]
    if frame.op == f.F_TURN:
        n = legal_turn(game, tables, moves, int(frame.player))
    elif frame.op <= f.F_INCOME:
        n = legal_effect_steps(game, tables, moves, frame)
    elif frame.op <= f.F_TRIGGER:
        n = legal_board_choices(game, tables, moves, frame)
    else:
        n = legal_between_turns(game, tables, moves, frame)
    if n == 0:
        n = add(game, moves, 0, K_SKIP, 0, 0, 0)
    if (left_out & ALL_FREE) != ALL_FREE and f.window_open(game, frame):
        n = legal_free_actions(game, tables, moves, n, int(frame.player), left_out)
    return n


def legal_moves(game: np.record, tables: np.record, moves: np.record) -> int:
    """List all legal moves of the open decision: :func:`list_moves` for Python, with nothing left out."""
    return int(list_moves(game, tables, moves, 0))
