"""Positions in which a policy's values of moves are read: scenarios, other boxes, plain weights."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import END, GAIN, SCORE
from seti_sim.engine.state import move_list
from seti_sim.engine.text import move_text
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import Strategy, parse_strategy
from seti_sim.scenario.build import build_game
from seti_sim.scenario.check import Position, play
from seti_sim.scenario.files import Step, flat

PRINTED = load_tables().record


def strategy_with(**weights: float) -> Strategy:
    """The default weights with others in place of some."""
    lines = "\n".join(f"{name} = {value}" for name, value in weights.items())
    return parse_strategy(f'name = "x"\npolicy = "heuristic"\n[weights]\n{lines}\n', "x.toml")


def values_at(
    strategy: Strategy, given: Mapping[str, Any], moves: Sequence[str] = (), tables: np.record = PRINTED
) -> dict[str, float]:
    """The value of every legal move, by its text, of the position that some moves lead to from a given one."""
    position = Position(build_game(flat(given), tables), tables, move_list())
    stopped = play(position, Step("", tuple(moves), {}, None))
    assert not stopped, stopped
    legal = position.legal()
    seats = Seats(tables, np.full(4, strategy.policy), np.tile(strategy.params, (4, 1)))
    seats.choose(position.game, position.moves, len(legal))
    values = seats.appraisals[position.seat].value[: len(legal)]
    return {move_text(position.game, tables, move): float(value) for move, value in zip(legal, values, strict=True)}


def changed_box(base: np.record = PRINTED, **fields: Any) -> np.record:
    """The printed box, or another one, with other values in some fields of its record."""
    tables = np.zeros(1, base.dtype)
    tables[0] = base
    for name, value in fields.items():
        tables[0][name] = value
    return tables[0]


def with_more_points(program: int, points: int, base: np.record = PRINTED) -> tuple[np.record, int]:
    """A box with a further program, some points and then the rows of an old program; and where that one starts."""
    tables = changed_box(base)
    rows = tables["program"]
    last = int(np.flatnonzero(rows["op"] != END).max())
    start = last + 2
    rows[start] = (GAIN, SCORE, points, 0)
    length = 0
    while rows[program + length]["op"] != END:
        rows[start + 1 + length] = rows[program + length]
        length += 1
    assert start + length + 1 < len(rows)
    return tables, start
