"""Starting and resuming single runs; ``plans`` does it for grids of them.

Example::

    plan = make_plan(games=10_000, players=4, strategies=["greedy"], seed=1)
    start_run(plan, Path("results/first"))
"""

import shlex
import time
from collections.abc import Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path

from seti_sim.compilation.folders import READY, on_notice, prune
from seti_sim.jit import CACHE_PROBLEM, cache_folder, compiling
from seti_sim.runner.checksums import SUMS
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import ONCE_MENDED, GameFailed, Interrupted, RunError, StoreError, with_context
from seti_sim.runner.execute import Executor, Threads
from seti_sim.runner.inputs import Inputs, has_all_files, load_inputs
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.manifest import check_same_games, check_same_program, new_manifest, recorded_inputs
from seti_sim.runner.parts import finished_games
from seti_sim.runner.plan import RunPlan
from seti_sim.runner.records import Manifest, Origin, Status
from seti_sim.runner.store import RunFolder, check_free, new_run, open_folder

NAMED = 5
"""Damaged parts that are named one by one."""
COMPILING = "compiling (once after an installation or a change of code; the engine takes up to a minute) ..."


def start_run(
    plan: RunPlan,
    out: Path,
    *,
    threads: int | None = None,
    listener: Listener = SILENT,
    executor: Executor | None = None,
) -> Manifest:
    """Play the games of the plan and store them in the new folder ``out``; return the final manifest.

    An ``executor`` plays, or ``threads`` of this process (all cores if neither is given). Raises ``RunError`` (or the
    errors of strategies and components) with one clear line before anything is written, :class:`GameFailed` if a game
    breaks and :class:`Interrupted` on Ctrl-C.
    """
    executor = executor or Threads(threads)
    check_free(out)
    with compiling(lambda: listener.note(COMPILING)):  # policies in code are compiled when they are read
        inputs = load_inputs(plan)
    with new_run(out) as folder:
        manifest = new_manifest(inputs, out, executor.threads)
        folder.begin(manifest)
        return _play(folder, inputs, manifest, manifest.chunks, executor, listener)


def resume_run(
    path: Path, *, threads: int | None = None, listener: Listener = SILENT, executor: Executor | None = None
) -> Manifest:
    """Play the chunks of an interrupted run that are missing or damaged; return the final manifest.

    The tables are the same as those of an undisturbed run. A complete run is compared with its checksums and left as
    it is.
    """
    executor = executor or Threads(threads)
    with open_folder(path) as (folder, begun):
        complete = begun.status == "complete"
        inputs = None if complete else _same_inputs(path, begun)
        missing, damaged = folder.missing(begun.chunks, begun.identity)
        if damaged:
            listener.note(damage_line(path, damaged))
        if complete and not missing:
            if folder.tidy_sums(begun.identity, begun.chunks):
                listener.note(f"{path}: damaged lines of {SUMS} are removed")
            listener.note(f"{path} is complete: {begun.games} games, every part has its checksum")
            listener.begin(begun.games, begun.games)
            return begun
        manifest = begun.resumed(executor.threads)
        folder.begin(manifest)
        return _play(folder, inputs or _same_inputs(path, begun), manifest, missing, executor, listener)


def _same_inputs(path: Path, begun: Manifest) -> Inputs:
    """What the run was started with, read again; ``RunError`` if anything has changed that could change a byte.

    A strategy or variant file that is not there, as seen from another folder, is taken from the manifest.
    """
    inputs = load_inputs(begun.plan) if has_all_files(begun.plan) else recorded_inputs(begun)
    with with_context(path):
        check_same_games(begun, inputs)
        check_same_program(begun)
    return inputs


def resume_command(path: Path) -> str:
    """The shell command that goes on with what is in a folder."""
    return shlex.join(["seti-sim", "resume", str(path)])


def _play(
    folder: RunFolder,
    inputs: Inputs,
    manifest: Manifest,
    chunks: Sequence[Chunk],
    executor: Executor,
    listener: Listener,
) -> Manifest:
    """Play the chunks; the manifest tells the truth about the run whatever happens."""
    status: Status = "interrupted"
    fault = None
    began = time.monotonic()
    try:
        warm_up(inputs, listener)
        began = time.monotonic()
        _play_chunks(folder, inputs, manifest, chunks, executor, listener)
        folder.write_sums()
        status = "complete"
    except KeyboardInterrupt:
        raise Interrupted(_stopped(folder, manifest)) from None
    except RunError as error:
        raise type(error)(f"{error}{ONCE_MENDED}{resume_command(folder.path)}") from None
    except GameFailed as error:
        status, fault = "failed", str(error)
        raise
    finally:
        manifest = manifest.ended(status, time.monotonic() - began, fault)
        with suppress(*([] if status == "complete" else [StoreError])):
            folder.write_manifest(manifest)
    return manifest


def _play_chunks(
    folder: RunFolder,
    inputs: Inputs,
    manifest: Manifest,
    chunks: Sequence[Chunk],
    executor: Executor,
    listener: Listener,
) -> None:
    listener.begin(manifest.games, manifest.games - sum(chunk.games for chunk in chunks))
    origin = Origin(**{name: getattr(manifest, name) for name in Origin.model_fields})
    with closing(executor.stored(origin, inputs, chunks, folder.write_part)) as stored:
        for chunk in stored:
            listener.advance(chunk.games)


def warm_up(inputs: Inputs, listener: Listener) -> None:
    """Play one game before others start, so that code is compiled or loaded once and not by each of them."""
    on_notice(listener.note)
    ready = cache_folder() / READY
    fresh = not ready.exists()
    if CACHE_PROBLEM is not None:
        listener.note(f"{CACHE_PROBLEM}; every start compiles the engine again, about a minute")
    with nullcontext() if CACHE_PROBLEM is not None else compiling(lambda: listener.note(COMPILING)):
        finished_games(inputs, Chunk(0, 0, 1))
    if CACHE_PROBLEM is None:
        with suppress(OSError):
            ready.touch()
            if fresh:
                prune(ready.parent)


def damage_line(path: Path, damaged: Sequence[str]) -> str:
    """What is said of parts that are not as they were written."""
    more = f" and {len(damaged) - NAMED} more" if len(damaged) > NAMED else ""
    return f"{path}: checksum mismatch, replaying: {', '.join(damaged[:NAMED])}{more}"


def _stopped(folder: RunFolder, manifest: Manifest) -> str:
    games = sum(chunk.games for chunk in manifest.chunks if folder.holds(chunk))
    return f"stopped with {games} of {manifest.games} games stored; resume with: {resume_command(folder.path)}"
