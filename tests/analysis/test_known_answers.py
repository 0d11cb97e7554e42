"""Published or exact results, reproduced to their printed digits."""

import numpy as np
import pytest
from scipy import stats

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.intervals import wilson
from seti_sim.analysis.ratings import elo, strengths
from seti_sim.analysis.shares import (
    WIN_UNITS,
    group_share,
    share,
    share_against_average,
    share_difference,
    win_units,
)
from seti_sim.analysis.significance import (
    LEVEL,
    benjamini_hochberg,
    bonferroni,
    chi_square,
    equal_means,
    equal_win_shares,
    games_for_half_width,
    games_to_distinguish,
)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (2, 3, 0.2077, 0.9385)],
)
def test_wilson_intervals(successes, n, low, high):
    assert [round(end, 4) for end in wilson(successes, n)] == [low, high]
    figure = share(successes, n, "games")
    assert (round(figure.low, 4), round(figure.high, 4)) == (low, high)


def test_corrections_for_fifteen_comparisons():
    p = [
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.3240,
        0.4262,
        0.5719,
        0.6528,
        0.7590,
        1.0,
    ]
    assert (benjamini_hochberg(p) <= LEVEL).sum() == 4
    assert (bonferroni(p) <= LEVEL).sum() == 3
    assert benjamini_hochberg([]).shape == (0,)


@pytest.mark.parametrize(("half_width", "games"), [(0.001, 720_274), (0.002, 180_069), (0.005, 28_811)])
def test_games_needed_for_a_quarter(half_width, games):
    assert games_for_half_width(0.25, half_width) == games


def test_games_needed_to_tell_25_from_26_percent():
    assert games_to_distinguish(0.25, 0.26) == 39_920


def test_with_without_all():
    """The effect of a card is with minus without (10 points), not with minus all (8)."""
    has = np.zeros((10_000, 1), dtype=int)
    won = np.zeros((10_000, 1), dtype=int)
    has[:2000] = 1
    won[:1200] = won[2000:6000] = 1
    sums = ClusterSums.of_seats(np.stack([has, 1 - has, np.ones_like(has)], axis=-1), won * WIN_UNITS)
    assert [round(group_share(sums, i, "games").value, 4) for i in range(3)] == [0.6, 0.5, 0.52]
    assert share_difference(sums, 0, 1, "games").value == pytest.approx(0.10)


def test_without_ties_the_seat_test_is_pearsons():
    wins = np.array([260, 240, 230, 270])
    units = wins * WIN_UNITS
    test = equal_win_shares(units, [0, 1000, 0, 0, 0], WIN_UNITS)
    pearson = chi_square(wins, np.full(4, 250))
    assert test.statistic == pytest.approx(pearson.statistic) == pytest.approx(4.0)
    assert test.p_value == pytest.approx(stats.chi2.sf(4.0, 3))
    assert test.text == "chi-square 4.00 on 3 degrees of freedom, p = 0.26"


def test_without_ties_a_group_share_is_wilsons_but_for_students_quantile():
    won = np.zeros((263, 1), dtype=int)
    won[:81] = WIN_UNITS
    figure = group_share(ClusterSums.of_seats(np.ones((263, 1, 1)), won), 0, "games")
    assert figure.value == pytest.approx(81 / 263)
    assert figure.low == pytest.approx(0.2553, abs=3e-4)
    assert figure.high == pytest.approx(0.3662, abs=3e-4)


def test_ties_share_a_win_exactly():
    winners = np.array([[1, 0, 0, 0], [2, 2, 0, 0], [3, 3, 3, 0], [4, 4, 4, 4]])
    units = win_units(winners)
    assert units.tolist() == [[12, 0, 0, 0], [6, 6, 0, 0], [4, 4, 4, 0], [3, 3, 3, 3]]
    assert (units.sum(1) == WIN_UNITS).all()


def test_games_that_only_tie_say_nothing_about_seats():
    assert equal_win_shares(np.array([600, 600]), [0, 0, 100], WIN_UNITS) is None
    assert equal_win_shares(np.array([0, 0]), [0, 0, 0], WIN_UNITS) is None
    sums = ClusterSums.of_seats(np.ones((3, 2, 1)), np.full((3, 2), 6))
    figure = group_share(sums, 0, "seats")
    assert figure.value == 0.5
    assert figure.low < 0.2
    assert figure.high > 0.8


def test_cluster_errors_are_those_of_the_textbook_when_games_hold_one_seat():
    rng = np.random.default_rng(1)
    values = rng.integers(0, 100, (400, 1))
    groups = rng.integers(0, 2, (400, 1))
    sums = ClusterSums.of_seats(np.stack([groups, 1 - groups], axis=-1), values)
    one, other = values[groups == 1], values[groups == 0]
    _, error = sums.contrast(np.array([1.0, -1.0]))
    assert error == pytest.approx(np.sqrt(one.var() / one.size + other.var() / other.size), rel=0.01)
    welch = stats.ttest_ind(one, other, equal_var=False)
    assert equal_means(sums).p_value == pytest.approx(welch.pvalue, abs=0.01)


def test_cut_sums_add_up_to_the_same_numbers():
    rng = np.random.default_rng(2)
    groups, values = rng.integers(0, 2, (90, 4, 3)), rng.integers(-50, 200, (90, 4))
    whole = ClusterSums.of_seats(groups, values)
    cut = ClusterSums.of_seats(groups[:31], values[:31]) + ClusterSums.of_seats(groups[31:], values[31:])
    assert np.array_equal(whole.covariance, cut.covariance)
    assert np.array_equal(whole.means, cut.means)


BASEBALL = {  # 1987, rows at home: wins-losses against Mil Det Tor NY Bos Cle Bal
    "Mil": "--- 4-3 4-2 4-3 6-1 4-2 6-0",
    "Det": "3-3 --- 4-2 4-3 6-0 6-1 4-3",
    "Tor": "2-5 4-3 --- 2-4 4-3 4-2 6-0",
    "NY": "3-3 5-1 2-5 --- 4-3 4-2 6-1",
    "Bos": "5-1 2-5 3-3 4-2 --- 5-2 6-0",
    "Cle": "2-5 3-3 3-4 4-3 4-2 --- 2-4",
    "Bal": "2-5 1-5 1-6 2-4 1-6 3-4 ---",
}


def test_strengths_with_a_term_for_going_first():
    table = [[(0, 0) if cell == "---" else tuple(map(int, cell.split("-"))) for cell in row.split()]
             for row in BASEBALL.values()]  # fmt: skip
    won, lost = (np.array([[cell[side] for cell in row] for row in table]) for side in (0, 1))
    plain, _ = strengths(won, lost, with_first=False)
    assert [round(float(plain[i]), 4) for i in (5, 4, 3, 2, 1, 0)] == [0.6839, 1.1077, 1.2476, 1.2945, 1.4364, 1.5814]
    values, errors = strengths(won, lost)
    assert round(float(values[-1]), 4) == 0.3023
    assert round(float(errors[-1]), 4) == 0.1309


def test_a_league_read_from_the_entrants_side():
    points = [(15.0, 26), (10.0, 26), (9.5, 26), (9.5, 26), (7.5, 24), (6.5, 26), (6.5, 26)]
    assert 180 - sum(won for won, _ in points) == 115.5
    printed = [53.9, -81.7, -95.9, -95.9, -137.0, -190.9, -190.9]
    # the exact 400 log10(10 / 16) = -81.648 and 400 log10(1 / 3) = -190.849 miss the print by half a hundredth
    assert [elo(won / n) for won, n in points] == pytest.approx(printed, abs=0.06)


def test_who_never_won_has_no_rating():
    assert strengths(np.array([[0, 3], [0, 0]]), np.array([[0, 0], [2, 0]])) is None
    assert strengths(np.zeros((2, 2)), np.zeros((2, 2))) is None
    with pytest.raises(ValueError, match="no rating"):
        elo(1.0)


def test_seat_against_strategy():
    """A in seat 1 won 605, lost 437 and drew 958 of 2,000 games; A in seat 2 won 433, lost 600 and drew 967."""
    first, second = (
        [(12, 0)] * 605 + [(0, 12)] * 437 + [(6, 6)] * 958,
        [(12, 0)] * 433 + [(0, 12)] * 600 + [(6, 6)] * 967,
    )
    units = np.array(first + second)  # of A and B
    starts = np.array([[1, 0]] * 2000 + [[0, 1]] * 2000)
    by_order = ClusterSums.of_seats(np.stack([starts, 1 - starts], axis=-1), units)
    seat = share_against_average(by_order, 0, range(2), "starting")
    assert round(seat.value, 4) == 0.0419
    assert round(seat.value / seat.standard_error, 2) == pytest.approx(7.40, abs=0.02)
    by_strategy = ClusterSums.of_seats(np.broadcast_to(np.eye(2), (4000, 2, 2)), units)
    strategy = share_against_average(by_strategy, 0, range(2), "A")
    assert round(strategy.value, 4) == 0.0001
    assert round(strategy.value / strategy.standard_error, 2) == 0.02
