"""Writing the manifest of a run (results/README.md), and asking whether a run can be gone on with."""

import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import seti_sim
from seti_sim.compilation.sources import source_hash
from seti_sim.components.loader import unsupported
from seti_sim.components.names import GOLD_TILES, MOONS, STARS, TECHS
from seti_sim.components.opcodes import INCOMES, PLANETS, SPECIES, TRACE_COLOURS
from seti_sim.engine.state import ACTIONS, SOURCES
from seti_sim.policies.strategies import parse_strategy
from seti_sim.runner.chunks import split
from seti_sim.runner.errors import RunError
from seti_sim.runner.inputs import Inputs, tables_of
from seti_sim.runner.records import FORMAT, Manifest, Origin, StrategyRecord, VariantRecord, now

LIBRARIES = ("numba", "numpy", "polars")
"""Libraries whose version could change a byte of a table."""


def origin_of(inputs: Inputs) -> Origin:
    """What decides the tables of a run that begins now."""
    variant = None
    if inputs.plan.variant is not None:
        variant = VariantRecord(name=inputs.plan.variant, overrides=inputs.variant or {})
    return Origin(
        plan=inputs.plan,
        seats=inputs.codes,
        strategies=strategy_records(inputs),
        variant=variant,
        seti_sim=seti_sim.__version__,
        rules_version=seti_sim.RULES_VERSION,
        tables_hash=inputs.tables.hash,
        source_hash=source_hash(),
        git_revision=git_revision(Path(seti_sim.__file__).parent.parent),
        versions=library_versions(),
    )


def new_manifest(inputs: Inputs, out: Path, threads: int) -> Manifest:
    """The manifest of a run that begins now."""
    plan = inputs.plan
    return Manifest(
        **dict(origin_of(inputs)),
        format=FORMAT,
        status="running",
        error=None,
        command=plan.command(str(out)),
        seed=plan.seed,
        games=plan.games,
        players=plan.players,
        unsupported=tuple(unsupported(inputs.tables)),
        started=now(),
        finished=None,
        threads=threads,
        seconds=0.0,
        chunks=tuple(split(plan.games, plan.chunk)),
        dictionaries=dictionaries(inputs),
    ).sealed()


def recorded_inputs(origin: Origin) -> Inputs:
    """What a run was played with, from its record: strategy files and variant files may have gone since."""
    variant = None if origin.variant is None else origin.variant.overrides
    strategies = tuple(parse_strategy(item.source, f"strategy {item.name}") for item in origin.strategies)
    return Inputs(origin.plan, tables_of(origin.plan, variant), strategies, origin.seats, variant)


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
        "cards": tuple(inputs.tables.names.cards),
        "milestones": milestone_names(inputs.tables.record),
    }


def milestone_names(tables: Any) -> tuple[str, ...]:
    """The milestones in the order of their columns: ``20 neutral`` to ``70 gold``."""
    neutral = [f"{mark} neutral" for mark in tables.neutral_milestones.tolist()]
    return (*neutral, *(f"{mark} gold" for mark in tables.gold_milestones.tolist()))


def check_same_games(origin: Origin, inputs: Inputs) -> None:
    """Raise :class:`RunError` if the rules, the box or the strategies are not those of the run."""
    if origin.rules_version != seti_sim.RULES_VERSION:
        raise RunError(
            f"begun under rules version {origin.rules_version}, here it is {seti_sim.RULES_VERSION}; start a new one"
        )
    if origin.tables_hash != inputs.tables.hash:
        raise RunError("the component tables have changed since it was begun; start a new one")
    for begun, now_played in zip(origin.strategies, strategy_records(inputs), strict=True):
        if begun.digest != now_played.digest:
            raise RunError(f"strategy {begun.name!r} has changed since it was begun; start a new one")


def check_same_program(origin: Origin) -> None:
    """Raise :class:`RunError` if another program or library than that of the run would play the games left."""
    if origin.source_hash != source_hash():
        raise RunError(
            f"started with different code (seti_sim {origin.seti_sim}, revision {origin.git_revision}, "
            f"hash {origin.source_hash}; here {source_hash()}); resume with that version or start a new run"
        )
    here = library_versions()
    for name in LIBRARIES:
        if origin.versions.get(name) != here[name]:
            raise RunError(
                f"begun with {name} {origin.versions.get(name)}, here it is {here[name]}; "
                "resume with that version or start a new run"
            )


def library_versions() -> dict[str, str]:
    """Versions of Python and of the libraries that could touch a result, and the platform."""
    found = {name: version(name) for name in LIBRARIES}
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
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace").strip()
