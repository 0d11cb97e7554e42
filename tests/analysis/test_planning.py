"""How many games: published numbers, and noise that was planted in games."""

import numpy as np
import pytest

from seti_sim.analysis.blocks import BlockTable
from seti_sim.analysis.contest import contest
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.planning import games_needed, spread_of


@pytest.mark.parametrize(
    ("until", "players", "games"),
    [
        ("win share +-0.1", 4, 720_274),
        ("win share +-0.2", 4, 180_069),
        ("win share 25 +-0.5", 2, 28_811),
        ("Win share 25 % ±0.5", 3, 28_811),
        ("difference 1 at power 0.9", 4, 39_920),
        ("difference 1", 4, 39_920),
        ("difference 1 from 25 at power 0.9", 2, 39_920),
    ],
)
def test_published_numbers(until, players, games):
    answer = games_needed(until, players)
    assert answer.games == games
    assert answer.a_side == until.startswith("difference")


def played(blocks, seed=1):
    """Two players, two games a block: luck of the set-up 20 points, of a seat 3, the first is 1 point better."""
    rng = np.random.default_rng(seed)
    strategy = np.broadcast_to([[0, 1], [1, 0]], (blocks, 2, 2))
    score = 100 + rng.normal(0, 20, (blocks, 1, 1)) + rng.normal(0, 3, strategy.shape) + (strategy == 0)
    return BlockTable(("a", "b"), strategy, np.broadcast_to([0, 1], strategy.shape), np.round(score * 100).astype(int))


def test_the_precision_promised_is_reached():
    spread = spread_of(played(300), "games")
    games = games_needed("score +-150", 2, spread).games
    figure = contest(played(games // 2, seed=2)).scores[0]
    assert figure.half_width == pytest.approx(150, rel=0.1)
    needed = games_needed("score difference 100 at power 0.9", 2, spread).games
    found = [contest(played(needed // 2, seed=seed)).gaps.figures[0].excludes(0) for seed in range(100, 220)]
    assert 0.8 <= np.mean(found) <= 0.97


def test_the_length_of_a_duel():
    assert games_needed("elo 0 10", 2).games == games_needed("elo -10 0", 2).games
    assert games_needed("elo 0 5", 2).games == pytest.approx(4 * games_needed("elo 0 10", 2).games, rel=0.01)
    spread = spread_of(played(300), "games")
    share = spread.share
    assert games_needed("elo 0 10", 2, spread).games == pytest.approx(
        games_needed("elo 0 10", 2).games * share**2 / 0.125, rel=0.001
    )


@pytest.mark.parametrize(
    ("until", "line"),
    [
        ("fun", "unknown target 'fun'; expected one of win share"),
        ("win share +-0", "above 0 and below 50"),
        ("win share 100 +-1", "between 0 and 100"),
        ("difference 80", "no share of 105 % can be distinguished"),
        ("difference 0", "can be distinguished"),
        ("difference 1 at power 1", "power has to be"),
        ("score +-1", "name a folder of blocks with --from"),
        ("elo 5 0", "elo0 below elo1"),
    ],
)
def test_a_question_that_makes_no_sense_is_one_line(until, line):
    with pytest.raises(AnalysisError, match=line):
        games_needed(until, 4)


def test_games_that_cannot_answer():
    table = played(5)
    with pytest.raises(AnalysisError, match="at least two blocks"):
        spread_of(table.take(np.arange(1)), "games")
    alone = BlockTable(("a",), np.zeros_like(table.strategy), table.order, table.score)
    spread = spread_of(alone, "games")
    with pytest.raises(AnalysisError, match="one strategy only"):
        games_needed("score difference 1", 2, spread)
    with pytest.raises(AnalysisError, match="two strategies"):
        games_needed("elo 0 5", 2, spread)
    with pytest.raises(AnalysisError, match="above 0"):
        games_needed("score +-0", 2, spread)
