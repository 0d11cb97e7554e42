import pytest

from seti_sim.analysis.confirm import without_figures
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.sections import analyse

PLANTED = {"games": 4000, "tech_points": {"probe_3": 6}, "seat_points": (0, 0, 0, 4)}


def test_planted_findings_are_confirmed_on_fresh_games(run_of):
    (found,) = analyse([run_of(seed=1, **PLANTED)], ["seats", "tech"], [run_of(seed=2, **PLANTED)])
    held = {item.finding.id: item.holds for item in found.confirmations}
    assert held.pop("technologies.probe_3")
    assert held["seats.fourth"]
    assert set(held) <= {"seats.first", "seats.second", "seats.third", "seats.fourth"}
    assert found.sections[-1].id == "confirmation"
    assert "findings confirmed on fresh games" in found.sections[-1].items[0].title


def test_a_finding_of_the_first_games_alone_is_not_confirmed(run_of):
    (found,) = analyse([run_of(seed=1, **PLANTED)], ["seats"], [run_of(seed=2, games=4000, seat_points=(4, 0, 0, 0))])
    item = next(item for item in found.confirmations if item.finding.id == "seats.fourth")
    assert not item.holds
    assert item.fresh.value < 0 < item.finding.estimate.value


@pytest.mark.parametrize(
    ("fresh", "words"),
    [({"seed": 1}, "its games are the same, seed 1"), ({"seed": 2, "players": 3}, "different number of players")],
)
def test_games_that_are_not_fresh_or_of_another_setting_are_refused(run_of, fresh, words):
    with pytest.raises(AnalysisError, match=words):
        analyse([run_of(games=100, seed=1)], ["seats"], [run_of(games=100, **fresh)])


def test_titles_and_marked_rows_are_tested_again(run_of):
    """A planted technology pair and title hold on fresh games; what stood out of the first games alone does not."""
    plan = {"games": 5000, "card_points": {3: 9}, "strategies": ("a",)}
    first, fresh = run_of(**plan, seed=1), run_of(**plan, seed=2)
    (found,) = analyse([first], ["cards", "technologies"], [fresh])
    tables = {item.id: item for item in found.sections[-1].items}
    rows = {(row[0], row[1]): row[-1] for row in tables["confirmation-rows"].rows}
    assert rows["cards-dealt", first.names("cards")[3]] == "yes"
    same = {row[0]: row[-1] for row in tables["confirmation-titles"].rows}
    assert same["DotPlot cards-dealt"] == "yes"
    assert len(same) > 10
    other = run_of(games=5000, strategies=("a",), seed=2)
    (lost,) = analyse([first], ["cards", "technologies"], [other])
    tables = {item.id: item for item in lost.sections[-1].items}
    rows = {(row[0], row[1]): row[-1] for row in tables["confirmation-rows"].rows}
    assert rows["cards-dealt", first.names("cards")[3]] == "no"
    assert {row[0]: row[-1] for row in tables["confirmation-titles"].rows}["DotPlot cards-dealt"] == "no"


def test_every_significant_finding_is_tested_again(run_of):
    plan = {"games": 3000, "tech_points": {f"probe_{n}": 7 for n in (1, 2, 3, 4)}}
    first, fresh = run_of(**plan, seed=1), run_of(**plan, seed=2)
    (found,) = analyse([first], ["technologies"], [fresh])
    significant = {finding.id for finding in found.sections[0].findings if finding.significant}
    assert {item.finding.id for item in found.confirmations} == significant
    assert len(significant) > sum(line.finding is not None for line in found.headlines)


def test_numbers_of_a_title_do_not_count():
    nbsp = "\N{NO-BREAK SPACE}"
    assert without_figures(f"Probe 3 wins most: +5.7{nbsp}pp") == without_figures(f"Probe 3 wins most: +6{nbsp}pp")
    assert without_figures("The fourth player wins most") != without_figures("The first player wins most")
