"""Damaged inputs of all kinds, by the thousand: ``python -m tests.damage.harness --cases 2000 --seed 1``.

Every case takes good files, damages one of them and runs a command on it. What may come out: one line and exit code 2,
or exit code 0 and the numbers of the undamaged files, or of fewer games where that is said. A traceback, a panic, a
hang over a minute, a crash, other numbers and more than one line for an error are faults.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from damage import mutations

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
RUN = ["run", "--games", "24", "--players", "2", "--strategies", "greedy,random", "--chunk", "6", "--threads", "1"]
COMPARE = ["compare", "greedy", "random", "--games", "12", "--players", "2", "--threads", "1", "--out", "./blocks"]
TUNE = [
    "tune", "./mine.toml", "--weights", "credit,data", "--budget", "12", "--games", "2", "--held-out", "4",
    "--players", "2", "--threads", "1", "--name", "better", "--out", "./search",
]  # fmt: skip
PLAN = """
games = 6
players = 2
strategies = ["greedy", ["mine.toml", "random"]]
variants = ["cheap.toml"]
rotate = false
"""
MINE = 'name = "mine"\npolicy = "heuristic"\nabout = "Mine."\n\n[weights]\ncredit = 3.5\n'
CHEAP = "[board.actions.launch]\ncredit = 1\n\n[rulings]\n"
SCENARIO = (Path(__file__).parents[1] / "scenarios/launch/main_action.toml").read_text()
SETTINGS: tuple[dict[str, str | None], ...] = (
    {"LC_ALL": "C"}, {"LC_ALL": "xx_YY"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {"TERM": ""},
    {"COLUMNS": "0"}, {"COLUMNS": "-7"}, {"COLUMNS": "x"}, {"LINES": "0"}, {"HOME": None}, {"HOME": "/nowhere"},
    {"HOME": ""}, {"USER": ""}, {"TMPDIR": "/nowhere"}, {"TZ": "nowhere"}, {"POLARS_MAX_THREADS": "0"}, {"PATH": ""},
    {"POLARS_MAX_THREADS": "x"}, {"POLARS_MAX_THREADS": "-1"}, {"POLARS_MAX_THREADS": "1"}, {"OMP_NUM_THREADS": "0"},
    {"XDG_CACHE_HOME": "/dev/null"}, {"MPLCONFIGDIR": "/dev/null"}, {"MPLBACKEND": "nothing"}, {"NO_COLOR": "1"},
    {"FORCE_COLOR": "1"}, {"PYTHONWARNINGS": "error"}, {"PYTHONUTF8": "0"}, {"NUMBA_NUM_THREADS": "1"},
    {"SETI_SIM_CACHE": "relative"}, {"SETI_SIM_CACHE": "/dev/null"}, {"SETI_SIM_CACHE": "/proc/nothing"},
)  # fmt: skip


class Answer(NamedTuple):
    """What a command came to; the code is None after a hang or a crash, said in ``err``."""

    code: int | None
    out: str
    err: str


class Fault(NamedTuple):
    """A case that went wrong."""

    case: int
    what: str
    command: str
    why: str


@dataclass
class Worker:
    """A process that runs commands, started again after a hang or a crash."""

    process: subprocess.Popen[str] | None = None

    def run(self, folder: Path, words: Sequence[str]) -> Answer:
        """Run a command in a folder."""
        if self.process is None or self.process.poll() is not None:
            self.end()
            program = [sys.executable, str(Path(__file__).with_name("worker.py"))]
            self.process = subprocess.Popen(
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
            )
            self.ask(folder, ["--version"], 10 * PATIENCE)
        return self.ask(folder, words, PATIENCE)

    def ask(self, folder: Path, words: Sequence[str], patience: float) -> Answer:
        """The answer of the process, which is killed when patience ends."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = Timer(patience, self.process.kill)
        late.start()
        began = time.monotonic()
        try:
            print(json.dumps({"folder": str(folder), "words": list(words)}), file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        late.cancel()
        if line:
            return Answer(**json.loads(line))
        waited = time.monotonic() - began
        why = f"a hang of {waited:.0f} s" if waited >= patience else f"a crash, exit code {self.process.wait()}"
        return Answer(None, "", why)

    def end(self) -> None:
        """End the process and close its pipes."""
        if self.process is not None:
            self.process.kill()
            with self.process:  # closes the pipes and waits
                pass
            self.process = None


@dataclass
class Harness:
    """Good files, what commands say of them, and the faults found so far."""

    folder: Path
    worker: Worker = field(default_factory=Worker)
    faults: list[Fault] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    good: dict[str, Any] = field(default_factory=dict)

    def prepare(self) -> None:
        """Make the good files and note what every command says of them."""
        home = self.folder / "good"
        home.mkdir()
        for name, text in (("plan.toml", PLAN), ("mine.toml", MINE), ("cheap.toml", CHEAP), ("probe.toml", SCENARIO)):
            (home / name).write_text(text)
        for words in (
            [*RUN, "--seed", "1", "--out", "one"], [*RUN, "--seed", "2", "--out", "two"],
            ["run", "plan.toml", "--threads", "1", "--out", "plan"], COMPARE, TUNE,
        ):  # fmt: skip
            answer = self.worker.ask(home, words, 20 * PATIENCE) if self.worker.process else self._first(home, words)
            assert answer.code == 0, answer
        for kind, (words, look) in COMMANDS.items():
            answer = self.worker.ask(home, words, 20 * PATIENCE)
            assert answer.code == 0, (kind, answer)
            self.good[kind] = look(home, answer)
            for made in ("reports", "new"):
                shutil.rmtree(home / made, ignore_errors=True)

    def _first(self, home: Path, words: Sequence[str]) -> Answer:
        self.worker.run(home, ["--version"])
        return self.worker.ask(home, words, 20 * PATIENCE)

    def case(self, number: int, seed: int) -> None:
        """One damaged file, or damaged surroundings, and one command."""
        random = Random(f"{seed}:{number}")
        place = self.folder / "case"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.folder / "good", place)
        target = random.choice(TARGETS)
        kind = random.choice(target.commands)
        words, look = COMMANDS[kind]
        if target.surroundings:
            setting = random.choice(SETTINGS)
            what = f"surroundings {setting}"
            answer = in_surroundings(place, words, setting)
        else:
            file = random.choice(sorted(path for path in place.glob(target.files) if path.is_file()))
            what = f"{file.relative_to(place)}: {random.choice(target.ways)(random, file)}"
            if target.kin and random.random() < 0.3:
                what += (
                    f", {random.choice(target.ways)(random, file)}" if file.is_file() and not file.is_symlink() else ""
                )
            answer = self.worker.run(place, words)
        why = self.judge(kind, target, place, answer, look)
        self.ends[f"{target.name}: {'fault' if why else 'accepted' if answer.code == 0 else 'refused'}"] += 1
        if why:
            self.faults.append(Fault(number, what, " ".join(words), why))

    def judge(self, kind: str, target: "Target", place: Path, answer: Answer, look: Callable[..., Any]) -> str | None:
        """Why an answer is a fault; None if it is none."""
        for sign in ("Traceback", "panicked at", "Exception ignored", "Fatal Python", "Warning:"):
            if sign in answer.err:
                return f"{sign}: {answer.err.strip().splitlines()[-1][:300]}"
        if answer.code is None:
            return answer.err
        if answer.code == 2:
            errors = [line for line in answer.err.splitlines() if line.startswith("seti-sim: ")]
            last = answer.err.endswith("\n") and answer.err.splitlines()[-1].startswith("seti-sim: ")
            return None if len(errors) == 1 and last else f"not one line: {answer.err[-300:]}"
        if answer.code == 1 and target.may_differ:
            return None
        if answer.code != 0:
            return f"exit code {answer.code}: {answer.err[-300:]}"
        if target.other_input:
            return None
        found = look(place, answer)
        if found == self.good[kind]:
            return None
        return None if kind.startswith("report") and " games are not here" in answer.err else "other numbers"


def in_surroundings(place: Path, words: Sequence[str], setting: dict[str, str | None]) -> Answer:
    """A command in a process of its own with other environment variables."""
    environment = {name: value for name, value in os.environ.items() if name not in setting}
    environment |= {"PYTHONPATH": str(ROOT)} | {name: value for name, value in setting.items() if value is not None}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "seti_sim.cli", *words],
            cwd=place, env=environment, capture_output=True, timeout=5 * PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Answer(None, "", "a hang")
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


# ---------------------------------------------------------------- commands, and what of their answer has to stay
def sections(place: Path, _answer: Answer) -> Any:
    """The sections of a report."""
    runs = json.loads((place / "reports/r/summary.json").read_text())["runs"]
    return [[run["seeds"], run["strategies"], run["sections"]] for run in runs]


def tables(place: Path, _answer: Answer) -> Any:
    """Every part and every list of checksums."""
    found = [path for path in place.rglob("*") if path.suffix == ".parquet" or path.name == "SHA256SUMS"]
    return {str(path.relative_to(place)): path.read_bytes() for path in found if "reports" not in path.parts}


def printed(_place: Path, answer: Answer) -> Any:
    """What was printed."""
    return answer.out


def comparison(place: Path, _answer: Answer) -> Any:
    """The figures of a comparison."""
    return json.loads((place / "blocks/compare.json").read_text())


def strategy(place: Path, _answer: Answer) -> Any:
    """The strategy that a search found."""
    return (place / "search/better.toml").read_text()


REPORT = ["report", "--sections", "seats", "--out", "reports/r"]
COMMANDS: dict[str, tuple[list[str], Callable[[Path, Answer], Any]]] = {
    "report": ([*REPORT, "one"], sections),
    "report both": ([*REPORT, "one", "two"], sections),
    "report cards": (["report", "--sections", "cards", "--out", "reports/r", "one"], sections),
    "report confirm": ([*REPORT, "two", "--confirm", "one"], sections),
    "report plan": ([*REPORT, "plan"], sections),
    "resume": (["resume", "one", "--quiet", "--threads", "1"], tables),
    "resume plan": (["resume", "plan", "--quiet", "--threads", "1"], tables),
    "replay": (["replay", "one", "--game", "8", "--round", "1"], printed),
    "spread": (["plan", "--until", "score +-1", "--players", "2", "--from", "blocks"], printed),
    "compare": ([*COMPARE, "--quiet"], comparison),
    "tune": ([*TUNE, "--quiet"], strategy),
    "run plan": (["run", "plan.toml", "--threads", "1", "--out", "new", "--quiet"], printed),
    "run mine": (["run", "--games", "3", "--players", "2", "--strategies", "mine.toml,random", "--threads", "1",
                  "--out", "new", "--quiet"], printed),
    "run cheap": (["run", "--games", "3", "--players", "2", "--strategies", "random", "--variant", "cheap.toml",
                   "--threads", "1", "--out", "new", "--quiet"], printed),
    "show": (["show", "strategies"], printed),
    "scenario": (["scenario", "check", "probe.toml"], printed),
}  # fmt: skip


class Target(NamedTuple):
    """Files that are damaged in some ways before one of some commands.

    ``other_input``: the file is the user's, and what is still read may mean something else. ``may_differ``: exit code 1
    says so. ``kin``: sometimes it is damaged twice.
    """

    name: str
    files: str
    ways: Sequence[mutations.Damage]
    commands: Sequence[str]
    other_input: bool = False
    may_differ: bool = False
    kin: bool = True
    surroundings: bool = False


OF_A_RUN = ("report", "report both", "report cards", "report confirm", "resume", "replay")
TARGETS: tuple[Target, ...] = (
    Target("manifest", "one/manifest.json", mutations.JSON, OF_A_RUN, kin=False),
    Target("manifest", "one/manifest.json", mutations.JSON, OF_A_RUN, kin=False),
    Target("checksums", "one/SHA256SUMS", mutations.TEXT, OF_A_RUN),
    Target("part", "one/*/part-*.parquet", mutations.BYTES, OF_A_RUN),
    Target("part", "one/*/part-*.parquet", mutations.BYTES, OF_A_RUN),
    Target("plan.json", "plan/plan.json", mutations.JSON, ("report plan", "resume plan"), kin=False),
    Target("cell", "plan/*/*", mutations.BYTES, ("report plan", "resume plan")),
    Target("blocks.json", "blocks/blocks.json", mutations.JSON, ("spread", "compare"), kin=False),
    Target("blocks", "blocks/**/*[0S]*", mutations.BYTES, ("spread", "compare")),
    Target("search", "search/*.json*", mutations.TEXT, ("tune",)),
    Target("plan file", "plan.toml", mutations.TEXT, ("run plan",), other_input=True),
    Target("strategy", "mine.toml", mutations.TEXT, ("run mine", "run plan"), other_input=True),
    Target("variant", "cheap.toml", mutations.TEXT, ("run cheap", "run plan"), other_input=True),
    Target("scenario", "probe.toml", mutations.TEXT, ("scenario",), other_input=True, may_differ=True),
    Target("environment", "", (), ("report", "replay", "spread", "show"), surroundings=True),
)  # fmt: skip


def check(cases: int, seed: int, *, show: Callable[[str], None] = lambda _: None) -> Harness:
    """Run so many cases; the harness that holds the faults."""
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        harness = Harness(Path(folder))
        try:
            harness.prepare()
            for number in range(cases):
                known = len(harness.faults)
                harness.case(number, seed)
                for fault in harness.faults[known:]:
                    show(f"case {fault.case}: {fault.what}: seti-sim {fault.command}: {fault.why}")
                if (number + 1) % 100 == 0:
                    show(f"{number + 1} of {cases} cases, {len(harness.faults)} faults")
        finally:
            harness.worker.end()
    return harness


def main() -> None:
    """Run the harness and say what it found."""
    parser = argparse.ArgumentParser(description="Run commands on damaged inputs and count faults.")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    harness = check(options.cases, options.seed, show=lambda text: print(text, flush=True))
    for end, count in sorted(harness.ends.items()):
        print(f"{count:6d}  {end}")
    print(f"{len(harness.faults)} faults in {options.cases} cases")
    sys.exit(bool(harness.faults))


if __name__ == "__main__":
    main()
