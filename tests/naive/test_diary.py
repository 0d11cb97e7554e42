"""The engine's notes on when things happen against a diary kept from outside, over whole games."""

import numpy as np
import pytest
from naive.diary import Diary, differences

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import list_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.play import HEURISTIC, Seats, play_chunk
from seti_sim.policies.strategies import load_strategy

SEED = 77
STRATEGIES = ("balanced", "explorer", "random", "missionary")
DRAWN = np.array([-1, -1])


@pytest.fixture(scope="module")
def box():
    return load_tables().record


def written(box, index, players, policies, params):
    """Play one game of a run from Python and keep a diary of it."""
    game, buffer = np.zeros(1, GAME)[0], move_list()
    setup_game(game, box, np.uint64(SEED), np.int64(index), players, -1, -1)
    seats, diary = Seats(box, policies, params), Diary(players)
    while not game.over:
        seat = int(game.frames[game.n_frames - 1].player)
        appraisal = seats.appraisals[seat]
        mask = pruned_kinds(game, box, appraisal) if policies[seat] == HEURISTIC else filtered_kinds(game, appraisal)
        moves = buffer.list[: list_moves(game, box, buffer, mask)]
        move = moves[seats.choose(game, buffer, len(moves))].copy()
        diary.before(game, moves, move)
        apply_legal(game, box, move)
        diary.after(game)
    return diary


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_record_says_when_things_happened(box, players):
    strategies = [load_strategy(name) for name in STRATEGIES]
    policies = np.array([item.policy for item in strategies])
    params = np.array([item.params for item in strategies])
    games = play_chunk(box, SEED, 0, 6, players, policies, params, DRAWN)
    seen = set()
    for index, game in enumerate(games):
        diary = written(box, index, players, policies, params)
        assert differences(diary, game) == []
        seen |= {field for _, field, _ in diary.firsts} | {f"way {way}" for way in diary.ways.values()}
        seen |= {f"milestone {m}" for _, m in diary.milestones} | ({"dead"} if diary.dead else set())
        seen |= {"marker"} if diary.markers else set()
    assert {"orbiter_round", "lander_round", "win_round", "trace_round"} <= seen
    assert {"way 1", "way 2", "way 3", "dead", *(f"milestone {m}" for m in range(5))} <= seen
    assert ("marker" in seen) == (players < 4)


def test_a_wrong_note_is_found(box):
    strategy = load_strategy("random")
    policies, params = np.full(4, strategy.policy), np.tile(strategy.params, (4, 1))
    (game,) = play_chunk(box, SEED, 0, 1, 2, policies, params, DRAWN)
    diary = written(box, 0, 2, policies, params)
    assert differences(diary, game) == []
    game.players[1].idle_turns[2] += 1
    game.players[0].win_round[3] = 4
    assert len(differences(diary, game)) == 2
