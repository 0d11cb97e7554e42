"""Runs, plans and Dask workers killed at random moments, then resumed: the same bytes as without any of it."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from seti_sim.runner.outcomes import OUTCOME_TABLES
from seti_sim.runner.plan import make_plan
from seti_sim.runner.records import read_manifest
from seti_sim.runner.runs import start_run

LISTENING = (  # a process started in the background may have been told to ignore Ctrl-C
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from seti_sim.cli.start import main; main()"
)
PARTS = 200
KILLS = 9
WORKER_KILLS = 6
PATIENCE = 120.0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What a run of small chunks holds when nothing disturbs it."""
    folder = tmp_path_factory.mktemp("kills") / "whole"
    start_run(make_plan(games=4 * PARTS, players=2, strategies=["random"], seed=3, chunk=4), folder)
    return files(folder)


def files(folder):
    found = (path for path in folder.rglob("*") if path.suffix == ".parquet" or path.name == "SHA256SUMS")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def begin(*words, **how):
    command = [sys.executable, "-c", LISTENING, *map(str, words), "--quiet"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **how)


def run_words(folder):
    return ["run", "--games", 4 * PARTS, "--players", 2, "--strategies", "random", "--seed", 3, "--chunk", 4,
            "--out", folder]  # fmt: skip


def parts(folder):
    return len(list(folder.glob("seats/part-*")))


def until(ready, process):
    """Wait until something is so, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while not ready() and process.poll() is None:
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.002)


def descendants(pid):
    """Process ids of all children of a process and of theirs."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += [int(child), *descendants(int(child))]
    return found


def workers(process):
    """Process ids of the Dask workers that a process has spawned."""
    return [pid for pid in descendants(process.pid) if b"spawn_main" in read(f"/proc/{pid}/cmdline")]


def read(path):
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


@pytest.mark.full
def test_runs_killed_at_random_moments_end_as_if_nothing_had_happened(tmp_path, undisturbed):
    dice = random.Random(7)
    run = tmp_path / "run"
    words = run_words(run)
    codes = []
    for _ in range(KILLS):
        process = begin(*words)
        wanted = parts(run) + dice.randint(1, PARTS // KILLS - 3)
        until(lambda wanted=wanted: parts(run) >= wanted, process)
        number = dice.choice([signal.SIGINT, signal.SIGKILL])
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL), err
        codes.append(process.returncode)
        assert read_manifest(run).status == ("interrupted" if number == signal.SIGINT else "running")
        words = ["resume", run]
    assert len(set(codes)) == 2
    assert parts(run) < PARTS
    last = begin(*words)
    assert last.communicate(timeout=PATIENCE) == (None, "")
    assert last.returncode == 0
    assert files(run) == undisturbed
    assert not list(run.rglob(".*.tmp"))


@pytest.mark.full
def test_dask_workers_killed_at_random_moments_change_nothing(tmp_path, undisturbed):
    dice = random.Random(8)
    run = tmp_path / "run"
    process = begin(*run_words(run), "--cluster", "local:2")
    killed = set()
    for number in range(WORKER_KILLS):
        until(lambda number=number: parts(run) > number * 20 and set(workers(process)) - killed, process)
        victim = dice.choice(sorted(set(workers(process)) - killed))
        killed.add(victim)
        os.kill(victim, signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert len(killed) == WORKER_KILLS
    assert files(run) == undisturbed


@pytest.mark.full
@pytest.mark.parametrize("moment", ["the workers are started", "they play"])
def test_ctrl_c_in_a_terminal_stops_a_cluster_quietly_and_whole(tmp_path, moment):
    """The signal reaches the run and all its workers at once; nobody is left behind."""
    run = tmp_path / "run"
    process = begin(*run_words(run), "--cluster", "local:2", start_new_session=True)
    until(lambda: parts(run) > 5 or (moment != "they play" and workers(process)), process)
    children = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err.startswith("seti-sim: stopped with ")
    assert err.count("\n") == 1
    end = time.monotonic() + PATIENCE
    while any(b"spawn_main" in read(f"/proc/{pid}/cmdline") for pid in children):
        assert time.monotonic() < end, "a worker was left behind"
        time.sleep(0.05)


OTHER_SOURCES = """
import asyncio
from pathlib import Path
from seti_sim.runner import worker
worker.source_hash = lambda: "another"
tasks = []
async def tell(joining):
    while joining.status.name != "running":
        await asyncio.sleep(0.05)
    Path("joined").touch()
async def dask_setup(joining):
    tasks.append(asyncio.ensure_future(tell(joining)))
"""


@pytest.mark.full
def test_the_workers_of_a_cluster_elsewhere_may_go_and_come(tmp_path, undisturbed):
    file, run = tmp_path / "scheduler.json", tmp_path / "run"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def dask(kind, *words):
        module = f"distributed.cli.dask_{kind}"
        command = [sys.executable, "-m", module, "--scheduler-file", str(file), "--no-dashboard"]
        return subprocess.Popen([*command, *words], cwd=tmp_path, **quiet)

    started = [dask("scheduler", "--port", "0", "--host", "127.0.0.1")]
    try:
        until(file.exists, started[0])
        started.append(dask("worker", "--nthreads", "2", "--no-nanny"))
        process = begin(*run_words(run), "--cluster", json.loads(file.read_text())["address"])
        until(lambda: parts(run) > 5, process)
        started.append(dask("worker", "--nthreads", "1", "--no-nanny"))
        started[1].kill()
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
        (tmp_path / "other.py").write_text(OTHER_SOURCES)
        started.append(dask("worker", "--name", "other", "--nthreads", "1", "--no-nanny", "--preload", "other.py"))
        until((tmp_path / "joined").exists, started[-1])
        refused = begin(
            "run", "--games", 2, "--out", tmp_path / "no", "--cluster", json.loads(file.read_text())["address"]
        )
        _, err = refused.communicate(timeout=PATIENCE)
        assert (refused.returncode, err.count("\n"), (tmp_path / "no").exists()) == (2, 1, False)
        assert re.match(r"seti-sim: the worker tcp://\S+ has seti_sim \S+, sources another, here it is ", err), err
    finally:
        for child in started:
            child.kill()
            child.wait()
    assert files(run) == undisturbed


PLAN = 'games = 240\nchunk = 4\nplayers = 2\nstrategies = ["random", ["greedy", "random"]]\nrotate = false\n'


@pytest.mark.full
def test_a_plan_has_the_same_hashes_on_threads_on_a_cluster_and_after_a_kill(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)

    def play(name, *words):
        return begin("run", plan, "--out", tmp_path / name, *words)

    clean = [play("threads"), play("cluster", "--cluster", "local:2")]
    stopped = play("killed")
    second = tmp_path / "killed" / "2p-greedy-random"
    until(lambda: parts(second) > 3, stopped)
    stopped.kill()
    for process in [*clean, stopped]:
        _, err = process.communicate(timeout=PATIENCE)
        assert err == ""
    assert [process.returncode for process in [*clean, stopped]] == [0, 0, -signal.SIGKILL]
    again = begin("resume", tmp_path / "killed")
    assert again.communicate(timeout=PATIENCE) == (None, "")
    cells = {name: files(tmp_path / name) for name in ("threads", "cluster", "killed")}
    assert cells["threads"] == cells["cluster"] == cells["killed"]
    assert len(cells["threads"]) == 2 * (len(OUTCOME_TABLES) * 60 + 1)
