"""Compiled functions: callees as intermediate code, whole functions with nothing visible but their entrances."""

import ast
from pathlib import Path

import pytest
from compilation.programs import PRINTED, PROGRAM, run

import seti_sim
from seti_sim.compilation.linking import ENTRANCES

WRAPPERS = {"jit", "inlined", "entry"}


def kept(folder: Path) -> dict[str, int]:
    """When the files of compiled code were last written, by name."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / "cache").rglob("*.nb?")}


def test_functions_call_each_other_however_they_are_compiled(tmp_path):
    assert run(tmp_path, PROGRAM) == PRINTED
    assert run(tmp_path, PROGRAM, NUMBA_DISABLE_JIT="1") == PRINTED


def test_what_is_on_the_disk_is_used_again(tmp_path):
    first = run(tmp_path, PROGRAM)
    files = kept(tmp_path)
    assert {name.startswith("callee-") for name in files} == {True, False}
    assert run(tmp_path, PROGRAM) == first
    assert kept(tmp_path) == files


def test_a_caller_is_compiled_with_callees_from_the_disk(tmp_path):
    run(tmp_path, PROGRAM)
    whole = [path for path in (tmp_path / "cache").rglob("*.nb?") if not path.name.startswith("callee-")]
    assert whole
    for path in whole:
        path.unlink()
    callees = kept(tmp_path)
    assert run(tmp_path, PROGRAM) == PRINTED
    assert {name: when for name, when in kept(tmp_path).items() if name.startswith("callee-")} == callees


def test_integers_of_all_widths_share_one_specialisation(tmp_path):
    told = """
for function in twice, third:
    callee = function.get_overload.__self__
    print(len(callee.overloads))
"""
    assert run(tmp_path, PROGRAM + told).split("\n")[1:] == ["1", "1"]


def test_nothing_but_the_entrances_can_be_seen(tmp_path):
    told = """
import llvmlite.binding
for function in total, larger:
    library = next(iter(function.overloads.values())).library
    names = [f.name for f in library.get_defined_functions() if f.linkage != llvmlite.binding.Linkage.internal]
    print(*names)
"""
    lines = run(tmp_path, PROGRAM + told).split("\n")[1:]
    assert [len(line.split()) for line in lines] == [1, 2]  # Python; Python and by address
    assert all(name.startswith(ENTRANCES) for line in lines for name in line.split())


@pytest.mark.parametrize("fault", ["1 // 0", "values[7]"])
def test_faults_are_those_of_numba(tmp_path, fault):
    """Division as in numpy, and bounds checked only where that is asked for."""
    program = (
        "import numpy as np\nfrom seti_sim.jit import jit\n"
        f"@jit\ndef inner(values):\n    return values[0] if values.shape[0] > 5 else {fault}\n"
        "@jit\ndef outer(values):\n    return inner(values)\n"
        "try:\n    outer(np.zeros(2, np.int64))\n    print('fine')\nexcept IndexError as error:\n    print(error)\n"
    )
    expected = "index is out of bounds" if fault.startswith("values") else "fine"
    assert run(tmp_path, program, NUMBA_BOUNDSCHECK="1") == expected


LAST = """
import numpy as np
from seti_sim.jit import jit

def last(values, back):
    return values[-back]

def own(values, back):
    return values[-back]

own.__module__ = "seti_sim.example"
own, last = jit(own), jit(last)
values = np.array([3, 6], np.int8)
print(last(values, 1), end=" ")
try:
    own(values, 1)
except IndexError as error:
    print(error)
"""


def test_an_index_of_the_project_does_not_count_from_the_end(tmp_path):
    """That of others does, as in numpy; where bounds are checked a negative index of ours is an error."""
    assert run(tmp_path, LAST, NUMBA_BOUNDSCHECK="1") == "6 index is out of bounds"


def compiled_functions():
    for path in sorted((Path(seti_sim.__file__).parent).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and {ast.unparse(d) for d in node.decorator_list} & WRAPPERS:
                yield path, node


def test_no_compiled_function_is_written_with_an_index_from_the_end():
    found = list(compiled_functions())
    assert len(found) > 400
    for path, function in found:
        for node in ast.walk(function):
            if isinstance(node, ast.Subscript):
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                assert not any(isinstance(part, ast.UnaryOp) for part in parts), f"{path}:{node.lineno}"
