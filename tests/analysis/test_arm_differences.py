"""Differences between arms: planted effects are found, exact zeros stay exact, and what pairing saves is said."""

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.arm_differences import ArmTable, arm_table, mean_estimate, pairing, within_games
from seti_sim.analysis.dealt import Dealt, card_effects, dealt_effect, dealt_section
from seti_sim.analysis.estimate import POINTS_DIFFERENCE
from seti_sim.analysis.experiments import effects, experiment_section
from seti_sim.analysis.whatif import compare

PLAYERS = 4
DICTIONARIES = {
    "techs": ("probe_1",), "sources": ("start",), "species": ("mascamites", "anomalies", "oumuamua"),
}  # fmt: skip


def made_up(arms, blocks=400, seed=1):
    """Arms that differ from the control by what ``arms`` adds to the scores, shape (blocks, players)."""
    rng = np.random.default_rng(seed)
    treated = np.eye(PLAYERS, dtype=np.int64)[rng.integers(0, PLAYERS, blocks)]
    base = rng.integers(80, 160, (blocks, PLAYERS))
    score = np.stack([base, *(base + add(rng, treated) for add in arms)])
    best = score == score.max(axis=2, keepdims=True)
    same = np.broadcast_to
    return ArmTable(
        {
            "score": score,
            "winners": np.where(best, best.sum(axis=2, keepdims=True), 0),
            "treated": same(treated, score.shape),
            "order": same(np.arange(PLAYERS), score.shape),
            "turns": np.full(score.shape, 60),
            "n_tech": np.full(score.shape, 5),
            "species_left": same(rng.integers(0, 2, (blocks, 1)), score.shape),
            "species_right": np.full(score.shape, 3),
            "tech_probe_1": same(rng.integers(0, 2, (blocks, PLAYERS)), score.shape),
            "points_start": np.zeros(score.shape, dtype=np.int64),
        }
    )


def test_a_planted_effect_is_found_and_nothing_else():
    def plus_three(rng, treated):
        return treated * 3 + rng.integers(-10, 11, treated.shape)

    def noise(rng, treated):
        return rng.integers(-10, 11, treated.shape)

    table = made_up([plus_three, noise], 2000)
    three, none = effects(table, ["three", "none"], {1: "tech:probe_1", 2: "action:scan"}, ordinary=True)
    assert three.points.low < 3 < three.points.high
    assert three.points.excludes(0)
    assert three.significant
    assert not none.significant
    assert three.points.value > none.points.value
    assert three.association is not None
    assert none.association is None


def test_what_never_does_anything_measures_exactly_zero():
    table = made_up([lambda _, treated: 0 * treated])
    (nothing,) = effects(table, ["nothing"], {}, ordinary=True)
    for figure in (nothing.points, nothing.wins, nothing.others, nothing.differing):
        assert (figure.value, figure.low) == (0.0, 0.0)
    assert nothing.points.high == 0.0
    assert not nothing.significant
    assert np.isinf(nothing.pairing.factor)
    assert "Changed no game: nothing." in str(experiment_section([nothing], 400, 4, "an ordinary game").items)


def test_effect_and_association_of_opposite_signs_are_named_and_others_are_not():
    table = made_up([lambda rng, treated: 5 * treated + rng.integers(-3, 4, treated.shape)], 1000)
    columns = dict(table.columns)
    score = columns["score"].copy()
    columns["tech_probe_1"] = np.broadcast_to(score[0] < np.median(score[0]), score.shape).astype(np.int64)
    opposite = effects(ArmTable(columns), ["give"], {1: "tech:probe_1"}, ordinary=True)
    assert opposite[0].signs_differ
    assert "opposite signs: give" in str(experiment_section(opposite, 1000, 4, "x").items[1])
    columns["tech_probe_1"] = 1 - columns["tech_probe_1"]
    alike = effects(ArmTable(columns), ["give"], {1: "tech:probe_1"}, ordinary=True)
    assert not alike[0].signs_differ
    assert "opposite" not in str(experiment_section(alike, 1000, 4, "x").items[1])


def test_the_interval_covers_as_often_as_it_says():
    rng = np.random.default_rng(8)
    figures = [mean_estimate(rng.normal(1, 5, 40), POINTS_DIFFERENCE, "x") for _ in range(2000)]
    assert np.mean([figure.low <= 1 <= figure.high for figure in figures]) == pytest.approx(0.95, abs=0.015)


def test_pairing_says_what_it_saves():
    rng = np.random.default_rng(2)
    common, own, other = rng.normal(0, 3, 20_000), rng.normal(0, 1, 20_000), rng.normal(0, 1, 20_000)
    saved = pairing(common + own, common + other, np.ones(20_000))
    assert saved.correlation == pytest.approx(0.9, abs=0.01)
    assert saved.factor == pytest.approx(10**0.5, rel=0.03)
    assert saved.saved == pytest.approx(0.9, abs=0.01)
    nothing = pairing(own, other, np.ones(20_000))
    assert nothing.factor == pytest.approx(1, abs=0.03)
    assert np.isnan(pairing(np.ones(5), np.ones(5), np.zeros(5)).factor)


def test_within_games_counts_only_games_that_differ():
    has = np.array([[1, 0], [1, 1], [0, 0], [0, 1]])
    values = np.array([[10.0, 4.0], [99.0, 0.0], [0.0, 99.0], [1.0, 5.0]])
    figure = within_games(has, values, POINTS_DIFFERENCE, "x")
    assert (figure.value, figure.n, figure.label) == (5.0, 2, "association")


def test_rows_that_are_no_whole_blocks_are_refused():
    rows = pl.DataFrame({"block": [0, 0, 1], "arm": [0, 0, 0], "seat": [0, 1, 0], "score": [1, 2, 3]})
    with pytest.raises(ValueError, match="3 rows in place of 2 blocks"):
        arm_table(rows, 1, 2, 2)


def test_a_comparison_finds_the_seat_that_got_more_and_only_that():
    def last_plus_five(rng, treated):
        return np.array([0, 0, 0, 5]) + 0 * treated

    (found,) = compare(made_up([last_plus_five]), ["base", "five"], DICTIONARIES)
    scores = {name: found.of(f"Score: {name} player").change for name in ("First", "Second", "Third", "Fourth")}
    assert (scores["Fourth"].value, scores["Fourth"].low, scores["Fourth"].high) == (5.0, 5.0, 5.0)
    assert all(scores[name].value == 0 for name in ("First", "Second", "Third"))
    assert found.of("Score").change.value == pytest.approx(1.25)
    assert found.of("Wins: Fourth player").change.value > 0 > found.of("Wins: First player").change.value
    assert found.of("Turns").change.value == 0
    assert not found.of("Score with \N{MODIFIER LETTER APOSTROPHE}Oumuamua").change.defined  # never there


def cards_of(plus, games=4000):
    rng = np.random.default_rng(3)
    score = rng.normal(100, 20, (games, PLAYERS))
    owners = []
    for card in range(3):
        at = np.flatnonzero(rng.random(games) < 0.15)
        who = rng.integers(0, PLAYERS, len(at))
        score[at, who] += plus[card]
        owners.append((at, who))
    wins = (score == score.max(axis=1, keepdims=True)).astype(float)
    return Dealt(score, wins, tuple(owners), tuple(owners))


def test_a_card_that_is_worth_points_is_found_and_others_are_not():
    found = card_effects(cards_of([6, 0, -6]), ["good", "plain", "bad"])
    assert [effect.significant for effect in found] == [True, False, True]
    assert found[0].points.low < 6 < found[0].points.high
    assert found[2].points.low < -6 < found[2].points.high
    text = str(dealt_section(found, 4000, 4).items[:3])
    assert "Best after correction: good" in text
    assert "Worst after correction: bad" in text
    assert "Best after correction: none" in str(dealt_section(card_effects(cards_of([0, 0, 0]), "abc"), 9, 4).items)


def test_the_effect_of_a_deal_covers_as_often_as_it_says():
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(500):
        values = rng.normal(0, 10, (200, PLAYERS)) + rng.normal(0, 10, (200, 1))
        at = np.flatnonzero(rng.random(200) < 0.3)
        figure = dealt_effect(values, (at, rng.integers(0, PLAYERS, len(at))), POINTS_DIFFERENCE, "x")
        hits += figure.low <= 0 <= figure.high
    assert hits / 500 == pytest.approx(0.95, abs=0.03)
