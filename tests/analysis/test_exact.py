"""The exact test of equal win shares against scipy and against writing out every way the games could have gone."""

from itertools import combinations, product
from math import factorial, prod

import numpy as np
import pytest
from scipy import stats

from seti_sim.analysis.exact import MOST_GAMES, exact_equal_win_shares
from seti_sim.analysis.shares import WIN_UNITS
from seti_sim.analysis.significance import equal_win_shares


@pytest.mark.parametrize(("won", "games"), [(9, 10), (7, 12), (20, 40), (0, 3)])
def test_two_players_are_the_binomial_test(won, games):
    found = equal_win_shares(np.array([won, games - won]) * WIN_UNITS, [0, games, 0], WIN_UNITS)
    assert found.exact
    assert found.p_value == pytest.approx(stats.binomtest(won, games).pvalue)
    assert found.text.startswith("exact test, p = ")


def test_four_players_are_the_multinomial_test():
    wins, games = np.array([5, 1, 1, 0]), 7
    p = 0.0
    for split in product(range(games + 1), repeat=4):
        if sum(split) == games and sum(n * n for n in split) >= (wins**2).sum():
            p += factorial(games) / prod(factorial(n) for n in split) / 4**games
    assert exact_equal_win_shares(wins * WIN_UNITS, [0, games, 0, 0, 0], WIN_UNITS) == pytest.approx(p)


def test_ties_are_dealt_out_as_they_were():
    """Two lone wins, one tie of two and one of three, written out in full."""
    units = np.array([2 * 12 + 6 + 4, 6 + 4, 4])
    choices = [list(combinations(range(3), n)) for n in (1, 1, 2, 3)]
    ways, extreme = 0, 0
    for way in product(*choices):
        found = np.zeros(3)
        for chosen in way:
            found[list(chosen)] += WIN_UNITS / len(chosen)
        ways, extreme = ways + 1, extreme + ((found**2).sum() >= (units**2).sum() - 0.5)
    assert exact_equal_win_shares(units, [0, 2, 1, 1], WIN_UNITS) == pytest.approx(extreme / ways)


def test_no_difference_is_found_in_more_than_five_runs_of_a_hundred():
    """Chi-square rejects five games of one winner at p = 0.002; exactly it is 0.004. Neither may err too often."""
    rng = np.random.default_rng(3)
    found = []
    for _ in range(2000):
        wins = np.bincount(rng.integers(0, 4, 12), minlength=4)
        found.append(equal_win_shares(wins * WIN_UNITS, [0, 12, 0, 0, 0], WIN_UNITS).p_value)
    for level in (0.05, 0.01):
        assert np.mean(np.array(found) <= level) <= level + 3 * (level * (1 - level) / 2000) ** 0.5


def test_many_games_take_the_chi_square_distribution():
    games = MOST_GAMES + 1
    assert not equal_win_shares(np.array([games, 0]) * WIN_UNITS, [0, games, 0], WIN_UNITS).exact
