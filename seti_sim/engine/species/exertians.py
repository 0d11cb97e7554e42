"""Exertians: hidden cards, their milestones, danger and the final tenth (E1 to E11)."""

from seti_sim.components.opcodes import CREDIT, EXERTIANS
from seti_sim.engine.counts import holds
from seti_sim.engine.frames import F_EXERTIAN, push
from seti_sim.engine.gains import SIDE_SHIFT, gain_score, pay
from seti_sim.engine.moves import K_DECLINE, K_EXERTIAN, add
from seti_sim.engine.rng import shuffle
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import MAX_EXERTIANS, P_EXERTIAN, S_SPECIES
from seti_sim.jit import inlined, jit


@jit
def own_markers(game, side, player):
    """Own markers on the three discovery spaces of a species."""
    n = 0
    for colour in range(3):
        if game.discovery[side, colour] == player:
            n += 1
    return n


@jit
def discover(game, tables, side):
    """Deal hidden cards, offer the first plays, set the two milestones (setup of Exertians, E1, E2)."""
    deck = game.species_deck[side]
    table = tables.species[EXERTIANS]
    left = int(table.n_cards)
    for i in range(left):
        deck[i] = table.first_card + i
    shuffle(game, S_SPECIES, deck, left)
    n = int(game.n_players)
    best = 0
    for k in range(n):
        seat = (game.active + k) % n
        me = game.players[seat]
        best = max(best, int(me.score))
        for _ in range(table.deal_per_player + table.deal_per_marker * own_markers(game, side, seat)):
            left -= 1
            me.exertians[me.n_exertians] = deck[left]
            me.n_exertians += 1
    for m in range(2):
        game.exertian_mark[m] = best + tables.exertian_ahead[m]
    for k in range(n - 1, -1, -1):
        seat = (game.active + k) % n
        markers = own_markers(game, side, seat)
        if markers > 0:
            push(game, F_EXERTIAN, seat, 0, 0, markers, 0, 0, 0)


@jit
def milestone_due(game, player):
    """Score of the next Exertian milestone of a player, or -1 (E3)."""
    me = game.players[player]
    if game.exertian_mark[0] == 0 or me.exertian_passed >= 2:
        return -1
    return int(game.exertian_mark[me.exertian_passed])


@jit
def resolve_milestone(game, tables, player):
    """Offer to play one card for the milestone just reached (E3)."""
    me = game.players[player]
    price = int(tables.exertian_cost[me.exertian_passed])
    me.exertian_passed += 1
    if me.credits >= price:
        push(game, F_EXERTIAN, player, 0, 0, 1, price, 0, 0)


@jit
def legal_exertians(game, moves, player):
    """List the own unplayed Exertian cards, or none (E2, E3)."""
    me = game.players[player]
    n = 0
    for i in range(me.n_exertians):
        if me.exertian_played[i] == 0:
            n = add(game, moves, n, K_EXERTIAN, me.exertians[i], 0, 0)
    return add(game, moves, n, K_DECLINE, 0, 0, 0)


@inlined
def play_exertian_price(game):
    """Credits of laying down a card for the open decision (E3)."""
    return int(game.frames[game.n_frames - 1].b)


@jit
def play_exertian(game, player, card, price):
    """Lay a card face down in front of its owner (E2)."""
    me = game.players[player]
    pay(game, player, CREDIT, price)
    for i in range(MAX_EXERTIANS):
        if i < me.n_exertians and me.exertians[i] == card:
            me.exertian_played[i] = 1


@jit
def danger_of(game, tables, player):
    """Danger of own markers on the board and of own played cards (E5)."""
    me = game.players[player]
    danger = int(me.danger)
    for i in range(me.n_exertians):
        if me.exertian_played[i] != 0:
            danger += tables.cards[me.exertians[i]].danger
    return danger


@jit
def score_exertians(game, tables):
    """Score met conditions, then the most dangerous lose a tenth (E6 to E8, END-13)."""
    side = side_of(game, EXERTIANS)
    if side < 0 or game.discovered[side] == 0:
        return
    source = P_EXERTIAN + SIDE_SHIFT * (side + 1)
    worst = 0
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(me.n_exertians):
            card = int(me.exertians[i])
            if me.exertian_played[i] != 0 and holds(game, tables, seat, tables.cards[card].exertian_when, card):
                gain_score(game, seat, tables.cards[card].points, source)
        worst = max(worst, danger_of(game, tables, seat))
    if worst == 0 and tables.rulings.tie_at_no_danger != 0:
        return
    for seat in range(game.n_players):
        if danger_of(game, tables, seat) == worst:
            gain_score(game, seat, -(int(game.players[seat].score) // 10), source)
