"""The record as a whole: what is where, overrides, variants, names, hash."""

from pathlib import Path

import numpy as np
import pytest
from components.test_cards import gain, rows

from seti_sim.components import forms, opcodes
from seti_sim.components import tables as t
from seti_sim.components.loader import (
    Tables,
    load_tables,
    load_variant,
    unsupported,
    variant_names,
    with_gold_sides,
)
from seti_sim.components.schema_base import ComponentError


def texts(tables: Tables, program: int) -> list[str]:
    return tables.reader.program_texts(program)


# ------------------------------------------------------------------ the printed box
SCALARS = {
    "rounds": 5, "start_credit": 4, "start_energy": 3, "start_publicity": 4, "start_data": 0, "start_cards": 5,
    "start_tuck": 1, "row_size": 3, "end_stacks": 4, "end_stack_over_players": 1, "tiles_per_stack": 4, "use_promos": 0,
    "publicity_limit": 10, "pool_limit": 6, "hand_limit": 4, "probe_limit": 1, "probe_limit_tech": 2,
    "launch_credit": 2, "orbit_credit": 1, "orbit_energy": 1, "land_energy": 3, "land_energy_orbiter": 2,
    "land_tech_discount": 1, "scan_credit": 1, "scan_energy": 2, "analyze_energy": 1, "research_publicity": 6,
    "move_energy": 1, "step_cost": 1, "asteroid_exit": 1, "asteroid_exit_tech": 0, "buy_card_publicity": 3,
    "exchange_give": 2, "mercury_publicity": 1, "launch_tech_energy": 1, "launch_tech_move": 1,
    "asteroid_publicity_tech": 1, "tile_ring": 2, "tile_index": 5, "contributor_publicity": 1, "samples_per_planet": 3,
    "message_tile_ahead": 15, "n_message_rewards": 4,
}  # fmt: skip
ARRAYS = {
    "start_score": [1, 2, 3, 4], "gold_milestones": [25, 50, 70], "neutral_milestones": [20, 30],
    "neutral_markers": [0, 2, 2, 1, 0], "disc_order": [0, 1, 2], "boards": [[0, 1], [2, 3], [4, 5], [6, 7]],
    "sector_places": [[7, 0], [1, 2], [3, 4], [5, 6]], "tech_space": [1, 0, 1, 0, 1, 1],
    "anomaly_offsets": [0, 3, -3], "anomaly_colour": [0, 1, 2], "exertian_ahead": [20, 40], "exertian_cost": [0, 1],
    "gold_fixed": [-1, -1, -1, -1], "publicity_on_visit": [1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0],
}  # fmt: skip


@pytest.mark.parametrize("field", SCALARS)
def test_scalars(tables: Tables, field: str) -> None:
    assert tables.record[field] == SCALARS[field]


@pytest.mark.parametrize("field", ARRAYS)
def test_arrays(tables: Tables, field: str) -> None:
    assert tables.record[field].tolist() == ARRAYS[field]


def test_every_field_is_filled(tables: Tables) -> None:
    nothing = np.zeros(1, t.TABLES)[0]
    empty = {name for name in t.TABLES.fields or () if tables.record[name].tobytes() == nothing[name].tobytes()}
    assert empty == {"rulings", "start_data", "use_promos", "asteroid_exit_tech"}


def test_planets(tables: Tables) -> None:
    planets = tables.record.planets
    assert [planet.is_planet for planet in planets] == [1, 1, 0, 1, 1, 1, 1, 1, 1]
    assert [planet.n_moons for planet in planets] == [0, 0, 0, 1, 4, 2, 1, 1, 0]
    assert [planet.first_moon for planet in planets] == [0, 0, 0, 0, 1, 5, 7, 8, 9]
    assert [planet.n_first_land for planet in planets] == [1, 1, 0, 2, 1, 1, 1, 1, 3]
    assert [planet.n_first_orbit for planet in planets] == [1, 1, 0, 1, 1, 1, 1, 1, 1]
    assert rows(tables, planets[opcodes.MARS].first_land[1]) == [gain(opcodes.DATA, 1)]
    assert texts(tables, planets[opcodes.JUPITER].orbit) == ["data 1", "signal planet:jupiter 1", "income 1"]
    assert texts(tables, tables.record.moons[5].land) == [
        "score 12",
        "signal red 1",
        "signal blue 1",
        "signal yellow 1",
    ]
    assert [moon.planet for moon in tables.record.moons] == [3, 4, 4, 4, 4, 5, 5, 6, 7]


def test_oumuamua(tables: Tables) -> None:
    planet, slot = tables.record.planets[opcodes.OUMUAMUA], tables.record.slots[t.TILE]
    assert texts(tables, planet.orbit) == ["score 10", "exofossil 1", "signal planet:oumuamua 1"]
    assert [texts(tables, gained) for gained in planet.first_land] == [["data 3"], ["data 2"], ["data 1"]]
    assert planet.first_orbit == tables.record.tile_first_orbit
    assert rows(tables, planet.first_orbit) == [(opcodes.SPECIES_CARD, 1)]
    assert (slot.colour, slot.capacity) == (-1, 3)
    assert slot.first_win == slot.later_win
    assert [texts(tables, gained) for gained in slot.position_gain] == [["score 1"], [], ["score 2"], [], [], []]


def test_stars(tables: Tables) -> None:
    slots = tables.record.slots[: t.N_STARS]
    assert [slot.capacity for slot in slots] == [5, 4, 6, 5, 5, 6, 6, 5]
    assert [opcodes.SECTOR_COLOURS[slot.colour] for slot in slots] == [
        "blue", "black", "blue", "red", "yellow", "red", "yellow", "black",
    ]  # fmt: skip
    assert all(texts(tables, slot.position_gain[1]) == ["score 2"] for slot in slots)
    assert texts(tables, slots[1].first_win) == ["score 2", "trace red 1"]
    assert texts(tables, slots[1].later_win) == ["score 5"]


def test_technologies(tables: Tables) -> None:
    assert [tech.kind for tech in tables.record.techs] == [0] * 4 + [1] * 4 + [2] * 4
    assert rows(tables, tables.record.techs[opcodes.PROBE_1].also) == [(opcodes.LAUNCH, 1)]
    assert rows(tables, tables.record.techs[opcodes.COMPUTER_1].lower) == [gain(opcodes.CREDIT, 1)]
    tiles = [texts(tables, program) for program in tables.record.tile_gains]
    assert tiles == [["score 3"], ["energy 1"], ["publicity 1"], ["card 1"]]
    assert [texts(tables, gained) for gained in tables.record.computer_top] == [
        [], ["publicity 1"], [], ["income 1"], [], [],
    ]  # fmt: skip


def test_the_words_of_lasting_effects_come_back(tables: Tables) -> None:
    for stack in tables.catalogue.board.tech.stack:
        numbers = [int(tables.record[field]) for field in forms.TECH_NUMBERS.get(stack.id, ())]
        printed = [*stack.lasting, *(f"scan: {text}" for text in stack.scan_extra)]
        assert forms.tech_text(stack.id, numbers) == ", ".join(printed)


def test_gold(tables: Tables) -> None:
    assert tables.record.gold["values"].tolist() == [
        [[11, 8, 5], [7, 5, 3]],
        [[4, 3, 2], [8, 6, 4]],
        [[11, 8, 5], [5, 4, 3]],
        [[8, 6, 4], [8, 6, 4]],
    ]
    kind, half, *unused = tables.record.count[tables.record.gold[1, 1]["count"]].tolist()
    assert (kind, unused) == (opcodes.C_HALF, [-1, -1])
    total, missions, cards, nothing = tables.record.count[half].tolist()
    assert (total, nothing) == (opcodes.C_SUM, -1)
    assert tables.record.count[missions]["kind"] == opcodes.C_MISSIONS
    assert tables.record.count[cards]["kind"] == opcodes.C_ENDGAME_CARDS


def test_species(tables: Tables) -> None:
    species = tables.record.species
    assert [one.first_card for one in species] == [140, 150, 160, 170, 180]
    assert [one.n_cards for one in species] == [10, 10, 10, 10, 15]
    assert [one.n_spaces for one in species] == [17, 15, 15, 15, 15]
    assert [one.face_up_card for one in species] == [1, 1, 1, 1, 0]
    assert [(one.deal_per_marker, one.deal_per_player) for one in species] == [(1, 0)] * 4 + [(1, 3)]
    samples = [space.token for space in species[opcodes.MASCAMITES].spaces]
    assert samples == [-1] * 10 + [0, 1, 2, 3, 4, 5, 6]
    fourth = species[opcodes.CENTAURIANS].spaces[3]
    assert (fourth.colour, fourth.row, fourth.cost_resource, fourth.cost_amount) == (
        opcodes.TRACE_RED,
        4,
        opcodes.DATA,
        3,
    )
    assert species[opcodes.ANOMALIES].spaces[4].capacity == t.UNLIMITED
    assert species[opcodes.EXERTIANS].spaces[0].danger == 3
    assert len({tuple(texts(tables, program)) for program in tables.record.samples}) == 7
    assert texts(tables, tables.record.anomaly_gain[1][1]) == ["card 1"]


def test_both_files_tell_the_same_discovery_spaces(tables: Tables) -> None:
    common, discovery = tables.catalogue.aliens.common, tables.catalogue.board.discovery
    assert common.discovery_spaces.left_gain == discovery.space.left
    assert common.discovery_spaces.right_gain == discovery.space.right
    assert common.overflow_spaces.gain == discovery.overflow


def test_the_lists_of_missions_agree_with_the_cards(tables: Tables) -> None:
    for number, species in enumerate(tables.catalogue.aliens.species.in_order()):
        cards = [card for card in tables.catalogue.alien_cards.card if card.species == opcodes.SPECIES[number]]
        assert species.components.cards == len(cards)
        assert species.cards.missions == [card.id for card in cards if card.mission or card.triggers]
        assert species.cards.endgame == [card.id for card in cards if card.endgame]


def test_deck_sizes(tables: Tables) -> None:
    main = tables.record.cards[: t.N_MAIN_CARDS]
    assert np.bincount(main["income"]).tolist() == [47, 47, 44]
    assert sum(np.bincount(main["sector"])) == t.N_MAIN_CARDS
    assert tables.record.cards["promo"].sum() == 2


def test_names(tables: Tables) -> None:
    assert len(tables.names.cards) == t.N_CARDS
    assert tables.names.cards[0] == "Pioneer 11 Mission"
    assert tables.names.cards[138:141] == ("Not a planet since 2006", "Gateway to Mars", "First Contact")
    assert tables.names.moons[0] == "phobos_deimos"
    assert tables.names.stars[6] == "61_virginis"
    assert tables.names.techs[opcodes.TELESCOPE_4] == "telescope_4"


def test_nothing_is_unsupported(tables: Tables) -> None:
    assert unsupported(tables) == []
    assert tables.record.cards["supported"].all()
    assert tables.record.species["supported"].tolist() == [1] * 5


# ------------------------------------------------------------------ one record, closed
def test_the_record_is_cached_and_read_only(tables: Tables) -> None:
    assert load_tables() is tables
    assert load_tables({}) is tables
    assert isinstance(tables.record, np.record)
    for change in ("rounds", "start_score"):
        with pytest.raises(ValueError, match="read-only"):
            tables.record[change] = 1
    with pytest.raises(ValueError, match="read-only"):
        tables.record.cards[0].cost = 1
    with pytest.raises(ValueError, match="read-only"):
        tables.record.program[0] = (opcodes.MOVE, 1, 0, 0)


def test_the_hash_is_that_of_the_bytes(tables: Tables) -> None:
    again = load_tables({"board": {"setup": {"rounds": 5}}})
    assert again.hash == tables.hash
    assert len(tables.hash) == 64
    assert load_tables({"board": {"setup": {"rounds": 4}}}).hash != tables.hash


def test_tables_have_room_left(tables: Tables) -> None:
    used = np.flatnonzero(tables.record.program["op"])[-1]
    assert used < t.MAX_PROGRAM_ROWS // 2


# ------------------------------------------------------------------ overrides
def test_overrides_change_what_they_name_and_nothing_else(tables: Tables) -> None:
    changed = load_tables({"board": {"actions": {"launch": {"credit": 3}}}})
    assert changed.record.launch_credit == 3
    differing = [
        name for name in t.TABLES.fields or () if changed.record[name].tobytes() != tables.record[name].tobytes()
    ]
    assert differing == ["launch_credit"]
    assert load_tables().record.launch_credit == 2


def test_overrides_of_entries_with_ids() -> None:
    changed = load_tables(
        {
            "cards": {"card": {39: {"cost": 1, "effects": ["signal any 3"]}}},
            "board": {
                "sectors": {"board": {"1": {"stars": {"vega": {"data": 6}}}}},
                "planet": {"jupiter": {"moons": {"io": {"land": ["score 1"]}}}},
                "tech": {"stack": {"probe_3": {"lasting": ["land_cost -2"]}}},
                "setup": {"use_promos": True},
            },
        }
    )
    assert changed.record.cards[38].cost == 1
    assert rows(changed, changed.record.cards[38].effects) == [(opcodes.SIGNAL, opcodes.SRC_ANY, 3)]
    assert changed.record.slots[1].capacity == 6
    assert rows(changed, changed.record.moons[1].land) == [gain(opcodes.SCORE, 1)]
    assert changed.record.land_tech_discount == 2
    assert changed.record.use_promos == 1


def test_a_card_may_get_a_part_it_does_not_have() -> None:
    changed = load_tables({"cards": {"card": {"130": {"endgame": ["each techs any: score 1"]}}}})
    assert changed.record.cards[129].has_endgame == 1


BAD_OVERRIDES = [
    ({"bord": {}}, 'overrides: unknown key "bord"; there are board, cards, aliens, alien_cards and rulings'),
    (
        {"board": {"actions": {"launch": {"credits": 3}}}},
        'board.toml with overrides: actions.launch: unknown key "credits"',
    ),
    ({"board": {"actions": 3}}, "overrides: board.actions: a table is wanted"),
    ({"board": {"setup": {"rounds": {"a": 1}}}}, "overrides: board.setup.rounds: no table is wanted"),
    ({"cards": {"62": {"cost": 1}}}, 'cards.toml with overrides: unknown key "62"'),
    ({"cards": {"card": {"139": {"cost": 1}}}}, 'overrides: cards.card: unknown key "139"'),
    (
        {"board": {"planet": {"jupiter": {"moons": {"moon": {"land": []}}}}}},
        'overrides: board.planet.jupiter.moons: unknown key "moon"',
    ),
    (
        {"board": {"tech": {"stack": {"probe_1": {"lasting": ["limit probes many"]}}}}},
        'board.toml with overrides: tech.stack probe_1: "limit probes many" is a form that is not implemented',
    ),
    (
        {"board": {"tech": {"stack": {"probe_1": {"lasting": []}}}}},
        "board.toml with overrides: tech.stack probe_1: 0 lines in place of 1",
    ),
    (
        {"board": {"free_actions": {"buy_card": {"pay": "credit 1"}}}},
        'board.toml with overrides: free_actions.buy_card: "credit 1" is not an amount of publicity',
    ),
    (
        {"board": {"sectors": {"contributor_gain": ["data 1"]}}},
        'board.toml with overrides: sectors: "data 1" is not an amount of publicity in contributor_gain',
    ),
    (
        {"aliens": {"species": {"oumuamua": {"tile": {"visit": ["data 1", "data 1"]}}}}},
        'aliens.toml with overrides: species.oumuamua.tile: "data 1, data 1" is not an amount of one resource in visit',
    ),
    (
        {"aliens": {"species": {"exertians": {"deal_on_discovery": {"per_player": 9}}}}},
        "aliens.toml with overrides: species.exertians: more than 8 cards for one player",
    ),
]


@pytest.mark.parametrize(("overrides", "message"), BAD_OVERRIDES)
def test_bad_overrides_are_answered_with_one_line(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(ComponentError) as raised:
        load_tables(overrides)
    assert str(raised.value) == message


def test_too_many_distinct_effects_are_refused() -> None:
    everywhere = {number: {"effects": [f"score {number}"] * 40} for number in range(1, 60)}
    with pytest.raises(ComponentError, match=r"^\d+ program rows, but the table holds 2048$"):
        load_tables({"cards": {"card": everywhere}})


# ------------------------------------------------------------------ variants
def test_the_shipped_variant() -> None:
    assert variant_names() == ["discovery_5_5", "printed", "promos", "refresher"]
    assert load_tables(load_variant("promos")).record.use_promos == 1
    changed = load_tables(load_variant("discovery_5_5"))
    left, right = changed.record.discovery_gain
    assert left == right
    assert texts(changed, right) == ["score 5", "publicity 1"]


def test_a_variant_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "cheap.toml"
    path.write_text("[board.actions.launch]\ncredit = 1\n[cards.card.39]\ncost = 0\n", encoding="utf-8")
    changed = load_tables(load_variant(path))
    assert (changed.record.launch_credit, changed.record.cards[38].cost) == (1, 0)


@pytest.mark.parametrize(
    ("text", "message"), [(None, 'no variant ".*": neither a file nor one of disc'), ("a = ", ": ")]
)
def test_unreadable_variants(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "broken.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ComponentError, match=message):
        load_variant(path)


def test_gold_sides_are_laid_without_changing_the_box(tables: Tables) -> None:
    laid = with_gold_sides(tables, (0, 1, -1, 1))
    assert laid.record.gold_fixed.tolist() == [0, 1, -1, 1]
    assert tables.record.gold_fixed.tolist() == [-1] * 4
    assert laid.hash == tables.hash
    with pytest.raises(ValueError, match="read-only"):
        laid.record.gold_fixed[0] = 1
