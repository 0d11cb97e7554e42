"""Numbers that no state can hold are refused when a box is loaded, in one line that names file, table and limit."""

import pytest

from seti_sim.components import limits, opcodes
from seti_sim.components.grammar import parse_effect
from seti_sim.components.loader import load_tables
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.syntax import NotationError
from seti_sim.engine.state import GAME_FIELDS, PLAYER_FIELDS

REFUSED = {
    "effect": ({"cards": {"card": {110: {"effects": ["publicity 999"]}}}}, r"card 110: 999 is more than .* 100 in eff"),
    "traces": ({"cards": {"card": {110: {"effects": ["trace any 300"]}}}}, "300 is more than a game can hold; at most"),
    "red traces": ({"cards": {"card": {110: {"effects": ["trace red 127"]}}}}, "127 is more than .* at most 6 in"),
    "mission": ({"cards": {"card": {96: {"mission": {"gain": ["draw 300"]}}}}}, "300 is more .* in mission.gain"),
    "inside": ({"cards": {"card": {110: {"effects": ["may: credit 500 -> data 1"]}}}}, "credit 500"),
    "each": ({"cards": {"card": {110: {"effects": ["each hand: energy 127"]}}}}, "127 is more than .* at most 100"),
    "choice": ({"cards": {"card": {110: {"effects": ["or(launch 60; move 1)"]}}}}, "60 is more than .* at most 6"),
    "guard": ({"cards": {"card": {110: {"effects": ["if publicity >= 1: signal any 90"]}}}}, "90 is more"),
    "any probe": ({"cards": {"card": {30: {"effects": ["signal any_probe up_to 4"]}}}}, "4 is more .* at most 3"),
    "board": ({"board": {"planet": {"mars": {"land": ["score 9999"]}}}}, r"planet.mars: 9999 is more .* in land\[0\]"),
    "publicity": ({"board": {"limits": {"publicity": 999}}}, "limits: .*less than or equal to 30 in publicity"),
    "pool": ({"board": {"limits": {"data_pool": 21}}}, "limits: .*less than or equal to 20 in data_pool"),
    "hand": ({"board": {"limits": {"hand_when_passing": 60}}}, "limits: .* in hand_when_passing"),
    "probes": ({"board": {"limits": {"probes_in_space": 13}}}, "limits: .* in probes_in_space"),
    "start": ({"board": {"setup": {"start": {"energy": 501}}}}, "setup.start: .* in energy"),
    "score": ({"board": {"setup": {"start_score": [1, 2, 3, 900]}}}, "less than or equal to 500"),
    "exertians": (
        {"aliens": {"species": {"exertians": {"deal_on_discovery": {"per_player": 4}}}}},
        "more than the 15 cards are dealt|more than 8 cards for one player",
    ),
    "danger": ({"aliens": {"species": {"exertians": {"danger_by_row": [1, 2, 3, 400]}}}}, "less than or equal to 20"),
    "technology": (
        {"board": {"tech": {"stack": {"probe_1": {"lasting": ["limit probes 60"]}}}}},
        "60 is more than a game can hold; at most 8",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_numbers_beyond_what_a_state_holds_are_refused(name: str) -> None:
    overrides, message = REFUSED[name]
    if name == "inside":
        overrides = {"cards": {"card": {110: {"effects": ["may: pay credit 1 -> credit 500"]}}}}
        message = "500 is more than a game can hold; at most 100 in effects"
    with pytest.raises(ComponentError, match=message) as caught:
        load_tables(overrides)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("resource", opcodes.RESOURCES)
def test_the_largest_gain_passes_and_one_more_does_not(resource: str) -> None:
    most = limits.GAINS[opcodes.RESOURCES.index(resource)]
    limits.check_effect(parse_effect(f"{resource} {most}"))
    with pytest.raises(NotationError, match=f"{most + 1} is more than a game can hold; at most {most}"):
        limits.check_effect(parse_effect(f"{resource} {most + 1}"))


def test_the_registry_holds_what_the_limits_promise() -> None:
    """Ranges fit the types of their fields, and starting values fit the ranges."""
    fields = {field.name: field for field in (*PLAYER_FIELDS, *GAME_FIELDS)}
    sizes = {"i1": 127, "u1": 255, "i2": 32767, "i4": 2**31 - 1, "u2": 65535}
    for field in fields.values():
        if field.dtype in sizes:
            assert field.high <= sizes[str(field.dtype)], field.name
    assert fields["credits"].high >= limits.START_RESOURCE + limits.GAINS[opcodes.CREDIT]
    assert fields["score"].high + 500 * limits.GAINS[opcodes.SCORE] // 10 > limits.START_SCORE
    assert limits.HAND_LIMIT + opcodes.OPS[opcodes.DRAW].most <= fields["n_hand"].high
    assert len(range(limits.MAX_FIGURES)) - 2 >= limits.PROBE_LIMIT
