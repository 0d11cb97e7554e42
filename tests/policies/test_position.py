"""The features of a position, read off a written-down one."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.engine.state import GAME
from seti_sim.policies.appraisal import MAX_FEATURES
from seti_sim.policies.play import HEURISTIC, Seats
from seti_sim.policies.position import FEATURE_NAMES, N_FEATURES, evaluate, fill_position
from seti_sim.policies.strategies import load_strategy, parse_strategy
from seti_sim.scenario.check import build_position
from seti_sim.scenario.files import read_scenario

TEXT = """
title = "A position with a little of everything"
rules = ["SCAN-01"]

[given]
players = 3
round = 2
sector.vega = [0, 0, 1]
sector.sirius_a = [1, 2, 1]

[given.player.0]
score = 20
credits = 3
energy = 2
publicity = 6
pool = 2
top = 3
hand = [1, 2, 3]
tucked = [4, 5]
technologies = ["probe_1", "computer_2 in slot 5"]
probes = ["mars"]
orbiters = ["venus"]

[given.player.1]
score = 31

[[step]]
title = "the position"
"""


@pytest.fixture(scope="module")
def position():
    return build_position(read_scenario(TEXT))


@pytest.fixture(scope="module")
def appraisal():
    one = load_strategy("balanced")
    tables = load_tables().record
    return Seats(tables, np.full(4, HEURISTIC), np.tile(one.params, (4, 1))).appraisals[0]


def features(game, tables, appraisal, player):
    row = np.zeros(MAX_FEATURES)
    fill_position(game, tables, appraisal, player, row)
    return dict(zip(FEATURE_NAMES, row.tolist(), strict=False))


def test_the_features_say_what_they_are(appraisal, position):
    found = features(position.game, position.tables, appraisal, 0)
    tucked = {name: value for name, value in found.items() if name.startswith("income_")}
    assert sum(tucked.values()) == 2
    expected = {
        "constant": 1, "score": 20, "credits": 3, "energy": 2, "publicity": 6, "research_ready": 1, "data": 2,
        "hand": 3, "alien_hand": 0, "computer_top": 3, "computer_full": 0, "probe_1": 1, "probe_2": 0,
        "computer_2": 1, "technologies": 2, "probes": 1, "orbiters": 1, "landers": 0,
        "wins": 0, "gold_marks": 0, "passed": 0, "best_rival": 31,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    assert found["prospect"] > 0 == found["prospect_rest"]
    assert (found["majorities"], found["rival_majorities"]) == (3 / 4, 3 / 6)
    other = features(position.game, position.tables, appraisal, 1)
    assert (other["score"], other["best_rival"], other["computer_top"]) == (31, 20, 0)


def test_an_evaluation_adds_up_the_features_of_the_round(appraisal, position):
    text = 'name = "a"\npolicy = "lookahead"\n[evaluation]\nscore = [1, 2, 3, 4, 5]\ncredits = [0, 10, 0, 0, 0]\n'
    one = parse_strategy(text, "a.toml")
    a = Seats(position.tables, np.full(4, one.policy), np.tile(one.params, (4, 1))).appraisals[0]
    assert evaluate(position.game, position.tables, a, 0) == 2 * 20 + 10 * 3


def test_after_the_end_only_the_points_count(appraisal, position):
    ended = np.array([position.game], GAME)[0]
    ended.over = 1
    a = appraisal.copy()
    a.position[4, FEATURE_NAMES.index("best_rival")] = -0.5
    assert evaluate(ended, position.tables, a, 0) == 20 - 0.5 * 31


def test_there_is_room_for_the_features():
    assert N_FEATURES <= MAX_FEATURES
    assert len(set(FEATURE_NAMES)) == N_FEATURES
