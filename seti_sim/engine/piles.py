"""Cards on the move: deck, discard pile, row, hands and tucked cards (section 9 of the rules)."""

from seti_sim.components.opcodes import (
    CORNER_MOVE,
    CREDIT,
    DATA,
    ENERGY,
    INCOME_CARD,
    INCOME_CREDIT,
    INCOME_DATA,
    INCOME_ENERGY,
    PUBLICITY,
)
from seti_sim.components.tables import N_DECK_CARDS
from seti_sim.engine.errors import E_FRONT, E_HAND
from seti_sim.engine.gains import gain
from seti_sim.engine.rng import shuffle
from seti_sim.engine.state import LOG_HELD, LOG_WAY, LOG_WAY_HIGH, MAX_FRONT, MAX_HAND, S_DECK
from seti_sim.jit import jit


@jit
def log_card(game, card, kind, player):
    """Note in the card's record that this seat held or played it (LOG_*)."""
    game.card_log[card] |= 1 << (4 * kind + player)


@jit
def log_way(game, card, way, player):
    """Note in the card's record how this seat discarded it from the hand (WAY_*)."""
    log = int(game.card_log[card]) & ~((1 << (4 * LOG_WAY + player)) | (1 << (4 * LOG_WAY_HIGH + player)))
    game.card_log[card] = log | ((way & 1) << (4 * LOG_WAY + player)) | ((way >> 1) << (4 * LOG_WAY_HIGH + player))


@jit
def discard_card(game, card):
    """Put a card on the discard pile; a species card leaves the game for good (CARD-07, OPEN-14)."""
    if card < N_DECK_CARDS:
        n = int(game.n_discard)
        game.discard[n] = card
        game.n_discard = n + 1


@jit
def deck_available(game):
    """Whether a card can be drawn: from the deck, or after a reshuffle (CARD-06)."""
    return game.n_deck + game.n_discard > 0


@jit
def reshuffle(game):
    """Shuffle the discard pile into a new deck; without discards nothing happens (CARD-06)."""
    n = int(game.n_discard)
    if n > 0:
        for i in range(n):
            game.deck[i] = game.discard[i]
        game.n_deck = n
        game.n_discard = 0
        shuffle(game, S_DECK, game.deck, n)


@jit
def draw_top(game):
    """Take the deck's top card, reshuffling the discard pile when the deck is empty (CARD-06, OPEN-13); -1 if none."""
    if game.n_deck == 0:
        reshuffle(game)
        if game.n_deck == 0:
            return -1
    n = int(game.n_deck) - 1
    game.n_deck = n
    return int(game.deck[n])


@jit
def add_to_hand(game, player, card):
    """Take a card into the hand (CARD-08: no limit in play)."""
    me = game.players[player]
    n = int(me.n_hand)
    if n >= MAX_HAND:
        game.error = E_HAND
        game.over = 1
        return
    me.hand[n] = card
    me.n_hand = n + 1
    log_card(game, card, LOG_HELD, player)


@jit
def find_in_hand(game, player, card):
    """Position of a card in the hand, -1 if it is not there."""
    me = game.players[player]
    for i in range(me.n_hand):
        if me.hand[i] == card:
            return i
    return -1


@jit
def remove_from_hand(game, player, card):
    """Take a card out of the hand; the order of the hand has no meaning."""
    me = game.players[player]
    i = find_in_hand(game, player, card)
    if i < 0:
        game.error = E_HAND
        game.over = 1
        return
    last = int(me.n_hand) - 1
    me.hand[i] = me.hand[last]
    me.n_hand = last


@jit
def spend_card(game, player, card, way):
    """Discard a hand card for a corner, a signal, or something else (WAY_*)."""
    remove_from_hand(game, player, card)
    discard_card(game, card)
    log_way(game, card, way, player)


@jit
def draw(game, player, number, for_card):
    """Draw unseen cards from the deck (CARD-03); what is missing is skipped (FAIL-01)."""
    for i in range(number):
        card = draw_top(game)
        if card < 0:
            return
        add_to_hand(game, player, card)
        if for_card:
            game.last_card = card
            if i < 4:
                game.drawn[i] = card


@jit
def refill_row(game):
    """Fill all gaps of the card row (CARD-05, CARD-06)."""
    for i in range(game.row.shape[0]):
        if game.row[i] < 0:
            game.row[i] = draw_top(game)


@jit
def take_row_card(game, player, card):
    """Take a row card into the hand and replace it at once; other gaps wait (CARD-04, CARD-05)."""
    for i in range(game.row.shape[0]):
        if game.row[i] == card:
            game.row[i] = -1
            add_to_hand(game, player, card)
            game.row[i] = draw_top(game)
            return


@jit
def discard_row_card(game, card):
    """Discard a row card and leave the gap (CARD-05)."""
    for i in range(game.row.shape[0]):
        if game.row[i] == card:
            game.row[i] = -1
            discard_card(game, card)
            return


@jit
def cards_in_row(game):
    """Number of cards in the row."""
    n = 0
    for i in range(game.row.shape[0]):
        if game.row[i] >= 0:
            n += 1
    return n


@jit
def gain_income(game, tables, player, kind, source):
    """Gain one unit of an income corner (SETUP-13, CARD-10); corner ``card`` draws unseen."""
    if kind == INCOME_CREDIT:
        gain(game, tables, player, CREDIT, 1, source)
    elif kind == INCOME_ENERGY:
        gain(game, tables, player, ENERGY, 1, source)
    elif kind == INCOME_CARD:
        draw(game, player, 1, False)
    elif kind == INCOME_DATA:
        gain(game, tables, player, DATA, 1, source)
    else:
        gain(game, tables, player, PUBLICITY, 1, source)


@jit
def tuck(game, tables, player, card, source):
    """Lay a card, already out of the hand, under the income card and gain its corner at once (CARD-09, CARD-10)."""
    me = game.players[player]
    n = int(me.n_tucked)
    if n >= MAX_FRONT:
        game.error = E_FRONT
        game.over = 1
        return
    me.tucked[n] = card
    me.n_tucked = n + 1
    kind = tables.cards[card].income
    me.income[kind] += 1
    me.tucks[game.round_number - 1] += 1
    gain_income(game, tables, player, kind, source)


@jit
def has_move_corner(tables, card):
    """Whether the free-action corner of a card gives a move point."""
    return (tables.cards[card].corner & CORNER_MOVE) != 0
