"""Every TOML file is read through one door: one line for whatever is wrong with it."""

import pytest

from seti_sim.components.loader import load_variant
from seti_sim.components.schema_base import ComponentError
from seti_sim.policies.strategies import StrategyError, load_strategy
from seti_sim.runner.errors import PlanError
from seti_sim.runner.grid import read_grid
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.files import load_scenario
from seti_sim.toml_files import read_toml

DEEP = "tables and lists are nested more than 50 deep"
DOORS = {
    "plan": (read_grid, PlanError),
    "strategy": (lambda file: load_strategy(str(file)), StrategyError),
    "variant": (load_variant, ComponentError),
    "scenario": (load_scenario, ScenarioError),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"a = " + b"[" * 20_000, DEEP),
        (b"a = " + b"{a=" * 3_000 + b"1" + b"}" * 3_000, DEEP),
        (b"a" + b".a" * 3_000 + b" = 1", DEEP),
        (b"[a" + b".a" * 3_000 + b"]", DEEP),
        (b"[[a.b]]\n" * 9 + b"a = " + b"[" * 49 + b"]" * 49, DEEP),
        (b"\xff", "it is not UTF-8 text"),
        (b"a = ", "not valid TOML: Invalid value (at end of document)"),
        (b"a = " + b"9" * 5_000, "not valid TOML: Exceeds the limit"),
        (b"a = 0x" + b"f" * 5_000, "not valid TOML: a whole number has more than 4096 bits"),
    ],
)
def test_a_broken_file_is_one_line_at_every_door(tmp_path, door, content, line):
    read, fault = DOORS[door]
    file = tmp_path / "broken.toml"
    file.write_bytes(content)
    with pytest.raises(fault) as caught:
        read(file)
    assert str(caught.value).startswith(f"{file}: {line}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("door", DOORS)
def test_a_file_that_cannot_be_read_is_one_line_at_every_door(tmp_path, door):
    read, fault = DOORS[door]
    for name in (".toml", "a\0b.toml", f"{'long' * 100}.toml", "none.toml"):
        (tmp_path / ".toml").mkdir(exist_ok=True)
        with pytest.raises(fault, match=r"^(can't read|no variant|unknown strategy) .*toml") as caught:
            read(tmp_path / name)
        assert "\n" not in str(caught.value)


def test_what_is_nested_as_far_as_ours_is_read(tmp_path):
    file = tmp_path / "good.toml"
    file.write_text(f"a = {'[' * 40}{']' * 40}\nn = {2**63 - 1}\n")
    assert read_toml(file, ValueError)["n"] == 2**63 - 1
