"""What decides the two hashes of source code, tried on a small package of the same shape."""

import ast
from pathlib import Path

import pytest

from seti_sim.compilation import sources

FILES = {
    "__init__.py": "",
    "jit.py": "def jit(function):\n    return function\n",
    "engine/__init__.py": "",
    "engine/state.py": "N = 4\n",
    "engine/rules.py": (
        "from seti_sim.engine.state import (\n    N,\n)\nfrom seti_sim.jit import jit\n\n\n"
        "@jit\ndef f():\n    return N\n"
    ),
    "policies/__init__.py": "",
    "policies/describe.py": '"""Writes documents, with an example:\n\n@jit\ndef f():\n"""\n',
    "runner/__init__.py": "",
    "runner/parts.py": "from seti_sim.engine import rules\nfrom seti_sim.runner.outcomes import table\n",
    "runner/outcomes.py": "def table():\n    return 1\n",
    "runner/design.py": "",
    "runner/arms.py": "from seti_sim.runner.progress import say\n",
    "runner/blocks.py": "from seti_sim.runner.progress import say\n",
    "runner/treatments.py": "",
    "runner/progress.py": "def say():\n    return 1\n",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package in which nothing is remembered from the real one."""
    root = tmp_path / "seti_sim"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(sources, "PACKAGE", root)
    forget()
    yield root
    forget()


def forget():
    for function in (sources.compiled_sources, sources.recorded_sources, sources._file_of, sources._code):
        function.cache_clear()


def hashes():
    forget()
    return sources.compiled_hash(), sources.source_hash()


@pytest.mark.parametrize(
    ("changed", "compiled", "recorded"),
    [
        ("engine/rules.py", True, True),  # a compiled function
        ("engine/state.py", True, True),  # a constant that it uses
        ("jit.py", True, True),  # how it is compiled
        ("policies/describe.py", False, False),  # a writer of documents
        ("runner/outcomes.py", False, True),  # what the tables hold
        ("runner/arms.py", False, True),  # what the tables of experiments hold
        ("runner/blocks.py", False, True),  # what the tables of comparisons hold
        ("runner/treatments.py", False, True),  # what is done to a seat
        ("runner/progress.py", False, False),  # what is shown meanwhile
    ],
)
def test_a_change_counts_where_it_can_change_something(package, changed, compiled, recorded):
    before = hashes()
    with (package / changed).open("a") as file:
        file.write("\n")
    after = hashes()
    assert (before[0] != after[0], before[1] != after[1]) == (compiled, recorded)


def test_a_new_module_with_compiled_functions_counts(package):
    before = hashes()
    (package / "policies" / "other.py").write_text("from seti_sim.jit import jit\n\n\n@jit\ndef g():\n    return 1\n")
    assert hashes()[0] != before[0]


def test_compiled_functions_are_found_in_the_code_and_not_in_its_strings():
    for path in sources.PACKAGE.rglob("*.py"):
        functions = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef))
        decorators = {getattr(item, "id", None) for function in functions for item in function.decorator_list}
        expected = bool(decorators & {"jit", "entry", "inlined"})
        assert sources.has_compiled_functions(path) == expected, path


def test_the_real_package():
    def names(files):
        return {path.relative_to(sources.PACKAGE).as_posix() for path in files}

    compiled, recorded = names(sources.compiled_sources()), names(sources.recorded_sources())
    assert {"jit.py", "compilation/linking.py", "engine/state.py", "components/tables.py"} <= compiled
    assert {path.name for path in (sources.PACKAGE / "engine").glob("*.py") if "@jit" in path.read_text()} <= {
        Path(name).name for name in compiled
    }
    assert {"components/loader.py", "runner/outcomes.py", "runner/card_uses.py", "runner/blocks.py"} <= recorded
    assert not {"policies/describe.py", "engine/text.py", "engine/validate.py", "components/show.py"} & recorded
    assert not {name for name in recorded if name.startswith(("cli/", "analysis/", "reporting/"))}
