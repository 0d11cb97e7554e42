"""Exact tests for few games, where the chi-square distribution is no good approximation."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array

MOST_GAMES: Final = 40
"""Ten games a seat at four players; from there on the chi-square distribution is close."""


def exact_equal_win_shares(units: Array, winners: Sequence[int], whole: int) -> float:
    """The p-value that exchangeable players win equally often, over all ways in which the games could have gone.

    Given how many players share the win of each game, every set of so many players is equally likely. The p-value is
    the probability that the sum of squared win shares is at least the observed one; without ties it is the exact
    multinomial test with Pearson's statistic.

    Args:
        units: wins of each of the k players in units, shape (k,).
        winners: number of games by number of winners, from 0 (which must be 0) to k.
        whole: units of a whole win.
    """
    players = len(units)
    base = whole * int(sum(winners)) + 1
    digits = np.array([base**i for i in range(players)], dtype=np.int64)
    states: Array = np.zeros(1, dtype=np.int64)
    chances: Array = np.ones(1)
    for shared, games in enumerate(winners):
        if not games:
            continue
        steps = [whole // shared * digits[list(chosen)].sum() for chosen in combinations(range(players), shared)]
        for _ in range(games):
            reached = (states[:, None] + np.array(steps, dtype=np.int64)).ravel()
            states, at = np.unique(reached, return_inverse=True)
            chances = np.bincount(at, weights=np.repeat(chances, len(steps)) / len(steps), minlength=len(states))
    found = (states[:, None] // digits % base).astype(np.float64)
    extreme = (found**2).sum(1) >= float((np.asarray(units, dtype=np.float64) ** 2).sum()) - 0.5
    return min(1.0, float(chances[extreme].sum()))
