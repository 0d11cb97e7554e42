"""What the board offers a player: sectors, probes on their way, places for traces, technologies, gold tiles.

``compute_*`` functions are asked through the value cache (:mod:`seti_sim.policies.value_cache`).
"""

from seti_sim.components import opcodes
from seti_sim.components.tables import N_MOONS, TILE
from seti_sim.engine.planets import any_orbiter, land_price, moon_free, orbit_price, planet_under
from seti_sim.engine.probes import can_launch, figures_end
from seti_sim.engine.scoring import gold_sets, gold_value
from seti_sim.engine.sectors import win_reward
from seti_sim.engine.solar import distance
from seti_sim.engine.state import NO_FIGURE, NOBODY
from seti_sim.engine.traces import BOARD_SPACE, DISCOVERY_SPACE, OVERFLOW, trace_price
from seti_sim.jit import inlined, jit
from seti_sim.policies import weights as v
from seti_sim.policies.valuation import (
    MUCH_ENERGY,
    incomes_left,
    resource_value,
    reward_value,
    tech_value,
    trace_value,
)

KNOWN = 1
IN_SPACE = 2
ON_PLANET = 4
CAN_LAUNCH = 8


@jit
def compute_signal(game, tables, a, player, slot):
    """Value of one signal in a slot: data, gain of the position, and the share of the win it brings nearer."""
    position = int(game.filled[slot])
    capacity = int(tables.slots[slot].capacity)
    value = a.w[v.W_SIGNAL]
    if position < capacity:
        value += resource_value(game, a, opcodes.DATA) + reward_value(
            game, a, tables.slots[slot].position_gain[position]
        )
    if slot == TILE:
        return value + reward_value(game, a, tables.slots[slot].first_win) / capacity
    mine = int(game.markers[slot, player]) + 1
    rival = 0
    for seat in range(game.n_players):
        if seat != player:
            rival = max(rival, int(game.markers[slot, seat]))
    left = capacity - position - 1
    prize = a.w[v.W_WIN] + reward_value(game, a, win_reward(game, tables, slot))
    if left <= 0:
        value += tables.contributor_publicity * resource_value(game, a, opcodes.PUBLICITY)
        return value + prize if mine >= rival else value - a.w[v.W_WIN_LOST] * prize
    if mine + left < rival:
        return value
    share = mine / (mine + rival + a.w[v.W_WIN_RIVAL] * left)
    return value + a.w[v.W_WIN_SHARE] * prize * share / (1.0 + a.w[v.W_WIN_FAR] * left)


@jit
def trace_place_value(game, tables, a, player, side, place, colour):
    """Value of marking a trace on a place (K_TRACE arguments)."""
    factor = 1.0 if incomes_left(game) > 0 else a.w[v.W_DISCOVERY_LATE]
    if place == DISCOVERY_SPACE:
        gain = reward_value(game, a, tables.discovery_gain[side])
        return gain + a.w[v.W_TRACE] + a.w[v.W_DISCOVERY] * factor
    if place == OVERFLOW:
        return reward_value(game, a, tables.overflow_gain) + a.w[v.W_TRACE]
    species = int(game.species[side])
    space = tables.species[species].spaces[place - BOARD_SPACE]
    program = int(space.gain)
    if space.token >= 0:
        program = int(tables.samples[game.sample_on_space[space.token]])
    value = reward_value(game, a, program) + a.w[v.W_TRACE] - a.w[v.W_DANGER] * space.danger
    resource, amount = trace_price(tables, species, place - BOARD_SPACE)
    if resource >= 0:
        value -= amount * resource_value(game, a, resource)
    return value


@jit
def best_trace_value(game, tables, a, player, colour):
    """Value of the best discovery or overflow place for a colour (boards count as a discovery space)."""
    best = trace_place_value(game, tables, a, player, 0, OVERFLOW, colour)
    for side in range(2):
        if game.discovery[side, colour] == NOBODY:
            best = max(best, trace_place_value(game, tables, a, player, side, DISCOVERY_SPACE, colour))
        elif game.discovered[side] != 0:
            best = max(best, trace_value(a) + a.w[v.W_BOARD_TRACE])
    return best


@jit
def orbit_value(game, tables, a, player, planet):
    """Value of an orbit at a planet, its cost left out."""
    table = tables.planets[planet]
    value = a.w[v.W_ORBIT] + reward_value(game, a, table.orbit)
    if game.first_orbit[planet] == NOBODY:
        value += reward_value(game, a, table.first_orbit)
    return value


@jit
def landing_value(game, tables, a, player, planet, target, space):
    """Value of a landing on a planet or moon, its cost left out."""
    if target > 0:
        return a.w[v.W_LAND] + reward_value(game, a, tables.moons[target - 1].land)
    table = tables.planets[planet]
    value = a.w[v.W_LAND] + reward_value(game, a, table.land)
    if planet == opcodes.OUMUAMUA:
        if game.first_land[planet, 0] == NOBODY:
            value += reward_value(game, a, table.first_land[0])
    elif space >= 0:
        value += reward_value(game, a, table.first_land[space])
    return value


@jit
def best_landing_value(game, tables, a, player, planet):
    """Value of the best landing at a planet with the technologies the player has, its cost left out."""
    space = -1
    for s in range(tables.planets[planet].n_first_land):
        if game.first_land[planet, s] == NOBODY:
            space = s
            break
    best = landing_value(game, tables, a, player, planet, 0, space)
    if game.players[player].tech[opcodes.PROBE_4] != 0:
        for m in range(tables.planets[planet].n_moons):
            moon = tables.planets[planet].first_moon + m
            if moon < N_MOONS and moon_free(game, moon):
                best = max(best, landing_value(game, tables, a, player, planet, 1 + moon, -1))
    return best


@jit
def compute_planet(game, tables, a, player, planet):
    """Value of a probe that stands on a planet, costs of orbit or landing taken off, and the energy these take."""
    energy = resource_value(game, a, opcodes.ENERGY)
    price = orbit_price(tables)
    orbit = orbit_value(game, tables, a, player, planet)
    orbit -= price[0] * resource_value(game, a, opcodes.CREDIT)
    orbit -= price[1] * energy
    land = best_landing_value(game, tables, a, player, planet)
    land -= energy * land_price(game, tables, player, planet)
    if not any_orbiter(game, planet) and orbit > land:
        return orbit
    return max(orbit, land)


@jit
def compute_figures(game, tables, player):
    """What the player can do with figures now: bits KNOWN (always set), IN_SPACE, ON_PLANET and CAN_LAUNCH."""
    figures = KNOWN
    for i in range(figures_end(game, player)):
        if game.players[player].figure[i] != NO_FIGURE:
            figures |= IN_SPACE
            if planet_under(game, player, i) >= 0:
                figures |= ON_PLANET
    if can_launch(game, tables, player):
        figures |= CAN_LAUNCH
    return figures


@inlined
def reach_of(game, a, player):
    """Steps from which the player can still pay what the end of the way takes."""
    return int(a.table.reach[game.round_number - 1, min(int(game.players[player].energy), MUCH_ENERGY)])


@jit
def compute_prospect(game, tables, a, player, ring, place):
    """Value of the best planet for a probe at a place, less the energy of the way there; 0 if none is worth it."""
    step = a.table.step[game.round_number - 1]
    reach = reach_of(game, a, player)
    best = 0.0
    for planet in range(opcodes.N_PLANETS):
        if a.cache[player].planet[planet] <= best:
            continue  # the way takes nothing but energy
        steps = distance(ring, place, game.planet_ring[planet], game.planet_place[planet])
        near = a.cache[player].planet[planet] - step * steps
        value = near if steps <= reach else a.w[v.W_FAR] * near
        best = max(best, value)
    return best * a.w[v.W_PROSPECT]


@jit
def technology_value(game, tables, a, player, tech):
    """Value of taking a technology: itself, its tile, the bonus of the first tile taken."""
    kind = int(tables.techs[tech].kind)
    taken = int(game.tiles_taken[tech])
    value = tech_value(game, a, kind)
    value += reward_value(game, a, tables.tile_gains[game.tiles[tech, taken]])
    value += reward_value(game, a, tables.techs[tech].also)
    if taken == 0:
        value += reward_value(game, a, tables.first_taken_gain)
    if tech == opcodes.PROBE_4:
        value += a.w[v.W_MOONS] * (int(game.round_number) - a.w[v.W_MOONS_FROM])
    return value


@jit
def best_technology_value(game, tables, a, player, kinds):
    """Value of the best technology of some kinds the player can still take, 0 if there is none."""
    best = 0.0
    for tech in range(opcodes.N_TECHS):
        if game.players[player].tech[tech] == 0 and (kinds & (1 << tables.techs[tech].kind)) != 0:
            best = max(best, technology_value(game, tables, a, player, tech))
    return best


@jit
def gold_tile_value(game, tables, a, player, tile):
    """Value of marking a gold tile: its next free value times the sets counted now, with some growth expected."""
    value = gold_value(game, tables, tile, int(game.gold_markers[tile]) + 1)
    return (
        a.w[v.W_GOLD]
        * value
        * (gold_sets(game, tables, player, tile) + a.w[v.W_GOLD_GROWTH] * (1 + incomes_left(game)))
    )
