"""The manifest of a run: everything needed to repeat it, to resume it and to read its tables (results/README.md)."""

import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict

import seti_sim
from seti_sim.components.lexicon import GOLD_TILES, MOONS, STARS, TECHS
from seti_sim.components.loader import unsupported
from seti_sim.components.words import INCOMES, PLANETS, SPECIES, TRACE_COLOURS
from seti_sim.engine.state import ACTIONS, SOURCES
from seti_sim.jit import source_hash
from seti_sim.runner.chunks import Chunk, split
from seti_sim.runner.errors import RunError
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.plan import RunPlan

FORMAT: Final = 1
"""Changes when a column or a manifest key changes its meaning."""

Status = Literal["running", "interrupted", "failed", "complete"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StrategyRecord(_Record):
    """A strategy as it was played, with its whole source."""

    name: str
    policy: int
    digest: str
    source: str


class VariantRecord(_Record):
    """The variant of the box: its name or path, and every number it overrides."""

    name: str
    overrides: dict[str, Any]


class Manifest(_Record):
    """Contents of ``manifest.json``. ``seed``, ``games`` and ``players`` repeat the plan for readers of the file."""

    format: int
    status: Status
    error: str | None
    command: str
    seed: int
    games: int
    players: int
    plan: RunPlan
    seats: tuple[int, ...]
    strategies: tuple[StrategyRecord, ...]
    variant: VariantRecord | None
    unsupported: tuple[str, ...]
    seti_sim: str
    rules_version: int
    tables_hash: str
    source_hash: str
    git_revision: str | None
    versions: dict[str, str]
    started: str
    finished: str | None
    threads: int
    seconds: float
    chunks: tuple[Chunk, ...]
    dictionaries: dict[str, tuple[str, ...]]

    def ended(self, status: Status, seconds: float, error: str | None = None) -> Self:
        """The manifest after ``seconds`` more of play."""
        changes = {"status": status, "error": error, "finished": _now(), "seconds": round(self.seconds + seconds, 3)}
        return self.model_copy(update=changes)

    def resumed(self, threads: int) -> Self:
        """The manifest while missing chunks are played."""
        return self.model_copy(update={"status": "running", "error": None, "finished": None, "threads": threads})


def new_manifest(inputs: Inputs, out: Path, threads: int) -> Manifest:
    """The manifest of a run that begins now."""
    plan = inputs.plan
    variant = None
    if plan.variant is not None:
        variant = VariantRecord(name=plan.variant, overrides=inputs.variant or {})
    return Manifest(
        format=FORMAT,
        status="running",
        error=None,
        command=plan.command(str(out)),
        seed=plan.seed,
        games=plan.games,
        players=plan.players,
        plan=plan,
        seats=inputs.codes,
        strategies=strategy_records(inputs),
        variant=variant,
        unsupported=tuple(unsupported(inputs.tables)),
        seti_sim=seti_sim.__version__,
        rules_version=seti_sim.RULES_VERSION,
        tables_hash=inputs.tables.hash,
        source_hash=source_hash(),
        git_revision=git_revision(Path(seti_sim.__file__).parent.parent),
        versions=library_versions(),
        started=_now(),
        finished=None,
        threads=threads,
        seconds=0.0,
        chunks=tuple(split(plan.games, plan.chunk)),
        dictionaries=dictionaries(inputs),
    )


def strategy_records(inputs: Inputs) -> tuple[StrategyRecord, ...]:
    """The strategies of the run by code."""
    return tuple(
        StrategyRecord(name=item.name, policy=int(item.policy), digest=item.digest, source=item.source)
        for item in inputs.strategies
    )


def dictionaries(inputs: Inputs) -> dict[str, tuple[str, ...]]:
    """The words behind the codes and column names of the tables: the place in a list is the code."""
    return {
        "strategies": tuple(item.name for item in inputs.strategies),
        "species": SPECIES,
        "sources": SOURCES,
        "actions": ACTIONS,
        "techs": TECHS,
        "planets": PLANETS,
        "moons": MOONS,
        "stars": STARS,
        "incomes": INCOMES,
        "trace_colours": TRACE_COLOURS,
        "gold_tiles": GOLD_TILES,
    }


def check_same_games(manifest: Manifest, inputs: Inputs) -> None:
    """Raise :class:`RunError` if the games left to play would not be the games of this run."""
    if manifest.rules_version != seti_sim.RULES_VERSION:
        raise RunError(
            f"this run was begun under rules version {manifest.rules_version}, now it is {seti_sim.RULES_VERSION}; "
            f"start a new run: {manifest.command}"
        )
    if manifest.tables_hash != inputs.tables.hash:
        raise RunError("the component tables have changed since this run began; start a new run")
    for begun, now in zip(manifest.strategies, strategy_records(inputs), strict=True):
        if begun.digest != now.digest:
            raise RunError(f"strategy {begun.name!r} has changed since this run began; start a new run")


def library_versions() -> dict[str, str]:
    """Versions of Python and of the libraries that could touch a result, and the platform."""
    found = {name: version(name) for name in ("numba", "numpy", "polars")}
    return {"python": platform.python_version(), **found, "platform": f"{sys.platform} {platform.machine()}"}


def git_revision(root: Path) -> str | None:
    """Revision of the checkout whose top folder is ``root``, with ``+`` if files differ from it; None elsewhere."""
    top = _git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != root.resolve():
        return None
    revision = _git(root, "rev-parse", "HEAD")
    if revision is None:
        return None
    return revision + ("+" if _git(root, "status", "--porcelain", "--untracked-files=no") else "")


def _git(root: Path, *words: str) -> str | None:
    """What git prints, or None if there is no git or it refuses."""
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
