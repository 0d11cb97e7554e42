"""Numbers and names that make no sense are refused in one line before anything is played or made."""

import csv
import json
import os

import pytest
from runner import fake_engine

from seti_sim.cli import options
from seti_sim.runner import fit, inputs, parts, tune

HUGE = "9" * 50


@pytest.fixture(autouse=True)
def fake(monkeypatch, compiled):
    def played(*_, **__):
        raise AssertionError("a game was played")

    monkeypatch.setattr(parts, "play_chunk", played)
    monkeypatch.setattr(fit, "play_pairs", played)
    monkeypatch.setattr(tune, "games_of", played)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["run", "--games", 10**12], "games must be at most 1000000000, not 1000000000000"),
        (["run", "--games", HUGE], f"games must be at most 1000000000, not {HUGE}"),
        (["run", "--games", 10**9], "chunk: 1000000000 games in parts of 500 make 2000000 parts, more than 200000"),
        (["run", "--chunk", 400_000], "chunk must be at most 20000, not 400000"),
        (["run", "--threads", 10**22], f"threads must be at most 1024, not {10**22}"),
        (["run", "--cluster", f"local:{10**22}"], "cluster: the number of workers must be at most 1024, not 1000000"),
        (["resume", "x", "--threads", 10**22], "threads must be at most 1024"),
        (["compare", "greedy", "random", "--games", HUGE], "games must be at most 20000000, not 999"),
        (["compare", "greedy", "random", "--threads", HUGE], "threads must be at most 1024"),
        (["compare", "greedy", "random", "--seed", HUGE], "seed must be at most 9223372036854775807"),
        (["compare", "greedy", "random", "--out", ""], "out: the name of the folder is empty"),
        (["profile", "greedy", "--games", HUGE], "games must be at most 500000"),
        (["duel", "greedy", "random", "--max-blocks", HUGE], "max-blocks must be at most 10000000"),
        (["duel", "greedy", "random", "--alpha", "1e-320"], "alpha and beta must lie between 0 and 0.5, at least"),
        (["duel", "greedy", "random", "--beta", "nan"], "alpha and beta must lie between 0 and 0.5, at least"),
        (["duel", "greedy", "random", "--sprt", "nan", "5"], "the bounds need elo0 below elo1"),
        (["tune", "greedy", "--budget", HUGE], "budget must be at most 1000000000"),
        (["tune", "greedy", "--games", HUGE], "games must be at most 50000"),
        (["tune", "greedy", "--held-out", HUGE], "held-out must be at most 20000000"),
        (["tune", "greedy", "--name", "a,b"], "a,b: name must be a text of one line without commas"),
        (["tune", "greedy", "--name", "x" * 300], "name: a name of 305 bytes, more than 200"),
        (["fit", "greedy", "--out", "f.toml", "--pairs", HUGE], "pairs must be at most 1000000000"),
        (["fit", "greedy", "--out", "f.toml", "--rival", "nan"], "rival must be from -10 to 10, not nan"),
        (["fit", "greedy", "--out", "f.toml", "--rival", "inf"], "rival must be from -10 to 10, not inf"),
        (["fit", "greedy", "--out", "a,b.toml"], "out: a,b.toml: name must be a text of one line without commas"),
        (["fit", "greedy", "--out", "x" * 300 + ".toml"], "out: a name of 305 bytes, more than 200"),
        (["plan", "--until", "win share +-1", "--rate", "nan"], "rate must be above 0 and at most 1,000,000,000"),
        (["plan", "--until", "win share +-1", "--rate", "inf"], "rate must be above 0 and at most 1,000,000,000"),
        (["plan", "--until", "win share +-0.000000000000000001"], "numbers have to be 0 or from 0.0001 to 1e+06"),
        (["plan", "--until", "difference 0.000000000000000001"], "numbers have to be 0 or from 0.0001 to 1e+06"),
        (["plan", "--until", "elo 0 0.00000001"], "numbers have to be 0 or from 0.0001 to 1e+06"),
        (["plan", "--until", f"elo 0 {HUGE}"], "numbers have to be 0 or from 0.0001 to 1e+06"),
        (["report", "x", "--out", "."], "the report needs a folder with a name, not '.'"),
        (["report", "x", "--out", ""], "the report needs a folder with a name, not '.'"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_before_the_first_game(command, tmp_path, words, line):
    code, out, err = command(*words)
    assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith(f"seti-sim: {line}"), err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", ['a"b', "a'b", "\N{ROCKET}", "a b", "=1+1", "é", "back\\slash"])
def test_fit_and_tune_take_any_name_that_a_strategy_may_have(command, monkeypatch, tmp_path, name):
    import numpy as np

    from seti_sim.policies.strategies import load_strategy
    from seti_sim.runner.fit import nothing_fitted
    from seti_sim.runner.tune import make_tuning

    monkeypatch.setattr(fit, "fit_evaluation", lambda *_: nothing_fitted())
    (tmp_path / f"{name} base.toml").write_text('name = "b"\npolicy = "heuristic"\n')
    code, _, err = command("fit", f"{name} base.toml", "--out", f"{name}.toml", "--quiet")
    assert code == 0, err
    assert load_strategy(f"{name}.toml").name == name
    tuning = make_tuning(f"{name}.toml", name=f"{name} 2")
    made = tuning.candidate(tuning.values(np.full(len(tuning.weights), 0.5)), tuning.name, ["made\nby", name], "é\x7f")
    assert (made.name, made.about) == (f"{name} 2", "é\x7f")


def test_a_plan_whose_cells_have_long_names_is_refused(command, tmp_path):
    (tmp_path / f"{'z' * 195}.toml").write_text('name = "z"\n')
    names = json.dumps([f"{'z' * 195}.toml", "greedy"])
    (tmp_path / "p.toml").write_text(f"games = 1\nplayers = 2\nstrategies = [{names}]\n")
    for words in (["--dry-run"], []):
        code, _, err = command("run", "p.toml", "--out", "o", *words)
        assert code == 2
        assert (
            err.startswith("seti-sim: p.toml: cell: a name of 200 bytes, more than 200")
            or "bytes, more than 200" in err
        )
        assert err.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_a_plan_of_too_many_cells_is_refused_soon(command, tmp_path):
    rows = ", ".join(f'{{ tech = "{side}" }}' for side in ("a", "b"))
    many = json.dumps(["greedy"] * 30_000)
    (tmp_path / "p.toml").write_text(f"games = 1\nplayers = [2]\nstrategies = {many}\ngold = [{rows}]\n")
    code, _, err = command("run", "p.toml", "--out", "o")
    assert (code, err.count("\n")) == (2, 1)
    assert "comes twice" in err or "more than 20000 cells" in err


def test_a_large_plan_reads_every_file_once(monkeypatch, tmp_path):
    from seti_sim.runner.grid import read_grid

    read, boxes = [], []
    load, box = inputs.load_strategy, inputs.load_tables
    monkeypatch.setattr(inputs, "load_strategy", lambda name: (read.append(name), load(name))[1])
    monkeypatch.setattr(inputs, "load_tables", lambda variant: (boxes.append(variant), box(variant))[1])
    line_ups = json.dumps([["greedy", "random"], ["balanced", "greedy"], ["random", "balanced"], "greedy", "random"])
    sides = ", ".join(f'{{ tech = "{a}", income = "{b}" }}' for a in "ab" for b in "ab")
    species = json.dumps([["random", "random"], ["exertians", "random"]])
    (tmp_path / "p.toml").write_text(
        f"games = 1\nplayers = [2, 3, 4]\nstrategies = {line_ups}\ngold = [{sides}]\nspecies = {species}\n"
    )
    cells = read_grid(tmp_path / "p.toml")
    assert len(cells) > 100
    assert sorted(read) == ["balanced", "greedy", "random"]
    assert len(boxes) == 4


# ---------------------------------------------------------------- names and cells
def test_two_commands_begun_at_once_have_two_folders():
    assert len({options.new_name("run") for _ in range(50)}) == 50


def test_out_is_a_path_where_it_names_a_folder_above():
    assert str(options.folder_of("..", "compare")) == ".."
    assert str(options.folder_of("x", "compare")) == "results/x"


def test_no_cell_of_a_table_is_a_formula():
    from seti_sim.analysis.content import Table
    from seti_sim.analysis.estimate import COUNT, Estimate
    from seti_sim.reporting.summary import csv_text

    names = ['=HYPERLINK("x")', "@SUM(A1)", "+1+1", "-2-3", "\tx", "plain", "-", "+3 pp", "a=b"]
    figure = Estimate.exact(-3, COUNT, "n", 3)
    table = Table("t", "T", "", ("=1", "Figure"), tuple((name, figure) for name in names))
    rows = list(csv.reader(csv_text(table).splitlines()))
    assert rows[0][0] == "'=1"
    assert [row[0] for row in rows[1:]] == [f"'{name}" for name in names[:5]] + names[5:]
    assert rows[1][1] == "-3"


def test_names_made_different_say_which_file_they_are(command, monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    own = tmp_path / "mine.toml"
    own.write_text('name = "greedy"\npolicy = "heuristic"\n')
    for kind, more in (("compare", ["--games", 12]), ("duel", ["--max-blocks", 3]), ("profile", ["--games", 4])):
        code, out, err = command(kind, "greedy", "./mine.toml", *more, "--out", kind)
        assert code == 0, err
        assert "greedy is greedy; greedy (2) is ./mine.toml." in out
        record = json.loads((tmp_path / f"results/{kind}/{kind}.json").read_text())
        assert "greedy is greedy; greedy (2) is ./mine.toml." in record["sentences"]
    _, out, _ = command("compare", "greedy", "random", "--games", 12, "--out", "plain")
    assert " is greedy" not in out


def test_a_duel_promises_what_its_command_allows(command, monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    _, out, _ = command("duel", "greedy", "random", "--sprt", 0, 1, "--max-blocks", 60, "--out", "d")
    assert "Not decided after 60 blocks" in out
    allowed = int(out.split("--max-blocks ")[1].split()[0])
    if "more blocks" in out:
        wanted = int(out.split("it takes about ")[1].split()[0].replace(",", ""))
        assert allowed >= 60 + wanted
    from seti_sim.cli import contests

    monkeypatch.setattr(contests, "MAX_BLOCKS", 60)
    _, out, _ = command("duel", "greedy", "random", "--sprt", 0, 1, "--max-blocks", 60, "--out", "d")
    assert "A duel takes no more." in out
    assert "--max-blocks" not in out


def test_a_report_on_an_unfinished_run_says_so(command, tmp_path):
    import synthetic
    from synthetic import Plan

    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    (run / "seats/part-00002.parquet").unlink()
    synthetic.seal(run, status="interrupted")
    code, out, err = command("report", "run", "--sections", "seats")
    assert (code, out) == (0, "report: reports/run/index.html\n")
    assert "run is not finished (status: interrupted)" in err
    assert "run: part 2 is missing, 20 of 60 games are not here" in err


def test_a_run_is_resumed_from_another_folder(command, monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    (tmp_path / "mine.toml").write_text('name = "mine"\npolicy = "heuristic"\n')
    (tmp_path / "cheap.toml").write_text("[board.actions.launch]\ncredit = 1\n")
    words = ["--players", 2, "--strategies", "mine.toml,greedy", "--variant", "cheap.toml", "--chunk", 5, "--quiet"]
    command("run", "--games", 20, *words, "--out", "r")
    whole = (tmp_path / "r/seats/part-00001.parquet").read_bytes()
    (tmp_path / "r/seats/part-00001.parquet").unlink()
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    code, _, err = command("resume", "../r", "--quiet")
    assert (code, err) == (0, "")
    assert (tmp_path / "r/seats/part-00001.parquet").read_bytes() == whole


def test_a_byte_order_mark_is_no_mistake(command, tmp_path):
    (tmp_path / "p.toml").write_bytes(b"\xef\xbb\xbfgames = 0\nplayers = 2\nstrategies = 'greedy'\n")
    code, _, err = command("run", "p.toml", "--out", "o")
    assert (code, err) == (2, "seti-sim: p.toml: games must be at least 1, not 0\n")


@pytest.mark.parametrize(
    "words",
    [["resume", "x"], ["replay", "x", "--game", 0], ["report", "x"], ["compare", "greedy", "random", "--out", "x"]],
)
@pytest.mark.parametrize("number", [13, 5, 116])
def test_what_the_system_refuses_is_one_line(command, monkeypatch, words, number):
    def refused(path, *_, **__):
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("pathlib.Path.is_file", refused)
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert err.startswith("seti-sim: can't use ")
    assert err.endswith(f": {os.strerror(number)}\n")
    assert err.count("\n") == 1


def test_too_little_memory_is_one_line(command, monkeypatch):
    def too_much(*_, **__):
        raise MemoryError

    monkeypatch.setattr("seti_sim.runner.records.read_record", too_much)
    monkeypatch.setattr("pathlib.Path.is_file", lambda _: True)
    code, _, err = command("report", "x", "--out", "y")
    assert (code, err.count("\n")) == (2, 1)
