"""English words for the words of the notation: names with capitals, plurals, lists."""

from collections.abc import Sequence
from typing import Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes

_NAMES: Final = {
    "barnards_star": "Barnard's Star",
    "kepler_22": "Kepler 22",
    "61_virginis": "61 Virginis",
    "phobos_deimos": "Phobos and Deimos",
    "oumuamua": "Oumuamua",
}
_RESOURCES: Final = {
    opcodes.CREDIT: ("credit", "credits"),
    opcodes.ENERGY: ("energy", "energy"),
    opcodes.PUBLICITY: ("publicity", "publicity"),
    opcodes.DATA: ("data", "data"),
    opcodes.SCORE: ("point", "points"),
    opcodes.EXOFOSSIL: ("exofossil", "exofossils"),
}
INCOME_WORDS: Final = ("credits", "energy", "cards", "publicity", "data")


def title(word: str) -> str:
    """The name of a planet, moon, star, technology or species: ``proxima_centauri`` becomes Proxima Centauri."""
    return _NAMES.get(word) or " ".join(part.capitalize() for part in word.split("_"))


def counted(n: int, one: str, many: str = "") -> str:
    """A number and its noun: ``1 card``, ``2 cards``."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def amount(resource: int, n: int) -> str:
    """An amount of a resource: ``3 points``."""
    return counted(n, *_RESOURCES[resource])


def resource_word(resource: int) -> str:
    """The noun of a resource by itself."""
    return _RESOURCES[resource][0]


def any_of(words: Sequence[str], last: str = "or") -> str:
    """A list with a word before its last entry: ``a, b or c``."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def article(noun: str) -> str:
    """The noun with its indefinite article."""
    return ("an " if noun[0] in "aeio" else "a ") + noun


def planets(mask: int) -> str:
    """The planets of a mask."""
    return any_of([title(name) for name in lex.planet_mask_text(mask).split("|")])


def kinds(mask: int) -> str:
    """The technology kinds of a mask, empty for all three."""
    return "" if mask == lex.ALL_KINDS else any_of(lex.mask_text(lex.KIND_BITS, mask).split("|"))


def places(mask: int, planet: str = "a planet") -> str:
    """The cells of a mask as places where a probe can be."""
    words = lex.cell_mask_text(mask).split("|")
    return any_of([{"planet": planet, "asteroids": "asteroids", "comet": "a comet"}.get(x) or title(x) for x in words])
