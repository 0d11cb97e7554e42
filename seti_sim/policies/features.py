"""What a position offers: sectors, probes on their way, places for traces, technologies, cards."""

import numpy as np

from seti_sim.components import opcodes as k
from seti_sim.components.tables import N_MOONS, TILE
from seti_sim.engine.planets import any_orbiter, land_cost, moon_free, planet_under
from seti_sim.engine.probes import can_launch, figures_end
from seti_sim.engine.scoring import gold_sets, gold_value
from seti_sim.engine.solar import distance
from seti_sim.engine.state import NO_FIGURE, NOBODY
from seti_sim.engine.traces import BOARD_SPACE, DISCOVERY_SPACE, OVERFLOW
from seti_sim.jit import inlined, jit
from seti_sim.policies import weights as v
from seti_sim.policies.values import (
    incomes_left,
    resource_value,
    reward_value,
    tech_value,
    trace_value,
)

N_PLANETS = 9  # the eight and the tile
N_STARS = 8
KNOWN = 1
IN_SPACE = 2
ON_PLANET = 4
CAN_LAUNCH = 8
FAR = 10  # steps: more than the two left over at the end of the longest way


@jit
def signal_value(game, tables, a, player, slot):
    """Value of one signal in a slot; noted until the slot changes."""
    if a.signals_checked == 0:
        check_signals(game, a, player)
    if a.signal_noted[slot] != game.slot_changes[slot]:
        a.signal_noted[slot] = game.slot_changes[slot]
        a.signal[slot] = signal_worth(game, tables, a, player, slot)
    return a.signal[slot]


@jit
def note_signals(game, tables, a, player):
    """Note the values of signals at all stars for :func:`best_signal`."""
    if a.signals_checked == 0:
        check_signals(game, a, player)
    for star in range(N_STARS):
        if a.signal_noted[star] != game.slot_changes[star]:
            a.signal_noted[star] = game.slot_changes[star]
            a.signal[star] = signal_worth(game, tables, a, player, star)


@jit
def best_signal(a, mask):
    """Value of the best signal among the stars of a mask, at least -10; :func:`note_signals` comes first."""
    best = -10.0
    for star in range(N_STARS):
        value = a.signal[star] if (mask >> star) & 1 != 0 else -10.0
        best = max(best, value)
    return best


@jit
def moment(game, player):
    """A number that tells game, round and player apart from others of the same run."""
    return (int(game.index) * 8 + int(game.round_number)) * 4 + player


@jit
def check_signals(game, a, player):
    """Drop the values of signals noted if the round, the player or the game are others."""
    a.signals_checked = 1
    now = moment(game, player)
    seed = int(game.seed >> np.uint64(1))
    if a.signal_key[0] != now or a.signal_key[1] != seed:
        a.signal_key[0] = now
        a.signal_key[1] = seed
        a.signal_noted[:] = -1


@jit
def signal_worth(game, tables, a, player, slot):
    """Value of one signal in a slot: data, second position, and the share of the win it brings nearer."""
    position = int(game.filled[slot])
    capacity = int(tables.slots[slot].capacity)
    value = a.w[v.W_SIGNAL]
    if position < capacity:
        value += resource_value(game, a, k.DATA)
    if position == 1:
        value += 2.0 * a.w[v.W_SCORE]
    if slot == TILE:
        return value + resource_value(game, a, k.EXOFOSSIL) / capacity
    mine = int(game.markers[slot, player]) + 1
    rival = 0
    for seat in range(game.n_players):
        if seat != player:
            rival = max(rival, int(game.markers[slot, seat]))
    left = capacity - position - 1
    prize = a.w[v.W_WIN] + trace_value(a)
    if left <= 0:
        if mine >= rival:
            return value + prize
        return value + resource_value(game, a, k.PUBLICITY) - 0.2 * prize
    if mine + left < rival:
        return value
    share = mine / (mine + rival + 0.5 * left)
    return value + 0.5 * prize * share / (1.0 + 0.3 * left)


@jit
def trace_place_value(game, tables, a, player, side, place, colour):
    """Value of marking a trace on a place (K_TRACE arguments)."""
    factor = 1.0 if incomes_left(game) > 0 else 0.6
    if place == DISCOVERY_SPACE:
        gain = reward_value(game, a, tables.discovery_gain[side])
        return gain + a.w[v.W_TRACE] + a.w[v.W_DISCOVERY] * factor
    if place == OVERFLOW:
        return reward_value(game, a, tables.overflow_gain) + a.w[v.W_TRACE]
    space = tables.species[game.species[side]].spaces[place - BOARD_SPACE]
    program = int(space.gain)
    if space.token >= 0:
        program = int(tables.samples[game.sample_on_space[space.token]])
    value = reward_value(game, a, program) + a.w[v.W_TRACE] - 0.4 * space.danger
    if space.cost_resource >= 0:
        value -= space.cost_amount * resource_value(game, a, space.cost_resource)
    return value


@jit
def best_trace_value(game, tables, a, player, colour):
    """Value of the best discovery or overflow place for a colour (boards count as a discovery space)."""
    best = trace_place_value(game, tables, a, player, 0, OVERFLOW, colour)
    for side in range(2):
        if game.discovery[side, colour] == NOBODY:
            best = max(best, trace_place_value(game, tables, a, player, side, DISCOVERY_SPACE, colour))
        elif game.discovered[side] != 0:
            best = max(best, trace_value(a) + 1.0)
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
    if planet == k.OUMUAMUA:
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
    if game.players[player].tech[k.PROBE_4] != 0:
        for m in range(tables.planets[planet].n_moons):
            moon = tables.planets[planet].first_moon + m
            if moon < N_MOONS and moon_free(game, moon):
                best = max(best, landing_value(game, tables, a, player, planet, 1 + moon, -1))
    return best


@jit
def planet_worth(game, tables, a, player, planet):
    """Value of a probe that stands on a planet, costs of orbit or landing taken off, and the energy these take."""
    energy = resource_value(game, a, k.ENERGY)
    orbit = orbit_value(game, tables, a, player, planet) - resource_value(game, a, k.CREDIT) - energy
    land = best_landing_value(game, tables, a, player, planet)
    land -= energy * land_cost(game, tables, player, planet)
    if not any_orbiter(game, planet) and orbit > land:
        return orbit
    return max(orbit, land)


@jit
def forget(a):
    """Look again whether what was noted still holds; to be called at every decision, before values are asked for."""
    a.checked = 0
    a.signals_checked = 0
    a.around = 0


@jit
def forget_all(a):
    """Drop everything noted: the game goes on from another position than the one noted for."""
    a.worth_key[0] = -1
    a.signal_key[0] = -1
    forget(a)


@jit
def around(game, tables, a, player):
    """What the player can do with figures now, noted for the decision: bits IN_SPACE, ON_PLANET and CAN_LAUNCH."""
    if a.around == 0:
        a.around = KNOWN
        for i in range(figures_end(game, player)):
            if game.players[player].figure[i] != NO_FIGURE:
                a.around |= IN_SPACE
                if planet_under(game, player, i) >= 0:
                    a.around |= ON_PLANET
        if can_launch(game, tables, player):
            a.around |= CAN_LAUNCH
    return a.around


@jit
def worth_key(game, player):
    """A number that changes with what the worth of all planets depends on in a round: two technologies, the tile."""
    tech = game.players[player].tech
    moons = 2 if tech[k.PROBE_4] != 0 else 0
    return (4 if tech[k.PROBE_3] != 0 else 0) + moons + int(game.tile_out)


@jit
def fill_planet_worths(game, tables, a, player):
    """Note the worth of the planets for the player where what is noted no longer holds; return whether it did not."""
    now = moment(game, player)
    key = worth_key(game, player)
    seed = int(game.seed >> np.uint64(1))
    if a.worth_key[0] != now or a.worth_key[1] != key or a.worth_key[2] != seed:
        a.worth_key[0] = now
        a.worth_key[1] = key
        a.worth_key[2] = seed
        a.worth_noted[:] = -1
    changed = False
    for planet in range(N_PLANETS):
        changed |= a.worth_noted[planet] != game.planet_changes[planet]
    if not changed:
        return False
    for planet in range(N_PLANETS):
        if a.worth_noted[planet] != game.planet_changes[planet]:
            a.worth_noted[planet] = game.planet_changes[planet]
            a.worth[planet] = 0.0
            if planet != k.EARTH and game.planet_ring[planet] >= 0:
                a.worth[planet] = planet_worth(game, tables, a, player, planet)
    return True


@jit
def reach_of(game, player):
    """Steps a probe of the player may still make, as far as it matters."""
    return min(int(game.players[player].energy) + 3 * incomes_left(game), FAR)


@jit
def check_notes(game, tables, a, player):
    """Drop the ways noted if the solar system, the reach or the worth of planets has changed since."""
    a.checked = 1
    key = reach_of(game, player)
    for disc in range(game.disc_turn.shape[0]):
        key = key * 8 + int(game.disc_turn[disc])
    if fill_planet_worths(game, tables, a, player) or a.way_key != key:
        a.way_key = key
        a.way_known = 0


@inlined
def prospect(game, tables, a, player, ring, place):
    """What a probe at a place may still earn: the best planet less the energy of the way there; noted for later."""
    if a.checked == 0:
        check_notes(game, tables, a, player)
    bit = 1 << (8 * int(ring) + int(place))
    if (a.way_known & bit) == 0:
        a.way_known |= bit
        a.way[ring, place] = best_way(game, tables, a, player, ring, place)
    return a.way[ring, place]


@jit
def best_way(game, tables, a, player, ring, place):
    """Value of the best planet for a probe at a place, less the energy of the way there; 0 if none is worth it."""
    energy = 0.8 * resource_value(game, a, k.ENERGY)
    reach = reach_of(game, player)
    best = 0.0
    for planet in range(N_PLANETS):
        if a.worth[planet] <= best:
            continue  # the way takes nothing but energy
        steps = distance(ring, place, game.planet_ring[planet], game.planet_place[planet])
        near = a.worth[planet] - energy * steps
        value = near if steps + 2 <= reach else 0.2 * near
        best = max(best, value)
    return best * a.w[v.W_PROSPECT]


@jit
def technology_value(game, tables, a, player, tech):
    """Value of taking a technology: the technology itself, its tile, its two points, its place in a set."""
    kind = int(tables.techs[tech].kind)
    taken = int(game.tiles_taken[tech])
    value = tech_value(game, a, kind)
    value += reward_value(game, a, tables.tile_gains[game.tiles[tech, taken]])
    value += reward_value(game, a, tables.techs[tech].also)
    if taken == 0:
        value += 2.0 * a.w[v.W_SCORE]
    if tech == k.PROBE_4:
        value += 2.0 * (int(game.round_number) - 2)
    return value


@jit
def best_technology_value(game, tables, a, player, kinds):
    """Value of the best technology of some kinds the player can still take, 0 if there is none."""
    best = 0.0
    for tech in range(k.N_TECHS):
        if game.players[player].tech[tech] == 0 and (kinds & (1 << tables.techs[tech].kind)) != 0:
            best = max(best, technology_value(game, tables, a, player, tech))
    return best


@jit
def gold_tile_value(game, tables, a, player, tile):
    """Value of marking a gold tile: its next free value times the sets counted now, with some growth expected."""
    value = gold_value(game, tables, tile, int(game.gold_markers[tile]) + 1)
    return a.w[v.W_GOLD] * value * (gold_sets(game, tables, player, tile) + 0.4 * (1 + incomes_left(game)))
