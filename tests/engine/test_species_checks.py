"""The compiled checks of the pieces of the species: sound positions pass, broken ones are found."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.tables import N_CARDS
from seti_sim.engine import species_checks as checks
from seti_sim.engine.quick_checks import COMPILED_TEXTS, check_compiled
from seti_sim.engine.species_checks import check_species
from seti_sim.engine.state import CAPSULE, PROBE
from seti_sim.scenario.build import build_game

BEGIN = {"round": 3, "species": ["mascamites", "anomalies"], "discovered.left": 1, "discovered.right": 2}
MASCAMITES = BEGIN | {"player.0.capsules": ["3.2 sample 1"], "player.1.capsules": ["3.3 sample 4"]}
MASCAMITES |= {"player.0.front": ["ET.1 done"], "samples.jupiter": [2, 3], "samples.saturn": [6]}
MASCAMITES |= {"samples.board": [7, 5, "-", "-", "-", "-", "-"], "board.left.blue.4": [1]}
OUMUAMUA = BEGIN | {"species": ["oumuamua", "centaurians"], "player.0.exofossils": 5, "board.left.red.2": [1]}
OUMUAMUA |= {"player.1.front": ["ET.31 at 20", "ET.32 at 25"], "player.1.message_mark": 15, "player.0.score": 3}
OUMUAMUA |= {"player.0.message_mark": -1, "messages": [2]}
EXERTIANS = BEGIN | {"species": ["exertians", "oumuamua"], "discovered.right": 0}
EXERTIANS |= {"player.0.exertians": ["ET.41", "ET.42 played", "ET.43", "ET.44"], "discovery.left.red": 0}
EXERTIANS |= {"player.1.exertians": ["ET.45", "ET.46", "ET.47 played"], "player.1.exertian_passed": 1}
EXERTIANS |= {"discovery.left.yellow": "neutral", "discovery.left.blue": "neutral"}


@pytest.fixture(scope="module")
def tables():
    return load_tables().record


def build(given, tables):
    game = build_game(given, tables)
    for side in range(2):
        if game.discovered[side]:
            game.contributors[side] = game.discovery[side]
    return game


@pytest.mark.parametrize(
    "given", [BEGIN, MASCAMITES, OUMUAMUA, EXERTIANS], ids=["anomalies", "mascamites", "both", "exertians"]
)
def test_sound_positions_pass(given, tables):
    game = build(given, tables)
    assert check_species(game, tables) == 0
    assert check_compiled(game, tables, np.zeros(N_CARDS, np.int64)) in (0, 7)  # figures were given, not launched


def change(path, value):
    """Set a field of the game or of a player: ``"pool"``, ``("players", 0, "token", 1)``."""

    def apply(game):
        *way, last = path
        target = game
        for step in way:
            target = target[step]
        target[last] = value

    return apply


BROKEN = [
    # ---- samples
    (MASCAMITES, ("sample_where", 0), 0, checks.CHECK_SAMPLES),  # under a capsule and on Jupiter
    (MASCAMITES, ("sample_where", 1), 2, checks.CHECK_SAMPLES),  # taken, but nowhere
    (MASCAMITES, ("players", 1, "token", 0), 0, checks.CHECK_SAMPLES),  # two capsules with one token
    (MASCAMITES, ("players", 1, "figure", 0), 0, checks.CHECK_SAMPLES),  # a capsule is lost with its token
    (MASCAMITES, ("players", 0, "figure", 0), PROBE, checks.CHECK_SAMPLES),  # a probe with a token
    (BEGIN, ("sample_on_space", 3), 2, checks.CHECK_SAMPLES),
    (OUMUAMUA, ("players", 1, "figure", 2), CAPSULE, checks.CHECK_SAMPLES),  # without the species
    # ---- deliveries
    (MASCAMITES, ("players", 0, "front", 0, "done"), 0, checks.CHECK_DELIVERIES),
    (MASCAMITES, ("space_owner", 0, 12), 1, checks.CHECK_DELIVERIES),  # a token space without a token
    # ---- exofossils
    (OUMUAMUA, ("players", 0, "exofossils"), 6, checks.CHECK_EXOFOSSILS),
    (OUMUAMUA, ("players", 1, "exofossils_spent"), -1, checks.CHECK_EXOFOSSILS),
    (OUMUAMUA, ("space_owner", 0, 0), 1, checks.CHECK_EXOFOSSILS),  # the dear space was not paid for
    (OUMUAMUA, ("piled", 0, 1, 1), 2, checks.CHECK_EXOFOSSILS),
    (EXERTIANS, ("players", 1, "exofossils_gained"), 1, checks.CHECK_EXOFOSSILS),  # before the discovery
    # ---- messages
    (OUMUAMUA, ("message_taken", 0), 1, checks.CHECK_MESSAGES),
    (OUMUAMUA, ("players", 1, "message_mark"), -1, checks.CHECK_MESSAGES),  # resolved without a reward
    (OUMUAMUA, ("players", 1, "front", 1, "mark"), 19, checks.CHECK_MESSAGES),  # due before an older one
    (OUMUAMUA, ("players", 1, "front", 0, "mark"), 14, checks.CHECK_MESSAGES),
    (BEGIN, ("players", 1, "message_mark"), 15, checks.CHECK_MESSAGES),
    # ---- Exertian cards
    (EXERTIANS, ("players", 0, "n_exertians"), 3, checks.CHECK_EXERTIANS),
    (EXERTIANS, ("players", 0, "exertian_played", 0), 1, checks.CHECK_EXERTIANS),  # one marker, two cards played
    (EXERTIANS, ("players", 1, "exertian_passed"), 0, checks.CHECK_EXERTIANS),
    (EXERTIANS, ("players", 1, "exertian_played", 5), 1, checks.CHECK_EXERTIANS),
    (OUMUAMUA, ("exertian_mark", 0), 20, checks.CHECK_EXERTIANS),
    # ---- anomalies
    (BEGIN, ("anomaly_place", 1), 1, checks.CHECK_ANOMALIES),
    (BEGIN, ("anomaly_order", 0), 2, checks.CHECK_ANOMALIES),
    (OUMUAMUA, ("anomaly_place", 0), 4, checks.CHECK_ANOMALIES),
]


@pytest.mark.parametrize(("given", "path", "value", "number"), BROKEN)
def test_a_broken_position_is_found(given, path, value, number, tables):
    game = build(given, tables)
    change(path, value)(game)
    assert check_species(game, tables) == number
    assert number in COMPILED_TEXTS


def test_deliveries_leave_no_gap(tables):
    game = build(MASCAMITES, tables)
    game.sample_on_space[1], game.sample_on_space[2] = game.sample_on_space[2], game.sample_on_space[1]
    assert check_species(game, tables) == checks.CHECK_DELIVERIES


def test_the_supply_of_exofossils_counts_by_the_other_ruling_only():
    game = build(OUMUAMUA, load_tables().record)
    for seat in range(2):
        game.players[seat].exofossils = game.players[seat].exofossils_gained = 9
    assert check_species(game, load_tables().record) == 0
    limited = load_tables({"rulings": {"exofossil_supply": "limited"}}).record
    assert check_species(game, limited) == checks.CHECK_EXOFOSSILS
