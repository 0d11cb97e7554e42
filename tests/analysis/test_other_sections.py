import numpy as np
import pytest

from seti_sim.analysis.board import board
from seti_sim.analysis.comparisons import with_without
from seti_sim.analysis.content import DotPlot, HeatMap, Histogram, Note, Table
from seti_sim.analysis.gold import TILES, gold
from seti_sim.analysis.points import bins, families_of, point_figures, points
from seti_sim.analysis.resources import resources
from seti_sim.analysis.strategies import strategies
from seti_sim.analysis.why import seat_gaps, technology_gaps


def named(section, kind, name):
    return next(item for item in section.items if isinstance(item, kind) and item.id == name)


def test_gaps_by_source_and_by_round_sum_to_the_gap_in_score(run_of):
    found = point_figures(run_of(games=700))
    assert sum(figure.value for figure in found.gap_by_source) == pytest.approx(found.gap.value)
    start = found.start[0].value - found.start[1].value
    assert start + sum(figure.value for figure in found.gap_by_step) == pytest.approx(found.gap.value)
    for who in range(3):
        assert sum(figure.value for figure in found.by_source[who]) == pytest.approx(found.total[who].value)
        assert sum(figure.value for figure in found.by_family[who]) == pytest.approx(found.total[who].value)


def test_every_source_belongs_to_one_family():
    families = families_of(("start", "landing", "moon", "a_new_source"))
    assert families == {"Planets and moons": ("landing", "moon"), "Start and other": ("start", "a_new_source")}


def test_the_histogram_holds_every_seat(run_of):
    run = run_of(games=400)
    chart = named(points(run), Histogram, "points-scores")
    for series in chart.series:
        assert sum(figure.value for figure in series.points) == pytest.approx(1)
    widths = {high - low for low, high in zip(chart.edges, chart.edges[1:], strict=False)}
    assert len(widths) == 1
    assert len(chart.edges) <= 32
    assert bins(point_figures(run).counts) == chart.edges


def test_gold_sides_are_compared_among_games_that_show_them(run_of):
    run = run_of(games=1500)
    table = named(gold(run), Table, "gold-sides")
    assert len(table.rows) == 8
    for row in table.rows:
        assert row[1].value == pytest.approx(0.8, abs=0.05)  # a marker in four of five seats
        assert row[1].n < 800
    effects = named(gold(run), Table, "gold-effects")
    assert all(cell.label == "effect" for row in effects.rows for cell in row[2:])


def test_board_and_resources_find_nothing_in_noise(run_of):
    run = run_of(games=4000, seed=3)
    found = [*board(run).findings, *resources(run).findings, *gold(run).findings]
    assert len(found) > 40
    assert sum(finding.significant for finding in found) <= 2
    for finding in found:
        assert finding.estimate.label == ("effect" if finding.id.startswith("gold.side") else "association")


def test_who_beats_whom(run_of):
    run = run_of(games=4000, strategies=("weak", "strong", "weak", "weak"), strategy_points={"strong": 10})
    section = strategies(run)
    duels = named(section, HeatMap, "strategies-duels")
    ahead, behind = duels.cells[1][0], duels.cells[0][1]
    assert ahead.value + behind.value == pytest.approx(1)
    assert ahead.low > 0.6
    assert named(section, DotPlot, "strategies-wins").panels[0].rows[0] == "strong"
    assert [(finding.id, finding.significant) for finding in section.findings] == [
        ("strategies.weak", True),
        ("strategies.strong", True),
    ]
    profile = named(section, Table, "strategies-profile")
    assert profile.columns == ("What", "weak", "strong")
    assert profile.rows[0][2].value - profile.rows[0][1].value == pytest.approx(10, abs=1)


def test_one_strategy_says_that_it_is_alone(run_of):
    section = strategies(run_of(games=40))
    assert isinstance(section.items[0], Note)
    assert "who beats whom" in section.items[0].text
    assert not section.findings


def test_a_tile_is_judged_among_players_with_as_many_marks(run_of):
    """More marks go with more points; a tile that everybody may mark is worth nothing by itself."""
    run = run_of(games=4000)
    part = run.parts[0]
    marks = (part.seats["score"].to_numpy() > 90).astype("int8") + 1  # the better half marks two tiles, the others one
    rng = np.random.default_rng(1)
    ranks = rng.random((len(marks), 4)).argsort(1) < marks[:, None]
    seats = part.seats.with_columns(**{f"gold_{t}": ranks[:, i].astype("int8") for i, t in enumerate(TILES)})
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 4000, part.games, seats),))
    raw = with_without(run, ["x"], lambda block: block.seats(["gold_tech"]) > 0, ["gold_tech"])
    assert raw[0].difference.low > 0.05
    table = named(gold(run), Table, "gold-sides")
    assert table.columns[-1] == "Among equals"
    assert all(row[4].low > 0.05 for row in table.rows)
    assert not any(row[5].excludes(0.0) and abs(row[5].value) > 0.03 for row in table.rows)


def test_a_strong_strategy_lends_nothing_to_what_it_owns(run_of):
    """The strong strategy lands on Mars more often; among equals a lander there is worth nothing."""
    run = run_of(games=3000, strategies=("weak", "strong", "weak", "strong"), strategy_points={"strong": 15})
    part = run.parts[0]
    rng = np.random.default_rng(2)
    lands = rng.random(12_000) < np.where(part.seats["strategy"].to_numpy() == 1, 0.8, 0.2)
    seats = part.seats.with_columns(landers_mars=lands.astype("int8"))
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 3000, part.games, seats),))
    (mars,) = with_without(run, ["x"], lambda block: block.seats(["landers_mars"]) > 0, ["landers_mars"])
    assert mars.difference.low > 0.1
    assert abs(mars.adjusted.value) < 3.5 * mars.adjusted.standard_error
    finding = next(finding for finding in board(run).findings if finding.id == "board.landers_mars")
    assert finding.estimate == mars.adjusted or finding.estimate.value == pytest.approx(mars.adjusted.value)
    assert not finding.significant


def test_strengths_are_the_same_with_and_without_a_seat_effect(run_of):
    """Two players and one point of logit each way: the turn order is taken out of the strengths."""
    plan = {"games": 6000, "players": 2, "strategies": ("a", "b"), "strategy_points": {"b": 6}}
    for seat_points in ((0, 0), (5, 0)):
        table = named(strategies(run_of(**plan, seat_points=seat_points)), Table, "strategies-strengths")
        (_, a), (_, b), (_, first) = table.rows
        assert a.value == pytest.approx(-b.value)
        assert b.value == pytest.approx(37, abs=6)
        assert first.excludes(0.0) == (seat_points[0] > 0)
        assert b.method == "jackknife"


def test_a_strategy_that_never_loses_has_no_rating(run_of):
    plan = {"games": 100, "players": 2, "strategies": ("a", "b"), "strategy_points": {"b": 500}}
    table = named(strategies(run_of(**plan)), Table, "strategies-strengths")
    assert [row[1].text for row in table.rows] == ["-", "-", "-"]


def test_why_tables_sum_to_the_whole(run_of):
    run = run_of(games=400, seat_points=(0, 0, 0, 5), tech_points={"probe_3": 4})
    ids = run.names("techs")
    for table in (seat_gaps(run, "effect"), technology_gaps(run, ids, ids)):
        sources, steps, whole = table.rows[:20], table.rows[20:26], table.rows[26]
        for column in range(1, len(table.columns)):
            by_source = [row[column].value for row in sources]
            assert sum(by_source) == pytest.approx(whole[column].value)
            start = by_source[0]
            assert start + sum(row[column].value for row in steps) == pytest.approx(whole[column].value)
        assert all(cell.defined for row in table.rows for cell in row[1:])


# ---------------------------------------------------------------- neighbours
def test_a_strategy_that_hurts_whoever_sits_after_it_is_not_taken_for_a_weaker_neighbour(run_of):
    """Four equal strategies, one of which costs its left neighbour points: drawn seats share that out."""
    plan = {"games": 6000, "strategies": ("a", "b", "c", "d"), "points_after": {"a": -8}}
    drawn = {finding.id: finding for finding in strategies(run_of(**plan)).findings}
    values = [drawn[f"strategies.{name}"].estimate.value for name in "bcd"]
    assert max(values) - min(values) < 0.03  # only a itself is never hurt
    fixed = strategies(run_of(**plan, seating="fixed"))
    assert fixed.findings == ()
    assert "Seats were fixed in this run (a, b, c and d)" in fixed.items[0].text
    assert not any(isinstance(item, DotPlot) and item.id == "strategies-wins" for item in fixed.items)


def test_two_players_have_no_neighbours_to_be_confused_with(run_of):
    section = strategies(run_of(games=400, players=2, strategies=("a", "b"), seating="fixed"))
    assert {finding.id for finding in section.findings} == {"strategies.a", "strategies.b"}
