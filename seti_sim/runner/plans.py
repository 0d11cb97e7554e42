"""Running whole plans: a folder with a run folder for each cell, so that every cell is reported and replayed alone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from seti_sim.runner.cells import (
    PLAN,
    PLAN_FORMAT,
    CellRecord,
    Meaning,
    PlanRecord,
    check_cell,
    is_plan,
    read_plan,
)
from seti_sim.runner.errors import ONCE_MENDED, Interrupted, RunError, StoreError, with_context
from seti_sim.runner.execute import Executor
from seti_sim.runner.grid import Cell, read_grid
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.listener import Listener, OfPlan
from seti_sim.runner.manifest import check_same_games, check_same_program, origin_of, strategy_records
from seti_sim.runner.records import MANIFEST, Origin
from seti_sim.runner.runs import resume_command, resume_run, start_run
from seti_sim.runner.store import check_free, locked, reporting, write_atomic, writing

PROGRAM: Final = ("seti_sim", "rules_version", "source_hash", "git_revision", "versions")
"""What of the origin of a run is the same for all cells."""


class Played(NamedTuple):
    """What was played: number of cells, of games in all of them, and seconds of play."""

    cells: int
    games: int
    seconds: float


def start_plan(file: Path, out: Path, executor: Executor, listener: Listener) -> Played:
    """Play every cell of a plan file into the new folder ``out``.

    Raises ``RunError`` with one line before anything is written if the plan makes no sense; see ``start_run``.
    """
    cells = read_grid(file)
    check_plan_free(out)
    with reporting(out, "can't make"):
        out.mkdir(parents=True, exist_ok=True)
    with locked(out):
        check_plan_free(out)
        source = file.read_text(encoding="utf-8")
        record = PlanRecord(
            format=PLAN_FORMAT, file=str(file), source=source, cells=tuple(_records(cells)), meaning=_meaning(cells)
        ).sealed()
        with writing(out):
            write_atomic(out / PLAN, (record.model_dump_json(indent=2) + "\n").encode())
        return _play(out, record, executor, listener)


def resume_plan(path: Path, executor: Executor, listener: Listener) -> Played:
    """Play what is missing of a plan: cells that were never begun, and chunks that are missing or damaged."""
    with locked(path):
        return _play(path, read_plan(path), executor, listener)


def check_plan_free(path: Path) -> None:
    """Raise :class:`StoreError` unless ``path`` is absent or empty."""
    if is_plan(path):
        raise StoreError(f"{path} is an existing plan folder; choose another --out or remove it first")
    check_free(path)


def _play(path: Path, record: PlanRecord, executor: Executor, listener: Listener) -> Played:
    """Begin or go on with every cell, one after the other."""
    listener.begin(sum(cell.plan.games for cell in record.cells))
    seconds = 0.0
    with _of_plan(path):
        for number, cell in enumerate(record.cells, start=1):
            listener.enter(cell.name, number, len(record.cells))
            folder = path / cell.name
            if (folder / MANIFEST).is_file():
                check_cell(path, cell)
                done = resume_run(folder, listener=OfPlan(listener), executor=executor)
            else:
                _check_meaning(path, record.meaning, cell)
                done = start_run(cell.plan, folder, listener=OfPlan(listener), executor=executor)
            seconds += done.seconds
    return Played(len(record.cells), sum(cell.plan.games for cell in record.cells), seconds)


def _meaning(cells: Sequence[Cell]) -> Meaning:
    """What the cells mean now: every name and file is read once."""
    strategies: dict[str, str] = {}
    tables: dict[str, str] = {}
    for _, plan in cells:
        if (plan.variant or "") not in tables or not strategies.keys() >= set(plan.strategies):
            inputs = load_inputs(plan)
            tables[plan.variant or ""] = inputs.tables.hash
            digests = [item.digest for item in inputs.strategies]
            strategies |= {word: digests[code] for word, code in zip(plan.strategies, inputs.codes, strict=True)}
    now = origin_of(inputs)
    return Meaning(strategies=strategies, tables=tables, **{name: getattr(now, name) for name in PROGRAM})


def _check_meaning(path: Path, begun: Meaning | None, cell: CellRecord) -> None:
    """Raise ``RunError`` if a cell that has not been begun would no longer be what the plan meant by it."""
    if begun is None:  # written before this was kept
        return
    inputs = load_inputs(cell.plan)
    strategies = list(strategy_records(inputs))
    for word, code in zip(cell.plan.strategies, inputs.codes, strict=True):
        strategies[code] = strategies[code].model_copy(update={"digest": begun.strategies.get(word)})
    then = Origin(
        plan=cell.plan,
        seats=inputs.codes,
        strategies=tuple(strategies),
        variant=None,
        tables_hash=begun.tables.get(cell.plan.variant or "", ""),
        **{name: getattr(begun, name) for name in PROGRAM},
    )
    with with_context(path / cell.name):
        check_same_games(then, inputs)
        check_same_program(then)


@contextmanager
def _of_plan(path: Path) -> Iterator[None]:
    """Let what stops a cell say how to go on with the plan."""
    try:
        yield
    except (Interrupted, KeyboardInterrupt):
        raise Interrupted(f"stopped; resume with: {resume_command(path)}") from None
    except RunError as error:
        text, mended, _ = str(error).partition(ONCE_MENDED)
        if not mended and not isinstance(error, StoreError):
            raise
        raise type(error)(f"{text}{ONCE_MENDED}{resume_command(path)}") from None


def _records(cells: Sequence[Cell]) -> Iterator[CellRecord]:
    for cell in cells:
        yield CellRecord(name=cell.name, plan=cell.plan)
