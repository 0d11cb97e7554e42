import numpy as np
import pytest
from engine.compiled_games import play_games
from engine.games import PAIRS, SEED, decisions, new_game

from seti_sim.components.tables import N_CARDS, TABLES
from seti_sim.engine.quick_checks import COMPILED_TEXTS, check_compiled
from seti_sim.engine.state import GAME, MOVE, move_list
from seti_sim.engine.validate import check_game, shadowed_fields

SAMPLE = 25


def check_one(tables, index, players, species=(-1, -1), every=SAMPLE):
    seen = np.zeros(N_CARDS, np.int64)
    for number, (game, _) in enumerate(decisions(tables, index, players, species)):
        if number % every == 0 or game.over:
            broken = check_game(game, tables)
            assert not broken, f"{players} players, game {index}, decision {number}: {broken}"
            assert check_compiled(game, tables, seen) == 0


def play_and_check(tables, players, number):
    moves = move_list()
    seen = np.zeros(N_CARDS, np.int64)
    chunk = 500
    for first in range(0, number, chunk):
        games = np.zeros(chunk, GAME)
        results = np.zeros(chunk, np.int64)
        play_games(games, tables, moves, seen, results, np.uint64(SEED), first, players)
        for i in np.flatnonzero(results):
            pytest.fail(f"game {first + i}: {COMPILED_TEXTS.get(int(results[i]), 'not over')}")
        for i in range(0, chunk, SAMPLE):
            assert check_game(games[i], tables) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_invariant(tables, players):
    for index in range(20):
        check_one(tables, index, players)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_every_pair_of_species_keeps_every_invariant(tables, left, right):
    check_one(tables, 200, 4, (left, right), every=10)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_thousand_random_games(tables, players):
    play_and_check(tables, players, 20_000)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_of_games_at_every_25th_decision(tables, players):
    for index in range(1000, 1400):
        check_one(tables, index, players)


def test_no_field_of_a_record_is_hidden_by_numpy():
    assert shadowed_fields(GAME) == []
    assert shadowed_fields(TABLES) == []
    assert shadowed_fields(MOVE) == []


def test_a_hidden_field_would_be_found():
    inner = np.dtype([("round", "i2")])
    assert shadowed_fields(np.dtype([("size", "i2"), ("ok", inner, (2,))])) == ["size", "ok.round"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda game: game.players[0].points.__setitem__(0, 50), "score"),
        (lambda game: game.deck.__setitem__(0, game.deck[1]), "is in 2 places"),
        (lambda game: game.filled.__setitem__(2, 1), "sirius_a: 1 markers"),
        (lambda game: game.players[1].orbiters.__setitem__(3, 1), "only 0 launches"),
        (lambda game: game.tiles_taken.__setitem__(4, 1), "telescope_1: 1 tiles taken by 0 players"),
        (lambda game: game.players[0].top.__setitem__(2, 1), "not filled left to right"),
        (lambda game: game.players[0].traces.__setitem__((0, 0), 1), "left species: traces"),
        (lambda game: game.disc_turn.__setitem__(0, (game.disc_turn[0] + 1) % 8), "shows"),
        (lambda game: game.players[0].gold.__setitem__(1, 2), "gold tile mission: ranks [2] with 0 markers"),
        (lambda game: game.players[0].income.__setitem__(0, 7), "does not fit the tucked cards"),
        (lambda game: game.__setattr__("round_number", 9), "round_number is not within 0 to 6"),
    ],
)
def test_a_broken_game_is_told_in_words(tables, change, message):
    game = new_game(tables, 0, 3)
    assert check_game(game, tables) == []
    change(game)
    assert message in " / ".join(check_game(game, tables))
