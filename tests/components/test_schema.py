"""A wrong fact is refused with one line that names file, table and key."""

import copy
from typing import Any

import pytest
from components import facts
from pydantic import BaseModel, ValidationError

from seti_sim.components.schema_aliens import Aliens
from seti_sim.components.schema_base import ComponentError, one_line
from seti_sim.components.schema_board import Board
from seti_sim.components.schema_cards import AlienCards, Cards

MODELS: dict[str, type[BaseModel]] = {"board": Board, "cards": Cards, "aliens": Aliens, "alien_cards": AlienCards}


def check(file: str, data: dict[str, Any]) -> None:
    try:
        MODELS[file].model_validate(data)
    except ValidationError as error:
        raise one_line(f"{file}.toml", data, error) from None


def put(data: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Set, or with None delete, what stands at a path."""
    for step in path[:-1]:
        data = data[step]
    if value is None:
        del data[path[-1]]
    else:
        data[path[-1]] = value


WRONG = [
    # unknown words
    ("cards", ("card", 38, "effects", 0), "sginal red 1", 'card 39: unknown word "sginal" in effects[0]'),
    ("cards", ("card", 38, "mission", "when"), "wins pink >= 2", 'card 39: unknown word "pink" in mission.when'),
    ("cards", ("card", 38, "mission", "gain", 1), "gold 1", 'card 39: unknown word "gold" in mission.gain[1]'),
    ("cards", ("card", 0, "triggers", 1, "on"), "visits pluto", 'card 1: unknown word "pluto" in triggers[1].on'),
    ("cards", ("card", 11, "endgame", 0), "each moons: score 3", 'card 12: unknown word "moons" in endgame[0]'),
    ("cards", ("card", 11, "corner"), "score", 'card 12: unknown word "score" in corner'),
    ("cards", ("card", 11, "sector"), "green", 'card 12: unknown word "green" in sector'),
    ("cards", ("card", 11, "income"), "data", 'card 12: unknown word "data" in income'),
    ("board", ("planet", "mars", "orbit", 0), "cards 1", 'planet.mars: unknown word "cards" in orbit[0]'),
    ("board", ("solar", "layer", 0, "ring1", 1), "pluto", 'solar.layer disc1: unknown word "pluto" in ring1[1]'),
    ("board", ("gold", "tile", 0, "side_a", "count"), "wins", 'gold.tile tech: unknown word "wins" in side_a.count'),
    ("aliens", ("species", "oumuamua", "spaces", 3, "color"), "pink",
     'species.oumuamua.spaces[3]: unknown word "pink" in color'),
    ("alien_cards", ("card", 0, "species"), "martians", 'card 1: unknown word "martians" in species'),
    # unknown and missing keys
    ("cards", ("card", 38, "colour"), "red", 'card 39: unknown key "colour"'),
    ("cards", ("card", 38, "mission", "then"), [], 'card 39: unknown key "mission.then"'),
    ("cards", ("card", 38, "cost"), None, 'card 39: missing key "cost"'),
    ("board", ("actions", "launch", "energy"), 1, 'actions.launch: unknown key "energy"'),
    ("board", ("actions", "launch", "credit"), None, 'actions.launch: missing key "credit"'),
    ("board", ("weather",), 1, 'unknown key "weather"'),
    ("board", ("limits",), None, 'missing key "limits"'),
    ("board", ("planet", "pluto"), {}, 'planet.pluto: unknown word "pluto"'),
    ("aliens", ("species", "anomalies", "samples"), [], 'species.anomalies: unknown key "samples"'),
    ("alien_cards", ("card", 0, "cost"), None, 'card 1: missing key "cost"'),
    ("alien_cards", ("card", 30, "cost"), 1, 'card 31: key "cost" does not belong to a card of the centaurians'),
    ("alien_cards", ("card", 40, "effects"), [], 'card 41: key "effects" does not belong to a card of the exertians'),
    ("alien_cards", ("card", 40, "danger"), None, 'card 41: missing key "danger"'),
    # types and ranges
    ("cards", ("card", 38, "cost"), "2", "card 39: input should be a valid integer in cost"),
    ("cards", ("card", 38, "cost"), -1, "card 39: input should be greater than or equal to 0 in cost"),
    ("board", ("setup", "rounds"), 6, "setup: input should be less than or equal to 5 in rounds"),
    ("board", ("setup", "start_tuck"), 6, "setup: start_tuck 6 is more than start_cards 5"),
    ("board", ("setup", "main_deck"), 137, "setup: only 138 is implemented in main_deck"),
    ("board", ("sectors", "position_gain", "7"), [], 'sectors.position_gain: unknown word "7" in 7'),
    ("aliens", ("species", "anomalies", "spaces", 0, "capacity"), 2,
     "species.anomalies.spaces[0]: input should be 1 or 'unlimited' in capacity"),
    ("aliens", ("species", "mascamites", "spaces", 10, "token_from"), "delivery 7",
     'species.mascamites.spaces[10]: "delivery 7" is neither "setup" nor "delivery 1" to "delivery 6" in token_from'),
    # counts
    ("cards", ("card", 137), None, "137 cards of the main deck in place of 138"),
    ("cards", ("card", 139), None, "[901] as the ids of the promos in place of [901, 902]"),
    ("cards", ("card", 1, "id"), 1, "card id 1 stands twice"),
    ("cards", ("card", 0, "mission"), {"when": "score 1", "gain": []}, "card 1: both mission and triggers"),
    ("board", ("sectors", "board", 3), None, "sectors: 3 sector_boards in place of 4"),
    ("board", ("sectors", "board", 0, "stars", 0, "id"), "vega", "sectors: star vega stands twice"),
    ("board", ("sectors", "places", 0), [0, 1],
     "sectors: [0, 1, 1, 2, 3, 4, 5, 6] as places in place of [0, 1, 2, 3, 4, 5, 6, 7]"),
    ("board", ("tech", "stack", 11), None, "tech: 11 tech stacks in place of 12"),
    ("board", ("tech", "stack", 11, "number"), 3, "tech.stack computer_4: computer_4 as id in place of computer_3"),
    ("board", ("gold", "tile", 3), None,
     "gold: ['tech', 'mission', 'income'] as the gold tiles in place of ['tech', 'mission', 'income', 'other']"),
    ("board", ("solar", "layer", 3, "ring4", 1), "gap", "solar: 31 board cells in place of 32"),
    ("board", ("solar", "layer", 3, "ring4", 0), "empty", None),
    ("board", ("solar", "layer", 0, "rings"), [1, 2], "solar.layer disc1: [1] as rings in place of [1, 2]"),
    ("board", ("planet", "mars"), None, None),
    ("board", ("planet", "jupiter", "moons", 0), None, None),
    ("aliens", ("species", "mascamites", "samples", 6), None, "species.mascamites: 6 samples in place of 7"),
    ("aliens", ("species", "exertians", "spaces", 0, "danger"), 1,
     "species.exertians: 1 as danger in row 1 in place of 3"),
    ("aliens", ("species", "oumuamua", "spaces", 3, "capacity"), "unlimited",
     "species.oumuamua: unlimited space of colour red stands twice"),
    ("aliens", ("species", "oumuamua", "spaces", 3, "row"), 1, "species.oumuamua: space ('red', 1) stands twice"),
    ("alien_cards", ("card", 54), None, "54 species cards in place of 55"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "path", "value", "message"), WRONG)
def test_wrong_facts(file: str, path: tuple[str | int, ...], value: Any, message: str | None) -> None:
    data = copy.deepcopy(facts.read(file))
    put(data, path, value)
    with pytest.raises(ComponentError) as raised:
        check(file, data)
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith(f"{file}.toml: ")
    if message is not None:
        assert str(raised.value) == f"{file}.toml: {message}"


@pytest.mark.parametrize("file", facts.FILES)
def test_the_files_are_right_as_they_are(file: str) -> None:
    check(file, facts.read(file))
