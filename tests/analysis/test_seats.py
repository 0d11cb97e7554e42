import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.content import DotPlot, Table
from seti_sim.analysis.handicap import fair_handicap, solve
from seti_sim.analysis.null import null_experiment
from seti_sim.analysis.seats import seat_order, seats
from seti_sim.analysis.seats_by_strategy import margins


def test_a_planted_seat_is_found_and_named(run_of):
    run = run_of(games=8000, seat_points=(0, 0, 0, 4))
    found = seat_order(run)
    assert found.label == "effect"
    assert found.test.p_value < 1e-6
    assert found.advantage[3].low > 0.05
    section = seats(run)
    assert section.items[0].title.startswith("The fourth player wins most: ")
    finding = section.findings[3]
    assert finding.significant
    assert finding.sentence == "The fourth player wins more often than an equal share of 25\N{NO-BREAK SPACE}%"


def test_equal_seats_are_called_equal(run_of):
    section = seats(run_of(games=3000, seed=5))
    assert section.items[0].title.startswith("No seat wins demonstrably more")
    assert len(section.findings) == 4
    for finding in section.findings:
        assert not finding.significant
        assert finding.games_needed > 0


def test_win_shares_sum_to_one_and_starting_points_are_taken_off(run_of):
    found = seat_order(run_of(games=2000, seat_points=(0, 0, 0, 4), base=20, noise=3))  # many ties
    assert sum(figure.value for figure in found.wins) == pytest.approx(1, abs=1e-12)
    assert [figure.value for figure in found.start] == [1, 2, 3, 4]
    assert found.net_score[0].value == pytest.approx(19, abs=0.3)
    assert found.net_score[3].value == pytest.approx(20, abs=0.3)
    assert sum(figure.value for figure in found.score_advantage) == pytest.approx(0, abs=1e-9)


def test_the_chart_draws_the_win_shares(run_of):
    run = run_of(games=500, strategies=("a", "b", "a", "b"))
    section = seats(run)
    chart = next(item for item in section.items if isinstance(item, DotPlot))
    assert [panel.title for panel in chart.panels] == ["All strategies", "a", "b"]
    assert chart.panels[0].series[0].points == seat_order(run).wins
    assert chart.panels[0].reference == 0.25
    table = next(item for item in section.items if isinstance(item, Table))
    assert [row[0] for row in table.rows] == ["First player", "Second player", "Third player", "Fourth player"]


def test_each_strategy_has_its_own_seats(run_of):
    found = seat_order(run_of(games=6000, strategies=("a", "b"), players=2, strategy_points={"b": 10}))
    (_, a, mean_a), (_, b, mean_b) = found.wins_by_strategy
    assert mean_a + mean_b == pytest.approx(1)
    assert mean_b > 0.6
    assert a[0].value + b[1].value == pytest.approx(1)  # a starts, b comes second


def test_a_fixed_starting_chair_cannot_be_told_from_the_strategy(run_of):
    run = run_of(games=200, strategies=("a", "b"), players=2)
    part = run.parts[0]
    fixed = part.seats.with_columns(pl.col("seat").alias("order"))
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 200, part.games, fixed),))
    assert seat_order(run).label == "association"
    assert "cannot separate them" in seats(run).items[0].text


def test_margins_are_against_the_best_other_player():
    scores = np.array([[50, 40, 45], [30, 30, 10], [7, 7, 7]])
    assert margins(scores).tolist() == [[5, -10, -5], [0, 0, -20], [0, 0, 0]]


def test_the_fair_handicap_undoes_a_planted_advantage(run_of):
    handicap = fair_handicap(run_of(games=60_000, seat_points=(0, 1, 2, 5)))
    assert handicap[0].value == 0
    for figure, planted in zip(handicap[1:], (-1, -2, -5), strict=True):
        assert abs(figure.value - planted) < 4 * figure.standard_error
        assert figure.half_width < 0.3


def test_no_handicap_without_games_or_hope():
    assert solve(np.tile([0, 0, 5000], (300, 1))) is None


def test_a_tiny_run_has_figures_but_no_claims(run_of):
    for games in (1, 2, 10):
        section = seats(run_of(games=games))
        assert not any(finding.significant for finding in section.findings)
        assert any("No fair handicap" in getattr(item, "text", "") for item in section.items)


def test_the_null_experiment_passes_on_equal_chairs_and_fails_on_rigged_ones(run_of):
    run = run_of(games=4000, seat_points=(0, 0, 0, 3))
    passed = null_experiment(run)
    assert passed.passed is True
    assert passed.verdict.startswith("Null experiment passed")
    part = run.parts[0]
    half = pl.col("game") % 2 == 0  # in half of the games the chairs are numbered by the turn order
    rigged = part.seats.with_columns(seat=pl.when(half).then("order").otherwise("seat"))
    failed = null_experiment(type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 4000, part.games, rigged),)))
    assert failed.passed is False
    assert "FAILED" in failed.verdict


def test_there_is_no_null_experiment_with_two_strategies_or_few_games(run_of):
    assert null_experiment(run_of(games=500, strategies=("a", "b", "a", "b"))).passed is None
    assert null_experiment(run_of(games=20)).passed is None


def test_what_it_is_worth_to_start(run_of):
    two = {"strategies": ("a", "b", "a", "b"), "strategy_points": {"b": 4}}
    section = seats(run_of(games=6000, seat_points=(5, 0, 0, 0), **two))
    tables = {item.id: item for item in section.items if hasattr(item, "rows") and hasattr(item, "columns")}
    start, whole = tables["seats-start"], tables["seats"]
    assert [row[0] for row in start.rows] == ["All players", "a", "b"]
    for row in start.rows:
        # five points are planted, and the others have two starting points more on average
        assert abs(row[3].value - 7) < 4 * row[3].standard_error
        assert row[3].value - row[2].value == pytest.approx(2, abs=1e-9)
    # first minus the mean of three others is four thirds of first minus the mean of all
    assert start.rows[0][1].value == pytest.approx(4 / 3 * whole.rows[0][2].value)
    rows = tables["seats-strategies"].rows
    assert [row[:2] for row in rows[:2]] == [("a", "First player"), ("a", "Second player")]
    assert len(rows) == 8
    for place in range(4):  # two seats of four each
        both = rows[place][2].value + rows[4 + place][2].value
        assert both == pytest.approx(2 * whole.rows[place][1].value, abs=0.02)
