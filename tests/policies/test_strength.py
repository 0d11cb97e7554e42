"""Strategies must play as well as they claim: means over many games, far from the bound."""

import numpy as np
import pytest

from seti_sim.policies.play import HEURISTIC, RANDOM
from seti_sim.policies.strategies import available_strategies
from tests.policies.games_by_strategies import play

HEURISTICS = [strategy.name for strategy in available_strategies() if strategy.policy in (RANDOM, HEURISTIC)]


def mean_scores(names: list[str], players: int, count: int) -> np.ndarray:
    """Mean final score of each seat."""
    games = play(names, players, count)
    assert not games["error"].any()
    return games["players"]["score"][:, :players].mean(axis=0)


def test_heuristics_beat_random_and_each_other() -> None:
    """At one table: balanced above greedy above random, by wide margins."""
    scores = mean_scores(["balanced", "greedy", "random", "random"], 4, 200)
    assert scores[0] > scores[1] + 15 > scores[2] + 30


def test_balanced_reaches_the_range_of_people() -> None:
    """Four of a kind end between 100 and 220 points on average, as people do; gold tiles give a fair part of it."""
    games = play(["balanced"], 4, 200)
    scores = games["players"]["score"]
    assert 110 < scores.mean() < 220
    gold = games["players"]["points"][:, :, 5].mean() / scores.mean()
    assert 0.15 < gold < 0.35


@pytest.mark.full
def test_expert_plays_better_than_people_who_play_well() -> None:
    """Four experts: at least 140 points on average, a species found in over 95 % of games, a fair part from gold."""
    games = play(["expert"], 4, 200)
    assert games["players"]["score"].mean() >= 140
    assert (games["discovered"] > 0).any(axis=1).mean() > 0.95
    assert 0.15 < games["players"]["points"][:, :, 5].mean() / games["players"]["score"].mean() < 0.35


@pytest.mark.full
@pytest.mark.parametrize(
    ("other", "share"),
    [(name, 0.85 if name == "random" else 0.4) for name in HEURISTICS],
)
def test_expert_beats_three_of_any_other(other: str, share: float) -> None:
    """Par is 25 %."""
    games = play(["expert", other, other, other], 4, 100)
    scores = games["players"]["score"]
    best = scores == scores.max(axis=1, keepdims=True)
    assert (best[:, 0] / best.sum(axis=1)).mean() >= share
