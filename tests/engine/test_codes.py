"""Numbers that stand for one thing among others: no two of a family are equal, and each has its text."""

import pytest

from seti_sim.components import opcodes as words
from seti_sim.engine import errors, frames, moves, quick_checks, species_checks

FAMILIES = {
    "checks": ((quick_checks, species_checks), "CHECK_", ()),
    "errors": ((errors,), "E_", ()),
    "frames": ((frames,), "F_", ()),
    "events": ((words,), "EV_", ()),
    "sources of signals": ((words,), "SRC_", ("SRC_BASE",)),
    "moves": ((moves,), "K_", ()),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_two_of_a_family_share_a_number(family):
    modules, prefix, others = FAMILIES[family]
    numbers = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name.startswith(prefix) and name not in others and isinstance(value, int)
    }
    assert len(numbers) > 5
    shared = {value: [n for n, v in numbers.items() if v == value] for value in numbers.values()}
    assert [names for names in shared.values() if len(names) > 1] == []


def test_every_check_and_error_has_its_text():
    checks = {v for m in (quick_checks, species_checks) for n, v in vars(m).items() if n.startswith("CHECK_")}
    assert checks == set(quick_checks.COMPILED_TEXTS)
    assert len(set(quick_checks.COMPILED_TEXTS.values())) == len(checks)
    assert {v for n, v in vars(errors).items() if n.startswith("E_")} == set(errors.ERROR_TEXTS)
