"""The scan: its steps in any order, and signals paid with row and hand cards (SCAN)."""

from seti_sim.components.opcodes import (
    EARTH,
    ENERGY,
    MERCURY,
    PUBLICITY,
    TELESCOPE_1,
    TELESCOPE_2,
    TELESCOPE_3,
    TELESCOPE_4,
)
from seti_sim.engine.frames import (
    F_SCAN,
    F_SCAN_END,
    SCAN_EARTH,
    SCAN_HAND,
    SCAN_LAUNCH,
    SCAN_MERCURY,
    SCAN_ROW,
    pop,
    push,
)
from seti_sim.engine.gains import counted, pay
from seti_sim.engine.moves import (
    K_SCAN_EARTH,
    K_SCAN_LAUNCH,
    K_SCAN_MERCURY,
    K_SCAN_MOVE,
    K_SIGNAL_HAND,
    K_SIGNAL_ROW,
    K_SKIP,
    K_STOP,
    add,
)
from seti_sim.engine.piles import cards_in_row, discard_row_card, spend_card
from seti_sim.engine.probes import can_launch, launch, push_move
from seti_sim.engine.sectors import add_slots, mark_signal, star_mask_at, stars_of_colour
from seti_sim.engine.state import MOST_CARDS_SIGNAL, WAY_SIGNAL
from seti_sim.jit import inlined, jit


@inlined
def scan_price(tables):
    """Credits and energy of a scan as a main action (SCAN-01)."""
    return int(tables.scan_credit), int(tables.scan_energy)


@inlined
def mercury_price(tables):
    """Publicity of the signal at Mercury in a scan (SCAN-07)."""
    return int(tables.mercury_publicity)


@inlined
def scan_launch_price(tables):
    """Energy of the launch in a scan (SCAN-09)."""
    return int(tables.launch_tech_energy)


@jit
def legal_row_signals(game, tables, moves, n):
    """List a signal for every row card and sector of its colour (SCAN-04)."""
    for i in range(game.row.shape[0]):
        card = int(game.row[i])
        if card >= 0:
            n = add_slots(game, moves, n, K_SIGNAL_ROW, card, stars_of_colour(tables, tables.cards[card].sector), False)
    return n


@jit
def legal_hand_signals(game, tables, moves, n, player):
    """List a signal for every hand card and sector of its colour (SCAN-08, PLAY-08)."""
    me = game.players[player]
    for i in range(me.n_hand):
        card = int(me.hand[i])
        n = add_slots(game, moves, n, K_SIGNAL_HAND, card, stars_of_colour(tables, tables.cards[card].sector), False)
    return n


@jit
def earth_mask(game, player):
    """Mask of the stars for step (a): Earth's sector, with the technology a neighbour too (SCAN-06)."""
    place = int(game.planet_place[EARTH])
    mask = star_mask_at(game, place)
    if game.players[player].tech[TELESCOPE_1] != 0:
        mask |= star_mask_at(game, place + 1) | star_mask_at(game, place - 1)
    return mask


@jit
def scan_steps(game, player):
    """Mask of the steps of a scan: the two of the action and own telescope technologies (SCAN-02)."""
    me = game.players[player]
    steps = SCAN_EARTH | SCAN_ROW
    if me.tech[TELESCOPE_2] != 0:
        steps |= SCAN_MERCURY
    if me.tech[TELESCOPE_3] != 0:
        steps |= SCAN_HAND
    if me.tech[TELESCOPE_4] != 0:
        steps |= SCAN_LAUNCH
    return steps


@jit
def start_scan(game, player, source, flags):
    """Queue a scan and what follows its last step (SCAN-05, SCAN-10)."""
    push(game, F_SCAN_END, player, source, flags, 0, 0, 0, 0)
    push(game, F_SCAN, player, source, flags, 0, 0, 0, 0)


@jit
def legal_scan(game, tables, moves, frame):
    """List the scan steps that are left, and stopping once the two mandatory ones are done (SCAN-02, SCAN-03)."""
    player = int(frame.player)
    me = game.players[player]
    steps = scan_steps(game, player) & ~int(frame.a)
    n = 0
    if (steps & SCAN_EARTH) != 0:
        n = add_slots(game, moves, n, K_SCAN_EARTH, 0, earth_mask(game, player), True)
    if (steps & SCAN_ROW) != 0:
        n = legal_row_signals(game, tables, moves, n)
    if (steps & SCAN_MERCURY) != 0 and me.publicity >= mercury_price(tables):
        mask = star_mask_at(game, int(game.planet_place[MERCURY]))
        n = add_slots(game, moves, n, K_SCAN_MERCURY, 0, mask, True)
    if (steps & SCAN_HAND) != 0:
        n = legal_hand_signals(game, tables, moves, n, player)
    if (steps & SCAN_LAUNCH) != 0:
        n = add(game, moves, n, K_SCAN_MOVE, 0, 0, 0)
        if me.energy >= scan_launch_price(tables) and can_launch(game, tables, player):
            n = add(game, moves, n, K_SCAN_LAUNCH, 0, 0, 0)
    if (steps & SCAN_EARTH) == 0 and ((steps & SCAN_ROW) == 0 or cards_in_row(game) == 0):
        n = add(game, moves, n, K_STOP, 0, 0, 0)
    return n


@jit
def apply_scan_step(game, tables, move):
    """Carry out one step of the scan on top of the stack (SCAN-02 to SCAN-09)."""
    frame = game.frames[game.n_frames - 1]
    player = int(frame.player)
    flags = int(frame.flag_bits)
    if move.kind == K_SCAN_EARTH:
        frame.a |= SCAN_EARTH
        mark_signal(game, tables, player, move.a, 0, flags)
    elif move.kind == K_SIGNAL_ROW:
        frame.a |= SCAN_ROW
        discard_row_card(game, move.a)
        mark_signal(game, tables, player, move.b, 0, flags)
    elif move.kind == K_SCAN_MERCURY:
        frame.a |= SCAN_MERCURY
        pay(game, player, PUBLICITY, mercury_price(tables))
        mark_signal(game, tables, player, move.a, 0, flags)
    elif move.kind == K_SIGNAL_HAND:
        frame.a |= SCAN_HAND
        spend_card(game, player, move.a, WAY_SIGNAL)
        game.players[player].cards_signal = counted(game.players[player].cards_signal, 1, MOST_CARDS_SIGNAL)
        mark_signal(game, tables, player, move.b, 0, flags)
    elif move.kind == K_SCAN_LAUNCH:
        frame.a |= SCAN_LAUNCH
        pay(game, player, ENERGY, scan_launch_price(tables))
        launch(game, tables, player, flags)
    elif move.kind == K_SCAN_MOVE:
        frame.a |= SCAN_LAUNCH
        push_move(game, player, frame.source, 0, tables.launch_tech_move)
    else:
        pop(game)


@jit
def legal_row_frame(game, tables, moves):
    """Options of "signal row": a row card and its sector, or nothing if the row is empty (FAIL-07)."""
    n = legal_row_signals(game, tables, moves, 0)
    if n == 0:
        n = add(game, moves, n, K_SKIP, 0, 0, 0)
    return n


@jit
def count_down(game):
    """Use up one of the repetitions of the frame on top; the frame goes with the last one."""
    frame = game.frames[game.n_frames - 1]
    frame.a -= 1
    if frame.a <= 0:
        pop(game)


@jit
def apply_card_signal(game, tables, move):
    """Discard a row or hand card and mark its signal, in a scan or in an effect (SCAN-04, SCAN-08, PLAY-08)."""
    frame = game.frames[game.n_frames - 1]
    if frame.op == F_SCAN:
        apply_scan_step(game, tables, move)
        return
    player = int(frame.player)
    flags = int(frame.flag_bits)
    signal_flags = int(frame.c)
    count_down(game)
    if move.kind == K_SIGNAL_ROW:
        discard_row_card(game, move.a)
    else:
        spend_card(game, player, move.a, WAY_SIGNAL)
        game.players[player].cards_signal = counted(game.players[player].cards_signal, 1, MOST_CARDS_SIGNAL)
    mark_signal(game, tables, player, move.b, signal_flags, flags)
