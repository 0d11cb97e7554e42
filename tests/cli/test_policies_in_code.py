"""A policy in code that raises or does not compile ends every command that plays: one line, its exit code."""

import os
import re
import subprocess
import sys

import numba
import pytest

from tests.own_policies import HEAD, write_package

RAISES = HEAD + "    if n > 8:\n        raise ValueError('too many')\n    return 0\n"
MISSPELT = HEAD + "    return game.players[0].scroe\n"
COMMANDS = {
    "run": "run --games 20 --players 2 --strategies tireless,random --threads 2 --out x --quiet",
    "cluster": "run --games 20 --players 2 --strategies tireless,random --cluster local:1 --out x --quiet",
    "plan": "run plan.toml --out x --quiet",
    "dry-run": "run --games 20 --players 2 --strategies tireless,random --dry-run --quiet",
    "compare": "compare tireless random --games 20 --players 2 --out x --quiet",
    "duel": "duel tireless random --sprt 0 10 --players 2 --out x --quiet",
    "profile": "profile tireless --games 20 --players 2 --out x --quiet",
    "tune": "tune tireless --weights credit,energy --games 8 --players 2 --held-out 20 --out x --quiet",
}
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="plays in processes of its own")


@pytest.fixture
def shell(tmp_path):
    """Run a command in an empty folder with the policy of the source on the path."""

    def run(command, source):
        packages = tmp_path / "packages"
        packages.mkdir()
        write_package(packages, source)
        (tmp_path / "plan.toml").write_text('games = 20\nplayers = [2]\nstrategies = [["tireless", "random"]]\n')
        return subprocess.run(
            [sys.executable, "-m", "seti_sim.cli", *command.split()],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(packages)}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return run


@pytest.mark.parametrize("name", COMMANDS)
def test_one_that_raises_is_named(shell, name):
    done = shell(COMMANDS[name], RAISES)
    pattern = r"seti-sim: game \d+ of seed \d+ failed: strategy '[\w-]+', decision \d+: ValueError: too many\n"
    assert re.fullmatch(pattern, done.stderr), done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_one_that_does_not_compile_is_refused_before_anything_is_written(shell, tmp_path, name):
    done = shell(COMMANDS[name], MISSPELT)
    assert re.fullmatch(r"seti-sim: .*does not compile: .*:5: there is no field 'scroe'\n", done.stderr), done.stderr
    assert done.returncode == 2
    assert not (tmp_path / "x").exists()
