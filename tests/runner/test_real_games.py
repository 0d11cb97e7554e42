"""Runs of the real engine: the same bytes whatever the threads and chunks, and a real Ctrl-C."""

import os
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

from seti_sim.runner.blocks import load_blocks
from seti_sim.runner.design import balanced_design
from seti_sim.runner.plan import make_plan
from seti_sim.runner.records import read_manifest
from seti_sim.runner.runs import start_run

COMMAND = [sys.executable, "-m", "seti_sim.cli"]
LISTENING = (  # a process started in the background may have been told to ignore Ctrl-C
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from seti_sim.cli.start import main; main()"
)


def seats_bytes(folder):
    frame = pl.read_parquet(folder / "seats" / "*.parquet")
    return {name: frame[name].to_numpy().tobytes() for name in frame.columns}


def play(folder, *, threads, chunk, games, players=4, strategies=("greedy", "random")):
    by_seat = [strategies[seat % len(strategies)] for seat in range(players)]
    plan = make_plan(games=games, players=players, strategies=by_seat, seed=2, chunk=chunk)
    start_run(plan, folder, threads=threads)
    return seats_bytes(folder)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_the_same_for_any_threads_and_chunks(tmp_path, players):
    one = play(tmp_path / "one", threads=1, chunk=1000, games=60, players=players)
    assert play(tmp_path / "two", threads=2, chunk=10, games=60, players=players) == one
    assert play(tmp_path / "odd", threads=1, chunk=7, games=60, players=players) == one


@pytest.mark.full
def test_seats_are_the_same_for_any_threads_and_chunks_in_many_games(tmp_path):
    one = play(tmp_path / "1-1000", threads=1, chunk=1000, games=3000)
    for threads, chunk in ((2, 10), (1, 10), (2, 1000)):
        assert play(tmp_path / f"{threads}-{chunk}", threads=threads, chunk=chunk, games=3000) == one


def test_species_are_those_wanted(tmp_path):
    plan = make_plan(games=5, players=2, strategies=["random"], species=("exertians", "mascamites"))
    start_run(plan, tmp_path / "run")
    games = pl.read_parquet(tmp_path / "run" / "games" / "*.parquet")
    assert games.select("species_left", "species_right").unique().rows() == [(4, 0)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_process_leaves_a_run_that_can_be_resumed(tmp_path, number):
    run = tmp_path / "run"
    words = ["run", "--games", "1000000", "--strategies", "random", "--chunk", "20", "--out", str(run), "--quiet"]
    process = subprocess.Popen([sys.executable, "-c", LISTENING, *words], stderr=subprocess.PIPE, text=True)
    wait_until(lambda: len(list(run.glob("seats/part-*"))) > 3, process)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith(f"resume with: seti-sim resume {run}\n")
    assert read_manifest(run).status == "interrupted"
    assert not list(run.rglob(".*.tmp"))


def wait_until(ready, process):
    until = time.monotonic() + 300
    while not ready():
        assert process.poll() is None, "the run ended by itself"
        assert time.monotonic() < until, "the run did not begin"
        time.sleep(0.05)


@pytest.mark.parametrize("strategies", ["greedy", "random"])
def test_a_run_from_the_shell(tmp_path, strategies):
    words = ["run", "--games", "20", "--players", "3", "--strategies", strategies, "--out", "my run"]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run([*COMMAND, *words], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split(" in ")[0]) == (0, "20 games of 3 players")
    assert read_manifest(tmp_path / "my run").status == "complete"


@pytest.mark.parametrize(("entrants", "equal"), [(["greedy", "greedy"], True), (["greedy", "greedy", "random"], False)])
def test_a_strategy_against_itself_differs_by_nothing_unless_a_third_one_plays(entrants, equal):
    """What docs/compare.md says: with a third entrant the two copies sit at different distances from it."""
    design = balanced_design(len(entrants), len(entrants))
    blocks = load_blocks(entrants, design, seed=4)
    rows = blocks.rows(0, 2 * design.round_blocks if equal else 12)
    scores = rows.group_by("strategy").agg(pl.col("score").sum()).sort("strategy")["score"].to_list()
    assert (scores[0] == scores[1]) == equal
