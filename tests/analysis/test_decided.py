"""When a game is decided: small games counted by hand, and forecasts with a known skill."""

import dataclasses

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.decided import STATES, TRACK, decided_figures, states
from seti_sim.analysis.flow import flow


def with_scores(run, track, final):
    """The run with other scores: after every round (games, players, 5) and in the end (games, players)."""
    part = run.parts[0]
    best = final == final.max(1, keepdims=True)
    columns = {name: track[..., r].ravel() for r, name in enumerate(TRACK)}
    columns |= {"score": final.ravel(), "winners": np.where(best, best.sum(1, keepdims=True), 0).ravel()}
    seats = part.seats.with_columns(**{name: pl.Series(values) for name, values in columns.items()})
    return dataclasses.replace(run, parts=(dataclasses.replace(part, seats=seats),))


def test_states_are_leads_and_gaps():
    track = np.array([[50, 49, 40, 20], [30, 30, 25, 0], [70, 50, 41, 40]])[..., None]
    named = [[STATES[code] for code in row] for row in states(track)[..., 0]]
    assert named == [
        ["1 to 4 ahead", "1 to 4 behind", "10 to 19 behind", "30 or more behind"],
        ["tied for the lead", "tied for the lead", "5 to 9 behind", "30 or more behind"],
        ["20 or more ahead", "20 to 29 behind", "20 to 29 behind", "30 or more behind"],
    ]
    assert len(STATES) == 10


def test_three_games_by_hand(run_of):
    """One led from the first round, one won from far behind, one decided in final scoring."""
    run = run_of(games=3, players=2)
    wire = [[10, 30, 50, 60, 70], [5, 5, 20, 40, 50]]
    back = [[0, 0, 10, 60, 80], [20, 25, 30, 50, 60]]
    late = [[1, 2, 3, 4, 40], [2, 3, 4, 5, 45]]
    found = decided_figures(with_scores(run, np.array([wire, back, late]), np.array([[90, 70], [90, 60], [60, 50]])))
    assert [round(3 * figure.value, 9) for figure in found.since] == [1, 0, 0, 1, 0, 1]
    assert [round(3 * figure.value, 9) for figure in found.runaway] == [0, 1, 1, 1, 2]
    assert [round(3 * figure.value, 9) for figure in found.comeback] == [1, 1, 1, 0, 0]
    assert [round(3 * figure.value, 9) for figure in found.from_last] == [2, 2, 2, 1, 1]


def test_tied_winners_share_a_game(run_of):
    run = run_of(games=2, players=2)
    track = np.array([[[5, 5, 5, 5, 5], [1, 1, 1, 5, 5]]] * 2)
    found = decided_figures(with_scores(run, track, np.full((2, 2), 9)))
    assert [figure.value for figure in found.since] == pytest.approx([0.5, 0, 0, 0.5, 0, 0])


def test_a_decided_game_is_foreseen_and_an_open_one_is_not(run_of):
    """The leader after round 2 always wins, what happens in round 1 says nothing."""
    rng = np.random.default_rng(6)
    track = np.zeros((2000, 4, 5), dtype=int)
    track[..., 0] = rng.integers(0, 40, (2000, 4))
    winner = rng.integers(0, 4, 2000)
    track[..., 1:] = 10
    track[np.arange(2000), winner, 1:] = 40
    found = decided_figures(with_scores(run_of(games=2000), track, track[..., 4]))
    assert [figure.value for figure in found.skill[1:]] == pytest.approx([1] * 4)
    assert abs(found.skill[0].value) < 0.02
    assert found.since[0].value + found.since[1].value == pytest.approx(1)
    ahead = STATES.index("20 or more ahead")
    assert (found.forecast[1][ahead].value, found.outcome[1][ahead].value) == (1, 1)


def test_skill_is_that_of_theory(run_of):
    """Two players: the sign of a sum of five steps, each +1 or -1, is foreseen with a skill that can be counted."""
    rng = np.random.default_rng(7)
    steps = rng.choice([-1, 1], (40_000, 5))
    track = np.zeros((40_000, 2, 5), dtype=int)
    track[:, 0] = 100 + steps.cumsum(1)
    track[:, 1] = 100
    found = decided_figures(with_scores(run_of(games=40_000, players=2), track, track[..., 4]))
    # after round 1: 11 of the 16 ways to go on keep the leader ahead; Brier score 11/16 * 5/16 against 1/4
    assert found.skill[0].value == pytest.approx(1 - 4 * 11 * 5 / 256, abs=0.01)
    assert found.skill[4].value == pytest.approx(1)
    assert found.skill[0].low <= 1 - 4 * 11 * 5 / 256 <= found.skill[0].high


def test_forecasts_hold_in_the_other_half_of_the_games(run_of):
    found = decided_figures(run_of(games=4000, seed=9))
    pairs = [(f, o) for r in range(5) for f, o in zip(found.forecast[r], found.outcome[r], strict=True)]
    both = [(f, o) for f, o in pairs if f.n > 100 and o.n > 100]
    assert len(both) > 30
    far = [abs(f.value - o.value) > 4 * np.hypot(f.standard_error, o.standard_error) for f, o in both]
    assert not any(far)
    assert 0 < found.skill[0].value < found.skill[2].value < found.skill[4].value


def test_a_single_game_and_two_players_have_a_section(run_of):
    for plan in ({"games": 1}, {"games": 2, "players": 2}, {"games": 3, "players": 3}):
        assert flow(run_of(**plan)).items
