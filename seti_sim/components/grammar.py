"""Effects of the notation (``may: pay energy 1 -> launch 1``): text to node and back.

``parse_*`` accept a text only in the spelling in which it would be written back, so that text, nodes and compiled rows
are three forms of one thing. The forms are those of ``data/NOTATION.md`` and of the headers of the TOML files.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from seti_sim.components import grammar_counts, grammar_events, opcodes, signals
from seti_sim.components import names as lex
from seti_sim.components.syntax import (
    Arrow,
    Choice,
    Condition,
    Count,
    Each,
    Effect,
    Event,
    Guard,
    NotationError,
    Simple,
    ThisTurn,
    brackets,
    flag_words,
    number,
    split_outside,
    tail_number,
    take_flags,
    unknown,
)

_ARROWS: Final = opcodes.spelled(opcodes.ARROW)
_BARE: Final = opcodes.spelled(opcodes.BARE)
_NUMBERED: Final = opcodes.spelled(opcodes.NUMBERED)
_LAND_FLAGS: Final = {"any_moon": opcodes.LAND_ANY_MOON, "occupied": opcodes.LAND_OCCUPIED}
_TECH_FLAGS: Final = {"by_other": opcodes.TECH_BY_OTHER, "no_tile_bonus": opcodes.TECH_NO_TILE_BONUS}
_TRACE_FLAGS: Final = {"where_same": opcodes.TRACE_WHERE_SAME, "that_species": opcodes.TRACE_THAT_SPECIES}
_TRACE_WORDS: Final = (*opcodes.TRACE_COLOURS, "any")
# forms that parse but that the engine would not play as written are refused: what "each" may multiply, what may stand
# on the left of an arrow
_MULTIPLIED: Final = (opcodes.GAIN, opcodes.DRAW, opcodes.CARD, opcodes.SPECIES_CARD, opcodes.MOVE, opcodes.INCOME)
_PAYMENTS: Final = (opcodes.PAY, opcodes.FORGO_PUBLICITY)
_REMOVALS: Final = (Simple(opcodes.REMOVE_ORBITER, 1), Simple(opcodes.REMOVE_LANDER, 1))


# ------------------------------------------------------------------ the strict doors
@cache
def parse_effect(text: str) -> Effect:
    """The node of one effect. Raises NotationError for a text that is not written as :func:`write_effect` writes."""
    effect = _parse(text)
    _same(text, write_effect(effect))
    return effect


@cache
def parse_event(text: str) -> Event:
    """The node of one event. Raises NotationError."""
    event = grammar_events.parse_event(text)
    _same(text, grammar_events.write_event(event))
    return event


@cache
def parse_count(text: str) -> Count:
    """The node of one count. Raises NotationError."""
    count = grammar_counts.parse_count(text)
    _same(text, grammar_counts.write_count(count))
    return count


@cache
def parse_condition(text: str) -> Condition:
    """The node of the condition of a mission or of an Exertian card. Raises NotationError."""
    condition = grammar_counts.parse_condition(text)
    _same(text, grammar_counts.write_condition(condition))
    return condition


def write_event(event: Event) -> str:
    """The text of one event."""
    return grammar_events.write_event(event)


def write_count(count: Count) -> str:
    """The text of one count."""
    return grammar_counts.write_count(count)


def write_condition(condition: Condition) -> str:
    """The text of the condition of a mission or of an Exertian card."""
    return grammar_counts.write_condition(condition)


def parse_effects(texts: Sequence[str]) -> tuple[Effect, ...]:
    """The nodes of a list of effects."""
    return tuple(parse_effect(text) for text in texts)


def _same(text: str, written: str) -> None:
    """Refuse a text that is understood but spelled in another way."""
    if text != written:
        raise NotationError(f'"{text}" is written "{written}"')


# ------------------------------------------------------------------ text to node
def _parse(text: str) -> Effect:
    """The node of one effect, in any spelling."""
    for word, op in _ARROWS.items():
        if text.startswith(word):
            return _parse_arrow(op, text.removeprefix(word))
    if text.startswith("if "):
        condition, then = _halves(text.removeprefix("if "))
        return Guard(grammar_counts.parse_condition(condition), _parse_sequence(then))
    if text.startswith("each "):
        return _parse_each(text.removeprefix("each "))
    if text.startswith("this_turn ") and text not in _BARE:
        return _parse_this_turn(text.removeprefix("this_turn "))
    inside = brackets(text, "or")
    if inside is not None:
        return _parse_choice(inside)
    return _parse_simple(text)


def _parse_sequence(text: str) -> tuple[Effect, ...]:
    """Effects separated by commas; a compound effect swallows all that follow it."""
    head, *rest = split_outside(text, ", ")
    if not rest or (": " in head and not head.startswith("or(")):
        return (_parse(text),)
    return (_parse(head), *_parse_sequence(", ".join(rest)))


def _halves(text: str) -> tuple[str, str]:
    """What stands before and after the first colon that ends a word."""
    before, colon, after = text.partition(": ")
    if not colon:
        raise NotationError(f'no ": " in "{text}"')
    return before, after


def _parse_arrow(op: int, text: str) -> Arrow:
    """``X -> Y``, or ``Y`` alone after ``may:``."""
    x, *y = split_outside(text, " -> ")
    if y:
        left = _parse_sequence(x)
        if not _can_be_left(op, left):
            raise NotationError(f'"{x}" cannot stand on the left of this arrow')
        return Arrow(op, left, _parse_sequence(" -> ".join(y)))
    if op != opcodes.MAY:
        raise NotationError(f'no " -> " in "{text}"')
    return Arrow(op, (), _parse_sequence(text))


def _can_be_left(op: int, left: tuple[Effect, ...]) -> bool:
    """Whether some effects can be done first: one figure to remove for ``do:``, one payment for the others."""
    first, *others = left
    allowed = first in _REMOVALS if op == opcodes.DO else isinstance(first, Simple) and first.op in _PAYMENTS
    return allowed and not others


def _parse_choice(inside: str) -> Choice:
    """The two options of ``or(X; Y)``."""
    options = split_outside(inside, "; ")
    if len(options) != 2:
        raise NotationError(f"{len(options)} options in or(...) in place of 2")
    return Choice(_parse_sequence(options[0]), _parse_sequence(options[1]))


def _parse_each(text: str) -> Each:
    """``C: X`` after ``each``."""
    count, then = _halves(text)
    effect = _parse(then)
    if not isinstance(effect, Simple) or effect.op not in _MULTIPLIED:
        raise NotationError(f'"each" cannot multiply "{then}"')
    return Each(grammar_counts.parse_count(count), effect)


def _parse_this_turn(text: str) -> ThisTurn:
    """``C: X`` after ``this_turn``."""
    what, then = _halves(text)
    flags = 0
    if what.startswith("each "):
        what, flags = what.removeprefix("each "), opcodes.THIS_TURN_EACH
    if what.endswith(" distinct"):
        what, flags = what.removesuffix(" distinct"), flags | opcodes.THIS_TURN_DISTINCT
    return ThisTurn(grammar_events.parse_event(what), flags, _parse_sequence(then))


def _parse_simple(text: str) -> Simple:
    """An effect of one instruction."""
    if text in _BARE:
        return Simple(_BARE[text])
    head, amount = tail_number(text)
    if amount is not None and head in _NUMBERED:
        return Simple(_NUMBERED[head], amount)
    if amount is not None and head in opcodes.RESOURCES:
        return Simple(opcodes.GAIN, opcodes.RESOURCES.index(head), amount)
    if amount is not None and head.removeprefix("pay ") in opcodes.RESOURCES:
        return Simple(opcodes.PAY, opcodes.RESOURCES.index(head.removeprefix("pay ")), amount)
    if text.startswith("signal "):
        return signals.parse_signal(text.removeprefix("signal "))
    return _parse_optioned(*text.split(" "))


def _parse_optioned(head: str, *rest: str) -> Simple:
    """An effect of one instruction with option words."""
    options = list(rest)
    if head == "land":
        return Simple(opcodes.LAND, take_flags(options, _LAND_FLAGS))
    if head == "launch" and options[1:] == ["no_limit"]:
        return Simple(opcodes.LAUNCH, number(options[0]), 1)
    if head == "tech" and options:
        return Simple(opcodes.TECH, lex.any_mask(lex.KIND_BITS, options[0]), take_flags(options[1:], _TECH_FLAGS))
    if head == "trace" and len(options) > 1:
        colour = lex.index(_TRACE_WORDS, options[0])
        return Simple(opcodes.TRACE, colour, number(options[1]), take_flags(options[2:], _TRACE_FLAGS))
    if head == "copy_sample" and len(options) == 1:
        return Simple(opcodes.COPY_SAMPLE, 0 if options[0] == "own_probe" else lex.planet_mask(options[0]))
    raise unknown(head)


# ------------------------------------------------------------------ node to text
def write_effect(effect: Effect) -> str:
    """The text of one effect."""
    match effect:
        case Simple():
            return _write_simple(effect)
        case Arrow(op, x, y):
            word = next(word for word, value in _ARROWS.items() if value == op)
            return word + (f"{_write_sequence(x)} -> " if x else "") + _write_sequence(y)
        case Choice(first, second):
            return f"or({_write_sequence(first)}; {_write_sequence(second)})"
        case Guard(condition, then):
            written = grammar_counts.write_condition(condition, written_out=True)
            return f"if {written}: {_write_sequence(then)}"
        case Each(count, one):
            return f"each {grammar_counts.write_count(count)}: {_write_simple(one)}"
        case ThisTurn(event, flags, then):
            each = "each " if flags & opcodes.THIS_TURN_EACH else ""
            distinct = " distinct" if flags & opcodes.THIS_TURN_DISTINCT else ""
            return f"this_turn {each}{grammar_events.write_event(event)}{distinct}: {_write_sequence(then)}"


def _write_sequence(effects: Sequence[Effect]) -> str:
    """Effects separated by commas."""
    return ", ".join(write_effect(effect) for effect in effects)


def _write_simple(effect: Simple) -> str:
    """The text of an effect of one instruction."""
    for text, op in _BARE.items():
        if op == effect.op:
            return text
    for head, op in _NUMBERED.items():
        if op == effect.op:
            return f"{head} {effect.a}" + (" no_limit" if op == opcodes.LAUNCH and effect.b else "")
    match effect.op:
        case opcodes.GAIN:
            return f"{opcodes.RESOURCES[effect.a]} {effect.b}"
        case opcodes.PAY:
            return f"pay {opcodes.RESOURCES[effect.a]} {effect.b}"
        case opcodes.SIGNAL:
            return signals.write_signal(effect)
    return " ".join(_write_optioned(effect))


def _write_optioned(effect: Simple) -> list[str]:
    """The words of an effect with option words."""
    match effect.op:
        case opcodes.LAND:
            return ["land", *flag_words(effect.a, _LAND_FLAGS)]
        case opcodes.TECH:
            return ["tech", lex.any_mask_text(lex.KIND_BITS, effect.a), *flag_words(effect.b, _TECH_FLAGS)]
        case opcodes.TRACE:
            return ["trace", _TRACE_WORDS[effect.a], str(effect.b), *flag_words(effect.c, _TRACE_FLAGS)]
        case opcodes.COPY_SAMPLE:
            return ["copy_sample", lex.planet_mask_text(effect.a) if effect.a else "own_probe"]
    raise NotationError(f"instruction {effect.op} stands for no effect")
