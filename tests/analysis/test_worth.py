"""The smallest difference of interest: what is significant and surely smaller is called negligible."""

import pytest

from seti_sim.analysis.content import Finding, Section
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.families import judge_sizes
from seti_sim.analysis.sections import analyse


def judged(value, half, unit, worth, significant=True):
    figure = Estimate(value, value - half, value + half, 100_000, unit, "games", "effect", "test")
    finding = Finding("x.y", "Owners win more often", figure, 0.1, significant, "inconclusive", games_needed=4000)
    (section,) = judge_sizes([Section("x", "X", (), (finding,))], worth)
    return section.findings[0]


@pytest.mark.parametrize(
    ("value", "half", "unit", "worth", "negligible"),
    [
        (0.004, 0.002, SHARE_DIFFERENCE, 1, True),
        (-0.004, 0.002, SHARE_DIFFERENCE, 1, True),
        (0.009, 0.002, SHARE_DIFFERENCE, 1, False),  # may be larger than a percentage point
        (0.02, 0.002, SHARE_DIFFERENCE, 1, False),
        (0.02, 0.002, SHARE_DIFFERENCE, 3, True),
        (0.004, 0.002, SHARE_DIFFERENCE, 0, False),
        (0.5, 0.2, POINTS_DIFFERENCE, 1, True),
        (1.5, 0.2, POINTS_DIFFERENCE, 1, False),
    ],
)
def test_negligible_is_what_is_surely_smaller(value, half, unit, worth, negligible):
    assert judged(value, half, unit, worth).negligible is negligible
    assert not judged(value, half, unit, worth, significant=False).negligible


def test_half_the_size_takes_four_times_the_games():
    assert judged(0.004, 0.01, SHARE_DIFFERENCE, 0.5, significant=False).games_needed == 16_000
    assert judged(0.004, 0.01, SHARE_DIFFERENCE, 2, significant=False).games_needed == 1000


def test_the_first_page_leaves_negligible_differences_out_and_says_so(run_of):
    run = run_of(games=60_000, tech_points={"probe_3": 0.4}, seat_points=(0, 0, 0, 0.6))
    (strict,) = analyse([run], ["seats", "technologies"], worth=0)
    (found,) = analyse([run], ["seats", "technologies"], worth=5)
    listed = [line.finding.id for line in strict.headlines if line.finding is not None]
    assert {"technologies.probe_3", "seats.fourth"} <= set(listed)
    assert [line.finding.id for line in found.headlines if line.finding is not None] == ["seats.fourth"]
    assert "by a negligible difference" in found.headlines[0].text
    assert any("are negligible, surely below 5 percentage points" in line.text for line in found.headlines)
    assert not any(yes for panel in found.overview.panels for yes in panel.significant)
