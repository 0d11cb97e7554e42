"""The vocabulary shared by the component tables and the engine: small integers for every word.

The notation of ``data/NOTATION.md`` is compiled into these numbers once, by the loader, and the engine
only ever sees numbers. Plain module constants are used (not enums) because compiled code folds them.
"""

from typing import Final, NamedTuple

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
SPECIES_CARD: Final = 4  # a = number; of the species the source belongs to
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


class Group(NamedTuple):
    """The opcodes that one function of ``engine/programs.py`` carries out: from ``first`` to ``last``."""

    name: str
    first: int
    last: int


GROUPS: Final = (
    Group("end", END, END),
    Group("gain", GAIN, INCOME),
    Group("action", LAUNCH, ROTATE),
    Group("mark", TECH, PAY),
    Group("structure", MAY, FORGO_PUBLICITY),
    Group("card", CORNER_LAST, GOLD_UNMARKED),
    Group("species", COLLECT_SAMPLE, PLUTO),
)
LAST_GAIN: Final = GROUPS[1].last
LAST_ACTION: Final = GROUPS[2].last
LAST_MARK: Final = GROUPS[3].last
LAST_STRUCTURE: Final = GROUPS[4].last
LAST_CARD: Final = GROUPS[5].last
LAST_SPECIES: Final = GROUPS[6].last

# ---- how an effect is written
BARE: Final = "bare"  # the spelling is the whole text
NUMBERED: Final = "numbered"  # the spelling, then argument a
OWN: Final = "own"  # by functions of its own in grammar.py and explain.py
ARROW: Final = "arrow"  # the spelling, then X -> Y
COMPOUND: Final = "compound"  # a form of its own in grammar.py, around other effects


class Op(NamedTuple):
    """One word of effects.

    Attributes:
        number: the opcode; rows stand in the order of their numbers.
        name: what tables of words call it.
        form: how it is written: BARE, NUMBERED, OWN, ARROW or COMPOUND.
        spelling: its text, or how its text begins.
        phrase: what it does in English, ``{one}`` standing for argument a and its noun; empty if a function says it.
        valued: whether it is worth something by itself to the heuristic, or only through what it queues or changes.
        most: largest argument a that a game can hold (:mod:`seti_sim.components.limits`), 0 where it is no number.
    """

    number: int
    name: str
    form: str
    spelling: str = ""
    phrase: str = ""
    valued: bool = False
    most: int = 0


OPS: Final = (
    Op(END, "end", COMPOUND),
    Op(GAIN, "gain", OWN, valued=True),
    Op(DRAW, "draw", NUMBERED, "draw", "draw {card} from the deck", True, 20),
    Op(CARD, "card", NUMBERED, "card", "take {card} from the row or the deck", True, 20),
    Op(SPECIES_CARD, "species_card", NUMBERED, "species_card", "take {card} of this species", True, 15),
    Op(MOVE, "move", NUMBERED, "move", "gain {move point}", True, 100),
    Op(INCOME, "income", NUMBERED, "income", "", True, 20),
    Op(LAUNCH, "launch", NUMBERED, "launch", "", True, 6),
    Op(ORBIT, "orbit", BARE, "orbit", "orbit a planet free of charge", True),
    Op(LAND, "land", OWN, valued=True),
    Op(SCAN, "scan", BARE, "scan", "take the Scan action free of charge", True),
    Op(ANALYZE, "analyze", BARE, "analyze", "take the Analyze action free of charge"),
    Op(ROTATE, "rotate", BARE, "rotate", "rotate the solar system"),
    Op(TECH, "tech", OWN, valued=True),
    Op(SIGNAL, "signal", OWN, valued=True),
    Op(TRACE, "trace", OWN, valued=True),
    Op(PAY, "pay", OWN, valued=True),
    Op(MAY, "may", ARROW, "may: "),
    Op(DO, "do", ARROW, "do: "),
    Op(MAY_REPEAT, "may_repeat", ARROW, "may_repeat: "),
    Op(OR, "or", COMPOUND),
    Op(IF, "if", COMPOUND),
    Op(EACH, "each", COMPOUND),
    Op(THIS_TURN, "this_turn", COMPOUND),
    Op(
        NO_ASTEROID_COST, "no_asteroid_cost", BARE, "this_turn no_asteroid_cost",
        "leaving asteroids costs no additional move point for the rest of this turn",
    ),
    Op(
        NO_MOVE_PUBLICITY, "no_move_publicity", BARE, "this_turn no_move_publicity",
        "your moves give no publicity for the rest of this turn",
    ),
    Op(FORGO_PUBLICITY, "forgo_publicity", NUMBERED, "forgo publicity", "", most=100),
    Op(
        CORNER_LAST, "corner_last", BARE, "corner last_card",
        "gain the corner of the card just taken, which stays in your hand",
    ),
    Op(
        CORNER_ROW, "corner_row", NUMBERED, "corner row", "discard the row of {card} and gain the corner of each",
        True, 3,
    ),
    Op(REMOVE_ORBITER, "remove_orbiter", NUMBERED, "remove orbiter", "take {orbiter} of yours off the board", most=1),
    Op(REMOVE_LANDER, "remove_lander", NUMBERED, "remove lander", "take {lander} of yours off the board", most=1),
    Op(PICK_PROBE, "pick_probe", BARE, "pick own_probe", "choose one of your probes in space"),
    Op(INCOME_SELF, "income_self", BARE, "income self", "tuck this card for income in place of discarding it", True),
    Op(RETURN_TO_HAND, "return_to_hand", BARE, "return_to_hand", "take this card back into your hand"),
    Op(
        GOLD_UNMARKED, "gold_unmarked", BARE, "gold_tile unmarked rightmost",
        "choose a gold tile you did not mark and score it once at its lowest value",
    ),
    Op(COLLECT_SAMPLE, "collect_sample", BARE, "collect_sample", "take a sample from that planet as a capsule", True),
    Op(COPY_SAMPLE, "copy_sample", OWN, valued=True),
    Op(SAMPLE, "sample", NUMBERED, "sample", "", True, 6),
    Op(SAMPLE_TOKEN, "sample_token", BARE, "sample_token", "gain the reward of the sample token on the space"),
    Op(
        NEXT_ANOMALY_REWARD, "next_anomaly_reward", BARE, "next_anomaly_reward",
        "gain the reward of the anomaly triggered next", True,
    ),
    Op(DRAWN_CORNER, "drawn_corner", BARE, "drawn_corner", "discard one of the cards just drawn for its corner"),
    Op(
        DRAWN_INCOME, "drawn_income", BARE, "drawn_income",
        "discard one of the cards just drawn for one of the resource of its income",
    ),
    Op(TAKE_ROW, "take_row", BARE, "take_row", "take all cards of the row into your hand", True),
    Op(PLAY_EXERTIAN, "play_exertian", BARE, "play_exertian", "play an Exertian card face down"),
    Op(
        PLUTO, "pluto", BARE, "pluto",
        "own Pluto as a planet of your own: once an orbit, once a landing, from the outermost ring", True,
    ),
)  # fmt: skip
N_OPS: Final = len(OPS)
OP_NAMES: Final = tuple(op.name for op in OPS)
WITHOUT_VALUE: Final = tuple(op.number for op in OPS if not op.valued)


def spelled(form: str) -> dict[str, int]:
    """The opcodes of a form by their spelling."""
    return {op.spelling: op.number for op in OPS if op.form == form}


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
