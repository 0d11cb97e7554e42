"""Free actions: what may be done in every window of the own turn (section 3 of the rules)."""

from seti_sim.components.opcodes import CARD_IN_HAND as CARDS
from seti_sim.components.opcodes import (
    CORNER_DATA,
    CORNER_MOVE,
    CORNER_PUBLICITY,
    CORNER_SCORE,
    CREDIT,
    ENERGY,
    EV_HAND_CORNER,
    PUBLICITY,
)
from seti_sim.components.tables import N_DECK_CARDS
from seti_sim.engine.computer import legal_placements
from seti_sim.engine.events import queue_event
from seti_sim.engine.frames import F_CARD, F_EXCHANGE, F_MOVE, push, push_program
from seti_sim.engine.gains import counted, gain, pay
from seti_sim.engine.missions import legal_missions
from seti_sim.engine.moves import K_BUY, K_CORNER, K_EXCHANGE, K_MISSION, K_PLACE, K_STEP, add, free_bit
from seti_sim.engine.piles import cards_in_row, deck_available, spend_card
from seti_sim.engine.probes import legal_steps
from seti_sim.engine.state import (
    MAX_FIGURES,
    MOST_CARDS_BOUGHT,
    MOST_CARDS_CORNER,
    MOST_CARDS_EXCHANGED,
    NO_FIGURE,
    P_CORNER,
    WAY_CORNER,
    WAY_OTHER,
)
from seti_sim.jit import inlined, jit


@inlined
def buy_card_price(tables):
    """Publicity of a card bought (FREE-08)."""
    return int(tables.buy_card_publicity)


@inlined
def exchange_price(tables):
    """How many of a kind are given for one of any kind (FREE-09)."""
    return int(tables.exchange_give)


@jit
def card_available(game):
    """Whether a card can be taken from row or deck (FREE-11)."""
    return deck_available(game) or cards_in_row(game) > 0


@jit
def gives_main_card(game, player):
    """Whether a hand card would lie on the discard pile, from which a card can then be drawn (FREE-11)."""
    me = game.players[player]
    for i in range(me.n_hand):
        if me.hand[i] < N_DECK_CARDS:
            return True
    return False


@jit
def may_be_given(tables, card):
    """Whether a hand card may be given in an exchange: by one ruling species cards may not (C10)."""
    return card < N_DECK_CARDS or tables.rulings.exchanged_species_cards == 0


@jit
def cards_to_give(game, tables, player):
    """Number of hand cards that may be given in an exchange (FREE-10, C10)."""
    me = game.players[player]
    if tables.rulings.exchanged_species_cards == 0:
        return int(me.n_hand)
    n = 0
    for i in range(me.n_hand):
        if may_be_given(tables, me.hand[i]):
            n += 1
    return n


@inlined
def legal_exchanges(game, tables, moves, n, player):
    """List the exchanges: two of a kind for one of any (FREE-09)."""
    me = game.players[player]
    give = exchange_price(tables)
    any_card = card_available(game)
    for given in (CREDIT, ENERGY, CARDS):
        have = me.credits if given == CREDIT else me.energy
        if given == CARDS:
            have = cards_to_give(game, tables, player)
        if have < give:
            continue
        n = add(game, moves, n, K_EXCHANGE, given, CREDIT, 0)
        n = add(game, moves, n, K_EXCHANGE, given, ENERGY, 0)
        if any_card or (given == CARDS and gives_main_card(game, player)):
            n = add(game, moves, n, K_EXCHANGE, given, CARDS, 0)
    return n


@jit
def helpful_corners(game, tables, player):
    """Mask of the benefits of which a corner must have one to be used: all, or those of an effect now (OPEN-03)."""
    if tables.rulings.lost_corner == 0:
        return CORNER_SCORE | CORNER_DATA | CORNER_PUBLICITY | CORNER_MOVE
    me = game.players[player]
    helpful = CORNER_SCORE
    if me.pool < tables.pool_limit:
        helpful |= CORNER_DATA
    if me.publicity < tables.publicity_limit:
        helpful |= CORNER_PUBLICITY
    for i in range(MAX_FIGURES):
        if me.figure[i] != NO_FIGURE:
            return helpful | CORNER_MOVE
    return helpful


@inlined
def legal_corners(game, tables, moves, n, player):
    """List the hand cards whose corner may be used (FREE-05, OPEN-03)."""
    me = game.players[player]
    helpful = helpful_corners(game, tables, player)
    for i in range(me.n_hand):
        if (tables.cards[me.hand[i]].corner & helpful) != 0:
            n = add(game, moves, n, K_CORNER, me.hand[i], 0, 0)
    return n


@inlined
def legal_purchase(game, tables, moves, n, player):
    """List the purchase of a card (FREE-08)."""
    me = game.players[player]
    if me.publicity >= buy_card_price(tables) and card_available(game):
        n = add(game, moves, n, K_BUY, 0, 0, 0)
    return n


@inlined
def legal_free_actions(game, tables, moves, n, player, left_out):
    """Append the free actions of the active player, all but the kinds in the mask ``left_out`` (FREE-01)."""
    me = game.players[player]
    if (left_out & free_bit(K_PLACE)) == 0:
        n = legal_placements(game, moves, n, player)
    if me.n_front > 0 and (left_out & free_bit(K_MISSION)) == 0:
        n = legal_missions(game, tables, moves, n, player)
    if (left_out & free_bit(K_CORNER)) == 0:
        n = legal_corners(game, tables, moves, n, player)
    if (left_out & free_bit(K_STEP)) == 0 and game.frames[game.n_frames - 1].op != F_MOVE:
        n = legal_steps(game, tables, moves, n, player, 0)
    if (left_out & free_bit(K_BUY)) == 0:
        n = legal_purchase(game, tables, moves, n, player)
    if (left_out & free_bit(K_EXCHANGE)) == 0:
        n = legal_exchanges(game, tables, moves, n, player)
    return n


@jit
def use_corner(game, tables, player, card):
    """Discard a hand card for its corner (FREE-05, FREE-06)."""
    spend_card(game, player, card, WAY_CORNER)
    game.players[player].cards_corner = counted(game.players[player].cards_corner, 1, MOST_CARDS_CORNER)
    table = tables.cards[card]
    queue_event(game, player, EV_HAND_CORNER, table.corner)
    push_program(game, tables, player, P_CORNER, 0, table.corner_program, card, -1)


@jit
def buy_card(game, tables, player):
    """Pay publicity for a card from row or deck (FREE-08)."""
    pay(game, player, PUBLICITY, buy_card_price(tables))
    game.players[player].cards_bought = counted(game.players[player].cards_bought, 1, MOST_CARDS_BOUGHT)
    push(game, F_CARD, player, 0, 0, 1, 0, 0, 0)


@jit
def receive(game, tables, player, wanted):
    """Get the one thing of an exchange (FREE-09)."""
    if wanted == CARDS:
        push(game, F_CARD, player, 0, 0, 1, 0, 0, 0)
    else:
        gain(game, tables, player, wanted, 1, 0)


@jit
def exchange(game, tables, player, given, wanted):
    """Give two of a kind, get one; hand cards are chosen and discarded first (FREE-09, FREE-11)."""
    if given == CARDS:
        push(game, F_EXCHANGE, player, 0, 0, exchange_price(tables), wanted, 0, 0)
        return
    pay(game, player, given, exchange_price(tables))
    receive(game, tables, player, wanted)


@jit
def give_card(game, tables, player, card):
    """Discard one of the hand cards given in an exchange; with the last one the other side is received."""
    frame = game.frames[game.n_frames - 1]
    spend_card(game, player, card, WAY_OTHER)
    game.players[player].cards_exchanged = counted(game.players[player].cards_exchanged, 1, MOST_CARDS_EXCHANGED)
    frame.a -= 1
    if frame.a == 0:
        wanted = int(frame.b)
        game.n_frames -= 1
        receive(game, tables, player, wanted)
