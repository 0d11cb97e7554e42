"""Games played at random by a player who likes to get somewhere, so that rare decisions come up too."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from seti_sim.engine import moves as kinds
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list

SEED = 20250
PAIRS = [(left, right) for left in range(5) for right in range(5) if left != right]
LIKES = {
    kinds.K_PASS: 0.002, kinds.K_EXCHANGE: 0.03, kinds.K_CORNER: 0.05, kinds.K_BUY: 0.05, kinds.K_PLACE: 30,
    kinds.K_MISSION: 30,
    kinds.K_STEP: 0.5,
    kinds.K_ORBIT: 20, kinds.K_LAND: 20, kinds.K_ANALYZE: 30, kinds.K_RESEARCH: 9, kinds.K_COVER: 9, kinds.K_LAUNCH: 3,
    kinds.K_SCAN: 2, kinds.K_DECLINE: 0.2, kinds.K_STOP: 0.2,
}  # fmt: skip


def new_game(tables: Any, index: int, players: int, species: tuple[int, int] = (-1, -1)) -> Any:
    game = np.zeros(1, GAME)[0]
    setup_game(game, tables, np.uint64(SEED), np.int64(index), players, *species)
    return game


def decisions(tables: Any, index: int, players: int, species: tuple[int, int] = (-1, -1)) -> Iterator[tuple[Any, Any]]:
    """Play one game; at every decision yield the game and the list of its legal moves."""
    game = new_game(tables, index, players, species)
    buffer = move_list()
    dice = random.Random(index)
    while not game.over:
        moves = buffer.list[: legal_moves(game, tables, buffer)]
        yield game, moves
        weights = [LIKES.get(int(kind), 1.0) for kind in moves["kind"]]
        apply_legal(game, tables, moves[dice.choices(range(len(moves)), weights)[0]])
    yield game, buffer.list[:0]
