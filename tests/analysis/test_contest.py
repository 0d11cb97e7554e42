"""Comparisons: known answers, exact games, invented truths found again, and no difference where there is none."""

from itertools import permutations

import numpy as np
import pig
import pytest
from analysis.test_known_answers import BASEBALL

from seti_sim.analysis.blocks import BlockTable
from seti_sim.analysis.compare import comparison_section, sentences
from seti_sim.analysis.content import Note, Table
from seti_sim.analysis.contest import contest, cycles, effects, family
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.plackett import components, fit
from seti_sim.analysis.ratings import ELO
from seti_sim.reporting.summary import plain

SEATS = np.arange(4)


def invented(strengths, places, blocks, seed=1, lineups=None, grain=0.0):
    """Blocks in which finishing orders follow Plackett and Luce exactly: strengths plus places plus Gumbel noise."""
    rng = np.random.default_rng(seed)
    k, players = len(strengths), len(places)
    if lineups is None:
        lineups = [[rng.permutation(k)[np.arange(players) % k] for _ in range(players)] for _ in range(blocks)]
    strategy = np.broadcast_to(lineups, (blocks, np.shape(lineups)[-2], players))
    order = np.broadcast_to(np.arange(players), strategy.shape)
    value = np.array(strengths)[strategy] + np.array(places)[order] + rng.gumbel(size=strategy.shape)
    score = np.round(value / grain).astype(int) if grain else value.reshape(-1).argsort().argsort().reshape(value.shape)
    return BlockTable(tuple(f"s{i}" for i in range(k)), strategy, order, score)


TWO_AT_FOUR = sorted(set(permutations([0, 0, 1, 1])))


def test_seat_against_strategy():
    """A in seat 1 won 605, lost 437 and drew 958 of 2,000 games; A in seat 2 won 433, lost 600 and drew 967."""
    score = np.array(
        [(2, 0)] * 605 + [(0, 2)] * 437 + [(1, 1)] * 958 + [(2, 0)] * 433 + [(0, 2)] * 600 + [(1, 1)] * 967
    )
    order = np.array([[0, 1]] * 2000 + [[1, 0]] * 2000)
    table = BlockTable(("A", "B"), np.broadcast_to([0, 1], score[:, None].shape), order[:, None], score[:, None])
    (a, _), (first, _) = effects(table)
    assert round(first.value, 4) == 0.0419
    assert round(first.value / first.standard_error, 2) == 7.40
    assert round(a.value, 4) == 0.0001
    assert round(a.value / a.standard_error, 2) == 0.02


def test_baseball_strengths_with_a_seat_term():
    strategy, score = [], []
    for i, row in enumerate(BASEBALL.values()):
        for j, cell in enumerate(row.split()):
            won, lost = (0, 0) if cell == "---" else map(int, cell.split("-"))
            strategy += [[i, j]] * (won + lost)
            score += [[1, 0]] * won + [[0, 1]] * lost
    strategy, score = np.array(strategy)[:, None], np.array(score)[:, None]
    found = fit(BlockTable(tuple(BASEBALL), strategy, np.broadcast_to([0, 1], strategy.shape), score))
    n = len(BASEBALL)
    home = np.zeros(n + 2)
    home[n:] = 1.0, -1.0
    assert round(float(found.places[0] - found.places[1]), 4) == 0.3023
    assert round(float(np.sqrt(home @ found.covariance @ home)), 4) == 0.1309
    assert found.strengths.sum() == pytest.approx(0, abs=1e-9)


def test_pig_comes_out_at_its_exact_chances():
    rng = np.random.default_rng(2024)
    inside = []
    for a, b in [(15, 15), (20, 20), (25, 25), (15, 20), (15, 25), (20, 25)]:
        strategy, order, score = pig.blocks(a, b, 12_000, rng)
        found = contest(BlockTable((f"hold {a}", f"hold {b} "), strategy, order, score))
        first, swapped = pig.EXACT[a, b], pig.EXACT[b, a]
        truths = [((first + swapped - 1) / 2, found.seat_effects.figures[0]),
                  ((first - swapped) / 2, found.strategy_effects.figures[0]),
                  (0.5 + (first - swapped) / 2, found.ahead_of(0, 1)),
                  ]  # fmt: skip
        for truth, figure in truths:
            assert abs(figure.value - truth) < 3.5 * figure.standard_error
            inside.append(not figure.excludes(truth))
        odds = [np.log(p / (1 - p)) for p in (first, swapped)]
        assert found.ratings[0].value == pytest.approx(ELO * (odds[0] - odds[1]) / 4, abs=8)
        assert found.places[0].value == pytest.approx(ELO * (odds[0] + odds[1]) / 4, abs=8)
    assert sum(inside) >= len(inside) - 2


def test_pig_hold_25_beats_hold_20_by_the_exact_share():
    strategy, order, score = pig.blocks(25, 20, 60_000, np.random.default_rng(5))
    found = contest(BlockTable(("hold 25", "hold 20"), strategy, order, score))
    assert not found.wins[0].excludes(0.511724)
    assert found.strategy_effects.significant == (True, True)
    assert "hold 25 dominates" in " ".join(sentences(found))


def test_strengths_and_places_of_whole_finishing_orders_are_found_again():
    strengths, places = np.array([0.6, 0.2, 0.0, -0.3, -0.5]), np.array([0.3, 0.1, -0.1, -0.3])
    found = contest(invented(strengths, places, 1500))
    for truth, figure in zip([*strengths, *places], [*found.ratings, *found.places], strict=True):
        assert abs(figure.value - ELO * truth) < 3.5 * figure.standard_error


def test_bootstrap_errors_agree_with_the_information():
    table = invented([0.4, -0.4], [0.2, 0, 0, -0.2], 2000, lineups=TWO_AT_FOUR)
    exact = np.sqrt(np.diag(fit(table).covariance)) * ELO
    found = contest(table)
    for figure, error in zip([*found.ratings, *found.places], exact, strict=True):
        assert figure.standard_error == pytest.approx(error, rel=0.15)


def test_ties_count_as_every_order_of_the_tied():
    """One game in which everybody ties tells as much as all 24 orders with weight 1/24 each: nothing."""
    strategy = np.array([[[0, 1, 0, 1]], [[1, 0, 1, 0]]])
    order = np.broadcast_to(SEATS, strategy.shape)
    tied = fit(BlockTable(("a", "b"), strategy, order, np.zeros_like(strategy)))
    assert tied.strengths == pytest.approx([0, 0], abs=1e-9)
    orders = np.array(list(permutations(range(4))))
    spread = fit(BlockTable(("a", "b"), *(np.repeat(x, 24, axis=0) for x in (strategy, order)),
                            np.tile(orders, (2, 1))[:, None]))  # fmt: skip
    assert 24 * tied.information.sum(0) == pytest.approx(spread.information.sum(0))
    half = fit(invented([0.5, -0.5], [0.0, 0, 0, 0], 800, lineups=TWO_AT_FOUR, grain=0.5))
    assert half.strengths[0] == pytest.approx(0.42, abs=0.1)


def test_who_always_wins_is_not_rated_but_the_others_are():
    table = invented([60.0, 0.3, -0.3], [0.1, 0.0, 0.0, -0.1], 300)
    assert [list(members) for members in components(table, np.arange(3))] == [[1, 2], [0]]
    found = contest(table)
    assert not found.ratings[0].defined
    assert found.ratings[1].value == pytest.approx(0.3 * ELO, abs=25)
    assert any("all their meetings with s0 went one way" in text for text in sentences(found))
    alone = contest(invented([60.0, -60.0], [0.1, -0.1], 50, lineups=[[0, 1], [1, 0]]))
    assert not any(figure.defined for figure in (*alone.ratings, *alone.places))
    assert any("No ratings" in text for text in sentences(alone))


def test_circles_are_named():
    """Rock, paper, scissors: each beats the next."""
    rng = np.random.default_rng(3)
    pairs = [[[0, 1], [1, 0]], [[1, 2], [2, 1]], [[2, 0], [0, 2]]]
    strategy = np.array(pairs * 100)
    ahead = (strategy[..., 1] - strategy[..., 0]) % 3 == 1
    ahead ^= rng.random(ahead.shape) < 0.2
    score = np.stack([ahead, ~ahead], axis=-1).astype(int)
    found = contest(BlockTable(("rock", "scissors", "paper"), strategy, np.broadcast_to([0, 1], score.shape), score))
    said = " ".join(sentences(found))
    assert "A circle: rock beats scissors, scissors beats paper and paper beats rock." in said
    assert "No strategy dominates" in said
    assert found.effective.value == pytest.approx(3, abs=0.05)
    assert cycles(np.zeros((3, 3), dtype=bool)) == []


def test_effective_number_of_strategies_that_share_the_wins():
    strategy = np.tile([[[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]], (40, 1, 1))
    wins = np.where(strategy <= 1, np.arange(40)[:, None, None] % 2 == strategy, 0)  # 0 and 1 win in turn
    found = contest(BlockTable(tuple("abcd"), strategy, np.broadcast_to(SEATS, strategy.shape), wins.astype(int)))
    assert found.effective.value == pytest.approx(2.0)
    assert found.effective.low <= 2.0 <= found.effective.high


def test_score_differences_are_paired_by_set_up():
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 50, (400, 1, 1))
    strategy = np.broadcast_to([[0, 1], [1, 0]], (400, 2, 2))
    score = np.round(100 + luck + np.where(strategy == 0, 2, 0) + rng.normal(0, 3, strategy.shape)).astype(int)
    (gap,) = contest(BlockTable(("a", "b"), strategy, np.broadcast_to([0, 1], score.shape), score)).gaps.figures
    assert gap.value == pytest.approx(2.0, abs=0.5)
    assert gap.standard_error < 0.3


@pytest.mark.full
def test_no_difference_is_found_where_there_is_none():
    """600 comparisons of three equal strategies: a family finds something in 5 % of them, within sampling error."""
    hits = np.zeros(4)
    for seed in range(600):
        table = invented([0.0] * 3, [0.2, 0.0, 0.0, -0.2], 60, seed=seed)
        strategies, _ = effects(table)
        found = contest(table) if seed < 100 else None
        hits[0] += any(family(strategies).significant)
        if found is not None:
            hits[1] += any(found.ahead.significant)
            hits[2] += any(found.gaps.significant)
            hits[3] += any(figure.excludes(0) for figure in found.ratings[:1])
    assert 0.03 * 600 <= hits[0] <= 0.075 * 600
    assert (hits[1:] <= 12).all()


def test_equal_play_is_exactly_equal():
    """The same strategy twice plays the same games from every seat: differences of zero, none of which stands."""
    rng = np.random.default_rng(6)
    score = np.repeat(rng.integers(50, 150, (30, 1, 4)), 6, axis=1)
    strategy = np.broadcast_to(TWO_AT_FOUR, score.shape)
    found = contest(BlockTable(("a", "a (2)"), strategy, np.broadcast_to(SEATS, score.shape), score))
    assert [figure.value for figure in found.gaps.figures] == [0.0]
    assert not any((*found.strategy_effects.significant, *found.ahead.significant, *found.gaps.significant))
    assert [figure.value for figure in found.ratings] == pytest.approx([0, 0], abs=1e-6)
    assert "No difference" in sentences(found)[0]


def test_a_difference_without_spread_stands_by_the_sign_test():
    strategy = np.broadcast_to([[0, 1], [1, 0]], (20, 2, 2))
    table = BlockTable(("a", "b"), strategy, np.broadcast_to([0, 1], strategy.shape), 10 - strategy)
    found = contest(table)
    assert found.gaps.significant == found.ahead.significant == (True,)
    assert found.gaps.p_values[0] == pytest.approx(2.0**-19)
    assert not any(contest(table.take(np.arange(3))).gaps.significant)


def test_every_figure_of_the_section_is_an_estimate():
    section = comparison_section(contest(invented([0.5, 0.0, -0.5], [0.1, 0, 0, -0.1], 60)))
    kinds = [type(item).__name__ for item in section.items if not isinstance(item, Note)]
    assert kinds == ["Table", "Table", "Table", "Table", "HeatMap", "DotPlot"]


def test_a_comparison_needs_two_strategies_and_two_blocks():
    table = invented([0.0, 0.0], [0.0, 0.0], 1, lineups=[[0, 1], [1, 0]])
    with pytest.raises(AnalysisError, match="at least two strategies and two blocks"):
        contest(table)
    with pytest.raises(ValueError, match="one shape"):
        BlockTable(("a", "b"), table.strategy, table.order[:, :1], table.score)
    with pytest.raises(ValueError, match="without a name"):
        BlockTable(("a",), table.strategy, table.order, table.score)


# ------------------------------------------------------------------ differences without any spread


def alike(lineups, scores, blocks):
    """Blocks that all went the same way: line-ups and scores of shape (games, players)."""
    score = np.broadcast_to(scores, (blocks, *np.shape(scores)))
    strategy = np.broadcast_to(lineups, score.shape)
    names = tuple("abcdef"[: int(np.max(lineups)) + 1])
    return BlockTable(names, strategy, np.broadcast_to(np.arange(score.shape[2]), score.shape), score)


def test_two_blocks_that_went_the_same_way_are_no_finding():
    """The documented p-value of a difference that is the same in n blocks is 2^(1-n): 0.5 for two."""
    lineups = [np.roll(np.arange(3), turn) for turn in range(3)]
    scores = [np.roll([9, 21, 2], turn) for turn in range(3)]
    found = contest(alike(lineups, scores, 2))
    for one in (found.strategy_effects, found.gaps):
        assert one.p_values == tuple(0.5 if figure.value else 1.0 for figure in one.figures)
        assert not any(one.significant)
    assert found.strategy_effects.figures[1].value == pytest.approx(2 / 3)


@pytest.mark.parametrize("seed", range(60))
def test_what_cancels_leaves_no_error(seed):
    """Small tables in which effects are constant over blocks: the error is 0 and the p-value that of the sign test."""
    rng = np.random.default_rng(seed)
    k, players, blocks = (int(n) for n in rng.integers([2, 2, 2], [5, 5, 8]))
    lineups = np.array([np.roll((np.arange(players) + s) % k, turn) for s in range(k) for turn in range(players)])
    chosen = lineups[rng.integers(0, len(lineups), int(rng.integers(1, len(lineups) + 1)))]
    strengths = [rng.permutation(k) for _ in range(blocks)] if seed % 2 else [np.arange(k)] * blocks
    score = np.array([one[chosen] * 7 + np.arange(players) * int(rng.integers(0, 20)) for one in strengths])
    strategy, order = np.broadcast_to(chosen, score.shape), np.broadcast_to(np.arange(players), score.shape)
    found = contest(BlockTable(tuple("abcdef"[:k]), strategy, order, score))
    for one in (found.strategy_effects, found.seat_effects, found.gaps):
        for figure, p in zip(one.figures, one.p_values, strict=True):
            if not figure.defined:
                continue
            assert figure.standard_error == 0 or figure.standard_error > 1e-6, figure
            assert figure.value == 0 or abs(figure.value) > 1e-9, figure
            if figure.standard_error == 0 and figure.value == 0:
                assert p == 1.0


@pytest.mark.parametrize("blocks", [2, 5, 40, 1000])
def test_strategies_that_never_win_have_one_answer(blocks):
    """Two of three strategies never win: both have the same effect, error and p-value."""
    lineups = np.array(sorted(set(permutations([0, 1, 2, 2]))))
    scores = np.array([5, 3, 1])[lineups]
    scores[lineups == 2] -= np.arange(lineups.size)[(lineups == 2).reshape(-1)] % 2
    found = contest(alike(lineups, scores, blocks)).strategy_effects
    assert found.figures[1].value == pytest.approx(found.figures[2].value)
    assert found.figures[1].standard_error == found.figures[2].standard_error == 0
    assert found.p_values[0] == found.p_values[1] == found.p_values[2] == pytest.approx(2.0 ** (1 - blocks))


def test_no_sentence_contradicts_the_one_before():
    """Equal wins, and one strategy ahead in three of four meetings: two measures, each said of its own."""
    lineups = np.array(TWO_AT_FOUR)
    scores = np.empty((20, *lineups.shape), dtype=int)
    for block in range(20):
        for of, both in ((0, (40, 30)), (1, (20, 10))) if block % 2 else ((0, (30, 20)), (1, (40, 1))):
            scores[block][lineups == of] = np.tile(both, len(lineups))
    strategy, order = np.broadcast_to(lineups, scores.shape), np.broadcast_to(SEATS, scores.shape)
    told = sentences(contest(BlockTable(("a", "b"), strategy, order, scores)))
    assert told[0].startswith("No difference between the strategies' win shares is significant")
    assert told[1] == (
        "Meetings at one table compare points in place of wins: there a finishes ahead of every other strategy, each "
        "difference is significant."
    )


def test_a_block_of_equal_scores_is_no_spread():
    """Thirds have no exact sum: the error of equal mean scores is 0."""
    lineups = [[0, 0, 0, 1], [1, 0, 0, 0]]
    found = contest(alike(lineups, [[10, 11, 13, 7], [7, 10, 11, 13]], 7)).gaps
    assert found.figures[0].standard_error == 0
    assert found.p_values == (pytest.approx(2.0**-6),)


def test_blocks_that_are_all_alike_give_no_interval():
    """Two blocks of one outcome say nothing about the error of a difference: no interval of width zero is shown."""
    lineups = [np.roll(np.arange(3), turn) for turn in range(3)]
    scores = [np.roll([9, 21, 2], turn) for turn in range(3)]
    section = comparison_section(contest(alike(lineups, scores, 2)))
    figures = [cell for table in section.items if isinstance(table, Table) for row in table.rows for cell in row]
    figures = [cell for cell in figures if isinstance(cell, Estimate) and cell.defined]
    assert figures
    for figure in figures:
        assert figure.low < figure.high or figure.interval_text == "no interval: the same in all 2", figure
    assert any(plain(figure)["low"] is None for figure in figures)
    spread = comparison_section(contest(invented([0.5, 0.0, -0.5], [0.1, 0, 0, -0.1], 60)))
    for table in spread.items:
        for row in table.rows if isinstance(table, Table) else ():
            for cell in row:
                assert not isinstance(cell, Estimate) or cell.low is None or cell.low < cell.high
