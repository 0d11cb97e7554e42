"""The folder of a plan: which cells it holds and where their runs are. Nothing here plays."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from seti_sim.runner.errors import PlanError, StoreError
from seti_sim.runner.plan import RunPlan
from seti_sim.runner.records import MANIFEST, Record, SealedRecord, named, read_manifest, read_record

PLAN: Final = "plan.json"
PLAN_FORMAT: Final = 2
"""From 2 on the record carries its checksum."""
EARLIER_FORMAT: Final = 1


class CellRecord(Record):
    """A cell: the name of its folder, and its run."""

    name: str
    plan: RunPlan


class Meaning(Record):
    """What the names in a plan stood for when it was begun, and the program that began it.

    ``strategies`` holds digests by name or file, ``tables`` hashes by variant, ``""`` for none.
    """

    strategies: dict[str, str]
    tables: dict[str, str]
    seti_sim: str
    rules_version: int
    source_hash: str
    git_revision: str | None
    versions: dict[str, str]


class PlanRecord(SealedRecord):
    """Contents of ``plan.json``: the cells of a plan, what they mean and the text of its file."""

    format: int
    file: str
    source: str
    cells: tuple[CellRecord, ...]
    meaning: Meaning | None = None


def is_plan(path: Path) -> bool:
    """Whether a folder is that of a plan."""
    return (path / PLAN).is_file()


def read_plan(path: Path) -> PlanRecord:
    """The record of a plan's folder; :class:`StoreError` with one line if it can't be used."""
    record = read_record(path / PLAN, PlanRecord)
    if record.format not in (PLAN_FORMAT, EARLIER_FORMAT):
        raise StoreError(f"{path} has format {record.format}; this version reads format {PLAN_FORMAT}")
    if record.format == PLAN_FORMAT and record.sha256 is None:
        raise StoreError(f"can't use {path / PLAN}: it has no checksum (key sha256)")
    if not record.cells:
        raise StoreError(f"can't use {path / PLAN}: it has no cells")
    for cell in record.cells:
        if Path(cell.name).name != cell.name or not cell.name.isprintable():
            raise StoreError(f"can't use {path / PLAN}: {cell.name!r} is no name of a cell")
    return record


def check_cell(path: Path, cell: CellRecord) -> None:
    """Raise :class:`StoreError` if the folder of a cell, where there is one, holds another run than the plan says."""
    if (path / cell.name / MANIFEST).is_file() and read_manifest(path / cell.name).plan != cell.plan:
        raise StoreError(f"{path / cell.name} holds another run than {path / PLAN} says")


def cell_folders(path: Path, wanted: Sequence[str] = ()) -> list[Path]:
    """The run folders in the folder of a plan, those of the cells ``wanted`` or all.

    A run folder is its own only one. Raises :class:`PlanError` for a cell that is not there.
    """
    if not is_plan(path):
        if wanted:
            raise PlanError(f"cell: {path} is not the folder of a plan")
        return [path]
    cells = read_plan(path).cells
    names = [cell.name for cell in cells]
    for name in wanted:
        if name not in names:
            near = sorted(names, key=lambda cell: -SequenceMatcher(None, name, cell).ratio())
            raise PlanError(f"{path} has no cell {name!r}; there are {named(near)}")
    chosen = [cell for cell in cells if not wanted or cell.name in wanted]
    for cell in chosen:
        check_cell(path, cell)
    return [path / cell.name for cell in chosen]
