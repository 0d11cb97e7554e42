"""The generated tables of docs/rules.md, and that every other ruling of the rules is shown."""

from pathlib import Path

import pytest

from seti_sim.components.rulings import SWITCHES
from tests.rules.coverage import RULES
from tests.rules.page import scenarios_by_choice, with_tables

ELSEWHERE = {("reward_move", "lost"): "test_rulings.py"}  # no position of the box shows it


def test_the_page_is_up_to_date():
    """Run ``python -m tests.rules.page`` when this fails."""
    text = RULES.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_a_missing_mark_is_told():
    with pytest.raises(ValueError, match=r"rules\.md has no <!-- begin options -->"):
        with_tables("nothing")


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_other_ruling_has_a_scenario(switch):
    found = scenarios_by_choice()
    for value in list(switch.values)[1:]:
        if (switch.name, value) in ELSEWHERE:
            text = (Path(__file__).parent / ELSEWHERE[switch.name, value]).read_text(encoding="utf-8")
            assert f'"{switch.name}": "{value}"' in text
        else:
            assert found.get((switch.name, value)), f"no scenario chooses {switch.name} = {value}"
