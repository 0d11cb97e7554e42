"""The sequential test: published ratios to their printed digits, error rates and length by simulation, its words."""

from math import sqrt

import numpy as np
import pytest

from seti_sim.analysis.duel import Duel, duel_section, next_line, verdict_line
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.sprt import Hypotheses, course, expected_score, hypotheses, log_likelihood_ratio, tilted

SINGLE = np.array([0, 0.5, 1])
PAIRS = np.array([0, 0.25, 0.5, 0.75, 1])
PAIR_SHARES = np.array([0.0159, 0.2189, 0.5303, 0.2189, 0.0159])


@pytest.mark.parametrize(
    ("alpha", "beta", "low", "high"),
    [(0.05, 0.05, -2.9444, 2.9444), (0.01, 0.01, -4.5951, 4.5951), (0.05, 0.10, -2.2513, 2.8904)],
)
def test_bounds(alpha, beta, low, high):
    assert [round(end, 4) for end in Hypotheses(0, 5, alpha, beta).bounds] == [low, high]


@pytest.mark.parametrize(
    ("counts", "values", "games", "elo", "model", "ratio", "digits"),
    [
        ((36027, 68692, 36433), SINGLE, 1, (0, 2), "normalised", 0.9233, 4),
        ((21184, 40708, 21404), SINGLE, 1, (0.5, 2.5), "logistic", -1.5719, 4),
        ((365, 16618, 36229, 16974, 390), PAIRS, 2, (0, 2), "normalised", 2.2504, 4),
        ((223, 9863, 21279, 10037, 246), PAIRS, 2, (0.5, 2.5), "logistic", -3.0741, 4),
        ((608, 12530, 648), SINGLE, 1, (0, 5), "logistic", -9.27, 2),
        ((608, 12530, 648), SINGLE, 1, (0, 5), "normalised", 0.48, 2),
    ],
)
def test_published_log_likelihood_ratios(counts, values, games, elo, model, ratio, digits):
    test = Hypotheses(*elo, model=model)
    assert round(float(log_likelihood_ratio(np.array(counts), values, games, test)), digits) == ratio


def test_expected_length_by_pairs():
    spread = sqrt((PAIR_SHARES * (PAIRS - 0.5) ** 2).sum())
    found = course(expected_score(10), spread, 2, Hypotheses(0, 10))
    assert round(found.accepts, 3) == 0.950
    assert round(2 * found.blocks) == 1808


def test_expected_length_by_single_games():
    """The source gives pairs only; games of which 67.12 % are tied have its 2,191 games, and then its chance 0.968."""
    pair_spread = sqrt((PAIR_SHARES * (PAIRS - 0.5) ** 2).sum())
    found = course(expected_score(10), pair_spread * sqrt(2), 1, Hypotheses(0, 10), scored=sqrt((1 - 0.6712) / 4))
    assert found.accepts == pytest.approx(0.968, abs=0.001)
    assert round(found.blocks) == 2191


def test_between_the_hypotheses_both_are_accepted_equally_often():
    test = Hypotheses(0, 10)
    middle = (expected_score(0) + expected_score(10)) / 2
    found = course(middle, 0.19, 2, test)
    assert found.accepts == pytest.approx(0.5)
    near = course(middle + 1e-7, 0.19, 2, test)
    assert near.blocks == pytest.approx(found.blocks, rel=1e-3)


def test_samples_side_by_side_and_empty_ones():
    counts = np.array([[0, 0, 0], [21184, 40708, 21404], [5, 0, 0]])
    found = log_likelihood_ratio(counts, SINGLE, 1, Hypotheses(0.5, 2.5))
    assert found[0] == 0
    assert round(float(found[1]), 4) == -1.5719
    assert found[2] < 0


def simulated(shares, test, duels, rng):
    """Lengths and verdicts of sequential tests on blocks of two games, looked at after every block, side by side."""
    low, high = test.bounds
    counts = np.zeros((duels, 5), dtype=np.int64)
    length, accepted = np.zeros(duels, dtype=int), np.zeros(duels, dtype=bool)
    running = np.arange(duels)
    while running.size:
        counts[running, rng.choice(5, running.size, p=shares)] += 1
        length[running] += 1
        ratio = log_likelihood_ratio(counts[running], PAIRS, 2, test)
        accepted[running[ratio >= high]] = True
        running = running[(ratio > low) & (ratio < high)]
    return length, accepted


@pytest.mark.full
@pytest.mark.parametrize("truth", [0, 1])
def test_error_rates_and_length_of_2000_duels(truth):
    test = Hypotheses(0, 15)
    p = PAIR_SHARES / PAIR_SHARES.sum()
    spread = sqrt((p * (PAIRS - 0.5) ** 2).sum())
    score = expected_score(15 * truth)
    length, accepted = simulated(tilted(p, PAIRS, score), test, 2000, np.random.default_rng(7 + truth))
    wrong = (~accepted if truth else accepted).mean()
    assert wrong <= 0.05 + 2.33 * sqrt(0.05 * 0.95 / 2000)
    assert length.mean() == pytest.approx(course(score, spread, 2, test).blocks, rel=0.05)


def test_hypotheses_that_make_no_sense():
    with pytest.raises(AnalysisError, match="elo0 below elo1"):
        hypotheses(5, 0, 0.05, 0.05, "logistic")
    with pytest.raises(AnalysisError, match="must lie between 0 and"):
        hypotheses(0, 5, 0.7, 0.05, "logistic")
    with pytest.raises(AnalysisError, match="no Elo model is called 'bayes'; there are logistic and normalised"):
        hypotheses(0, 5, 0.05, 0.05, "bayes")


def fought(scores, players=2, **changes):
    duel = Duel(("a", "b"), players, 2 if players == 2 else 6, Hypotheses(0, 50, **changes))
    duel.add(scores)
    return duel


def test_a_duel_stops_at_the_first_block_over_a_bound():
    scores = np.random.default_rng(1).choice([0, 6, 12, 18, 24], 2000, p=[0.05, 0.1, 0.3, 0.25, 0.3])
    duel = fought(scores)
    assert duel.verdict == "elo1"
    assert duel.ratio >= duel.test.bounds[1] > max(duel.ratios[:-1])
    stopped = len(duel.scores)
    assert fought(scores[:stopped]).ratios == duel.ratios
    assert fought(scores[: stopped - 1]).verdict == "open"
    assert duel.add([0, 0, 0])
    assert len(duel.scores) == stopped
    counts = [(duel.scores.count(units)) for units in (0, 6, 12, 18, 24)]
    assert duel.ratio == pytest.approx(float(log_likelihood_ratio(np.array(counts), PAIRS, 2, duel.test)))
    assert "above the upper bound +2.944" in verdict_line(duel)
    assert "another --seed" in next_line(duel, 10, "go")


def test_the_other_verdicts_in_words():
    lost = fought([0, 6, 12] * 300)
    assert lost.verdict == "elo0"
    assert "below the lower bound" in verdict_line(lost)
    still = fought([12, 12, 6, 18])
    assert still.verdict == "open"
    assert "between the bounds" in verdict_line(still)
    assert next_line(still, 4, "seti-sim duel a b") == "It was allowed 4 blocks. Go on with: seti-sim duel a b"
    slow = fought([12, 12, 12, 18, 6, 12, 12] * 5, alpha=1e-6, beta=1e-6)
    assert "At this pace it takes about" in next_line(slow, 35, "x")


def test_the_figures_of_a_duel():
    duel = fought([12, 18, 12, 6, 18] * 4)
    assert duel.score().value == pytest.approx(0.55)
    logistic, normalised = duel.ratings()
    assert logistic.value == pytest.approx(400 * np.log10(0.55 / 0.45))
    assert normalised.low < normalised.value < normalised.high
    section = duel_section(duel, 20, "more")
    assert [item.id for item in section.items[3:]] == ["duel-figures", "duel-scores"]
    empty = fought([])
    assert empty.ratio == 0
    assert not any(figure.defined for figure in (empty.score(), *empty.ratings()))


def test_with_more_players_only_scores_that_occurred_are_counted():
    duel = fought([36, 40, 36, 30, 72], players=4)
    assert duel.cells()[0].tolist() == [0, 30, 36, 40, 72]
    assert np.isfinite(duel.ratio)
