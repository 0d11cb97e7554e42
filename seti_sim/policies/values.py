"""What things are worth to a player: resources by round, rewards written as programs, places for traces.

All values are float64 points. ``w`` is the row of weights of the strategy (see :mod:`seti_sim.policies.weights`).
"""

from seti_sim.components import words as k
from seti_sim.components.tables import N_CARDS
from seti_sim.engine.counts import count_of, holds
from seti_sim.engine.state import N_ROUNDS
from seti_sim.jit import jit
from seti_sim.policies import weights as v

PROGRAM_LIMIT = 40  # rows; programs of the box have at most a dozen


@jit
def round_factor(game, w):
    """How much a resource is worth in this round compared with round 1."""
    if game.round_number >= N_ROUNDS:
        return w[v.W_ROUND_5]
    if game.round_number == N_ROUNDS - 1:
        return w[v.W_ROUND_4]
    return 1.0


@jit
def incomes_left(game):
    """Number of incomes still to come."""
    return N_ROUNDS - int(game.round_number)


@jit
def resource_value(game, w, resource):
    """Value of one unit of a resource now."""
    if resource == k.SCORE:
        return w[v.W_SCORE]
    if resource == k.EXOFOSSIL:
        return w[v.W_EXOFOSSIL]
    return w[v.W_CREDIT + resource] * round_factor(game, w)


@jit
def income_kind_value(game, w, kind):
    """Value of one unit of an income corner now."""
    if kind == k.INCOME_CARD:
        return w[v.W_DRAW] * round_factor(game, w)
    if kind == k.INCOME_CREDIT:
        return resource_value(game, w, k.CREDIT)
    if kind == k.INCOME_ENERGY:
        return resource_value(game, w, k.ENERGY)
    if kind == k.INCOME_PUBLICITY:
        return resource_value(game, w, k.PUBLICITY)
    return resource_value(game, w, k.DATA)


@jit
def tuck_value(game, w, kind):
    """Value of tucking a card: its resource now and at every income to come."""
    return income_kind_value(game, w, kind) * (1.0 + w[v.W_INCOME] * incomes_left(game))


@jit
def income_value(game, w):
    """Value of one optional tuck with an average hand."""
    return max(0.0, w[v.W_CREDIT] * (round_factor(game, w) + w[v.W_INCOME] * incomes_left(game)) - w[v.W_CARD])


@jit
def tech_value(game, w, kind):
    """Value of a technology of a kind now, its tile left out."""
    late = w[v.W_TECH_LATE]
    left = incomes_left(game) / (N_ROUNDS - 1.0)
    return w[v.W_TECH_PROBE + kind] * (late + (1.0 - late) * left)


@jit
def trace_value(w):
    """Value of a trace whose place is not known yet."""
    return w[v.W_TRACE] + 4.0 * w[v.W_SCORE]


@jit
def gain_row_value(game, w, op, a, b):
    """Value of a row that gains resources, cards, moves or income."""
    factor = round_factor(game, w)
    if op == k.GAIN:
        return resource_value(game, w, a) * b
    if op == k.DRAW:
        return w[v.W_DRAW] * factor * a
    if op == k.CARD:
        return w[v.W_CARD] * factor * a
    if op == k.ALIEN_CARD:
        return w[v.W_ALIEN_CARD] * factor * a
    if op == k.MOVE:
        return w[v.W_MOVE] * a
    return income_value(game, w) * a


@jit
def row_value(game, tables, w, pc):
    """Value of one row of a program on its own, for an average position."""
    row = tables.program[pc]
    op = row.op
    if op <= k.INCOME:
        return gain_row_value(game, w, op, row.a, row.b)
    if op == k.LAUNCH:
        return w[v.W_LAUNCH] * row.a
    if op == k.ORBIT or op == k.LAND:
        return 8.0 * w[v.W_SCORE]
    if op == k.SCAN:
        return 2.0 * (w[v.W_SIGNAL] + resource_value(game, w, k.DATA) + 1.0)
    if op == k.TECH:
        return tech_value(game, w, k.KIND_COMPUTER)
    if op == k.SIGNAL:
        return (w[v.W_SIGNAL] + resource_value(game, w, k.DATA)) * row.b
    if op == k.TRACE:
        return trace_value(w) * row.b
    if op == k.PAY:
        return -resource_value(game, w, row.a) * row.b
    if op == k.COLLECT_SAMPLE or op == k.COPY_SAMPLE or op == k.SAMPLE:
        return 3.0
    return 0.0


@jit
def program_value(game, tables, w, start, player, card):
    """Value of a program for a player: sum of its rows, conditions and counts read now."""
    total = 0.0
    pc = int(start)
    for _ in range(PROGRAM_LIMIT):
        row = tables.program[pc]
        if row.op == k.END:
            return total
        if row.op == k.EACH:
            total += count_of(game, tables, player, row.a, card) * row_value(game, tables, w, pc + 1)
            pc += 2
        elif row.op == k.IF:
            pc += 1
            if not holds(game, tables, player, row.a, card):
                total += 0.3 * row_value(game, tables, w, pc)
                pc += row.b
        elif row.op == k.THIS_TURN:
            total += 0.4 * row_value(game, tables, w, pc + 1)
            pc += 1 + row.b
        elif row.op == k.MAY or row.op == k.DO or row.op == k.MAY_REPEAT or row.op == k.OR:
            total += 0.5 * row_value(game, tables, w, pc + 1 + row.a)
            pc += 1 + row.a + row.b
        else:
            total += row_value(game, tables, w, pc)
            pc += 1
    return total


@jit
def reward_value(game, tables, w, start, player):
    """Value of a reward made of plain rows."""
    if start == 0:
        return 0.0
    return program_value(game, tables, w, start, player, -1)


@jit
def hand_card_value(game, tables, w, player, card):
    """Value of keeping a card in hand: the best of its uses, less what they cost, at least a corner's worth."""
    table = tables.cards[card]
    factor = round_factor(game, w)
    keep = w[v.W_DRAW] * factor
    if table.supported == 0 or card >= N_CARDS:
        return 0.5 * keep
    price = k.ENERGY if table.cost_energy != 0 else k.CREDIT
    play = 3.0 + mission_worth(game, tables, w, player, card) - 0.5 * resource_value(game, w, price) * table.cost
    return max(0.6 * keep, min(keep + 0.25 * play * factor, 2.0 * keep))


@jit
def mission_worth(game, tables, w, player, card):
    """Value of the mission, circles and end-of-game line of a card in front."""
    table = tables.cards[card]
    total = 0.0
    if table.mission_when >= 0:
        worth = program_value(game, tables, w, table.mission_gain, player, card)
        if holds(game, tables, player, table.mission_when, card):
            total += worth
        else:
            total += w[v.W_MISSION] * worth * open_chance(game)
    for j in range(table.n_triggers):
        gain = program_value(game, tables, w, table.triggers[j].gain, player, card)
        total += w[v.W_MISSION] * gain * open_chance(game)
    if table.has_endgame != 0:
        total += program_value(game, tables, w, table.endgame, player, card) + w[v.W_ENDGAME] * open_chance(game)
    return total


@jit
def open_chance(game):
    """How likely something open still comes about: 1 in round 1 down to 0.2 in the last round."""
    return 0.2 + 0.2 * incomes_left(game)
