"""Cutting a run into chunks of consecutive games: one compiled call and one part of each table for every chunk."""

from typing import NamedTuple


class Chunk(NamedTuple):
    """Games ``first`` to ``first + games - 1``, stored as part number ``part``."""

    part: int
    first: int
    games: int


def number_of_chunks(games: int, size: int) -> int:
    """How many chunks of ``size`` games there are."""
    return -(-games // size)


def split(games: int, size: int) -> list[Chunk]:
    """Chunks of ``size`` games in the order of the games; the last one may be smaller."""
    return [Chunk(part, first, min(size, games - first)) for part, first in enumerate(range(0, games, size))]
