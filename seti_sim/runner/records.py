"""The manifest of a run as a checked record. Nothing here plays, so a report reads manifests with the same check."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from seti_sim.runner.chunks import Chunk, split
from seti_sim.runner.errors import StoreError
from seti_sim.runner.plan import RunPlan, first_line

FORMAT: Final = 1
"""Changes when a column or a manifest key changes its meaning."""

MANIFEST: Final = "manifest.json"

OF_COMMANDS: Final = ("blocks.json", "tune.json")
"""What marks the folders of other commands than ``run``."""
NAMED: Final = 8
"""Runs that are named where there are many to choose from."""
R = TypeVar("R", bound=BaseModel)
Status = Literal["running", "interrupted", "failed", "complete"]


class Record(BaseModel):
    """A frozen record that knows no other keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StrategyRecord(Record):
    """A strategy as it was played, with its whole source."""

    name: str
    policy: int
    digest: str
    source: str


class VariantRecord(Record):
    """The variant of the box: its name or path, and every number it overrides."""

    name: str
    overrides: dict[str, Any]


class Origin(Record):
    """What decides every byte of the tables of a run: the plan, what its names meant, and the program that played."""

    plan: RunPlan
    seats: tuple[int, ...]
    strategies: tuple[StrategyRecord, ...]
    variant: VariantRecord | None
    seti_sim: str
    rules_version: int
    tables_hash: str
    source_hash: str
    git_revision: str | None
    versions: dict[str, str]

    @model_validator(mode="after")
    def _check_seats(self) -> Self:
        if len(self.seats) != self.plan.players:
            raise ValueError(f"seats: strategies of {len(self.seats)} seats for {self.plan.players} players")
        if not all(0 <= code < len(self.strategies) for code in self.seats):
            raise ValueError("seats: a seat has a strategy that is not listed")
        return self


class Manifest(Origin):
    """Contents of ``manifest.json``. ``seed``, ``games`` and ``players`` repeat the plan for readers of the file."""

    format: int
    status: Status
    error: str | None
    command: str
    seed: int
    games: int
    players: int
    unsupported: tuple[str, ...]
    started: str
    finished: str | None
    threads: int
    seconds: float
    chunks: tuple[Chunk, ...]
    dictionaries: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def _check_repeated(self) -> Self:
        for name in ("seed", "games", "players"):
            here, planned = getattr(self, name), getattr(self.plan, name)
            if here != planned:
                raise ValueError(f"{name}: {here} here and {planned} in the plan")
        if list(self.chunks) != split(self.games, self.plan.chunk):
            raise ValueError(f"chunks: they are not those of {self.games} games in parts of {self.plan.chunk}")
        return self

    def ended(self, status: Status, seconds: float, error: str | None = None) -> Self:
        """The manifest after ``seconds`` more of play."""
        changes = {"status": status, "error": error, "finished": now(), "seconds": round(self.seconds + seconds, 3)}
        return self.model_copy(update=changes)

    def resumed(self, threads: int) -> Self:
        """The manifest while missing chunks are played."""
        return self.model_copy(update={"status": "running", "error": None, "finished": None, "threads": threads})


def named(names: Sequence[str]) -> str:
    """Some of the names with commas between, and how many more there are."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run folder; :class:`StoreError` with one line if there is none or it can't be used."""
    file = path / MANIFEST
    if not file.is_file():
        inside = sorted(str(found.parent) for found in path.glob(f"*/{MANIFEST}"))
        hint = f"; there are runs in it: {named(inside)}" if inside else ""
        if any((path / name).is_file() for name in OF_COMMANDS):
            hint = "; it goes on with the command it was begun with"
        raise StoreError(f"{path} is not a run folder: it holds no {MANIFEST}{hint}")
    manifest = read_record(file, Manifest)
    if manifest.format != FORMAT:
        raise StoreError(f"{path} has format {manifest.format}; this version reads format {FORMAT}")
    return manifest


def read_record(file: Path, kind: type[R]) -> R:
    """A record out of a JSON file; :class:`StoreError` with one line that names the file and what is wrong."""
    try:
        return kind.model_validate_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError(f"can't read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StoreError(f"can't use {file}: it is not UTF-8 text") from None
    except ValidationError as error:
        raise StoreError(f"can't use {file}: {first_line(error)}") from None


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
