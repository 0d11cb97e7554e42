"""Runs without the compiled engine: quick, and with outcomes that a test can foresee."""

import pytest
from runner import fake_engine

from seti_sim.runner import inputs, parts, runs
from seti_sim.runner.plan import make_plan


@pytest.fixture
def fake(monkeypatch, tmp_path_factory):
    """Let the runner play made-up games with made-up strategies, and leave the folder of compiled code alone."""
    monkeypatch.setattr(runs, "cache_folder", tmp_path_factory.getbasetemp)
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    monkeypatch.setattr(inputs, "load_strategy", fake_engine.load_strategy)
    return fake_engine


@pytest.fixture
def plan():
    """A small plan; keywords replace its parts."""

    def make(**changes):
        values = {"games": 23, "players": 4, "strategies": ["greedy", "random", "greedy", "greedy"], "chunk": 5}
        return make_plan(**(values | changes))

    return make
