"""The registry of opcodes: one row and one function make a word of effects, and what is missing is told here."""

import ast
from pathlib import Path

import pytest

from seti_sim.components import grammar, limits, opcodes
from seti_sim.components.explain import explain_effect
from seti_sim.components.syntax import Simple

ENGINE = Path(__file__).parents[2] / "seti_sim" / "engine" / "programs.py"
FUNCTIONS = {
    "gain": "run_gain",
    "action": "run_action",
    "mark": "run_mark",
    "structure": "run_structure",
    "card": "run_card_word",
    "species": "run_species_word",
}
SIMPLE = [op for op in opcodes.OPS if op.form in (opcodes.BARE, opcodes.NUMBERED, opcodes.OWN)]
OWN_TEXTS = {
    opcodes.GAIN: "score 2", opcodes.LAND: "land any_moon", opcodes.TECH: "tech any", opcodes.SIGNAL: "signal any 1",
    opcodes.TRACE: "trace any 1",
    opcodes.PAY: "pay credit 1", opcodes.COPY_SAMPLE: "copy_sample own_probe",
}  # fmt: skip


def test_rows_stand_in_the_order_of_their_numbers() -> None:
    assert [op.number for op in opcodes.OPS] == list(range(opcodes.N_OPS))
    constants = {
        name: value for name, value in vars(opcodes).items() if name == name.upper() and isinstance(value, int)
    }
    assert {op.name.upper(): op.number for op in opcodes.OPS}.items() <= constants.items()


def test_names_and_spellings_are_there_once() -> None:
    assert len(set(opcodes.OP_NAMES)) == opcodes.N_OPS
    spellings = [op.spelling for op in opcodes.OPS if op.spelling]
    assert len(set(spellings)) == len(spellings)
    assert all(op.spelling for op in opcodes.OPS if op.form in (opcodes.BARE, opcodes.NUMBERED, opcodes.ARROW))


def test_groups_cover_all_opcodes_without_a_gap() -> None:
    covered = [number for group in opcodes.GROUPS for number in range(group.first, group.last + 1)]
    assert covered == list(range(opcodes.N_OPS))


def compared(name: str) -> tuple[set[int], bool]:
    """The opcodes a function of the engine compares ``row.op`` with, and whether the last branch is an error."""
    (function,) = (f for f in ast.parse(ENGINE.read_text()).body if isinstance(f, ast.FunctionDef) and f.name == name)
    found = {
        getattr(opcodes, node.comparators[0].attr)
        for node in ast.walk(function)
        if isinstance(node, ast.Compare) and ast.unparse(node.left) == "row.op"
        and isinstance(node.comparators[0], ast.Attribute)
    }  # fmt: skip
    return found, ast.unparse(function).rstrip().endswith("unknown_op(game)")


@pytest.mark.parametrize("group", FUNCTIONS)
def test_the_function_of_a_group_carries_out_all_of_it(group: str) -> None:
    (one,) = (g for g in opcodes.GROUPS if g.name == group)
    found, refuses = compared(FUNCTIONS[group])
    names = {number: opcodes.OP_NAMES[number] for number in range(one.first, one.last + 1)}
    missing = [name for number, name in names.items() if number not in found]
    assert missing == [], f"{FUNCTIONS[group]} has no branch for {missing}"
    assert refuses, f"{FUNCTIONS[group]} does not end in unknown_op"


@pytest.mark.parametrize("op", SIMPLE, ids=lambda op: op.name)
def test_a_simple_word_is_read_written_and_explained(op: opcodes.Op) -> None:
    text = OWN_TEXTS.get(op.number) or (op.spelling if op.form == opcodes.BARE else f"{op.spelling} 1")
    effect = grammar.parse_effect(text)
    assert isinstance(effect, Simple)
    assert effect.op == op.number
    assert grammar.write_effect(effect) == text
    phrase = explain_effect(effect)
    assert phrase
    assert "{" not in phrase


@pytest.mark.parametrize("op", [op for op in opcodes.OPS if op.most], ids=lambda op: op.name)
def test_a_number_of_a_word_has_its_limit(op: opcodes.Op) -> None:
    limits.check_effect(Simple(op.number, op.most))
    with pytest.raises(ValueError, match=f"{op.most + 1} is more than a game can hold; at most {op.most}"):
        limits.check_effect(Simple(op.number, op.most + 1))


def test_every_numbered_word_has_a_limit() -> None:
    assert [op.name for op in opcodes.OPS if op.form == opcodes.NUMBERED and not op.most] == []
