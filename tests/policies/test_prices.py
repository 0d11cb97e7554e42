"""A price that rises lowers the value of the move that pays it, by what the player pays; for every price of the box."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import SPECIES, TRACE_COLOURS
from tests.policies.positions import PRINTED, changed_box, strategy_with, values_at

STRATEGY = strategy_with(
    credit=3.1, energy=2.3, publicity=1.7, data=1.1, exofossil=3.7, plenty=0.0, need=0.0, prospect=0.0
)
"""Resources cost the same however many are held, and probes on their way are worth nothing."""
UNIT = {"credit": 3.1, "energy": 2.3, "publicity": 1.7, "data": 1.1, "exofossil": 3.7}
RICH = {"credits": 9, "energy": 9, "publicity": 8}
DATA = resources.files("seti_sim.components") / "data"
BOARD = tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))
ALIENS = tomllib.loads((DATA / "aliens.toml").read_text(encoding="utf-8"))
ON_VENUS = {"player": {"0": RICH | {"probes": ["venus"]}}}

CASES: dict[str, tuple[Mapping[str, Any], tuple[str, ...], str, str, float]] = {
    # price: position, moves up to the decision, the move that pays, what it pays more when the price is doubled
    "actions.launch.credit": ({"player": {"0": RICH}}, (), "launch", "credit", 2),
    "actions.orbit.credit": (ON_VENUS, (), "orbit venus with probe 1", "credit", 1),
    "actions.orbit.energy": (ON_VENUS, (), "orbit venus with probe 1", "energy", 1),
    "actions.land.energy": (ON_VENUS, (), "land on venus with probe 1 taking data space 1", "energy", 3),
    "actions.land.energy_if_any_orbiter": (
        ON_VENUS | {"player.1.orbiters": ["venus"]}, (), "land on venus with probe 1 taking data space 1", "energy", 2,
    ),
    "actions.scan.credit": ({"player": {"0": RICH}}, (), "scan", "credit", 1),
    "actions.scan.energy": ({"player": {"0": RICH}}, (), "scan", "energy", 2),
    "actions.analyze.energy": ({"player": {"0": RICH | {"top": 6}}}, (), "analyze", "energy", 1),
    "actions.research.publicity": ({"player": {"0": RICH | {"publicity": 12}}}, (), "research", "publicity", 6),
    "free_actions.move_from_energy.pay": (ON_VENUS, (), "move probe 1 to ring 2 index 3 paying energy", "energy", 1),
    "free_actions.buy_card.pay": ({"player": {"0": RICH}}, (), "buy card", "publicity", 3),
    "free_actions.move_cost": (ON_VENUS, (), "move probe 1 to ring 2 index 3 paying energy", "energy", 1),
    "free_actions.asteroid_exit": (
        {"player": {"0": RICH | {"probes": ["1.7"]}}}, (), "move probe 1 to ring 1 index 0 paying energy", "energy", 1,
    ),
}  # fmt: skip


def prices(table: Mapping[str, Any], path: str) -> dict[str, Any]:
    """All prices of the tables of actions by path: numbers, and words such as "energy 1" that are paid."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= prices(value, f"{path}.{key}")
        elif isinstance(value, int) or key == "pay":
            found[f"{path}.{key}"] = value
    return found


PRICES = prices(BOARD["actions"], "actions") | prices(BOARD["free_actions"], "free_actions")


def doubled(value: Any) -> Any:
    """A price of the notation, twice as high."""
    if isinstance(value, int):
        return 2 * value
    resource, amount = value.split()
    return f"{resource} {2 * int(amount)}"


def override(path: str, value: Any) -> dict[str, Any]:
    """A variant with one other value, and room for the publicity that twice the price of research takes."""
    tree: Any = value
    for key in reversed(path.split(".")):
        tree = {key: tree}
    return {"board": tree | {"limits": {"publicity": 20}}}


def falls_by(
    given: Mapping[str, Any],
    moves: tuple[str, ...],
    move: str,
    resource: str,
    more: float,
    box: Any,
    base: Any = PRINTED,
) -> None:
    """Check what a move is worth less in a box than in the printed one, or in ``base``."""
    before = values_at(STRATEGY, given, moves, base)[move]
    after = values_at(STRATEGY, given, moves, box)[move]
    assert after == pytest.approx(before - more * UNIT[resource], abs=1e-5)


def test_no_price_of_an_action_is_left_out():
    assert set(PRICES) == set(CASES)


@pytest.mark.parametrize("price", sorted(CASES))
def test_a_doubled_price_lowers_the_value_of_the_move(price):
    base, box = (load_tables(override(price, value)).record for value in (PRICES[price], doubled(PRICES[price])))
    falls_by(*CASES[price], box, base)


OTHERS = {
    "exchange_give": ({"player": {"0": RICH}}, (), "exchange energy for credit", "energy", 2),
    "mercury_publicity": (
        {"player": {"0": RICH | {"technologies": ["telescope_2"]}}}, ("scan",), "scan: mercury -> 61_virginis",
        "publicity", 1,
    ),
    "launch_tech_energy": (
        {"player": {"0": RICH | {"technologies": ["telescope_4"]}}}, ("scan",), "scan: launch", "energy", 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("field", sorted(OTHERS))
def test_a_doubled_price_of_the_record_lowers_the_value_of_the_move(field):
    case = OTHERS[field]
    if field == "mercury_publicity":  # wherever Mercury is
        given, moves, _, resource, more = case
        move = next(move for move in values_at(STRATEGY, given, moves) if move.startswith("scan: mercury"))
        case = (given, moves, move, resource, more)
    falls_by(*case, changed_box(**{field: 2 * PRINTED[field]}))


def test_doubled_costs_of_cards_lower_the_value_of_playing_them():
    cards = PRINTED.cards.copy()
    cards["cost"] *= 2
    box = changed_box(cards=cards)
    for first in range(1, 121, 40):
        hand = list(range(first, first + 40))
        given = {"player": {"0": {"credits": 30, "energy": 30, "hand": hand}}}
        before, after = (values_at(STRATEGY, given, (), tables) for tables in (PRINTED, box))
        for card in hand:
            cost = int(PRINTED.cards[card - 1].cost) * UNIT["credit"]
            assert after[f"play card {card}"] == pytest.approx(before[f"play card {card}"] - cost, abs=1e-5), card


SPACES = [
    (species, number, space)
    for species in SPECIES
    for number, space in enumerate(ALIENS["species"][species]["spaces"])
    if space.get("cost")
]


@pytest.mark.parametrize(("species", "number", "space"), SPACES, ids=lambda value: str(value)[:24])
def test_a_doubled_cost_of_a_space_lowers_the_value_of_a_trace_there(species, number, space):
    resource, amount = space["cost"][0].split()
    other = "mascamites" if species != "mascamites" else "anomalies"
    given = {
        "round": 3,
        "species": [species, other],
        "discovered": {"left": 2},
        "player": {"0": RICH | {"pool": 6, "exofossils": 9, "hand": [110]}},
    }
    tables = load_tables({"cards": {"card": {110: {"effects": ["trace any 1"]}}}}).record
    spaces = tables.species.copy()
    spaces[SPECIES.index(species)]["spaces"][number]["cost_amount"] *= 2
    dearer = changed_box(tables, species=spaces)
    move = f"trace: left board {TRACE_COLOURS[TRACE_COLOURS.index(space['color'])]} row {space['row']}"
    before, after = (values_at(STRATEGY, given, ("play card 110",), box)[move] for box in (tables, dearer))
    assert after == pytest.approx(before - int(amount) * UNIT[resource], abs=1e-5)


def test_the_price_of_an_exertian_card_is_taken_off():
    given = {
        "round": 3, "species": ["exertians", "oumuamua"], "discovered": {"left": 2}, "phase": "between turns",
        "exertian_marks": [20, 40],
        "player": {"0": {"score": 41, "gold_passed": 1, "exertian_passed": 1, "credits": 9, "exertians": ["ET.41"]}},
    }  # fmt: skip
    dearer = changed_box(exertian_cost=2 * PRINTED.exertian_cost)
    falls_by(given, (), "play exertian card ET.41", "credit", int(PRINTED.exertian_cost[1]), dearer)
