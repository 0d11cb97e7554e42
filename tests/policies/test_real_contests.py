"""Comparisons of the real strategies: equal ones come out equal, a broken copy is found."""

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.blocks import table_of
from seti_sim.analysis.contest import contest
from seti_sim.policies.strategies import load_strategy
from seti_sim.runner.blocks import load_blocks
from seti_sim.runner.design import balanced_design


def played(strategies, number, players=4, seed=1):
    blocks = load_blocks([str(name) for name in strategies], balanced_design(len(strategies), players), seed=seed)
    return table_of(blocks.rows(0, number), blocks.entrants, players)


def found_something(table):
    result = contest(table)
    return any((*result.strategy_effects.significant, *result.ahead.significant, *result.gaps.significant))


def broken_copy(folder, **weights):
    text = load_strategy("balanced").source.replace('name = "balanced"', 'name = "broken"')
    for name, value in weights.items():
        line = next(line for line in text.splitlines() if line.startswith(f"{name} ="))
        text = text.replace(line, f"{name} = {value}")
    (folder / "broken.toml").write_text(text)
    return folder / "broken.toml"


def test_a_strategy_against_itself_plays_the_same_game_from_every_seat():
    table = played(["balanced", "balanced"], 5)
    assert (table.score == table.score[:, :1]).all()
    assert not found_something(table)


def test_a_planted_advantage_is_found(tmp_path):
    result = contest(played(["balanced", broken_copy(tmp_path, credit=1.0)], 30))
    assert result.strategy_effects.significant == (True, True)
    assert result.wins[0].value > 0.3
    assert result.gaps.significant == (True,)


@pytest.mark.full
def test_no_difference_between_equals_in_100_repeats():
    """The same strategy twice, 100 comparisons of 20 blocks: none finds anything, they play the same games.

    With noise left in: 100 comparisons of two different strategies whose names are swapped by the toss of a coin block
    by block. The two names are then equal in truth, and 5 % of the comparisons may find a difference.
    """
    table = played(["balanced", "balanced"], 2000, players=2)
    assert sum(found_something(table.take(np.arange(20) + 20 * i)) for i in range(100)) <= 5
    table = played(["balanced", "explorer"], 2000, players=2)
    swap = np.random.default_rng(1).integers(0, 2, 2000)[:, None, None]
    masked = type(table)(table.names, table.strategy ^ swap, table.order, table.score)
    families = np.zeros(3, dtype=int)
    for i in range(100):
        result = contest(masked.take(np.arange(20) + 20 * i))
        families += [any(f.significant) for f in (result.strategy_effects, result.ahead, result.gaps)]
    assert (families <= 10).all(), families  # 5 are expected; more than 10 come once in 87 times, the seed is fixed


@pytest.mark.full
def test_rows_are_those_of_the_result_tables():
    rows = load_blocks(["balanced", "greedy"], balanced_design(2, 3)).rows(0, 2)
    assert rows.columns[:4] == ["block", "lineup", "seat", "order"]
    points = rows.select(pl.sum_horizontal(pl.col("^points_.*$").cast(pl.Int64)) == pl.col("score")).to_series()
    assert points.all()
