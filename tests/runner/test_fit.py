"""Fitting an evaluation: planted weights are found again, and a fitted file plays."""

from pathlib import Path

import numpy as np
import pytest

from seti_sim.policies.pairs import PAIR
from seti_sim.policies.position import FEATURE_NAMES, N_FEATURES
from seti_sim.policies.strategies import load_strategy, parse_strategy
from seti_sim.runner.errors import PlanError
from seti_sim.runner.fit import Sums, fit_evaluation, solve, strategy_text, sums_of
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan


def planted(count, seed, noise):
    """Pairs whose points follow known weights."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(0, 2, (1, N_FEATURES)) + rng.normal(0, 0.1, (5, N_FEATURES))
    pairs = np.zeros(count, PAIR)
    pairs["at_round"] = rng.integers(1, 6, (count, 1))
    pairs["features"] = rng.normal(0, 1, (count, 2, N_FEATURES))
    pairs["score"] = np.einsum("cjf,cjf->cj", pairs["features"], weights[pairs["at_round"] - 1])
    pairs["score"] += rng.normal(0, noise, (count, 2))
    return pairs, weights


def test_planted_weights_are_found_within_their_errors():
    pairs, weights = planted(60_000, 1, 5.0)
    found = solve(sums_of(pairs, 0.0), 0.0)
    off = (found.weights - weights) / found.errors
    assert np.abs(found.weights - weights).max() < 0.5
    assert 0.4 < off.std() < 1.6


def test_a_point_of_the_rival_counts_as_told():
    pairs, weights = planted(20_000, 2, 0.1)
    pairs["rival"] = 3.0 * pairs["score"]
    found = solve(sums_of(pairs, 0.5), 0.5)
    assert np.allclose(found.weights, (1 - 1.5) * weights, atol=0.15)


def test_sums_add_up():
    pairs, _ = planted(4_000, 3, 1.0)
    total = Sums.none()
    for part in np.array_split(pairs, 3):
        total.add(sums_of(part, 0.3))
    assert np.allclose(solve(total, 0.3).weights, solve(sums_of(pairs, 0.3), 0.3).weights)


def test_a_strategy_that_cannot_be_fitted_is_refused():
    inputs = load_inputs(make_plan(games=1, players=2, strategies=["random"]))
    with pytest.raises(PlanError, match="strategy random: only the policies heuristic and lookahead can be fitted"):
        fit_evaluation(inputs, 10, 0.3, 1)


@pytest.mark.full
def test_a_fit_is_the_same_for_any_number_of_threads_and_plays(tmp_path: Path):
    inputs = load_inputs(make_plan(games=1, players=2, strategies=["greedy"], seed=4))
    told = []
    one = fit_evaluation(inputs, 10_000, 0.3, 1, told.append)
    two = fit_evaluation(inputs, 10_000, 0.3, 2)
    assert told == [5_000, 5_000]
    assert np.array_equal(one.weights, two.weights)
    assert one.weights[0, FEATURE_NAMES.index("credits")] > 1
    text = strategy_text(load_strategy("greedy"), "seer", one, [("width", 4)], "a note")
    strategy = parse_strategy(text, "seer.toml")
    assert strategy.name == "seer"
    assert np.allclose(strategy.params[-5 * N_FEATURES :], one.weights.ravel(), atol=6e-4)
