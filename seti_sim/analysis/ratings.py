"""Strengths of strategies from who finished ahead of whom, with a term for going first.

Bradley and Terry (1952) with an order effect (Davidson and Beaver 1977): the one who goes first, i, is ahead of j with

    log odds = strength[i] - strength[j] + first.

Strengths are in natural logarithms, or in Elo points: 400 / ln 10 of them. A tie counts half.
"""

import warnings
from math import log, log10
from typing import Final

import numpy as np
import statsmodels.api as sm
from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

from seti_sim.analysis.clusters import Array, Floats

ELO: Final = 400 / log(10)
"""Elo points in a natural logarithm of odds."""


def elo(share: float) -> float:
    """Elo difference at which the stronger side scores ``share``: 400 log10(p / (1 - p)).

    Raises:
        ValueError: for a share that is not between 0 and 1.
    """
    if not 0 < share < 1:
        raise ValueError(f"no rating gives a share of {share}")
    return 400 * log10(share / (1 - share))


def strengths(won: Array, lost: Array, with_first: bool = True) -> tuple[Floats, Floats] | None:
    """Strengths with the last one fixed at 0, then the term for going first, and their standard errors.

    Args:
        won: duels won by i against j with i going first, shape (k, k); halves for ties.
        lost: the same duels lost by i.
        with_first: estimate the term for going first; 0 otherwise.

    Returns:
        Estimates and standard errors of shape (k + 1,), or ``None`` where the duels do not determine them all: somebody
        never met the others, or always or never won.
    """
    k = len(won)
    pairs = [(i, j) for i in range(k) for j in range(k) if i != j and won[i, j] + lost[i, j] > 0]
    if not pairs:
        return None
    design = np.zeros((len(pairs), k + 1))
    for row, (i, j) in enumerate(pairs):
        design[row, i], design[row, j], design[row, k] = 1.0, -1.0, 1.0
    used = [*range(k - 1), *([k] if with_first else [])]
    counts = np.array([[won[i, j], lost[i, j]] for i, j in pairs], dtype=np.float64)
    if np.linalg.matrix_rank(design[:, used]) < len(used) or not _connected(won, lost):
        return None
    with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings():
        # as many kinds of duels as parameters fit perfectly: that is no separation here, see _connected
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        result = sm.GLM(counts, design[:, used], family=sm.families.Binomial()).fit()
    values, errors = np.zeros(k + 1), np.zeros(k + 1)
    values[used], errors[used] = result.params, result.bse
    return values, errors


def _connected(won: Array, lost: Array) -> bool:
    """Ford's condition (1957): everybody can be reached from everybody by a chain of wins."""
    ahead = won + lost.T > 0
    reach = ahead | np.eye(len(won), dtype=bool)
    for _ in range(len(won)):
        reach = reach @ reach
    return bool(reach.all())
