"""Uses of cards: what the table ``seats`` counts is what the table ``cards`` marks."""

import numpy as np
import pytest

from seti_sim.engine.state import GAME
from seti_sim.runner.card_uses import card_table
from seti_sim.scenario.check import build_position, play
from seti_sim.scenario.files import load_scenario

ET15 = """
title = "Card ET.15: one of the drawn cards gives its corner"
rules = ["CARD-03"]
moves = ["play card ET.15", "discard card 11", "discard card 2"]
changed = { discard = [11, 2] }

[given]
round = 3
species = ["anomalies", "oumuamua"]
discovered.left = 2
deck = [11, 6, 2]
player.0.hand = ["ET.15"]
"""
FREE = """
title = "The corner of a hand card as a free action"
rules = ["FREE-05"]
given = { player.0.hand = [11] }
moves = ["corner of card 11"]
changed = { discard = [11] }
"""


@pytest.mark.parametrize("text", [ET15, FREE])
def test_every_corner_is_counted_in_both_tables(tmp_path, text):
    file = tmp_path / "corner.toml"
    file.write_text(text)
    scenario = load_scenario(file)
    position = build_position(scenario)
    for step in scenario.steps:
        assert play(position, step) == ""
    games = np.zeros(1, GAME)
    games[0] = position.game
    players = int(position.game.n_players)
    rows = card_table(games, players, np.zeros((1, players, games["card_log"].shape[1]), dtype=bool), position.tables)
    assert rows.filter(seat=0)["corner"].sum() == position.game.players[0].cards_corner == 1
