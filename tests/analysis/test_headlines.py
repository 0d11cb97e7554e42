from collections import Counter

import numpy as np
import pytest

from seti_sim.analysis.content import BLOCKS, SIZES_DIFFER, Finding
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.families import extreme
from seti_sim.analysis.headlines import (
    PLACES,
    by_strategy_text,
    changes_all_scores,
    family_of,
    round_up,
    sentence_of,
    weight,
)
from seti_sim.analysis.sections import SECTIONS, analyse, section_ids


def difference(value, half, n=1000):
    return Estimate(value, value - half, value + half, n, SHARE_DIFFERENCE, "games", "effect", "test")


def test_findings_have_effect_interval_sample_and_labels_and_come_in_order(run_of):
    (found,) = analyse([run_of(games=4000, tech_points={"probe_3": 6, "probe_4": 5}, seat_points=(0, 0, 0, 4))])
    told = [line for line in found.headlines if line.finding is not None]
    assert {"seats.fourth", "technologies.probe_3"} <= {line.finding.id for line in told}
    for line in told:
        assert "95 % interval" in line.text
        assert "n = " in line.text
        assert line.finding.estimate.label in line.text
        assert by_strategy_text(line.finding) in line.text
        assert (line.block, line.question) == PLACES[family_of(line.finding)][:2]
    blocks = [line.block for line in found.headlines]
    assert blocks == sorted(blocks, key=list(BLOCKS).index)
    for block in BLOCKS:
        own = [line.finding for line in told if line.block == block]
        assert [changes_all_scores(finding) for finding in own] == sorted(changes_all_scores(f) for f in own)
        for in_points in (False, True):
            weights = [weight(finding) for finding in own if changes_all_scores(finding) == in_points]
            assert weights == sorted(weights, reverse=True)


def test_no_family_fills_the_page(run_of):
    points = {f"{kind}_{n}": 8 for kind in ("probe", "telescope", "computer") for n in (1, 2, 3, 4)}
    (found,) = analyse([run_of(games=6000, tech_points=points)], ["technologies", "seats"])
    assert sum(finding.significant for finding in found.sections[1].findings if finding.id.count(".") == 1) > 5
    families = Counter(family_of(line.finding) for line in found.headlines if line.finding is not None)
    assert families["technologies"] == PLACES["technologies"].most


def test_the_last_sentences_say_what_the_run_cannot_answer(run_of):
    (found,) = analyse([run_of(games=400)], ["seats", "technologies"])
    limits = [line.text for line in found.headlines if line.block == "limits"]
    assert "are not significant after correction" in limits[0]
    assert "takes about" in limits[0]
    assert "would take about 730,000 games" in limits[1]
    assert "greedy alone" in limits[2]
    assert limits[-1] == found.headlines[-1].text == "These results apply to four-player games only."


@pytest.mark.parametrize("seed", range(1, 11))
def test_noise_makes_no_headlines_but_the_seat_order(run_of, seed):
    (found,) = analyse([run_of(games=600, seed=seed)], ["seats", "species", "technologies", "gold", "board"])
    told = [line.finding for line in found.headlines if line.finding is not None]
    assert [finding.id.split(".")[0] for finding in told] == ["seats"]
    assert not told[0].significant


def test_a_finding_is_told_in_one_sentence():
    finding = Finding("x.y", "Owners win more often", difference(0.05, 0.01), 0.2, True, "same under every strategy")
    assert sentence_of(finding) == (
        "Owners win more often: +5.0\N{NO-BREAK SPACE}pp (95 % interval +4.0 to +6.0; n = 1,000 games; effect; same "
        "under every strategy)."
    )


def test_three_runs_of_three_strategies_make_a_finding_robust(run_of):
    runs = [run_of(games=3000, seed=i, strategies=(name,), seat_points=(0, 0, 0, 6)) for i, name in enumerate("abc", 1)]
    for found in analyse(runs, ["seats"]):
        finding = found.sections[0].findings[3]
        assert finding.robustness == "same under every strategy"
        assert [name for name, _ in finding.by_strategy] == ["a", "b", "c"]
    alone = analyse(runs[:1], ["seats"])[0].sections[0].findings[3]
    assert alone.robustness == "inconclusive"


def test_player_counts_are_never_compared(run_of):
    runs = [run_of(games=800, players=n, strategies=("a",)) for n in (2, 3, 4)]
    for found in analyse(runs, ["seats"]):
        assert len(found.sections[0].findings[0].by_strategy) == 1


def test_sections_by_name():
    assert section_ids(None) == tuple(SECTIONS)
    assert section_ids(["tech", "seats"]) == ("seats", "technologies")
    with pytest.raises(AnalysisError, match="unknown section 'luck'; expected one of seats, species"):
        section_ids(["luck"])
    with pytest.raises(AnalysisError, match="no section was named"):
        section_ids([])


def test_a_section_without_its_columns_says_so(run_of):
    run = run_of(games=60)
    part = run.parts[0]
    seats = part.seats.drop("gold_tech")
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 60, part.games, seats),))
    (found,) = analyse([run], ["gold", "seats"])
    assert "the table seats has no column gold_tech" in found.sections[1].items[0].text
    assert found.sections[0].findings


@pytest.mark.parametrize(("games", "rounded"), [(7, 7), (99, 99), (101, 110), (76_543, 77_000), (1_000_000, 1_000_000)])
def test_numbers_to_plan_with_have_two_digits(games, rounded):
    assert round_up(games) == rounded


@pytest.mark.parametrize("games", [1, 2, 10])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiny_runs_of_every_player_count_are_analysed(run_of, games, players):
    (found,) = analyse([run_of(games=games, players=players)])
    assert len(found.sections) == len(SECTIONS)
    assert found.headlines


def test_a_range_of_sizes_is_said():
    answers = (("a", difference(0.114, 0.01)), ("b", difference(0.02, 0.01)), ("c", difference(0.027, 0.01)))
    finding = Finding("x.y", "Owners win more often", difference(0.05, 0.01), 0.2, True, SIZES_DIFFER, answers)
    assert (
        "same direction, sizes differ: +2.0\N{NO-BREAK SPACE}pp to +11.4\N{NO-BREAK SPACE}pp by strategy"
        in sentence_of(finding)
    )


# ---------------------------------------------------------------- titles that name one of many
def figures_of(values, half=0.01):
    return [difference(value, half) for value in values]


TITLES = ("none", "{name} most: {winning}", "several")


def test_the_largest_is_named_only_if_it_is_larger_than_every_other():
    names = ["a", "b", "c"]
    assert extreme(figures_of([0.001, 0.002, -0.003]), names, *TITLES) == "none"
    assert extreme(figures_of([0.10, 0.02, 0.03]), names, *TITLES) == "a most: winning"
    assert extreme(figures_of([-0.10, 0.02, 0.03]), names, *TITLES) == "a most: losing"
    assert extreme(figures_of([0.050, 0.045, 0.0]), names, *TITLES) == "several"
    assert extreme(figures_of([0.050, -0.045, 0.0]), names, *TITLES) == "several"


def test_a_wide_interval_on_few_players_is_no_title():
    """A difference of 20 points on 42 players beside one of 6 points on thousands."""
    figures = [difference(0.20, 0.15, 42), difference(0.06, 0.01), difference(0.0, 0.01)]
    assert extreme(figures, ["titan", "b", "c"], *TITLES) == "several"


def test_the_title_of_equals_names_one_of_them_in_few_runs_of_a_hundred():
    """Eleven things of one size: which is largest is chance, and another seed would name another."""
    rng = np.random.default_rng(1)
    named = [
        extreme(figures_of(0.05 + rng.normal(0, 0.01 / 1.96, 11)), list("abcdefghijk"), *TITLES) != "several"
        for _ in range(400)
    ]
    assert np.mean(named) < 0.05
