"""Boxes with the largest numbers that load: games end, or stop with an error that says so, and nothing wraps round."""

import numpy as np
import pytest

from seti_sim.components import limits, opcodes
from seti_sim.components.loader import load_tables
from seti_sim.engine.errors import E_ENDLESS, E_FRONT, E_HAND, E_RANGE
from seti_sim.engine.gains import check_held, counted
from seti_sim.engine.state import GAME, GAME_FIELDS, MOST_IDLE_TURNS, PLAYER_FIELDS
from seti_sim.engine.validate import check_ranges
from seti_sim.policies.play import play_chunk
from seti_sim.policies.strategies import load_strategy

GAIN = {name: limits.GAINS[opcodes.RESOURCES.index(name)] for name in opcodes.RESOURCES}
TECHS = f"each techs any: score {GAIN['score']}"
SCORING_CARDS = (12, 14, 38, 40, 42, 44, 62, 63, 68, 127)
BOXES = {
    "points a technology": {"cards": {"card": {n: {"endgame": [TECHS]} for n in SCORING_CARDS}}},
    "points a trace": {"board": {"discovery": {"overflow": [f"score {GAIN['score']}"]}}},
    "energy a tucked card": {"board": {"discovery": {"overflow": ["each tucked any: energy 100"]}}},
    "publicity": {"board": {"discovery": {"overflow": ["publicity 100"]}, "limits": {"publicity": 30}}},
    "traces": {"cards": {"card": {n: {"effects": ["trace any 6"]} for n in range(60, 110)}}},
    "signals": {"cards": {"card": {n: {"effects": ["signal any 12"]} for n in range(40, 110)}}},
    "resources": {"cards": {"card": {n: {"effects": ["energy 100", "credit 100"]} for n in range(1, 138)}}},
    "cards": {"cards": {"card": {n: {"effects": ["draw 8"]} for n in range(1, 138)}}},
    "moves": {"cards": {"card": {n: {"effects": ["move 100"]} for n in range(1, 138)}}},
    "start": {"board": {"setup": {"start": {"credit": 100, "energy": 100, "publicity": 10, "data": 6}}}},
    "gold": {"board": {"gold": {"tile": {"tech": {"side_a": {"values": [999, 999, 999]}}}}}},
}
KNOWN = {0, E_RANGE, E_HAND, E_FRONT, E_ENDLESS}


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_nothing_wraps_round(name, strategy):
    tables, player = load_tables(BOXES[name]).record, load_strategy(strategy)
    for seed in range(3):
        games = play_chunk(
            tables, seed, 0, 6, 4, np.full(4, player.policy), np.tile(player.params, (4, 1)), np.array([-1, -1])
        )
        played = games[games["over"] == 1]
        assert len(played)
        for game in played:
            assert int(game.error) in KNOWN, int(game.error)
            if game.error != E_RANGE:
                assert list(check_ranges(game, tables)) == []
            assert game["players"]["score"].max() <= limits.MOST_SCORE
            for field in ("credits", "energy", "exofossils", "traces", "spent", "actions", "idle_turns"):
                assert game["players"][field].min() >= 0, field
            assert (game["players"]["points"].sum(axis=1) == game["players"]["score"]).all()


def test_a_number_beyond_its_range_ends_the_game():
    game = np.zeros(1, GAME)[0]
    assert check_held(game, 7, 0, 9) == 7
    assert game.error == 0
    assert check_held(game, 12, 0, 9) == 9
    assert (game.error, game.over) == (E_RANGE, 1)


def test_counters_stop():
    assert counted(100, 20, MOST_IDLE_TURNS) == 120
    assert counted(120, 20, MOST_IDLE_TURNS) == MOST_IDLE_TURNS


def test_fields_that_only_count_say_where_they_stop():
    stopping = [field for field in (*PLAYER_FIELDS, *GAME_FIELDS) if field.stops]
    assert len(stopping) > 15
    for field in stopping:
        assert field.meaning.endswith(f"{field.high} or more")
