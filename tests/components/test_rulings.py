"""The registry of rulings, and choosing among them in a variant."""

import re
from importlib import resources

import pytest

from seti_sim.components.loader import load_tables, load_variant
from seti_sim.components.rulings import RULINGS, SWITCHES
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.show import show_rulings
from tests.rules.coverage import RULES

INFERRED = {
    "order inferred; it only matters": "C3",
    "traded away as cards (trade inferred)": "C10",
    "not reshuffled into the species deck. (inferred)": "C13",
    "three sectors is decided at random. (inferred)": "anomalies.setup",
    "hidden from the others. (the hiding is inferred)": "M4",
    "once for several probes of one player: inferred": "oumuamua.setup",
    "completed sectors are resolved (moment inferred)": "O10",
    "no source says what happens if they run out": "O14",
    "under the paragraph on these markers": "Z4",
    "(the latter inferred)": "Z8",
    "Points of the final scoring trigger nothing. (inferred)": "Z12",
    "number of played cards are open (inferred)": "E2",
}


def test_every_open_point_is_an_option():
    points = re.findall(r"^\*\*(OPEN-\d\d)\*\*", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(points) == 25
    assert [ruling.rule for ruling in RULINGS if ruling.rule.startswith("OPEN-")] == points


def test_every_inferred_line_is_an_option():
    aliens = (resources.files("seti_sim.components") / "data" / "aliens.toml").read_text(encoding="utf-8")
    rules = {ruling.rule for ruling in RULINGS}
    for words, rule in INFERRED.items():
        assert words in aliens, words
        assert rule in rules
    lines = [line for line in aliens.splitlines() if "inferred" in line and not line.startswith("#")]
    assert len(lines) == len(INFERRED) - 1  # O14 says it in other words
    assert all(any(words in line for words in INFERRED) for line in lines)


def test_names_are_unique_and_switches_have_fields():
    names = [ruling.name for ruling in RULINGS]
    assert len(set(names)) == len(names)
    assert load_tables().record.rulings.dtype.names == tuple(switch.name for switch in SWITCHES)
    assert len(SWITCHES) >= 20


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_is_stored_and_changes_the_hash(switch):
    default = load_tables()
    assert default.record.rulings[switch.name] == 0
    for number, value in enumerate(switch.values):
        tables = load_tables({"rulings": {switch.name: value}})
        assert tables.record.rulings[switch.name] == number
        assert (tables.hash == default.hash) == (number == 0)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"overflw": "always"}, 'rulings: unknown key "overflw"; seti-sim show rulings lists them'),
        ({"overflow": "never"}, "rulings: overflow: there are always, last_resort, not 'never'"),
        ({"windows": "none"}, "rulings: windows: only between_steps is supported, not 'none'"),
        ({"overflow": ["always"]}, "rulings: overflow: there are always, last_resort, not ['always']"),
        (3, "rulings: a table is wanted"),
    ],
)
def test_what_is_not_implemented_is_refused_in_one_line(choices, message):
    with pytest.raises(ComponentError) as caught:
        load_tables({"rulings": choices})
    assert str(caught.value) == f"overrides: {message}"


def test_a_variant_file_chooses_rulings(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[rulings]\noverflow = "last_resort"\nwindows = "between_steps"\n', encoding="utf-8")
    tables = load_tables(load_variant(path))
    assert tables.record.rulings.overflow == 1
    lines = show_rulings(tables).splitlines()
    assert len(lines) == len(RULINGS) + 2
    assert re.search(r"^overflow +OPEN-18 +last_resort +always +May", show_rulings(tables), flags=re.MULTILINE)
    assert re.search(r"^windows +OPEN-23 +between_steps +only this one is supported", "\n".join(lines), re.MULTILINE)


def test_the_right_discovery_spaces_may_give_the_same_as_the_left_ones():
    left, right = load_tables({"rulings": {"right_discovery_space": "as_left"}}).record.discovery_gain
    assert left == right
    variant = load_tables(load_variant("discovery_5_5"))
    assert variant.record.discovery_gain.tolist() == [left, right]


def test_the_table_by_its_former_name_is_refused_with_a_hint():
    with pytest.raises(
        ComponentError, match=r"^overrides: the table \[readings\] is now called \[rulings\]; rename it$"
    ):
        load_tables({"readings": {"overflow": "last_resort"}})
