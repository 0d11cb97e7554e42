"""``seti-sim scenario check``: differences, exit codes and one line for damaged files; ``scripts/test --rules``."""

import sys
from pathlib import Path

import pytest
from rules import coverage

GOOD = """title = "A launch costs two credits"
rules = ["LAUNCH-01"]
moves = ["launch"]
expect = { player.0.credits = "-2" }
"""


def write(name, text):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_scenario_that_holds(command):
    write("good.toml", GOOD)
    assert command("scenario", "check", "good.toml") == (0, "1 file, 0 with differences\n", "")


def test_differences_are_told_by_file_and_path(command):
    write("good.toml", GOOD)
    write("bad.toml", GOOD.replace("-2", "-3"))
    assert command("scenario", "check", "bad.toml", "good.toml") == (
        1,
        "bad.toml: player.0.credits is 2, expected 1 (-3)\n2 files, 1 with differences\n",
        "",
    )


def test_folders_are_searched_to_the_bottom(command):
    write("all/good.toml", GOOD)
    write("all/deep/good.toml", GOOD)
    write("all/notes.txt", "no scenario")
    assert command("scenario", "check", "all") == (0, "2 files, 0 with differences\n", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD[:-3], "seti-sim: all/broken.toml: not valid TOML: "),
        (GOOD.replace('launch"', 'lunch"'), 'seti-sim: all/broken.toml: move 1: unknown move "lunch"'),
        (GOOD.replace("credits", "credit"), 'seti-sim: all/broken.toml: expect: unknown path "player.0.credit"'),
        (GOOD.replace("rules", "rule"), 'seti-sim: all/broken.toml: unknown key "rule", did you mean rules?'),
    ],
)
def test_a_damaged_file_is_one_line(command, text, message):
    write("all/broken.toml", text)
    code, out, err = command("scenario", "check", "all")
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["missing.toml"], ["empty"], []])
def test_nothing_to_check_is_one_line(command, words):
    Path("empty").mkdir()
    code, out, err = command("scenario", "check", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_table_of_rules_names_a_gap(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["coverage", "--table"])
    assert coverage.main() == 0
    assert "LAUNCH-01" in capsys.readouterr().out
    monkeypatch.setattr(coverage, "mentions", lambda: iter([("NEVER-01", "some/test.py")]))
    assert coverage.main() == 1
    out = capsys.readouterr().out
    assert "not shown: LAUNCH-01" in out
    assert "no such rule: NEVER-01 in some/test.py" in out
