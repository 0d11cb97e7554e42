"""The commands: exit codes, one clear line for every mistake, nothing half-written."""

import json
import logging
import os
import resource
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import synthetic
from runner import fake_engine

import seti_sim
from seti_sim.analysis.errors import AnalysisError
from seti_sim.cli import app
from seti_sim.engine.errors import E_ENDLESS
from seti_sim.runner import inputs, parts


@pytest.fixture(autouse=True)
def fake(monkeypatch, compiled):
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    monkeypatch.setattr(inputs, "load_strategy", fake_engine.load_strategy)


def test_version(command):
    assert command("--version") == (
        0,
        f"seti-sim {seti_sim.__version__} (rules version {seti_sim.RULES_VERSION})\n",
        "",
    )


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["resume", "--help"], ["show", "--help"], []])
def test_help(command, words):
    _, out, err = command(*words)
    assert "Usage" in out
    assert err == ""


def test_run_tells_where_the_results_are(command, tmp_path):
    code, out, err = command("run", "--games", 20, "--seed", 5, "--out", "results/my run", "--chunk", 10)
    assert (code, out.split(" in ")[0]) == (0, "20 games of 4 players")
    assert out.endswith("s: results/my run\n")
    assert err.splitlines()[-1].startswith("20 of 20 games, ")
    assert json.loads((tmp_path / "results/my run/manifest.json").read_text())["seed"] == 5


def test_run_without_a_name_makes_one(command, tmp_path):
    assert command("run", "--games", 2, "--quiet") == (0, "", "")
    (folder,) = (tmp_path / "results").iterdir()
    assert folder.name.startswith("run-")


def test_every_option_reaches_the_plan(command, tmp_path):
    words = [
        "--games",
        3,
        "--players",
        2,
        "--strategies",
        "greedy, random",
        "--species",
        "random,exertians",
        "--seating",
        "fixed",
    ]
    command("run", *words, "--seed", 8, "--threads", 1, "--chunk", 2, "--out", "a")
    manifest = json.loads((tmp_path / "a/manifest.json").read_text())
    assert manifest["threads"] == 1
    assert manifest["plan"] == {
        "games": 3,
        "players": 2,
        "strategies": ["greedy", "random"],
        "seed": 8,
        "chunk": 2,
        "species": ["random", "exertians"],
        "variant": None,
        "gold": ["random"] * 4,
        "seating": "fixed",
    }


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--players", 5], "players must be at most 4, not 5"),
        (["--games", -3], "games must be at least 1, not -3"),
        (["--games", "many"], "Invalid value for '--games': "),
        (["--strategies", "nobody"], "unknown strategy 'nobody'"),
        (["--strategies", "greedy,greedy"], "strategies: 2 given for 4 players"),
        (["--threads", 0], "threads must be at least 1, not 0"),
        (["--gold", "tech"], "--gold: write each tile once with its side, as in tech=a,income=b, not 'tech'"),
        (["--gold", "tech=a,tech=b"], "--gold: write each tile once"),
        (["--gold", "tech=c"], "gold: tech has no side 'c'"),
        (["--cluster", "many"], "cluster: 'many' is neither local:N nor an address like tcp://host:8786"),
        (["--cluster", "http://a:1"], "cluster: 'http://a:1' is neither local:N nor an address like tcp://host:8786"),
        (["--cluster", "local:0"], "cluster: 'local:0' names no number of workers; write local:4"),
        (["--cluster", "local:2", "--threads", 2], "threads: they play in this process"),
        (["nothing.toml"], "can't read nothing.toml: No such file or directory"),
        (["nothing.toml", "--games", 3], "--games belongs into the plan file nothing.toml"),
        (["--variant", "nowhere.toml"], 'no variant "nowhere.toml"'),
        (["--species", "random,klingons"], "species: unknown species 'klingons'"),
        (["--colour", "red"], "No such option: --colour"),
        (["--out", "file/run"], "can't make file/run: Not a directory"),
        (["--out", "file"], "file is in use"),
        (["--out", "old"], "old is an existing run folder"),
    ],
)
def test_a_mistake_is_one_line_exit_code_2_and_leaves_nothing(command, tmp_path, words, line):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "manifest.json").write_text("{}")
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    for more in ([], ["--dry-run"]):
        if more and line.startswith("can't make"):
            continue  # which is not tried
        code, out, err = command("run", *([] if "--out" in words else ["--out", "new"]), *words, *more)
        assert (code, out) == (2, "")
        assert err.startswith(f"seti-sim: {line}"), err
        assert err.count("\n") == 1
        assert sorted(str(path) for path in tmp_path.rglob("*")) == before


def test_an_unknown_command_is_one_line(command):
    code, _, err = command("fly")
    assert (code, err.count("\n")) == (2, 1)
    assert "No such command 'fly'" in err


def test_a_broken_game_leaves_with_1(command, monkeypatch):
    def broken(*arguments):
        games = fake_engine.play_chunk(*arguments)
        games["error"][0] = E_ENDLESS
        return games

    monkeypatch.setattr(parts, "play_chunk", broken)
    code, out, err = command("run", "--games", 2, "--seed", 3, "--out", "a", "--quiet")
    line = "seti-sim: game 0 of seed 3 failed: the game did not end within the bound on decisions\n"
    assert (code, out, err) == (1, "", line)


def test_ctrl_c_leaves_with_130_and_tells_how_to_go_on(command, monkeypatch):
    def stop(tables, seed, first, *rest):
        if first >= 10:
            raise KeyboardInterrupt
        return fake_engine.play_chunk(tables, seed, first, *rest)

    monkeypatch.setattr(parts, "play_chunk", stop)
    code, _, err = command("run", "--games", 20, "--chunk", 5, "--threads", 1, "--out", "my run", "-q")
    line = "seti-sim: stopped with 10 of 20 games stored; resume with: seti-sim resume 'my run'\n"
    assert (code, err) == (130, line)
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)
    code, _, err = command("resume", "my run")
    assert code == 0
    assert err.startswith("20 of 20 games, ")
    code, _, err = command("resume", "my run")
    assert (code, err) == (0, "my run is complete: 20 games, every part has its checksum\n")


def test_resume_of_nothing_is_one_line(command):
    line = "seti-sim: nothing is not a run folder: it holds no manifest.json\n"
    assert command("resume", "nothing") == (2, "", line)


def test_where_a_run_is_wanted_a_folder_of_runs_names_them(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    command("run", "styles.toml", "--out", "p", "-q")
    line = (
        "seti-sim: p is not a run folder: it holds no manifest.json; "
        "there are runs in it: p/2p-greedy-random, p/4p-greedy-3random\n"
    )
    assert command("replay", "p", "--game", 3) == (2, "", line)


def test_an_unexpected_error_keeps_its_traceback(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["seti-sim", "run", "--games", "2", "-q"])
    monkeypatch.setattr(parts, "play_chunk", lambda *arguments: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.main()


PLAN = 'games = 20\nchunk = 5\nplayers = [2, 4]\nstrategies = [["greedy", "random"]]\nrotate = false\n'


def test_a_plan_is_played_told_and_resumed(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    code, out, err = command("run", "styles.toml", "--out", "p", "--threads", 1)
    assert (code, out.split(" in ")[0], out.split(": ")[1]) == (0, "2 cells, 40 games", "p\n")
    assert err.splitlines()[-1].startswith("40 of 40 games, ")
    assert err.endswith(" games/s, cell 2 of 2: 4p-greedy-3random\n")
    (tmp_path / "p" / "2p-greedy-random" / "seats" / "part-00001.parquet").unlink()
    code, out, err = command("resume", "p")
    assert (code, out.split(" in ")[0]) == (0, "2 cells, 40 games")
    assert err.startswith("p/2p-greedy-random: checksum mismatch, replaying: seats/part-00001.parquet\n")
    assert "4p-greedy-3random is complete" in err


def test_a_plan_without_a_name_is_named_like_its_file(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    assert command("run", "styles.toml", "-q") == (0, "", "")
    (folder,) = (tmp_path / "results").iterdir()
    assert folder.name.startswith("styles-")


def test_a_dry_run_prints_cells_and_plays_nothing(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    code, out, err = command("run", "styles.toml", "--dry-run", "--threads", 1)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].split() == ["cell", "games", "one", "thread", "disk"]
    assert [line.split()[0:2] for line in lines[1:3]] == [["2p-greedy-random", "20"], ["4p-greedy-3random", "20"]]
    assert lines[3].startswith("2 cells, 40 games: about ")
    assert " on one thread, " in lines[3]
    assert lines[3].endswith("B on disk")
    assert lines[4].startswith("estimated from 100 games of each kind played now")
    code, out, _ = command("run", "--games", 7, "--players", 2, "--dry-run", "--threads", 3)
    assert (code, out.splitlines()[1].split()[:2]) == (0, ["2p-greedy", "7"])
    assert " on 3 threads, " in out
    code, out, _ = command("run", "--games", 7, "--dry-run", "--cluster", "local:2")
    assert (code, " on 2 threads of workers, " in out) == (0, True)
    assert command("run", "styles.toml", "--dry-run", "--quiet") == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["styles.toml"]


def test_a_dry_run_as_json(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    code, out, err = command("run", "styles.toml", "--dry-run", "--json-progress", "--cluster", "local:4")
    first, second, end = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert [(item["event"], item["cell"], item["games"]) for item in (first, second)] == [
        ("estimate", "2p-greedy-random", 20), ("estimate", "4p-greedy-3random", 20),
    ]  # fmt: skip
    assert {key: end[key] for key in ("event", "cells", "games", "threads")} == {
        "event": "end", "cells": 2, "games": 40, "threads": 4,
    }  # fmt: skip
    assert end["bytes"] == pytest.approx(first["bytes"] + second["bytes"], abs=1)
    assert end["thread_seconds"] == pytest.approx(first["thread_seconds"] + second["thread_seconds"], abs=0.002)
    assert end["seconds"] == pytest.approx(end["thread_seconds"] / 4, abs=0.001)


def test_progress_as_json(command, tmp_path):
    (tmp_path / "styles.toml").write_text(PLAN)
    code, out, err = command("run", "styles.toml", "--out", "p", "--json-progress")
    events = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert events[0] == {"event": "begin", "games": 40, "done": 0}
    cells = [event for event in events if event["event"] == "cell"]
    assert cells[1] == {"event": "cell", "cell": "4p-greedy-3random", "number": 2, "of": 2}
    last = events[-2]
    assert (last["event"], last["done"], last["games"], last["cell"]) == ("progress", 40, 40, "4p-greedy-3random")
    assert last["games_per_second"] > 0
    assert last["seconds_left"] == 0
    assert {key: events[-1][key] for key in ("event", "cells", "games", "folder")} == {
        "event": "end", "cells": 2, "games": 40, "folder": "p",
    }  # fmt: skip
    assert events[-1]["seconds"] == round(events[-1]["seconds"], 3)
    code, out, _ = command("resume", "p", "--json-progress")
    assert json.loads(out.splitlines()[2])["text"].startswith("p/2p-greedy-random is complete")


@pytest.mark.parametrize("words", [["--games", "2"], ["plan.toml"]])
def test_where_no_scheduler_answers_nothing_is_made(command, monkeypatch, words):
    monkeypatch.setattr("seti_sim.runner.cluster.PATIENCE", 0.3)
    Path("plan.toml").write_text('games = 2\nplayers = 2\nstrategies = "greedy"\n')
    code, out, error = command("run", *words, "--cluster", "tcp://127.0.0.1:1", "--out", "a")
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert error.startswith("seti-sim: no scheduler answers at tcp://127.0.0.1:1: ")
    assert not Path("a").exists()
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)  # it tells tracebacks


def test_what_is_no_scheduler_is_not_waited_for(command, monkeypatch):
    monkeypatch.setattr("seti_sim.runner.cluster.PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        for words in ([], ["--dry-run"]):
            line = f"seti-sim: no scheduler answers at {address}: what is there does not speak like one\n"
            assert command("run", "--games", 2, "--cluster", address, "--out", "a", *words) == (2, "", line)
    assert not Path("a").exists()
    code, _, error = command("run", "--games", 2, "--cluster", "tls://127.0.0.1:1", "--out", "a")
    assert (code, error.count("\n")) == (2, 1)


def test_without_the_extra_a_cluster_is_one_line(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = "seti-sim: cluster: dask.distributed is not installed; pip install 'seti-sim[cluster]'\n"
    assert command("run", "--cluster", "local:2", "--out", "a") == (2, "", line)


def test_a_report_of_a_plan_has_a_chapter_for_each_cell_wanted(command, monkeypatch, tmp_path):
    calls = []

    def build(folders, out, sections, confirm, note, against, worth):
        calls.append((list(map(str, folders)), str(out)))
        if len(calls) == 3:
            raise AnalysisError("they are not of one game")
        return out / "index.html"

    monkeypatch.setattr("seti_sim.reporting.build.build_report", build)
    (tmp_path / "styles.toml").write_text(PLAN)
    command("run", "styles.toml", "--out", "p", "-q")
    cells = ["p/2p-greedy-random", "p/4p-greedy-3random"]
    assert command("report", "p") == (0, "report: reports/p/index.html\n", "")
    assert command("report", "p", "--cell", "4p-greedy-3random", "--out", "x", "-q") == (0, "", "")
    assert calls == [(cells, "reports/p"), (cells[1:], "x")]
    line = "seti-sim: they are not of one game; choose with --cell among 2p-greedy-random, 4p-greedy-3random\n"
    assert command("report", "p") == (2, "", line)


def test_report_goes_to_a_folder_named_like_the_run(command, monkeypatch):
    calls = []

    def build(folders, out, sections, confirm, note, against, worth):
        calls.append((list(map(str, folders)), str(out), sections, list(map(str, confirm))))
        return out / "index.html"

    monkeypatch.setattr("seti_sim.reporting.build.build_report", build)
    assert command("report", "results/a", "results/b") == (0, "report: reports/a/index.html\n", "")
    words = ("--sections", "seats, tech", "--confirm", "results/c")
    assert command("report", "results/a", "--out", "x", *words, "-q") == (0, "", "")
    assert calls == [
        (["results/a", "results/b"], "reports/a", None, []),
        (["results/a"], "x", ["seats", "tech"], ["results/c"]),
    ]


def test_sections_and_fresh_seeds_are_checked(command, tmp_path):
    words = "seats, species, technologies, points, gold, board, flow, cards, resources, interactions, strategies"
    words += ", content"
    line = f"seti-sim: unknown section 'dice'; expected one of {words}\n"
    assert command("report", "a", "--sections", "seats,dice") == (2, "", line)
    line = f"seti-sim: no section was named; expected one of {words}\n"
    assert command("report", "a", "--sections", ",") == (2, "", line)
    for name, keys in (("a", {}), ("b", {"seed": 2}), ("c", {"seed": 3, "rules_version": 7})):
        synthetic.write(tmp_path / name, synthetic.Plan(games=30, **keys))
    assert command("report", "a", "--confirm", "b", "--sections", "gold", "-q") == (0, "", "")
    line = "seti-sim: a cannot confirm a: its games are the same, seed 1\n"
    assert command("report", "a", "--confirm", "a") == (2, "", line)
    line = "seti-sim: c cannot confirm a: different rules version (1 against 7)\n"
    assert command("report", "a", "--confirm", "c") == (2, "", line)


def test_runs_are_compared_and_small_differences_called_negligible(command, tmp_path):
    for name, keys in (("a", {}), ("b", {"seed": 2}), ("c", {"players": 3})):
        synthetic.write(tmp_path / name, synthetic.Plan(games=60, **keys))
    assert command("report", "a", "--against", "b", "--worth", "2.5", "--sections", "seats", "-q") == (0, "", "")
    text = (tmp_path / "reports/a/report.md").read_text(encoding="utf-8")
    assert "Unpaired: 60 games of a and 60 of b" in text
    assert "2.5 percentage points or 2.5 points of score takes about" in text
    line = "seti-sim: a cannot be compared with c: different number of players (4 against 3)\n"
    assert command("report", "a", "--against", "c", "--sections", "seats") == (2, "", line)
    code, _, err = command("report", "a", "--worth", "-1")
    assert (code, err.count("\n")) == (2, 1)
    assert "--worth" in err


def test_report_of_results_that_do_not_fit_is_one_line(command, monkeypatch):
    def build(folders, out, sections, confirm, note, against, worth):
        raise AnalysisError("a is not a run folder")

    monkeypatch.setattr("seti_sim.reporting.build.build_report", build)
    assert command("report", "a") == (2, "", "seti-sim: a is not a run folder\n")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["cards"], "39"),
        (["card", "39"], "39"),
        (["planets"], "Neptune"),
        (["techs"], "telescope_4"),
        (["sectors"], "Vega"),
        (["species"], "Exertians"),
        (["gold"], "income"),
        (["unsupported"], ""),
        (["strategies"], "greedy"),
        (["strategy", "greedy"], "greedy"),
    ],
)
def test_show(command, words, text):
    code, out, err = command("show", *words)
    assert (code, err) == (0, "")
    assert text in out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["dice"], "nothing named 'dice'; there are card ID, strategy NAME, cards, "),
        (["card"], "which card? try: seti-sim show card 39"),
        (["card", "9999"], ""),
        (["planets", "mars"], "'planets' takes no ID"),
    ],
)
def test_show_of_something_else_is_one_line(command, words, line):
    code, out, err = command("show", *words)
    assert (code, out) == (2, "")
    assert err.startswith("seti-sim: ")
    assert line in err
    assert err.count("\n") == 1


def test_help_imports_nothing_heavy():
    program = (
        "import sys; sys.argv = ['seti-sim', 'run', '--help']\n"
        "from seti_sim.cli.app import main\n"
        "try:\n    main()\nfinally:\n"
        "    heavy = {'numba', 'numpy', 'polars', 'pandas', 'scipy', 'matplotlib'} & sys.modules.keys()\n"
        "    assert not heavy, heavy\n"
    )
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 1.0  # busy seconds, half of them usual


def test_a_reader_that_goes_away_is_no_error():
    command = f"{shlex.quote(sys.executable)} -m seti_sim.cli show cards | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
