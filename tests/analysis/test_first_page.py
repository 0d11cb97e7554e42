"""The first page answers its questions: what is planted is named with its cause, what is not planted is not."""

from dataclasses import replace

import numpy as np
import pytest
import synthetic

from seti_sim.analysis.content import BLOCKS, Overview, Table
from seti_sim.analysis.dead_content import dead_content, judged, uses
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.gap_parts import main_part
from seti_sim.analysis.sections import analyse
from seti_sim.analysis.significance import Test, holm
from seti_sim.analysis.starting_points import StartingPoints, starting_points


def lines(found, block, question=None):
    return [line.text for line in found.headlines if line.block == block and question in (None, line.question)]


# ---------------------------------------------------------------- seats: who, why, what would make it fair
def test_starting_points_that_make_the_gap_are_named_as_its_cause(run_of):
    """Synthetic scores count the starting points (1 to 4): planted as points of the place, nothing else differs."""
    run = run_of(games=20_000, seat_points=(1, 2, 3, 4))
    cause = starting_points(run, "effect")
    assert cause.test.p_value > 0.05
    (found,) = analyse([run], ["seats"])
    (why,) = lines(found, "seats", "Why")
    assert why.startswith("The starting points account for it: with the starting points left out")
    (fair,) = lines(found, "seats", "What would make it fair")
    assert fair.startswith("With these points on top of the starting points")


def test_another_cause_is_not_charged_to_the_starting_points(run_of):
    """The second player is better by twelve points, starting points of 1 to 4 have nothing to do with it."""
    (found,) = analyse([run_of(games=8000, seat_points=(1, 14, 3, 4))], ["seats"])
    (why,) = lines(found, "seats", "Why")
    assert not why.startswith("The starting points account for it")


def test_a_gap_against_the_starting_points(run_of):
    """The first player is ahead although the others start with more: without the starting points even more so."""
    (found,) = analyse([run_of(games=20_000, seat_points=(9, 2, 3, 4))], ["seats"])
    (why,) = lines(found, "seats", "Why")
    assert why.startswith("The starting points are no cause, they make the gap smaller")


@pytest.mark.parametrize(
    ("gap", "change", "p", "verdict"),
    [
        (0.04, 0.035, 0.4, "all"),
        (0.04, 0.012, 0.4, "open"),  # what is left is no smaller: that no test shows it is not that there is nothing
        (0.04, 0.030, 0.01, "part"),
        (0.04, -0.03, 0.01, "against"),
        (0.04, 0.004, 0.01, "none"),
        (-0.04, -0.035, 0.4, "all"),
    ],
)
def test_the_starting_points_account_for_what_they_change(gap, change, p, verdict):
    changed = Estimate(change, change - 0.01, change + 0.01, 1000, SHARE_DIFFERENCE, "games")
    assert StartingPoints((), (changed,), Test(1.0, 3, p), differ=True).verdict(0, gap) == verdict
    assert StartingPoints((), (changed,), Test(1.0, 3, p), differ=False).verdict(0, gap) == "none"


def test_equal_starting_points_explain_nothing(run_of):
    run = run_of(games=4000, seat_points=(0, 0, 0, 6))
    (part,) = run.parts
    equal = part.seats.with_columns(points_start=part.seats["points_start"] * 0 + 2)
    (found,) = analyse([replace(run, parts=(replace(part, seats=equal),))], ["seats"])
    assert lines(found, "seats", "Why") == [
        "All players start with the same points, so these explain no difference; no other cause was tested."
    ]


@pytest.mark.parametrize("seed", range(6))
def test_seats_that_are_alike_have_no_cause_and_need_no_handicap(run_of, seed):
    (found,) = analyse([run_of(games=1000, seed=seed)], ["seats"])
    if not lines(found, "seats", "Who")[0].startswith("The "):
        assert lines(found, "seats", "Why")[0].startswith("No difference to explain")
        assert lines(found, "seats", "What would make it fair")[0].startswith("No difference is demonstrable")


def test_the_win_shares_have_their_lift(run_of):
    (found,) = analyse([run_of(games=4000, seat_points=(0, 0, 0, 8))], ["seats"])
    (text,) = lines(found, "seats", "By how much")
    table = next(item for item in found.sections[0].items if isinstance(item, Table) and item.id == "seats")
    share = table.rows[3][1]
    assert f"fourth player {share.text} ({share.interval_text}; lift {4 * share.value:.2f})" in text


# ---------------------------------------------------------------- species and technologies
def figure(value, half, n=1000):
    return Estimate(value, value - half, value + half, n, POINTS_DIFFERENCE, "games", "effect", "test", half / 1.96)


def test_the_largest_part_of_a_gap_is_named_only_if_it_is_the_largest():
    titles = ["Gold tiles", "Orbits", "Missions"]
    clear = main_part(titles, [figure(4.0, 0.2), figure(0.5, 0.2), figure(0.5, 0.2)], figure(5.0, 0.3))
    assert clear == "most of it comes from gold tiles: +4.0 (+3.8 to +4.2) of +5.0 points"
    level = main_part(titles, [figure(1.7, 0.2), figure(1.6, 0.2), figure(1.7, 0.2)], figure(5.0, 0.3))
    assert level == "no single source of points is demonstrably the largest part"
    turned = main_part(titles, [figure(-4.0, 0.2), figure(3.0, 0.2), figure(3.0, 0.2)], figure(2.0, 0.3))
    assert turned == "the largest change, in gold tiles (\N{MINUS SIGN}4.0), runs against the whole (+2.0)"


def test_no_significant_answer_is_said_as_such(run_of):
    (found,) = analyse([run_of(games=800, seed=4)], ["seats", "species", "technologies", "cards"])
    assert lines(found, "species", "Which") == ["No species demonstrably raises or lowers scores."]
    assert lines(found, "technologies", "Which") == ["No technology is demonstrably associated with winning."]
    assert lines(found, "cards") == ["No card of the opening hand demonstrably changes who wins."]
    assert lines(found, "species", "For whom") == [
        "Species are common to all players; none demonstrably favours a place in the turn order."
    ]
    assert not lines(found, "species", "Why")
    planted = {"species_points": {"centaurians": 6}, "tech_points": {"probe_3": 8}}
    (found,) = analyse([run_of(games=3000, **planted)], ["seats", "species", "technologies"])
    assert [line.split(":")[0] for line in lines(found, "species", "Which")] == [
        "With Centaurians in play all players score higher than with an average species"
    ]
    assert "Probe 3" in lines(found, "technologies", "Which")[0]


def test_technologies_are_marked_as_associated_and_not_tested(run_of):
    (found,) = analyse([run_of(games=2000, tech_points={"probe_3": 8})], ["technologies"])
    (text,) = lines(found, "technologies", "Caused or associated")
    assert text.startswith("Associated: no game of this run forced or forbade a technology")


# ---------------------------------------------------------------- dead content
def test_what_nobody_uses_is_named_and_what_is_used_is_not(run_of):
    run = run_of(games=2000)
    unused = np.zeros((run.games, run.players), dtype=np.int8)
    quiet = synthetic.changed(run, tech_probe_2=unused, landers_titan=unused)
    names = {use.name for use in judged(list(uses(quiet))) if use.dead}
    assert names == {"Probe 2 (asteroids)", "Lander on Titan"}
    assert not any(use.dead for use in judged(list(uses(run))))
    (found,) = analyse([quiet], ["content"])
    (text,) = lines(found, "content", "Technologies")
    assert "1 of 12 taken by fewer than 5 % of the players, 1 of them by nobody: Probe 2" in text
    (text,) = lines(analyse([run], ["content"])[0], "content", "Technologies")
    assert text.startswith("none of 12 demonstrably taken by fewer than 5 % of the players; least: ")


def test_a_strategy_that_leaves_a_thing_aside_is_named(run_of):
    run = run_of(games=2000, strategies=("a", "b", "a", "b"))
    (part,) = run.parts
    strategy = part.seats["strategy"].to_numpy().reshape(-1, run.players)
    taken = part.seats["tech_probe_2"].to_numpy().reshape(-1, run.players)
    section = dead_content(synthetic.changed(run, tech_probe_2=np.where(strategy == 1, 0, taken)))
    (table,) = (item for item in section.items if isinstance(item, Table))
    assert [(row[1], row[-1]) for row in table.rows] == [("Probe 2 (asteroids)", "b")]
    assert any("below that with one strategy: b 1" in answer.text for answer in section.answers)


def test_a_card_that_is_never_played_is_named(run_of):
    run = run_of(games=1500)
    (part,) = run.parts
    cards = part.cards.with_columns(
        played=(part.cards["played"] * (part.cards["card"] != 7)).cast(part.cards["played"].dtype)
    )
    quiet = replace(run, parts=(replace(part, cards=cards),))
    dead = [use for use in judged(list(uses(quiet))) if use.dead]
    assert [use.name for use in dead] == [run.names("cards")[7]]


def test_nothing_is_called_unused_after_a_few_games(run_of):
    (found,) = analyse([run_of(games=20, tech_rate=0.0)], ["content"])
    assert not lines(found, "content")
    assert not any(use.dead for use in judged(list(uses(run_of(games=20, tech_rate=0.0)))))


def test_holm_rejects_step_by_step():
    assert holm(np.array([0.03, 0.001, 0.02, 0.9])).tolist() == [False, True, False, False]
    assert holm(np.array([0.01, 0.001, 0.02, 0.04])).tolist() == [True, True, True, True]
    assert holm(np.array([])).tolist() == []


def test_a_share_just_above_the_limit_is_called_unused_in_few_runs_of_a_hundred(run_of):
    """Taken by 5.5 % of the players: no run may say that fewer than 5 % take it, up to the level of the test."""
    run = run_of(games=400)
    rng = np.random.default_rng(8)
    wrong = 0
    for _ in range(60):
        taken = (rng.random((run.games, run.players)) < 0.055).astype(np.int8)
        found = judged(list(uses(synthetic.changed(run, tech_probe_2=taken))))
        wrong += any(use.dead for use in found)
    assert wrong <= 6


# ---------------------------------------------------------------- the picture
def test_the_picture_shows_the_three_answers(run_of):
    planted = {"species_points": {"centaurians": 6}, "tech_points": {"probe_3": 8}, "seat_points": (0, 0, 0, 6)}
    (found,) = analyse([run_of(games=4000, **planted)])
    chart = found.overview
    assert isinstance(chart, Overview)
    assert [panel.title.split(":")[0] for panel in chart.panels] == ["Seats", "Species", "Technologies"]
    seats, species, technologies = chart.panels
    assert seats.rows == ("First player", "Second player", "Third player", "Fourth player")
    assert seats.significant[3]
    assert species.rows[0] == "Centaurians"
    assert species.significant == (True, False, False, False, False)
    assert technologies.rows[0] == "Probe 3"
    assert sum(technologies.significant) == 1
    assert chart.title.startswith("Fourth player +")
    assert "; Centaurians +" in chart.title
    assert "; Probe 3 +" in chart.title
    (nothing,) = analyse([run_of(games=600, seed=4)])
    assert nothing.overview.title == (
        "No seat demonstrably favoured; no species demonstrably raises scores; "
        "no technology demonstrably goes with winning"
    )
    assert not any(yes for panel in nothing.overview.panels for yes in panel.significant)


def test_every_block_has_a_title():
    assert list(BLOCKS)[:3] == ["seats", "species", "technologies"]
    assert list(BLOCKS)[-1] == "limits"
