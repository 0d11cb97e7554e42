"""The vocabulary shared by the component tables and the engine: small integers for every word.

The notation of ``data/NOTATION.md`` is compiled into these numbers once, by the loader, and the engine
only ever sees numbers. Plain module constants are used (not enums) because compiled code folds them.
"""

from typing import Final

# ------------------------------------------------------------------ resources (argument of GAIN and PAY)
CREDIT: Final = 0
ENERGY: Final = 1
PUBLICITY: Final = 2
DATA: Final = 3
SCORE: Final = 4
EXOFOSSIL: Final = 5
CARD_IN_HAND: Final = 6  # only for exchanges and costs, never for GAIN
RESOURCES: Final = ("credit", "energy", "publicity", "data", "score", "exofossil")

# ------------------------------------------------------------------ colours and kinds
YELLOW: Final = 0
RED: Final = 1
BLUE: Final = 2
BLACK: Final = 3
SECTOR_COLOURS: Final = ("yellow", "red", "blue", "black")

TRACE_RED: Final = 0  # the order of the discovery spaces, left to right
TRACE_YELLOW: Final = 1
TRACE_BLUE: Final = 2
TRACE_ANY: Final = 3
TRACE_COLOURS: Final = ("red", "yellow", "blue")

KIND_PROBE: Final = 0
KIND_TELESCOPE: Final = 1
KIND_COMPUTER: Final = 2
TECH_KINDS: Final = ("probe", "telescope", "computer")
# technologies are numbered 0-11: probe_1..4, telescope_1..4, computer_1..4
PROBE_1: Final = 0
PROBE_2: Final = 1
PROBE_3: Final = 2
PROBE_4: Final = 3
TELESCOPE_1: Final = 4
TELESCOPE_2: Final = 5
TELESCOPE_3: Final = 6
TELESCOPE_4: Final = 7
COMPUTER_1: Final = 8
N_TECHS: Final = 12

# ------------------------------------------------------------------ what a place of the solar system shows
MERCURY: Final = 0
VENUS: Final = 1
EARTH: Final = 2
MARS: Final = 3
JUPITER: Final = 4
SATURN: Final = 5
URANUS: Final = 6
NEPTUNE: Final = 7
OUMUAMUA: Final = 8
EMPTY: Final = 9
ASTEROIDS: Final = 10
COMET: Final = 11
GAP: Final = 12
PLANETS: Final = (
    "mercury",
    "venus",
    "earth",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "oumuamua",
)
CELLS: Final = (*PLANETS, "empty", "asteroids", "comet", "gap")
N_PLANETS: Final = 9
ALL_PLANETS: Final = (1 << N_PLANETS) - 1  # mask of "planet", Earth included

# ------------------------------------------------------------------ corners and incomes
CORNER_MOVE: Final = 1  # bits: what a free-action corner gives
CORNER_PUBLICITY: Final = 2
CORNER_DATA: Final = 4
CORNER_SCORE: Final = 8
CORNERS: Final = {"move": CORNER_MOVE, "publicity": CORNER_PUBLICITY, "data": CORNER_DATA, "score": CORNER_SCORE}
INCOME_CREDIT: Final = 0
INCOME_ENERGY: Final = 1
INCOME_CARD: Final = 2
INCOME_PUBLICITY: Final = 3
INCOME_DATA: Final = 4
INCOMES: Final = ("credit", "energy", "card", "publicity", "data")

# ------------------------------------------------------------------ species
MASCAMITES: Final = 0
ANOMALIES: Final = 1
OUMUAMUA_SPECIES: Final = 2
CENTAURIANS: Final = 3
EXERTIANS: Final = 4
SPECIES: Final = ("mascamites", "anomalies", "oumuamua", "centaurians", "exertians")

# ------------------------------------------------------------------ instructions: rows (op, a, b, c) of TABLES.program
# A program starts at an index and runs to END. Program 0 is the empty program (its first row is END).
END: Final = 0
GAIN: Final = 1  # a = resource, b = amount
DRAW: Final = 2  # a = number
CARD: Final = 3  # a = number
ALIEN_CARD: Final = 4  # a = number; of the species the source belongs to
MOVE: Final = 5  # a = points
INCOME: Final = 6  # a = number of optional tucks
LAUNCH: Final = 7  # a = number, b = 1 for no_limit
ORBIT: Final = 8
LAND: Final = 9  # a = bits: LAND_ANY_MOON, LAND_OCCUPIED
SCAN: Final = 10
ANALYZE: Final = 11
ROTATE: Final = 12
TECH: Final = 13  # a = mask of kinds (bit 0 probe, 1 telescope, 2 computer; "any" = 7), b = TECH_* flags
SIGNAL: Final = 14  # a = source + SRC_BASE * argument, b = number, c = SIGNAL_* flags
TRACE: Final = 15  # a = colour (TRACE_ANY = choose), b = number, c = TRACE_* flags
PAY: Final = 16  # a = resource, b = amount: what a mission reward takes away ("pay exofossil 2")
MAY: Final = 17  # a = rows of X, b = rows of Y: X rows follow, then Y rows. "may: X -> Y"
DO: Final = 18  # same layout. "do: X -> Y"
MAY_REPEAT: Final = 19  # same layout. "may_repeat: X -> Y"
OR: Final = 20  # a = rows of the first option, b = rows of the second. "or(X; Y)"
IF: Final = 21  # a = condition index, b = rows of X that follow. "if C: X"
EACH: Final = 22  # a = count index; the amount of the ONE row that follows is multiplied. "each C: X"
THIS_TURN: Final = 23  # a = event index (TABLES.event), b = rows of X, c = THIS_TURN_* flags. "this_turn C: X"
NO_ASTEROID_COST: Final = 24  # "this_turn no_asteroid_cost"
NO_MOVE_PUBLICITY: Final = 25  # "this_turn no_move_publicity"
FORGO_PUBLICITY: Final = 26  # a = amount; only as X of a MAY inside THIS_TURN
CORNER_LAST: Final = 27  # "corner last_card"
CORNER_ROW: Final = 28  # a = number. "corner row 3"
REMOVE_ORBITER: Final = 29  # a = number. "remove orbiter 1"
REMOVE_LANDER: Final = 30  # a = number. "remove lander 1"
PICK_PROBE: Final = 31  # "pick own_probe"
INCOME_SELF: Final = 32  # "income self"
RETURN_TO_HAND: Final = 33  # "return_to_hand"
GOLD_UNMARKED: Final = 34  # "gold_tile unmarked rightmost"
COLLECT_SAMPLE: Final = 35
COPY_SAMPLE: Final = 36  # a = mask of planets, or 0 for own_probe. "copy_sample jupiter|saturn"
SAMPLE: Final = 37  # a = times. "sample 1": the token just delivered
SAMPLE_TOKEN: Final = 38  # the token that lies on the trace space just marked
NEXT_ANOMALY_REWARD: Final = 39
DRAWN_CORNER: Final = 40
DRAWN_INCOME: Final = 41
TAKE_ROW: Final = 42
PLAY_EXERTIAN: Final = 43
PLUTO: Final = 44
N_OPS: Final = 45
OP_NAMES: Final = (
    "end", "gain", "draw", "card", "alien_card", "move", "income", "launch", "orbit", "land", "scan", "analyze",
    "rotate", "tech", "signal", "trace", "pay", "may", "do", "may_repeat", "or", "if", "each", "this_turn",
    "no_asteroid_cost", "no_move_publicity", "forgo_publicity", "corner_last", "corner_row", "remove_orbiter",
    "remove_lander", "pick_probe", "income_self", "return_to_hand", "gold_unmarked", "collect_sample", "copy_sample",
    "sample", "sample_token", "next_anomaly_reward", "drawn_corner", "drawn_income", "take_row", "play_exertian",
    "pluto",
)  # fmt: skip

LAND_ANY_MOON: Final = 1
LAND_OCCUPIED: Final = 2
TECH_BY_OTHER: Final = 1
TECH_NO_TILE_BONUS: Final = 2
TRACE_WHERE_SAME: Final = 1
TRACE_THAT_SPECIES: Final = 2

SRC_BASE: Final = 16  # `a` of a SIGNAL row is source + SRC_BASE * argument
SRC_COLOUR: Final = 0  # argument = sector colour
SRC_STAR: Final = 1  # argument = star
SRC_PLANET: Final = 2  # argument = planet (Earth included)
SRC_BESIDE: Final = 3  # argument = planet: one of the two sectors next to it
SRC_ANY: Final = 4
SRC_OWN_PROBE: Final = 5
SRC_ROW: Final = 6
SRC_HAND: Final = 7
SRC_DECK: Final = 8
SRC_ANY_PROBE: Final = 9
SRC_NEXT_ANOMALY: Final = 10
SIGNAL_NO_DATA: Final = 1
SIGNAL_WITH_NEIGHBORS: Final = 2
SIGNAL_UP_TO: Final = 4
SIGNAL_SAME_SECTOR: Final = 8  # set for own_probe and for "same_sector": all of them in the one sector chosen

THIS_TURN_EACH: Final = 1  # every time, not only the first
THIS_TURN_DISTINCT: Final = 2  # each planet counts once

# ------------------------------------------------------------------ events (rows of TABLES.event: kinds, args, flags)
EV_VISIT: Final = 0  # argument: bit of the cell (planets, ASTEROIDS, COMET)
EV_LAUNCH: Final = 1  # argument: bit 0
EV_ORBIT: Final = 2  # argument: bit of the planet
EV_LAND: Final = 3  # argument: bit of the planet
EV_SCAN: Final = 4  # argument: bit 0
EV_TECH: Final = 5  # argument: bit of the kind
EV_TRACE: Final = 6  # argument: bit of the colour
EV_SIGNAL: Final = 7  # argument: bit of the sector colour
EV_PLAY_CARD: Final = 8  # argument: bit of the credits paid (1 << cost)
EV_HAND_CORNER: Final = 9  # argument: CORNER_* bits
EV_COMPLETES_SECTOR: Final = 10  # argument: bit 0
EV_MOVES_SAME_RING: Final = 11  # argument: bit 0
EV_PLAY_FLAVOUR_MARS: Final = 12  # argument: bit of Mars; only the promo card 902
EVENT_NAMES: Final = (
    "visits", "launch", "orbit", "land", "scan", "tech", "trace", "signal", "play_card", "hand_corner",
    "completes_sector", "moves_same_ring", "play_flavour_mars",
)  # fmt: skip
EVENT_OWN_TURN: Final = 1
AT_PLUTO: Final = 1 << 9  # argument of EV_ORBIT and EV_LAND at the planet of the promo card 901
ALL_ORBITED: Final = ALL_PLANETS | AT_PLUTO  # "orbit" and "land" without a planet

# ------------------------------------------------------------------ counts (rows of TABLES.count: kind, a, b, c)
C_FIGURES: Final = 0  # a = 1 orbiters | 2 landers, b = planet or -1, c = FIGURES_* flags
C_BOTH_AT_PLANET: Final = 1  # planets with own orbiter and own lander (moons counted)
C_WINS: Final = 2  # a = sector colour or -1, b = 1 for the best single sector
C_SIGNALS_SECTORS: Final = 3
C_SIGNALS_ANOMALIES: Final = 4
C_SIGNALS_TILE: Final = 5
C_TRACES: Final = 6  # a = TRACES_* or colour, b = SCOPE_*, c = 1 for spaces with an exofossil cost
C_TECHS: Final = 7  # a = kind, or 3 any, 4 the kind just taken
C_TUCKED: Final = 8  # a = income kind, or 5 any
C_PROBE_ON: Final = 9  # a = mask of cells, b = planet it must be next to, or -1
C_PROBE_DISTANCE: Final = 10  # a = planet: steps of the farthest own probe from it
C_HAND: Final = 11
C_PUBLICITY: Final = 12
C_SCORE: Final = 13
C_EXOFOSSIL: Final = 14
C_MISSIONS: Final = 15
C_ENDGAME_CARDS: Final = 16
C_MARKED: Final = 17  # a = sector colour, -1 different sectors, -2 the Oumuamua tile; signals marked by this card
C_SIGNALS_HERE: Final = 18
C_LANDED: Final = 19  # a = mask of planets, b = 1 if any moon counts
C_PICKED_ON: Final = 20  # a = mask of cells
C_PICKED_ADJACENT: Final = 21  # a = mask of cells
C_TECH_BY_OTHER: Final = 22
C_SHOWN_CORNER: Final = 23  # a = CORNER_* bit
C_SHOWN_INCOME: Final = 24  # a = income kind
C_IN_EARTH_SECTOR: Final = 25  # a = mask of cells
C_LAUNCHED_ANOMALY: Final = 26
C_DELIVER: Final = 27  # a = planet
C_MIN: Final = 28  # a, b, c = count indices (-1 = unused)
C_MAX: Final = 29
C_HALF: Final = 30  # a = count index, half of it rounded down
C_SUM: Final = 31  # a, b = count indices
FIGURES_NO_MOONS: Final = 1
FIGURES_SAME_PLANET: Final = 2
TRACES_ANY: Final = 3
TRACES_MARKED_COLOUR: Final = 4
TRACES_ONE_COLOUR: Final = 5  # the best single colour
TRACES_EACH_COLOUR: Final = 6  # the smallest of the three
SCOPE_TOTAL: Final = 0
SCOPE_PER_SPECIES: Final = 1  # the smaller of the two species
SCOPE_ONE_SPECIES: Final = 2  # the larger of the two species
SCOPE_THIS_SPECIES: Final = 3  # the species of the card
SCOPE_OTHER_SPECIES: Final = 4
CMP_AT_LEAST: Final = 0
CMP_EXACTLY: Final = 1
