"""Sectors: marking signals, completion, results (section 5 of the rules; O7 to O11 for the tile)."""

from seti_sim.components.opcodes import DATA, EV_COMPLETES_SECTOR, EV_SIGNAL, GAIN, OUMUAMUA, SIGNAL_NO_DATA
from seti_sim.components.tables import N_PLACES, N_STARS, TILE
from seti_sim.engine.events import raise_event
from seti_sim.engine.frames import F_SLOT_RESET, FRAME_CARD, push, push_program
from seti_sim.engine.gains import counted, gain, gain_publicity
from seti_sim.engine.moves import add
from seti_sim.engine.state import MAX_FIGURES, MOST_MARKED, MOST_SIGNALS, MOST_TILE_MARKED, NO_FIGURE, P_POSITION, P_WIN
from seti_sim.jit import inlined, jit

ALL_STARS = (1 << N_STARS) - 1


@jit
def stars_of_colour(tables, colour):
    """Mask of the two stars of a sector colour (SECT-01)."""
    mask = 0
    for star in range(N_STARS):
        if tables.slots[star].colour == colour:
            mask |= 1 << star
    return mask


@jit
def star_mask_at(game, place):
    """Mask of the star at a place of the circle, any integer place."""
    return 1 << int(game.place_star[(place + N_PLACES) % N_PLACES])


@jit
def stars_of_probes(game, player):
    """Mask of the sectors that hold a probe or capsule of the player (M6)."""
    me = game.players[player]
    mask = 0
    for i in range(MAX_FIGURES):
        if me.figure[i] != NO_FIGURE:
            mask |= star_mask_at(game, int(me.place[i]))
    return mask


@jit
def tile_star(game):
    """Star whose sector holds the Oumuamua tile now, or -1 (O6)."""
    if game.tile_out == 0:
        return -1
    return int(game.place_star[game.planet_place[OUMUAMUA]])


@jit
def add_slots(game, moves, n, kind, a, mask, slot_first):
    """List a signal for every star of a mask, with the tile as alternative in its sector (O7).

    The slot is argument a of the move if ``slot_first``, else argument b with ``a`` given.
    """
    tile = tile_star(game)
    for star in range(N_STARS):
        if (mask & (1 << star)) == 0:
            continue
        n = add(game, moves, n, kind, star, 0, 0) if slot_first else add(game, moves, n, kind, a, star, 0)
        if star == tile:
            n = add(game, moves, n, kind, TILE, 0, 0) if slot_first else add(game, moves, n, kind, a, TILE, 0)
    return n


@inlined
def win_reward(game, tables, slot):
    """Program that the winner of a star's sector gains (SECT-11)."""
    return int(tables.slots[slot].later_win) if game.won[slot] != 0 else int(tables.slots[slot].first_win)


@jit
def position_gain(game, tables, player, slot, position):
    """Points for the marker that takes data in a position (SECT-04, O8); these programs hold gains only."""
    row = int(tables.slots[slot].position_gain[position])
    while tables.program[row].op == GAIN:
        gain(game, tables, player, tables.program[row].a, tables.program[row].b, P_POSITION)
        row += 1


@jit
def note_signal(game, slot, colour):
    """Count a signal for the card being played."""
    game.last_slot = slot
    game.marked_slots |= 1 << slot
    if slot == TILE:
        game.tile_marked = counted(game.tile_marked, 1, MOST_TILE_MARKED)
    else:
        game.marked[colour] = counted(game.marked[colour], 1, MOST_MARKED)


@jit
def mark_signal(game, tables, player, slot, signal_flags, frame_flags):
    """Mark one signal in a slot (SECT-02 to SECT-06, SECT-08)."""
    me = game.players[player]
    position = int(game.filled[slot])
    capacity = int(tables.slots[slot].capacity)
    game.filled[slot] += 1
    game.markers[slot, player] += 1
    game.clock += 1
    game.latest[slot, player] = game.clock
    game.slot_version[slot] += 1
    me.signals = counted(me.signals, 1, MOST_SIGNALS)
    colour = int(tables.slots[slot].colour)
    if (frame_flags & FRAME_CARD) != 0:
        note_signal(game, slot, colour)
    if slot != TILE:
        raise_event(game, tables, player, EV_SIGNAL, 1 << colour)
    if position >= capacity:
        return  # excess marker (SECT-05)
    game.regular[slot] |= 1 << player
    if (signal_flags & SIGNAL_NO_DATA) == 0:
        gain(game, tables, player, DATA, 1, P_POSITION)
    position_gain(game, tables, player, slot, position)
    if position + 1 == capacity:
        game.completed |= 1 << slot
        if slot != TILE:
            raise_event(game, tables, player, EV_COMPLETES_SECTOR, 1)


@jit
def takes_part(game, tables, slot, seat):
    """Whether a player shares in a result: with any marker, or only with one that is no excess marker (OPEN-11)."""
    if tables.rulings.excess_markers != 0:
        return (game.regular[slot] & (1 << seat)) != 0
    return game.markers[slot, seat] != 0


@jit
def leader(game, tables, slot, left_out):
    """Seat with most markers, the latest marker breaking ties, one seat left out; -1 if none (SECT-10, SECT-13)."""
    best = -1
    for seat in range(game.n_players):
        if seat == left_out or game.markers[slot, seat] == 0:
            continue
        if left_out >= 0 and not takes_part(game, tables, slot, seat):
            continue
        if best < 0 or game.markers[slot, seat] > game.markers[slot, best]:
            best = seat
        elif game.markers[slot, seat] == game.markers[slot, best] and game.latest[slot, seat] > game.latest[slot, best]:
            best = seat
    return best


@jit
def resolve_slot(game, tables, slot):
    """Start the result of a completed slot: winner and reward, the rest queued (SECT-10, SECT-11, OPEN-10)."""
    game.completed &= ~(1 << slot)
    if slot == TILE:
        push(game, F_SLOT_RESET, game.active, 0, 0, slot, -1, 0, 0)
        return
    winner = leader(game, tables, slot, -1)
    push(game, F_SLOT_RESET, game.active, 0, 0, slot, winner, 0, 0)
    if tables.rulings.sector_result != 0:
        pay_contributors(game, tables, slot)
    game.players[winner].wins[slot] += 1
    if game.players[winner].win_round[slot] == 0:
        game.players[winner].win_round[slot] = game.round_number
    reward = win_reward(game, tables, slot)
    game.won[slot] = 1
    game.slot_version[slot] += 1  # the next win may give something else
    push_program(game, tables, winner, P_WIN, 0, reward, -1, -1)


@jit
def pay_contributors(game, tables, slot):
    """Give everyone with a marker in the slot its share (SECT-12; exofossils on the tile, O10)."""
    n = int(game.n_players)
    for k in range(n):
        seat = (game.active + k) % n
        if not takes_part(game, tables, slot, seat):
            continue
        if slot == TILE:
            row = int(tables.slots[slot].first_win)
            while tables.program[row].op == GAIN:
                gain(game, tables, seat, tables.program[row].a, tables.program[row].b, P_WIN)
                row += 1
        else:
            gain_publicity(game, tables, seat, tables.contributor_publicity)


@jit
def reset_slot(game, tables, slot, winner):
    """Finish a result: publicity, second place, markers back, data refilled (SECT-12 to SECT-15)."""
    if slot == TILE or tables.rulings.sector_result == 0:
        pay_contributors(game, tables, slot)
    second = -1 if slot == TILE else leader(game, tables, slot, winner)
    for seat in range(game.n_players):
        game.markers[slot, seat] = 0
        game.latest[slot, seat] = 0
    game.filled[slot] = 0
    game.regular[slot] = 0
    game.slot_version[slot] += 1
    if second >= 0:
        game.regular[slot] = 1 << second
        game.markers[slot, second] = 1
        game.filled[slot] = 1
