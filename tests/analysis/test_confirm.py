import pytest

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
