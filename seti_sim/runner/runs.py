"""Starting and resuming runs: the one door of this floor for the command line and for programs.

Example::

    plan = make_plan(games=10_000, players=4, strategies=["greedy"], seed=1)
    start_run(plan, Path("results/first"))
"""

import shlex
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from seti_sim.code_cache import READY, prune
from seti_sim.engine.errors import ERROR_TEXTS
from seti_sim.jit import CACHE_PROBLEM, cache_folder
from seti_sim.policies.play import play_chunk
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import GameFailed, Interrupted, StoreError
from seti_sim.runner.execute import number_of_threads, run_chunks
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.manifest import Manifest, Status, check_same_games, new_manifest
from seti_sim.runner.outcomes import Array, outcome_tables
from seti_sim.runner.plan import RunPlan
from seti_sim.runner.store import RunFolder, check_free, new_folder, open_folder


class Listener:
    """Somebody who is told how a run gets on; this one does not care."""

    def note(self, text: str) -> None:
        """One line that people should know."""

    def begin(self, games: int, done: int) -> None:
        """Play begins: ``done`` of ``games`` games are there already."""

    def advance(self, games: int) -> None:
        """So many more games are stored."""


SILENT = Listener()


def start_run(plan: RunPlan, out: Path, *, threads: int | None = None, listener: Listener = SILENT) -> Manifest:
    """Play the games of the plan and store them in the new folder ``out``; return the final manifest.

    Raises ``RunError`` (or the errors of strategies and components) with one clear line before anything is written,
    :class:`GameFailed` if a game breaks and :class:`Interrupted` on Ctrl-C.
    """
    threads = number_of_threads(threads)
    check_free(out)
    inputs = load_inputs(plan)
    with new_folder(out) as folder:
        manifest = new_manifest(inputs, out, threads)
        folder.write_manifest(manifest)
        return _play(folder, inputs, manifest, manifest.chunks, listener)


def resume_run(path: Path, *, threads: int | None = None, listener: Listener = SILENT) -> Manifest:
    """Play the chunks of an interrupted run that are missing or damaged; return the final manifest.

    The tables are the same as those of an undisturbed run. A complete run is checked and left as it is.
    """
    threads = number_of_threads(threads)
    with open_folder(path) as (folder, begun):
        missing = folder.missing(begun.chunks, begun.players)
        if not missing and begun.status == "complete":
            listener.note(f"{path} is complete: {begun.games} games, every part is readable")
            return begun
        inputs = load_inputs(begun.plan)
        check_same_games(begun, inputs)
        manifest = begun.resumed(threads)
        folder.write_manifest(manifest)
        return _play(folder, inputs, manifest, missing, listener)


def finished_games(inputs: Inputs, chunk: Chunk) -> Array:
    """The finished game records of a chunk; :class:`GameFailed` names the first game that broke."""
    games = inputs.play(play_chunk, chunk.first, chunk.games)
    broken = (games["error"] != 0) | (games["over"] == 0)
    if broken.any():
        game = games[broken.argmax()]
        text = ERROR_TEXTS.get(int(game["error"]), f"error {game['error']}, not finished")
        raise GameFailed(f"game {game['index']} of seed {game['seed']} failed: {text}")
    return games


def _play(
    folder: RunFolder, inputs: Inputs, manifest: Manifest, chunks: Sequence[Chunk], listener: Listener
) -> Manifest:
    """Play the chunks; the manifest tells the truth about the run whatever happens."""
    status: Status = "interrupted"
    fault = None
    began = time.monotonic()
    try:
        warm_up(inputs, listener)
        began = time.monotonic()
        _play_chunks(folder, inputs, manifest, chunks, listener)
        status = "complete"
    except KeyboardInterrupt:
        raise Interrupted(_stopped(folder, manifest)) from None
    except StoreError as error:
        raise StoreError(f"{error}; once mended: {_resume_command(folder.path)}") from None
    except GameFailed as error:
        status, fault = "failed", str(error)
        raise
    finally:
        manifest = manifest.ended(status, time.monotonic() - began, fault)
        with suppress(*([] if status == "complete" else [StoreError])):
            folder.write_manifest(manifest)
    return manifest


def _play_chunks(
    folder: RunFolder, inputs: Inputs, manifest: Manifest, chunks: Sequence[Chunk], listener: Listener
) -> None:
    def work(chunk: Chunk) -> None:
        folder.write_part(chunk, outcome_tables(finished_games(inputs, chunk), inputs.codes))

    listener.begin(manifest.games, manifest.games - sum(chunk.games for chunk in chunks))
    with closing(run_chunks(chunks, work, manifest.threads)) as stored:
        for chunk in stored:
            listener.advance(chunk.games)


def warm_up(inputs: Inputs, listener: Listener) -> None:
    """Play one game before the threads start, so that code is compiled or loaded once and not by each of them."""
    ready = cache_folder() / READY
    fresh = not ready.exists()
    if CACHE_PROBLEM is not None:
        listener.note(f"{CACHE_PROBLEM}; every start compiles the engine again, about a minute")
    elif fresh:
        listener.note("compiling the engine (only after an installation or a change of it, about a minute) ...")
    finished_games(inputs, Chunk(0, 0, 1))
    if CACHE_PROBLEM is None:
        with suppress(OSError):
            ready.touch()
            if fresh:
                prune(ready.parent)


def _stopped(folder: RunFolder, manifest: Manifest) -> str:
    games = sum(chunk.games for chunk in manifest.chunks if folder.holds(chunk))
    return f"stopped with {games} of {manifest.games} games stored; go on with: {_resume_command(folder.path)}"


def _resume_command(path: Path) -> str:
    return shlex.join(["seti-sim", "resume", str(path)])
