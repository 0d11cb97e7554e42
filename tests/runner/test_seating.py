"""Seats of a line-up: every order equally often, the same for any cut of the games, and told by the tables."""

from collections import Counter
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import PlanError
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.parts import finished_games
from seti_sim.runner.plan import RunPlan, make_plan
from seti_sim.runner.replay import replay
from seti_sim.runner.runs import start_run
from seti_sim.runner.seating import seatings

FOUR = ("greedy", "balanced", "observer", "random")


def plan_of(strategies=FOUR, **more):
    return make_plan(games=24, players=len(strategies), strategies=strategies, seed=3, **more)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_order_comes_equally_often(players):
    plan = plan_of(FOUR[:players])
    games = 24_000
    counts = Counter(map(tuple, seatings(plan, 0, games)[:, :players].tolist()))
    orders = list(permutations(range(players)))
    assert set(counts) == set(orders)
    expected = games / len(orders)
    statistic = sum((counts[order] - expected) ** 2 / expected for order in orders)
    assert statistic < 60  # chi-square with at most 23 degrees of freedom


def test_orders_of_neighbouring_games_and_seeds_are_independent():
    one, other = seatings(plan_of(), 0, 20_000), seatings(plan_of().model_copy(update={"seed": 4}), 0, 20_000)
    for first, second in ((one[:-1], one[1:]), (one, other)):
        same = (first == second).all(axis=1).mean()
        assert same == pytest.approx(1 / 24, abs=0.006)


def test_the_order_depends_on_seed_and_game_alone():
    plan = plan_of()
    whole = seatings(plan, 0, 100)
    assert (np.concatenate([seatings(plan, 0, 7), seatings(plan, 7, 93)]) == whole).all()


def test_fixed_seats_and_a_single_strategy_keep_the_order_given():
    assert (seatings(plan_of(seating="fixed"), 0, 50) == np.arange(4)).all()
    assert plan_of(("greedy",) * 4).seating == "fixed"
    assert "--seating fixed" in plan_of(seating="fixed").command("x")
    assert "--seating" not in plan_of().command("x")


def test_a_plan_written_before_seating_existed_keeps_its_seats():
    record = plan_of(seating="fixed").model_dump()
    del record["seating"]
    assert RunPlan.model_validate(record).seating == "fixed"


def test_an_unknown_seating_is_refused_in_one_line():
    with pytest.raises(PlanError, match="seating"):
        plan_of(seating="clockwise")


def test_tables_say_who_sat_where_and_a_game_can_be_replayed(tmp_path):
    plan = plan_of()
    start_run(plan, tmp_path / "run")
    seats = pl.concat([pl.read_parquet(path, glob=False) for path in sorted((tmp_path / "run" / "seats").iterdir())])
    strategies = seats["strategy"].to_numpy().reshape(-1, 4)
    assert (strategies == load_inputs(plan).codes_by_seat(0, 24)).all()
    assert len({tuple(row) for row in strategies.tolist()}) > 8
    told = replay(tmp_path / "run", 5)
    assert told.strategies == tuple(FOUR[code] for code in strategies[5])
    assert told.scores == tuple(seats["score"].to_numpy().reshape(-1, 4)[5])


def test_the_strategy_on_a_seat_plays_there():
    """A game with an order drawn is the game of that order fixed."""
    inputs = load_inputs(plan_of())
    drawn = finished_games(inputs, Chunk(0, 0, 6))
    for game in range(6):
        fixed = finished_games(inputs.at_game(game), Chunk(0, game, 1))[0]
        assert drawn[game]["players"]["score"].tolist() == fixed["players"]["score"].tolist()
