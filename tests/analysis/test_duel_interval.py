"""Normalised Elo: its interval covers the true value for even and for lopsided duels."""

import numpy as np
import pytest

from seti_sim.analysis.duel import standardised_mean

CELLS = np.array([0.0, 0.5, 1.0])


def block_scores(share, ties=0.02, together=0.2):
    """Scores of blocks of two games and their chances; the games of a block are alike in a fifth of the blocks."""
    chances = np.array([1 - share - ties / 2, ties, share - ties / 2])
    both = (1 - together) * np.outer(chances, chances) + together * np.diag(chances)
    return ((CELLS[:, None] + CELLS) / 2).ravel(), both.ravel()


@pytest.mark.parametrize("share", [0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
@pytest.mark.parametrize("blocks", [100, 400])
def test_the_interval_of_a_lopsided_duel_covers(share, blocks):
    """One that takes scores for normal covers 89 % at a share of 0.7 and 51 % at 0.95."""
    rng = np.random.default_rng(7)
    scores, chances = block_scores(share)
    mean = chances @ scores
    true = (mean - 0.5) / np.sqrt(chances @ (scores - mean) ** 2)
    covered = []
    for _ in range(1000):
        found = standardised_mean(rng.choice(scores, blocks, p=chances), 0.5)
        assert found is not None
        covered.append(abs(found[0] - true) <= found[1])
    assert 0.925 <= np.mean(covered) <= 0.985


def test_equal_values_have_no_standardised_mean():
    assert standardised_mean(np.full(20, 0.5), 0.5) is None
    assert standardised_mean(np.array([1.0]), 0.5) is None
