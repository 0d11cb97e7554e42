"""Centaurians: message tiles, pending messages and unusual incomes (Z1 to Z13)."""

from seti_sim.components.opcodes import CENTAURIANS, INCOME_SELF
from seti_sim.engine.frames import F_MESSAGE, F_MESSAGE_DONE, push, push_program
from seti_sim.engine.gains import SIDE_SHIFT
from seti_sim.engine.moves import K_MESSAGE, K_SKIP, add
from seti_sim.engine.piles import tuck
from seti_sim.engine.species_common import card_side, side_of
from seti_sim.engine.state import P_SPECIES_CARD, P_SPECIES_OTHER
from seti_sim.jit import jit


@jit
def discover(game, tables):
    """Put everybody's message tile ahead of the own score (setup of Centaurians)."""
    for seat in range(game.n_players):
        me = game.players[seat]
        me.message_mark = int(me.score) + int(tables.message_tile_ahead)


@jit
def pending_message(game, tables, player):
    """Position in front of the oldest pending message, or -1 (Z4, Z5); only their cards carry messages."""
    if side_of(game, CENTAURIANS) < 0:
        return -1
    me = game.players[player]
    for i in range(me.n_front):
        if me.front[i].mark >= 0 and me.front[i].done == 0 and tables.cards[me.front[i].card].message_ahead > 0:
            return i
    return -1


@jit
def tile_due(game, player):
    """Score of the own message tile, or -1 (Z1)."""
    return int(game.players[player].message_mark)


@jit
def message_due(game, tables, player):
    """Score at which the oldest pending message of the player is due, or -1 (Z4)."""
    i = pending_message(game, tables, player)
    return -1 if i < 0 else int(game.players[player].front[i].mark)


@jit
def resolve_tile(game, player):
    """Offer the message rewards that are still free (Z1)."""
    game.players[player].message_mark = -1
    push(game, F_MESSAGE, player, 0, 0, 0, 0, 0, 0)


@jit
def legal_messages(game, tables, moves):
    """List the free message rewards."""
    n = 0
    for reward in range(tables.n_message_rewards):
        if game.message_taken[reward] == 0:
            n = add(game, moves, n, K_MESSAGE, reward, 0, 0)
    if n == 0:
        n = add(game, moves, n, K_SKIP, 0, 0, 0)
    return n


@jit
def take_message(game, tables, player, reward, side):
    """Cover a message reward and queue it (Z1, Z11)."""
    game.message_taken[reward] = 1
    source = P_SPECIES_OTHER + SIDE_SHIFT * (side + 1)
    push_program(game, tables, player, source, 0, tables.message_rewards[reward], -1, side)


@jit
def remove_from_front(game, player, i):
    """Take the card at a position away from the front of the player, keeping the order of the others."""
    me = game.players[player]
    last = int(me.n_front) - 1
    for k in range(i, last):
        me.front[k] = me.front[k + 1]
    me.n_front = last


@jit
def resolve_message(game, tables, player):
    """Queue the `later` list of the oldest pending message and what becomes of the card (Z4 to Z6)."""
    i = pending_message(game, tables, player)
    card = int(game.players[player].front[i].card)
    remove_from_front(game, player, i)
    side = card_side(game, tables, card)
    program = int(tables.cards[card].message_later)
    if tables.program[program].op == INCOME_SELF:
        push(game, F_MESSAGE_DONE, player, 0, 0, card, 0, 0, 0)
        return
    source = P_SPECIES_CARD + SIDE_SHIFT * (side + 1)
    push(game, F_MESSAGE_DONE, player, 0, 0, -1, 0, 0, 0)
    push_program(game, tables, player, source, 0, program, card, side)


@jit
def finish_message(game, tables, player, card):
    """Tuck the card of an income message (Z6); every other message card just leaves play."""
    if card >= 0:
        tuck(game, tables, player, card, P_SPECIES_CARD)
