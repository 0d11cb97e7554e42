"""The eight main actions: when each is legal and what it starts (section 4 of the rules)."""

from seti_sim.components.opcodes import CREDIT, ENERGY, PUBLICITY
from seti_sim.engine.computer import analyze, analyze_price, pay_analyze, top_row_full
from seti_sim.engine.frames import F_MAIN_DONE, F_TECH, FRAME_WINDOW, push
from seti_sim.engine.gains import counted, pay
from seti_sim.engine.missions import legal_plays, play_card
from seti_sim.engine.moves import (
    K_ANALYZE,
    K_LAND,
    K_LAUNCH,
    K_ORBIT,
    K_PASS,
    K_PLAY,
    K_RESEARCH,
    K_SCAN,
    add,
)
from seti_sim.engine.planets import (
    land_anywhere,
    landing_price,
    legal_landings,
    legal_orbits,
    orbit_anywhere,
    orbit_price,
)
from seti_sim.engine.probes import can_launch, launch, launch_price
from seti_sim.engine.programs import queue_rotation
from seti_sim.engine.rounds import pass_round
from seti_sim.engine.scan import scan_price, start_scan
from seti_sim.engine.state import (
    A_ANALYZE,
    A_LAND,
    A_LAUNCH,
    A_ORBIT,
    A_PASS,
    A_PLAY,
    A_RESEARCH,
    A_SCAN,
    FORBID_ACTION,
    MOST_ACTIONS,
    P_WIN,
)
from seti_sim.engine.technologies import owns_all, research_price
from seti_sim.jit import inlined, jit

ALL_KINDS = 7


@inlined
def legal_main_actions(game, tables, moves, n, player):
    """List the main actions whose whole cost and precondition are met now (ROUND-04, ROUND-05)."""
    me = game.players[player]
    if me.credits >= launch_price(tables) and can_launch(game, tables, player):
        n = add(game, moves, n, K_LAUNCH, 0, 0, 0)
    credit, energy = orbit_price(tables)
    if me.credits >= credit and me.energy >= energy:
        n = legal_orbits(game, moves, n, player)
    n = legal_landings(game, tables, moves, n, player, 0, True)
    credit, energy = scan_price(tables)
    if me.credits >= credit and me.energy >= energy:
        n = add(game, moves, n, K_SCAN, 0, 0, 0)
    if me.energy >= analyze_price(tables) and top_row_full(game, player):
        n = add(game, moves, n, K_ANALYZE, 0, 0, 0)
    n = legal_plays(game, tables, moves, n, player)
    if me.publicity >= research_price(tables) and not owns_all(game, player):
        n = add(game, moves, n, K_RESEARCH, 0, 0, 0)
    return add(game, moves, n, K_PASS, 0, 0, 0)


@inlined
def pay_both(game, player, price):
    """Pay credits and energy."""
    pay(game, player, CREDIT, price[0])
    pay(game, player, ENERGY, price[1])


@jit
def apply_research(game, tables, player):
    """Pay, rotate, then choose a technology (RESEARCH-01, RESEARCH-02)."""
    pay(game, player, PUBLICITY, research_price(tables))
    push(game, F_TECH, player, 0, FRAME_WINDOW, ALL_KINDS, 0, 0, 0)
    queue_rotation(game, player)


@jit
def apply_figure_action(game, tables, player, move):
    """Launch, orbit or land as a main action (LAUNCH-01, ORBIT-01, LAND-01)."""
    if move.kind == K_LAUNCH:
        pay(game, player, CREDIT, launch_price(tables))
        launch(game, tables, player, 0)
    elif move.kind == K_ORBIT:
        pay_both(game, player, orbit_price(tables))
        orbit_anywhere(game, tables, player, move, FRAME_WINDOW)
    else:
        pay(game, player, ENERGY, landing_price(game, tables, player, move))
        land_anywhere(game, tables, player, move, FRAME_WINDOW)


@jit
def action_index(kind):
    """Axis of PLAYER.actions for a main action."""
    if kind == K_LAUNCH:
        return A_LAUNCH
    if kind == K_ORBIT:
        return A_ORBIT
    if kind == K_LAND:
        return A_LAND
    if kind == K_SCAN:
        return A_SCAN
    if kind == K_ANALYZE:
        return A_ANALYZE
    if kind == K_PLAY:
        return A_PLAY
    return A_RESEARCH if kind == K_RESEARCH else A_PASS


@jit
def drop_forbidden(game, moves, n, player):
    """Keep the main actions that no experiment forbids the seat; return their number. Passing always stays."""
    forbidden = int(game.players[player].forbidden) >> FORBID_ACTION
    kept = 0
    for i in range(n):
        action = action_index(moves.list[i].kind)
        if action == A_PASS or (forbidden & (1 << action)) == 0:
            move = moves.list[kept]
            move.kind = moves.list[i].kind
            move.a = moves.list[i].a
            move.b = moves.list[i].b
            move.c = moves.list[i].c
            kept += 1
    return kept


@jit
def apply_main_action(game, tables, player, move):
    """Start a main action; sector results follow when all of it is done (SECT-09, TIME-01)."""
    taken = game.players[player].actions[game.round_number - 1]
    action = action_index(move.kind)
    taken[action] = counted(taken[action], 1, MOST_ACTIONS)
    if move.kind == K_PASS:
        pass_round(game, tables, player)
        return
    push(game, F_MAIN_DONE, player, 0, FRAME_WINDOW, 0, 0, 0, 0)
    if move.kind <= K_LAND:
        apply_figure_action(game, tables, player, move)
    elif move.kind == K_SCAN:
        pay_both(game, player, scan_price(tables))
        start_scan(game, player, P_WIN, FRAME_WINDOW)
    elif move.kind == K_ANALYZE:
        pay_analyze(game, tables, player)
        analyze(game, tables, player, FRAME_WINDOW, P_WIN)
    elif move.kind == K_PLAY:
        play_card(game, tables, player, move.a)
    else:
        apply_research(game, tables, player)
