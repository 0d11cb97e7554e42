"""Gaining and paying the plain resources, with their limits and where points are booked."""

from seti_sim.components.words import CREDIT, DATA, ENERGY, EXOFOSSIL, PUBLICITY, SCORE
from seti_sim.jit import jit

SIDE_SHIFT = 256  # a source may carry a species side: source + SIDE_SHIFT * (side + 1)


@jit
def gain_score(game, player, amount, source):
    """Add points at once (MILE-01) and book them by source, and by species side if the source carries one."""
    me = game.players[player]
    me.score += amount
    me.points[source % SIDE_SHIFT] += amount
    side = source // SIDE_SHIFT - 1
    if side >= 0:
        me.species_points[side] += amount


@jit
def gain_publicity(game, tables, player, amount):
    """Publicity above the limit is lost (FAIL-03)."""
    me = game.players[player]
    total = int(me.publicity) + int(amount)
    if total > tables.publicity_limit:
        me.publicity_lost += total - tables.publicity_limit
        total = tables.publicity_limit
    me.publicity = total


@jit
def gain_data(game, tables, player, amount):
    """Data above the limit of the pool are discarded (DATA-01)."""
    me = game.players[player]
    total = int(me.pool) + int(amount)
    if total > tables.pool_limit:
        me.data_lost += total - tables.pool_limit
        total = tables.pool_limit
    me.pool = total


@jit
def gain_exofossils(game, tables, player, amount):
    """Gain exofossils; by one reading only those that are left in the box (O12, O14)."""
    if tables.readings.exofossil_supply != 0:
        left = int(tables.exofossils)
        for seat in range(game.n_players):
            left -= game.players[seat].exofossils
        amount = min(int(amount), left)
    game.players[player].exofossils += amount
    game.players[player].exofossils_gained += amount


@jit
def gain(game, tables, player, resource, amount, source):
    """Gain an amount of one resource at once (TIME-07)."""
    me = game.players[player]
    if resource == SCORE:
        gain_score(game, player, amount, source)
    elif resource == CREDIT:
        me.credits += amount
    elif resource == ENERGY:
        me.energy += amount
    elif resource == PUBLICITY:
        gain_publicity(game, tables, player, amount)
    elif resource == DATA:
        gain_data(game, tables, player, amount)
    elif resource == EXOFOSSIL:
        gain_exofossils(game, tables, player, amount)


@jit
def owned(game, player, resource):
    """How much of a resource a player can pay; data count in the pool only (Z10)."""
    me = game.players[player]
    if resource == CREDIT:
        return int(me.credits)
    if resource == ENERGY:
        return int(me.energy)
    if resource == PUBLICITY:
        return int(me.publicity)
    if resource == DATA:
        return int(me.pool)
    if resource == EXOFOSSIL:
        return int(me.exofossils)
    return int(me.score)


@jit
def pay(game, player, resource, amount):
    """Pay an amount in full; the caller has checked that it is there (FAIL-04)."""
    me = game.players[player]
    if resource == CREDIT:
        me.credits -= amount
        me.spent[0] += amount
    elif resource == ENERGY:
        me.energy -= amount
        me.spent[1] += amount
    elif resource == PUBLICITY:
        me.publicity -= amount
        me.spent[2] += amount
    elif resource == DATA:
        me.pool -= amount
    elif resource == EXOFOSSIL:
        me.exofossils -= amount
        me.exofossils_spent += amount
