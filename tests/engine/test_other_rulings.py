"""Whole games by the other rulings of the rules keep every invariant and are other games."""

import numpy as np
import pytest
from engine.compiled_games import play_games
from engine.games import SEED, decisions

from seti_sim.components.loader import load_tables
from seti_sim.components.rulings import SWITCHES
from seti_sim.components.tables import N_CARDS
from seti_sim.engine.quick_checks import check_compiled
from seti_sim.engine.state import GAME, move_list
from seti_sim.engine.validate import check_game

GAMES = 200
SECOND = {switch.name: list(switch.values)[1] for switch in SWITCHES}
LAST = {switch.name: list(switch.values)[-1] for switch in SWITCHES}


@pytest.mark.parametrize("choices", [SECOND, LAST], ids=["second", "last"])
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_keep_every_invariant(choices, players):
    tables = load_tables({"rulings": choices}).record
    games, results = np.zeros(GAMES, GAME), np.zeros(GAMES, np.int64)
    seen, moves = np.zeros(N_CARDS, np.int64), move_list()
    play_games(games, tables, moves, seen, results, np.uint64(SEED), 0, players)
    assert not results.any()
    for game in games[::20]:
        assert check_game(game, tables) == []


@pytest.mark.parametrize("index", range(6))
def test_games_that_get_somewhere_keep_every_invariant(index):
    tables = load_tables({"rulings": SECOND}).record
    seen = np.zeros(N_CARDS, np.int64)
    for number, (game, _) in enumerate(decisions(tables, index, 2 + index % 3)):
        if number % 10 == 0 or game.over:
            assert check_game(game, tables) == []
            assert check_compiled(game, tables, seen) == 0


@pytest.mark.parametrize(("name", "value"), [("overflow", "last_resort"), ("lost_corner", "refused")])
def test_a_ruling_changes_games(name, value):
    """The same seed and the same dice lead elsewhere."""
    usual, other = load_tables().record, load_tables({"rulings": {name: value}}).record
    ends = []
    for tables in (usual, other):
        *_, (game, _) = decisions(tables, 3, 3)
        ends.append((int(game.decisions), *(int(me.score) for me in game.players)))
    assert ends[0] != ends[1]
