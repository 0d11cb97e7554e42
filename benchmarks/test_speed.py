"""Speed of the parts of a run, measured by pytest-benchmark: ``python -m pytest benchmarks``.

``--benchmark-autosave`` keeps the figures and ``--benchmark-compare`` puts later ones beside them. ``scripts/bench``
measures whole strategies and compares revisions.
"""

import numpy as np
import pytest

from seti_sim.policies.play import HEURISTIC, RANDOM, play_chunk
from seti_sim.policies.retrace import retrace
from seti_sim.policies.strategies import library
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.outcomes import outcome_tables
from seti_sim.runner.parts import parts_of
from seti_sim.runner.plan import make_plan
from seti_sim.runner.replay import written_moves
from seti_sim.runner.store import parquet_bytes

GAMES = 20


@pytest.fixture
def inputs():
    """What is played with a strategy at all of some seats."""

    def make(strategy, players=4):
        return load_inputs(make_plan(games=GAMES, players=players, strategies=[strategy]))

    return make


@pytest.mark.parametrize("strategy", list(library()))
def test_playing(benchmark, inputs, strategy):
    player = inputs(strategy)
    games = GAMES if player.strategies[0].policy in (RANDOM, HEURISTIC) else 1
    assert len(benchmark(player.play, play_chunk, 0, games)) == games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playing_with_players(benchmark, inputs, players):
    assert len(benchmark(inputs("balanced", players).play, play_chunk, 0, GAMES)) == GAMES


def test_applying_written_moves_again(benchmark, inputs):
    played = inputs("balanced")
    moves, starts = written_moves(played, 0, GAMES)
    arguments = (played.tables.record, 1, 0, 4, np.array(played.plan.species_codes), moves, starts)
    assert len(benchmark(retrace, *arguments)) == GAMES


def test_making_tables(benchmark, inputs):
    played = inputs("greedy")
    games = played.play(play_chunk, 0, GAMES)
    assert benchmark(outcome_tables, games, played.codes)["seats"].height == 4 * GAMES


def test_packing_a_table(benchmark, inputs):
    played = inputs("greedy")
    frame = outcome_tables(played.play(play_chunk, 0, GAMES), played.codes)["seats"]
    assert benchmark(parquet_bytes, frame).startswith(b"PAR1")


def test_a_whole_chunk(benchmark, inputs):
    assert benchmark(parts_of, inputs("random"), Chunk(0, 0, GAMES)).keys() == {"games", "seats", "cards"}
