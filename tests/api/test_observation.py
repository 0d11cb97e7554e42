"""An observation holds nothing that the player cannot see: dealing all hidden things anew leaves it as it is."""

import numpy as np
import pytest

import seti_sim as ss
from tests.policies.hidden import re_deal


@pytest.mark.parametrize("species", [("mascamites", "exertians"), ("centaurians", "anomalies"), ("oumuamua", "random")])
@pytest.mark.parametrize("players", [2, 4])
def test_hidden_things_dealt_anew_change_no_observation(species, players):
    game, rng, differing = ss.Game(seed=7, players=players, species=species), np.random.default_rng(3), 0
    for number in range(10_000):
        if game.over:
            break
        if number % 11 == 0:
            before, whole = game.observation(), game.view()
            other = game.copy()
            re_deal(other.state, game.seat, rng)
            assert other.observation() == before, number
            differing += other.view() != whole
        game.play(int(rng.integers(len(game.moves()))))
    assert game.over
    assert differing > 10


def test_what_a_player_sees():
    game = ss.Game(seed=7, players=3)
    seen = game.observation(1)
    assert len(seen["player.1.hand"]) == 5
    assert "player.0.hand" not in seen
    assert seen["player.0.hand_count"] == 5
    assert seen["tiles.probe_1_count"] == 4
    assert len(seen["tiles.probe_1"]) == 1
    assert "deck_top" not in seen
    with pytest.raises(ValueError, match="no seat 3: there are 0 to 2"):
        game.observation(3)
