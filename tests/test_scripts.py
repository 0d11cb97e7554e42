"""The scripts fit the modules they use: until 2026-12 two of them named what had been renamed."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def load(path, monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    name = f"script_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_every_script_finds_what_it_imports(path, monkeypatch):
    load(path, monkeypatch)


@pytest.mark.full
def test_same_games_plays_and_finds_a_game_that_differs(monkeypatch, tmp_path, capsys):
    script = load(SCRIPTS / "same_games.py", monkeypatch)
    monkeypatch.setattr(script, "GAMES", 3)
    file = tmp_path / "games.json"

    def call(what):
        monkeypatch.setattr(sys, "argv", ["same_games", what, str(file), "--strategies", "random,greedy"])
        try:
            script.main()
        except SystemExit as left:
            return left.code
        return 0

    assert call("write") == 0
    assert call("compare") == 0
    assert "all games are the same, decision by decision" in capsys.readouterr().out
    text = file.read_text()
    first = text.split('"')[3]
    file.write_text(text.replace(first, "0" * 16, 1))
    assert call("compare") == 1
    assert "1 of 3 games differ, the first is game 0" in capsys.readouterr().out
