"""What ``seti-sim run`` and ``seti-sim resume`` do: words to plans, executors and listeners, and the last line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from seti_sim.cli.errors import UsageError
from seti_sim.cli.options import new_name
from seti_sim.cli.progress import JsonListener, LineListener, print_record, progress, time_text, told_if_compiled
from seti_sim.runner.cells import is_plan
from seti_sim.runner.cluster import open_executor
from seti_sim.runner.estimate import SAMPLE, Estimate, estimates
from seti_sim.runner.grid import Cell, cell_name, read_grid
from seti_sim.runner.listener import SILENT
from seti_sim.runner.plan import RunPlan, make_plan
from seti_sim.runner.plans import Played, check_plan_free, resume_plan, start_plan
from seti_sim.runner.records import Manifest
from seti_sim.runner.runs import resume_run, start_run
from seti_sim.runner.store import check_free

DEFAULTS: Final = {"games": 1000, "players": 4, "strategies": "greedy"}


class GameOptions(NamedTuple):
    """The options that say which games are played, as given."""

    games: int | None
    players: int | None
    strategies: str | None
    seed: int | None
    species: str | None
    gold: str | None
    seating: str | None
    variant: str | None
    chunk: int | None


class RunOptions(NamedTuple):
    """The options that say how they are played and told."""

    threads: int | None
    cluster: str | None
    quiet: bool
    json_progress: bool


def run_games(file: Path | None, wanted: GameOptions, out: Path | None, how: RunOptions, *, dry: bool) -> None:
    """Play a plan file or the run that the options describe; with ``dry`` only say what that would be."""
    if file is None:
        _run_one(_plan_of(wanted), out or new_name("run"), how, dry=dry)
        return
    for name, value in wanted._asdict().items():
        if value is not None:
            raise UsageError(f"--{name} belongs into the plan file {file}")
    folder = out or new_name(file.stem)
    if dry:
        check_plan_free(folder)
        _tell_estimate(lambda: read_grid(file), how)
        return
    with progress(quiet=how.quiet, as_json=how.json_progress) as listener:
        with open_executor(how.cluster, how.threads, listener) as executor:
            played = start_plan(file, folder, executor, listener)
        _tell_plan(played, folder, how)


def resume_games(folder: Path, how: RunOptions) -> None:
    """Go on with a run or with a plan."""
    with progress(quiet=how.quiet, as_json=how.json_progress) as listener:
        with open_executor(how.cluster, how.threads, listener) as executor:
            played = resume_plan(folder, executor, listener) if is_plan(folder) else None
            manifest = resume_run(folder, listener=listener, executor=executor) if played is None else None
        if played is not None:
            _tell_plan(played, folder, how)
        if manifest is not None:
            _tell(manifest, folder, how)


def _tell_estimate(cells: Callable[[], Sequence[Cell]], how: RunOptions) -> None:
    """Say what the cells will take on the threads or the cluster wanted, which is looked for as for a real run."""
    listener = JsonListener() if how.json_progress else SILENT if how.quiet else LineListener()
    with open_executor(how.cluster, how.threads, listener) as executor, told_if_compiled(listener):
        threads = executor.threads
        found = estimates(cells())
    if how.json_progress:
        for record in dry_records(found, threads):
            print_record(record)
    elif not how.quiet:
        print("\n".join(dry_lines(found, threads, "threads" if how.cluster is None else "threads of workers")))


def dry_records(found: Sequence[Estimate], threads: int) -> list[dict[str, Any]]:
    """What a plan will take, as records: one for each cell and the sums."""
    seconds = sum(item.seconds for item in found)
    return [
        *(
            {
                "event": "estimate",
                "cell": item.cell.name,
                "games": item.cell.plan.games,
                "thread_seconds": round(item.seconds, 3),
                "bytes": round(item.size),
            }
            for item in found
        ),
        {
            "event": "end",
            "cells": len(found),
            "games": sum(item.cell.plan.games for item in found),
            "thread_seconds": round(seconds, 3),
            "threads": threads,
            "seconds": round(seconds / max(threads, 1), 3),
            "bytes": round(sum(item.size for item in found)),
        },
    ]


def dry_lines(found: Sequence[Estimate], threads: int, kind: str) -> list[str]:
    """The same as lines: a table of the cells and the sums; ``kind`` says what the threads are."""
    width = max(len("cell"), *(len(item.cell.name) for item in found))
    games, seconds = sum(item.cell.plan.games for item in found), sum(item.seconds for item in found)
    whom = f"{threads} {kind}" if threads > 1 else "one thread"
    count = f"{len(found)} {'cell' if len(found) == 1 else 'cells'}, {games:,} games"
    size = _size_text(sum(item.size for item in found))
    return [
        f"{'cell':{width}}  {'games':>12}  {'one thread':>10}  {'disk':>9}",
        *(_dry_line(item, width) for item in found),
        f"{count}: about {time_text(seconds / max(threads, 1))} on {whom}, {size} on disk",
        f"estimated from {SAMPLE} games of each kind played now on one thread of this machine",
    ]


def _dry_line(item: Estimate, width: int) -> str:
    games = f"{item.cell.plan.games:,}"
    return f"{item.cell.name:{width}}  {games:>12}  {time_text(item.seconds):>10}  {_size_text(item.size):>9}"


def _run_one(plan: RunPlan, folder: Path, how: RunOptions, *, dry: bool) -> None:
    if dry:
        check_free(folder)
        _tell_estimate(lambda: [Cell(cell_name(plan), plan)], how)
        return
    with progress(quiet=how.quiet, as_json=how.json_progress) as listener:
        with open_executor(how.cluster, how.threads, listener) as executor:
            manifest = start_run(plan, folder, listener=listener, executor=executor)
        _tell(manifest, folder, how)


def _plan_of(wanted: GameOptions) -> RunPlan:
    """The plan that the options describe."""
    given = {name: value for name, value in wanted._asdict().items() if value is not None}
    values: dict[str, Any] = {**DEFAULTS, **given}
    values["strategies"] = _words(values["strategies"])
    if "species" in values:
        values["species"] = tuple(_words(values["species"]))
    if "gold" in values:
        values["gold"] = _sides(values["gold"])
    return make_plan(**values)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _sides(text: str) -> dict[str, str]:
    """``tech=a,income=b`` by tile."""
    sides = {}
    for word in _words(text):
        name, sign, side = word.partition("=")
        if not sign or name in sides:
            raise UsageError(f"--gold: write each tile once with its side, as in tech=a,income=b, not {text!r}")
        sides[name] = side
    return sides


def _tell(manifest: Manifest, folder: Path, how: RunOptions) -> None:
    """The last line of a run."""
    line = f"{manifest.games:,} games of {manifest.players} players in {manifest.seconds:.1f} s: {folder}"
    _end(line, {"cells": 1, "games": manifest.games, "seconds": manifest.seconds, "folder": str(folder)}, how)


def _tell_plan(played: Played, folder: Path, how: RunOptions) -> None:
    """The last line of a plan."""
    line = f"{played.cells:,} cells, {played.games:,} games in {played.seconds:.1f} s: {folder}"
    _end(line, {**played._asdict(), "seconds": round(played.seconds, 3), "folder": str(folder)}, how)


def _end(line: str, record: dict[str, Any], how: RunOptions) -> None:
    if how.json_progress:
        print_record({"event": "end"} | record)
    elif not how.quiet:
        print(line)


def _size_text(size: float) -> str:
    """Bytes in the unit that fits."""
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB"
