"""Games in blocks: one set-up played with every line-up. The independent unit is the block, not the game.

Written by ``seti-sim compare``, ``duel`` and ``profile``; see ``docs/compare.md``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.load import Block
from seti_sim.analysis.parts import first_line
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.runner.checksums import SUMS, State, Sums
from seti_sim.runner.errors import StoreError
from seti_sim.runner.parquet import READ_ERRORS, DamagedPartError, check_sizes, scan_parts, silent_panics
from seti_sim.runner.records import BlocksRecord, read_record

FORMAT: Final = "seti_sim/blocks/1"
SETTINGS: Final = "blocks.json"
HALVES: Final = 2
"""Units of a duel won; a tied one counts one to each."""


@dataclass(frozen=True)
class BlockTable:
    """Who sat where and what it scored; arrays of shape (blocks, games of a block, players), whole numbers.

    Attributes:
        names: strategies by code.
        strategy: code at each seat.
        order: place of the seat in the turn order of the first round, 0 = the player who starts.
        score: final score, or any number of which more is better.

    Raises:
        ValueError: for arrays of different or wrong shape, or codes without a name.
    """

    names: tuple[str, ...]
    strategy: Array
    order: Array
    score: Array

    def __post_init__(self) -> None:
        if self.strategy.ndim != 3 or not self.strategy.shape == self.order.shape == self.score.shape:
            raise ValueError("strategy, order and score need one shape (blocks, games, players)")
        if self.strategy.size and not 0 <= self.strategy.min() <= self.strategy.max() < len(self.names):
            raise ValueError("a seat has a strategy without a name")

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return int(self.strategy.shape[0])

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.strategy.shape[0] * self.strategy.shape[1])

    @property
    def players(self) -> int:
        """Players of every game."""
        return int(self.strategy.shape[2])

    @property
    def units(self) -> Array:
        """Win shares in twelfths; a tie of k winners gives each 12/k."""
        winner = self.score == self.score.max(axis=2, keepdims=True)
        return win_units(np.where(winner, winner.sum(axis=2, keepdims=True), 0))

    def by_strategy(self, values: Array) -> ClusterSums:
        """Sums of a whole number a seat over the seats of each strategy, clustered by block."""
        return self._sums(self.strategy, len(self.names), values)

    def by_order(self, values: Array) -> ClusterSums:
        """Sums of a whole number a seat over the places in the turn order, clustered by block."""
        return self._sums(self.order, self.players, values)

    def _sums(self, codes: Array, kinds: int, values: Array) -> ClusterSums:
        flat = codes.reshape(self.blocks, -1)
        groups = flat[..., None] == np.arange(kinds)
        return ClusterSums.of_seats(groups.astype(np.int8), values.reshape(self.blocks, -1))

    def duels(self) -> ClusterSums:
        """Every pair of seats of a game is a duel, clustered by block.

        Group ``i * k + j`` counts duels of strategy i with j; its total is the halves that i won.
        """
        k = len(self.names)
        members, halves = np.zeros(self.blocks * k * k), np.zeros(self.blocks * k * k)
        first = np.arange(self.blocks)[:, None] * k * k
        for a in range(self.players):
            for b in range(self.players):
                if a != b:
                    at = (first + self.strategy[..., a].astype(np.int64) * k + self.strategy[..., b]).reshape(-1)
                    won = np.sign(self.score[..., a].astype(np.int64) - self.score[..., b]) + 1
                    members += np.bincount(at, minlength=members.size)
                    halves += np.bincount(at, won.reshape(-1), minlength=members.size)
        shape = (self.blocks, k * k)
        return ClusterSums.of(members.reshape(shape), halves.reshape(shape))

    def share_of(self, code: int) -> tuple[Array, int]:
        """Twelfths that a strategy won of each block, shape (blocks,), and how many there were to win."""
        won = (self.units * (self.strategy == code)).sum(axis=(1, 2))
        return won, WIN_UNITS * self.strategy.shape[1]

    def take(self, blocks: Array) -> "BlockTable":
        """Some of the blocks, in the order given."""
        return replace(
            self, strategy=self.strategy[blocks], order=self.order[blocks], score=self.score[blocks]
        )  # fmt: skip


def table_of(rows: pl.DataFrame, names: Sequence[str], players: int) -> BlockTable:
    """The table out of rows of a folder of blocks, sorted by block, line-up and seat."""
    blocks = rows["block"].n_unique()

    def column(name: str) -> Array:
        return rows[name].to_numpy().astype(np.int64).reshape(blocks, -1, players)

    return BlockTable(tuple(names), column("strategy"), column("order"), column("score"))


@dataclass(frozen=True)
class BlockFolder:
    """A folder of blocks: its settings and the whole blocks that it holds, in order and without a gap."""

    path: Path
    settings: Mapping[str, Any]
    rows: pl.DataFrame

    @property
    def names(self) -> tuple[str, ...]:
        """Strategies by code."""
        return tuple(map(str, self.settings["entrants"]))

    @property
    def players(self) -> int:
        """Players of every game."""
        return int(self.settings["players"])

    def table(self) -> BlockTable:
        """Who sat where and what it scored."""
        return table_of(self.rows, self.names, self.players)

    def block(self) -> Block:
        """The same with all columns, each block of games as one independent unit of many seats."""
        blocks = self.rows["block"].n_unique()
        columns = {name: self.rows[name].to_numpy().astype(np.int64).reshape(blocks, -1) for name in self.rows.columns}
        return Block(blocks, len(self.rows) // max(blocks, 1), columns, {})


def open_blocks(path: Path, most: int | None = None, columns: Sequence[str] | None = None) -> BlockFolder:
    """Read a folder of blocks.

    Args:
        path: the folder.
        most: blocks wanted; all that are there if left out.
        columns: of the rows; all if left out.

    Raises:
        AnalysisError: one line: no such folder, a part that cannot be read, or no block at all.
    """
    file = path / SETTINGS
    if not file.is_file():
        raise AnalysisError(f"{path} is not a folder of blocks: it holds no {SETTINGS}")
    try:
        record = read_record(file, BlocksRecord)
        if record.format != FORMAT:
            raise AnalysisError(f"{path} has format {record.format}; this version reads {FORMAT}")
        sums = Sums.read(path / SUMS, record.identity, SETTINGS)
    except StoreError as error:
        raise AnalysisError(str(error)) from None
    wanted = None if columns is None else list(dict.fromkeys(["block", "lineup", "strategy", *columns]))
    found: list[pl.DataFrame] = []
    rows = record.chunk * record.games_a_block * record.players
    while most is None or len(found) * record.chunk < most:
        name = f"blocks/part-{len(found):05d}.parquet"
        state = sums.states(path, [name])[name]
        if state is State.DAMAGED:
            raise AnalysisError(
                f"{path / name}: its bytes are not those that were written ({SUMS}); {record.command} plays it again"
            )
        if state is not State.WHOLE:
            break
        found.append(_read_part(path / name, rows, wanted))
        if len(found[-1]) != rows:
            break
    if not found:
        raise AnalysisError(f"{path} holds no games yet")
    table = pl.concat(found)
    whole = BlockFolder(path, record.model_dump(mode="json"), table)
    return whole if most is None else replace(whole, rows=table.filter(pl.col("block") < most))


def _read_part(part: Path, rows: int, columns: Sequence[str] | None) -> pl.DataFrame:
    """The rows of a part, ``rows`` at most."""
    try:
        check_sizes([part], [rows], at_most=True)
        with silent_panics():
            found = scan_parts([part])
            return (found if columns is None else found.select(columns)).collect()
    except DamagedPartError as error:
        raise AnalysisError(str(error)) from None
    except READ_ERRORS as error:
        raise AnalysisError(f"{part} cannot be read: {first_line(error)}") from None
