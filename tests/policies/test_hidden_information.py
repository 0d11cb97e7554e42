"""Hidden information stays hidden: re-dealing it changes no legal move and no choice (SETUP-16, M4, E2)."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.play import LOOKAHEAD, RANDOM, Seats
from seti_sim.policies.strategies import Strategy, available_strategies
from tests.policies.hidden import re_deal

TABLES = load_tables().record
DECISIONS = 2000
HEURISTICS = [strategy for strategy in available_strategies() if strategy.policy != RANDOM]


@pytest.mark.full
@pytest.mark.parametrize("strategy", HEURISTICS, ids=lambda strategy: strategy.name)
def test_choices_do_not_depend_on_hidden_things(strategy: Strategy) -> None:
    """At 2,000 decisions of a strategy, the same moves are legal and the same one is chosen after a re-deal."""
    rng = np.random.default_rng(20260101)
    policies, params = np.full(4, strategy.policy), np.tile(strategy.params, (4, 1))
    seats = Seats(TABLES, policies, params)
    moves, others = move_list(), move_list()
    rate = 1.0 if strategy.policy == LOOKAHEAD else 0.2  # look-ahead takes its time
    compared = index = 0
    while compared < DECISIONS:
        game = np.zeros(1, GAME)[0]
        setup_game(game, TABLES, np.uint64(11), index, 2 + index % 3, index % 5, -1)
        index += 1
        while not game.over and compared < DECISIONS:
            n = legal_moves(game, TABLES, moves)
            chosen = seats.choose(game, moves, n)
            if n > 1 and rng.random() < rate:
                compared += 1
                twin = np.array([game], GAME)[0]
                re_deal(twin, int(game.frames[game.n_frames - 1].player), rng)
                assert legal_moves(twin, TABLES, others) == n
                assert others.list[:n].tolist() == moves.list[:n].tolist(), (
                    f"game {index - 1}, decision {game.decisions}"
                )
                again = seats.choose(twin, others, n)
                assert again == chosen, f"game {index - 1}, decision {game.decisions}"
            apply_legal(game, TABLES, moves.list[chosen])
