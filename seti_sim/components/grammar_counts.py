"""Counts and conditions of the notation (``wins yellow >= 2``): text to node and back."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.syntax import (
    Comparison,
    Condition,
    Count,
    NotationError,
    brackets,
    flag_words,
    number,
    split_outside,
    tail_number,
    take_flags,
    unknown,
)

_FIGURES: Final = {"orbiters": 1, "landers": 2}
_FIGURE_FLAGS: Final = {"no_moons": opcodes.FIGURES_NO_MOONS, "same_planet": opcodes.FIGURES_SAME_PLANET}
_BOTH: Final = "orbiters&landers same_planet"
_TRACE_WORDS: Final = (*opcodes.TRACE_COLOURS, "any", "marked_colour", "one_colour", "each_colour")
_SCOPES: Final = ("", "per_species", "one_species", "this_species", "other_species")
_TECH_WORDS: Final = (*opcodes.TECH_KINDS, "any", "taken_kind")
_TUCKED_WORDS: Final = (*opcodes.INCOMES, "any")
_MARKED_SECTORS: Final = -1
_MARKED_TILE: Final = -2
_BARE: Final = {
    "signals_sectors": Count(opcodes.C_SIGNALS_SECTORS),
    "signals anomaly_sectors": Count(opcodes.C_SIGNALS_ANOMALIES),
    "signals oumuamua_tile": Count(opcodes.C_SIGNALS_TILE),
    "signals_here": Count(opcodes.C_SIGNALS_HERE),
    "marked_sectors": Count(opcodes.C_MARKED, _MARKED_SECTORS),
    "marked oumuamua_tile": Count(opcodes.C_MARKED, _MARKED_TILE),
    "hand": Count(opcodes.C_HAND),
    "publicity": Count(opcodes.C_PUBLICITY),
    "score": Count(opcodes.C_SCORE),
    "exofossil": Count(opcodes.C_EXOFOSSIL),
    "missions done": Count(opcodes.C_MISSIONS),
    "endgame_cards": Count(opcodes.C_ENDGAME_CARDS),
    "tech_by_other": Count(opcodes.C_TECH_BY_OTHER),
    "launched_in anomaly_sector": Count(opcodes.C_LAUNCHED_ANOMALY),
    _BOTH: Count(opcodes.C_BOTH_AT_PLANET),
}
_COMBINED: Final = {"min": opcodes.C_MIN, "max": opcodes.C_MAX, "half": opcodes.C_HALF}
# counts that read as a condition by themselves: "at least 1" is not written
_YES_OR_NO: Final = (
    opcodes.C_DELIVER,
    opcodes.C_LAUNCHED_ANOMALY,
    opcodes.C_TECH_BY_OTHER,
    opcodes.C_LANDED,
    opcodes.C_PICKED_ON,
    opcodes.C_PROBE_ON,
)
# levels: "publicity 8" is at least 8. Inside an effect the comparison is written out ("if publicity >= 8: ...").
_LEVELS: Final = {
    "hand": opcodes.C_HAND,
    "publicity": opcodes.C_PUBLICITY,
    "score": opcodes.C_SCORE,
    "exofossil": opcodes.C_EXOFOSSIL,
    "missions": opcodes.C_MISSIONS,
}
_COMPARED: Final = re.compile(r"(.+) (>=|=) ([0-9]+)")


# ------------------------------------------------------------------ counts
@cache
def parse_count(text: str) -> Count:
    """The node of a count. Raises NotationError."""
    sum_of = split_outside(text, " + ")
    if len(sum_of) == 2:
        return Count(opcodes.C_SUM, parts=(parse_count(sum_of[0]), parse_count(sum_of[1])))
    for name, kind in _COMBINED.items():
        inside = brackets(text, name)
        if inside is not None:
            return Count(kind, parts=_parse_parts(kind, inside))
    if text in _BARE:
        return _BARE[text]
    head, *rest = text.split(" ")
    if head.partition("@")[0].split("|")[0] in _FIGURES:
        return _parse_figures(head, rest)
    if head not in _PARSERS or not rest:
        raise unknown(head)
    return _PARSERS[head](rest)


def write_count(count: Count) -> str:
    """The text of a count."""
    if count.kind == opcodes.C_SUM:
        return " + ".join(write_count(part) for part in count.parts)
    if count.kind in _COMBINED.values():
        name = next(name for name, kind in _COMBINED.items() if kind == count.kind)
        return f"{name}({'; '.join(write_count(part) for part in count.parts)})"
    for text, bare in _BARE.items():
        if bare == count:
            return text
    return _WRITERS[count.kind](count)


def _parse_parts(kind: int, inside: str) -> tuple[Count, ...]:
    """The counts between the brackets of a minimum, maximum or half."""
    parts = tuple(parse_count(part) for part in split_outside(inside, "; "))
    allowed = (1,) if kind == opcodes.C_HALF else (2, 3)
    if len(parts) not in allowed:
        raise NotationError(f"{len(parts)} counts between the brackets")
    return parts


def _parse_figures(head: str, rest: list[str]) -> Count:
    """Orbiters and landers."""
    figures, at, planet = head.partition("@")
    where = lex.index(opcodes.PLANETS, planet) if at else -1
    return Count(opcodes.C_FIGURES, lex.mask(_FIGURES, figures), where, take_flags(rest, _FIGURE_FLAGS))


def _write_figures(count: Count) -> str:
    """Orbiters and landers."""
    where = f"@{opcodes.PLANETS[count.b]}" if count.b >= 0 else ""
    return " ".join([lex.mask_text(_FIGURES, count.a) + where, *flag_words(count.c, _FIGURE_FLAGS)])


def _parse_wins(rest: list[str]) -> Count:
    """Sector wins of a colour or of any."""
    best = take_flags(rest[1:], {"same_sector": 1})
    return Count(opcodes.C_WINS, lex.any_index(opcodes.SECTOR_COLOURS, -1, rest[0]), best)


def _write_wins(count: Count) -> str:
    """Sector wins of a colour or of any."""
    return f"wins {lex.any_index_text(opcodes.SECTOR_COLOURS, count.a)}" + (" same_sector" if count.b else "")


def _parse_traces(rest: list[str]) -> Count:
    """Traces of a colour, with an optional word for the species they are on."""
    if len(rest) > 2:
        raise unknown(rest[2])
    scope = lex.index(_SCOPES, rest[1]) if len(rest) == 2 else opcodes.SCOPE_TOTAL
    if rest[0] == "exofossil_space":
        return Count(opcodes.C_TRACES, opcodes.TRACES_ANY, scope, 1)
    return Count(opcodes.C_TRACES, lex.index(_TRACE_WORDS, rest[0]), scope)


def _write_traces(count: Count) -> str:
    """Traces of a colour, with an optional word for the species they are on."""
    what = "exofossil_space" if count.c else _TRACE_WORDS[count.a]
    return f"traces {what} {_SCOPES[count.b]}".rstrip()


def _parse_probe_on(rest: list[str]) -> Count:
    """A probe standing on a kind of cell, perhaps next to a planet."""
    if len(rest) == 1:
        return Count(opcodes.C_PROBE_ON, lex.cell_mask(rest[0]), -1)
    if len(rest) == 3 and rest[1] == "next_to":
        return Count(opcodes.C_PROBE_ON, lex.cell_mask(rest[0]), lex.index(opcodes.PLANETS, rest[2]))
    raise unknown(rest[1])


def _write_probe_on(count: Count) -> str:
    """A probe standing on a kind of cell, perhaps next to a planet."""
    beside = f" next_to {opcodes.PLANETS[count.b]}" if count.b >= 0 else ""
    return f"probe_on {lex.cell_mask_text(count.a)}{beside}"


def _parse_landed(rest: list[str]) -> Count:
    """The landing made by a card: on one of these planets, or on any moon."""
    planets, bar, last = rest[0].rpartition("|")
    if last == "moon":
        return Count(opcodes.C_LANDED, lex.planet_mask(planets) if bar else 0, 1)
    return Count(opcodes.C_LANDED, lex.planet_mask(rest[0]), 0)


def _write_landed(count: Count) -> str:
    """The landing made by a card: on one of these planets, or on any moon."""
    names = [lex.planet_mask_text(count.a)] if count.a else []
    return "landed " + "|".join(names + ["moon"] * count.b)


def _word(kind: int, value: Callable[[str], int]) -> Callable[[list[str]], Count]:
    """A parser of counts that have exactly one argument."""

    def parse(rest: list[str]) -> Count:
        if len(rest) != 1:
            raise unknown(rest[1])
        return Count(kind, value(rest[0]))

    return parse


def _earth_cells(text: str) -> int:
    """Cells other than Earth itself."""
    return lex.cell_mask(text, lex.OTHER_PLANETS)


_PARSERS: Final[dict[str, Callable[[list[str]], Count]]] = {
    "wins": _parse_wins,
    "traces": _parse_traces,
    "probe_on": _parse_probe_on,
    "landed": _parse_landed,
    "techs": _word(opcodes.C_TECHS, lambda text: lex.index(_TECH_WORDS, text)),
    "tucked": _word(opcodes.C_TUCKED, lambda text: lex.index(_TUCKED_WORDS, text)),
    "marked": _word(opcodes.C_MARKED, lambda text: lex.index(opcodes.SECTOR_COLOURS, text)),
    "probe_distance": _word(opcodes.C_PROBE_DISTANCE, lambda text: lex.index(opcodes.PLANETS, text)),
    "picked_on": _word(opcodes.C_PICKED_ON, lex.cell_mask),
    "picked_adjacent": _word(opcodes.C_PICKED_ADJACENT, lex.cell_mask),
    "shown_corner": _word(opcodes.C_SHOWN_CORNER, lambda text: lex.mask(opcodes.CORNERS, text)),
    "shown_income": _word(opcodes.C_SHOWN_INCOME, lambda text: lex.index(opcodes.INCOMES, text)),
    "in_earth_sector": _word(opcodes.C_IN_EARTH_SECTOR, _earth_cells),
    "deliver": _word(opcodes.C_DELIVER, lambda text: lex.index(opcodes.PLANETS, text)),
}
_WRITERS: Final[dict[int, Callable[[Count], str]]] = {
    opcodes.C_FIGURES: _write_figures,
    opcodes.C_WINS: _write_wins,
    opcodes.C_TRACES: _write_traces,
    opcodes.C_PROBE_ON: _write_probe_on,
    opcodes.C_LANDED: _write_landed,
    opcodes.C_TECHS: lambda count: f"techs {_TECH_WORDS[count.a]}",
    opcodes.C_TUCKED: lambda count: f"tucked {_TUCKED_WORDS[count.a]}",
    opcodes.C_MARKED: lambda count: f"marked {opcodes.SECTOR_COLOURS[count.a]}",
    opcodes.C_PROBE_DISTANCE: lambda count: f"probe_distance {opcodes.PLANETS[count.a]}",
    opcodes.C_PICKED_ON: lambda count: f"picked_on {lex.cell_mask_text(count.a)}",
    opcodes.C_PICKED_ADJACENT: lambda count: f"picked_adjacent {lex.cell_mask_text(count.a)}",
    opcodes.C_SHOWN_CORNER: lambda count: f"shown_corner {lex.mask_text(opcodes.CORNERS, count.a)}",
    opcodes.C_SHOWN_INCOME: lambda count: f"shown_income {opcodes.INCOMES[count.a]}",
    opcodes.C_IN_EARTH_SECTOR: lambda count: f"in_earth_sector {lex.cell_mask_text(count.a, lex.OTHER_PLANETS)}",
    opcodes.C_DELIVER: lambda count: f"deliver {opcodes.PLANETS[count.a]}",
}


# ------------------------------------------------------------------ conditions
@cache
def parse_condition(text: str) -> Condition:
    """The node of a condition, ``C1 and C2`` included. Raises NotationError."""
    return Condition(tuple(_parse_comparison(term) for term in text.split(" and ")))


def write_condition(condition: Condition, *, written_out: bool = False) -> str:
    """The text of a condition; ``written_out`` writes ``publicity >= 8`` for ``publicity 8``, as effects do."""
    return " and ".join(_write_comparison(term, written_out) for term in condition.terms)


def _parse_comparison(text: str) -> Comparison:
    """One count compared with a number, in any of its three spellings."""
    match = _COMPARED.fullmatch(text)
    if match:
        compare = opcodes.CMP_AT_LEAST if match[2] == ">=" else opcodes.CMP_EXACTLY
        return Comparison(parse_count(match[1]), compare, number(match[3]))
    head, amount = tail_number(text)
    if amount is not None and head in _LEVELS:
        return Comparison(Count(_LEVELS[head]), opcodes.CMP_AT_LEAST, amount)
    count = parse_count(text)
    if count.kind not in _YES_OR_NO:
        raise NotationError(f'"{text}" is compared with nothing')
    return Comparison(count, opcodes.CMP_AT_LEAST, 1)


def _write_comparison(term: Comparison, written_out: bool) -> str:
    """One count compared with a number, in its usual spelling."""
    if term.compare == opcodes.CMP_EXACTLY:
        return f"{write_count(term.count)} = {term.n}"
    if term.count.kind in _YES_OR_NO and term.n == 1:
        return write_count(term.count)
    for head, kind in _LEVELS.items():
        if kind == term.count.kind and not written_out:
            return f"{head} {term.n}"
    return f"{write_count(term.count)} >= {term.n}"
