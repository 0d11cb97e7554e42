"""Games applied again from their moves alone end as they were played."""

import numpy as np
import pytest

from seti_sim.engine.state import S_POLICY
from seti_sim.policies.play import play_chunk
from seti_sim.policies.retrace import retrace
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
from seti_sim.runner.replay import written_moves

FIRST, GAMES, PLAYERS, SEED = 3, 4, 3, 9


@pytest.mark.full
def test_the_moves_of_a_game_lead_to_its_end():
    inputs = load_inputs(make_plan(games=9, players=PLAYERS, strategies=["random", "greedy", "balanced"], seed=SEED))
    played = inputs.play(play_chunk, FIRST, GAMES)
    moves, starts = written_moves(inputs, FIRST, GAMES)
    assert np.diff(starts).tolist() == played["decisions"].tolist()
    again = retrace(inputs.tables.record, SEED, FIRST, PLAYERS, np.array([-1, -1]), moves, starts)
    # a random player has drawn from a stream of its own
    again["streams"][:, S_POLICY:] = played["streams"][:, S_POLICY:]
    for field in ("choices", "dead_turns"):  # who retraces moves knows no others that were legal
        assert played["players"][field].any()
        again["players"][field] = played["players"][field]
    assert again.tobytes() == played.tobytes()
    short = np.append(starts[:-1], starts[-1] - 1)
    with pytest.raises(ValueError, match=rf"game {FIRST + GAMES - 1} of seed {SEED} is not over"):
        retrace(inputs.tables.record, SEED, FIRST, PLAYERS, np.array([-1, -1]), moves, short)
