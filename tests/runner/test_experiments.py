"""Experiments with whole games whose answer is known beforehand."""

import numpy as np
import pytest

from seti_sim.analysis.arm_differences import arm_table
from seti_sim.analysis.experiments import effects
from seti_sim.runner.experiments import experiment_arms
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
from seti_sim.runner.treatments import Treatment

TILE = """
[tech.stack.probe_3]
lasting = ["land_cost -0"]
also = ["score 3"]
"""


def measured(treatments, blocks, strategy, control=None, **more):
    inputs = load_inputs(make_plan(games=1, players=4, strategies=[strategy], seed=11, **more))
    arms = experiment_arms(inputs, treatments, control)
    rows = arms.rows(0, blocks).sort("block", "arm", "seat")
    names = [item.name for item in treatments]
    things = {number: item.what for number, item in enumerate(treatments, start=1)}
    species = ("mascamites", "anomalies", "oumuamua", "centaurians", "exertians")
    return effects(arm_table(rows, len(arms.arms), 4, blocks), names, things, ordinary=control is None, species=species)


def tile_worth(tmp_path, also):
    """What a made-up technology is worth in round 1 to a player who cannot take it otherwise."""
    file = tmp_path / "tile.toml"
    file.write_text(TILE.replace('["score 3"]', also), encoding="utf-8")
    without = Treatment("forbid", "tech:probe_3")
    (found,) = measured([Treatment("give", "tech:probe_3")], 3000, "random", without, variant=str(file))
    return found.points


@pytest.mark.parametrize("points", [3, 1])  # more of them at once also reach milestones
def test_a_made_up_technology_is_worth_the_points_it_gives_at_once(tmp_path, points):
    found, useless = tile_worth(tmp_path, f'["score {points}"]'), tile_worth(tmp_path, "[]")
    assert abs(useless.value) < 0.1  # it still counts as a technology
    assert abs(found.value - useless.value - points) <= found.half_width + useless.half_width
    assert found.half_width < 0.2
    assert found.excludes(0)


def test_a_credit_in_the_first_round_is_worth_more_than_in_the_last():
    early, late = measured([Treatment("give", "credit:5", number) for number in (1, 5)], 600, "balanced")
    assert early.points.low > late.points.high
    assert late.points.excludes(0)
    assert late.points.value > 0


def test_what_is_never_legal_measures_exactly_zero():
    (found,) = measured(
        [Treatment("forbid", "species:exertians")], 60, "balanced", species=("mascamites", "anomalies")
    )  # fmt: skip
    assert not found.points.defined  # no game with that species
    (found,) = measured([Treatment("forbid", "card:901")], 60, "balanced")  # not in the deck
    assert (found.points.value, found.points.low, found.points.high) == (0, 0, 0)
    assert found.differing.value == 0


def test_a_species_is_measured_in_the_games_with_it():
    (found,) = measured([Treatment("forbid", "species:oumuamua")], 300, "greedy")
    assert 80 < found.points.n < 160  # two of five species
    assert found.points.value < 0


def test_the_others_have_nothing_from_points_that_one_seat_is_given():
    (found,) = measured([Treatment("give", "score:3", 5)], 300, "random")
    assert found.points.value == pytest.approx(3, abs=0.2)
    assert np.abs(found.others.value) < 0.05
