"""Data pool and computer (section 6 of the rules, ANALYZE)."""

from seti_sim.components.opcodes import COMPUTER_1, ENERGY
from seti_sim.engine.frames import FRAME_WINDOW, push_program
from seti_sim.engine.gains import pay
from seti_sim.engine.moves import K_PLACE, add
from seti_sim.engine.state import P_COMPUTER
from seti_sim.jit import inlined, jit

N_POSITIONS = 6


@jit
def next_top(game, player):
    """Leftmost empty position of the top row, or -1 (DATA-04)."""
    for position in range(N_POSITIONS):
        if game.players[player].top[position] == 0:
            return position
    return -1


@jit
def lower_open(game, player, position):
    """Whether the lower space exists, its upper space is covered and it is empty (DATA-05)."""
    me = game.players[player]
    return me.computer[position] >= 0 and me.top[position] != 0 and me.lower[position] == 0


@inlined
def legal_placements(game, moves, n, player):
    """List the open spaces for one data from the pool (DATA-03 to DATA-05)."""
    if game.players[player].pool == 0:
        return n
    position = next_top(game, player)
    if position >= 0:
        n = add(game, moves, n, K_PLACE, position, 0, 0)
    for position in range(N_POSITIONS):
        if lower_open(game, player, position):
            n = add(game, moves, n, K_PLACE, N_POSITIONS + position, 0, 0)
    return n


@inlined
def can_place(game, player):
    """Whether one data could be placed now."""
    if game.players[player].pool == 0:
        return False
    if next_top(game, player) >= 0:
        return True
    for position in range(N_POSITIONS):
        if lower_open(game, player, position):
            return True
    return False


@jit
def place_data(game, tables, player, space):
    """Put one data from the pool on a space and queue what it covers (DATA-03, DATA-06)."""
    me = game.players[player]
    me.pool -= 1
    position = space % N_POSITIONS
    tech = int(me.computer[position])
    if space >= N_POSITIONS:
        me.lower[position] = 1
        program = tables.techs[COMPUTER_1 + tech].lower
    else:
        me.top[position] = 1
        program = tables.techs[COMPUTER_1 + tech].top if tech >= 0 else tables.computer_top[position]
    push_program(game, tables, player, P_COMPUTER, 0, program, -1, -1)


@jit
def top_row_full(game, player):
    """Whether all six top spaces hold data (ANALYZE-01)."""
    return next_top(game, player) < 0


@jit
def analyze(game, tables, player, flags, source):
    """Clear the computer and queue the blue trace (ANALYZE-02)."""
    me = game.players[player]
    for position in range(N_POSITIONS):
        me.top[position] = 0
        me.lower[position] = 0
    push_program(game, tables, player, source, flags & FRAME_WINDOW, tables.analyze_steps, -1, -1)


@inlined
def analyze_price(tables):
    """Energy of an analysis as a main action (ANALYZE-01)."""
    return int(tables.analyze_energy)


@jit
def pay_analyze(game, tables, player):
    """Pay for the main action (ANALYZE-01)."""
    pay(game, player, ENERGY, analyze_price(tables))
