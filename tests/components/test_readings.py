"""The registry of readings, and choosing among them in a variant."""

import re
from importlib import resources

import pytest

from seti_sim.components.loader import load_tables, load_variant
from seti_sim.components.readings import READINGS, SWITCHES
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.show import show_readings
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
    assert [reading.rule for reading in READINGS if reading.rule.startswith("OPEN-")] == points


def test_every_inferred_line_is_an_option():
    aliens = (resources.files("seti_sim.components") / "data" / "aliens.toml").read_text(encoding="utf-8")
    rules = {reading.rule for reading in READINGS}
    for words, rule in INFERRED.items():
        assert words in aliens, words
        assert rule in rules
    lines = [line for line in aliens.splitlines() if "inferred" in line and not line.startswith("#")]
    assert len(lines) == len(INFERRED) - 1  # O14 says it in other words
    assert all(any(words in line for words in INFERRED) for line in lines)


def test_names_are_unique_and_switches_have_fields():
    names = [reading.name for reading in READINGS]
    assert len(set(names)) == len(names)
    assert load_tables().record.readings.dtype.names == tuple(switch.name for switch in SWITCHES)
    assert len(SWITCHES) >= 20


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_is_stored_and_changes_the_hash(switch):
    default = load_tables()
    assert default.record.readings[switch.name] == 0
    for number, value in enumerate(switch.values):
        tables = load_tables({"readings": {switch.name: value}})
        assert tables.record.readings[switch.name] == number
        assert (tables.hash == default.hash) == (number == 0)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"overflw": "always"}, 'readings: unknown key "overflw"; seti-sim show readings lists them'),
        ({"overflow": "never"}, "readings: overflow: there are always, last_resort, not 'never'"),
        ({"windows": "none"}, "readings: windows: only between_steps is supported, not 'none'"),
        ({"overflow": ["always"]}, "readings: overflow: there are always, last_resort, not ['always']"),
        (3, "readings: a table is wanted"),
    ],
)
def test_what_is_not_implemented_is_refused_in_one_line(choices, message):
    with pytest.raises(ComponentError) as caught:
        load_tables({"readings": choices})
    assert str(caught.value) == f"overrides: {message}"


def test_a_variant_file_chooses_readings(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[readings]\noverflow = "last_resort"\nwindows = "between_steps"\n', encoding="utf-8")
    tables = load_tables(load_variant(path))
    assert tables.record.readings.overflow == 1
    lines = show_readings(tables).splitlines()
    assert len(lines) == len(READINGS) + 2
    assert re.search(r"^overflow +OPEN-18 +last_resort +always +May", show_readings(tables), flags=re.MULTILINE)
    assert re.search(r"^windows +OPEN-23 +between_steps +only this one is supported", "\n".join(lines), re.MULTILINE)


def test_the_right_discovery_spaces_may_give_the_same_as_the_left_ones():
    left, right = load_tables({"readings": {"right_discovery_space": "as_left"}}).record.discovery_gain
    assert left == right
    variant = load_tables(load_variant("discovery_5_5"))
    assert variant.record.discovery_gain.tolist() == [left, right]
