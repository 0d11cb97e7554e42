"""Strategies must play as well as they claim: means over many games, far from the bound."""

import numpy as np

from tests.policies.games_by_strategies import play


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
