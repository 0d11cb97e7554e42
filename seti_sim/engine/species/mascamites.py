"""Mascamites: sample tokens on Jupiter and Saturn, capsules and deliveries (M1 to M14)."""

from seti_sim.components.opcodes import JUPITER, MASCAMITES, SATURN
from seti_sim.engine.frames import FRAME_CARD, push_program
from seti_sim.engine.gains import SIDE_SHIFT
from seti_sim.engine.moves import K_SAMPLE, K_SKIP, add
from seti_sim.engine.probes import place_figure
from seti_sim.engine.rng import shuffle
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import CAPSULE, MAX_FIGURES, NO_FIGURE, P_SPECIES_OTHER, S_SPECIES
from seti_sim.jit import jit

N_SAMPLES = 7
AT_JUPITER = 0
AT_SATURN = 1
TAKEN = 2


@jit
def discover(game, tables):
    """Lay the shuffled tokens: three on Jupiter, three on Saturn, the last one face up on the board (M1)."""
    order = game.sample_on_space  # used as scratch, then set
    for i in range(N_SAMPLES):
        order[i] = i
    shuffle(game, S_SPECIES, order, N_SAMPLES)
    each = int(tables.samples_per_planet)
    for i in range(N_SAMPLES):
        where = TAKEN
        if i < each:
            where = AT_JUPITER
        elif i < 2 * each:
            where = AT_SATURN
        game.sample_where[order[i]] = where
    game.sample_on_space[0] = order[N_SAMPLES - 1]
    for space in range(1, N_SAMPLES):
        game.sample_on_space[space] = -1


@jit
def place_of_planet(planet):
    """Code of the planet in ``sample_where``, -1 for planets without samples."""
    if planet == JUPITER:
        return AT_JUPITER
    return AT_SATURN if planet == SATURN else -1


@jit
def add_samples(game, moves, n, planet):
    """List the tokens on a planet's space."""
    where = place_of_planet(planet)
    for token in range(N_SAMPLES):
        if where >= 0 and game.sample_where[token] == where:
            n = add(game, moves, n, K_SAMPLE, token, planet, 0)
    return n


@jit
def in_play(game):
    """Whether the species has been discovered."""
    side = side_of(game, MASCAMITES)
    return side >= 0 and game.discovered[side] != 0


@jit
def legal_collections(game, moves):
    """List the tokens to take at the planet where the card orbited or landed (M3)."""
    n = 0
    if in_play(game) and game.acted_planet >= 0:
        n = add_samples(game, moves, n, int(game.acted_planet))
    if n == 0:
        n = add(game, moves, n, K_SKIP, 0, 0, 0)
    return n


@jit
def legal_copies(game, moves, player, planets):
    """List the tokens whose reward may be copied (M12); planets = 0 means where an own probe stands."""
    n = 0
    if in_play(game):
        for planet in range(JUPITER, SATURN + 1):
            wanted = (planets & (1 << planet)) != 0
            if planets == 0:
                me = game.players[player]
                for i in range(MAX_FIGURES):
                    if me.figure[i] != NO_FIGURE and game.cells[me.ring[i], me.place[i]] == planet:
                        wanted = True
            if wanted:
                n = add_samples(game, moves, n, planet)
    if n == 0:
        n = add(game, moves, n, K_SKIP, 0, 0, 0)
    return n


@jit
def collect(game, player, token, planet):
    """Take a token: it becomes a capsule of the player on the planet's space (M4, M7)."""
    game.sample_where[token] = TAKEN
    place_figure(game, player, CAPSULE, game.planet_ring[planet], game.planet_place[planet], token)


@jit
def copy(game, tables, player, token, flags):
    """Gain the reward of a token that stays where it is (M12)."""
    side = side_of(game, MASCAMITES)
    source = P_SPECIES_OTHER + SIDE_SHIFT * (side + 1)
    push_program(game, tables, player, source, flags & FRAME_CARD, tables.samples[token], -1, side)
