"""Random numbers inside the game record: splitmix64, one independent stream for each purpose.

The state of a stream depends only on (run seed, game index, stream), so a game is the same for every number of
threads, chunk size and machine, and two variants of the rules share as much randomness as they can.
"""

import numba
import numpy as np

from seti_sim.engine.state import N_STREAMS
from seti_sim.jit import jit

if numba.config.DISABLE_JIT:
    np.seterr(over="ignore")  # wrap-around is the point of the generator; compiled code never warns

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27 = np.uint64(27)
SHIFT_30 = np.uint64(30)
SHIFT_31 = np.uint64(31)
SHIFT_32 = np.uint64(32)
SHIFT_11 = np.uint64(11)


@jit
def mix(z):
    """Return the splitmix64 finalizer of a uint64."""
    z = (z ^ (z >> SHIFT_30)) * MIX_1
    z = (z ^ (z >> SHIFT_27)) * MIX_2
    return z ^ (z >> SHIFT_31)


@jit
def seed_streams(game, seed, index):
    """Set all streams of the game from the run seed (uint64) and the index of the game."""
    game.seed = seed
    game.index = index
    base = mix(mix(np.uint64(seed) + GOLDEN) ^ np.uint64(index))
    for stream in range(N_STREAMS):
        game.streams[stream] = mix(base + np.uint64(stream + 1) * GOLDEN)


@jit
def next_random(game, stream):
    """Advance a stream and return its next uint64."""
    state = game.streams[stream] + GOLDEN
    game.streams[stream] = state
    return mix(state)


@jit
def below(game, stream, n):
    """Return an int64 drawn uniformly from 0 to n - 1 (n > 0, far below 2**32: the bias is under 1e-6)."""
    return (np.int64(next_random(game, stream) >> SHIFT_32) * np.int64(n)) >> np.int64(32)


@jit
def uniform(game, stream):
    """Return a float64 drawn uniformly from [0, 1)."""
    return np.float64(next_random(game, stream) >> SHIFT_11) * (1.0 / 9007199254740992.0)


@jit
def shuffle(game, stream, cards, n):
    """Shuffle the first n entries of an array in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(game, stream, i + 1)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
