"""``seti-sim doctor`` and ``warmup``, and the other door, ``python -m seti_sim``."""

import json
import subprocess
import sys

import pytest

from seti_sim.cli import doctor


def seti(*words):
    return subprocess.run([sys.executable, "-m", "seti_sim", *words], capture_output=True, text=True)


def test_doctor_finds_the_installation_in_order():
    done = seti("doctor", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same_games"] is True
    assert found["games_per_second_and_core"] > 100
    assert found["libraries"]["numba"][0].isdigit()
    assert "self-test, 100 games: the same games on one thread and on two" in "\n".join(doctor.lines_of(found))


def test_games_that_differ_are_a_failure(monkeypatch, capsys):
    results = iter([b"", b"a", b"b"])
    monkeypatch.setattr(doctor, "played", lambda *_, **__: next(results))
    with pytest.raises(doctor.typer.Exit) as left:
        doctor.doctor()
    assert left.value.exit_code != 0
    assert "FAILED: games differ between threads" in capsys.readouterr().out


@pytest.mark.full
def test_warmup_says_where_compiled_code_is_kept():
    done = seti("warmup")
    assert done.returncode == 0, done.stderr
    assert "compiled code is kept in" in done.stdout


def test_the_package_runs_as_a_module():
    assert seti("--version").stdout.startswith("seti-sim ")
