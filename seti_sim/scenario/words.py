"""The words of scenario files: card ids, places of the solar system, sides, and what goes by a name."""

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.loader import card_label
from seti_sim.components.tables import N_DECK_CARDS
from seti_sim.engine.text import CARD_NUMBERS
from seti_sim.scenario.errors import ScenarioError

SIDES: Final = ("left", "right")
NONE: Final = "-"
NEUTRAL_WORD: Final = "neutral"
DECK_SIDES: Final = ("a", "b")
SLOTS: Final = (*lex.STARS, "tile")
TILE_GAINS: Final = ("score", "energy", "publicity", "card")
PLUTO: Final = ("open", "orbiter", "lander")
PHASES: Final = ("before main", "after main", "between turns", "set-up")
PLANETS: Final = tuple(name for name in opcodes.PLANETS if name != "earth")


def number_of(names: Sequence[Any], word: Any, what: str) -> int:
    """The number of a word among ``names``."""
    if word not in names:
        raise ScenarioError(f"{what}: unknown word {word!r}{did_you_mean(str(word), map(str, names))}")
    return names.index(word)


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A hint at the nearest known word, if there is one."""
    close = difflib.get_close_matches(word, list(names), n=1)
    return f", did you mean {close[0]}?" if close else ""


def card_number(value: Any, what: str) -> int:
    """The number of a card by what is printed on it: 39, 901 or "ET.12"."""
    label = str(value)
    if label not in CARD_NUMBERS:
        raise ScenarioError(f"{what}: no card {value!r}")
    return CARD_NUMBERS[label]


def card_among(value: Any, what: str, first: int, count: int) -> int:
    """The number of a card that must be one of ``count`` cards from ``first`` on."""
    number = card_number(value, what)
    if not first <= number < first + count:
        raise ScenarioError(f"{what}: card {value!r} does not belong here")
    return number


def deck_card(value: Any, what: str) -> int:
    """The number of a card of the main deck."""
    return card_among(value, what, 0, N_DECK_CARDS)


def held_card(value: Any, what: str, tables: Any) -> int:
    """The number of a card that may be in a hand, tucked or in front: all but the Exertian ones."""
    return card_among(value, what, 0, int(tables.species[opcodes.EXERTIANS].first_card))


def card_id(number: int) -> int | str:
    """What is printed on a card, a whole number for the main deck."""
    label = card_label(int(number))
    return int(label) if label.isdecimal() else label


def card_ids(numbers: Iterable[int]) -> list[int | str]:
    """The ids of some cards."""
    return [card_id(number) for number in numbers]


def place_text(ring: int, place: int) -> str:
    """A space of the solar system as ``RING.INDEX``, rings counted from 1."""
    return f"{ring + 1}.{place}"


def read_place(game: Any, text: Any, what: str) -> tuple[int, int]:
    """Ring and place of ``RING.INDEX`` or of the space that holds a planet now."""
    word = str(text)
    if word in opcodes.PLANETS:
        planet = opcodes.PLANETS.index(word)
        if game.planet_ring[planet] < 0:
            raise ScenarioError(f"{what}: {word} is not in play")
        return int(game.planet_ring[planet]), int(game.planet_place[planet])
    match = re.fullmatch(r"([1-4])\.([0-7])", word)
    if match is None:
        raise ScenarioError(f"{what}: {text!r} is neither a planet nor a space such as 3.5")
    return int(match[1]) - 1, int(match[2])
