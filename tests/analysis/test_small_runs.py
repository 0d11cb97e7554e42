"""Very few games: no interval runs past what is possible, and what cannot be said is said."""

from itertools import chain

import numpy as np
import polars as pl
import pytest
import synthetic

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.content import DotPlot, HeatMap, Histogram, Lines, Note, Stacked, Table
from seti_sim.analysis.estimate import (
    COUNT,
    POINTS,
    POINTS_DIFFERENCE,
    ROUND,
    SHARE,
    SHARE_DIFFERENCE,
    Estimate,
    ranked,
)
from seti_sim.analysis.intervals import count_ends, critical, interval
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.sections import SECTIONS, analyse
from seti_sim.analysis.significance import p_value

MANY = {"strategies": ("a", "b", "c", "a")}


def cells_of(item):
    """Every figure of a chart or table."""
    if isinstance(item, Table):
        found = chain(*item.rows)
    elif isinstance(item, DotPlot):
        found = chain(*(series.points for panel in item.panels for series in panel.series))
    elif isinstance(item, Lines | Histogram):
        found = chain(*(series.points for series in item.series))
    elif isinstance(item, Stacked | HeatMap):
        found = chain(*item.cells)
    else:
        assert isinstance(item, Note)
        found = ()
    return [cell for cell in found if isinstance(cell, Estimate) and cell.defined]


def every_figure(analysis):
    for section in analysis.sections:
        for item in section.items:
            yield from cells_of(item)
        for finding in section.findings:
            yield from (figure for _, figure in finding.by_strategy if figure.defined)
            yield finding.estimate


@pytest.mark.parametrize("games", [3, 10, 20])
@pytest.mark.parametrize(("players", "plan"), [(2, {}), (3, {}), (4, {}), (4, MANY)])
def test_no_interval_runs_past_what_is_possible(run_of, games, players, plan):
    (found,) = analyse([run_of(games=games, players=players, seed=games, **plan)])
    ends = {"share": (0, 1), "percentage points": (-1, 1), "round": (1, 5), "count": (0, float("inf"))}
    ends |= {"place": (1, 12)}
    seen = set()
    for figure in every_figure(found):
        low, high = ends.get(figure.unit.name, (-float("inf"), float("inf")))
        assert low - 1e-9 <= figure.low <= figure.value <= figure.high <= high + 1e-9, figure
        if "final place" in figure.of:
            assert figure.high <= players
        seen.add(figure.unit.name)
    assert {"share", "percentage points", "round", "count", "place", "points"} <= seen


def test_places_shares_and_scores_of_three_games_stay_within_their_ends(run_of):
    (found,) = analyse([run_of(games=3, seat_points=(90, 0, 0, 0))], ["seats"])
    table = next(item for item in found.sections[0].items if isinstance(item, Table) and item.id == "seats")
    at = {name: table.columns.index(name) for name in ("Win share", "Against mean", "Mean place")}
    first, second = table.rows[0], table.rows[1]
    assert first[at["Win share"]].value == 1
    assert first[at["Win share"]].low > 0
    assert (first[at["Against mean"]].value, first[at["Against mean"]].high) == (0.75, 0.75)
    assert second[at["Against mean"]].low == -0.25
    assert first[at["Mean place"]].low == 1
    # nobody else was ever first, but three games do not tell that much
    assert 1 < second[at["Mean place"]].low < second[at["Mean place"]].high <= 4


@pytest.mark.parametrize("games", [1, 2, 3, 10])
@pytest.mark.parametrize("plan", [{}, MANY, {"discovery_rate": 0.0}, {"tech_rate": 0.0}])
def test_nothing_is_claimed_and_the_limits_are_told(run_of, games, plan):
    (found,) = analyse([run_of(games=games, **plan)])
    assert [section.id for section in found.sections] == list(SECTIONS)
    told = [line for line in found.headlines if line.finding is not None]
    assert all(line.finding.significant is False for line in told)
    limits = " ".join(line.text for line in found.headlines if line.finding is None)
    assert "are not significant after correction" in limits or "too small to answer any question" in limits
    assert "These results apply to four-player games only" in limits


# ---------------------------------------------------------------- the intervals themselves
@pytest.mark.parametrize(
    ("value", "error", "unit"),
    [(0.0, 0.0, SHARE), (1.0, 0.0, SHARE), (0.5, 0.4, SHARE), (1.1, 0.5, ROUND), (5.0, 0.0, ROUND),
     (3.9, 0.6, ranked(4)), (0.2, 0.3, COUNT), (0.0, 0.0, COUNT), (4.0, 9.0, POINTS), (0.95, 0.2, SHARE_DIFFERENCE)],
)  # fmt: skip
@pytest.mark.parametrize("games", [2, 3, 10, 20])
def test_ends_are_respected_and_no_interval_of_a_level_at_its_end_is_a_point(value, error, unit, games):
    figure = interval(value, error, games, unit, "x", "description")
    assert unit.holds(figure.low)
    assert unit.holds(figure.high)
    assert figure.low <= value <= figure.high
    assert figure.high > figure.low


def test_far_from_its_ends_an_interval_is_student_s():
    t = critical(400)
    for value, error, unit in ((120.0, 0.5, POINTS), (3.0, 0.02, ROUND), (0.5, 0.004, SHARE), (40.0, 0.1, COUNT)):
        figure = interval(value, error, 400, unit, "x", "description")
        assert figure.low == pytest.approx(value - t * error, abs=0.02 * error)
        assert figure.high == pytest.approx(value + t * error, abs=0.02 * error)
    loss = interval(-3.0, 0.5, 400, POINTS_DIFFERENCE, "x", "effect")
    assert (loss.low, loss.high) == (pytest.approx(-3 - t * 0.5), pytest.approx(-3 + t * 0.5))


def test_score_interval_of_a_count_solves_its_equation():
    mean, error, games = 0.4, 0.25, 10
    low, high = count_ends(mean, error, games)
    for end in (low, high):
        assert abs(mean - end) == pytest.approx(critical(games) * (error**2 / mean * end) ** 0.5)
    # nothing seen in n games: Wilson's upper end of a small share, t^2 / n
    assert count_ends(0.0, 0.0, 50) == (0.0, pytest.approx(critical(50) ** 2 / 50))


def test_a_difference_beyond_a_whole_is_no_answer():
    assert not interval(1.3, 0.2, 100, SHARE_DIFFERENCE, "x", "association").defined


def test_an_impossible_interval_is_refused():
    with pytest.raises(ValueError, match=r"no share reaches from -0\.1 to 0\.3"):
        Estimate(0.1, -0.1, 0.3, 10, SHARE, "x")


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((0, 0, 5, 0, 0), 1, 5), ((0, 3, 3, 0, 0), 2, 3), ((0, 0, 0, 1, 0), 1, 5), ((2, 0, 0, 0, 4), 1, 5)],
)
def test_five_observations_say_nothing_about_a_median(counts, low, high):
    figure = median_of_counts(np.array(counts), 1, ROUND, "games")
    assert (figure.low, figure.high) == (low, high)


def test_p_values_of_few_games_have_student_s_tail():
    sums = ClusterSums.of([[1, 1]] * 6, [[12, 0], [0, 12], [12, 0], [12, 6], [12, 0], [12, 0]])
    figure = sums.difference(0, 1, POINTS_DIFFERENCE, "x")
    for null, below in ((figure.low + 1e-6, False), (figure.low - 1e-6, True)):
        assert (p_value(figure, null) < 0.05) is below
    wide = Estimate(4.0, 4.0 - critical(6), 4.0 + critical(6), 6, POINTS_DIFFERENCE, "x")  # t = 4 on 5 degrees
    assert p_value(wide) == pytest.approx(0.01032, abs=1e-5)


# ---------------------------------------------------------------- outcomes that nothing is left to explain
def with_scores(run, score):
    """The run with other final scores, places and winners."""
    part = run.parts[0]
    shape = (part.games.height, run.players)
    score = np.broadcast_to(score, shape).astype(np.int16)
    seats = part.seats.with_columns(
        score=pl.Series(score.ravel()),
        place=pl.Series(synthetic._places(score).ravel()),
        winners=pl.Series(synthetic._winners(score).ravel()),
    )
    return type(run)(run.name, run.manifest, run.seeds, (type(part)(0, shape[0], part.games, seats, part.cards),))


def claims(run):
    """Families of the findings told on the first page."""
    (found,) = analyse([run])
    told = [line.finding for line in found.headlines if line.finding is not None and line.finding.significant]
    return found, {finding.id.split(".")[0] for finding in told}


def test_a_winner_that_the_strategy_decides_leaves_nothing_to_estimate(run_of):
    run = run_of(games=600, players=2, strategies=("a", "b"))
    strategy = run.parts[0].seats["strategy"].to_numpy().reshape(-1, 2)
    found, families = claims(with_scores(run, 100 + 10 * (strategy == 0)))
    assert families <= {"strategies", "flow"}
    table = next(
        item
        for section in found.sections
        for item in section.items
        if isinstance(item, Table) and item.id == "technologies"
    )
    adjusted = [row[table.columns.index("Adjusted")] for row in table.rows]
    assert {figure.method for figure in adjusted} == {"nothing to estimate"}
    assert not any(figure.defined for figure in adjusted)


def test_games_that_all_tie_make_no_claim(run_of):
    found, families = claims(with_scores(run_of(games=600), 100))
    assert families == set()
    titles = [item.title for section in found.sections for item in section.items if isinstance(item, DotPlot)]
    assert not [title for title in titles if "most" in title and "demonstrably" not in title]
