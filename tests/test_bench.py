"""The benchmarks measure what they say, and comparing revisions leaves nothing behind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BENCH = [sys.executable, str(ROOT / "scripts" / "bench.py"), "--strategies", "random", "--players", "2", "--json"]


def figures(*words):
    done = subprocess.run([*BENCH, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.full
def test_a_small_measurement_has_every_figure():
    found = figures("--seconds", "0.02", "--repeats", "1", "--traced", "8", "--no-cold")
    play, bare = found["play"]["random"], found["floor"]["random"]
    assert play["games_per_second"] > 100
    assert play["ns_per_decision"] == pytest.approx(
        1e9 / play["games_per_second"] / play["decisions_per_game"], rel=1e-6
    )
    assert bare["times_floor"] == pytest.approx(bare["whole_us"] / bare["floor_us"])
    assert bare["times_floor"] > 1
    assert 10 < found["bytes_on_disk"]["random"] < 250
    assert found["threads"]["1"] > 0
    assert found["warm_start_seconds"] > 0


@pytest.mark.full
def test_the_profile_counts_every_decision():
    found = figures("--profile", "--traced", "1")["random"]
    made = subprocess.run(
        [sys.executable, "-c", DECISIONS], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert sum(row["decisions"] for row in found.values()) == int(made)
    assert sum(row["legal"] for row in found.values()) > 0


DECISIONS = """
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
games = load_inputs(make_plan(games=1, players=2, strategies=["random"])).play(play_chunk, 0, 1)
print(games["decisions"][0])
"""


@pytest.mark.full
def test_every_benchmark_case_runs():
    words = [sys.executable, "-m", "pytest", "benchmarks", "--benchmark-disable", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]


def test_revisions_are_compared_in_turn_and_the_other_checkout_goes(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    import bench

    asked = []

    def speeds_of(tree, cache, names, players, duration):
        assert (tree / "seti_sim" / "__init__.py").exists()
        asked.append((tree == ROOT, tuple(names), players))
        return dict.fromkeys(names, 300.0 if tree == ROOT else 100.0)

    monkeypatch.setattr(bench, "speeds_of", speeds_of)
    found = bench.against("HEAD", ["random", "no such strategy"], 3, 0.1, 2)
    assert found == {"random": {"here": 300.0, "there": 100.0, "ratio": 3.0}}
    assert asked == [(here, ("random",), 3) for here in (True, False)] * 3
    trees = subprocess.run(["git", "-C", str(ROOT), "worktree", "list"], capture_output=True, text=True).stdout
    assert "/tree " not in trees


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--repeats", "0"], "--seconds, --repeats and --traced must be above 0"),
        (["--seconds", "-1"], "--seconds, --repeats and --traced must be above 0"),
        (["--against", "no-such-revision"], "--against: git knows no revision 'no-such-revision'"),
    ],
)
def test_a_wrong_option_is_one_line(words, line):
    done = subprocess.run([*BENCH, *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.endswith(f"bench: error: {line}\n")
