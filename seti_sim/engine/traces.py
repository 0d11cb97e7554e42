"""Life traces: where one may be marked and what the place gives (section 11 of the rules)."""

from seti_sim.components.opcodes import EV_TRACE, TRACE_ANY, TRACE_THAT_SPECIES, TRACE_WHERE_SAME
from seti_sim.components.tables import UNLIMITED
from seti_sim.engine.events import queue_event
from seti_sim.engine.frames import FRAME_CARD, push_program
from seti_sim.engine.gains import SIDE_SHIFT, owned, pay
from seti_sim.engine.moves import K_TRACE, add
from seti_sim.engine.state import FORBID_SIDE, NOBODY, P_DISCOVERY, P_OVERFLOW, P_SPECIES_SPACE
from seti_sim.jit import inlined, jit

DISCOVERY_SPACE = 0
OVERFLOW = 1
BOARD_SPACE = 2
BOTH_SIDES = 3


@inlined
def trace_price(tables, species, k):
    """Resource (-1 = none) and amount that a space of a species board costs (M11, O13)."""
    space = tables.species[species].spaces[k]
    return int(space.cost_resource), int(space.cost_amount)


@jit
def space_open(game, tables, player, side, k):
    """Whether a space of a discovered board can be marked and paid for now (TRACE-06, M11)."""
    space = tables.species[game.species[side]].spaces[k]
    if space.capacity != UNLIMITED and game.space_owner[side, k] != NOBODY:
        return False
    if space.token >= 0 and game.sample_on_space[space.token] < 0:
        return False
    resource, amount = trace_price(tables, int(game.species[side]), k)
    return resource < 0 or owned(game, player, resource) >= amount


@jit
def legal_places(game, tables, moves, n, player, side, colour):
    """List the places of one colour at one species, the overflow area left out (TRACE-03)."""
    if game.discovery[side, colour] == NOBODY:
        n = add(game, moves, n, K_TRACE, side, DISCOVERY_SPACE, colour)
    if game.discovered[side] != 0:
        table = tables.species[game.species[side]]
        for k in range(table.n_spaces):
            if table.spaces[k].colour == colour and space_open(game, tables, player, side, k):
                n = add(game, moves, n, K_TRACE, side, BOARD_SPACE + k, colour)
    return n


@jit
def overflow_open(game, tables, player, colour, sides):
    """Whether the overflow area may be chosen; by one ruling only if no other place is left (TRACE-05, OPEN-18)."""
    if tables.rulings.overflow == 0:
        return True
    for side in range(2):
        if (sides & (1 << side)) == 0:
            continue
        if game.discovery[side, colour] == NOBODY:
            return False
        table = tables.species[game.species[side]]
        for k in range(table.n_spaces if game.discovered[side] != 0 else 0):
            if table.spaces[k].colour == colour and space_open(game, tables, player, side, k):
                return False
    return True


@jit
def sides_with_colour(game, player, colour):
    """Mask of the species on which the player has that colour already ("where_same")."""
    mask = 0
    for side in range(2):
        if game.players[player].traces[side, colour] > 0:
            mask |= 1 << side
    return mask


@jit
def sides_with_all_colours(game, player):
    """Mask of the species on which the player has all three colours ("that_species" of card 102)."""
    mask = 0
    for side in range(2):
        mine = game.players[player].traces[side]
        if mine[0] > 0 and mine[1] > 0 and mine[2] > 0:
            mask |= 1 << side
    return mask


@jit
def trace_sides(game, player, colour, flags):
    """Mask of the species a trace with such TRACE_* flags may be marked at, read when it is marked (TIME-03)."""
    if (flags & TRACE_WHERE_SAME) != 0:
        return sides_with_colour(game, player, colour)
    if (flags & TRACE_THAT_SPECIES) != 0:
        return sides_with_all_colours(game, player)
    return BOTH_SIDES


@jit
def legal_traces(game, tables, moves, player, colour, flags):
    """List all places for a trace of a colour, or of any, where its flags allow it (TRACE-01, TRACE-03, TRACE-09)."""
    sides = trace_sides(game, player, colour, flags) & ~(int(game.players[player].forbidden) >> FORBID_SIDE)
    n = 0
    for side in range(2):
        if (sides & (1 << side)) == 0:
            continue
        for c in range(3):
            if colour == TRACE_ANY or colour == c:
                n = legal_places(game, tables, moves, n, player, side, c)
                if overflow_open(game, tables, player, c, sides):
                    n = add(game, moves, n, K_TRACE, side, OVERFLOW, c)
    return n


@jit
def mark_board_space(game, tables, player, side, k, colour):
    """Mark a space of a discovered species: cost, marker, reward (TRACE-06, M11, O13, Z10, E5)."""
    me = game.players[player]
    species = int(game.species[side])
    space = tables.species[species].spaces[k]
    resource, amount = trace_price(tables, species, k)
    if resource >= 0:
        pay(game, player, resource, amount)
    if space.capacity == UNLIMITED:
        game.piled[side, colour, player] += 1
        game.pile_top[side, colour] = player
    else:
        game.space_owner[side, k] = player
    me.danger += space.danger
    me.trace_places[2] += 1
    program = int(space.gain)
    if space.token >= 0:
        program = int(tables.samples[game.sample_on_space[space.token]])
    push_program(game, tables, player, P_SPECIES_SPACE + SIDE_SHIFT * (side + 1), 0, program, -1, side)


@jit
def mark_trace(game, tables, player, side, place, colour, frame_flags):
    """Mark one trace and queue the reward of its place (TRACE-03 to TRACE-08)."""
    me = game.players[player]
    me.traces[side, colour] += 1
    kind = min(place, BOARD_SPACE)
    if me.trace_round[kind] == 0:
        me.trace_round[kind] = game.round_number
    if (frame_flags & FRAME_CARD) != 0:
        game.marked_trace = colour
    queue_event(game, player, EV_TRACE, 1 << colour)
    if place == DISCOVERY_SPACE:
        game.discovery[side, colour] = player
        me.trace_places[0] += 1
        push_program(game, tables, player, P_DISCOVERY, 0, tables.discovery_gain[side], -1, side)
    elif place == OVERFLOW:
        game.overflow[side, colour, player] += 1
        me.trace_places[1] += 1
        push_program(game, tables, player, P_OVERFLOW, 0, tables.overflow_gain, -1, side)
    else:
        mark_board_space(game, tables, player, side, place - BOARD_SPACE, colour)


@jit
def due(game, side):
    """Whether the species is due for discovery (DISC-01)."""
    if game.discovered[side] != 0:
        return False
    for colour in range(3):
        if game.discovery[side, colour] == NOBODY:
            return False
    return True
