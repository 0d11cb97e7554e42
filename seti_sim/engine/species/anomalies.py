"""Anomalies: tokens on the outermost ring that trigger when Earth comes to their sector (A1 to A10)."""

from seti_sim.components.opcodes import ANOMALIES, EARTH
from seti_sim.components.tables import N_PLACES
from seti_sim.engine.frames import push_program
from seti_sim.engine.gains import SIDE_SHIFT
from seti_sim.engine.rng import below, shuffle
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import NOBODY, P_SPECIES_OTHER, S_SPECIES
from seti_sim.jit import jit

N_ANOMALIES = 3


@jit
def discover(game, tables):
    """Lay the three tokens around Earth's sector, places and sides at random (setup of Anomalies, A3)."""
    for token in range(N_ANOMALIES):
        game.anomaly_order[token] = token
    if tables.rulings.anomaly_places == 0:
        shuffle(game, S_SPECIES, game.anomaly_order, N_ANOMALIES)
    for token in range(N_ANOMALIES):
        place = int(game.planet_place[EARTH]) + int(tables.anomaly_offsets[token]) + N_PLACES
        game.anomaly_place[token] = place % N_PLACES
        game.anomaly_side[token] = below(game, S_SPECIES, 2)


@jit
def next_anomaly(game):
    """The token triggered next: the first one met counter-clockwise from Earth's sector (A8); -1 without tokens."""
    if game.anomaly_place[0] < 0:
        return -1
    for steps in range(1, N_PLACES + 1):
        place = (int(game.planet_place[EARTH]) + N_PLACES - steps) % N_PLACES
        for token in range(N_ANOMALIES):
            if game.anomaly_place[token] == place:
                return token
    return -1


@jit
def highest_marker(game, tables, side, colour):
    """Owner of the highest marker of a board column, or NOBODY (A4, A5)."""
    if game.pile_top[side, colour] != NOBODY:
        return int(game.pile_top[side, colour])
    best = -1
    owner = NOBODY
    table = tables.species[ANOMALIES]
    for k in range(table.n_spaces):
        space = table.spaces[k]
        if space.colour == colour and game.space_owner[side, k] != NOBODY and space.row > best:
            best = int(space.row)
            owner = int(game.space_owner[side, k])
    return owner


@jit
def after_rotation(game, tables):
    """Trigger the anomaly in the sector Earth has just come to (A2, A4 to A6)."""
    side = side_of(game, ANOMALIES)
    for slot in range(N_ANOMALIES):
        if game.anomaly_place[slot] != game.planet_place[EARTH]:
            continue
        token = int(game.anomaly_order[slot])
        owner = highest_marker(game, tables, side, tables.anomaly_colour[token])
        if owner != NOBODY:
            source = P_SPECIES_OTHER + SIDE_SHIFT * (side + 1)
            program = tables.anomaly_gain[token, game.anomaly_side[slot]]
            push_program(game, tables, owner, source, 0, program, -1, side)
