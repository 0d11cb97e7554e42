from itertools import combinations

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
import synthetic
from scipy import stats
from synthetic import Plan

from seti_sim.analysis.action_values import action_values
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.load import from_frames
from seti_sim.analysis.manifest import parse_manifest
from seti_sim.analysis.regression import adjusted_differences, triples_beyond_pairs
from seti_sim.analysis.strata import within_strata
from seti_sim.analysis.stratified import GAME_COLUMNS
from seti_sim.analysis.technology_rounds import within_rounds

HAS = ["tech_probe_1", "tech_probe_4", "tech_computer_2"]


def run_of(**plan):
    games, seats, manifest = synthetic.make(Plan(**plan))
    return from_frames(parse_manifest(manifest), games, seats)


def written_out(run, pairs):
    """The model as a matrix, with the win share of every seat."""
    (block,) = run.blocks([*HAS, "winners", "order", "strategy"])
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()
    owned = (block.seats(HAS) > 0).reshape(-1, 3).astype(float)
    order, strategy = block.seat("order").ravel(), block.seat("strategy").ravel()
    columns = [owned[:, t] * owned[:, u] for t, u in pairs] + list(owned.T) + [np.ones(len(won))]
    columns += [(order == s).astype(float) for s in (1, 2, 3)] + [(strategy == 1).astype(float)]
    return won, np.column_stack(columns)


def left_out_errors(won, matrix):
    """Jackknife over games, each left out and the model fitted again."""
    games = len(won) // 4
    whole = np.linalg.lstsq(matrix, won)[0]
    game = np.repeat(np.arange(games), 4)
    each = np.array([np.linalg.lstsq(matrix[game != g], won[game != g])[0] for g in range(games)])
    return np.sqrt((games - 1) / games * ((each - whole) ** 2).sum(0))


def exchangeable_errors(won, matrix):
    """Errors if the win shares of a game were dealt to its seats at random, written out."""
    weights = (matrix @ np.linalg.inv(matrix.T @ matrix)).reshape(-1, 4, matrix.shape[1])
    rest = won - matrix @ np.linalg.lstsq(matrix, won)[0]
    v = (rest**2).sum() / (len(won) - matrix.shape[1])
    dealt = v * 4 / 3 * (np.eye(4) - 1 / 4)
    return np.sqrt(np.einsum("gap,ab,gbp->p", weights, dealt, weights))


COUPLES = [(0, 1), (0, 2), (1, 2)]


def test_coefficients_are_those_of_statsmodels_and_errors_those_of_leaving_out_each_game():
    run = run_of(games=200, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 3})
    single, pairs = adjusted_differences(run, HAS, HAS)
    t = stats.t.ppf(0.975, 199)
    for figures, couples in ((single, []), ([pairs[couple] for couple in COUPLES], COUPLES)):
        won, matrix = written_out(run, couples)
        model = sm.OLS(won, matrix).fit(cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(200), 4)})
        errors = left_out_errors(won, matrix)
        for i, figure in enumerate(figures):
            assert figure.value == pytest.approx(model.params[i], abs=1e-10)
            assert model.bse[i] < errors[i] < 1.1 * model.bse[i]
            assert figure.half_width == pytest.approx(t * max(errors[i], exchangeable_errors(won, matrix)[i]), rel=1e-6)


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


FOUR = [*HAS, "tech_telescope_1"]


def test_triples_are_added_one_at_a_time_as_by_statsmodels():
    run = run_of(games=1500, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 3})
    found = triples_beyond_pairs(run, FOUR, FOUR)
    assert list(found) == list(combinations(range(4), 3))
    (block,) = run.blocks([*FOUR, "winners", "order", "strategy"])
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()
    owned = (block.seats(FOUR) > 0).reshape(-1, 4).astype(float)
    order, strategy = block.seat("order").ravel(), block.seat("strategy").ravel()
    for triple, figure in found.items():
        columns = [owned[:, list(triple)].prod(1), np.ones(len(won)), *owned.T]
        columns += [owned[:, t] * owned[:, u] for t, u in combinations(range(4), 2)]
        columns += [(order == s).astype(float) for s in (1, 2, 3)] + [(strategy == 1).astype(float)]
        games = np.repeat(np.arange(block.games), 4)
        matrix = np.column_stack(columns)
        model = sm.OLS(won, matrix).fit(cov_type="cluster", cov_kwds={"groups": games})
        assert figure.value == pytest.approx(model.params[0], abs=1e-10)
        error = max(model.bse[0], exchangeable_errors(won, matrix)[0])
        assert figure.half_width == pytest.approx(1.96153 * error, rel=1e-3)  # Student, 1499 degrees


def test_a_planted_triple_is_found_and_a_rare_one_is_undefined():
    def planted(block_games, extra):
        games, seats, manifest = synthetic.make(Plan(games=block_games))
        owned = seats.select(pl.all_horizontal(pl.col(name) > 0 for name in HAS)).to_series().to_numpy()
        score = (seats["score"].to_numpy() + extra * owned).reshape(-1, 4)
        best = score == score.max(1, keepdims=True)
        winners = np.where(best, best.sum(1, keepdims=True), 0).reshape(-1).astype(np.int8)
        return from_frames(parse_manifest(manifest), games, seats.with_columns(winners=winners))

    found = triples_beyond_pairs(planted(8000, 16), FOUR, FOUR)
    assert found[0, 1, 2].low > 0.05
    assert is_significant(list(found.values()))[0]
    assert max(abs(found[triple].value) for triple in list(found)[1:]) < found[0, 1, 2].value / 2
    assert not any(figure.defined for figure in triples_beyond_pairs(planted(150, 0), FOUR, FOUR).values())


def test_takers_of_a_round_are_compared_as_by_statsmodels():
    run = run_of(games=350, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 8})
    found = within_rounds(run, HAS, HAS)
    (block,) = run.blocks([*HAS, "winners", "order", "strategy"], ["species_left", "species_right"])
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0)
    taken = block.seats(HAS)
    game, seat, thing = np.nonzero(taken)
    pair = 5 * np.minimum(*map(block.game, GAME_COLUMNS)) + np.maximum(*map(block.game, GAME_COLUMNS))
    setting = (block.seat("strategy") * 4 + block.seat("order")) * 25 + pair[:, None]
    _, stratum = np.unique(setting[game, seat] * 6 + taken[game, seat, thing], return_inverse=True)

    def within(values):  # less the mean of the stratum: as with a constant for each (Frisch and Waugh)
        return values - (np.bincount(stratum, values) / np.bincount(stratum))[stratum]

    constants = np.sqrt((len(game) - 1) / (len(game) - stratum.max() - 2))
    for t, figure in enumerate(found):
        own = within((thing == t).astype(float))
        model = sm.OLS(within(won[game, seat]), own).fit(cov_type="cluster", cov_kwds={"groups": game})
        assert figure.value == pytest.approx(model.params[0], abs=1e-10)
        # games without any taker count as games too
        assert figure.half_width == pytest.approx(1.96675 * model.bse[0] * constants, rel=2e-3)
    assert found[1].value > 0.02


def test_actions_are_valued_together_as_by_statsmodels():
    run = run_of(games=900, strategies=("a", "b", "a", "b"), strategy_points={"b": 8})
    found = action_values(run)
    actions = [name for name in run.names("actions") if name != "pass"]
    (block,) = run.blocks(
        ["winners", "order", "strategy", *(f"{a}_r{r}" for a in actions for r in range(1, 6))], GAME_COLUMNS
    )
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0)
    taken = [block.seats([f"{a}_r{r}" for r in range(1, 6)]).sum(2) for a in actions]
    columns = [*taken, block.seat("strategy") == 1, *(block.seat("order") == s for s in (1, 2, 3))]
    centred = np.stack([x - x.mean(1, keepdims=True) for x in columns], axis=-1)
    has = (block.game("species_left") == 1) | (block.game("species_right") == 1)
    fits = []
    for games in (has, ~has):
        design = centred[games].reshape(-1, centred.shape[2])
        model = sm.OLS((won - 0.25)[games].ravel(), design)
        fits.append(model.fit(cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(games.sum()), 4)}))
    for a, action in enumerate(actions):
        for figure, fit in zip((found.having[action][1], found.lacking[action][1]), fits, strict=True):
            assert figure.value == pytest.approx(fit.params[a], abs=1e-10)
            assert figure.standard_error == pytest.approx(fit.bse[a], rel=0.02)
        shift = found.shift[action][1]
        assert shift.value == pytest.approx(fits[0].params[a] - fits[1].params[a], abs=1e-10)
        assert shift.label == "association"
    assert not any(figure.defined for row in action_values(run_of(games=60)).having.values() for figure in row)


def test_the_seats_of_one_strategy_alone_are_those_of_statsmodels():
    run = run_of(games=600, strategies=("a", "b", "a", "b"), tech_points={"probe_4": 6}, strategy_points={"b": 3})
    pairs = adjusted_differences(run, FOUR, FOUR, only=1)[1]
    triples = triples_beyond_pairs(run, FOUR, FOUR, only=1)
    (block,) = run.blocks([*FOUR, "winners", "order", "strategy"])
    mine = (block.seat("strategy") == 1).ravel()
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()[mine]
    owned = (block.seats(FOUR) > 0).reshape(-1, 4).astype(float)[mine]
    order = block.seat("order").ravel()[mine]
    couples = list(combinations(range(4), 2))
    columns = [owned[:, t] * owned[:, u] for t, u in couples] + [np.ones(len(won)), *owned.T]
    columns += [(order == s).astype(float) for s in (1, 2, 3)]
    games = np.repeat(np.arange(600), 4)[mine]
    model = sm.OLS(won, np.column_stack(columns)).fit(cov_type="cluster", cov_kwds={"groups": games})
    for i, couple in enumerate(couples):
        assert pairs[couple].value == pytest.approx(model.params[i], abs=1e-10)
        assert 1.0 < pairs[couple].standard_error / model.bse[i] < 1.15
    for triple, figure in triples.items():
        matrix = np.column_stack([owned[:, list(triple)].prod(1), *columns])
        model = sm.OLS(won, matrix).fit(cov_type="cluster", cov_kwds={"groups": games})
        assert figure.value == pytest.approx(model.params[0], abs=1e-10)
        assert 0.99 < figure.standard_error / model.bse[0] < 1.15
