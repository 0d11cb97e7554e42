"""Technologies: who may take what, and the taking of a tile (RESEARCH, TECH)."""

from seti_sim.components.opcodes import COMPUTER_1, EV_TECH, KIND_COMPUTER, N_TECHS, TECH_BY_OTHER, TECH_NO_TILE_BONUS
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.events import queue_event
from seti_sim.engine.frames import FRAME_CARD, push_program
from seti_sim.engine.moves import K_TECH, add
from seti_sim.engine.state import FORBID_TECH, P_TECH_FIRST, P_TECH_TILE
from seti_sim.jit import inlined, jit


@inlined
def research_price(tables):
    """Publicity of research as a main action (RESEARCH-01)."""
    return int(tables.research_publicity)


@jit
def owned_by_other(game, player, tech):
    """Whether another player owns the technology (TECH-08)."""
    for seat in range(game.n_players):
        if seat != player and game.players[seat].tech[tech] != 0:
            return True
    return False


@jit
def can_take(game, tables, player, tech, kinds, flags):
    """Whether the player may take this technology now (RESEARCH-03, RESEARCH-05)."""
    me = game.players[player]
    if me.tech[tech] != 0 or (kinds & (1 << tables.techs[tech].kind)) == 0:
        return False
    if (me.forbidden & (1 << (FORBID_TECH + tech))) != 0:
        return False
    if game.tiles_taken[tech] >= tables.tiles_per_stack:
        return False
    return (flags & TECH_BY_OTHER) == 0 or owned_by_other(game, player, tech)


@jit
def owns_all(game, player):
    """Whether the player owns all technologies: research is then illegal (RESEARCH-03)."""
    return game.players[player].n_tech >= N_TECHS


@jit
def legal_techs(game, tables, moves, player, kinds, flags):
    """List the technologies to take, computer ones with every free slot (TECH-01)."""
    me = game.players[player]
    n = 0
    for tech in range(N_TECHS):
        if not can_take(game, tables, player, tech, kinds, flags):
            continue
        if tables.techs[tech].kind != KIND_COMPUTER:
            n = add(game, moves, n, K_TECH, tech, -1, 0)
            continue
        for position in range(N_POSITIONS):
            if tables.tech_space[position] != 0 and me.computer[position] < 0:
                n = add(game, moves, n, K_TECH, tech, position, 0)
    return n


@jit
def take_tech(game, tables, player, tech, position, flags, frame_flags):
    """Take the top tile of a stack with all it gives (RESEARCH-02, RESEARCH-04, TECH-02, TECH-07)."""
    me = game.players[player]
    kind = int(tables.techs[tech].kind)
    if (frame_flags & FRAME_CARD) != 0:
        game.taken_tech = tech
        game.taken_by_other = 1 if owned_by_other(game, player, tech) else 0
    taken = int(game.tiles_taken[tech])
    game.tiles_taken[tech] = taken + 1
    me.n_tech += 1
    me.tech[tech] = me.n_tech
    me.tech_round[tech] = game.round_number
    if kind == KIND_COMPUTER:
        me.computer[position] = tech - COMPUTER_1
    queue_event(game, player, EV_TECH, 1 << kind)
    push_program(game, tables, player, P_TECH_TILE, 0, tables.techs[tech].also, -1, -1)
    if (flags & TECH_NO_TILE_BONUS) == 0:
        push_program(game, tables, player, P_TECH_TILE, 0, tables.tile_gains[game.tiles[tech, taken]], -1, -1)
    if taken == 0:
        me.tech_first[tech] = 1
        push_program(game, tables, player, P_TECH_FIRST, 0, tables.first_taken_gain, -1, -1)
