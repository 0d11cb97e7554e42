"""Treatments of one seat: what is given, forbidden, dealt and withheld, and nothing else."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import N_TECHS
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.milestones import legal_gold
from seti_sim.engine.moves import K_GOLD, K_PASS, K_SCAN, K_TECH, K_TRACE
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import (
    A_SCAN,
    FORBID_ACTION,
    FORBID_GOLD,
    FORBID_SIDE,
    FORBID_TECH,
    GAME,
    LOG_HELD,
    move_list,
)
from seti_sim.engine.technologies import legal_techs
from seti_sim.engine.traces import legal_traces
from seti_sim.engine.treatments import begin_treatment, new_treatment
from seti_sim.scenario.build import build_game

TABLES = load_tables().record
TRACE_ANY = 3


def dealt(index, seat, **fields):
    game = np.zeros(1, GAME)[0]
    setup_game(game, TABLES, np.uint64(5), index, 4, -1, -1)
    begin_treatment(game, new_treatment(**fields), seat)
    return game


def everywhere(game):
    """All card numbers of the deck, wherever they lie."""
    places = [game.deck[: game.n_deck], game.row]
    places += [game.stack[i, : game.n_stack[i]] for i in range(4)]
    places += [game.players[seat].hand[: game.players[seat].n_hand] for seat in range(4)]
    return sorted(int(card) for place in places for card in place)


def held_by_log(game, seat):
    bit = 1 << (4 * LOG_HELD + seat)
    return [card for card in range(len(game.card_log)) if game.card_log[card] & bit]


@pytest.mark.parametrize("seat", [0, 3])
def test_a_card_is_dealt_and_every_card_still_there_once(seat):
    for index in range(40):
        game = dealt(index, seat, dealt=38)
        hand = list(game.players[seat].hand[: game.players[seat].n_hand])
        assert 38 in hand
        assert everywhere(game) == list(range(138))
        for player in range(4):
            assert held_by_log(game, player) == sorted(game.players[player].hand[: game.players[player].n_hand])


def test_a_card_is_withheld_and_nothing_else_is_changed():
    changed = 0
    for index in range(200):
        before, after = dealt(index, 1), dealt(index, 1, withheld=38)
        assert 38 not in list(after.players[1].hand[: after.players[1].n_hand])
        assert everywhere(after) == list(range(138))
        hands = [set(g.players[1].hand[: g.players[1].n_hand]) for g in (before, after)]
        changed += hands[0] != hands[1]
        assert (38 in hands[0]) == (hands[0] != hands[1])
    assert 0 < changed < 30  # 5 of 138 cards


def test_dealt_and_withheld_differ_in_one_card_of_one_hand():
    for index in range(30):
        one, other = dealt(index, 2, dealt=38), dealt(index, 2, withheld=38)
        hands = [set(g.players[2].hand[:5]) for g in (one, other)]
        assert len(hands[0] - hands[1]) == 1


def listed(game):
    moves = move_list()
    return [moves.list[i] for i in range(legal_moves(game, TABLES, moves))]


def test_a_forbidden_action_is_not_listed_for_that_seat():
    game = build_game({"player.0.credits": 9, "player.0.energy": 9}, TABLES)
    kinds = {int(move.kind) for move in listed(game)}
    assert {K_SCAN, K_PASS} <= kinds
    game.players[0].forbidden = 1 << (FORBID_ACTION + A_SCAN)
    assert {int(move.kind) for move in listed(game)} == kinds - {K_SCAN}
    game.players[0].forbidden = 255 << FORBID_ACTION
    assert K_PASS in {int(move.kind) for move in listed(game)}
    game.players[0].forbidden, game.players[1].forbidden = 0, 255 << FORBID_ACTION
    assert {int(move.kind) for move in listed(game)} == kinds


def test_a_forbidden_technology_cannot_be_taken_by_any_effect():
    game, moves = dealt(0, 0, forbidden=1 << (FORBID_TECH + 4)), move_list()
    for seat, missing in ((0, {4}), (1, set())):
        n = legal_techs(game, TABLES, moves, seat, 7, 0)
        found = {int(moves.list[i].a) for i in range(n) if moves.list[i].kind == K_TECH}
        assert found == set(range(N_TECHS)) - missing


def test_no_trace_at_a_forbidden_species():
    game, moves = dealt(0, 0), move_list()
    game.players[0].forbidden = 1 << FORBID_SIDE
    n = legal_traces(game, TABLES, moves, 0, TRACE_ANY, 0)
    assert {int(moves.list[i].a) for i in range(n) if moves.list[i].kind == K_TRACE} == {1}
    n = legal_traces(game, TABLES, moves, 1, TRACE_ANY, 0)
    assert {int(moves.list[i].a) for i in range(n)} == {0, 1}


def test_a_species_that_is_not_there_forbids_nothing():
    for index in range(20):
        game = dealt(index, 0, species=3)
        there = [int(s) == 3 for s in game.species]
        assert int(game.players[0].forbidden) == sum(1 << (FORBID_SIDE + side) for side in range(2) if there[side])


def test_a_forbidden_gold_tile_is_not_offered():
    game, moves = dealt(0, 0, forbidden=1 << (FORBID_GOLD + 2)), move_list()
    for seat, tiles in ((0, {0, 1, 3}), (1, {0, 1, 2, 3})):
        n = legal_gold(game, moves, seat)
        assert {int(moves.list[i].a) for i in range(n) if moves.list[i].kind == K_GOLD} == tiles
