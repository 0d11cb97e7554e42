"""What free actions are worth: data placed, missions, corners, steps, cards bought, exchanges (section 3 of the rules).

Corners, steps and exchanges, most of all moves, are valued a row at a time: they stand side by side in the list.
"""

from seti_sim.components import opcodes
from seti_sim.engine import moves as m
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.frames import F_MOVE
from seti_sim.engine.free_actions import buy_card_price, exchange_price
from seti_sim.engine.gains import owned
from seti_sim.engine.probes import BY_CORNER, BY_ENERGY, asteroid_exit, move_price, step_cost, visit_publicity
from seti_sim.engine.solar import neighbour_place, neighbour_ring
from seti_sim.jit import inlined, jit
from seti_sim.policies import weights as v
from seti_sim.policies.board_values import IN_SPACE
from seti_sim.policies.valuation import (
    ENOUGH,
    MUCH,
    effect_value,
    hand_card_value,
    resource_value,
    reward_value,
    round_factor,
    thing_value,
)
from seti_sim.policies.value_cache import cached_figures, cached_prospect


@inlined
def place_value(game, tables, a, player, space):
    """Value of placing one data: the way to an analysis and the reward it covers (K_PLACE)."""
    position = space % N_POSITIONS
    tech = int(game.players[player].computer[position])
    if space >= N_POSITIONS:
        program = tables.techs[opcodes.COMPUTER_1 + tech].lower
        return (
            reward_value(game, a, program)
            - a.w[v.W_LOWER_DATA] * resource_value(game, a, opcodes.DATA)
            + a.w[v.W_LOWER_PLACE]
        )
    program = tables.techs[opcodes.COMPUTER_1 + tech].top if tech >= 0 else tables.computer_top[position]
    return a.w[v.W_PLACE] + reward_value(game, a, program)


@jit
def compute_purchase(game, tables, a, plenty):
    """Value of buying a card, more to who has plenty of publicity."""
    cost = buy_card_price(tables) * resource_value(game, a, opcodes.PUBLICITY)
    return a.w[v.W_CARD] * round_factor(game, a) - cost + (a.w[v.W_PUBLICITY_FULL] if plenty else 0.0)


@jit
def much_publicity(game, tables, player):
    """Whether a gain of publicity would soon be lost."""
    return game.players[player].publicity >= tables.publicity_limit - 1


@jit
def purchase_value(game, tables, a, player):
    """Value of buying a card: more where publicity would soon be lost (K_BUY)."""
    return compute_purchase(game, tables, a, much_publicity(game, tables, player))


@jit
def corner_value(game, tables, a, card, in_space):
    """Value of a card's corner in place of the card (K_CORNER); ``in_space`` says whether something could move."""
    corner = a.table.card[game.round_number - 1, card].corner
    if not in_space and (tables.cards[card].corner & opcodes.CORNER_MOVE) != 0:
        return corner - a.w[v.W_MOVE]
    return corner


@jit
def holding(game, player, thing):
    """How many credits, energies or hand cards the player has."""
    return int(game.players[player].n_hand) if thing == opcodes.CARD_IN_HAND else owned(game, player, thing)


@inlined
def compute_exchange(game, tables, a, given, taken, held_given, held_taken):
    """Value of an exchange to who holds so much of what is given and of what is taken."""
    if given == taken:
        return a.w[v.W_EXCHANGE_SAME]
    gain = a.table.need[game.round_number - 1, min(taken, 2), min(held_taken, ENOUGH)]
    if given == opcodes.CARD_IN_HAND:
        return gain - exchange_price(tables) * thing_value(game, a, given)
    return gain - exchange_price(tables) * a.table.price[game.round_number - 1, given, min(held_given, MUCH)]


@inlined
def exchange_value(game, tables, a, player, given, taken):
    """Value of an exchange (K_EXCHANGE): more for what is short, less taken off for what is held in plenty."""
    return compute_exchange(game, tables, a, given, taken, holding(game, player, given), holding(game, player, taken))


@inlined
def arrival_value(game, tables, a, player, ring, place):
    """Value of a figure at the place a step leads to: its prospect, publicity of the visit, leaving asteroids later."""
    me = game.players[player]
    value = cached_prospect(game, tables, a, player, ring, place)
    cell = int(game.cells[ring, place])
    if me.publicity < tables.publicity_limit:
        value += resource_value(game, a, opcodes.PUBLICITY) * visit_publicity(game, tables, player, cell, False)
    if cell == opcodes.ASTEROIDS:
        leaving = move_price(tables, asteroid_exit(game, tables, player))
        value -= a.w[v.W_ASTEROIDS] * leaving * resource_value(game, a, opcodes.ENERGY)
    return value


@inlined
def score_corners(game, tables, a, player, moves, i, n):
    """Note the values of the corners that stand in a row from move ``i`` on; return the first move after them."""
    in_space = (cached_figures(game, tables, a, player) & IN_SPACE) != 0
    while i < n and moves.list[i].kind == m.K_CORNER:
        a.value[i] = corner_value(game, tables, a, moves.list[i].a, in_space)
        i += 1
    return i


@inlined
def score_exchanges(game, tables, a, player, moves, i, n):
    """Note the values of the exchanges that stand in a row from move ``i`` on; return the first move after them."""
    while i < n and moves.list[i].kind == m.K_EXCHANGE:
        a.value[i] = exchange_value(game, tables, a, player, int(moves.list[i].a), int(moves.list[i].b))
        i += 1
    return i


@jit
def score_steps(game, tables, a, player, moves, i, n):
    """Note the values of the steps that stand in a row from move ``i`` on; return the first move after them.

    A step is worth what the figure gains in prospect and publicity, less what is paid.
    """
    me = game.players[player]
    frame = game.frames[game.n_frames - 1]
    points = int(frame.a) if frame.op == F_MOVE else 0
    figure = -1
    ring, place = 0, 0
    here, price = 0.0, 0.0
    while i < n and moves.list[i].kind == m.K_STEP:
        move = moves.list[i]
        if move.a != figure:
            figure = int(move.a)
            ring = int(me.ring[figure])
            place = int(me.place[figure])
            here = cached_prospect(game, tables, a, player, ring, place)
            missing = max(0, step_cost(game, tables, player, ring, place) - points)
            price = move_price(tables, missing) * resource_value(game, a, opcodes.ENERGY)
        value = arrival_value(game, tables, a, player, neighbour_ring(ring, move.b), neighbour_place(place, move.b))
        if move.c == BY_ENERGY:
            value -= price
        elif move.c >= BY_CORNER:
            value -= hand_card_value(game, a, move.c - BY_CORNER)
        a.value[i] = value - here
        i += 1
    return i


@inlined
def score_free_actions(game, tables, a, player, moves, i, n):
    """Note the values of free actions other than data placed from move ``i`` on; return the first move after them."""
    kind = moves.list[i].kind
    if kind == m.K_CORNER:
        return score_corners(game, tables, a, player, moves, i, n)
    if kind == m.K_EXCHANGE:
        return score_exchanges(game, tables, a, player, moves, i, n)
    if kind == m.K_STEP:
        return score_steps(game, tables, a, player, moves, i, n)
    if kind == m.K_MISSION:
        card = int(moves.list[i].a)
        a.value[i] = a.w[v.W_MISSION_NOW] + effect_value(game, tables, a, tables.cards[card].mission_gain, player, card)
    else:
        a.value[i] = purchase_value(game, tables, a, player)
    return i + 1
