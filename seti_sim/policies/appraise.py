"""What follows from the weights of a strategy alone, worked out once a chunk: values of programs, cards and prices."""

import numpy as np

from seti_sim.components import opcodes
from seti_sim.components.tables import N_CARDS
from seti_sim.engine.missions import play_price, price_resource
from seti_sim.engine.probes import move_price
from seti_sim.engine.sectors import stars_of_colour
from seti_sim.engine.state import N_ROUNDS
from seti_sim.jit import jit
from seti_sim.policies import weights as v
from seti_sim.policies.pruning import fill_pays
from seti_sim.policies.valuation import (
    ENOUGH,
    FAR,
    LIVE_EFFECT,
    LIVE_ENDGAME,
    LIVE_MESSAGE,
    LIVE_MISSION,
    LIVE_STEPS,
    LIVE_TRIGGERS,
    MUCH,
    MUCH_ENERGY,
    N_RESOURCES,
    PROGRAM_LIMIT,
    circles_value,
    hand_card_value,
    incomes_left,
    instruction_value,
    open_chance,
    resource_value,
    reward_value,
    round_factor,
    thing_at,
    thing_value,
)
from seti_sim.policies.value_cache import drop_cache


@jit
def mean_program_value(game, tables, a, pc):
    """Value of the rows from ``pc`` to the end of their program in an average position, where counts are the same."""
    total = 0.0
    for _ in range(PROGRAM_LIMIT):
        op = tables.program[pc].op
        if op == opcodes.END or pc + 1 >= tables.program.shape[0]:
            return total
        if op == opcodes.EACH:
            total += (a.w[v.W_MEAN_COUNT] - 1.0) * instruction_value(game, tables, a, pc + 1)  # and once more below
        elif op == opcodes.MAY or op == opcodes.DO or op == opcodes.MAY_REPEAT or op == opcodes.OR:
            total += a.w[v.W_OPTION] * instruction_value(game, tables, a, pc + 1 + tables.program[pc].a)
            pc += tables.program[pc].a + tables.program[pc].b
        else:
            total += instruction_value(game, tables, a, pc)
        pc += 1
    return total


@jit
def depends_on_position(tables, pc):
    """Whether a program has conditions or counts."""
    for _ in range(PROGRAM_LIMIT):
        op = tables.program[pc].op
        if op == opcodes.END or pc + 1 >= tables.program.shape[0]:
            return False
        if op == opcodes.EACH or op == opcodes.IF:
            return True
        pc += 1
    return False


@jit
def may_be_impossible(tables, pc):
    """Whether a program has steps that a player may be unable to carry out: figures, moves, signals of a probe, DO."""
    for _ in range(PROGRAM_LIMIT):
        row = tables.program[pc]
        op = row.op
        if op == opcodes.END or pc + 1 >= tables.program.shape[0]:
            return False
        if op == opcodes.LAUNCH or op == opcodes.ORBIT or op == opcodes.LAND or op == opcodes.MOVE or op == opcodes.DO:
            return True
        if op == opcodes.SIGNAL and row.a % 16 == opcodes.SRC_OWN_PROBE:
            return True
        pc += 1
    return False


@jit
def mean_keep_value(game, tables, a, card):
    """Value of a card in hand in an average position: the better of its uses, less what they cost."""
    table = tables.cards[card]
    factor = round_factor(game, a)
    keep = a.w[v.W_DRAW] * factor
    if table.supported == 0:
        return a.w[v.W_KEEP_LEAST] * keep
    price = resource_value(game, a, price_resource(tables, card)) * play_price(tables, card)
    play = a.table.program[game.round_number - 1, table.effects] - price
    if table.mission_when >= 0:
        play += a.w[v.W_MISSION] * a.table.program[game.round_number - 1, table.mission_gain] * open_chance(game, a)
    for j in range(table.n_triggers):
        play += a.w[v.W_MISSION] * a.table.program[game.round_number - 1, table.triggers[j].gain] * open_chance(game, a)
    most = a.w[v.W_KEEP_MOST] * keep
    return max(a.w[v.W_KEEP_LEAST] * keep, min(keep + a.w[v.W_KEEP_PLAY] * play * factor, most))


@jit
def mean_corner_value(game, tables, a, card):
    """Value of using a card's corner less that of keeping the card."""
    corner = reward_value(game, a, tables.cards[card].corner_program)
    return a.w[v.W_CORNER] + corner - hand_card_value(game, a, card)


@jit
def steps_for(tables, energy):
    """Steps that an energy pays, at most FAR."""
    price = move_price(tables, tables.step_cost)
    return FAR if energy >= FAR * price else energy // price


@jit
def unit_value(game, a, resource):
    """Value of one unit of a resource."""
    if resource == opcodes.SCORE:
        return a.w[v.W_SCORE]
    if resource == opcodes.EXOFOSSIL:
        return a.w[v.W_EXOFOSSIL]
    return a.w[v.W_CREDIT + resource] * round_factor(game, a)


@jit
def live_parts(tables, a, card):
    """Mask of the parts of a card's value that depend on the position (LIVE_EFFECT and so on)."""
    table = tables.cards[card]
    live = 0
    if a.table.depends[table.effects] != 0:
        live |= LIVE_EFFECT
    if table.mission_when >= 0:
        live |= LIVE_MISSION
    for j in range(table.n_triggers):
        if a.table.depends[table.triggers[j].gain] != 0:
            live |= LIVE_TRIGGERS
    if table.has_endgame != 0 and a.table.depends[table.endgame] != 0:
        live |= LIVE_ENDGAME
    if table.message_ahead > 0 and a.table.depends[table.message_later] != 0:
        live |= LIVE_MESSAGE
    if a.table.asks[table.effects] != 0:
        live |= LIVE_STEPS
    return live


@jit
def fixed_play_value(game, tables, a, card):
    """Value of playing a card, its price and its live parts left out."""
    table = tables.cards[card]
    live = a.table.card[game.round_number - 1, card].live
    value = a.w[v.W_PLAY] - a.w[v.W_CARD_SPENT] * a.w[v.W_DRAW] * round_factor(game, a)
    if (live & LIVE_EFFECT) == 0:
        value += reward_value(game, a, table.effects)
    if (live & LIVE_TRIGGERS) == 0:
        value += circles_value(game, tables, a, 0, card)
    if table.has_endgame != 0:
        value += a.w[v.W_ENDGAME] * open_chance(game, a)
        if (live & LIVE_ENDGAME) == 0:
            value += reward_value(game, a, table.endgame)
    if table.message_ahead > 0 and (live & LIVE_MESSAGE) == 0:
        value += a.w[v.W_MESSAGE] * reward_value(game, a, table.message_later)
    return value


@jit
def most_play_value(game, tables, a, card):
    """The most that playing a card can be worth, its price left out; infinite where counts or conditions decide."""
    values = a.table.card[game.round_number - 1, card]
    if (values.live & ~(LIVE_MISSION | LIVE_STEPS)) != 0:
        return np.inf
    if (values.live & LIVE_MISSION) == 0:
        return values.play
    gain = tables.cards[card].mission_gain
    if a.table.depends[gain] != 0:
        return np.inf
    worth = reward_value(game, a, gain)
    return values.play + max(worth, a.w[v.W_MISSION] * worth * open_chance(game, a))


@jit
def fill_unknown(game, tables, a):
    """Have the mean rewards of what is not known yet in the table: samples and anomalies."""
    a.table.sample[game.round_number - 1] = 0.0
    a.table.anomaly[game.round_number - 1] = 0.0
    total = 0.0
    for sample in range(tables.samples.shape[0]):
        total += mean_program_value(game, tables, a, int(tables.samples[sample]))
    a.table.sample[game.round_number - 1] = total / tables.samples.shape[0]
    total = 0.0
    for anomaly in range(tables.anomaly_gain.shape[0]):
        for side in range(tables.anomaly_gain.shape[1]):
            total += mean_program_value(game, tables, a, int(tables.anomaly_gain[anomaly, side]))
    a.table.anomaly[game.round_number - 1] = total / tables.anomaly_gain.size


@jit
def appraise(tables, a, game):
    """Work out what follows from the weights alone; ``game`` is a zeroed record used for its round number."""
    drop_cache(a)
    for pc in range(tables.program.shape[0]):
        a.table.depends[pc] = 1 if depends_on_position(tables, pc) else 0
        a.table.asks[pc] = 1 if may_be_impossible(tables, pc) else 0
    for card in range(N_CARDS):
        a.table.stars[card] = stars_of_colour(tables, tables.cards[card].sector)
    for r in range(N_ROUNDS):
        game.round_number = r + 1
        a.table.chance[r] = a.w[v.W_CHANCE_LAST] + a.w[v.W_CHANCE_ROUND] * incomes_left(game)
        for energy in range(MUCH_ENERGY + 1):
            paid = steps_for(tables, energy + int(a.w[v.W_REACH] * incomes_left(game)))
            a.table.reach[r, energy] = int(np.floor(paid - a.w[v.W_REACH_SPARE]))
        for resource in range(N_RESOURCES):
            a.table.unit[r, resource] = unit_value(game, a, resource)
            for held in range(MUCH + 1):
                spare = max(0.0, (held - a.w[v.W_PLENTY_FROM]) / a.w[v.W_PLENTY_SPAN])
                a.table.price[r, resource, held] = a.table.unit[r, resource] * (1.0 - a.w[v.W_PLENTY] * spare)
        a.table.step[r] = a.w[v.W_WAY] * move_price(tables, tables.step_cost) * a.table.unit[r, opcodes.ENERGY]
        for thing in range(3):
            for held in range(ENOUGH + 1):
                short = (ENOUGH - held) / ENOUGH
                a.table.need[r, thing, held] = thing_value(game, a, thing_at(thing)) * (1.0 + a.w[v.W_NEED] * short)
        fill_unknown(game, tables, a)
        for pc in range(tables.program.shape[0]):
            a.table.program[r, pc] = mean_program_value(game, tables, a, pc)
        for card in range(N_CARDS):
            a.table.card[r, card].live = live_parts(tables, a, card)
            a.table.card[r, card].play = fixed_play_value(game, tables, a, card)
            a.table.card[r, card].most = most_play_value(game, tables, a, card)
            a.table.card[r, card].keep = mean_keep_value(game, tables, a, card)
            a.table.card[r, card].corner = mean_corner_value(game, tables, a, card)
        fill_pays(game, tables, a)
