import pytest
from rules.coverage import TESTS, gaps, scenario_files, unknown

from seti_sim.scenario.check import check_scenario


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: str(path.relative_to(TESTS / "scenarios")))
def test_scenario(path):
    assert check_scenario(path) == []


def test_every_rule_is_shown():
    assert gaps() == []


def test_scenarios_and_tests_name_rules_that_exist():
    assert unknown() == []
