"""Dealing anew what a player cannot see: it depends on what is unseen alone, and changes nothing else (SETUP-16)."""

import numpy as np

from seti_sim.components.loader import load_tables
from seti_sim.components.tables import N_CARDS
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.frames import F_END_CARD
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.determinize import determinize
from seti_sim.policies.play import HEURISTIC, Seats
from seti_sim.policies.strategies import load_strategy
from tests.policies.hidden import re_deal
from tests.policies.test_interpreted import differing_fields

TABLES = load_tables().record
HIDDEN = {
    "deck", "stack", "tiles", "species", "species_deck", "sample_where", "seed", "streams", "hand", "token",
    "exertians",
}  # fmt: skip


def dealt(game, player, number):
    twin = np.array([game], GAME)
    determinize(twin[0], TABLES, player, number, np.zeros(N_CARDS, np.int8), np.zeros(N_CARDS, np.uint8))
    return twin[0]


def positions(count):
    """Positions of games of all player counts and species, with the player who decides."""
    one = load_strategy("greedy")
    seats = Seats(TABLES, np.full(4, HEURISTIC), np.tile(one.params, (4, 1)))
    moves = move_list()
    index = found = 0
    while found < count:
        game = np.zeros(1, GAME)[0]
        setup_game(game, TABLES, np.uint64(23), index, 2 + index % 3, index % 5, -1)
        index += 1
        while not game.over:
            n = legal_moves(game, TABLES, moves)
            if game.decisions % 7 == 3:
                found += 1
                yield game, int(game.frames[game.n_frames - 1].player)
            apply_legal(game, TABLES, moves.list[seats.choose(game, moves, n)])


def everything(game):
    """All main-deck and species cards that a deal moves about, sorted."""
    cards = [int(c) for c in game.deck[: game.n_deck]]
    for stack in range(4):
        cards += [int(c) for c in game.stack[stack, : game.n_stack[stack]]]
    for side in range(2):
        cards += [int(c) for c in game.species_deck[side, : game.n_species_deck[side]]]
    for me in game.players[: game.n_players]:
        cards += [int(c) for c in me.hand[: me.n_hand]] + [int(c) for c in me.exertians[: me.n_exertians]]
    return sorted(cards)


def test_a_deal_keeps_what_is_seen_and_loses_nothing():
    moved = 0
    for game, player in positions(300):
        twin = dealt(game, player, 1)
        assert everything(twin) == everything(game)
        assert {path.split(".")[-1] for path in differing_fields(game, twin, "game")} <= HIDDEN
        assert differing_fields(game.players[player], twin.players[player], "me") == []
        for side in range(2):
            if game.discovered[side]:
                assert twin.species[side] == game.species[side]
        assert twin.species[0] != twin.species[1]
        assert sorted(twin.sample_where) == sorted(game.sample_where)
        if game.frames[game.n_frames - 1].op == F_END_CARD:
            now = int(game.round_number) - 1
            assert list(twin.stack[now]) == list(game.stack[now])
        moved += not np.array_equal(twin.deck, game.deck)
    assert moved > 280


def test_positions_that_look_the_same_are_dealt_alike():
    rng = np.random.default_rng(5)
    for game, player in positions(300):
        other = np.array([game], GAME)[0]
        re_deal(other, player, rng)
        assert differing_fields(dealt(game, player, 3), dealt(other, player, 3), "game") == []


def test_deals_differ_by_number():
    same = [np.array_equal(dealt(game, player, 1).deck, dealt(game, player, 2).deck) for game, player in positions(60)]
    assert sum(same) < 6
