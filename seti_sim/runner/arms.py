"""Playing arms: the same set-ups, seeds and game numbers once for every arm of an experiment or comparison of boxes.

A *block* is one game number, played once in each arm. An arm is a box, its strategies and, in an experiment, what is
done to one seat; which seat that is, is drawn for each block from a stream of (run seed, game number) that nothing else
uses, and is the same in all arms. Arm 0 is the control. Games of an arm without a treatment are those of an ordinary
run of its box.

A folder of arms holds ``arms.json``, what is played, and ``arms/part-00000.parquet``, ..., the rows of table ``seats``
(docs/results.md) with ``block``, ``arm`` and ``treated`` in front and some columns of ``games`` at the end. Parts are
cut at fixed blocks: the same command with more games continues where a folder ends.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from seti_sim.jit import compiling
from seti_sim.policies.treated import play_treated_chunk
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import StoreError
from seti_sim.runner.execute import number_of_threads, run_chunks
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.manifest import dictionaries, origin_of
from seti_sim.runner.outcomes import Array, outcome_tables
from seti_sim.runner.parquet import READ_ERRORS, scan_parts
from seti_sim.runner.parts import checked_games, finished_games
from seti_sim.runner.records import Record, ResumableRecord
from seti_sim.runner.resumable import opened_parts
from seti_sim.runner.runs import COMPILING, damage_line, warm_up
from seti_sim.runner.seating import draws
from seti_sim.runner.store import Layout, PartFolder, parquet_bytes, part_name
from seti_sim.runner.treatments import Treated, Treatment

FORMAT: Final = "seti_sim/arms/1"
PARTS: Final = "arms"
LAYOUT: Final = Layout("arms.json", (PARTS,), "an existing folder of arms")
GAMES_A_CHUNK: Final = 240
"""About so many games are played by one thread at a time."""
FEWEST_BLOCKS: Final = 10
"""Of a chunk, however many arms there are: each arm of a chunk is a call of compiled code."""
TREATED: Final = np.uint64(0x7EA7ED5EA7C0FFEE)
"""What sets the draws of treated seats apart from other draws of the same seed."""
OF_GAMES: Final = ("turns", "species_left", "species_right", "discovered_left", "discovered_right")
"""Columns of ``games`` that every row carries."""


class ArmRecord(Record):
    """An arm as it was played: its name, box, strategies and treatment."""

    name: str
    tables_hash: str
    overrides: dict[str, Any] | None
    digests: tuple[str, ...]
    treatment: str | None


class ArmsRecord(ResumableRecord):
    """Contents of ``arms.json``."""

    DECIDE: ClassVar = ("kind", "seed", "players", "species", "chunk", "arms")
    OTHER: ClassVar = "other games"

    kind: str
    seed: int
    players: int
    species: tuple[str, ...]
    chunk: int
    arms: tuple[ArmRecord, ...]
    strategies: tuple[str, ...]
    dictionaries: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Arm:
    """One way of playing every block."""

    name: str
    inputs: Inputs
    treatment: Treatment | None = None
    treated: Treated | None = None

    def games(self, chunk: Chunk, seats: npt.NDArray[np.int64]) -> Array:
        """The finished games of a chunk of blocks, with the treated seat of each."""
        if self.treated is None:
            return finished_games(self.inputs, chunk)
        play = partial(play_treated_chunk, own=self.treated.own, treatment=self.treated.record, seats=seats)
        box = replace(self.inputs, tables=self.treated.tables)
        return checked_games(box, chunk, play)


@dataclass(frozen=True)
class Arms:
    """Everything that decides the games of all blocks. ``kind`` names the command; arm 0 is the control."""

    kind: str
    arms: tuple[Arm, ...]

    @property
    def inputs(self) -> Inputs:
        """Those of the control."""
        return self.arms[0].inputs

    @property
    def chunk(self) -> int:
        """Blocks of a chunk."""
        return max(FEWEST_BLOCKS, GAMES_A_CHUNK // len(self.arms))

    def treated_seats(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """The seat of each block that is treated in the arms that treat one."""
        plan = self.inputs.plan
        return draws(plan.seed, TREATED, first, count, plan.players)

    def rows(self, first: int, count: int) -> pl.DataFrame:
        """The rows of some blocks, sorted by arm, block and seat."""
        seats = self.treated_seats(first, count)
        chunk = Chunk(0, first, count)
        return pl.concat([self._rows_of(number, chunk, seats) for number in range(len(self.arms))])

    def _rows_of(self, number: int, chunk: Chunk, seats: npt.NDArray[np.int64]) -> pl.DataFrame:
        arm = self.arms[number]
        games = arm.games(chunk, seats)
        players = arm.inputs.plan.players
        tables = outcome_tables(games, arm.inputs.codes_by_seat(chunk.first, chunk.games))
        rows = tables["seats"].rename({"game": "block"})
        mine = (np.arange(players) == seats[:, None]).astype(np.int8).reshape(-1)
        added = [pl.Series("arm", np.full(len(rows), number, np.int16)), pl.Series("treated", mine)]
        of_games = tables["games"].select(OF_GAMES)
        repeated = [pl.Series(name, of_games[name].to_numpy().repeat(players)) for name in OF_GAMES]
        return rows.insert_column(1, added[0]).insert_column(2, added[1]).with_columns(repeated)

    def record(self, command: str) -> ArmsRecord:
        """Contents of ``arms.json``."""
        plan = self.inputs.plan
        return ArmsRecord(
            format=FORMAT,
            command=command,
            origin=origin_of(self.inputs),
            kind=self.kind,
            seed=plan.seed,
            players=plan.players,
            species=plan.species,
            chunk=self.chunk,
            arms=tuple(
                ArmRecord(
                    name=arm.name,
                    tables_hash=arm.inputs.tables.hash,
                    overrides=arm.inputs.variant,
                    digests=tuple(item.digest for item in arm.inputs.strategies),
                    treatment=None if arm.treatment is None else arm.treatment.name,
                )
                for arm in self.arms
            ),
            strategies=plan.strategies,
            dictionaries=dictionaries(self.inputs),
        ).sealed()


class ArmsFolder:
    """A folder of arms that this process has locked; parts that it holds are read in place of being played."""

    def __init__(self, folder: PartFolder, arms: Arms, record: ArmsRecord, identity: str) -> None:
        self.path = folder.path
        self.arms = arms
        self.record = record
        self._identity = identity
        self._folder = folder

    def chunks(self, blocks: int) -> list[Chunk]:
        """The chunks of the first ``blocks`` blocks, rounded up to whole ones: a part is never cut."""
        size = self.arms.chunk
        return [Chunk(at, first, size) for at, first in enumerate(range(0, blocks, size))]

    def missing(self, chunks: Sequence[Chunk], listener: Listener) -> set[Chunk]:
        """The chunks that are to be played; damaged parts are named."""
        missing, damaged = self._folder.missing(chunks, self._identity)
        if damaged:
            listener.note(damage_line(self.path, damaged))
        return set(missing)

    def play(self, chunk: Chunk) -> None:
        """Play a chunk and write its part."""
        found = self.arms.rows(chunk.first, chunk.games)
        self._folder.write_part(chunk, {PARTS: parquet_bytes(found)})

    def read(self, chunks: Sequence[Chunk], columns: Sequence[str]) -> pl.DataFrame:
        """Some columns of the parts of some chunks, sorted by block, arm and seat."""
        names = [self.path / part_name(PARTS, chunk) for chunk in chunks]
        try:
            found = scan_parts(names).select(columns).collect()
        except READ_ERRORS as error:
            raise StoreError(f"{self.path} cannot be read: {str(error).splitlines()[0]}") from None
        return found.sort("block", "arm", "seat")


@contextmanager
def open_arms(path: Path, arms: Arms, command: str) -> Iterator[ArmsFolder]:
    """Lock a folder of arms, a new one or one begun with the same settings by the same program.

    Raises ``RunError`` with one line that names the first difference.
    """
    record = arms.record(command)
    with opened_parts(path, LAYOUT, record, arms.inputs) as (folder, identity):
        yield ArmsFolder(folder, arms, record, identity)


def _warm_up_treated(arms: Arms, listener: Listener) -> None:
    """Play one treated game before others start, so that its loop is compiled or loaded once."""
    for arm in arms.arms:
        if arm.treated is not None:
            with compiling(lambda: listener.note(COMPILING)):
                arm.games(Chunk(0, 0, 1), arms.treated_seats(0, 1))
            return


def play_arms(
    folder: ArmsFolder, blocks: int, *, threads: int | None = None, listener: Listener = SILENT
) -> Generator[Sequence[Chunk]]:
    """Play the first blocks, in whole chunks; yield the chunks done so far without a gap, whatever the threads.

    Close the generator to stop early: chunks that have begun are finished and kept.
    """
    chunks = folder.chunks(blocks)
    missing = folder.missing(chunks, listener)
    if missing:
        warm_up(folder.arms.inputs, listener)
        _warm_up_treated(folder.arms, listener)
    each = len(folder.arms.arms)
    there = sum(chunk.games for chunk in chunks if chunk not in missing) * each
    listener.begin(sum(chunk.games for chunk in chunks) * each, there)
    done = set(chunks) - missing
    ready = 0
    wanted = [chunk for chunk in chunks if chunk in missing]
    with closing(run_chunks(wanted, folder.play, number_of_threads(threads))) as played:
        for chunk in played:
            listener.advance(chunk.games * each)
            done.add(chunk)
            before = ready
            while ready < len(chunks) and chunks[ready] in done:
                ready += 1
            if ready > before:
                yield chunks[:ready]
    if not wanted:
        yield chunks
