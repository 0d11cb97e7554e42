"""The manifest of a run as a checked record. Nothing here plays, so a report reads manifests with the same check.

A record that is written to a file carries a checksum of its own contents (key ``sha256``): what was edited or damaged
after it was written is refused by every reader. Files of earlier versions have no such key and are read without it.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from seti_sim.runner.chunks import Chunk, number_of_chunks, split
from seti_sim.runner.errors import StoreError
from seti_sim.runner.plan import MAX_PARTS, RunPlan, first_line
from seti_sim.toml_files import read_limited

FORMAT: Final = 1
"""Changes when a column or a manifest key changes its meaning."""

MANIFEST: Final = "manifest.json"

OF_COMMANDS: Final = ("arms.json", "blocks.json", "tune.json")
"""What marks the folders of other commands than ``run``."""
NAMED: Final = 8
"""Runs that are named where there are many to choose from."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of a file with a record; the manifest of the longest run takes a tenth."""
PASSING: Final = frozenset(
    {
        "status", "error", "command", "started", "finished", "threads", "seconds", "sha256", "git_revision", "versions",
    }
)  # fmt: skip
"""Keys of records that are not in the identity: what changes while a run is played, and where, when and on what."""
SEAL: Final = frozenset({"sha256"})
"""The key that holds the checksum."""
MAX_BLOCK_GAMES: Final = 100_000
"""Of a block of games, and of blocks in one part."""
R = TypeVar("R", bound=BaseModel)
Status = Literal["running", "interrupted", "failed", "complete"]


class Record(BaseModel):
    """A frozen record that knows no other keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SealedRecord(Record):
    """A record with a checksum of all its other contents; None in files of earlier versions."""

    sha256: str | None = None

    def sealed(self) -> Self:
        """The record with its checksum."""
        return self.model_copy(update={"sha256": self._digest(SEAL)})

    def is_intact(self) -> bool:
        """Whether the record is what was sealed; also true without a checksum."""
        return self.sha256 is None or self.sha256 == self._digest(SEAL)

    @property
    def identity(self) -> str:
        """Hex sha256 of everything that decides the parts beside this record."""
        return self._digest(PASSING) if self.sha256 is not None else self._earlier_identity()

    def _earlier_identity(self) -> str:
        """The same as earlier versions counted it."""
        raise StoreError("the record has no checksum")

    def _digest(self, without: frozenset[str]) -> str:
        """Hex sha256 of the record without some keys, also of its ``origin``."""
        record = self.model_dump(mode="json", exclude=set(without))
        if "origin" in record:
            record["origin"] = {key: value for key, value in record["origin"].items() if key not in without}
        text = json.dumps(record, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


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


def origin_identity(origin: Origin) -> str:
    """Hex sha256 of what decides the parts of a run, as versions before checksums of records counted it."""
    digests = [item.digest for item in origin.strategies]
    what = (origin.plan.model_dump_json(), origin.seats, digests, origin.tables_hash, origin.rules_version)
    return hashlib.sha256(repr((*what, origin.source_hash)).encode()).hexdigest()


class Manifest(Origin, SealedRecord):
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
        if number_of_chunks(self.games, self.plan.chunk) > MAX_PARTS or list(self.chunks) != split(
            self.games, self.plan.chunk
        ):
            raise ValueError(f"chunks: they are not those of {self.games} games in parts of {self.plan.chunk}")
        names = tuple(item.name for item in self.strategies)
        if self.dictionaries.get("strategies", names) != names:
            raise ValueError("dictionaries: the strategies are not those of the run")
        return self

    def ended(self, status: Status, seconds: float, error: str | None = None) -> Self:
        """The manifest after ``seconds`` more of play."""
        changes = {"status": status, "error": error, "finished": now(), "seconds": round(self.seconds + seconds, 3)}
        return self._changed(changes)

    def resumed(self, threads: int) -> Self:
        """The manifest while missing chunks are played."""
        return self._changed({"status": "running", "error": None, "finished": None, "threads": threads})

    def _changed(self, changes: dict[str, Any]) -> Self:
        """The manifest with other values, sealed again if it was sealed."""
        changed = self.model_copy(update=changes)
        return changed if self.sha256 is None else changed.sealed()

    def _earlier_identity(self) -> str:
        return origin_identity(self)


class ResumableRecord(SealedRecord):
    """What was started in a folder that its own command resumes: a comparison, a duel, a profile, a search.

    Subclasses add the settings; ``DECIDE`` names those that have to be the same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    DECIDE: ClassVar[tuple[str, ...]] = ()
    OTHER: ClassVar[str] = "something else"

    format: str
    command: str
    origin: Origin

    def deciding(self) -> dict[str, Any]:
        """The settings that have to be the same, by name."""
        return {key: getattr(self, key) for key in self.DECIDE}

    def text(self) -> str:
        """The record as a JSON file."""
        return self.model_dump_json(indent=1) + "\n"

    def _earlier_identity(self) -> str:
        return hashlib.sha256(repr((self.deciding(), origin_identity(self.origin))).encode()).hexdigest()


class BlocksRecord(ResumableRecord):
    """Contents of ``blocks.json``. What ``origin`` says too is repeated for readers of the file."""

    DECIDE: ClassVar = (
        "seed", "players", "design", "entrants", "species", "variant", "games_a_block", "round_blocks", "chunk",
    )  # fmt: skip
    OTHER: ClassVar = "other games"

    seed: int
    players: int
    design: str
    games_a_block: int
    round_blocks: int
    chunk: int
    entrants: tuple[str, ...]
    digests: tuple[str, ...]
    species: tuple[str, ...]
    variant: str | None
    rules_version: int
    tables_hash: str
    seti_sim: str
    dictionaries: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def _check_sizes(self) -> Self:
        for name, most in (("games_a_block", MAX_BLOCK_GAMES), ("chunk", MAX_BLOCK_GAMES), ("players", 4)):
            if not 1 <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be 1 to {most}, not {getattr(self, name)}")
        if not self.entrants or len(self.entrants) != len(self.digests):
            raise ValueError(f"digests: {len(self.digests)} for {len(self.entrants)} entrants")
        return self


def named(names: Sequence[str]) -> str:
    """Some of the names with commas between, and how many more there are."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run folder; :class:`StoreError` with one line if there is none or it can't be used."""
    file = path / MANIFEST
    if not file.is_file():
        inside = runs_in(path)
        hint = f"; there are runs in it: {named(inside)}" if inside else ""
        if any((path / name).is_file() for name in OF_COMMANDS):
            hint = "; it is resumed by the command that started it"
        raise StoreError(f"{path} is not a run folder: it holds no {MANIFEST}{hint}")
    manifest = read_record(file, Manifest)
    if manifest.format != FORMAT:
        raise StoreError(f"{path} has format {manifest.format}; this version reads format {FORMAT}")
    return manifest


def runs_in(path: Path) -> list[str]:
    """The run folders right below a folder, sorted; none of a folder that cannot be read."""
    try:
        return sorted(str(entry) for entry in path.iterdir() if (entry / MANIFEST).is_file())
    except OSError:
        return []


def read_record(file: Path, kind: type[R]) -> R:
    """A record out of a JSON file; :class:`StoreError` with one line that names the file and what is wrong."""
    try:
        record = kind.model_validate_json(read_limited(file, MOST_BYTES))
    except ValidationError as error:
        raise StoreError(f"can't use {file}: {first_line(error)}") from None
    except UnicodeDecodeError:
        raise StoreError(f"can't use {file}: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise StoreError(f"can't read {file}: {getattr(error, 'strerror', None) or error}") from None
    if isinstance(record, SealedRecord) and not record.is_intact():
        raise StoreError(f"can't use {file}: it was changed after it was written (its checksum does not match)")
    return record


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
