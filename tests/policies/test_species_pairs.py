"""All pairs of species, both ways round and for every number of players: no error, all invariants."""

from itertools import permutations

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import SPECIES
from seti_sim.policies.play import play_chunk
from seti_sim.policies.strategies import load_strategy
from tests.policies.compiled_checks import failures

TABLES = load_tables().record
GAMES = 5000
CHUNK = 1000
PAIRS = list(permutations(range(len(SPECIES)), 2))


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_every_pair_of_species(strategy: str, players: int) -> None:
    """5,000 games for each ordered pair end without error and with all invariants; both species get discovered."""
    one = load_strategy(strategy)
    policies, params = np.full(4, one.policy), np.tile(one.params, (4, 1))
    for left, right in PAIRS:
        discovered = np.zeros(2, np.int64)
        for first in range(0, GAMES, CHUNK):
            games = play_chunk(TABLES, 99, first, CHUNK, players, policies, params, np.array([left, right]))
            where = f"{SPECIES[left]}, {SPECIES[right]}, {players} players, {strategy}, from game {first}"
            assert not games["error"].any(), where
            assert len(failures(games, TABLES)) == 0, where
            assert (games["species"] == [left, right]).all(), where
            discovered += (games["discovered"] > 0).sum(axis=0)
        assert strategy == "random" or (discovered > GAMES // 50).all(), where
