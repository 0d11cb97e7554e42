"""Numba's documented interface alone: the same results, on request and where numba lacks a private name."""

import re
from pathlib import Path

import pytest
from compilation.programs import PRINTED, PROGRAM, code_files, run

from seti_sim.compilation import linking

PRINT_REASON = "\nimport seti_sim.jit\nprint(seti_sim.jit.PLAIN)\n"


def test_on_request(tmp_path):
    printed = run(tmp_path, PROGRAM + PRINT_REASON, SETI_SIM_PLAIN_NUMBA="1").split("\n")
    assert printed == [PRINTED, "SETI_SIM_PLAIN_NUMBA is set"]
    assert code_files(tmp_path)
    assert not [path for path in code_files(tmp_path) if path.name.startswith("callee-")]


@pytest.mark.parametrize("name", ["environment.lookup_environment"])
def test_by_itself_where_a_name_is_missing(tmp_path, name):
    module, missing = name.split(".")
    lack = f"import numba.core.{module}\ndel numba.core.{name}\n"
    first, second = run(tmp_path, lack + PROGRAM + PRINT_REASON).split("\n")
    assert first == PRINTED
    assert missing in second


@pytest.mark.parametrize(
    ("owner", "registry"), [(linking.JITCodeLibrary, "PRIVATE_NAMES"), (linking.CodeLibrary, "PRIVATE_ATTRIBUTES")]
)
def test_every_private_name_is_looked_for(monkeypatch, owner, registry):
    """This version has all; one that it lacks is found among methods and among attributes."""
    assert linking.missing_names() == []
    monkeypatch.setattr(linking, registry, {owner: ("_renamed",)})
    assert linking.missing_names() == [f"{owner.__name__}._renamed"]


def test_no_private_name_is_used_without_being_looked_for():
    text = Path(linking.__file__).read_text()
    used = set(re.findall(r"(?:self|library|cres|super\(\))\.(_[a-z]\w+)", text))
    listed = {
        name
        for names in (linking.PRIVATE_NAMES, linking.PRIVATE_ATTRIBUTES)
        for found in names.values()
        for name in found
    }
    own = {"_finalized", "_found", "_signature"}
    assert used - own <= listed, used - own - listed


def test_compiled_code_is_used_again(tmp_path):
    def times():
        return {path.name: path.stat().st_mtime_ns for path in code_files(tmp_path)}

    run(tmp_path, PROGRAM, SETI_SIM_PLAIN_NUMBA="1")
    first = times()
    run(tmp_path, PROGRAM, SETI_SIM_PLAIN_NUMBA="1")
    assert times() == first
