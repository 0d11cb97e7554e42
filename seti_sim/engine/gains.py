"""Gaining and paying the plain resources, with their limits and where points are booked."""

from seti_sim.components.limits import LEAST_SCORE, MOST_EXOFOSSILS, MOST_RESOURCE, MOST_SCORE
from seti_sim.components.opcodes import CREDIT, DATA, ENERGY, EXOFOSSIL, PUBLICITY, SCORE
from seti_sim.engine.errors import E_RANGE
from seti_sim.engine.state import (
    MOST_DATA_LOST,
    MOST_EXOFOSSILS_GAINED,
    MOST_EXOFOSSILS_SPENT,
    MOST_PUBLICITY_LOST,
    MOST_SPENT,
)
from seti_sim.jit import inlined, jit

SIDE_SHIFT = 256  # a source may carry a species side: source + SIDE_SHIFT * (side + 1)


@inlined
def counted(value, more, most):
    """A field that only counts, with so many more: it stops at the most it can hold (docs/state.md)."""
    return min(int(value) + int(more), most)


@jit
def check_held(game, value, least, most):
    """``value``, if the state can hold it; else the game ends with an error and the nearest value that it can."""
    if value < least or value > most:
        game.error = E_RANGE
        game.over = 1
    return min(max(value, least), most)


@inlined
def hold(game, value, most):
    """The same for a number that cannot fall below its range."""
    return check_held(game, value, 0, most) if value > most else value


@jit
def gain_score(game, player, amount, source):
    """Add points at once (MILE-01) and book them by source, and by species side if the source carries one."""
    me = game.players[player]
    total = int(me.score) + int(amount)
    if total > MOST_SCORE or total < LEAST_SCORE:
        amount = check_held(game, total, LEAST_SCORE, MOST_SCORE) - int(me.score)
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
        me.publicity_lost = counted(me.publicity_lost, total - tables.publicity_limit, MOST_PUBLICITY_LOST)
        total = tables.publicity_limit
    me.publicity = total


@jit
def gain_data(game, tables, player, amount):
    """Data above the limit of the pool are discarded (DATA-01)."""
    me = game.players[player]
    total = int(me.pool) + int(amount)
    if total > tables.pool_limit:
        me.data_lost = counted(me.data_lost, total - tables.pool_limit, MOST_DATA_LOST)
        total = tables.pool_limit
    me.pool = total


@jit
def gain_exofossils(game, tables, player, amount):
    """Gain exofossils; by one ruling only those that are left in the box (O12, O14)."""
    if tables.rulings.exofossil_supply != 0:
        left = int(tables.exofossils)
        for seat in range(game.n_players):
            left -= game.players[seat].exofossils
        amount = min(int(amount), left)
    me = game.players[player]
    me.exofossils = hold(game, int(me.exofossils) + int(amount), MOST_EXOFOSSILS)
    me.exofossils_gained = counted(me.exofossils_gained, amount, MOST_EXOFOSSILS_GAINED)


@jit
def gain(game, tables, player, resource, amount, source):
    """Gain an amount of one resource at once (TIME-07)."""
    me = game.players[player]
    if resource == SCORE:
        gain_score(game, player, amount, source)
    elif resource == CREDIT:
        me.credits = hold(game, int(me.credits) + int(amount), MOST_RESOURCE)
    elif resource == ENERGY:
        me.energy = hold(game, int(me.energy) + int(amount), MOST_RESOURCE)
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
        me.spent[0] = counted(me.spent[0], amount, MOST_SPENT)
    elif resource == ENERGY:
        me.energy -= amount
        me.spent[1] = counted(me.spent[1], amount, MOST_SPENT)
    elif resource == PUBLICITY:
        me.publicity -= amount
        me.spent[2] = counted(me.spent[2], amount, MOST_SPENT)
    elif resource == DATA:
        me.pool -= amount
    elif resource == EXOFOSSIL:
        me.exofossils -= amount
        me.exofossils_spent = counted(me.exofossils_spent, amount, MOST_EXOFOSSILS_SPENT)
