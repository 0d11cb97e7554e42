"""Measure the simulator on this machine: speed of play, cold compile, warm start, memory of a game.

Seconds depend on the machine. For figures that can be compared across machines, the time of a game is also given in
steps of a reference kernel, a compiled splitmix64 loop that is timed right before and after every measurement.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.engine.state import GAME
from seti_sim.jit import jit
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.plan import make_plan

REFERENCE_STEPS = 20_000_000
COLD = """
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan
load_inputs(make_plan(games=1, players=4, strategies=["greedy"])).play(play_chunk, 0, 1)
"""


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
    """Wall time of one call."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def reference_ns() -> float:
    """Nanoseconds of one step of the reference kernel."""
    return seconds(lambda: splitmix64(np.uint64(1), REFERENCE_STEPS)) / REFERENCE_STEPS * 1e9


def play_once(inputs: Inputs, first: int, games: int) -> dict[str, float]:
    """Play some games on one core, with the reference kernel before and after."""
    before = reference_ns()
    began = time.perf_counter()
    records = inputs.play(play_chunk, first, games)
    took = time.perf_counter() - began
    step_ns = (before + reference_ns()) / 2
    decisions = int(records["decisions"].sum())
    return {
        "games_per_second": games / took,
        "ns_per_decision": took / decisions * 1e9,
        "decisions_per_game": decisions / games,
        "steps_per_game": took / games * 1e9 / step_ns,
        "reference_ns_per_step": step_ns,
    }


def play_speed(strategy: str, players: int, games: int, repeats: int) -> dict[str, float]:
    """Medians over repeats of the figures of one strategy at every seat."""
    inputs = load_inputs(make_plan(games=games, players=players, strategies=[strategy]))
    inputs.play(play_chunk, 0, 10)
    runs = [play_once(inputs, number * games, games) for number in range(repeats)]
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def cold_compile() -> float:
    """Seconds of a new process that plays its first game with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "SETI_SIM_CACHE": cache}
        environment.pop("NUMBA_CACHE_DIR", None)
        return seconds(lambda: subprocess.run([sys.executable, "-c", COLD], env=environment, check=True))


def warm_start(repeats: int) -> float:
    """Median seconds of ``seti-sim run --games 100`` with a filled cache."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "seti_sim.cli", "run", "--games", "100", "--quiet", "--out"]
        times = [
            seconds(lambda out=str(Path(folder) / str(number)): subprocess.run([*command, out], check=True))
            for number in range(repeats)
        ]
    return statistics.median(times)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All figures by name."""
    splitmix64(np.uint64(1), 1)
    games = {"random": options.games, "greedy": max(options.games // 3, 1)}
    figures: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "players": options.players,
        "play": {name: play_speed(name, options.players, games[name], options.repeats) for name in games},
        "bytes_per_game": GAME.itemsize,
        "warm_start_seconds": warm_start(options.repeats),
    }
    if not options.no_cold:
        figures["cold_compile_seconds"] = cold_compile()
    return figures


def show(figures: dict[str, Any]) -> None:
    """The figures for people."""
    print(f"{figures['players']} players, one core, medians; {figures['machine']}")
    for name, play in figures["play"].items():
        print(
            f"{name:8} {play['games_per_second']:10,.0f} games/s   {play['ns_per_decision']:8,.0f} ns a decision   "
            f"{play['decisions_per_game']:6,.0f} decisions a game   {play['steps_per_game']:12,.0f} steps a game"
        )
    step = statistics.median(play["reference_ns_per_step"] for play in figures["play"].values())
    print(f"reference kernel (splitmix64)     {step:8.3f} ns a step")
    print(f"memory of a game in play          {figures['bytes_per_game']:8,} bytes")
    print(f"warm start, run --games 100       {figures['warm_start_seconds']:8.2f} s")
    if "cold_compile_seconds" in figures:
        print(f"cold compile and first game       {figures['cold_compile_seconds']:8.2f} s")


def main() -> None:
    """Parse the options, measure, print."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3000, help="games of each repeat with random players")
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--no-cold", action="store_true", help="leave out the cold compile")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    figures = measure(options)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        show(figures)


if __name__ == "__main__":
    main()
