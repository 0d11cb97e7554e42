from math import asin, pi, sqrt

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.flow import flow, flow_figures, lead_changes


@pytest.fixture(scope="module")
def duel():
    """Two players, five equal independent normal rounds, on a scale so fine that ties are rare."""
    import synthetic

    from seti_sim.analysis.load import from_frames
    from seti_sim.analysis.manifest import parse_manifest

    games, seats, manifest = synthetic.make(
        synthetic.Plan(games=200_000, players=2, seed=11, base=10_000, noise=2500, tech_rate=0.0)
    )
    return flow_figures(from_frames(parse_manifest(manifest), games, seats))


@pytest.mark.parametrize(("r", "exact"), [(1, 0.6476), (2, 0.7180), (3, 0.7820), (4, 0.8524)])
def test_the_leader_after_a_round_wins_as_often_as_theory_says(duel, r, exact):
    assert round(0.5 + asin(sqrt(r / 5)) / pi, 4) == exact
    figure = duel.leader_wins[r - 1]
    assert figure.value == pytest.approx(exact, abs=0.003)
    assert figure.half_width < 0.0025


def test_the_leader_after_the_last_round_wins(duel):
    assert duel.leader_wins[4].value == pytest.approx(1, abs=1e-3)


def test_lead_changes_are_as_many_as_theory_says(duel):
    assert duel.changes[0].value == pytest.approx(0.4922, abs=0.003)
    assert duel.changes_mean.value == pytest.approx(0.7602, abs=0.004)


def test_the_lead_changes_only_when_no_old_leader_still_leads():
    track = np.array([[[5, 5, 5, 5], [3, 5, 6, 6], [0, 0, 0, 9]]])
    assert lead_changes(track).tolist() == [[0, 1, 1]]


def test_tied_leads_and_tied_wins_are_shared(run_of):
    found = flow_figures(run_of(games=400, base=8, noise=2))  # nearly every game has ties
    for figure in found.leader_wins:
        assert 0.25 < figure.value <= 1
    assert found.ties.value > 0.1


def test_every_game_is_in_one_row_of_changes(run_of):
    found = flow_figures(run_of(games=300))
    assert sum(figure.value for figure in found.changes) == pytest.approx(1)
    assert flow(run_of(games=1)).title == "Shape of a game"


def test_the_leader_of_a_strategy_is_measured_against_its_own_win_share(run_of):
    """Leading says nothing where scores of rounds are noise: an equal share is too low a bar for the strong."""
    run = run_of(games=4000, strategies=("weak", "strong", "weak", "strong"), strategy_points={"strong": 12})
    part = run.parts[0]
    luck = np.random.default_rng(1).integers(0, 1000, part.seats.height).astype(np.int16)
    seats = part.seats.with_columns(score_r3=pl.Series(luck))
    shuffled = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 4000, part.games, seats),))
    answers = dict(flow_figures(shuffled).leader_by_strategy)
    assert set(answers) == {"weak", "strong"}
    assert all(figure.low < 0 < figure.high for figure in answers.values())
    assert all(figure.low > 0.05 for _, figure in flow_figures(run).leader_by_strategy)
