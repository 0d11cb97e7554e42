"""Rules that no position of the box shows by itself."""

import random
from typing import Any

import numpy as np
import pytest
from engine.games import decisions

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import advance
from seti_sim.engine.frames import F_MOVE, push, push_program
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.state import move_list
from seti_sim.scenario.build import build_game
from seti_sim.scenario.check import Position


@pytest.fixture(scope="module")
def tables() -> Any:
    return load_tables().record


def with_move_reward(tables, points, probe):
    """Seat 1 gains move points in the turn of seat 0."""
    given = {"player.1.probes": [probe], "player.1.energy": 9, "player.1.hand": [1]}
    game = build_game(given, tables)
    push(game, F_MOVE, 1, 0, 0, points, 0, 0, 0)
    position = Position(game, tables, move_list())
    return set(position.texts(position.legal()))


def test_open_24_a_reward_move_in_another_turn_works_with_its_points_alone(tables):
    """OPEN-24, TIME-10."""
    steps = {f"move probe 1 to ring {ring} index {place}" for ring, place in ((1, 5), (1, 3), (2, 4))}
    assert with_move_reward(tables, 1, "1.4") == steps | {"stop"}


def test_open_24_one_point_does_not_leave_asteroids_in_another_turn(tables):
    """OPEN-24: no energy or corner may be added, two points of the reward do."""
    assert with_move_reward(tables, 1, "2.4") == {"stop"}
    assert len(with_move_reward(tables, 2, "2.4")) == 5


@pytest.mark.parametrize(("choices", "gained"), [({}, True), ({"reward_move": "lost"}, False)])
def test_open_24_a_reward_move_in_another_turn_may_be_lost(choices, gained):
    """OPEN-24: by the other ruling the reward of a player who is not active gives no move."""
    tables = load_tables({"rulings": choices, "cards": {"card": {"110": {"effects": ["move 1"]}}}}).record
    for player in (0, 1):
        game = build_game({"player.0.probes": ["1.4"], "player.1.probes": ["1.4"]}, tables)
        push_program(game, tables, player, 0, 0, tables.cards[109].effects, -1, -1)
        advance(game, tables)
        assert (game.frames[game.n_frames - 1].op == F_MOVE) == (gained or player == 0)


def hide_again(game, dice):
    """Deal anew what nobody may see: deck, stacks, species decks, tiles below the top ones, other hands."""
    hidden = [game.deck[: game.n_deck]]
    hidden += [game.species_deck[side, : game.n_species_deck[side]] for side in range(2)]
    hidden += [game.tiles[tech, int(taken) + 1 :] for tech, taken in enumerate(game.tiles_taken)]
    for cards in hidden:
        order = dice.sample(range(len(cards)), len(cards))
        cards[:] = np.array(cards)[order]


@pytest.mark.parametrize("players", [2, 4])
def test_setup_16_legal_moves_do_not_tell_hidden_things(tables, players):
    """SETUP-16, OPEN-02: apart from drawn cards being looked at, what may be done does not depend on hidden order."""
    dice = random.Random(players)
    buffer = move_list()
    for index in range(3):
        for number, (game, moves) in enumerate(decisions(tables, index, players)):
            if number % 7 or game.over:
                continue
            before = moves.copy()
            twin = game.copy()
            hide_again(twin, dice)
            after = buffer.list[: legal_moves(twin, tables, buffer)]
            assert (before == after).all()
