"""Orbiting and landing, on planets, moons and the Oumuamua tile (ORBIT, LAND, O3 to O5)."""

from seti_sim.components.opcodes import (
    AT_PLUTO,
    EARTH,
    EV_LAND,
    EV_ORBIT,
    LAND_ANY_MOON,
    LAND_OCCUPIED,
    N_PLANETS,
    OUMUAMUA,
    PROBE_3,
    PROBE_4,
)
from seti_sim.components.tables import N_MOONS, N_RINGS
from seti_sim.engine.events import queue_event
from seti_sim.engine.frames import FRAME_CARD, push_program
from seti_sim.engine.moves import K_LAND, K_ORBIT, K_REMOVE, add
from seti_sim.engine.probes import figures_end, is_repeated
from seti_sim.engine.solar import planet_at
from seti_sim.engine.species_common import oumuamua_side
from seti_sim.engine.state import NEUTRAL, NO_FIGURE, NOBODY, P_LAND, P_MOON, P_ORBIT, PROBE
from seti_sim.jit import inlined, jit

MOON_OFFSET = 10  # K_REMOVE: b = MOON_OFFSET + moon
PLUTO_OPEN = 1  # bits of PLAYER.pluto
PLUTO_ORBITER = 2
PLUTO_LANDER = 4
PLUTO_TARGET = 1 + N_MOONS  # K_LAND: b; K_ORBIT: b = 1
PLUTO_PLANET = N_PLANETS  # K_REMOVE: a
OUTERMOST = N_RINGS - 1


@jit
def planet_under(game, player, i):
    """Planet other than Earth under a probe, or -1 (capsules can do neither, M7)."""
    me = game.players[player]
    if me.figure[i] != PROBE:
        return -1
    planet = planet_at(game, me.ring[i], me.place[i])
    return -1 if planet == EARTH else planet


@jit
def any_orbiter(game, planet):
    """Whether anybody has an orbiter at the planet (LAND-01)."""
    for seat in range(game.n_players):
        if game.players[seat].orbiters[planet] > 0:
            return True
    return False


@jit
def moon_free(game, moon):
    """Whether no lander stands on the moon (LAND-05)."""
    for seat in range(game.n_players):
        if game.players[seat].moon_landers[moon] > 0:
            return False
    return True


@jit
def reaches_pluto(game, player, i, figure):
    """Whether a probe on the outermost ring may orbit or land at Pluto: owner only, one figure each (card 901)."""
    me = game.players[player]
    return (me.pluto & (PLUTO_OPEN | figure)) == PLUTO_OPEN and me.figure[i] == PROBE and me.ring[i] == OUTERMOST


@inlined
def orbit_price(tables):
    """Credits and energy of an orbit as a main action, at Pluto too (ORBIT-01, card 901)."""
    return int(tables.orbit_credit), int(tables.orbit_energy)


@jit
def pluto_land_price(game, tables, player):
    """Energy for a landing at Pluto: as at any planet (card 901, LAND-01)."""
    me = game.players[player]
    cost = int(tables.land_energy_orbiter) if (me.pluto & PLUTO_ORBITER) != 0 else int(tables.land_energy)
    if me.tech[PROBE_3] != 0:
        cost -= tables.land_tech_discount
    return max(cost, 0)


@jit
def land_price(game, tables, player, planet):
    """Energy for a landing (LAND-01, TECH-05)."""
    cost = int(tables.land_energy_orbiter) if any_orbiter(game, planet) else int(tables.land_energy)
    if game.players[player].tech[PROBE_3] != 0:
        cost -= tables.land_tech_discount
    return max(cost, 0)


@inlined
def legal_orbits(game, moves, n, player):
    """List one orbit a planet on which the player has a probe (ORBIT-01)."""
    for i in range(figures_end(game, player)):
        if game.players[player].figure[i] != PROBE or is_repeated(game, player, i):
            continue
        if planet_under(game, player, i) >= 0:
            n = add(game, moves, n, K_ORBIT, i, 0, 0)
        if reaches_pluto(game, player, i, PLUTO_ORBITER):
            n = add(game, moves, n, K_ORBIT, i, 1, 0)
    return n


@jit
def add_landings(game, tables, moves, n, player, i, flags):
    """List the landings of one probe: the planet, by first-landing space where there is a choice, and moons."""
    planet = planet_under(game, player, i)
    table = tables.planets[planet]
    spaces = 0
    if planet != OUMUAMUA or (flags & LAND_OCCUPIED) != 0:
        for k in range(table.n_first_land):
            open_now = game.first_land[planet, k] == NOBODY
            if open_now or (flags & LAND_OCCUPIED) != 0:
                n = add(game, moves, n, K_LAND, i, 0, k)
                spaces += 1
            if open_now and planet == OUMUAMUA:  # its spaces are used in order (O5)
                break
    if spaces == 0:
        n = add(game, moves, n, K_LAND, i, 0, -1)
    free_moons = game.players[player].tech[PROBE_4] != 0 or (flags & LAND_ANY_MOON) != 0
    taken_moons = (flags & LAND_OCCUPIED) != 0 and (free_moons or tables.rulings.land_occupied != 0)
    if not free_moons and not taken_moons:
        return n
    for k in range(table.n_moons):
        moon = table.first_moon + k
        if free_moons if moon_free(game, moon) else taken_moons:
            n = add(game, moves, n, K_LAND, i, 1 + moon, -1)
    return n


@inlined
def legal_landings(game, tables, moves, n, player, flags, must_pay):
    """List all landings of the player (LAND-01 to LAND-07)."""
    energy = int(game.players[player].energy)
    for i in range(figures_end(game, player)):
        if game.players[player].figure[i] != PROBE or is_repeated(game, player, i):
            continue
        planet = planet_under(game, player, i)
        affordable = not must_pay or energy >= pluto_land_price(game, tables, player)
        if affordable and reaches_pluto(game, player, i, PLUTO_LANDER):
            n = add(game, moves, n, K_LAND, i, PLUTO_TARGET, -1)
        if planet < 0:
            continue
        if must_pay and energy < land_price(game, tables, player, planet):
            continue
        n = add_landings(game, tables, moves, n, player, i, flags)
    return n


@jit
def orbit_pluto(game, tables, player, i, flags):
    """Orbit Pluto and queue its bonuses (card 901)."""
    me = game.players[player]
    me.figure[i] = NO_FIGURE
    me.pluto |= PLUTO_ORBITER
    queue_event(game, player, EV_ORBIT, AT_PLUTO)
    push_program(game, tables, player, P_ORBIT, flags, tables.pluto_orbit, -1, -1)


@jit
def land_pluto(game, tables, player, i, flags):
    """Land on Pluto and queue its bonuses (card 901)."""
    me = game.players[player]
    me.figure[i] = NO_FIGURE
    me.pluto |= PLUTO_LANDER
    queue_event(game, player, EV_LAND, AT_PLUTO)
    push_program(game, tables, player, P_LAND, flags, tables.pluto_land, -1, -1)


@jit
def orbit(game, tables, player, i, flags):
    """Move a probe into orbit and queue the bonuses in order (ORBIT-02 to ORBIT-05)."""
    me = game.players[player]
    planet = planet_under(game, player, i)
    me.figure[i] = NO_FIGURE
    me.orbiters[planet] += 1
    game.planet_version[planet] += 1
    if me.orbiter_round[planet] == 0:
        me.orbiter_round[planet] = game.round_number
    if (flags & FRAME_CARD) != 0:
        game.acted_planet = planet
    queue_event(game, player, EV_ORBIT, 1 << planet)
    table = tables.planets[planet]
    side = oumuamua_side(game) if planet == OUMUAMUA else -1
    if game.first_orbit[planet] == NOBODY:
        game.first_orbit[planet] = player
        push_program(game, tables, player, P_ORBIT, flags, table.first_orbit, -1, side)
    push_program(game, tables, player, P_ORBIT, flags, table.orbit, -1, side)


@jit
def take_first_landing(game, tables, player, planet, space, flags):
    """Cover a first-landing space and queue its data (LAND-03, LAND-07; O5 for the three of Oumuamua)."""
    if planet == OUMUAMUA and space < 0:
        for k in range(tables.planets[planet].n_first_land):
            if game.first_land[planet, k] == NOBODY:
                space = k
                break
    if space < 0:
        return
    if game.first_land[planet, space] == NOBODY:
        game.first_land[planet, space] = player
    push_program(game, tables, player, P_LAND, flags, tables.planets[planet].first_land[space], -1, -1)


@jit
def land(game, tables, player, i, target, space, flags):
    """Land a probe on its planet or on a moon and queue the bonuses in order (LAND-02 to LAND-07)."""
    me = game.players[player]
    planet = planet_under(game, player, i)
    me.figure[i] = NO_FIGURE
    game.planet_version[planet] += 1
    if (flags & FRAME_CARD) != 0:
        game.acted_planet = planet
        game.landed = planet
        game.landed_moon = 1 if target > 0 else 0
    queue_event(game, player, EV_LAND, 1 << planet)
    if target > 0:
        me.moon_landers[target - 1] += 1
        if me.moon_round[target - 1] == 0:
            me.moon_round[target - 1] = game.round_number
        push_program(game, tables, player, P_MOON, flags, tables.moons[target - 1].land, -1, -1)
        return
    me.landers[planet] += 1
    if me.lander_round[planet] == 0:
        me.lander_round[planet] = game.round_number
    take_first_landing(game, tables, player, planet, space, flags)
    side = oumuamua_side(game) if planet == OUMUAMUA else -1
    push_program(game, tables, player, P_LAND, flags, tables.planets[planet].land, -1, side)


@jit
def orbit_anywhere(game, tables, player, move, flags):
    """Carry out a K_ORBIT move, at Pluto if it says so."""
    if move.b != 0:
        orbit_pluto(game, tables, player, move.a, flags)
    else:
        orbit(game, tables, player, move.a, flags)


@jit
def land_anywhere(game, tables, player, move, flags):
    """Carry out a K_LAND move, on Pluto if it says so."""
    if move.b == PLUTO_TARGET:
        land_pluto(game, tables, player, move.a, flags)
    else:
        land(game, tables, player, move.a, move.b, move.c, flags)


@jit
def landing_price(game, tables, player, move):
    """Energy a K_LAND move costs as a main action (LAND-01)."""
    if move.b == PLUTO_TARGET:
        return pluto_land_price(game, tables, player)
    return land_price(game, tables, player, planet_under(game, player, move.a))


@jit
def legal_removals(game, tables, moves, player, landers):
    """List own figures that an effect may take off: orbiters, or landers with moons (OPEN-05)."""
    me = game.players[player]
    n = 0
    if (me.pluto & (PLUTO_LANDER if landers else PLUTO_ORBITER)) != 0:
        n = add(game, moves, n, K_REMOVE, PLUTO_PLANET, 0, 0)
    for planet in range(N_PLANETS):
        total = int(me.landers[planet]) if landers else int(me.orbiters[planet])
        spaces = 3 if landers else 1
        for k in range(spaces):
            owner = game.first_land[planet, k] if landers else game.first_orbit[planet]
            if owner == player:
                n = add(game, moves, n, K_REMOVE, planet, 1 + k, 0)
                total -= 1
        if total > 0:
            n = add(game, moves, n, K_REMOVE, planet, 0, 0)
        if landers:
            for k in range(tables.planets[planet].n_moons):
                moon = tables.planets[planet].first_moon + k
                if me.moon_landers[moon] > 0:
                    n = add(game, moves, n, K_REMOVE, planet, MOON_OFFSET + moon, 0)
    return n


@jit
def remove_figure(game, tables, player, planet, which, landers):
    """Take an own figure off the planetary board; what exactly it covered is open again (OPEN-05).

    By the other ruling first spaces stay used: they are covered by nobody's marker.
    """
    me = game.players[player]
    cover = NOBODY if tables.rulings.removed_figure == 0 else NEUTRAL
    if planet == PLUTO_PLANET:
        me.pluto &= ~(PLUTO_LANDER if landers else PLUTO_ORBITER)
        return
    game.planet_version[planet] += 1
    if not landers:
        me.orbiters[planet] -= 1
        if which > 0:
            game.first_orbit[planet] = cover
    elif which >= MOON_OFFSET:
        me.moon_landers[which - MOON_OFFSET] -= 1
    else:
        me.landers[planet] -= 1
        if which > 0:
            game.first_land[planet, which - 1] = cover
