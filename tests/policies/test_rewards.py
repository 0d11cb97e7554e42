"""A reward that rises raises the value of the move that gains it; for every reward of the boards and tiles of the box.

Some points are put before a program of the box, and the move that gains it must be worth just as much more: those
points times the weight of a point, or the share of them that the move brings nearer.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import PLANETS, SPECIES, TRACE_COLOURS
from seti_sim.components.tables import N_STARS, TILE, UNLIMITED
from tests.policies.positions import changed_box, strategy_with, values_at, with_more_points

POINTS = 5
WEIGHT = 1.25
STRATEGY = strategy_with(score=WEIGHT)
RICH = {"credits": 9, "energy": 9, "publicity": 8}
FREE_CHOICE = load_tables({"cards": {"card": {110: {"effects": ["signal any 1"]}, 111: {"effects": ["trace any 1"]}}}})
BOX = FREE_CHOICE.record
"""Two cards whose effects leave the choice of the sector and of the trace."""
STARS = load_tables().names.stars
MOONS = load_tables().names.moons
TECHS = [f"{kind}_{number}" for kind in ("probe", "telescope", "computer") for number in (1, 2, 3, 4)]


def rises(box: Any, given: Mapping[str, Any], moves: tuple[str, ...], move: str, *, share: bool = False) -> None:
    """Check what a move is worth more in a box than in the printed one."""
    before, after = (values_at(STRATEGY, given, moves, tables)[move] for tables in (BOX, box))
    if share:
        assert before < after <= before + POINTS * WEIGHT
    else:
        assert after == pytest.approx(before + POINTS * WEIGHT, abs=1e-5)


def raised(place: str, *path: Any) -> Any:
    """The box with some points more in the program at a path of fields and indices of its record."""
    node = BOX[place]
    for key in path:
        node = node[key]
    tables, start = raised_program(int(node))
    node = tables
    for key in (place, *path[:-1]):
        node = node[key]
    if path:
        node[path[-1]] = start
    else:
        tables[place] = start
    return tables


def raised_program(program: int) -> tuple[Any, int]:
    """The box with a further program: some points, then the old one."""
    return with_more_points(program, POINTS, BOX)


def player(**fields: Any) -> dict[str, Any]:
    """A position given by what seat 0 has beside riches."""
    return {"player": {"0": RICH | fields}}


ON_BOARD = [i for i, name in enumerate(PLANETS[:8]) if name != "earth"]


@pytest.mark.parametrize("planet", ON_BOARD, ids=lambda i: PLANETS[i])
@pytest.mark.parametrize("reward", ["orbit", "first_orbit"])
def test_orbits(planet, reward):
    rises(
        raised("planets", planet, reward), player(probes=[PLANETS[planet]]), (), f"orbit {PLANETS[planet]} with probe 1"
    )


@pytest.mark.parametrize("planet", ON_BOARD, ids=lambda i: PLANETS[i])
def test_landings(planet):
    name = PLANETS[planet]
    given = player(probes=[name])
    for space in range(int(BOX.planets[planet].n_first_land)):
        move = f"land on {name} with probe 1 taking data space {space + 1}"
        rises(raised("planets", planet, "land"), given, (), move)
        rises(raised("planets", planet, "first_land", space), given, (), move)


@pytest.mark.parametrize("moon", range(len(MOONS)), ids=lambda i: MOONS[i])
def test_moons(moon):
    planet = PLANETS[int(BOX.moons[moon].planet)]
    given = player(probes=[planet], technologies=["probe_4"])
    rises(raised("moons", moon, "land"), given, (), f"land on {MOONS[moon]} with probe 1")


@pytest.mark.parametrize("star", range(N_STARS), ids=lambda i: STARS[i])
def test_sectors(star):
    name = STARS[star]
    capacity = int(BOX.slots[star].capacity)
    move, moves = f"signal {name}", ("play card 110",)
    for position in range(capacity):
        given = player(hand=[110]) | {"sector": {name: [1] * position}}
        rises(raised("slots", star, "position_gain", position), given, moves, move)
    last = player(hand=[110]) | {"sector": {name: [0] * (capacity - 1)}}
    rises(raised("slots", star, "first_win"), last, moves, move)
    nearer = player(hand=[110]) | {"sector": {name: [0]}}
    rises(raised("slots", star, "first_win"), nearer, moves, move, share=True)
    again = {"player": {"0": RICH | {"hand": [110]}, "1": {"wins": [name]}}, "sector": {name: [0] * (capacity - 1)}}
    rises(raised("slots", star, "later_win"), again, moves, move)


def test_contributors_of_a_sector():
    name = STARS[0]
    full = {"sector": {name: [0] * (int(BOX.slots[0].capacity) - 1)}}
    more = changed_box(BOX, contributor_publicity=BOX.contributor_publicity + 1)
    before, after = (values_at(STRATEGY, player(hand=[110]) | full, ("play card 110",), box) for box in (BOX, more))
    assert after[f"signal {name}"] > before[f"signal {name}"]


def test_the_slot_of_the_oumuamua_tile():
    given = player(hand=[110]) | {"round": 3, "species": ["oumuamua", "anomalies"], "discovered": {"left": 2}}
    rises(raised("slots", TILE, "position_gain", 0), given, ("play card 110",), "signal tile")
    rises(raised("slots", TILE, "first_win"), given, ("play card 110",), "signal tile", share=True)


@pytest.mark.parametrize("space", range(6))
def test_spaces_of_the_computer(space):
    rises(raised("computer_top", space), player(pool=1, top=space), (), f"place data top {space + 1}")


@pytest.mark.parametrize("tech", range(8, 12), ids=lambda i: TECHS[i])
def test_spaces_of_computer_technologies(tech):
    owner = {"technologies": [f"{TECHS[tech]} in slot 1"], "pool": 1}
    rises(raised("techs", tech, "top"), player(**owner, top=0), (), "place data top 1")
    rises(raised("techs", tech, "lower"), player(**owner, top=1), (), "place data lower 1")


@pytest.mark.parametrize("tech", range(12), ids=lambda i: TECHS[i])
def test_technologies_and_their_tiles(tech):
    move = f"take technology {TECHS[tech]}" + (" in slot 1" if tech >= 8 else "")
    rises(raised("techs", tech, "also"), player(), ("research",), move)
    rises(raised("first_taken_gain"), player(), ("research",), move)
    for number, name in enumerate(("score", "energy", "publicity", "card")):
        given = player() | {"tiles": {TECHS[tech]: [name]}}
        rises(raised("tile_gains", number), given, ("research",), move)


@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_discovery_and_overflow_spaces(side):
    name = ("left", "right")[side]
    given = player(hand=[111])
    for colour in TRACE_COLOURS:
        rises(raised("discovery_gain", side), given, ("play card 111",), f"trace: {name} discovery {colour}")
        rises(raised("overflow_gain"), given, ("play card 111",), f"trace: {name} overflow {colour}")


@pytest.mark.parametrize("species", range(len(SPECIES)), ids=lambda i: SPECIES[i])
def test_spaces_of_species_boards(species):
    other = "anomalies" if species != SPECIES.index("anomalies") else "mascamites"
    given = player(hand=[111], pool=6, exofossils=9) | {
        "round": 3, "species": [SPECIES[species], other], "discovered": {"left": 2},
    }  # fmt: skip
    table = BOX.species[species]
    shown = 0
    for number in range(int(table.n_spaces)):
        space = table.spaces[number]
        if space.token >= 0:
            continue  # gives what its token gives
        move = f"trace: left board {TRACE_COLOURS[space.colour]} row {space.row}"
        rises(raised("species", species, "spaces", number, "gain"), given, ("play card 111",), move)
        shown += 1
    assert shown >= 10
    assert any(space.capacity == UNLIMITED for space in table.spaces) or species in (0, 4)


def test_samples_on_the_board_of_mascamites():
    given = player(hand=[111]) | {"round": 3, "species": ["mascamites", "anomalies"], "discovered": {"left": 2}}
    rises(raised("samples", 6), given, ("play card 111",), "trace: left board blue row 3")


@pytest.mark.parametrize(("effect", "place", "paths"), [
    ("sample 1", "samples", [(i,) for i in range(7)]),
    ("next_anomaly_reward", "anomaly_gain", [(i, side) for i in range(3) for side in range(2)]),
])  # fmt: skip
def test_what_is_not_known_yet_is_worth_the_mean_of_what_it_may_be(effect, place, paths):
    """A reward that may come up raises the value by its share."""
    with_card = load_tables({"cards": {"card": {110: {"effects": [effect]}}}}).record
    given, move = player(hand=[110]), "play card 110"
    before = values_at(STRATEGY, given, (), with_card)[move]
    for path in paths:
        node = with_card[place]
        for key in path:
            node = node[key]
        more, start = with_more_points(int(node), POINTS, with_card)
        more[place][path] = start
        rise = values_at(STRATEGY, given, (), more)[move] - before
        factor = 0.55 if effect == "sample 1" else 1.0
        assert rise == pytest.approx(factor * POINTS * WEIGHT / len(paths), abs=1e-5)
