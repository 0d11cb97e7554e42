"""Words and their numbers: the stars and moons in their agreed order, and lists such as ``mars|mercury``."""

from typing import Final

from seti_sim.components import opcodes
from seti_sim.components.syntax import unknown

STARS: Final = (
    "procyon",
    "vega",
    "sirius_a",
    "barnards_star",
    "kepler_22",
    "proxima_centauri",
    "61_virginis",
    "beta_pictoris",
)
MOONS: Final = (
    "phobos_deimos",
    "io",
    "europa",
    "ganymede",
    "callisto",
    "enceladus",
    "titan",
    "titania",
    "triton",
)
TECHS: Final = tuple(f"{kind}_{n}" for kind in opcodes.TECH_KINDS for n in (1, 2, 3, 4))
GOLD_TILES: Final = ("tech", "mission", "income", "other")
ALL_KINDS: Final = 7  # mask of "any" for technology kinds and for trace colours
EARTH_BIT: Final = 1 << opcodes.EARTH
OTHER_PLANETS: Final = opcodes.ALL_PLANETS & ~EARTH_BIT
_OPEN_CELLS: Final = {"asteroids": 1 << opcodes.ASTEROIDS, "comet": 1 << opcodes.COMET}
_PLANET_BITS: Final = {name: 1 << opcodes.PLANETS.index(name) for name in sorted(opcodes.PLANETS)}


def index(names: tuple[str, ...], word: str) -> int:
    """The number of a word among ``names``."""
    if word not in names:
        raise unknown(word)
    return names.index(word)


def mask(bits: dict[str, int], text: str) -> int:
    """The mask of a list such as ``probe|telescope``."""
    total = 0
    for word in text.split("|"):
        if word not in bits:
            raise unknown(word)
        total |= bits[word]
    return total


def mask_text(bits: dict[str, int], total: int) -> str:
    """The list of a mask, in the order of ``bits``."""
    return "|".join(word for word, bit in bits.items() if total & bit)


def planet_mask(text: str) -> int:
    """The mask of a list of planets."""
    return mask(_PLANET_BITS, text)


def planet_mask_text(total: int) -> str:
    """The planets of a mask in alphabetical order."""
    return mask_text(_PLANET_BITS, total)


def cell_mask(text: str, every: int = opcodes.ALL_PLANETS) -> int:
    """The mask of a list of cells; the word ``planet`` stands for the planets in ``every``."""
    return mask({"planet": every, **_PLANET_BITS, **_OPEN_CELLS}, text)


def cell_mask_text(total: int, every: int = opcodes.ALL_PLANETS) -> str:
    """The cells of a mask, planets first."""
    if total & every == every:
        return mask_text({"planet": every, **_OPEN_CELLS}, total)
    return mask_text({**_PLANET_BITS, **_OPEN_CELLS}, total)


KIND_BITS: Final = {name: 1 << i for i, name in enumerate(opcodes.TECH_KINDS)}
TRACE_BITS: Final = {name: 1 << i for i, name in enumerate(opcodes.TRACE_COLOURS)}


def any_mask(bits: dict[str, int], text: str) -> int:
    """The mask of a list of three words, ``any`` being all of them."""
    return ALL_KINDS if text == "any" else mask(bits, text)


def any_mask_text(bits: dict[str, int], total: int) -> str:
    """The list of a mask of three words, ``any`` for all of them."""
    return "any" if total == ALL_KINDS else mask_text(bits, total)


def any_index(names: tuple[str, ...], any_value: int, word: str) -> int:
    """The number of a word among ``names``, or ``any_value`` for ``any``."""
    return any_value if word == "any" else index(names, word)


def any_index_text(names: tuple[str, ...], value: int) -> str:
    """The word of a number, ``any`` where it is none of ``names``."""
    return names[value] if 0 <= value < len(names) else "any"
