"""Two runs compared: paired where they share games, nothing found where nothing differs, and what differs is found."""

from dataclasses import replace

import numpy as np
import pytest
import synthetic

from seti_sim.analysis.against import against_section, compare_runs
from seti_sim.analysis.content import Note
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import NO_SPREAD, POINTS_DIFFERENCE
from seti_sim.analysis.headlines import firm
from seti_sim.analysis.load import merge
from seti_sim.analysis.run_pairs import GameSums, by_seed, differences, game_sums, pairs
from seti_sim.analysis.sections import analyse
from seti_sim.reporting.build import build_report


def lines(found, block):
    return [line.text for line in found.headlines if line.block == block]


def test_runs_of_other_seeds_are_independent_samples(run_of):
    one, other = run_of(games=1500, seed=1), run_of(games=900, seed=2)
    found = compare_runs(one, other)
    assert (found.paired, found.games) == (0, (1500, 900))
    assert "Unpaired: 1,500 games" in lines(analyse([one], ["seats"], against=[other])[0], "against")[0]


def test_equal_runs_are_flagged_in_few_of_a_hundred_comparisons(run_of):
    """Nothing differs: after correction over all questions at most one report in twenty says so, up to chance."""
    wrong, figures, off = 0, 0, 0
    for seed in range(40):
        section = against_section(run_of(games=800, seed=2 * seed), run_of(games=800, seed=2 * seed + 1))
        wrong += bool(firm(section.findings))
        figures += len(section.findings)
        off += sum(finding.estimate.excludes(0.0) for finding in section.findings)
    assert wrong <= 6
    assert 0.03 < off / figures < 0.07


def test_a_planted_difference_is_found_and_said(run_of):
    one, other = run_of(games=3000, seed=1, species_points={"centaurians": 5}), run_of(games=3000, seed=2)
    section = against_section(one, other)
    found = {finding.id for finding in section.findings if finding.significant}
    assert "against.species.centaurians" in found
    assert "against.scores.all" in found
    assert not any(name.startswith(("against.seats", "against.technologies")) for name in found)
    (analysis,) = analyse([one], ["seats"], against=[other])
    assert any("Score of a player with Centaurians in play is larger in" in text for text in lines(analysis, "against"))
    assert not any("No figure differs" in text for text in lines(analysis, "against"))


def test_games_of_one_seed_are_paired_and_cost_less_games(run_of):
    """Every player of the other run has 1.5 points less in games of an odd number: pairs show it without the luck."""
    one = run_of(games=1000, seed=3)
    less = np.broadcast_to(-3 * (np.arange(one.games) % 2)[:, None], (one.games, one.players))
    other = synthetic.changed(one, less)
    found = compare_runs(one, other)
    assert found.paired == 1000
    at = next(i for i, metric in enumerate(found.metrics) if metric.family == "scores")
    assert found.difference[at].value == pytest.approx(1.5)
    apart = compare_runs(one, replace(other, seeds=(99,)))
    assert apart.paired == 0
    assert apart.difference[at].value == pytest.approx(1.5)
    assert found.difference[at].half_width < 0.2 * apart.difference[at].half_width


def test_a_run_against_itself_is_exactly_equal(run_of):
    run = run_of(games=400, seed=5)
    found = compare_runs(run, run)
    assert found.paired == 400
    assert {figure.value for figure in found.difference if figure.defined} == {0.0}
    assert {figure.method for figure in found.difference if figure.defined} == {NO_SPREAD}
    section = against_section(run, run)
    assert not any(finding.significant for finding in section.findings)
    assert isinstance(section.items[0], Note)
    assert "They are of one setting" in section.items[0].text


def test_the_paired_error_is_that_of_the_differences():
    rng = np.random.default_rng(4)
    y, z = rng.normal(0, 1, (500, 1)), rng.normal(0, 1, (500, 1))
    keys = np.stack([np.ones(500), np.arange(500)], axis=1)
    one, other = GameSums(keys, np.ones((500, 1)), y), GameSums(keys, np.ones((500, 1)), y + z)
    (figure,) = differences(one, other, True, [POINTS_DIFFERENCE], ["difference"], "effect")
    assert figure.value == pytest.approx(-float(z.mean()))
    assert figure.standard_error == pytest.approx(float(z.std(ddof=1)) / 500**0.5)
    (figure,) = differences(one, other, False, [POINTS_DIFFERENCE], ["difference"], "effect")
    assert figure.standard_error == pytest.approx((float(y.var(ddof=1) + (y + z).var(ddof=1)) / 500) ** 0.5)


def test_pairs_are_found_by_seed_and_number_whatever_their_order(run_of):
    runs = [run_of(games=60, seed=seed) for seed in (1, 2)]

    def score(block):
        return np.ones((block.games, 1)), block.seat("score").sum(1)[:, None]

    one, other = (game_sums(run, score, ["score"]) for run in runs)
    both = GameSums(
        *(np.concatenate([getattr(b, name) for b in (other, one)]) for name in ("keys", "members", "totals"))
    )
    first, second = pairs(one, both)
    assert (one.totals[first] == both.totals[second]).all()
    assert len(first) == 60
    assert len(pairs(one, other)[0]) == 0


def test_pooled_runs_know_the_seed_of_every_game(tmp_path):
    folders = [
        synthetic.write(tmp_path / f"run{seed}", synthetic.Plan(games=40, seed=seed, chunk=20)) for seed in (1, 2)
    ]
    pooled = merge([synthetic_run(folder) for folder in folders])
    assert [(seed, part.games) for seed, part in by_seed(pooled)] == [(1, 40), (2, 40)]


def synthetic_run(folder):
    from seti_sim.analysis.load import open_run

    return open_run(folder)


def test_equal_starting_points_in_the_other_run_are_an_experiment(run_of):
    run = run_of(games=2000, seed=1, seat_points=(1, 2, 3, 4))
    other = run_of(games=2000, seed=2)
    (part,) = other.parts
    equal = part.seats.with_columns(points_start=part.seats["points_start"] * 0 + 2)
    other = replace(other, parts=(replace(part, seats=equal),))
    (found,) = analyse([run], ["seats"], against=[other])
    text = next(line.text for line in found.headlines if line.question == "Why, by experiment")
    assert "with 2 in place of 2.50 starting points on average, the places win" in text
    (same,) = analyse([run], ["seats"], against=[run_of(games=2000, seed=2)])
    assert not any(line.question == "Why, by experiment" for line in same.headlines)


def test_other_numbers_of_players_are_refused_in_one_line(run_of, tmp_path):
    with pytest.raises(
        AnalysisError, match=r"cannot be compared with run: different number of players \(4 against 3\)"
    ):
        analyse([run_of(games=60)], ["seats"], against=[run_of(games=60, players=3)])
    one = synthetic.write(tmp_path / "one", synthetic.Plan(games=60, seed=1))
    two = synthetic.write(tmp_path / "two", synthetic.Plan(games=60, seed=1))
    out = build_report([one], tmp_path / "out", ["seats"], against=[two]).parent
    assert (out / "tables" / "against.csv").is_file()
    assert "paired by seed and number: 60 games" in (out / "report.md").read_text(encoding="utf-8").lower()
