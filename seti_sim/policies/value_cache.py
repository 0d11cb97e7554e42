"""The value cache: what has been worked out in a position and is remembered between decisions.

Signals, planets and ways of probes are asked for again and again, while few of them change from one decision to the
next. Each player has a cache, so that seats with the same strategy share one appraisal; everything in it belongs to one
round of one game. :func:`validate`, which runs before the first look-up of a decision, drops what no longer holds: it
compares keys (game, round, player, technologies, turns of the discs, reach) and the version counters of planets and
slots in the state of the game. ``compute_*`` functions work a value out (:mod:`seti_sim.policies.board_values`), the
``cached_*`` functions below are what players ask.

Whoever asks calls :func:`begin_decision` at every decision, and :func:`drop_cache` when a game goes on from another
position than the one it was left in, as copies of games do in a search: versions are only comparable within one game.
"""

import numpy as np

from seti_sim.components.opcodes import EARTH, N_PLANETS, PROBE_3, PROBE_4
from seti_sim.components.tables import N_PLACES, N_RINGS, N_SLOTS, N_STARS, record_dtype
from seti_sim.jit import inlined, jit
from seti_sim.policies.board_values import compute_figures, compute_planet, compute_prospect, compute_signal, reach_of

NO_SIGNAL = -10.0  # value of a signal that cannot be placed
VALUE_CACHE = record_dtype(
    [
        ("valid", "i8"),  # 1 = validated in this decision
        ("figures", "i8"),  # bits of compute_figures for this decision, 0 = not asked for yet
        # ---- keys: what everything cached depends on
        ("moment", "i8"),  # game, round and player
        ("seed", "i8"),  # of the run
        ("landing_key", "i8"),  # technologies of the player, the tile: what planets depend on besides their figures
        ("way_key", "i8"),  # turns of the discs and reach: what ways depend on besides the planets
        # ---- values with the version they were worked out for, -1 = none
        ("signal", "f8", (N_SLOTS,)),  # of a signal in the slot
        ("signal_version", "i2", (N_SLOTS,)),
        ("planet", "f8", (N_PLANETS,)),  # of a probe on the planet
        ("planet_version", "i2", (N_PLANETS,)),
        ("way", "f8", (N_RINGS, N_PLACES)),  # of a probe on the place
        ("way_known", "i8"),  # a bit for each place
    ]
)


@inlined
def begin_decision(a, player):
    """Start a decision of a player: whatever is cached is validated before it is used again."""
    a.cache[player].valid = 0
    a.cache[player].figures = 0


@jit
def drop_cache(a):
    """Drop everything cached for all players: the game continues from another position."""
    for player in range(a.cache.shape[0]):
        a.cache[player].moment = -1
        begin_decision(a, player)


@inlined
def moment_of(game, player):
    """A number that tells game, round and player apart from others of the same run."""
    return (int(game.index) * 8 + int(game.round_number)) * 4 + player


@inlined
def landing_key_of(game, player):
    """A number that changes with what all planets depend on in a round: two technologies, the tile."""
    tech = game.players[player].tech
    moons = 2 if tech[PROBE_4] != 0 else 0
    return (4 if tech[PROBE_3] != 0 else 0) + moons + int(game.tile_out)


@inlined
def way_key_of(game, a, player):
    """A number that changes with what all ways depend on: reach and turns of the discs."""
    key = reach_of(game, a, player)
    for disc in range(game.disc_turn.shape[0]):
        key = key * 8 + int(game.disc_turn[disc])
    return key


@jit
def validate(game, tables, a, player):
    """Drop what no longer holds; the first look-up of a decision does this."""
    cache = a.cache[player]
    cache.valid = 1
    moment = moment_of(game, player)
    seed = int(game.seed >> np.uint64(1))
    landing_key = landing_key_of(game, player)
    if cache.moment != moment or cache.seed != seed:
        cache.moment = moment
        cache.seed = seed
        cache.signal_version[:] = -1
        cache.landing_key = -1
    if cache.landing_key != landing_key:
        cache.landing_key = landing_key
        cache.planet_version[:] = -1
    changed = False
    for planet in range(N_PLANETS):
        changed |= cache.planet_version[planet] != game.planet_version[planet]
    way_key = way_key_of(game, a, player)
    if changed or cache.way_key != way_key:
        cache.way_key = way_key
        cache.way_known = 0


@jit
def cached_signal(game, tables, a, player, slot):
    """Value of one signal in a slot."""
    if a.cache[player].valid == 0:
        validate(game, tables, a, player)
    if a.cache[player].signal_version[slot] != game.slot_version[slot]:
        a.cache[player].signal_version[slot] = game.slot_version[slot]
        a.cache[player].signal[slot] = compute_signal(game, tables, a, player, slot)
    return a.cache[player].signal[slot]


@jit
def refresh_signals(game, tables, a, player):
    """Have the values of signals at all stars cached, for :func:`best_cached_signal`."""
    if a.cache[player].valid == 0:
        validate(game, tables, a, player)
    for star in range(N_STARS):
        if a.cache[player].signal_version[star] != game.slot_version[star]:
            cached_signal(game, tables, a, player, star)


@jit
def best_cached_signal(a, player, mask):
    """Value of the best signal among the stars of a mask, or NO_SIGNAL; :func:`refresh_signals` comes first."""
    best = NO_SIGNAL
    for star in range(N_STARS):
        value = a.cache[player].signal[star] if (mask >> star) & 1 != 0 else NO_SIGNAL
        best = max(best, value)
    return best


@jit
def refresh_planets(game, tables, a, player):
    """Have the values of all planets cached."""
    cache = a.cache[player]
    for planet in range(N_PLANETS):
        if cache.planet_version[planet] != game.planet_version[planet]:
            cache.planet_version[planet] = game.planet_version[planet]
            cache.planet[planet] = 0.0
            if planet != EARTH and game.planet_ring[planet] >= 0:
                cache.planet[planet] = compute_planet(game, tables, a, player, planet)


@jit
def fill_way(game, tables, a, player, ring, place):
    """Have the value of a way cached."""
    if a.cache[player].valid == 0:
        validate(game, tables, a, player)
    bit = 1 << (N_PLACES * ring + place)
    if (a.cache[player].way_known & bit) == 0:
        refresh_planets(game, tables, a, player)
        a.cache[player].way_known |= bit
        a.cache[player].way[ring, place] = compute_prospect(game, tables, a, player, ring, place)


@inlined
def cached_prospect(game, tables, a, player, ring, place):
    """What a probe at a place may still earn: the best planet less the energy of the way there."""
    bit = 1 << (N_PLACES * int(ring) + int(place))
    if a.cache[player].valid == 0 or (a.cache[player].way_known & bit) == 0:
        fill_way(game, tables, a, player, int(ring), int(place))
    return a.cache[player].way[ring, place]


@jit
def cached_figures(game, tables, a, player):
    """What the player can do with figures in this decision: bits of :func:`compute_figures`."""
    if a.cache[player].figures == 0:
        a.cache[player].figures = compute_figures(game, tables, player)
    return a.cache[player].figures
