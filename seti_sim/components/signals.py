"""Signal effects of the notation (``signal own_probe 1 with_neighbors``): text to node and back."""

from typing import Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.syntax import NotationError, Simple, flag_words, number, take_flags

_PLAIN: Final = {
    "any": opcodes.SRC_ANY,
    "own_probe": opcodes.SRC_OWN_PROBE,
    "row": opcodes.SRC_ROW,
    "hand": opcodes.SRC_HAND,
    "deck": opcodes.SRC_DECK,
    "any_probe": opcodes.SRC_ANY_PROBE,
    "next_anomaly": opcodes.SRC_NEXT_ANOMALY,
}
_PREFIXED: Final = {
    "star": (opcodes.SRC_STAR, lex.STARS),
    "planet": (opcodes.SRC_PLANET, opcodes.PLANETS),
    "beside": (opcodes.SRC_BESIDE, opcodes.PLANETS),
}
_FLAGS: Final = {
    "no_data": opcodes.SIGNAL_NO_DATA,
    "with_neighbors": opcodes.SIGNAL_WITH_NEIGHBORS,
    "same_sector": opcodes.SIGNAL_SAME_SECTOR,
}


def parse_signal(text: str) -> Simple:
    """The node of what follows ``signal``. Raises NotationError."""
    where, *rest = text.split(" ")
    source, argument = _parse_source(where)
    flags = opcodes.SIGNAL_SAME_SECTOR if source == opcodes.SRC_OWN_PROBE else 0
    if rest[:1] == ["up_to"]:
        flags |= opcodes.SIGNAL_UP_TO
        rest = rest[1:]
    if not rest:
        raise NotationError(f'no number of signals after "{where}"')
    return Simple(
        opcodes.SIGNAL, source + opcodes.SRC_BASE * argument, number(rest[0]), flags | take_flags(rest[1:], _FLAGS)
    )


def write_signal(effect: Simple) -> str:
    """The text of a signal effect."""
    source = effect.a % opcodes.SRC_BASE
    flags = effect.c & ~opcodes.SIGNAL_SAME_SECTOR if source == opcodes.SRC_OWN_PROBE else effect.c
    up_to = ["up_to"] if flags & opcodes.SIGNAL_UP_TO else []
    return " ".join(["signal", _write_source(effect.a), *up_to, str(effect.b), *flag_words(flags, _FLAGS)])


def _parse_source(where: str) -> tuple[int, int]:
    """Source and argument of the word that says where to mark."""
    prefix, colon, name = where.partition(":")
    if colon and prefix in _PREFIXED:
        source, names = _PREFIXED[prefix]
        return source, lex.index(names, name)
    if where == "earth":
        return opcodes.SRC_PLANET, opcodes.EARTH
    if where in _PLAIN:
        return _PLAIN[where], 0
    return opcodes.SRC_COLOUR, lex.index(opcodes.SECTOR_COLOURS, where)


def _write_source(a: int) -> str:
    """The word that says where to mark."""
    source, argument = a % opcodes.SRC_BASE, a // opcodes.SRC_BASE
    if source == opcodes.SRC_COLOUR:
        return opcodes.SECTOR_COLOURS[argument]
    if (source, argument) == (opcodes.SRC_PLANET, opcodes.EARTH):
        return "earth"
    for prefix, (value, names) in _PREFIXED.items():
        if value == source:
            return f"{prefix}:{names[argument]}"
    return next(word for word, value in _PLAIN.items() if value == source)
