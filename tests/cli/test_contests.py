"""The commands that play strategies against each other: files, words, exit codes; no real games."""

import csv
import json
import re
from importlib.resources import files

import pytest
from reporting.test_build import check
from runner import fake_engine

from seti_sim.runner import blocks, inputs, parts


@pytest.fixture(autouse=True)
def fake(monkeypatch, compiled):
    for module in (inputs, blocks):
        monkeypatch.setattr(module, "load_strategy", fake_engine.load_strategy)
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)


def schema(name):
    return json.loads((files("seti_sim.reporting") / name).read_text(encoding="utf-8"))


def test_compare_writes_words_tables_charts_and_json(command, tmp_path):
    code, out, err = command("compare", "greedy", "random", "--games", 100, "--players", 3, "--out", "first")
    assert code == 0
    assert err.splitlines()[-1].startswith("102 of 102 games")
    assert out.endswith("102 games in 17 blocks: results/first\n")
    assert "No difference between the strategies' win shares is significant" in out
    folder = tmp_path / "results/first"
    record = json.loads((folder / "compare.json").read_text())
    check(record, schema("compare.schema.json"), schema("compare.schema.json"))
    assert (record["games"], record["blocks"], record["games_a_block"]) == (102, 17, 6)
    assert record["command"] == "seti-sim compare greedy random --games 100 --players 3 --seed 1 --out results/first"
    assert {row["name"] for row in record["strategies"]} == {"greedy", "random"}
    with (folder / "tables/compare-matrix.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 2
    assert sorted(path.name for path in (folder / "charts").iterdir())[:2] == ["compare-ahead.png", "compare-ahead.svg"]


def test_resume_says_what_goes_on_with_a_comparison(command):
    command("compare", "greedy", "random", "--games", 12, "--out", "x", "--quiet")
    end = "it holds no manifest.json; it is resumed by the command that started it\n"
    assert command("resume", "results/x") == (2, "", f"seti-sim: results/x is not a run folder: {end}")


def test_the_same_command_goes_on_and_says_the_same(command, tmp_path):
    words = ["compare", "greedy", "random", "random", "--out", "x", "--quiet"]
    assert command(*words, "--games", 200) == (0, "", "")
    first = (tmp_path / "results/x/compare.json").read_bytes()
    command(*words, "--games", 300)
    command(*words, "--games", 200)
    assert (tmp_path / "results/x/compare.json").read_bytes() == first


def test_a_stopped_comparison_says_how_to_go_on(command, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(blocks.BlockFolder, "rows", stopped)
    for out, again in (("x", "results/x"), ("./x", "./x")):
        code, _, err = command("compare", "greedy", "random", "--games", 60, "--out", out, "--quiet")
        assert code == 130
        assert err == (
            "seti-sim: stopped; what was played is kept; resume with: "
            f"seti-sim compare greedy random --games 60 --players 4 --seed 1 --out {again}\n"
        )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["greedy"], "strategies: a comparison takes 2 to 16, not 1"),
        (["greedy", "nobody"], "unknown strategy 'nobody'"),
        (["greedy", "random", "--players", 5], "players must be 2 to 4, not 5"),
        (["greedy", "random", "--games", 0], "games must be at least 1, not 0"),
        (["greedy", "random", "--seed", -1], "seed must be at least 0, not -1"),
        (["greedy", "random", "--species", "klingons,random"], "species: unknown species 'klingons'"),
        (["greedy", "random", "--threads", 0], "threads must be at least 1, not 0"),
        ([], "Missing argument 'strategies'"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing(command, tmp_path, words, line):
    code, out, err = command("compare", *words, "--out", "x")
    assert (code, out) == (2, "")
    assert err.startswith(f"seti-sim: {line}"), err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_duel_says_why_it_stopped_and_how_to_go_on(command, tmp_path):
    words = ["duel", "greedy", "random", "--sprt", 0, 10, "--players", 2, "--out", "d"]
    code, out, _ = command(*words, "--max-blocks", 30)
    assert code == 0
    assert "Not decided after 30 blocks (60 games)" in out
    assert "Go on with: seti-sim duel greedy random --sprt 0 10 --alpha 0.05 --beta 0.05 --model logistic" in out
    left = int(re.search(r"it takes about ([\d,]+) more blocks", out)[1].replace(",", ""))
    assert f"--max-blocks {30 + left} --out results/d" in out
    record = json.loads((tmp_path / "results/d/duel.json").read_text())
    check(record, schema("duel.schema.json"), schema("duel.schema.json"))
    assert (record["verdict"], record["blocks"]) == ("open", 30)
    assert record["score"]["value"] == 0.5  # the stand-in plays alike for everybody
    assert len((tmp_path / "results/d/tables/duel-course.csv").read_text().splitlines()) == 31


def test_the_verdict_does_not_depend_on_threads_or_stops(command, tmp_path):
    words = ["duel", "greedy", "random", "--sprt", 20, 40, "--seed", 3, "--quiet", "--max-blocks"]
    command(*words, 30, "--out", "a", "--threads", 1)
    command(*words, 5000, "--out", "a", "--threads", 1)
    command(*words, 5000, "--out", "b", "--threads", 2)
    a, b = (json.loads((tmp_path / f"results/{name}/duel.json").read_text()) for name in "ab")
    assert a["verdict"] == "elo0"
    assert a.pop("command") != b.pop("command")
    a.pop("sentences"), b.pop("sentences")
    assert a == b


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--sprt", 5, 0], "the bounds need elo0 below elo1"),
        (["--alpha", 0.9], "alpha and beta must lie between 0 and 0.5"),
        (["--model", "bayes"], "no Elo model is called 'bayes'"),
        (["--max-blocks", 0], "max-blocks must be at least 1"),
        (["--players", 7], "players must be 2 to 4, not 7"),
    ],
)
def test_a_mistake_in_a_duel_is_one_line(command, tmp_path, words, line):
    code, out, err = command("duel", "greedy", "random", *words, "--out", "x")
    assert (code, out) == (2, "")
    assert err.startswith(f"seti-sim: {line}"), err
    assert not list(tmp_path.iterdir())


def test_profile_tells_how_strategies_play(command, tmp_path):
    code, out, _ = command("profile", "greedy", "random", "--games", 30, "--players", 3, "--out", "p")
    assert code == 0
    assert out.startswith("greedy: ")
    assert "Main actions by round" in out
    assert out.endswith("results/p\n")
    record = json.loads((tmp_path / "results/p/profile.json").read_text())
    check(record, schema("profile.schema.json"), schema("profile.schema.json"))
    assert record["tables"][1]["rows"][0][0] == "Final score"
    with (tmp_path / "results/p/tables/profile-techs-taken.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 12
    charts = sorted(path.stem for path in (tmp_path / "results/p/charts").glob("*.svg"))
    assert charts == ["profile-actions", "profile-points", "profile-techs"]
    assert command("profile", "greedy", "--games", 1)[0] == 2


def test_plan_says_how_many_games(command):
    questions = ["--until", "win share +-0.2", "--until", "difference 1 at power 0.9"]
    code, out, err = command("plan", *questions, "--rate", 1000)
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first == (
        "180,069 games: a win share of 25 % to +-0.2 percentage points (95 %); assumed: independent games, "
        "3 min at 1000 games a second"
    )
    assert second == (
        "39,920 games a side: distinguishing 25 % from 26 % at 5 % with power 0.9; assumed: independent games, "
        "80 s at 1000 games a second"
    )


def test_plan_takes_the_spread_from_games(command, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "blocks.json").write_text("[" * 100_000)
    command("compare", "greedy", "random", "--games", 60, "--out", "c", "--quiet")
    code, out, _ = command("plan", "--until", "score +-0.5", "--from", "results/c")
    assert code == 0
    assert "the spread of results/c" in out
    for words, line in (
        (["--players", 2], "results/c holds games of 4 players, not of 2"),
        (["--players", 9], "players must be 2 to 4"),
        (["--rate", 0], "rate must be above 0"),
        (["--from", "nowhere"], "nowhere is not a folder of blocks"),
        (["--from", "deep"], "can't use deep/blocks.json: invalid JSON: recursion limit exceeded"),
        (["--until", "fun"], "unknown target 'fun'"),
    ):
        code, _, err = command("plan", "--until", "score +-0.5", "--from", "results/c", *words)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith(f"seti-sim: {line}")
