"""The generic heuristic: every legal move gets a value in points by named weights; the best one is played.

A value is what the move gains less what it costs, seen from the player's own side of the table: own hand and public
information only. Passing and ending the turn stand at about 0, so everything worth more is done first.
"""

import numpy as np

from seti_sim.components import opcodes
from seti_sim.engine import moves as m
from seti_sim.engine.computer import N_POSITIONS, analyze_price
from seti_sim.engine.frames import F_DISCARD, F_FORGO, F_SETUP_TUCK
from seti_sim.engine.main_actions import ALL_KINDS
from seti_sim.engine.missions import play_price, price_resource
from seti_sim.engine.planets import PLUTO_TARGET, landing_price, orbit_price, planet_under
from seti_sim.engine.probes import launch_price
from seti_sim.engine.scan import earth_mask, mercury_price, scan_launch_price, scan_price
from seti_sim.engine.sectors import star_mask_at
from seti_sim.engine.species.exertians import play_exertian_price
from seti_sim.engine.state import N_ROUNDS
from seti_sim.engine.technologies import research_price
from seti_sim.jit import inlined, jit
from seti_sim.policies import weights as v
from seti_sim.policies.board_values import (
    CAN_LAUNCH,
    IN_SPACE,
    ON_PLANET,
    best_technology_value,
    best_trace_value,
    gold_tile_value,
    landing_value,
    orbit_value,
    technology_value,
    trace_place_value,
)
from seti_sim.policies.free_actions import place_value, score_free_actions
from seti_sim.policies.move_filter import BEST_ONLY, filtered_kinds, is_pruned
from seti_sim.policies.valuation import (
    LIVE_EFFECT,
    LIVE_ENDGAME,
    LIVE_MESSAGE,
    LIVE_MISSION,
    LIVE_STEPS,
    LIVE_TRIGGERS,
    circles_value,
    condition_value,
    effect_value,
    hand_card_value,
    instruction_value,
    pass_value,
    price_value,
    program_value,
    resource_value,
    reward_value,
    round_factor,
    tuck_value,
)
from seti_sim.policies.value_cache import (
    begin_decision,
    best_cached_signal,
    cached_figures,
    cached_prospect,
    cached_signal,
    refresh_signals,
)

MIDDLE_ROUND = (N_ROUNDS + 1) // 2
PRUNED = -1.0e30  # value of moves that are not looked at


@jit
def scan_value(game, tables, a, player):
    """Value of a whole scan, cost left out: Earth's sector, the best row card, technologies."""
    me = game.players[player]
    refresh_signals(game, tables, a, player)
    value = a.w[v.W_SCAN] + best_cached_signal(a, player, earth_mask(game, player))
    by_row = 0
    for i in range(game.row.shape[0]):
        if game.row[i] >= 0:
            by_row |= int(a.table.stars[game.row[i]])
    value += max(0.0, best_cached_signal(a, player, by_row))
    if me.tech[opcodes.TELESCOPE_2] != 0:
        mercury = star_mask_at(game, int(game.planet_place[opcodes.MERCURY]))
        gain = best_cached_signal(a, player, mercury) - mercury_price(tables) * resource_value(
            game, a, opcodes.PUBLICITY
        )
        value += max(0.0, gain)
    if me.tech[opcodes.TELESCOPE_3] != 0 and me.n_hand > 0:
        value += a.w[v.W_SCAN_HAND]
    if me.tech[opcodes.TELESCOPE_4] != 0:
        value += a.w[v.W_MOVE] * tables.launch_tech_move
    return value


@jit
def infeasible(game, tables, a, player, start):
    """Points to take off for rows of a card's effect that would be skipped now (for a program with LIVE_STEPS)."""
    can = cached_figures(game, tables, a, player)
    loss = 0.0
    launched = False
    pc = int(start)
    while tables.program[pc].op != opcodes.END:
        row = tables.program[pc]
        if row.op == opcodes.LAUNCH:
            if row.b == 0 and (can & CAN_LAUNCH) == 0:
                loss += a.w[v.W_LAUNCH]
            else:
                launched = True
        elif row.op == opcodes.ORBIT or row.op == opcodes.LAND:
            if (can & ON_PLANET) == 0:
                loss += a.w[v.W_FIGURE] * a.w[v.W_SCORE]
        elif row.op == opcodes.MOVE:
            if not launched and (can & IN_SPACE) == 0:
                loss += a.w[v.W_MOVE] * row.a
        elif row.op == opcodes.SIGNAL and row.a % 16 == opcodes.SRC_OWN_PROBE and (can & IN_SPACE) == 0:
            loss += instruction_value(game, tables, a, pc)
        elif row.op == opcodes.DO:
            loss += a.w[v.W_INFEASIBLE_PENALTY]
        pc += 1
    return loss


@inlined
def play_value_above(game, tables, a, player, card, best):
    """Value of playing a card for its effect, less its price and its other uses (K_PLAY).

    PRUNED if it is sure to be below ``best``: what depends on the position is then not asked for.
    """
    values = a.table.card[game.round_number - 1, card]
    cost = price_value(game, a, player, price_resource(tables, card), play_price(tables, card))
    if values.most - cost < best:
        return PRUNED
    value = values.play - cost
    if values.live == 0:
        return value
    return value + live_play_value(game, tables, a, player, card, values.live)


@jit
def live_play_value(game, tables, a, player, card, live):
    """The parts of the value of playing a card that depend on the position, those of the mask ``live``."""
    table = tables.cards[card]
    value = 0.0
    if (live & LIVE_EFFECT) != 0:
        value += program_value(game, tables, a, table.effects, player, card)
    if (live & LIVE_MISSION) != 0:
        value += condition_value(game, tables, a, player, card)
    if (live & LIVE_TRIGGERS) != 0:
        value += circles_value(game, tables, a, player, card)
    if (live & LIVE_ENDGAME) != 0:
        value += program_value(game, tables, a, table.endgame, player, card)
    if (live & LIVE_MESSAGE) != 0:
        value += a.w[v.W_MESSAGE] * program_value(game, tables, a, table.message_later, player, card)
    if (live & LIVE_STEPS) != 0:
        value -= max(0.0, infeasible(game, tables, a, player, table.effects))
    return value


@jit
def launch_value(game, tables, a, player):
    """Value of the launch action: what the new probe may earn, less its price (K_LAUNCH)."""
    earth = cached_prospect(game, tables, a, player, game.planet_ring[opcodes.EARTH], game.planet_place[opcodes.EARTH])
    return earth - price_value(game, a, player, opcodes.CREDIT, launch_price(tables))


@inlined
def paid_value(game, a, player, price):
    """What a price of credits and energy costs the player in points."""
    return price_value(game, a, player, opcodes.CREDIT, price[0]) + price_value(
        game, a, player, opcodes.ENERGY, price[1]
    )


@inlined
def main_value(game, tables, a, player, move):
    """Value of a main action other than passing and the play of a card."""
    kind = move.kind
    if kind == m.K_LAUNCH:
        return launch_value(game, tables, a, player)
    if kind == m.K_ORBIT:
        cost = paid_value(game, a, player, orbit_price(tables))
        if move.b != 0:
            return reward_value(game, a, tables.pluto_orbit) - cost
        return orbit_value(game, tables, a, player, planet_under(game, player, move.a)) - cost
    if kind == m.K_LAND:
        cost = price_value(game, a, player, opcodes.ENERGY, landing_price(game, tables, player, move))
        if move.b == PLUTO_TARGET:
            return reward_value(game, a, tables.pluto_land) - cost
        return landing_value(game, tables, a, player, planet_under(game, player, move.a), move.b, move.c) - cost
    if kind == m.K_SCAN:
        return scan_value(game, tables, a, player) - paid_value(game, a, player, scan_price(tables))
    if kind == m.K_ANALYZE:
        cost = price_value(game, a, player, opcodes.ENERGY, analyze_price(tables))
        return a.w[v.W_ANALYZE] + best_trace_value(game, tables, a, player, opcodes.TRACE_BLUE) - cost
    if kind == m.K_RESEARCH:
        cost = price_value(game, a, player, opcodes.PUBLICITY, research_price(tables))
        return a.w[v.W_RESEARCH] + best_technology_value(game, tables, a, player, ALL_KINDS) - cost
    return 0.0


@jit
def score_card_choices(game, tables, a, player, moves, i, n):
    """Note the values of choices of cards of one kind from move ``i`` on; return the first move after them.

    Cards to take, keep, tuck or discard: what playing them is worth counts only as far as it is worth anything.
    """
    kind = moves.list[i].kind
    op = game.frames[game.n_frames - 1].op
    factor = round_factor(game, a)
    least = a.w[v.W_TUCK_LEAST] * a.w[v.W_DRAW] if kind == m.K_TUCK else 0.0
    counts = kind != m.K_DISCARD or op == F_DISCARD
    while i < n and moves.list[i].kind == kind:
        card = int(moves.list[i].a)
        play = least
        if card >= 0 and counts:
            play = max(least, play_value_above(game, tables, a, player, card, least))
        if kind == m.K_TAKE_SPECIES:
            value = (
                a.w[v.W_SPECIES_CARD]
                if card < 0
                else a.w[v.W_SPECIES_CARD] + a.w[v.W_OPEN_SPECIES_CARD] + a.w[v.W_TAKE_PLAY] * play
            )
        elif kind == m.K_TUCK:
            keep = max(least, a.w[v.W_TUCK_PLAY] * play) * factor
            value = tuck_value(game, a, tables.cards[card].income) - (
                a.w[v.W_TUCK_SETUP] * keep if op == F_SETUP_TUCK else keep
            )
        elif kind == m.K_DISCARD:
            value = -hand_card_value(game, a, card) - play
        else:
            value = a.w[v.W_CARD] * factor if card < 0 else a.w[v.W_DRAW] * factor + a.w[v.W_TAKE_PLAY] * play
        a.value[i] = value
        i += 1
    return i


@jit
def is_signal_choice(kind):
    """Whether a kind of moves is a choice of a signal or another step of a scan."""
    return (kind >= m.K_SIGNAL and kind <= m.K_SIGNAL_HAND) or (kind >= m.K_SCAN_EARTH and kind <= m.K_SCAN_MOVE)


@jit
def score_signals(game, tables, a, player, moves, i, n):
    """Note the values of signals and steps of a scan from move ``i`` on; return the first move after them."""
    while i < n and is_signal_choice(moves.list[i].kind):
        move = moves.list[i]
        kind = move.kind
        if kind == m.K_SCAN_LAUNCH:
            value = a.w[v.W_LAUNCH] - scan_launch_price(tables) * resource_value(game, a, opcodes.ENERGY)
        elif kind == m.K_SCAN_MOVE:
            in_space = (cached_figures(game, tables, a, player) & IN_SPACE) != 0
            value = a.w[v.W_SCAN_MOVE] if in_space else a.w[v.W_SCAN_MOVE_IDLE]
        else:
            by_card = kind == m.K_SIGNAL_ROW or kind == m.K_SIGNAL_HAND
            value = cached_signal(game, tables, a, player, int(move.b) if by_card else int(move.a))
            if kind == m.K_SIGNAL_HAND:
                value -= hand_card_value(game, a, move.a)
            elif kind == m.K_SCAN_MERCURY:
                value -= mercury_price(tables) * resource_value(game, a, opcodes.PUBLICITY)
            else:
                value += a.w[v.W_FREE_SIGNAL]
        a.value[i] = value
        i += 1
    return i


@inlined
def board_choice_value(game, tables, a, player, move):
    """Value of choices about traces, planets, gold tiles and optional effects."""
    kind = move.kind
    if kind == m.K_TRACE:
        return trace_place_value(game, tables, a, player, move.a, move.b, move.c)
    if kind == m.K_COVER:
        gain = tables.cards[move.a].triggers[move.b].gain
        return a.w[v.W_CIRCLE] + effect_value(game, tables, a, gain, player, move.a)
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
        return a.w[v.W_FORGO]  # a move in place of publicity: two neighbouring planets would be an endless walk
    value = 0.0
    for pc in range(frame.a, frame.a + frame.b + frame.c):
        if pc < tables.program.shape[0]:
            value += instruction_value(game, tables, a, pc)
    return value


@jit
def exertian_value(game, tables, a, player, card):
    """Value of laying down a hidden card: its points by how near its condition is, less its danger and its price."""
    table = tables.cards[card]
    chance = a.w[v.W_EXERTIAN_CHANCE] + a.w[v.W_EXERTIAN_GROWTH] * (int(game.round_number) - MIDDLE_ROUND)
    cost = price_value(game, a, player, opcodes.CREDIT, play_exertian_price(game))
    return table.points * chance - a.w[v.W_EXERTIAN_DANGER] * table.danger + a.w[v.W_EXERTIAN] - cost


@jit
def best_before(game, a, i):
    """The value a move of the start of a turn must reach to be the best: that of passing or of a move before ``i``."""
    best = pass_value(game, a)
    for j in range(i):
        best = max(best, a.value[j])
    return best


@jit
def score_plays(game, tables, a, player, moves, i, n):
    """Note the values of the plays of cards that stand in a row from move ``i`` on; return the first move after.

    If only the best move is asked for, cards that cannot be it are left aside.
    """
    best_only = (moves.left_out & BEST_ONLY) != 0
    best = best_before(game, a, i) if best_only else -np.inf
    while i < n and moves.list[i].kind == m.K_PLAY:
        a.value[i] = play_value_above(game, tables, a, player, int(moves.list[i].a), best)
        if best_only:
            best = max(best, a.value[i])
        i += 1
    return i


@jit
def score_technologies(game, tables, a, player, moves, i, n):
    """Note the values of technologies from move ``i`` on, those with several places once; return the first move after.

    A place where data lie already costs a point, one further left is a little better.
    """
    tech = -1
    worth = 0.0
    while i < n and moves.list[i].kind == m.K_TECH:
        if moves.list[i].a != tech:
            tech = int(moves.list[i].a)
            worth = technology_value(game, tables, a, player, tech)
        place = int(moves.list[i].b)
        value = worth
        if place >= 0:
            if game.players[player].top[place] != 0:
                value += a.w[v.W_TECH_COVERED]
            value += a.w[v.W_TECH_LEFT] * (N_POSITIONS - place)
        a.value[i] = value
        i += 1
    return i


@jit
def score_main_actions(game, tables, a, player, moves, i, n):
    """Note the values of main actions from move ``i`` on; return the first move after them."""
    while i < n and moves.list[i].kind <= m.K_PASS:
        kind = moves.list[i].kind
        if kind == m.K_PLAY:
            i = score_plays(game, tables, a, player, moves, i, n)
        else:
            a.value[i] = pass_value(game, a) if kind == m.K_PASS else main_value(game, tables, a, player, moves.list[i])
            i += 1
    return i


@jit
def score_board_choices(game, tables, a, player, moves, i, n):
    """Note the values of choices of one kind about the board from move ``i`` on; return the first move after them."""
    kind = moves.list[i].kind
    while i < n and moves.list[i].kind == kind:
        a.value[i] = board_choice_value(game, tables, a, player, moves.list[i])
        i += 1
    return i


@jit
def is_card_choice(kind):
    """Whether a kind of moves is a choice of a card to take, tuck, discard or keep."""
    return (kind >= m.K_TAKE and kind <= m.K_TUCK) or kind == m.K_DISCARD or kind == m.K_KEEP


@inlined
def score_moves_of_kind(game, tables, a, player, moves, i, n):
    """Note the values of the moves of one kind from move ``i`` on, some or one; return the first move after them."""
    kind = moves.list[i].kind
    if kind <= m.K_PASS:
        return score_main_actions(game, tables, a, player, moves, i, n)
    if m.is_free(kind):
        return score_free_actions(game, tables, a, player, moves, i, n)
    if is_signal_choice(kind):
        return score_signals(game, tables, a, player, moves, i, n)
    if is_card_choice(kind):
        return score_card_choices(game, tables, a, player, moves, i, n)
    if kind == m.K_TECH:
        return score_technologies(game, tables, a, player, moves, i, n)
    return score_board_choices(game, tables, a, player, moves, i, n)


@jit
def choose_heuristic(game, tables, moves, n, a):
    """Index of the move with the highest value; the first of equals.

    ``a`` is the appraisal of the seat; the values of all moves are left in ``a.value``, PRUNED for moves that the
    strategy does not look at, if they were listed at all.
    """
    player = int(game.frames[game.n_frames - 1].player)
    begin_decision(a, player)
    mask = filtered_kinds(game, a) if moves.left_out == 0 else 0
    best = PRUNED
    chosen = 0
    i = 0
    while i < n:
        kind = moves.list[i].kind
        after = i + 1
        if mask != 0 and is_pruned(game, mask, kind):
            a.value[i] = PRUNED
        elif kind == m.K_END_TURN or kind == m.K_STOP or kind == m.K_DECLINE:
            a.value[i] = 0.0
        elif kind == m.K_PLACE:
            a.value[i] = place_value(game, tables, a, player, int(moves.list[i].a))
        else:
            after = score_moves_of_kind(game, tables, a, player, moves, i, n)
        while i < after:
            if a.value[i] > best:
                best = a.value[i]
                chosen = i
            i += 1
    return chosen
