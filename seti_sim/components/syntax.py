"""The notation as data: one small frozen class for every form that an effect, event, count or condition can take.

Text becomes these nodes in :mod:`seti_sim.components.grammar`, and nodes become rows of numbers in
:mod:`seti_sim.components.programs`; both ways back exist too. Every number inside a node is a constant of
:mod:`seti_sim.components.opcodes`.
"""

import re
from dataclasses import dataclass

NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


class NotationError(ValueError):
    """A text that is not in the notation; the message names the offending word."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number read from the game; ``parts`` are the counts that a minimum, maximum, half or sum is made of."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0
    parts: tuple["Count", ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A count compared with a fixed number."""

    count: Count
    compare: int
    n: int


@dataclass(frozen=True, slots=True)
class Condition:
    """Comparisons that must hold all together."""

    terms: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens: masks of kinds and of arguments, and flags."""

    kinds: int
    args: int
    flags: int = 0


@dataclass(frozen=True, slots=True)
class Simple:
    """An effect of one instruction."""

    op: int
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True, slots=True)
class Arrow:
    """``may: X -> Y``, ``do: X -> Y``, ``may_repeat: X -> Y``; X is empty in ``may: Y``."""

    op: int
    x: "tuple[Effect, ...]"
    y: "tuple[Effect, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """``or(X; Y)``."""

    first: "tuple[Effect, ...]"
    second: "tuple[Effect, ...]"


@dataclass(frozen=True, slots=True)
class Guard:
    """``if C: X``."""

    condition: Condition
    then: "tuple[Effect, ...]"


@dataclass(frozen=True, slots=True)
class Each:
    """``each C: X``, where X is one instruction."""

    count: Count
    effect: Simple


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """``this_turn C: X``."""

    event: Event
    flags: int
    then: "tuple[Effect, ...]"


Effect = Simple | Arrow | Choice | Guard | Each | ThisTurn


def unknown(word: str) -> NotationError:
    """The error for a word that has no meaning where it stands."""
    return NotationError(f'unknown word "{word}"')


def number(word: str) -> int:
    """The value of a decimal number of at most four digits."""
    if not NUMBER.fullmatch(word):
        raise NotationError(f'"{word}" is not a number')
    return int(word)


def tail_number(text: str) -> tuple[str, int | None]:
    """Split ``draw 2`` into ``draw`` and 2; the number is None where the text does not end in one."""
    head, _, last = text.rpartition(" ")
    if head and NUMBER.fullmatch(last):
        return head, int(last)
    return text, None


def split_outside(text: str, mark: str) -> list[str]:
    """Split at ``mark`` wherever it stands outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and text.startswith(mark, i) and i >= start:
            parts.append(text[start:i])
            start = i + len(mark)
    return [*parts, text[start:]]


def brackets(text: str, name: str) -> str | None:
    """What stands between the brackets of ``name(...)``, or None if the text is no such form."""
    if text.startswith(name + "(") and text.endswith(")"):
        return text[len(name) + 1 : -1]
    return None


def take_flags(words: list[str], flags: dict[str, int]) -> int:
    """Add up the option words; each must be known and stand only once."""
    total = 0
    for word in words:
        if word not in flags:
            raise unknown(word)
        if total & flags[word]:
            raise NotationError(f'"{word}" stands twice')
        total |= flags[word]
    return total


def flag_words(total: int, flags: dict[str, int]) -> list[str]:
    """The option words of a sum of flags."""
    return [word for word, bit in flags.items() if total & bit]
