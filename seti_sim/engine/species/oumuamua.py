"""'Oumuamua: the tile in its gap of disc 3, a planet with a data slot of its own (O1 to O15)."""

from seti_sim.components.opcodes import OUMUAMUA
from seti_sim.engine.gains import gain_publicity
from seti_sim.engine.solar import look_at_places
from seti_sim.engine.state import MAX_FIGURES, NO_FIGURE
from seti_sim.jit import jit

ONCE_A_PLAYER = 0  # values of the ruling ``figures_in_the_gap``
NOTHING = 2


@jit
def discover(game, tables):
    """Fit the tile in; figures standing in its gap now stand on it and gain publicity once a player (setup, O2)."""
    game.tile_out = 1
    look_at_places(game, tables)
    ring = int(game.planet_ring[OUMUAMUA])
    place = int(game.planet_place[OUMUAMUA])
    ruling = int(tables.rulings.figures_in_the_gap)
    for seat in range(game.n_players):
        me = game.players[seat]
        here = 0
        for i in range(MAX_FIGURES):
            if me.figure[i] != NO_FIGURE and me.ring[i] == ring and me.place[i] == place:
                here += 1
        if ruling == ONCE_A_PLAYER:
            here = min(here, 1)
        if here > 0 and ruling != NOTHING:
            gain_publicity(game, tables, seat, here * tables.publicity_on_visit[OUMUAMUA])
