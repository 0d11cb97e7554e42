"""The pause between turns: milestones, nonplayer markers, discovery (section 12 and DISC of the rules)."""

from seti_sim.components.opcodes import CENTAURIANS, EXERTIANS
from seti_sim.engine.discovery import start_discovery
from seti_sim.engine.frames import F_GOLD, F_SECTORS, pop, push
from seti_sim.engine.gains import counted
from seti_sim.engine.moves import K_GOLD, add
from seti_sim.engine.scoring import N_GOLD
from seti_sim.engine.species import centaurians, exertians
from seti_sim.engine.state import FORBID_GOLD, MOST_MILESTONE_TURN, N_NEUTRAL, NEUTRAL, NOBODY
from seti_sim.engine.traces import due
from seti_sim.jit import jit

NOT_DUE = 32000
N_GOLD_MILESTONES = 3


@jit
def gold_due(game, tables, player):
    """Score of the player's next gold milestone, NOT_DUE after the last one (MILE-02)."""
    passed = int(game.players[player].gold_passed)
    return NOT_DUE if passed >= N_GOLD_MILESTONES else int(tables.gold_milestones[passed])


@jit
def positive_or_never(mark):
    """Turn -1 ("none") into a score nobody reaches."""
    return NOT_DUE if mark < 0 else mark


@jit
def note_milestone(game, player, milestone):
    """Note the round and the number of own turns in which a milestone was reached; 0 to 1 neutral, 2 to 4 gold."""
    me = game.players[player]
    turns = 0
    for r in range(me.actions.shape[0]):
        for action in range(me.actions.shape[1]):
            turns += me.actions[r, action]
    me.milestone_round[milestone] = game.round_number
    me.milestone_turn[milestone] = counted(0, turns, MOST_MILESTONE_TURN)


@jit
def resolve_next(game, tables, player):
    """Resolve the player's lowest milestone that is due; gold before species (MILE-05, OPEN-21); tell if one was."""
    score = int(game.players[player].score)
    gold = gold_due(game, tables, player)
    tile = positive_or_never(centaurians.tile_due(game, player))
    message = positive_or_never(centaurians.message_due(game, tables, player))
    exertian = positive_or_never(exertians.milestone_due(game, player))
    lowest = min(gold, tile, message, exertian)
    if lowest > score:
        return False
    other_first = tables.rulings.equal_milestones != 0 and min(tile, message, exertian) == gold
    if lowest == gold and not other_first:
        note_milestone(game, player, N_NEUTRAL + game.players[player].gold_passed)
        game.players[player].gold_passed += 1
        push(game, F_GOLD, player, 0, 0, 0, 0, 0, 0)
    elif lowest == tile:
        centaurians.resolve_tile(game, player)
    elif lowest == message:
        centaurians.resolve_message(game, tables, player)
    else:
        exertians.resolve_milestone(game, tables, player)
    return True


@jit
def place_neutral(game):
    """Put a nonplayer marker on the leftmost empty discovery space; tell whether there was one (MILE-07)."""
    for side in range(2):
        for colour in range(3):
            if game.discovery[side, colour] == NOBODY:
                game.discovery[side, colour] = NEUTRAL
                return True
    return False


@jit
def neutral_due(game, tables):
    """Whether a player has reached a neutral milestone that is not resolved (MILE-06)."""
    found = 0
    for seat in range(game.n_players):
        me = game.players[seat]
        for m in range(N_NEUTRAL):
            found |= int(me.score >= tables.neutral_milestones[m]) & ~(int(me.neutral_passed) >> m)
    return found != 0


@jit
def resolve_neutral(game, tables):
    """Resolve the neutral milestones newly reached, 20 before 30 (MILE-06 to MILE-08)."""
    if not neutral_due(game, tables):
        return
    n = int(game.n_players)
    for m in range(N_NEUTRAL):
        for k in range(n):
            me = game.players[(game.active + k) % n]
            if (me.neutral_passed & (1 << m)) != 0 or me.score < tables.neutral_milestones[m]:
                continue
            me.neutral_passed |= 1 << m
            note_milestone(game, (game.active + k) % n, m)
            if game.neutral_left[m] > 0 and place_neutral(game):
                game.neutral_left[m] -= 1
                me.neutral_placed |= 1 << m


@jit
def is_last_pause(game, tables):
    """Whether everybody has passed in the last round (OPEN-20)."""
    for seat in range(game.n_players):
        if game.players[seat].passed == 0:
            return False
    return game.round_number >= tables.rounds


@jit
def species_milestones(game):
    """Whether a species with milestones of its own has been discovered (Z1, Z4, E3)."""
    for side in range(2):
        species = game.species[side]
        if game.discovered[side] != 0 and (species == CENTAURIANS or species == EXERTIANS):
            return True
    return False


@jit
def run_between(game, tables):
    """One step of the pause between turns; the frame goes when nothing is due any more (ROUND-06, OPEN-22)."""
    if game.completed != 0:
        push(game, F_SECTORS, game.active, 0, 0, 0, 0, 0, 0)
        return
    if tables.rulings.last_pause != 0 and is_last_pause(game, tables):
        pop(game)
        return
    n = int(game.n_players)
    of_species = species_milestones(game)
    for k in range(n):
        player = (game.active + k) % n
        possible = of_species or game.players[player].score >= gold_due(game, tables, player)
        if possible and resolve_next(game, tables, player):
            return
    resolve_neutral(game, tables)
    for k in range(2):
        side = k if tables.rulings.two_discoveries == 0 else 1 - k
        if due(game, side):
            start_discovery(game, tables, side)
            return
    pop(game)


@jit
def legal_gold(game, moves, player):
    """List the gold tiles without an own marker (MILE-03, MILE-04)."""
    me = game.players[player]
    n = 0
    for tile in range(N_GOLD):
        if me.gold[tile] == 0 and (me.forbidden & (1 << (FORBID_GOLD + tile))) == 0:
            n = add(game, moves, n, K_GOLD, tile, 0, 0)
    return n


@jit
def mark_gold(game, player, tile):
    """Mark a gold tile on its highest free value (MILE-03)."""
    me = game.players[player]
    game.gold_markers[tile] += 1
    me.gold[tile] = game.gold_markers[tile]
    me.gold_mark[tile] = me.gold_passed
