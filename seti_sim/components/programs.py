"""Programs: the nodes of the notation as rows of small integers, and the way back.

An instruction is a row ``(op, a, b, c)``. A program is a run of rows that closes with END; program 0 is empty. Equal
programs, events, counts and conditions share one index, so the engine may compare indices in place of texts.
The layout of compound instructions is described beside the opcodes in :mod:`seti_sim.components.opcodes`.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from seti_sim.components import grammar, opcodes
from seti_sim.components.syntax import (
    Arrow,
    Choice,
    Comparison,
    Condition,
    Count,
    Each,
    Effect,
    Event,
    Guard,
    Simple,
    ThisTurn,
)

Row = tuple[int, int, int, int]
_END_ROW: Final[Row] = (opcodes.END, 0, 0, 0)
_ARROW_OPS: Final = (opcodes.MAY, opcodes.DO, opcodes.MAY_REPEAT)
_PART_FIELDS: Final = {
    opcodes.C_MIN: 3,
    opcodes.C_MAX: 3,
    opcodes.C_HALF: 1,
    opcodes.C_SUM: 2,
}  # fields that hold count indices


class Compiler:
    """Collects the distinct programs, events, counts and conditions and hands out their indices."""

    def __init__(self) -> None:
        self.rows: list[Row] = [_END_ROW]
        self.events: dict[tuple[int, int, int], int] = {}
        self.counts: dict[Row, int] = {}
        self.conditions: dict[Row, int] = {}
        self._programs: dict[tuple[Row, ...], int] = {(_END_ROW,): 0}

    def program(self, texts: Sequence[str]) -> int:
        """The index of a list of effects. Raises NotationError."""
        rows = (*self._sequence(grammar.parse_effects(texts)), _END_ROW)
        if rows not in self._programs:
            self._programs[rows] = len(self.rows)
            self.rows.extend(rows)
        return self._programs[rows]

    def event(self, text: str) -> int:
        """The index of an event. Raises NotationError."""
        return self._event(grammar.parse_event(text))

    def count(self, text: str) -> int:
        """The index of a count. Raises NotationError."""
        return self._count(grammar.parse_count(text))

    def condition(self, text: str) -> int:
        """The index of a condition. Raises NotationError."""
        return self._condition(grammar.parse_condition(text))

    def fill(self, record: Any) -> None:
        """Write all that was collected into ``record`` (of dtype TABLES). Raises ValueError if a table is too small."""
        _fill(record.program, self.rows, "program rows")
        _fill(record.event, list(self.events), "events")
        _fill(record.count, list(self.counts), "counts")
        _fill(record.condition, list(self.conditions), "conditions")

    def _event(self, event: Event) -> int:
        return self.events.setdefault((event.kinds, event.args, event.flags), len(self.events))

    def _count(self, count: Count) -> int:
        fields = [count.a, count.b, count.c]
        if count.parts:
            parts = [self._count(part) for part in count.parts]
            fields = [*parts, *[-1] * (3 - len(parts))]
        return self.counts.setdefault((count.kind, fields[0], fields[1], fields[2]), len(self.counts))

    def _condition(self, condition: Condition) -> int:
        following = -1
        for term in reversed(condition.terms):
            row = (self._count(term.count), term.compare, term.n, following)
            following = self.conditions.setdefault(row, len(self.conditions))
        return following

    def _sequence(self, effects: Sequence[Effect]) -> list[Row]:
        return [row for effect in effects for row in self._effect(effect)]

    def _effect(self, effect: Effect) -> list[Row]:
        match effect:
            case Simple(op, a, b, c):
                return [(op, a, b, c)]
            case Arrow(op, first, second):
                return self._pair(op, first, second)
            case Choice(first, second):
                return self._pair(opcodes.OR, first, second)
            case Guard(condition, then):
                rows = self._sequence(then)
                return [(opcodes.IF, self._condition(condition), len(rows), 0), *rows]
            case Each(count, one):
                return [(opcodes.EACH, self._count(count), 0, 0), (one.op, one.a, one.b, one.c)]
            case ThisTurn(event, flags, then):
                rows = self._sequence(then)
                return [(opcodes.THIS_TURN, self._event(event), len(rows), flags), *rows]

    def _pair(self, op: int, first: Sequence[Effect], second: Sequence[Effect]) -> list[Row]:
        x, y = self._sequence(first), self._sequence(second)
        return [(op, len(x), len(y), 0), *x, *y]


def _fill(target: np.ndarray[Any, Any], rows: Sequence[tuple[int, ...]], what: str) -> None:
    """Copy rows into the head of a table."""
    if len(rows) > len(target):
        raise ValueError(f"{len(rows)} {what}, but the table holds {len(target)}")
    for i, row in enumerate(rows):
        target[i] = row


# ------------------------------------------------------------------ the way back
class Reader:
    """Reads the nodes and texts of programs, events, counts and conditions out of a record of dtype TABLES."""

    def __init__(self, record: Any) -> None:
        self._program: list[Row] = record.program.tolist()
        self._event: list[tuple[int, int, int]] = record.event.tolist()
        self._count: list[Row] = record.count.tolist()
        self._condition: list[Row] = record.condition.tolist()

    def program(self, index: int) -> tuple[Effect, ...]:
        """The effects of a program."""
        return self._sequence(self._rows(index))

    def program_texts(self, index: int) -> list[str]:
        """The effects of a program as texts."""
        return [grammar.write_effect(effect) for effect in self.program(index)]

    def event(self, index: int) -> Event:
        """An event."""
        return Event(*self._event[index])

    def event_text(self, index: int) -> str:
        """An event as text."""
        return grammar.write_event(self.event(index))

    def count(self, index: int) -> Count:
        """A count."""
        kind, a, b, c = self._count[index]
        if kind not in _PART_FIELDS:
            return Count(kind, a, b, c)
        indices = [field for field in (a, b, c)[: _PART_FIELDS[kind]] if field >= 0]
        return Count(kind, parts=tuple(self.count(part) for part in indices))

    def count_text(self, index: int) -> str:
        """A count as text."""
        return grammar.write_count(self.count(index))

    def condition(self, index: int) -> Condition:
        """A condition, with all that must hold beside it."""
        terms = []
        while index >= 0:
            count, compare, n, index = self._condition[index]
            terms.append(Comparison(self.count(count), compare, n))
        return Condition(tuple(terms))

    def condition_text(self, index: int) -> str:
        """The condition of a mission as text."""
        return grammar.write_condition(self.condition(index))

    def ops(self, index: int) -> set[int]:
        """All opcodes that occur in a program."""
        return {row[0] for row in self._rows(index)}

    def _rows(self, index: int) -> list[Row]:
        """The rows of a program without its END."""
        end = index
        while self._program[end][0] != opcodes.END:
            end += 1
        return self._program[index:end]

    def _sequence(self, rows: Sequence[Row]) -> tuple[Effect, ...]:
        effects = []
        while rows:
            effect, length = self._effect(rows)
            effects.append(effect)
            rows = rows[length:]
        return tuple(effects)

    def _effect(self, rows: Sequence[Row]) -> tuple[Effect, int]:
        """The first effect of some rows and the number of rows it takes."""
        op, a, b, c = rows[0]
        if op in _ARROW_OPS or op == opcodes.OR:
            x, y = self._sequence(rows[1 : 1 + a]), self._sequence(rows[1 + a : 1 + a + b])
            return Choice(x, y) if op == opcodes.OR else Arrow(op, x, y), 1 + a + b
        if op == opcodes.IF:
            return Guard(self.condition(a), self._sequence(rows[1 : 1 + b])), 1 + b
        if op == opcodes.EACH:
            return Each(self.count(a), Simple(*rows[1])), 2
        if op == opcodes.THIS_TURN:
            return ThisTurn(self.event(a), c, self._sequence(rows[1 : 1 + b])), 1 + b
        return Simple(op, a, b, c), 1
