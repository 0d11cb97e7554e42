"""Cards in front of their owner: playing a card, conditional and triggered missions (PLAY, section 10)."""

from seti_sim.components.opcodes import (
    C_DELIVER,
    CREDIT,
    ENERGY,
    EV_PLAY_CARD,
    EV_PLAY_FLAVOUR_MARS,
    MARS,
)
from seti_sim.engine.counts import holds
from seti_sim.engine.errors import E_FRONT
from seti_sim.engine.events import circle_open, raise_event, set_watch
from seti_sim.engine.frames import F_CARD_DONE, FRAME_CARD, FRAME_WINDOW, push, push_program
from seti_sim.engine.gains import SIDE_SHIFT, counted, owned, pay
from seti_sim.engine.moves import K_COVER, K_DECLINE, K_MISSION, K_PLAY, add
from seti_sim.engine.piles import add_to_hand, discard_card, log_card, remove_from_hand, tuck
from seti_sim.engine.species_common import card_side
from seti_sim.engine.state import (
    CAPSULE,
    LOG_PLAYED,
    MAX_FIGURES,
    MAX_FRONT,
    MOST_CARDS_PLAYED,
    MOST_SPECIES_CARDS_PLAYED,
    NO_FIGURE,
    P_CARD,
    P_MISSION,
    P_SPECIES_CARD,
)
from seti_sim.jit import inlined, jit

KEEP_USUAL = 0
KEEP_TUCKED = 1
KEEP_IN_HAND = 2
KEEP_IN_FRONT = 3  # card 901: a planet of its owner


@jit
def price_resource(tables, card):
    """What a card is paid with: credits, or energy for Centaurian cards (Z2)."""
    return ENERGY if tables.cards[card].cost_energy != 0 else CREDIT


@inlined
def play_price(tables, card):
    """How much of its resource a card costs (PLAY-01)."""
    return int(tables.cards[card].cost)


@jit
def can_play(game, tables, player, card):
    """Whether a hand card can be paid for; cards with unsupported words are refused (PLAY-01)."""
    table = tables.cards[card]
    return table.supported != 0 and owned(game, player, price_resource(tables, card)) >= play_price(tables, card)


@jit
def legal_plays(game, tables, moves, n, player):
    """List the hand cards that can be played for their effect."""
    me = game.players[player]
    for i in range(me.n_hand):
        if can_play(game, tables, player, me.hand[i]):
            n = add(game, moves, n, K_PLAY, me.hand[i], 0, 0)
    return n


@jit
def clear_card_memory(game, card):
    """Forget what earlier cards did and note the card being played."""
    game.card = card
    game.card_keeps = KEEP_USUAL
    for colour in range(4):
        game.marked[colour] = 0
        game.drawn[colour] = -1
    game.marked_slots = 0
    game.tile_marked = 0
    game.last_slot = -1
    game.last_card = -1
    game.taken_tech = -1
    game.taken_by_other = 0
    game.landed = -1
    game.landed_moon = 0
    game.acted_planet = -1
    game.marked_trace = -1
    game.picked = -1
    game.launched_place = -1


@jit
def card_source(game, tables, card):
    """Where the points of a card's effect are booked."""
    side = card_side(game, tables, card)
    return P_CARD if side < 0 else P_SPECIES_CARD + SIDE_SHIFT * (side + 1)


@jit
def mission_source(game, tables, card):
    """Where the points of a mission are booked."""
    side = card_side(game, tables, card)
    return P_MISSION if side < 0 else P_SPECIES_CARD + SIDE_SHIFT * (side + 1)


@jit
def play_card(game, tables, player, card):
    """Pay for a card and queue its effect (PLAY-01 to PLAY-06; Z3 for messages)."""
    me = game.players[player]
    cost = play_price(tables, card)
    pay(game, player, price_resource(tables, card), cost)
    remove_from_hand(game, player, card)
    log_card(game, card, LOG_PLAYED, player)
    me.cards_played = counted(me.cards_played, 1, MOST_CARDS_PLAYED)
    if tables.cards[card].species >= 0:
        me.species_cards_played = counted(me.species_cards_played, 1, MOST_SPECIES_CARDS_PLAYED)
    clear_card_memory(game, card)
    mark = int(me.score) + int(tables.cards[card].message_ahead)
    push(game, F_CARD_DONE, player, 0, 0, card, cost, mark, 0)
    source = card_source(game, tables, card)
    side = card_side(game, tables, card)
    push_program(game, tables, player, source, FRAME_CARD | FRAME_WINDOW, tables.cards[card].effects, card, side)


@jit
def put_in_front(game, tables, player, card, mark):
    """Lay a played card in front of its owner (PLAY-06, MISS-12, Z3)."""
    me = game.players[player]
    n = int(me.n_front)
    if n >= MAX_FRONT:
        game.error = E_FRONT
        game.over = 1
        return
    entry = me.front[n]
    entry.card = card
    entry.done = 0
    entry.circles = 0
    entry.mark = mark
    me.n_front = n + 1
    if tables.cards[card].has_endgame != 0:
        me.endgame_cards += 1
    set_watch(game, tables, player)


@jit
def finish_card(game, tables, player, card, price, mark):
    """Put a played card where it belongs and report it as played (PLAY-06, OPEN-16).

    The report comes first: a mission is not triggered by its own card being played (MISS-05).
    """
    table = tables.cards[card]
    keeps = int(game.card_keeps)
    game.card = -1
    if table.cost_energy == 0:
        raise_event(game, tables, player, EV_PLAY_CARD, 1 << price)
    if table.flavour_mars != 0:
        raise_event(game, tables, player, EV_PLAY_FLAVOUR_MARS, 1 << MARS)
    if keeps == KEEP_TUCKED:
        tuck(game, tables, player, card, P_CARD)
    elif keeps == KEEP_IN_HAND:
        add_to_hand(game, player, card)
    elif keeps == KEEP_IN_FRONT:
        put_in_front(game, tables, player, card, -1)
    elif table.message_ahead > 0:
        put_in_front(game, tables, player, card, mark)
    elif table.mission_when >= 0 or table.n_triggers > 0 or table.has_endgame != 0:
        put_in_front(game, tables, player, card, -1)
    else:
        discard_card(game, card)


@jit
def is_delivery(tables, card):
    """Planet of a delivery mission (M9), or -1."""
    when = int(tables.cards[card].mission_when)
    if when < 0:
        return -1
    row = tables.count[tables.condition[when].count]
    return int(row.a) if row.kind == C_DELIVER else -1


@jit
def legal_missions(game, tables, moves, n, player):
    """List the conditional missions that can be completed now, deliveries by capsule (MISS-02, M10)."""
    me = game.players[player]
    for i in range(me.n_front):
        entry = me.front[i]
        when = int(tables.cards[entry.card].mission_when)
        if entry.done != 0 or when < 0 or not holds(game, tables, player, when, entry.card):
            continue
        planet = is_delivery(tables, entry.card)
        if planet < 0:
            n = add(game, moves, n, K_MISSION, entry.card, -1, 0)
            continue
        for k in range(MAX_FIGURES):
            if me.figure[k] == CAPSULE and game.cells[me.ring[k], me.place[k]] == planet:
                n = add(game, moves, n, K_MISSION, entry.card, k, 0)
    return n


@jit
def can_complete(game, tables, player):
    """Whether the player could complete a conditional mission now (MISS-02)."""
    me = game.players[player]
    for i in range(me.n_front):
        entry = me.front[i]
        when = int(tables.cards[entry.card].mission_when)
        if entry.done == 0 and when >= 0 and holds(game, tables, player, when, entry.card):
            return True
    return False


@jit
def find_in_front(game, player, card):
    """Position of a card in front of the player, -1 if it is not there."""
    me = game.players[player]
    for i in range(me.n_front):
        if me.front[i].card == card and me.front[i].done == 0:
            return i
    return -1


@jit
def deliver_capsule(game, player, figure):
    """Take a capsule off and lay its token on the lowest free blue space (M10)."""
    me = game.players[player]
    token = int(me.token[figure])
    me.figure[figure] = NO_FIGURE
    game.last_sample = token
    for space in range(1, 7):
        if game.sample_on_space[space] < 0:
            game.sample_on_space[space] = token
            return


@jit
def complete_mission(game, tables, player, card, capsule):
    """Complete a conditional mission and queue its reward (MISS-02, MISS-04, MISS-11)."""
    me = game.players[player]
    i = find_in_front(game, player, card)
    me.front[i].done = 1
    me.missions += 1
    if capsule >= 0:
        deliver_capsule(game, player, capsule)
    side = card_side(game, tables, card)
    source = mission_source(game, tables, card)
    push_program(game, tables, player, source, 0, tables.cards[card].mission_gain, card, side)


@jit
def same_gain_before(game, tables, player, i, j, kind, args):
    """Whether an earlier matching open circle of the same card gives just the same."""
    card = tables.cards[game.players[player].front[i].card]
    for k in range(j):
        if card.triggers[k].gain == card.triggers[j].gain and circle_open(game, tables, player, i, k, kind, args):
            return True
    return False


@jit
def legal_circles(game, tables, moves, player, kind, args):
    """List the open circles that may be covered for one event, or none (MISS-05 to MISS-07)."""
    me = game.players[player]
    n = 0
    for i in range(me.n_front):
        if me.front[i].done != 0:
            continue
        for j in range(tables.cards[me.front[i].card].n_triggers):
            if not circle_open(game, tables, player, i, j, kind, args):
                continue
            if not same_gain_before(game, tables, player, i, j, kind, args):
                n = add(game, moves, n, K_COVER, me.front[i].card, j, 0)
    return add(game, moves, n, K_DECLINE, 0, 0, 0)


@jit
def cover_circle(game, tables, player, card, circle):
    """Cover a circle, complete the mission with the last one, and queue the reward (MISS-05, MISS-08)."""
    me = game.players[player]
    entry = me.front[find_in_front(game, player, card)]
    entry.circles |= 1 << circle
    table = tables.cards[card]
    if entry.circles == (1 << int(table.n_triggers)) - 1:
        entry.done = 1
        me.missions += 1
    set_watch(game, tables, player)
    source = mission_source(game, tables, card)
    push_program(game, tables, player, source, 0, table.triggers[circle].gain, card, card_side(game, tables, card))
