"""What things are worth to a player: resources by round, rewards written as programs, cards to keep.

All values are float points. ``a`` is the appraisal of the seat (``appraisal.py``): ``a.w`` the weights of its strategy,
``a.table`` what follows from them and the box alone, filled once for a strategy and a box (``appraise.py``).
"""

import numpy as np

from seti_sim.components import opcodes
from seti_sim.components.tables import MAX_PROGRAM_ROWS, N_CARDS, record_dtype
from seti_sim.engine.counts import count_of, holds
from seti_sim.engine.gains import owned
from seti_sim.engine.state import N_ROUNDS
from seti_sim.jit import jit
from seti_sim.policies import weights as v

N_RESOURCES = len(opcodes.RESOURCES)
MUCH = 9  # of a resource: more makes it no cheaper
MUCH_ENERGY = 31  # more makes no probe fly farther
FAR = 10  # steps: more than the two left over at the end of the longest way
ENOUGH = 2  # of a thing: more makes an exchange for it no less welcome
CARD_VALUES = record_dtype(  # of a card in a round, side by side since they are asked for together
    [
        ("play", "f8"),  # value of playing it, but for its price and what is live
        ("most", "f8"),  # the most playing it can be worth, but for its price; infinite if that depends on counts
        ("corner", "f8"),  # value of using its corner instead of keeping it
        ("keep", "f4"),  # value of it in hand
        ("live", "i4"),  # mask of what has to be worked out when asked for: LIVE_EFFECT and so on
    ]
)
VALUATION = record_dtype(
    [
        ("unit", "f8", (N_ROUNDS, N_RESOURCES)),  # value of one unit of a resource
        ("price", "f8", (N_ROUNDS, N_RESOURCES, MUCH + 1)),  # what paying one unit costs who holds so many of it
        ("program", "f4", (N_ROUNDS, MAX_PROGRAM_ROWS)),  # value of the program starting at a row
        ("need", "f8", (N_ROUNDS, 3, ENOUGH + 1)),  # of a credit, energy, card in an exchange to who holds so many
        ("depends", "i1", (MAX_PROGRAM_ROWS,)),  # 1 = it has conditions or counts
        ("asks", "i1", (MAX_PROGRAM_ROWS,)),  # 1 = it has steps that may be impossible when it comes to them
        ("card", CARD_VALUES, (N_ROUNDS, N_CARDS)),
        ("corner_pays", "u1", (N_ROUNDS, N_CARDS)),  # bits: see pruning.py
        ("purchase_pays", "u1", (N_ROUNDS, 2)),  # by plenty of publicity
        ("exchange_pays", "u1", (N_ROUNDS, 3, (MUCH + 1) * (ENOUGH + 1) ** 2)),  # by given, what is held: pruning.py
        ("stars", "u1", (N_CARDS,)),  # mask of the stars of a card's sector
        ("reach", "i1", (N_ROUNDS, MUCH_ENERGY + 1)),  # steps paid by the energy held and to come, some left over
        ("chance", "f8", (N_ROUNDS,)),  # that something open still comes about
        ("sample", "f8", (N_ROUNDS,)),  # mean of the rewards of the samples
        ("anomaly", "f8", (N_ROUNDS,)),  # mean of the rewards of the anomalies
        ("step", "f8", (N_ROUNDS,)),  # what a step on the way of a probe costs
    ]
)
"""What things are worth under the weights of a strategy and the tables of a box alone; read-only after appraise()."""
LIVE_EFFECT = 1  # the effect has conditions or counts
LIVE_MISSION = 2  # a mission with a condition
LIVE_TRIGGERS = 4  # circles whose gain has conditions or counts
LIVE_ENDGAME = 8  # an end-of-game line with conditions or counts
LIVE_MESSAGE = 16  # a message ahead with conditions or counts
LIVE_STEPS = 32  # steps that may be impossible
PROGRAM_LIMIT = 40  # rows; programs of the box have at most a dozen


@jit
def round_factor(game, a):
    """How much a resource is worth in this round compared with round 1."""
    if game.round_number >= N_ROUNDS:
        return a.w[v.W_ROUND_5]
    if game.round_number == N_ROUNDS - 1:
        return a.w[v.W_ROUND_4]
    return 1.0


@jit
def incomes_left(game):
    """Number of incomes still to come."""
    return N_ROUNDS - int(game.round_number)


@jit
def resource_value(game, a, resource):
    """Value of one unit of a resource now: a table look-up."""
    return a.table.unit[game.round_number - 1, resource]


@jit
def price_value(game, a, player, resource, amount):
    """What paying an amount costs the player in points: less where much of it is held."""
    return amount * a.table.price[game.round_number - 1, resource, min(owned(game, player, resource), MUCH)]


@jit
def pass_value(game, a):
    """Value of passing: what any other move of the start of a turn must be worth at least (K_PASS)."""
    return a.w[v.W_THRESHOLD] + (a.w[v.W_PASS_FIRST] if game.reminder != 0 else 0.0)


@jit
def thing_at(i):
    """The thing at a place of the table of exchanges: credit, energy or card."""
    return opcodes.CARD_IN_HAND if i == 2 else i


@jit
def thing_value(game, a, thing):
    """Value of a thing in an exchange: credit, energy or card."""
    if thing == opcodes.CARD_IN_HAND:
        return a.w[v.W_DRAW] * round_factor(game, a)
    return resource_value(game, a, thing)


@jit
def income_kind_value(game, a, kind):
    """Value of one unit of an income corner now."""
    if kind == opcodes.INCOME_CARD:
        return a.w[v.W_DRAW] * round_factor(game, a)
    if kind == opcodes.INCOME_CREDIT:
        return resource_value(game, a, opcodes.CREDIT)
    if kind == opcodes.INCOME_ENERGY:
        return resource_value(game, a, opcodes.ENERGY)
    if kind == opcodes.INCOME_PUBLICITY:
        return resource_value(game, a, opcodes.PUBLICITY)
    return resource_value(game, a, opcodes.DATA)


@jit
def tuck_value(game, a, kind):
    """Value of tucking a card: its resource now and at every income to come."""
    return income_kind_value(game, a, kind) * (1.0 + a.w[v.W_INCOME] * incomes_left(game))


@jit
def income_value(game, a):
    """Value of one optional tuck with an average hand."""
    return max(0.0, a.w[v.W_CREDIT] * (round_factor(game, a) + a.w[v.W_INCOME] * incomes_left(game)) - a.w[v.W_CARD])


@jit
def tech_value(game, a, kind):
    """Value of a technology of a kind now, its tile left out."""
    late = a.w[v.W_TECH_LATE]
    left = incomes_left(game) / (N_ROUNDS - 1.0)
    return a.w[v.W_TECH_PROBE + kind] * (late + (1.0 - late) * left)


@jit
def trace_value(a):
    """Value of a trace whose place is not known yet."""
    return a.w[v.W_TRACE] + a.w[v.W_TRACE_REWARD] * a.w[v.W_SCORE]


@jit
def gain_value(game, a, op, what, number):
    """Value of a row that gains resources, cards, moves or income."""
    factor = round_factor(game, a)
    if op == opcodes.GAIN:
        return resource_value(game, a, what) * number
    if op == opcodes.DRAW:
        return a.w[v.W_DRAW] * factor * what
    if op == opcodes.CARD:
        return a.w[v.W_CARD] * factor * what
    if op == opcodes.SPECIES_CARD:
        return a.w[v.W_SPECIES_CARD] * factor * what
    if op == opcodes.MOVE:
        return a.w[v.W_MOVE] * what
    return income_value(game, a) * what


@jit
def instruction_value(game, tables, a, pc):
    """Value of one row of a program on its own, for an average position."""
    row = tables.program[pc]
    op = row.op
    if opcodes.GAIN <= op <= opcodes.LAST_GAIN:
        return gain_value(game, a, op, row.a, row.b)
    if op == opcodes.LAUNCH:
        return a.w[v.W_LAUNCH] * row.a
    if op == opcodes.ORBIT or op == opcodes.LAND:
        return a.w[v.W_FIGURE] * a.w[v.W_SCORE]
    if op == opcodes.SCAN:
        return a.w[v.W_SCAN_SIGNALS] * (a.w[v.W_SIGNAL] + resource_value(game, a, opcodes.DATA) + a.w[v.W_SCAN_EXTRA])
    if op == opcodes.TECH:
        return tech_value(game, a, opcodes.KIND_COMPUTER)
    if op == opcodes.SIGNAL:
        return (a.w[v.W_SIGNAL] + resource_value(game, a, opcodes.DATA)) * row.b
    if op == opcodes.TRACE:
        return trace_value(a) * row.b
    if op == opcodes.PAY:
        return -resource_value(game, a, row.a) * row.b
    if op == opcodes.CORNER_ROW:
        return row.a * resource_value(game, a, opcodes.PUBLICITY)
    if op == opcodes.TAKE_ROW:
        return tables.row_size * (a.w[v.W_CARD] * round_factor(game, a))
    if op == opcodes.INCOME_SELF:
        return income_value(game, a)
    if op == opcodes.PLUTO:
        return a.w[v.W_PLUTO]
    if op == opcodes.COLLECT_SAMPLE or op == opcodes.COPY_SAMPLE or op == opcodes.SAMPLE:
        return a.w[v.W_SAMPLE] * a.table.sample[game.round_number - 1]
    if op == opcodes.NEXT_ANOMALY_REWARD:
        return a.table.anomaly[game.round_number - 1]
    for other in opcodes.WITHOUT_VALUE:
        if op == other:
            return 0.0
    return np.nan  # an opcode without a branch here; appraisal_of refuses it


@jit
def program_value(game, tables, a, start, player, card):
    """Value of a program for a player: sum of its rows, conditions and counts read now."""
    total = 0.0
    pc = int(start)
    for _ in range(PROGRAM_LIMIT):
        row = tables.program[pc]
        if row.op == opcodes.END:
            return total
        if row.op == opcodes.EACH:
            total += count_of(game, tables, player, row.a, card) * instruction_value(game, tables, a, pc + 1)
            pc += 2
        elif row.op == opcodes.IF:
            pc += 1
            if not holds(game, tables, player, row.a, card):
                total += a.w[v.W_CONDITION_OPEN] * instruction_value(game, tables, a, pc)
                pc += row.b
        elif row.op == opcodes.MAY or row.op == opcodes.DO or row.op == opcodes.MAY_REPEAT or row.op == opcodes.OR:
            total += a.w[v.W_OPTION] * instruction_value(game, tables, a, pc + 1 + row.a)
            pc += 1 + row.a + row.b
        else:
            total += instruction_value(game, tables, a, pc)
            pc += 1
    return total


@jit
def reward_value(game, a, start):
    """Value of a reward, worked out beforehand: a table look-up."""
    return a.table.program[game.round_number - 1, start]


@jit
def effect_value(game, tables, a, start, player, card):
    """Value of a program for a player now; only programs with conditions or counts are worked out anew."""
    if a.table.depends[start] != 0:
        return program_value(game, tables, a, start, player, card)
    return a.table.program[game.round_number - 1, start]


@jit
def hand_card_value(game, a, card):
    """Value of keeping a card in hand, worked out beforehand."""
    return a.table.card[game.round_number - 1, card].keep


@jit
def mission_value(game, tables, a, player, card):
    """Value of the mission, circles and end-of-game line of a card in front."""
    table = tables.cards[card]
    total = 0.0
    if table.mission_when >= 0:
        total += condition_value(game, tables, a, player, card)
    if table.n_triggers > 0:
        total += circles_value(game, tables, a, player, card)
    if table.has_endgame != 0:
        total += effect_value(game, tables, a, table.endgame, player, card) + a.w[v.W_ENDGAME] * open_chance(game, a)
    return total


@jit
def condition_value(game, tables, a, player, card):
    """Value of a card's mission: all of it if its condition holds now, otherwise by how likely it is to come about."""
    table = tables.cards[card]
    worth = effect_value(game, tables, a, table.mission_gain, player, card)
    if holds(game, tables, player, table.mission_when, card):
        return worth
    return a.w[v.W_MISSION] * worth * open_chance(game, a)


@jit
def circles_value(game, tables, a, player, card):
    """Value of all circles of a card."""
    table = tables.cards[card]
    total = 0.0
    for j in range(table.n_triggers):
        total += effect_value(game, tables, a, table.triggers[j].gain, player, card)
    return a.w[v.W_MISSION] * total * open_chance(game, a)


@jit
def open_chance(game, a):
    """How likely something open still comes about: a table look-up."""
    return a.table.chance[game.round_number - 1]
