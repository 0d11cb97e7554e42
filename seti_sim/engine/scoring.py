"""Gold tiles and the end of the game (section 14 of the rules)."""

from seti_sim.engine.counts import count_of
from seti_sim.engine.frames import F_FINAL, F_PROGRAM, pop, push
from seti_sim.engine.gains import SIDE_SHIFT, counted, gain_score
from seti_sim.engine.species.exertians import score_exertians
from seti_sim.engine.species_common import card_side
from seti_sim.engine.state import MOST_ENDGAME_POINTS, MOST_GOLD_POINTS, P_ENDGAME, P_GOLD, P_SPECIES_CARD
from seti_sim.jit import jit

N_GOLD = 4
LAST_VALUE = 2


@jit
def gold_sets(game, tables, player, tile):
    """Number of sets a gold tile counts for a player by its visible side (END-04 to END-12)."""
    side = tables.gold[tile, game.gold_side[tile]]
    return count_of(game, tables, player, side.count, -1)


@jit
def gold_value(game, tables, tile, rank):
    """Points a set for the marker of a rank: first, second, third and later (END-03)."""
    side = tables.gold[tile, game.gold_side[tile]]
    return int(side.values[min(rank - 1, LAST_VALUE)])


@jit
def rightmost_unmarked_gold(game, tables, player):
    """Best score of a gold tile the player did not mark, at its rightmost value (card 113)."""
    best = 0
    for tile in range(N_GOLD):
        if game.players[player].gold[tile] == 0:
            value = gold_value(game, tables, tile, LAST_VALUE + 1) * gold_sets(game, tables, player, tile)
            best = max(best, value)
    return best


@jit
def queue_endgame_card(game, tables, seat, i):
    """Queue the scoring lines of a card in front, if it has any; tell whether it has (END-02)."""
    card = int(game.players[seat].front[i].card)
    if tables.cards[card].has_endgame == 0:
        return False
    side = card_side(game, tables, card)
    source = P_ENDGAME if side < 0 else P_SPECIES_CARD + SIDE_SHIFT * (side + 1)
    push(game, F_PROGRAM, seat, source, 0, tables.cards[card].endgame, 32000, card, side)
    return True


@jit
def score_next_card(game, tables, frame):
    """Score the end-of-game cards one at a time, so that each one's points are known; tell if one was queued (END-02).

    The frame holds the seat (b) and the place in front (c) of the card queued last, and the owner's score before it
    (d). Cards are taken from the last to the first.
    """
    if frame.a == 0:
        frame.a = 1
        frame.b = game.n_players
        frame.c = 0
    elif frame.b < game.n_players:
        me = game.players[frame.b]
        me.endgame_points[frame.c] = counted(0, me.score - frame.d, MOST_ENDGAME_POINTS)
    while True:
        while frame.c == 0:
            frame.b -= 1
            if frame.b < 0:
                return False
            frame.c = game.players[frame.b].n_front
        frame.c -= 1
        frame.d = game.players[frame.b].score
        if queue_endgame_card(game, tables, frame.b, frame.c):
            return True


@jit
def score_gold(game, tables):
    """Score the gold tiles (END-03)."""
    for seat in range(game.n_players):
        for tile in range(N_GOLD):
            rank = int(game.players[seat].gold[tile])
            if rank > 0:
                points = gold_value(game, tables, tile, rank) * gold_sets(game, tables, seat, tile)
                game.players[seat].gold_points[tile] = counted(0, points, MOST_GOLD_POINTS)
                gain_score(game, seat, points, P_GOLD)


@jit
def run_final(game, tables):
    """Final scoring in its order: cards, gold tiles, species (END-01, END-13)."""
    if score_next_card(game, tables, game.frames[game.n_frames - 1]):
        return
    pop(game)
    score_gold(game, tables)
    score_exertians(game, tables)
    game.over = 1


@jit
def start_final(game):
    """Queue final scoring (DISC-08: discoveries of the last turn come before it)."""
    push(game, F_FINAL, game.active, 0, 0, 0, 0, 0, 0)
