"""Profiles: every mean is the plain mean of the seats of a strategy, and a made-up habit is told."""

import numpy as np
import pytest

from seti_sim.analysis.clusters import BatchSums
from seti_sim.analysis.content import HeatMap, Note, Stacked, Table
from seti_sim.analysis.load import Block
from seti_sim.analysis.profile import GROUPS, Words, profile, profile_items, profile_sums

WORDS = Words(("launch", "scan", "pass"), ("start", "landing", "moon", "gold_tile"), ("probe_1", "computer_2"))


def block(games=60, seats=4, seed=1):
    rng = np.random.default_rng(seed)
    columns = {name: rng.integers(0, 5, (games, seats)) for name in WORDS.columns}
    columns["strategy"] = np.broadcast_to(np.arange(seats) % 2, (games, seats))
    columns["points_moon"] = columns["points_moon"] + 20 * (columns["strategy"] == 1)  # strategy 1 lives on moons
    columns["score"] = sum(columns[f"points_{source}"] for source in WORDS.sources)
    return Block(games, seats, columns, {})


def of(*blocks):
    sums = [profile_sums(one, 2, WORDS) for one in blocks]
    total = {key: sum((s[key] for s in sums[1:]), sums[0][key]) for key in sums[0]}
    assert all(isinstance(value, BatchSums) for value in total.values())
    return profile(total, ("plain", "lunar"), WORDS)


def test_means_are_those_of_the_seats():
    one = block()
    found = of(one)
    mine = one.seat("strategy") == 1
    assert found.score[1].value == pytest.approx(one.seat("score")[mine].mean())
    assert found.actions[1]["scan"][2].value == pytest.approx(one.seat("scan_r3")[mine].mean())
    whole = sum(one.seat(f"scan_r{r}") for r in range(1, 6))
    assert found.actions[1]["scan"][5].value == pytest.approx(whole[mine].mean())
    assert found.points[1]["moon"].value == pytest.approx(one.seat("points_moon")[mine].mean())
    both = one.seat("points_landing") + one.seat("points_moon")
    assert found.points[1]["Orbits and landings"].value == pytest.approx(both[mine].mean())
    rounds = one.seat("tech_probe_1")[mine]
    taken, when = found.techs[1]["probe_1"]
    assert taken.value == pytest.approx((rounds > 0).mean())
    assert when.value == pytest.approx(rounds[rounds > 0].mean())


def test_parts_add_up_to_the_whole():
    first, second = block(seed=2), block(games=33, seed=3)
    columns = {name: np.concatenate([first.seat(name), second.seat(name)]) for name in first.seat_columns}
    assert of(first, second) == of(Block(93, 4, columns, {}))


def test_sources_sum_to_the_score():
    found = of(block())
    for score, points in zip(found.score, found.points, strict=True):
        assert sum(points[source].value for source in WORDS.sources) == pytest.approx(score.value)
        assert sum(points[group].value for group in GROUPS) == pytest.approx(score.value - points["start"].value)


def test_a_habit_is_told():
    items = profile_items(of(block()), "n = 60 games; effect")
    told = [item.text for item in items if isinstance(item, Note)]
    assert told[1].startswith("lunar: ")
    assert "most from orbits and landings" in told[1]
    kinds = [type(item) for item in items if not isinstance(item, Note)]
    assert kinds == [Stacked, Stacked, HeatMap, Table, Table, Table]
    assert len(items[3].rows) == 10  # two strategies by five rounds


def test_many_strategies_are_shown_by_game():
    sums = profile_sums(block(), 5, WORDS)
    items = profile_items(profile(sums, tuple("abcde"), WORDS), "n")
    chart = next(item for item in items if isinstance(item, Stacked) and item.id == "profile-actions")
    assert chart.rows == tuple("abcde")
    assert not chart.cells[4][0].defined  # nobody plays the fifth
