"""The study of false lines sees what a report says of planted effects, and dealing outcomes out anew removes them."""

import null_reports
import pytest

from seti_sim.analysis.headlines import Headline
from seti_sim.analysis.sections import analyse

PLANTED = {"seat_points": (0, 0, 0, 12), "tech_points": {"probe_3": 9}, "species_points": {"centaurians": 8}}


def test_planted_effects_are_lines_and_are_gone_when_outcomes_are_dealt_anew(run_of):
    run = run_of(games=2000, **PLANTED)
    (found,) = analyse([run])
    seen = {line.finding.id for line in found.headlines if line.finding is not None and null_reports.false(line)}
    assert {"seats.fourth", "technologies.probe_3", "species.score.centaurians"} <= seen
    assert any(null_reports.false(line) for line in found.headlines if line.finding is None)  # causes
    assert list(null_reports.false_lines(null_reports.without_causes(run, 1), frozenset())) == []


def test_outcomes_stay_whole_when_they_are_dealt_anew(run_of):
    run = run_of(games=300)
    other = null_reports.without_causes(run, 2)
    for name in ("winners", "score"):
        assert sorted(other.parts[0].seats[name]) == sorted(run.parts[0].seats[name])
    scores = other.parts[0].seats["score"].to_numpy().reshape(-1, run.players)
    assert (scores.max(1) == other.parts[0].games["top_score"].to_numpy()).all()
    assert other.parts[0].seats["tech_probe_1"].equals(run.parts[0].seats["tech_probe_1"])


def test_a_thing_that_is_used_is_a_false_line_when_called_unused(run_of):
    run = run_of(games=600, tech_rate=0.02)
    lines = list(null_reports.false_lines(null_reports.without_causes(run, 3), frozenset()))
    assert any(line.startswith("hardly used: ") for line in lines)
    names = frozenset(line.removeprefix("hardly used: ").rsplit(") ", 1)[0] + ")" for line in lines)
    assert not [
        line
        for line in null_reports.false_lines(null_reports.without_causes(run, 3), names)
        if line.startswith("hardly used")
    ]


@pytest.mark.parametrize(
    ("text", "block", "question", "wrong"),
    [
        ("The starting points account for it: ...", "seats", "Why", True),
        ("No difference to explain.", "seats", "Why", False),
        ("Centaurians: most of it comes from orbits.", "species", "Why", True),
        ("Share of the players who take one: 5 %", "technologies", "How often", False),
    ],
)
def test_lines_without_a_finding_are_judged_by_what_they_claim(text, block, question, wrong):
    assert null_reports.false(Headline(text, None, block, question)) is wrong
