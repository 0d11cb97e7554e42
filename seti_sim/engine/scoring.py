"""Gold tiles and the end of the game (section 14 of the rules)."""

from seti_sim.engine.counts import count_of
from seti_sim.engine.frames import F_FINAL, F_PROGRAM, pop, push
from seti_sim.engine.gains import SIDE_SHIFT, gain_score
from seti_sim.engine.species.exertians import score_exertians
from seti_sim.engine.species_common import card_side
from seti_sim.engine.state import P_ENDGAME, P_GOLD, P_SPECIES_CARD
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
def queue_endgame_cards(game, tables):
    """Queue the scoring lines of all end-of-game cards in front (END-02)."""
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(me.n_front):
            card = int(me.front[i].card)
            if tables.cards[card].has_endgame == 0:
                continue
            side = card_side(game, tables, card)
            source = P_ENDGAME if side < 0 else P_SPECIES_CARD + SIDE_SHIFT * (side + 1)
            push(game, F_PROGRAM, seat, source, 0, tables.cards[card].endgame, 32000, card, side)


@jit
def score_gold(game, tables):
    """Score the gold tiles (END-03)."""
    for seat in range(game.n_players):
        for tile in range(N_GOLD):
            rank = int(game.players[seat].gold[tile])
            if rank > 0:
                points = gold_value(game, tables, tile, rank) * gold_sets(game, tables, seat, tile)
                gain_score(game, seat, points, P_GOLD)


@jit
def run_final(game, tables):
    """Final scoring in its order: cards, gold tiles, species (END-01, END-13)."""
    frame = game.frames[game.n_frames - 1]
    step = int(frame.a)
    if step == 0:
        frame.a = 1
        queue_endgame_cards(game, tables)
        return
    pop(game)
    score_gold(game, tables)
    score_exertians(game, tables)
    game.over = 1


@jit
def start_final(game):
    """Queue final scoring (DISC-08: discoveries of the last turn come before it)."""
    push(game, F_FINAL, game.active, 0, 0, 0, 0, 0, 0)
