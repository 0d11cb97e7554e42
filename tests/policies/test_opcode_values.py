"""Every opcode has a value for the heuristic, or none on purpose; one that was forgotten is refused."""

import numpy as np
import pytest

from seti_sim.components import opcodes
from seti_sim.components.loader import load_tables
from seti_sim.components.tables import TABLES
from seti_sim.engine.state import GAME
from seti_sim.policies.play import appraisal_of
from seti_sim.policies.strategies import load_strategy
from seti_sim.policies.valuation import instruction_value

PARAMS = load_strategy("balanced").params


def box(op):
    """The printed box with a row of this opcode in front of its programs, and the place of the row."""
    tables = np.zeros(1, TABLES)
    tables[0] = load_tables().record
    tables["program"][0, 1] = (op, 1, 1, 0)
    return tables[0]


@pytest.mark.parametrize("op", opcodes.OPS, ids=lambda op: op.name)
def test_what_has_a_value_has_one_and_nothing_else(op):
    game = np.zeros(1, GAME)[0]
    game.round_number = 1
    value = instruction_value(game, box(op.number), appraisal_of(load_tables().record, PARAMS), 1)
    assert not np.isnan(value), f"add {op.name} to instruction_value in policies/valuation.py"
    assert (value != 0) == op.valued


def test_an_unknown_opcode_is_refused():
    with pytest.raises(ValueError, match=f"^opcode {opcodes.N_OPS} has no value"):
        appraisal_of(box(opcodes.N_OPS), PARAMS)
