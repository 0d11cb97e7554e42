"""Where the signals of an effect may be marked, read at the moment of marking (SECT-01, SECT-07)."""

from seti_sim.components import opcodes
from seti_sim.engine.sectors import ALL_STARS, star_mask_at, stars_of_colour, stars_of_probes
from seti_sim.engine.species.anomalies import next_anomaly
from seti_sim.jit import jit


@jit
def signal_stars(game, tables, player, where):
    """Mask of the stars a signal effect may be marked at now; ``where`` is argument a of its row (SECT-01, SECT-07)."""
    source = where % opcodes.SRC_BASE
    argument = where // opcodes.SRC_BASE
    if source == opcodes.SRC_COLOUR:
        return stars_of_colour(tables, argument)
    if source == opcodes.SRC_STAR:
        return 1 << argument
    if source == opcodes.SRC_PLANET:
        if game.planet_ring[argument] < 0:
            return 0
        return star_mask_at(game, int(game.planet_place[argument]))
    if source == opcodes.SRC_BESIDE:
        place = int(game.planet_place[argument])
        return star_mask_at(game, place + 1) | star_mask_at(game, place - 1)
    if source == opcodes.SRC_OWN_PROBE:
        return stars_of_probes(game, player)
    if source == opcodes.SRC_NEXT_ANOMALY:
        token = next_anomaly(game)
        return 0 if token < 0 else star_mask_at(game, int(game.anomaly_place[token]))
    return ALL_STARS
