"""Playing blocks: the same set-up, seed and game index, once for every line-up of a design (see ``design``).

A folder of blocks holds ``blocks.json``, what is played, and ``blocks/part-00000.parquet``, ..., the rows of table
``seats`` (docs/results.md) with the block and the line-up in place of the game. Parts are cut at fixed blocks and
depend on nothing else, so the same command with more games goes on where a folder ends, and one that was stopped goes
on where it was.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

import seti_sim
from seti_sim.policies.strategies import Strategy, load_strategy
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.design import Design
from seti_sim.runner.errors import PlanError
from seti_sim.runner.execute import number_of_threads, run_chunks
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.manifest import dictionaries, origin_of
from seti_sim.runner.outcomes import Array, outcome_tables
from seti_sim.runner.parquet import READ_ERRORS, scan_parts
from seti_sim.runner.parts import finished_games
from seti_sim.runner.plan import RANDOM, make_plan
from seti_sim.runner.records import BlocksRecord
from seti_sim.runner.resumable import opened_parts
from seti_sim.runner.runs import damage_line, warm_up
from seti_sim.runner.store import Layout, PartFolder, parquet_bytes, part_name

FORMAT: Final = "seti_sim/blocks/1"
PARTS: Final = "blocks"
LAYOUT: Final = Layout("blocks.json", (PARTS,), "an existing folder of blocks")
GAMES_A_CHUNK: Final = 120
"""About so many games are played by one thread at a time: some tenths of a second with simple strategies."""


@dataclass(frozen=True)
class Blocks:
    """Everything that decides the games of all blocks: ready to play any of them."""

    inputs: Inputs
    design: Design
    entrants: tuple[str, ...]
    """Names of the strategies by code, made different."""
    words: tuple[str, ...] = ()
    """How each was given: its name or its file."""

    @property
    def legend(self) -> str | None:
        """The strategy or file of each name, if names had to be made different; None otherwise."""
        if all(name == item.name for name, item in zip(self.entrants, self.inputs.strategies, strict=True)):
            return None
        return "; ".join(f"{name} is {word}" for name, word in zip(self.entrants, self.words, strict=True)) + "."

    @property
    def chunk(self) -> int:
        """Blocks of a chunk."""
        return max(1, GAMES_A_CHUNK // self.design.games_a_block)

    def games(self, first: int, count: int) -> Array:
        """Finished records of blocks ``first`` to ``first + count - 1``, shape (count, games of a block)."""
        found = []
        for lineups, blocks in groupby(range(first, first + count), self.design.lineups):
            some = list(blocks)
            found.append(
                np.stack([games_of(self.inputs, lineup, Chunk(0, some[0], len(some))) for lineup in lineups], 1)
            )
        return np.concatenate(found)

    def rows(self, first: int, count: int) -> pl.DataFrame:
        """The rows of some blocks: ``block``, ``lineup`` and the columns of ``seats`` from ``seat`` on."""
        players, size = self.design.players, self.design.games_a_block
        seats = outcome_tables(self.games(first, count).reshape(-1), np.zeros(players, np.int64))["seats"]
        codes = np.array([self.design.lineups(block) for block in range(first, first + count)], dtype=np.int16)
        lineup = np.tile(np.arange(size, dtype=np.int16).repeat(players), count)
        return seats.rename({"game": "block"}).with_columns(
            pl.Series("strategy", codes.reshape(-1))
        ).insert_column(1, pl.Series("lineup", lineup))  # fmt: skip

    def record(self, command: str) -> BlocksRecord:
        """Contents of ``blocks.json``."""
        plan = self.inputs.plan
        return BlocksRecord(
            format=FORMAT,
            command=command,
            origin=origin_of(self.inputs),
            seed=plan.seed,
            players=plan.players,
            design=self.design.kind,
            games_a_block=self.design.games_a_block,
            round_blocks=self.design.round_blocks,
            chunk=self.chunk,
            entrants=self.entrants,
            digests=tuple(item.digest for item in self.inputs.strategies),
            species=plan.species,
            variant=plan.variant,
            rules_version=seti_sim.RULES_VERSION,
            tables_hash=self.inputs.tables.hash,
            seti_sim=seti_sim.__version__,
            dictionaries=dictionaries(self.inputs),
        ).sealed()


def games_of(inputs: Inputs, lineup: Sequence[int], games: Chunk) -> Array:
    """The one place where a line-up of strategy codes is played: finished records of consecutive games."""
    return finished_games(replace(inputs, codes=tuple(lineup)), games)


def load_blocks(
    strategies: Sequence[str],
    design: Design,
    *,
    seed: int = 1,
    species: Sequence[str] = (RANDOM, RANDOM),
    variant: str | None = None,
) -> Blocks:
    """Read strategies and tables; the same strategy given twice becomes two entrants, ``name`` and ``name (2)``.

    Raises :class:`PlanError`, ``StrategyError`` or ``ComponentError``, each with one clear line.
    """
    plan = make_plan(
        games=1, players=design.players, strategies=strategies[:1], seed=seed, species=tuple(species), variant=variant
    )
    loaded = [load_strategy(name) for name in strategies]
    if len(loaded) != design.strategies:
        raise PlanError(f"strategies: {len(loaded)} given where the design has {design.strategies}")
    return Blocks(
        with_strategies(load_inputs(plan), loaded), design, entrants([item.name for item in loaded]), tuple(strategies)
    )


def with_strategies(inputs: Inputs, strategies: Sequence[Strategy]) -> Inputs:
    """The same box with other strategies, by code."""
    return replace(inputs, strategies=tuple(strategies))


def entrants(names: Sequence[str]) -> tuple[str, ...]:
    """The names made different: a second ``balanced`` is ``balanced (2)``."""
    found: list[str] = []
    for name in names:
        number, entrant = 1, name
        while entrant in found:
            number += 1
            entrant = f"{name} ({number})"
        found.append(entrant)
    return tuple(found)


class BlockFolder:
    """A folder of blocks that this process has locked; parts that it holds are read in place of being played."""

    def __init__(self, folder: PartFolder, blocks: Blocks, record: BlocksRecord, identity: str) -> None:
        self.path = folder.path
        self.blocks = blocks
        self.record = record
        self._identity = identity
        self._folder = folder
        self._whole: set[Chunk] = set()

    def begin(self, chunks: Sequence[Chunk], listener: Listener) -> set[Chunk]:
        """Compare the parts with their checksums and name those that are damaged; the chunks that are there."""
        missing, damaged = self._folder.missing(chunks, self._identity)
        if damaged:
            listener.note(damage_line(self.path, damaged))
        self._whole = {chunk for chunk in chunks if chunk not in missing and self._rows_of(chunk) is not None}
        return self._whole

    def rows(self, chunk: Chunk) -> pl.DataFrame:
        """The rows of a chunk: read if its part is whole, played and written otherwise."""
        found = self._rows_of(chunk) if chunk in self._whole else None
        if found is None:
            found = self.blocks.rows(chunk.first, chunk.games)
            self._folder.write_part(chunk, {PARTS: parquet_bytes(found)})
        return found

    def _rows_of(self, chunk: Chunk) -> pl.DataFrame | None:
        """The rows of a chunk out of its part; None where it ends too early, written for fewer blocks."""
        with suppress(*READ_ERRORS):
            found = scan_parts([self.path / part_name(PARTS, chunk)]).collect()
            wanted = found.filter(pl.col("block") < chunk.first + chunk.games)
            if len(wanted) == chunk.games * self.blocks.design.games_a_block * self.blocks.design.players:
                return wanted
        return None


@contextmanager
def open_blocks(path: Path, blocks: Blocks, command: str) -> Iterator[BlockFolder]:
    """Lock a folder of blocks, a new one or one begun with the same settings by the same program.

    Raises ``RunError`` with one line that names the first difference.
    """
    record = blocks.record(command)
    with opened_parts(path, LAYOUT, record, blocks.inputs) as (folder, identity):
        yield BlockFolder(folder, blocks, record, identity)


def play_blocks(
    folder: BlockFolder, number: int, *, threads: int | None = None, listener: Listener = SILENT
) -> Generator[pl.DataFrame]:
    """Play the first ``number`` blocks; yield their rows in the order of the blocks, whatever the threads.

    Close the generator to stop early: chunks that have begun are finished and kept, nothing else is begun.
    """
    blocks = folder.blocks
    size = blocks.chunk
    chunks = [Chunk(at, first, min(size, number - first)) for at, first in enumerate(range(0, number, size))]
    there = folder.begin(chunks, listener)
    if len(there) < len(chunks):
        warm_up(blocks.inputs, listener)
    each = blocks.design.games_a_block
    listener.begin(number * each, sum(chunk.games for chunk in there) * each)
    waiting: dict[int, pl.DataFrame] = {}

    def work(chunk: Chunk) -> None:
        waiting[chunk.part] = folder.rows(chunk)

    due = 0
    with closing(run_chunks(chunks, work, number_of_threads(threads))) as done:
        for chunk in done:
            if chunk not in there:
                listener.advance(chunk.games * each)
            while due in waiting:
                yield waiting.pop(due)
                due += 1
