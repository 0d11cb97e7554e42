"""The compiled engine and the same source run by Python must play the very same games."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.policies.games_by_strategies import GAMES, fifty_one

SCRIPT = Path(__file__).with_name("games_by_strategies.py")


def differing_fields(one: np.ndarray, other: np.ndarray, path: str) -> list[str]:
    """Names of the fields that differ; the unused bytes between aligned fields do not count."""
    if one.dtype.names is None:
        return [] if np.array_equal(one, other) else [path]
    return [d for name in one.dtype.names for d in differing_fields(one[name], other[name], f"{path}.{name}")]


@pytest.mark.full
def test_games_end_in_identical_records(tmp_path: Path) -> None:
    """Every field of the final records agrees, with and without compilation."""
    target = tmp_path / "interpreted.npz"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"}
    subprocess.run([sys.executable, "-W", "error", str(SCRIPT), str(target)], check=True, env=environment)
    compiled = fifty_one()
    with np.load(target) as saved:
        interpreted = [saved[name] for name in saved.files]
    assert sum(len(games) for games in compiled) == GAMES
    for one, other in zip(compiled, interpreted, strict=True):
        assert not one["error"].any()
        assert differing_fields(one, other, "game") == []
