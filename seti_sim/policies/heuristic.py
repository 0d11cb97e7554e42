"""The generic heuristic: every legal move gets a value in points by named weights; the best one is played.

A value is what the move gains less what it costs, seen from the player's own side of the table: own hand and public
information only. Passing and ending the turn stand at about 0, so everything worth more is done first.
"""

from seti_sim.components import words as k
from seti_sim.engine import moves as m
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.frames import F_DISCARD, F_FORGO, F_MOVE, F_SETUP_TUCK
from seti_sim.engine.gains import owned
from seti_sim.engine.planets import PLUTO_TARGET, land_cost, planet_under
from seti_sim.engine.probes import BY_CORNER, BY_ENERGY, can_launch, step_cost, visit_publicity
from seti_sim.engine.scan import earth_mask
from seti_sim.engine.sectors import star_mask_at, stars_of_colour
from seti_sim.engine.solar import neighbour_place, neighbour_ring
from seti_sim.engine.state import NO_FIGURE
from seti_sim.jit import entry, jit
from seti_sim.policies import weights as v
from seti_sim.policies.attention import is_overlooked, overlooked
from seti_sim.policies.features import (
    best_technology_value,
    best_trace_value,
    forget,
    gold_tile_value,
    landing_value,
    orbit_value,
    prospect,
    signal_value,
    technology_value,
    trace_place_value,
)
from seti_sim.policies.values import (
    ENOUGH,
    LIVE_EFFECT,
    LIVE_ENDGAME,
    LIVE_MESSAGE,
    LIVE_MISSION,
    LIVE_STEPS,
    LIVE_TRIGGERS,
    circles_worth,
    condition_worth,
    effect_value,
    hand_card_value,
    price_value,
    program_value,
    resource_value,
    reward_value,
    round_factor,
    row_value,
    thing_value,
    tuck_value,
)

FEASIBLE_LOSS = 6.0  # points off for an effect that cannot be carried out now
N_STARS = 8
OVERLOOKED = -1.0e30  # value of moves that are not looked at


@jit
def best_of_mask(game, tables, a, player, mask):
    """Value of the best signal among the stars of a mask."""
    best = -10.0
    for star in range(N_STARS):
        if (mask & (1 << star)) != 0:
            best = max(best, signal_value(game, tables, a, player, star))
    return best


@jit
def scan_value(game, tables, a, player):
    """Value of a whole scan, cost left out: Earth's sector, the best row card, technologies."""
    me = game.players[player]
    value = a.w[v.W_SCAN] + best_of_mask(game, tables, a, player, earth_mask(game, player))
    best = 0.0
    for i in range(game.row.shape[0]):
        if game.row[i] >= 0:
            mask = stars_of_colour(tables, tables.cards[game.row[i]].sector)
            best = max(best, best_of_mask(game, tables, a, player, mask))
    value += best
    if me.tech[k.TELESCOPE_2] != 0:
        mercury = star_mask_at(game, int(game.planet_place[k.MERCURY]))
        gain = best_of_mask(game, tables, a, player, mercury) - resource_value(game, a, k.PUBLICITY)
        value += max(0.0, gain)
    if me.tech[k.TELESCOPE_3] != 0 and me.n_hand > 0:
        value += 1.0
    if me.tech[k.TELESCOPE_4] != 0:
        value += a.w[v.W_MOVE]
    return value


@jit
def has_figure(game, player):
    """Whether the player has anything in space."""
    for i in range(12):
        if game.players[player].figure[i] != NO_FIGURE:
            return True
    return False


@jit
def on_planet(game, player):
    """Whether a probe of the player stands on a planet other than Earth."""
    for i in range(12):
        if game.players[player].figure[i] != NO_FIGURE and planet_under(game, player, i) >= 0:
            return True
    return False


@jit
def infeasible(game, tables, a, player, start):
    """Points to take off for rows of a card's effect that would be skipped now (for a program with LIVE_STEPS)."""
    loss = 0.0
    launched = False
    pc = int(start)
    while tables.program[pc].op != k.END:
        row = tables.program[pc]
        if row.op == k.LAUNCH:
            if row.b == 0 and not can_launch(game, tables, player):
                loss += a.w[v.W_LAUNCH]
            else:
                launched = True
        elif row.op == k.ORBIT or row.op == k.LAND:
            if not on_planet(game, player):
                loss += 8.0 * a.w[v.W_SCORE]
        elif row.op == k.MOVE:
            if not launched and not has_figure(game, player):
                loss += a.w[v.W_MOVE] * row.a
        elif row.op == k.SIGNAL and row.a % 16 == k.SRC_OWN_PROBE and not has_figure(game, player):
            loss += row_value(game, tables, a, pc)
        elif row.op == k.DO:
            loss += FEASIBLE_LOSS
        pc += 1
    return loss


@jit
def play_value(game, tables, a, player, card):
    """Value of playing a card for its effect, less its price and its other uses (K_PLAY)."""
    table = tables.cards[card]
    price = k.ENERGY if table.cost_energy != 0 else k.CREDIT
    values = a.card[game.round_number - 1, card]
    value = values.play - price_value(game, a, player, price, table.cost)
    if values.live != 0:
        value += live_play_value(game, tables, a, player, card, values.live)
    return value


@jit
def live_play_value(game, tables, a, player, card, live):
    """The parts of the value of playing a card that depend on the position, those of the mask ``live``."""
    table = tables.cards[card]
    value = 0.0
    if (live & LIVE_EFFECT) != 0:
        value += program_value(game, tables, a, table.effects, player, card)
    if (live & LIVE_MISSION) != 0:
        value += condition_worth(game, tables, a, player, card)
    if (live & LIVE_TRIGGERS) != 0:
        value += circles_worth(game, tables, a, player, card)
    if (live & LIVE_ENDGAME) != 0:
        value += program_value(game, tables, a, table.endgame, player, card)
    if (live & LIVE_MESSAGE) != 0:
        value += 0.6 * program_value(game, tables, a, table.message_later, player, card)
    if (live & LIVE_STEPS) != 0:
        value -= infeasible(game, tables, a, player, table.effects)
    return value


@jit
def launch_value(game, tables, a, player):
    """Value of the launch action: what the new probe may earn, less its price (K_LAUNCH)."""
    earth = prospect(game, tables, a, player, game.planet_ring[k.EARTH], game.planet_place[k.EARTH])
    return earth - price_value(game, a, player, k.CREDIT, tables.launch_credit)


@jit
def main_value(game, tables, a, player, move):
    """Value of a main action."""
    kind = move.kind
    if kind == m.K_PASS:
        return a.w[v.W_THRESHOLD] + (a.w[v.W_PASS_FIRST] if game.reminder != 0 else 0.0)
    if kind == m.K_PLAY:
        return play_value(game, tables, a, player, move.a)
    energy = price_value(game, a, player, k.ENERGY, 1.0)
    credit = price_value(game, a, player, k.CREDIT, 1.0)
    if kind == m.K_LAUNCH:
        return launch_value(game, tables, a, player)
    if kind == m.K_ORBIT:
        if move.b != 0:
            return reward_value(game, a, tables.pluto_orbit) - credit - energy
        planet = planet_under(game, player, move.a)
        cost = tables.orbit_credit * credit + tables.orbit_energy * energy
        return orbit_value(game, tables, a, player, planet) - cost
    if kind == m.K_LAND:
        if move.b == PLUTO_TARGET:
            return reward_value(game, a, tables.pluto_land) - 3.0 * energy
        planet = planet_under(game, player, move.a)
        cost = land_cost(game, tables, player, planet) * energy
        return landing_value(game, tables, a, player, planet, move.b, move.c) - cost
    if kind == m.K_SCAN:
        cost = tables.scan_credit * credit + tables.scan_energy * energy
        return scan_value(game, tables, a, player) - cost
    if kind == m.K_ANALYZE:
        return a.w[v.W_ANALYZE] + best_trace_value(game, tables, a, player, k.TRACE_BLUE) - energy
    if kind == m.K_RESEARCH:
        cost = price_value(game, a, player, k.PUBLICITY, tables.research_publicity)
        return a.w[v.W_RESEARCH] + best_technology_value(game, tables, a, player, 7) - cost
    return 0.0


@jit
def place_value(game, tables, a, player, space):
    """Value of placing one data: the way to an analysis and the reward it covers (K_PLACE)."""
    position = space % N_POSITIONS
    tech = int(game.players[player].computer[position])
    if space >= N_POSITIONS:
        program = tables.techs[k.COMPUTER_1 + tech].lower
        return reward_value(game, a, program) - 0.5 * resource_value(game, a, k.DATA) + 0.2
    program = tables.techs[k.COMPUTER_1 + tech].top if tech >= 0 else tables.computer_top[position]
    return a.w[v.W_PLACE] + reward_value(game, a, program)


@jit
def step_value(game, tables, a, player, move):
    """Value of a step: what the figure gains in prospect and publicity, less what is paid (K_STEP)."""
    me = game.players[player]
    here = prospect(game, tables, a, player, int(me.ring[move.a]), int(me.place[move.a]))
    return step_gain(game, tables, a, player, move) - here


@jit
def step_gain(game, tables, a, player, move):
    """Prospect and publicity where a step leads, less what is paid for it."""
    me = game.players[player]
    ring = int(me.ring[move.a])
    place = int(me.place[move.a])
    new_ring = neighbour_ring(ring, move.b)
    new_place = neighbour_place(place, move.b)
    value = prospect(game, tables, a, player, new_ring, new_place)
    cell = int(game.cells[new_ring, new_place])
    if me.publicity < tables.publicity_limit:
        value += resource_value(game, a, k.PUBLICITY) * visit_publicity(game, tables, player, cell, False)
    if cell == k.ASTEROIDS and me.tech[k.PROBE_2] == 0:
        value -= 0.7 * resource_value(game, a, k.ENERGY)
    cost = step_cost(game, tables, player, ring, place)
    if game.frames[game.n_frames - 1].op == F_MOVE:
        cost = max(0, cost - int(game.frames[game.n_frames - 1].a))
    if move.c == BY_ENERGY:
        value -= cost * resource_value(game, a, k.ENERGY)
    elif move.c >= BY_CORNER:
        value -= hand_card_value(game, a, move.c - BY_CORNER)
    return value


@jit
def free_value(game, tables, a, player, move):
    """Value of a free action."""
    kind = move.kind
    if kind == m.K_PLACE:
        return place_value(game, tables, a, player, move.a)
    if kind == m.K_MISSION:
        return 2.0 + effect_value(game, tables, a, tables.cards[move.a].mission_gain, player, move.a)
    if kind == m.K_CORNER:
        return corner_value(game, tables, a, move.a, has_figure(game, player))
    if kind == m.K_STEP:
        return step_value(game, tables, a, player, move)
    if kind == m.K_BUY:
        spare = 1.5 if game.players[player].publicity >= tables.publicity_limit - 1 else 0.0
        cost = tables.buy_card_publicity * resource_value(game, a, k.PUBLICITY)
        return a.w[v.W_CARD] * round_factor(game, a) - cost + spare
    return exchange_value(game, tables, a, player, move)


@jit
def corner_value(game, tables, a, card, in_space):
    """Value of a card's corner in place of the card (K_CORNER); ``in_space`` says whether something could move."""
    corner = a.card[game.round_number - 1, card].corner
    if not in_space and (tables.cards[card].corner & k.CORNER_MOVE) != 0:
        return corner - a.w[v.W_MOVE]
    return corner


@jit
def holding(game, player, thing):
    """How many credits, energies or hand cards the player has."""
    return int(game.players[player].n_hand) if thing == k.CARD_IN_HAND else owned(game, player, thing)


@jit
def exchange_value(game, tables, a, player, move):
    """Value of an exchange (K_EXCHANGE): more for what is short, less taken off for what is held in plenty."""
    if move.a == move.b:
        return -1.0
    taken = min(int(move.b), 2)
    gain = a.need[game.round_number - 1, taken, min(holding(game, player, move.b), ENOUGH)]
    if move.a == k.CARD_IN_HAND:
        return gain - tables.exchange_give * thing_value(game, a, move.a)
    return gain - price_value(game, a, player, move.a, tables.exchange_give)


@jit
def card_choice_value(game, tables, a, player, move):
    """Value of choices about cards: take, tuck, discard, keep."""
    kind = move.kind
    if kind == m.K_TAKE or kind == m.K_KEEP:
        if move.a < 0:
            return a.w[v.W_CARD] * round_factor(game, a)
        worth = max(play_value(game, tables, a, player, move.a), 0.0)
        return a.w[v.W_DRAW] * round_factor(game, a) + 0.5 * worth
    if kind == m.K_TAKE_ALIEN:
        if move.a < 0:
            return a.w[v.W_ALIEN_CARD]
        return a.w[v.W_ALIEN_CARD] - 1.0 + 0.5 * max(play_value(game, tables, a, player, move.a), 0.0)
    if kind == m.K_TUCK:
        value = tuck_value(game, a, tables.cards[move.a].income)
        keep = max(0.7 * a.w[v.W_DRAW], 0.8 * play_value(game, tables, a, player, move.a)) * round_factor(game, a)
        if game.frames[game.n_frames - 1].op == F_SETUP_TUCK:
            return value - 0.6 * keep
        return value - keep
    worth = hand_card_value(game, a, move.a)
    if game.frames[game.n_frames - 1].op == F_DISCARD:
        worth += max(play_value(game, tables, a, player, move.a), 0.0)
    return -worth


@jit
def signal_choice_value(game, tables, a, player, move):
    """Value of choices about signals."""
    kind = move.kind
    if kind == m.K_SIGNAL or kind == m.K_SCAN_EARTH:
        return 1.0 + signal_value(game, tables, a, player, move.a)
    if kind == m.K_SIGNAL_ROW:
        return 1.0 + signal_value(game, tables, a, player, move.b)
    if kind == m.K_SIGNAL_HAND:
        return signal_value(game, tables, a, player, move.b) - hand_card_value(game, a, move.a)
    if kind == m.K_SCAN_MERCURY:
        cost = tables.mercury_publicity * resource_value(game, a, k.PUBLICITY)
        return signal_value(game, tables, a, player, move.a) - cost
    if kind == m.K_SCAN_LAUNCH:
        return a.w[v.W_LAUNCH] - resource_value(game, a, k.ENERGY)
    return 0.5 if has_figure(game, player) else 0.01


@jit
def board_choice_value(game, tables, a, player, move):
    """Value of choices about technologies, traces, planets, gold tiles and optional effects."""
    kind = move.kind
    if kind == m.K_TECH:
        value = technology_value(game, tables, a, player, move.a)
        if move.b >= 0 and game.players[player].top[move.b] != 0:
            value -= 1.0
        return value + (0.1 * (6 - move.b) if move.b >= 0 else 0.0)
    if kind == m.K_TRACE:
        return trace_place_value(game, tables, a, player, move.a, move.b, move.c)
    if kind == m.K_COVER:
        gain = tables.cards[move.a].triggers[move.b].gain
        return 1.0 + effect_value(game, tables, a, gain, player, move.a)
    if kind == m.K_GOLD:
        return gold_tile_value(game, tables, a, player, move.a)
    if kind == m.K_ACCEPT:
        return option_value(game, tables, a, player)
    if kind == m.K_SAMPLE:
        return reward_value(game, a, tables.samples[move.a])
    if kind == m.K_MESSAGE:
        return reward_value(game, a, tables.message_rewards[move.a])
    if kind == m.K_EXERTIAN:
        return exertian_value(game, tables, a, player, move.a)
    return 0.0


@jit
def option_value(game, tables, a, player):
    """Value of accepting the optional effect on top of the stack: what it gives less what it takes."""
    frame = game.frames[game.n_frames - 1]
    if frame.op == F_FORGO:
        return -1.0  # a move in place of publicity: two neighbouring planets would be an endless walk
    value = 0.0
    for pc in range(frame.a, frame.a + frame.b + frame.c):
        if pc < tables.program.shape[0]:
            value += row_value(game, tables, a, pc)
    return value


@jit
def exertian_value(game, tables, a, player, card):
    """Value of laying down a hidden card: its points by how near its condition is, less its danger."""
    table = tables.cards[card]
    chance = 0.45 + 0.1 * (int(game.round_number) - 3)
    return table.points * chance - 0.8 * table.danger - 1.0


@jit
def move_value(game, tables, a, player, move):
    """Value of any legal move for the player who decides."""
    kind = move.kind
    if kind <= m.K_PASS:
        return main_value(game, tables, a, player, move)
    if kind == m.K_END_TURN or kind == m.K_STOP or kind == m.K_DECLINE:
        return 0.0
    if kind <= m.K_EXCHANGE:
        return free_value(game, tables, a, player, move)
    if kind == m.K_SIGNAL or kind == m.K_SIGNAL_ROW or kind == m.K_SIGNAL_HAND:
        return signal_choice_value(game, tables, a, player, move)
    if kind >= m.K_SCAN_EARTH and kind <= m.K_SCAN_MOVE:
        return signal_choice_value(game, tables, a, player, move)
    if kind == m.K_TAKE or kind == m.K_TAKE_ALIEN or kind == m.K_TUCK or kind == m.K_DISCARD or kind == m.K_KEEP:
        return card_choice_value(game, tables, a, player, move)
    return board_choice_value(game, tables, a, player, move)


@jit
def value_corners(game, tables, a, player, moves, i, n):
    """Note the values of the corners that stand in a row from move ``i`` on; return the first move after them."""
    in_space = has_figure(game, player)
    while i < n and moves.list[i].kind == m.K_CORNER:
        a.value[i] = corner_value(game, tables, a, moves.list[i].a, in_space)
        i += 1
    return i


@jit
def value_plays(game, tables, a, player, moves, i, n):
    """Note the values of the plays of cards that stand in a row from move ``i`` on; return the first move after."""
    while i < n and moves.list[i].kind == m.K_PLAY:
        a.value[i] = play_value(game, tables, a, player, moves.list[i].a)
        i += 1
    return i


@jit
def value_exchanges(game, tables, a, player, moves, i, n):
    """Note the values of the exchanges that stand in a row from move ``i`` on; return the first move after them."""
    while i < n and moves.list[i].kind == m.K_EXCHANGE:
        a.value[i] = exchange_value(game, tables, a, player, moves.list[i])
        i += 1
    return i


@jit
def value_steps(game, tables, a, player, moves, i, n):
    """Note the values of the steps that stand in a row from move ``i`` on; return the first move after them."""
    figure = -1
    here = 0.0
    while i < n and moves.list[i].kind == m.K_STEP:
        if moves.list[i].a != figure:
            figure = int(moves.list[i].a)
            me = game.players[player]
            here = prospect(game, tables, a, player, int(me.ring[figure]), int(me.place[figure]))
        a.value[i] = step_gain(game, tables, a, player, moves.list[i]) - here
        i += 1
    return i


@jit
def value_moves(game, tables, a, player, moves, n):
    """Note the values of all moves in ``a.value``: corners, exchanges and steps, most of the moves, in one go a row.

    Moves the strategy does not look at get the value OVERLOOKED.
    """
    forget(a)
    mask = overlooked(game, a)
    i = 0
    while i < n:
        kind = moves.list[i].kind
        if mask != 0 and is_overlooked(game, mask, kind):
            a.value[i] = OVERLOOKED
            i += 1
        elif kind == m.K_CORNER:
            i = value_corners(game, tables, a, player, moves, i, n)
        elif kind == m.K_PLAY:
            i = value_plays(game, tables, a, player, moves, i, n)
        elif kind == m.K_EXCHANGE:
            i = value_exchanges(game, tables, a, player, moves, i, n)
        elif kind == m.K_STEP:
            i = value_steps(game, tables, a, player, moves, i, n)
        else:
            a.value[i] = move_value(game, tables, a, player, moves.list[i])
            i += 1


@entry
def choose_heuristic(game, tables, moves, n, a):
    """Index of the move with the highest value; the first of equals.

    ``a`` is the appraisal of the seat; the values of all moves are left in ``a.value``.
    """
    value_moves(game, tables, a, int(game.frames[game.n_frames - 1].player), moves, n)
    best = OVERLOOKED
    chosen = 0
    for i in range(n):
        value = a.value[i]
        if value > best:
            best = value
            chosen = i
    return chosen
