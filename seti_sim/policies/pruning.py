"""Pruning: kinds of free actions that cannot be the best move, known from the valuation without listing the moves.

Before the main action a free action is chosen only if it is worth more than passing, after it only if it is worth more
than ending the turn. Which corners, purchases and exchanges are, follows from round, card and what is held: a bit for
each of the three limits.
"""

from seti_sim.components.tables import N_CARDS
from seti_sim.engine.free_actions import exchange_price
from seti_sim.engine.moves import K_BUY, K_CORNER, K_EXCHANGE, free_bit
from seti_sim.engine.probes import figures_end
from seti_sim.engine.state import AFTER_MAIN
from seti_sim.jit import inlined, jit
from seti_sim.policies.free_actions import compute_exchange, compute_purchase, corner_value, much_publicity
from seti_sim.policies.valuation import ENOUGH, MUCH, pass_value, thing_at

END_TURN = 0
PASS = 1
PASS_FIRST = 2
N_LIMITS = 3
ALOFT = N_LIMITS  # bits of corners from here on: for who has something in space


@inlined
def limit_now(game):
    """What a free action of the turn has to be worth more than: END_TURN, PASS or PASS_FIRST."""
    if game.phase == AFTER_MAIN:
        return END_TURN
    return PASS if game.reminder == 0 else PASS_FIRST


@jit
def bits_above(game, a, value):
    """A bit for each limit that a value is above."""
    bits = 1 if value > 0.0 else 0
    for first in range(2):
        game.reminder = first
        if value > pass_value(game, a):
            bits |= 1 << (PASS + first)
    return bits


@inlined
def holding_index(held, first, second):
    """Place in the table of exchanges: how much is held of what is given and of the two others."""
    return (min(held, MUCH) * (ENOUGH + 1) + min(first, ENOUGH)) * (ENOUGH + 1) + min(second, ENOUGH)


@jit
def best_exchange(game, tables, a, given, held, held_first, held_second):
    """Value of the best exchange of a thing to who holds so much of it and of the two others."""
    best = compute_exchange(game, tables, a, thing_at(given), thing_at(given), held, held)
    held_other = held_first
    for taken in range(3):
        if taken != given:
            best = max(best, compute_exchange(game, tables, a, thing_at(given), thing_at(taken), held, held_other))
            held_other = held_second
    return best


@jit
def fill_pays(game, tables, a):
    """Work out which corners, purchases and exchanges pay in the round of ``game``, a record used for nothing else."""
    r = game.round_number - 1
    for card in range(N_CARDS):
        on_earth = bits_above(game, a, corner_value(game, tables, a, card, False))
        in_space = bits_above(game, a, corner_value(game, tables, a, card, True))
        a.table.corner_pays[r, card] = on_earth | in_space << ALOFT
    for plenty in range(2):
        a.table.purchase_pays[r, plenty] = bits_above(game, a, compute_purchase(game, tables, a, plenty != 0))
    for given in range(3):
        for held in range(MUCH + 1):
            for first in range(ENOUGH + 1):
                for second in range(ENOUGH + 1):
                    value = best_exchange(game, tables, a, given, held, first, second)
                    a.table.exchange_pays[r, given, holding_index(held, first, second)] = bits_above(game, a, value)


@inlined
def corner_pays(game, a, player, limit):
    """Whether the corner of a hand card is worth more than a limit."""
    me = game.players[player]
    bits = 0
    for i in range(me.n_hand):
        bits |= int(a.table.corner_pays[game.round_number - 1, me.hand[i]])
    on_earth = (bits >> limit) & 1
    in_space = (bits >> (limit + ALOFT)) & 1
    if on_earth == in_space:
        return on_earth != 0
    return (in_space if figures_end(game, player) > 0 else on_earth) != 0


@inlined
def exchange_pays(game, tables, a, player, limit):
    """Whether an exchange is worth more than a limit to a player who can pay for it."""
    me = game.players[player]
    pays = a.table.exchange_pays[game.round_number - 1]
    credit, energy, cards = int(me.credits), int(me.energy), int(me.n_hand)
    bits = 0
    give = exchange_price(tables)
    if credit >= give:
        bits |= int(pays[0, holding_index(credit, energy, cards)])
    if energy >= give:
        bits |= int(pays[1, holding_index(energy, credit, cards)])
    if cards >= give:
        bits |= int(pays[2, holding_index(cards, credit, energy)])
    return ((bits >> limit) & 1) != 0


@inlined
def unprofitable_kinds(game, tables, a, player, considered):
    """Mask of the kinds among corners, purchases and exchanges considered of which none pays now."""
    limit = limit_now(game)
    idle = 0
    if (considered & free_bit(K_CORNER)) != 0 and not corner_pays(game, a, player, limit):
        idle |= free_bit(K_CORNER)
    if (considered & free_bit(K_BUY)) != 0:
        plenty = 1 if much_publicity(game, tables, player) else 0
        if ((a.table.purchase_pays[game.round_number - 1, plenty] >> limit) & 1) == 0:
            idle |= free_bit(K_BUY)
    if (considered & free_bit(K_EXCHANGE)) != 0 and not exchange_pays(game, tables, a, player, limit):
        idle |= free_bit(K_EXCHANGE)
    return idle
