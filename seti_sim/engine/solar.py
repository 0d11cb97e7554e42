"""The solar system: what every place shows, neighbours, and the rotation with its pushes (section 8 of the rules)."""

from seti_sim.components.opcodes import EMPTY, GAP, N_PLANETS, OUMUAMUA
from seti_sim.components.tables import N_PLACES, N_RINGS
from seti_sim.engine.frames import F_ANOMALY, F_VISIT, push
from seti_sim.engine.moves import CLOCKWISE, COUNTER_CLOCKWISE, INWARD
from seti_sim.engine.state import MAX_FIGURES, NO_FIGURE
from seti_sim.jit import jit

DISC_3 = 2  # the layer that carries the Oumuamua tile
BOARD = 3


@jit
def layer_cell(game, tables, layer, ring, place, extra):
    """Cell of one layer at a place when its disc has turned ``extra`` steps more than now (MOVE-03)."""
    turn = 0
    if layer < BOARD:
        turn = int(game.disc_turn[layer]) + extra
    index = (place + turn) % N_PLACES
    if layer == DISC_3 and game.tile_out != 0 and ring == tables.tile_ring and index == tables.tile_index:
        return OUMUAMUA
    return int(tables.layers[layer].cells[ring, index])


@jit
def covered_by_turning(game, tables, disc, ring, place, extra):
    """Whether a disc that turns (0 to ``disc``) covers the place, before (extra 0) or after (extra 1) the turn."""
    for layer in range(disc + 1):
        if layer_cell(game, tables, layer, ring, place, extra) != GAP:
            return True
    return False


@jit
def look_at_places(game, tables):
    """Recompute what all 32 places show and where the planets are (MOVE-03)."""
    for planet in range(N_PLANETS):
        game.planet_ring[planet] = -1
    for ring in range(N_RINGS):
        for place in range(N_PLACES):
            cell = layer_cell(game, tables, BOARD, ring, place, 0)
            for layer in range(BOARD - 1, -1, -1):  # without a jump where a layer is found: it can't be foreseen
                above = layer_cell(game, tables, layer, ring, place, 0)
                cell = cell if above == GAP else above
            game.cells[ring, place] = cell
            if cell < N_PLANETS:
                game.planet_ring[cell] = ring
                game.planet_place[cell] = place


@jit
def planet_at(game, ring, place):
    """The planet at a place (Earth included), or -1."""
    cell = int(game.cells[ring, place])
    return cell if cell < N_PLANETS else -1


@jit
def neighbour_ring(ring, direction):
    """Ring after one step, or -1 when it would leave the board (MOVE-02)."""
    if direction == CLOCKWISE or direction == COUNTER_CLOCKWISE:
        return ring
    if direction == INWARD:
        return ring - 1
    return ring + 1 if ring + 1 < N_RINGS else -1


@jit
def neighbour_place(place, direction):
    """Place in its ring after one step (MOVE-02)."""
    if direction == CLOCKWISE:
        return (place + 1) % N_PLACES
    if direction == COUNTER_CLOCKWISE:
        return (place + N_PLACES - 1) % N_PLACES
    return place


@jit
def distance(ring_1, place_1, ring_2, place_2):
    """Number of steps between two places, whatever they cost (MOVE-02)."""
    across = abs(int(place_1) - int(place_2))
    if across > N_PLACES - across:
        across = N_PLACES - across
    return abs(int(ring_1) - int(ring_2)) + across


@jit
def move_figures(game, tables, disc):
    """Carry figures on turning discs along and push those that would be covered (ROT-04 to ROT-06, ROT-09).

    Visits of pushed figures are queued so that the active player's are settled first, then clockwise.
    """
    n = int(game.n_players)
    for k in range(n - 1, -1, -1):
        seat = (game.active + k) % n
        me = game.players[seat]
        for i in range(MAX_FIGURES - 1, -1, -1):
            if me.figure[i] == NO_FIGURE:
                continue
            ring = int(me.ring[i])
            place = int(me.place[i])
            behind = (place + N_PLACES - 1) % N_PLACES
            if covered_by_turning(game, tables, disc, ring, place, 0):
                me.place[i] = behind  # rides along, no visit (ROT-08)
            elif covered_by_turning(game, tables, disc, ring, place, 1):
                me.place[i] = behind
                push(game, F_VISIT, seat, 0, 0, ring, behind, 0, 0)


@jit
def rotate(game, tables):
    """Rotate the solar system by the next disc (ROT-01 to ROT-03); pushes and species reactions are queued."""
    disc = int(tables.disc_order[game.next_disc])
    if game.anomaly_place[0] >= 0:
        push(game, F_ANOMALY, game.active, 0, 0, 0, 0, 0, 0)
    move_figures(game, tables, disc)
    for layer in range(disc + 1):
        game.disc_turn[layer] = (game.disc_turn[layer] + 1) % N_PLACES
    game.next_disc = (game.next_disc + 1) % 3
    look_at_places(game, tables)


@jit
def visit_argument(game, ring, place):
    """Event argument of a visit: the bit of the cell, 0 for an empty place."""
    cell = int(game.cells[ring, place])
    return 0 if cell == EMPTY else 1 << cell
