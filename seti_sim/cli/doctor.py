"""``seti-sim doctor`` and ``seti-sim warmup``: is this installation in order, and is everything compiled?"""

import json
import os
import platform
import time
from collections.abc import Iterator
from typing import Annotated, Any, Final

import typer

from seti_sim.cli.errors import DIFFERENT

GAMES: Final = 100
LIBRARIES: Final = ("numba", "numpy", "polars", "pandas", "scipy", "matplotlib")


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Print versions, cores and the cache, and play 100 games twice to check that they are the same."""
    found = diagnosis()
    print(json.dumps(found, indent=1) if as_json else "\n".join(lines_of(found)))
    if not found["same_games"]:
        raise typer.Exit(DIFFERENT)


def warmup() -> None:
    """Compile everything that games need, also of strategies that look ahead, so that later commands start at once."""
    from seti_sim.cli.progress import told_if_compiled

    began = time.perf_counter()
    with told_if_compiled():
        played(("balanced", "expert"), 1)
    print(f"ready after {time.perf_counter() - began:.1f} s; compiled code is kept in {_folder()}")


def diagnosis() -> dict[str, Any]:
    """Everything that ``doctor`` prints, by name."""
    from importlib.metadata import PackageNotFoundError, version

    from seti_sim import RULES_VERSION, __version__, jit
    from seti_sim.cli.progress import told_if_compiled
    from seti_sim.runner.execute import number_of_threads

    versions = {}
    for name in LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "missing"
    with told_if_compiled():
        played(("balanced",), 1)
    began = time.perf_counter()
    first = played(("balanced",), GAMES)
    seconds = time.perf_counter() - began
    return {
        "seti_sim": __version__,
        "rules_version": RULES_VERSION,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": versions,
        "threads": number_of_threads(),
        "compiled": "with linking" if jit.PLAIN is None else f"with plain numba: {jit.PLAIN}",
        "cache": _folder(),
        "cache_problem": jit.CACHE_PROBLEM,
        "games_per_second_and_core": round(GAMES / seconds),
        "same_games": played(("balanced",), GAMES, threads=2) == first,
    }


def played(strategies: tuple[str, ...], games: int, threads: int = 1) -> bytes:
    """The finished games of a small run as bytes; ``threads`` play a part each."""
    from concurrent.futures import ThreadPoolExecutor

    from seti_sim.policies.play import play_chunk
    from seti_sim.runner.inputs import load_inputs
    from seti_sim.runner.plan import make_plan

    seats = strategies if len(strategies) == 1 else (strategies * 4)[:4]
    inputs = load_inputs(make_plan(games=games, players=4, strategies=seats))
    size = -(-games // threads)
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda first: inputs.play(play_chunk, first, min(size, games - first)), range(0, games, size))
        return b"".join(part.tobytes() for part in parts)


def lines_of(found: dict[str, Any]) -> Iterator[str]:
    """The findings as lines of text."""
    yield f"seti-sim {found['seti_sim']} (rules version {found['rules_version']})"
    yield f"Python {found['python']} on {found['platform']}"
    yield ", ".join(f"{name} {version}" for name, version in found["libraries"].items())
    yield f"threads: {found['threads']}"
    yield f"compiled {found['compiled']}"
    yield f"cache: {found['cache_problem'] or found['cache']}"
    yield f"speed: {found['games_per_second_and_core']:,} four-player games of balanced a second and core"
    same = "the same games on one thread and on two" if found["same_games"] else "FAILED: games differ between threads"
    yield f"self-test, {GAMES} games: {same}"


def _folder() -> str:
    from seti_sim import jit

    return os.fspath(jit.cache_folder())
