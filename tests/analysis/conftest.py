import pytest
import synthetic
from synthetic import Plan

from seti_sim.analysis.load import Run, from_frames
from seti_sim.analysis.manifest import parse_manifest


@pytest.fixture
def run_of():
    """Makes a run in memory: ``run_of(games=500, seat_points=(0, 0, 0, 3))``."""

    def make(**plan: object) -> Run:
        games, seats, manifest, cards = synthetic.make_all(Plan(**plan))
        return from_frames(parse_manifest(manifest), games, seats, cards)

    return make
