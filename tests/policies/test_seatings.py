"""Who sits where decides the games, not the place of a strategy in the line-up."""

from itertools import pairwise

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.jit import entry
from seti_sim.policies.play import play_chunk
from seti_sim.policies.strategies import load_strategy, parse_strategy

NOBODY = np.array([-1, -1])
SHORT_SIGHTED = 'base = "expert"\n[lookahead]\nwidth = 2\n'


@entry
def last_move(game, tables, moves, n, a):
    """A plug-in policy that picks the last move of the list."""
    return n - 1


def players():
    """One of each kind: random, heuristic, look-ahead and plug-in, as (policy, parameters, plug-in)."""
    found = [load_strategy("random"), load_strategy("greedy"), parse_strategy(SHORT_SIGHTED, "short")]
    return [*((one.policy, one.params, None) for one in found), (3, found[1].params, last_move)]


def played(line_up, seating):
    policies, params, plugins = zip(*line_up, strict=True)
    seatings = np.array([seating], np.int8)
    tables = load_tables().record
    return play_chunk(tables, 5, 0, 1, 4, np.array(policies), np.array(params), NOBODY, plugins, seatings)


@pytest.mark.parametrize("turned", range(1, 4))
def test_a_line_up_in_another_order_plays_the_same_games_on_the_same_seats(turned):
    """Seed 5: until 2026-12 a strategy that looks ahead played at random where a random player's place was."""
    everybody = players()
    expected = played(everybody, range(4))
    order = [(seat + turned) % 4 for seat in range(4)]  # place of the line-up -> player
    seating = [order.index(seat) for seat in range(4)]
    assert expected["error"][0] == 0
    assert all(one != other for one, other in pairwise(expected["players"]["score"][0]))
    assert played([everybody[who] for who in order], seating).tobytes() == expected.tobytes()
