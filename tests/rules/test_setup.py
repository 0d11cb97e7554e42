"""Set-up over many seeds.

SETUP-01, SETUP-02, SETUP-03, SETUP-04, SETUP-05, SETUP-06, SETUP-07, SETUP-08, SETUP-09, SETUP-10, SETUP-11, SETUP-12,
SETUP-13, COUNT-01, COUNT-02, COUNT-03, COUNT-04, COUNT-05.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from seti_sim.components import opcodes
from seti_sim.components.loader import load_tables, with_gold_sides
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.scenario.check import Position
from seti_sim.scenario.view import view

SEEDS = range(120)


@pytest.fixture(scope="module")
def tables() -> Any:
    return load_tables().record


def deal(tables, index, players=4):
    game = np.zeros(1, GAME)[0]
    setup_game(game, tables, np.uint64(77), np.int64(index), players, -1, -1)
    return game


@pytest.fixture(scope="module")
def games(tables):
    return [deal(tables, index, players) for players in (2, 3, 4) for index in SEEDS]


def values(game, tables):
    return {path: shown.value for path, shown in view(game, tables).items()}


def test_setup_01_thirty_two_spaces_and_every_planet_once(games):
    for game in games:
        assert game.cells.size == 32
        counts = Counter(int(cell) for cell in game.cells.flat)
        assert all(counts[planet] == 1 for planet in range(opcodes.NEPTUNE + 1))
        assert counts[opcodes.GAP] == 0


def test_setup_02_discs_and_boards_lie_at_random(games, tables):
    for disc in range(3):
        assert {int(game.disc_turn[disc]) for game in games} == set(range(8))
    orders = set()
    for game in games:
        assert sorted(game.place_star) == list(range(8))
        order = []
        for a, b in ((7, 0), (1, 2), (3, 4), (5, 6)):
            pair = [int(game.place_star[a]), int(game.place_star[b])]
            boards = [[int(star) for star in board] for board in tables.boards]
            assert pair in boards
            order.append(boards.index(pair))
        orders.add(tuple(order))
    assert len(orders) == 24


def test_setup_03_every_slot_is_full_of_data(games, tables):
    assert [int(slot.capacity) for slot in tables.slots[:8]] == [5, 4, 6, 5, 5, 6, 6, 5]
    for game in games:
        assert not game.filled.any()
        assert not game.markers.any()


def test_setup_04_two_of_five_species_lie_face_down(games):
    pairs = {(int(game.species[0]), int(game.species[1])) for game in games}
    assert len(pairs) == 20
    assert all(left != right for left, right in pairs)
    for game in games:
        assert not game.discovered.any()
        assert not game.n_species_deck.any()
        assert (game.face_up == -1).all()
        assert game.tile_out == 0


def test_setup_05_and_06_count_01_row_stacks_and_deck(games):
    for game in games:
        n = int(game.n_players)
        assert (game.row >= 0).all()
        assert list(game.n_stack) == [n + 1] * 4
        assert int(game.n_deck) == 138 - 3 - 4 * (n + 1) - 5 * n
        assert int(game.n_discard) == 0


def test_setup_07_four_different_tiles_a_stack_in_any_order(games):
    for game in games:
        assert all(sorted(game.tiles[tech]) == [0, 1, 2, 3] for tech in range(12))
        assert not game.tiles_taken.any()
    assert len({tuple(int(tile) for tile in tiles) for game in games for tiles in game.tiles}) == 24


def test_setup_08_gold_tiles_show_random_sides(games):
    assert len({tuple(int(side) for side in game.gold_side) for game in games}) == 16


def test_setup_08_a_run_may_fix_sides_and_changes_nothing_else():
    box = load_tables()
    drawn, laid = np.zeros((2, 40), GAME)
    for index in range(40):
        setup_game(drawn[index], box.record, np.uint64(5), np.int64(index), 3, -1, -1)
        sides = with_gold_sides(box, (1, -1, 0, 1)).record
        setup_game(laid[index], sides, np.uint64(5), np.int64(index), 3, -1, -1)
    assert {tuple(map(int, sides)) for sides in laid["gold_side"]} == {(1, 0, 0, 1), (1, 1, 0, 1)}
    assert laid["gold_side"][:, 1].tolist() == drawn["gold_side"][:, 1].tolist()
    laid["gold_side"] = drawn["gold_side"]
    assert laid.tobytes() == drawn.tobytes()


def test_setup_09_counter_reminder_and_nonplayer_markers(games):
    """COUNT-02, COUNT-03, COUNT-04."""
    for game in games:
        assert (game.next_disc, game.reminder, game.round_number) == (0, 1, 1)
        assert list(game.neutral_left) == [{2: 2, 3: 1, 4: 0}[int(game.n_players)]] * 2


def test_setup_10_and_11_starting_player_and_scores(games):
    """COUNT-05: the first 2, 3 or 4 of the starting scores."""
    for players in (2, 3, 4):
        some = [game for game in games if game.n_players == players]
        firsts = Counter(int(game.first_seat) for game in some)
        assert set(firsts) == set(range(players))
        assert min(firsts.values()) > len(SEEDS) / players / 2
        for game in some:
            order = [(int(game.first_seat) + k) % players for k in range(players)]
            assert [int(game.players[seat].score) for seat in order] == [1, 2, 3, 4][:players]
            assert int(game.frames[game.n_frames - 1].player) == order[0]


def test_setup_12_resources_and_empty_boards(games, tables):
    for game in games[::10]:
        shown = values(game, tables)
        for seat in range(int(game.n_players)):
            me = f"player.{seat}"
            have = [shown[f"{me}.{name}"] for name in ("publicity", "credits", "energy", "pool", "top")]
            assert have == [4, 4, 3, 0, 0]
            assert len(shown[f"{me}.hand"]) == 5
            for name in ("lower", "technologies", "probes", "orbiters", "landers", "front", "tucked", "wins"):
                assert shown[f"{me}.{name}"] == []


def test_setup_13_every_hand_card_and_nothing_else_can_be_tucked(games, tables):
    for game in games[::10]:
        position = Position(game, tables, move_list())
        hand = values(game, tables)[f"player.{position.seat}.hand"]
        assert sorted(position.texts(position.legal())) == sorted(f"tuck card {card}" for card in hand)


def test_count_05_four_tiles_a_stack_for_any_number_of_players(games, tables):
    assert int(tables.tiles_per_stack) == 4
    assert {game.tiles.shape for game in games} == {(12, 4)}
