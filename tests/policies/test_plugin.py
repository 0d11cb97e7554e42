"""The policy in code that docs/strategies.md shows works as it says; wrong ones are refused in one line."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.engine.errors import E_POLICY, E_RAISED
from seti_sim.policies.play import PLUGIN, play_chunk
from seti_sim.policies.plugins import watched
from seti_sim.policies.strategies import StrategyError, available_strategies, load_strategy, parse_strategy
from seti_sim.runner.errors import GameFailed
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.parts import failure_line
from seti_sim.runner.plan import make_plan
from seti_sim.runner.replay import GameReplayer
from tests.own_policies import HEAD, MODULE, write_package

ROOT = Path(__file__).parents[2]


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a module with a plug-in policy ``tireless``, as pip would."""

    def install(source, target="tireless"):
        write_package(tmp_path, source, target)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(__import__("sys").modules, MODULE, raising=False)
        importlib.invalidate_caches()

    return install


def shown():
    """The Python code in docs/strategies.md."""
    return re.search(r"```python\n(.*?)```", (ROOT / "docs" / "strategies.md").read_text(), re.DOTALL).group(1)


def test_the_shown_policy_plays(install):
    install(shown())
    one, other = load_strategy("tireless"), load_strategy("greedy")
    assert one.policy == PLUGIN
    assert one.name == "tireless"
    policies, params = np.array([one.policy, 1, 1, 1]), np.tile(other.params, (4, 1))
    games = play_chunk(
        load_tables().record, 3, 0, 4, 2, policies, params, np.array([-1, -1]), (one.plugin, None, None, None)
    )
    assert not games["error"].any()
    assert (games["over"] == 1).all()
    others = play_chunk(load_tables().record, 3, 0, 4, 2, np.ones(4, np.int64), params, np.array([-1, -1]))
    assert (games["players"]["score"] != others["players"]["score"]).any()


def test_a_file_gives_it_other_weights_and_its_source_counts(install):
    install(shown())
    text = 'name = "eager"\npolicy = "tireless"\n[weights]\ncredit = 4.0\n'
    one = parse_strategy(text, "eager.toml")
    assert (one.name, one.policy) == ("eager", PLUGIN)
    assert one.digest != load_strategy("tireless").digest
    path = Path(__import__(MODULE).__file__)
    path.write_text(path.read_text() + "\n# changed\n")
    assert parse_strategy(text, "eager.toml").digest != one.digest


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("x = 1 /", "tireless", r"^mine.toml: plug-in policy 'tireless' \(.*\) cannot be loaded: "),
        ("", "nothing", "cannot be loaded: .*nothing"),
        ("tireless = 3", "tireless", r"must be a function \(game, tables, moves, n, a\)"),
        ("def tireless(game):\n    return 0\n", "tireless", r"must be a function \(game, tables, moves, n, a\)"),
        ("def tireless(game, tables, moves, n, a):\n    return 0\n", "tireless", "compiled with seti_sim.jit.entry"),
    ],
)
def test_wrong_ones_are_refused(install, source, target, message):
    install(source, target)
    text = 'name = "mine"\npolicy = "tireless"\n'
    if numba.config.DISABLE_JIT and source.startswith("def tireless(game, tables"):
        assert parse_strategy(text, "mine.toml").policy == PLUGIN  # nothing is compiled then, so nothing is missing
        return
    with pytest.raises(StrategyError, match=message):
        parse_strategy(text, "mine.toml")


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("    game.players[0].score\n", None, "must return the index of a move, a whole number, and not none"),
        ("    return n / 2\n", None, "a whole number, and not float64"),
        ("    return n > 1\n", None, "a whole number, and not bool"),
        ("    if n > 3:\n        return 1\n", None, r"a whole number, and not OptionalType\(int64\)"),
        ("    raise ValueError('no')\n", None, "a whole number, and not none"),
        ("    yield 1\n", None, "must return the index of a move$"),
        ("    return game.players[0].scroe\n", 5, "does not compile: .*: there is no field 'scroe'$"),
        ("    return missing(game)\n", 4, "does not compile: .*name 'missing' is not defined$"),
        ("    x = 1\n    if n > 3:\n        x = 'a'\n    return n + x\n", 7, "does not compile: .*Cannot unify"),
        ("    with open('x') as f:\n        return 0\n", 3, "does not compile: .*is not supported"),
        ("    return n if n > 3 else 'a'\n", 5, "does not compile: .*(?:Can.t|Cannot) unify"),
    ],
)
def test_what_does_not_compile_is_one_line_with_the_users_file(install, body, line, reason):
    install(HEAD + body)
    with pytest.raises(StrategyError, match=reason) as caught:
        load_strategy("tireless")
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 500
    assert text.startswith("tireless: plug-in policy 'tireless' (")
    if line is not None:
        assert re.search(rf"{MODULE}\.py:\d+: ", text)


def test_small_integers_are_indices(install):
    install(HEAD + "    return moves.list[0].kind * 0\n")
    one = load_strategy("tireless")
    games = play_chunk(
        load_tables().record, 3, 0, 2, 2, np.full(4, PLUGIN), np.tile(one.params, (4, 1)), np.array([-1, -1]),
        (one.plugin,) * 4,
    )  # fmt: skip
    assert not games["error"].any()


@pytest.mark.parametrize(
    ("body", "error", "text"),
    [
        ("    return n\n", E_POLICY, "a policy chose a move that is not in the list of legal moves"),
        ("    return -1\n", E_POLICY, "a policy chose a move that is not in the list of legal moves"),
        ("    if n > 5:\n        raise ValueError('too many')\n    return 0\n", E_RAISED, "ValueError: too many"),
        ("    assert n < 6\n    return 0\n", E_RAISED, "AssertionError"),
        ("    assert n < 6, 'much'\n    return 0\n", E_RAISED, "AssertionError: much"),
    ],
)  # fmt: skip
def test_what_goes_wrong_in_a_policy_ends_the_game(install, capfd, body, error, text):
    """Seed, game, decision and strategy are named, nothing is played after it, and nothing is printed."""
    install(HEAD + body)
    one = load_strategy("tireless")
    with watched() as raised:
        games = play_chunk(
            load_tables().record, 3, 0, 4, 2, np.full(4, PLUGIN), np.tile(one.params, (4, 1)), np.array([-1, -1]),
            (one.plugin,) * 4,
        )  # fmt: skip
    assert games["error"][0] == error
    assert not games["decisions"][1:].any()
    assert games["over"][0] == 1
    inputs = load_inputs(make_plan(games=4, players=2, strategies=["tireless"], seed=3))
    line = failure_line(inputs, games[0], raised.reason)
    number = int(games["decisions"][0]) + 1
    assert line == f"game 0 of seed 3 failed: strategy 'tireless', decision {number}: {text}"
    assert "Exception ignored" not in capfd.readouterr().err


def test_seats_chosen_from_python_raise_it(install):
    install(HEAD + "    if n > 5:\n        raise ValueError('too many')\n    return 0\n")
    inputs = load_inputs(make_plan(games=1, players=2, strategies=["tireless"], seed=3))
    with pytest.raises(
        GameFailed, match=r"^game 0 of seed 3 failed: strategy 'tireless', decision \d+: ValueError: too"
    ):
        GameReplayer(inputs, 0).moves()


def test_other_unraisable_exceptions_go_where_they_went(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)

    class Leaves:
        def __del__(self):
            raise RuntimeError("late")

    with watched() as raised:
        assert sys.unraisablehook != seen.append
        Leaves()
    assert not raised.flag[0]
    assert [type(item.exc_value) for item in seen] == [RuntimeError]
    assert sys.unraisablehook == seen.append


def test_an_installed_package_changes_no_test(tmp_path):
    """With a policy package on the path these tests pass as without one."""
    write_package(tmp_path, shown())
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "refused or without_plugins"]
    done = subprocess.run(
        [*words, "tests/policies/test_strategies.py", "tests/policies/test_plugin.py"],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_without_plugins_only_the_library_is_there():
    assert "tireless" not in [strategy.name for strategy in available_strategies()]
    with pytest.raises(StrategyError, match="unknown strategy 'tireless'"):
        load_strategy("tireless")
