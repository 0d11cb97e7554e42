"""The policy in code that docs/strategies.md shows works as it says; wrong ones are refused in one line."""

import importlib
import re
from pathlib import Path

import numba
import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.policies.play import PLUGIN, play_chunk
from seti_sim.policies.strategies import StrategyError, available_strategies, load_strategy, parse_strategy

ROOT = Path(__file__).parents[2]
MODULE = "own_policies_for_test"


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a module with a plug-in policy ``tireless``, as pip would."""

    def install(source, target="tireless"):
        (tmp_path / f"{MODULE}.py").write_text(source)
        info = tmp_path / f"{MODULE}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[seti_sim.policies]\ntireless = {MODULE}:{target}\n")
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


def test_an_index_outside_the_list_ends_the_game_with_an_error(install):
    install("from seti_sim.jit import entry\n\n@entry\ndef tireless(game, tables, moves, n, a):\n    return n\n")
    one = load_strategy("tireless")
    games = play_chunk(
        load_tables().record, 3, 0, 1, 2, np.full(4, PLUGIN), np.tile(one.params, (4, 1)), np.array([-1, -1]),
        (one.plugin,) * 4,
    )  # fmt: skip
    assert games["error"][0] == 11


def test_without_plugins_only_the_library_is_there():
    assert "tireless" not in [strategy.name for strategy in available_strategies()]
    with pytest.raises(StrategyError, match="unknown strategy 'tireless'"):
        load_strategy("tireless")
