import numpy as np
import pytest
import statsmodels.api as sm
import synthetic
from synthetic import Plan

from seti_sim.analysis.load import from_frames
from seti_sim.analysis.manifest import parse_manifest
from seti_sim.analysis.regression import adjusted_differences
from seti_sim.analysis.strata import within_strata

HAS = ["tech_probe_1", "tech_probe_4", "tech_computer_2"]


def run_of(**plan):
    games, seats, manifest = synthetic.make(Plan(**plan))
    return from_frames(parse_manifest(manifest), games, seats)


def by_statsmodels(run, pairs):
    """The same model, written out and fitted by the library."""
    (block,) = run.blocks([*HAS, "winners", "order", "strategy"])
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()
    owned = (block.seats(HAS) > 0).reshape(-1, 3).astype(float)
    order, strategy = block.seat("order").ravel(), block.seat("strategy").ravel()
    columns = [owned[:, t] * owned[:, u] for t, u in pairs] + list(owned.T) + [np.ones(len(won))]
    columns += [(order == s).astype(float) for s in (1, 2, 3)] + [(strategy == 1).astype(float)]
    games = np.repeat(np.arange(block.games), 4)
    return sm.OLS(won, np.column_stack(columns)).fit(cov_type="cluster", cov_kwds={"groups": games})


def test_coefficients_and_errors_are_those_of_statsmodels():
    run = run_of(games=800, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 3})
    single, pairs = adjusted_differences(run, HAS, HAS)
    plain = by_statsmodels(run, [])
    for t, figure in enumerate(single):
        assert figure.value == pytest.approx(plain.params[t], abs=1e-10)
        assert figure.half_width == pytest.approx(1.962929 * plain.bse[t], rel=1e-5)  # Student, 799 degrees
    couples = [(0, 1), (0, 2), (1, 2)]
    full = by_statsmodels(run, couples)
    for i, couple in enumerate(couples):
        assert pairs[couple].value == pytest.approx(full.params[i], abs=1e-10)
        assert pairs[couple].half_width == pytest.approx(1.962929 * full.bse[i], rel=1e-5)


def test_a_planted_technology_and_a_planted_pair_are_found():
    run = run_of(games=8000, tech_points={"computer_2": 5}, pair_points={("probe_1", "probe_4"): 8})
    single, pairs = adjusted_differences(run, HAS, HAS)
    assert single[2].low > 0.05
    assert pairs[0, 1].low > 0.05
    assert not pairs[0, 2].excludes(0.0) or abs(pairs[0, 2].value) < 0.03


def test_too_few_games_or_owners_are_undefined_not_wrong():
    single, pairs = adjusted_differences(run_of(games=20), HAS, HAS)
    assert not any(figure.defined for figure in (*single, *pairs.values()))
    rare = run_of(games=300, tech_rate=0.0)  # two in a hundred seats take a technology
    single, pairs = adjusted_differences(rare, HAS, HAS)
    assert not any(figure.defined for figure in (*single, *pairs.values()))


def test_things_that_always_go_together_cannot_be_told_apart():
    run = run_of(games=300)
    single, _ = adjusted_differences(run, [HAS[0], HAS[0]], ["one", "other"])
    assert not any(figure.defined for figure in single)
    with pytest.raises(ValueError, match="17 things"):
        adjusted_differences(run, [HAS[0]] * 17, ["x"] * 17)


def test_differences_within_strategies_are_those_of_statsmodels():
    run = run_of(games=800, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 8})
    found = within_strata(run, HAS, lambda b: b.seats(HAS) > 0, lambda b: b.seat("strategy"), [*HAS, "strategy"])
    (block,) = run.blocks([*HAS, "winners", "strategy"])
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()
    games = np.repeat(np.arange(block.games), 4)
    for t, figure in enumerate(found):
        owned = (block.seat(HAS[t]) > 0).ravel().astype(float)
        design = np.column_stack([owned, np.ones(len(won)), block.seat("strategy").ravel()])
        model = sm.OLS(won, design).fit(cov_type="cluster", cov_kwds={"groups": games})
        assert figure.value == pytest.approx(model.params[0], abs=1e-10)
        assert figure.half_width == pytest.approx(1.962929 * model.bse[0], rel=1e-3)
