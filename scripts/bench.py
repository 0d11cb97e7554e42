"""Measure the simulator on this machine: speed of play, replay floor, compile and start times, memory and disk.

Seconds depend on the machine. For figures that can be compared across machines, the time of a game is also given in
steps of a reference kernel, a compiled splitmix64 loop that is timed right before and after every measurement.
``--against REV`` plays another revision and this one in turn and prints ratios.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from bench_profile import profile, show_profile

from seti_sim.engine.state import GAME
from seti_sim.jit import jit
from seti_sim.policies.play import play_chunk
from seti_sim.policies.retrace import retrace
from seti_sim.policies.strategies import library
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.parts import parts_of
from seti_sim.runner.plan import DEFAULT_CHUNK, make_plan
from seti_sim.runner.replay import written_moves
from seti_sim.runner.runs import start_run

ROOT = Path(__file__).parents[1]
REFERENCE_STEPS = 20_000_000
QUICK = "balanced"
"""The strategy that shows how speed grows with threads, if it is asked for."""
SLOW = 0.02
"""Seconds of a game from which on a strategy is measured with as few games as possible."""
TRACED_GAMES = 200
"""Games that are written down and retraced; writing them down is slow, since it happens move by move."""
COLD = """
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
load_inputs(make_plan(games=1, players=4, strategies=["greedy"])).play(play_chunk, 0, 1)
"""
OTHER = """
import json, sys, time
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
names, players, seconds = sys.argv[1].split(","), int(sys.argv[2]), float(sys.argv[3])
found = {}
for name in names:
    inputs = load_inputs(make_plan(games=1, players=players, strategies=[name]))
    inputs.play(play_chunk, 0, 1)
    games, took = 1, 0.0
    while took < seconds:  # one long call in the end: what a call costs whatever it plays does not count
        games *= 2
        began = time.process_time()
        inputs.play(play_chunk, 0, games)
        took = time.process_time() - began
    found[name] = games / took
print(json.dumps(found))
"""
"""The speed of strategies in games per second of processor time, with nothing that an older revision may lack."""


@jit
def splitmix64(state, steps):
    """The reference kernel: ``steps`` numbers of the generator splitmix64, added up."""
    total = np.uint64(0)
    for _ in range(steps):
        state += np.uint64(0x9E3779B97F4A7C15)
        z = state
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        total += z ^ (z >> np.uint64(31))
    return total


def seconds(action: Callable[[], Any]) -> float:
    """Processor time of one call, which other jobs on the machine disturb less than the wall time."""
    began = time.process_time()
    action()
    return time.process_time() - began


def wall(action: Callable[[], Any]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def reference_ns() -> float:
    """Nanoseconds of one step of the reference kernel."""
    return seconds(lambda: splitmix64(np.uint64(1), REFERENCE_STEPS)) / REFERENCE_STEPS * 1e9


def inputs_of(strategy: str, players: int) -> Inputs:
    """What is played with a strategy at every seat."""
    return load_inputs(make_plan(games=1, players=players, strategies=[strategy]))


# ---------------------------------------------------------------- one core
def play_once(inputs: Inputs, first: int, games: int) -> dict[str, float]:
    """Play some games on one core, with the reference kernel before and after."""
    before = reference_ns()
    began = time.process_time()
    records = inputs.play(play_chunk, first, games)
    took = time.process_time() - began
    step_ns = (before + reference_ns()) / 2
    decisions = int(records["decisions"].sum())
    return {
        "games_per_second": games / took,
        "ns_per_decision": took / decisions * 1e9,
        "decisions_per_game": decisions / games,
        "steps_per_game": took / games * 1e9 / step_ns,
        "reference_ns_per_step": step_ns,
    }


def games_in(inputs: Inputs, duration: float) -> int:
    """Games that are played in about ``duration`` seconds, from some of them."""
    inputs.play(play_chunk, 0, 1)
    some = 20 if seconds(lambda: inputs.play(play_chunk, 0, 1)) < SLOW else 1
    return max(round(some * duration / seconds(lambda: inputs.play(play_chunk, 0, some))), 1)


def play_speed(inputs: Inputs, duration: float, repeats: int) -> dict[str, float]:
    """Medians over repeats of the figures of one strategy at every seat."""
    games = games_in(inputs, duration)
    runs = [play_once(inputs, number * games, games) for number in range(repeats)]
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def floor(inputs: Inputs, games: int, repeats: int) -> dict[str, float]:
    """How long the same games take whole, and applied again from their moves, in turn: medians, microseconds a game."""
    moves, starts = written_moves(inputs, 0, games)
    species = np.array(inputs.plan.species_codes)

    def again() -> Any:
        return retrace(inputs.tables.record, inputs.plan.seed, 0, inputs.plan.players, species, moves, starts)

    played, traced = inputs.play(play_chunk, 0, games), again()
    if played["players"]["score"].tolist() != traced["players"]["score"].tolist():
        raise SystemExit("scripts/bench: retraced games do not end as they were played")
    pairs = [(seconds(lambda: inputs.play(play_chunk, 0, games)), seconds(again)) for _ in range(repeats)]
    whole, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    times = statistics.median(one / other for one, other in pairs)
    return {"whole_us": whole / games * 1e6, "floor_us": bare / games * 1e6, "times_floor": times}


# ---------------------------------------------------------------- processes and disk
def cold_compile() -> float:
    """Seconds of a new process that plays its first game with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SETI_SIM_CACHE": cache}
        environment.pop("NUMBA_CACHE_DIR", None)
        return wall(lambda: subprocess.run([sys.executable, "-c", COLD], env=environment, check=True))


def warm_start(repeats: int) -> float:
    """Median seconds of ``seti-sim run --games 100`` with a filled cache."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "seti_sim.cli", "run", "--games", "100", "--quiet", "--out"]
        times = [
            wall(lambda out=str(Path(folder) / str(number)): subprocess.run([*command, out], check=True))
            for number in range(repeats)
        ]
    return statistics.median(times)


def bytes_on_disk(inputs: Inputs) -> float | None:
    """Bytes of both tables a game and seat, from one chunk of the usual size; None if that takes minutes to play."""
    if seconds(lambda: inputs.play(play_chunk, 0, 1)) > SLOW:
        return None
    size = sum(map(len, parts_of(inputs, Chunk(0, 0, DEFAULT_CHUNK)).values()))
    return size / DEFAULT_CHUNK / inputs.plan.players


def scaling(strategy: str, players: int, duration: float, repeats: int, cores: int) -> dict[str, float]:
    """Games per second of wall time of whole runs, tables and files included, by number of threads."""
    games = cores * max(games_in(load_inputs(make_plan(games=1, players=players, strategies=[strategy])), duration), 8)
    plan = make_plan(games=games, players=players, strategies=[strategy], chunk=max(games // (8 * cores), 1))
    found: dict[int, list[float]] = {threads: [] for threads in sorted({1, *range(2, cores + 1, 2), cores})}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats):
            for threads, speeds in found.items():  # in turn, so that a busy minute hits all of them
                out = Path(folder) / "run"
                speeds.append(games / wall(lambda threads=threads, out=out: start_run(plan, out, threads=threads)))
                shutil.rmtree(out)
    return {str(threads): statistics.median(speeds) for threads, speeds in found.items()}


# ---------------------------------------------------------------- another revision
def against(revision: str, names: Sequence[str], players: int, duration: float, repeats: int) -> dict[str, Any]:
    """Play this checkout and another revision in turn, each in processes and a cache of its own.

    The ratio of a strategy is the median over turns of games per second here divided by those there.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT)]
        subprocess.run([*git, "worktree", "add", "--detach", "--quiet", str(tree), revision], check=True)
        try:
            shared = [name for name in names if (tree / f"seti_sim/policies/library/{name}.toml").exists()]
            turns = []
            for _ in range(repeats + 1):
                here = speeds_of(ROOT, None, shared, players, duration)
                there = speeds_of(tree, Path(folder) / "cache", shared, players, duration)
                turns.append((here, there))
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)
    kept = turns[1:]  # the first turn compiles
    return {
        name: {
            "here": statistics.median(here[name] for here, _ in kept),
            "there": statistics.median(there[name] for _, there in kept),
            "ratio": statistics.median(here[name] / there[name] for here, there in kept),
        }
        for name in shared
    }


def speeds_of(tree: Path, cache: Path | None, names: Sequence[str], players: int, duration: float) -> dict[str, float]:
    """Games per second of processor time by strategy in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    if cache is not None:
        environment |= {"SETI_SIM_CACHE": str(cache)}
    command = [sys.executable, "-c", OTHER, ",".join(names), str(players), str(duration)]
    done = subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


# ---------------------------------------------------------------- all of it
def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All figures by name."""
    splitmix64(np.uint64(1), 1)
    inputs = {name: inputs_of(name, options.players) for name in options.strategies}
    traced = options.traced
    figures: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "players": options.players,
        "play": {name: play_speed(item, options.seconds, options.repeats) for name, item in inputs.items()},
        "floor": {
            name: floor(item, min(traced, games_in(item, 4 * options.seconds)), options.repeats)
            for name, item in inputs.items()
        },
        "bytes_per_game": GAME.itemsize,
        "bytes_on_disk": {name: bytes_on_disk(item) for name, item in inputs.items()},
        "threads": scaling(
            QUICK if QUICK in options.strategies else options.strategies[0],
            options.players,
            options.seconds,
            options.repeats,
            len(os.sched_getaffinity(0)),
        ),
        "warm_start_seconds": warm_start(options.repeats),
    }
    if not options.no_cold:
        figures["cold_compile_seconds"] = cold_compile()
    return figures


def show(figures: dict[str, Any]) -> None:
    """The figures for people."""
    print(f"{figures['players']} players, one core, processor time, medians; {figures['machine']}")
    print(f"{'strategy':14} {'games/s':>9} {'ns/decision':>12} {'decisions':>10} {'steps/game':>12}"
          f" {'floor/game':>11} {'x floor':>8} {'disk':>14}")  # fmt: skip
    for name, play in figures["play"].items():
        bare, disk = figures["floor"][name], figures["bytes_on_disk"][name]
        print(
            f"{name:14} {play['games_per_second']:9,.0f} {play['ns_per_decision']:12,.0f} "
            f"{play['decisions_per_game']:10,.0f} {play['steps_per_game']:12,.0f} {bare['floor_us']:8,.0f} us "
            f"{bare['times_floor']:8.2f} {'-' if disk is None else f'{disk:.0f}':>7} B a seat"
        )
    step = statistics.median(play["reference_ns_per_step"] for play in figures["play"].values())
    print(f"reference kernel (splitmix64)     {step:8.3f} ns a step")
    print(f"memory of a game in play          {figures['bytes_per_game']:8,} bytes")
    one = figures["threads"]["1"]
    for threads, speed in figures["threads"].items():
        print(f"whole runs on {threads:>3} threads         {speed:8,.0f} games/s, {speed / one:.2f} times one")
    print(f"warm start, run --games 100       {figures['warm_start_seconds']:8.2f} s")
    if "cold_compile_seconds" in figures:
        print(f"cold compile and first game       {figures['cold_compile_seconds']:8.2f} s")


def show_ratios(figures: dict[str, Any], revision: str) -> None:
    """Both revisions for people."""
    print(f"games per second of processor time, here and at {revision}, in turn; medians")
    for name, item in figures.items():
        print(f"{name:14} {item['here']:10,.0f} {item['there']:10,.0f}   {item['ratio']:.3f} times")


def is_revision(name: str) -> bool:
    """Whether git knows a commit by this name."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def main() -> None:
    """Parse the options, measure, print."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--strategies", nargs="+", default=list(library()), choices=list(library()), metavar="NAME")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--seconds", type=float, default=0.5, help="play of each repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--traced", type=int, default=TRACED_GAMES, help="games written down for the replay floor")
    parser.add_argument("--no-cold", action="store_true", help="leave out the cold compile")
    parser.add_argument("--against", metavar="REV", help="only compare the speed with another git revision")
    parser.add_argument("--profile", action="store_true", help="only show where the time of a game goes")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if min(options.repeats, options.traced) < 1 or options.seconds <= 0:
        parser.error("--seconds, --repeats and --traced must be above 0")
    if options.against and not is_revision(options.against):
        parser.error(f"--against: git knows no revision {options.against!r}")
    if options.against:
        figures = against(options.against, options.strategies, options.players, options.seconds, options.repeats)
    elif options.profile:
        figures = {name: profile(inputs_of(name, options.players), options.traced) for name in options.strategies}
    else:
        figures = measure(options)
    if options.json:
        print(json.dumps(figures, indent=2))
    elif options.against:
        show_ratios(figures, options.against)
    elif options.profile:
        for name, shares in figures.items():
            show_profile(shares, name)
    else:
        show(figures)


if __name__ == "__main__":
    main()
