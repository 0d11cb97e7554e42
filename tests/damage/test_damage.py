"""Damaged inputs: a few in every run of the tests, two hundred in the full one, thousands by a command."""

import pytest
from damage.harness import check


@pytest.mark.parametrize(("cases", "seed"), [(20, 7), pytest.param(200, 8, marks=pytest.mark.full)])
def test_damaged_inputs_are_refused_in_one_line_or_change_nothing(cases, seed):
    harness = check(cases, seed)
    assert harness.faults == []
    assert sum(harness.ends.values()) == cases
    assert any(end.endswith("refused") for end in harness.ends)
