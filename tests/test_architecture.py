"""The shape of the project: floors, sizes, the one wrapper around numba, scripts and lock file."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from seti_sim.compilation.sources import COMPILED_FOLDERS

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "seti_sim").rglob("*.py"))
LONGEST_MODULE = 500
LONGEST_FUNCTION = 60


def test_imports_only_point_down_the_floors():
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_can_be_read_at_one_sitting(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, f"{node.name} in line {node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_compiled_functions_use_the_one_wrapper(path):
    if path.parent.name == "compilation":
        return
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(njit|jitclass|guvectorize|vectorize|prange)\b", text)
    assert not re.search(r"^\s*@numba\.", text, flags=re.MULTILINE)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_compiled_functions_live_where_the_cache_sees_their_sources(path):
    if path.relative_to(ROOT / "seti_sim").parts[0] in COMPILED_FOLDERS:
        return
    assert not re.search(r"^\s*@(jit|inlined|entry)\b", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_every_package_says_what_it_knows():
    for folder in (ROOT / "seti_sim").iterdir():
        if folder.is_dir() and any(folder.glob("*.py")):
            assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder.name


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-lowest.lock"])
def test_the_lock_holds_names_versions_and_hashes_only(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    for line in text.splitlines():
        assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line), line


@pytest.mark.parametrize("script", ["scripts/quickstart", "scripts/test", "scripts/bench", "scripts/lock", ".ci/run"])
def test_scripts_can_be_run(script):
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    assert subprocess.run(["bash", "-n", path]).returncode == 0
