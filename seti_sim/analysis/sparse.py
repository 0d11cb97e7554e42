"""Sums by game of things that few seats have: the same as :class:`~.clusters.BatchSums`, from rows in place of planes.

A game has some eighty of its 780 pairs of seat and card, so planes of (games, seats, cards) would be nine tenths
zeros. For each thing c a game adds a number of seats that have it, M, and their total Y. The seats of the game that
lack it are the rest: with k seats and a total W of all of them they are k - M, with the total W - Y. Sums of M, Y, W
and of their products give both groups.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array, BatchSums, Floats

SLICE_GAMES: Final = 4_000
"""Games counted at a time, so that the counts stay in the cache of the processor."""


@dataclass(frozen=True)
class SparseSums:
    """Sums over games for each of c things; all whole numbers, so any cut adds up to the same.

    ``games``, ``w`` and ``ww`` count all games, the others only those in which a seat has the thing; ``full`` counts
    the games in which all k seats have it.
    """

    games: Floats
    w: Floats
    ww: Floats
    games_in: Floats
    full: Floats
    m: Floats
    y: Floats
    mm: Floats
    ym: Floats
    yy: Floats
    wm: Floats
    wy: Floats

    @classmethod
    def of(cls, game: Array, thing: Array, units: Array, whole: Array, seats: int, things: int) -> "SparseSums":
        """From one row for each seat that has a thing, sorted by game.

        Args:
            game: from 0, shape (rows,).
            thing: code from 0, shape (rows,).
            units: what the seat adds to the total, shape (rows,).
            whole: W of every game, shape (games,).
            seats: k, the seats of every game that could have it.
            things: number of codes.
        """
        games = len(whole)
        total = np.zeros((9, things))
        for start in range(0, games, SLICE_GAMES):
            stop = min(games, start + SLICE_GAMES)
            at = slice(*np.searchsorted(game, [start, stop]))
            key = (game[at] - start) * things + thing[at]
            size = (stop - start) * things
            members = np.bincount(key, minlength=size)
            found = np.flatnonzero(members)
            m = members[found].astype(np.float64)
            y = np.bincount(key, weights=units[at], minlength=size)[found]
            w = whole[start + found // things].astype(np.float64)
            code = found % things
            rows = (np.ones_like(m), m == seats, m, y, m * m, y * m, y * y, w * m, w * y)
            total += np.stack([np.bincount(code, weights=row, minlength=things) for row in rows])
        w_all = np.array([games, whole.sum(), (whole * whole).sum()], dtype=np.float64)
        return cls(*np.repeat(w_all[:, None], things, axis=1), *total)

    def __add__(self, other: "SparseSums") -> "SparseSums":
        return SparseSums(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def take(self, things: slice) -> "SparseSums":
        """The sums of some of the things."""
        return SparseSums(*(getattr(self, f.name)[things] for f in fields(self)))

    def having_and_lacking(self, seats: int) -> BatchSums:
        """Seats that have the thing (group 0) and those that lack it (group 1), of ``seats`` in every game."""
        k, g = seats, self.games
        mm = [[self.mm, k * self.m - self.mm], [k * self.m - self.mm, k * k * g - 2 * k * self.m + self.mm]]
        lacking = k * self.w - self.wm - k * self.y + self.ym
        ym = [[self.ym, k * self.y - self.ym], [self.wm - self.ym, lacking]]
        yy = [[self.yy, self.wy - self.yy], [self.wy - self.yy, self.ww - 2 * self.wy + self.yy]]
        return BatchSums(
            int(g[0]),
            np.stack([self.games_in, g - self.full], axis=1),
            np.stack([self.m, k * g - self.m], axis=1),
            np.stack([self.y, self.w - self.y], axis=1),
            np.asarray(yy, dtype=np.float64).transpose(2, 0, 1),
            np.asarray(ym, dtype=np.float64).transpose(2, 0, 1),
            np.asarray(mm, dtype=np.float64).transpose(2, 0, 1),
        )
