"""The same games however they are compiled: ``python -m tests.numba_versions FOLDER`` (``scripts/test --numba``).

Plays one batch of every built-in strategy three times and compares the bytes of the result tables: with the numba of
the environment in the project's own way of compiling, with the same numba's documented interface alone, and with the
lowest numba that is supported, installed in FOLDER. Ends with exit code 1 if the games differ.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

GAMES = {"heuristic": 100, "random": 100, "lookahead": 1}
"""Games of each strategy by its policy."""


def strategies() -> dict[str, int]:
    """Games to play by the name of each built-in strategy."""
    found = {}
    for path in sorted(Path(str(files("seti_sim.policies") / "library")).glob("*.toml")):
        policy = re.search(r'^policy = "(\w+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert policy, path
        found[path.stem] = GAMES[policy[1]]
    return found


def play(strategy: str, games: int, environment: dict[str, str]) -> str:
    """A digest of the result tables of a run, as written in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = f"run --games {games} --players 2 --strategies {strategy},{strategy} --seed 5 --threads 1 --quiet --out"
        command = [sys.executable, "-m", "seti_sim.cli", *words.split(), f"{folder}/run"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{strategy}: exit code {done.returncode}: {done.stderr.strip()}")
        parts = sorted(Path(folder, "run").glob("*/*.parquet"))
        assert parts, "a run writes parts"
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part.relative_to(folder).as_posix().encode() + part.read_bytes())
        return digest.hexdigest()


def play_all(environment: dict[str, str]) -> tuple[dict[str, str], float]:
    """The digest of every strategy, and the seconds they took with all compiling."""
    start = time.perf_counter()
    return {name: play(name, games, environment) for name, games in strategies().items()}, time.perf_counter() - start


def versions(environment: dict[str, str]) -> str:
    """What compiles, in words."""
    program = (
        "import numba, numpy, seti_sim.jit as j\n"
        "way = 'plain: ' + j.PLAIN if j.PLAIN else 'linked'\n"
        "print(f'numba {numba.__version__}, numpy {numpy.__version__}, {way}')"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main(lowest: Path) -> int:
    """Exit code: 0 if all tables are the same."""
    known = os.environ | {"SETI_SIM_PLAIN_NUMBA": "0"}
    settings = {
        "reference": known,
        "plain": known | {"SETI_SIM_PLAIN_NUMBA": "1"},
        "lowest": known | {"PYTHONPATH": str(lowest)},
    }
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        results = dict(zip(settings, executor.map(play_all, settings.values()), strict=True))
    reference = results["reference"][0]
    failed = 0
    for name, (digests, seconds) in results.items():
        different = [strategy for strategy in reference if digests[strategy] != reference[strategy]]
        failed += len(different)
        said = f"other games: {', '.join(different)}" if different else f"{len(reference)} strategies, the same games"
        print(f"{name}: {versions(settings[name])}: {said} ({seconds:.0f} s)")
    print(f"{len(reference) * (len(results) - 1) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
