"""Signal effects of the notation (``signal own_probe 1 with_neighbors``): text to node and back."""

from typing import Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes as w
from seti_sim.components.syntax import NotationError, Simple, flag_words, number, take_flags

_PLAIN: Final = {
    "any": w.SRC_ANY,
    "own_probe": w.SRC_OWN_PROBE,
    "row": w.SRC_ROW,
    "hand": w.SRC_HAND,
    "deck": w.SRC_DECK,
    "any_probe": w.SRC_ANY_PROBE,
    "next_anomaly": w.SRC_NEXT_ANOMALY,
}
_PREFIXED: Final = {
    "star": (w.SRC_STAR, lex.STARS),
    "planet": (w.SRC_PLANET, w.PLANETS),
    "beside": (w.SRC_BESIDE, w.PLANETS),
}
_FLAGS: Final = {
    "no_data": w.SIGNAL_NO_DATA,
    "with_neighbors": w.SIGNAL_WITH_NEIGHBORS,
    "same_sector": w.SIGNAL_SAME_SECTOR,
}


def parse_signal(text: str) -> Simple:
    """The node of what follows ``signal``. Raises NotationError."""
    where, *rest = text.split(" ")
    source, argument = _parse_source(where)
    flags = w.SIGNAL_SAME_SECTOR if source == w.SRC_OWN_PROBE else 0
    if rest[:1] == ["up_to"]:
        flags |= w.SIGNAL_UP_TO
        rest = rest[1:]
    if not rest:
        raise NotationError(f'no number of signals after "{where}"')
    return Simple(w.SIGNAL, source + w.SRC_BASE * argument, number(rest[0]), flags | take_flags(rest[1:], _FLAGS))


def write_signal(effect: Simple) -> str:
    """The text of a signal effect."""
    source = effect.a % w.SRC_BASE
    flags = effect.c & ~w.SIGNAL_SAME_SECTOR if source == w.SRC_OWN_PROBE else effect.c
    up_to = ["up_to"] if flags & w.SIGNAL_UP_TO else []
    return " ".join(["signal", _write_source(effect.a), *up_to, str(effect.b), *flag_words(flags, _FLAGS)])


def _parse_source(where: str) -> tuple[int, int]:
    """Source and argument of the word that says where to mark."""
    prefix, colon, name = where.partition(":")
    if colon and prefix in _PREFIXED:
        source, names = _PREFIXED[prefix]
        return source, lex.index(names, name)
    if where == "earth":
        return w.SRC_PLANET, w.EARTH
    if where in _PLAIN:
        return _PLAIN[where], 0
    return w.SRC_COLOUR, lex.index(w.SECTOR_COLOURS, where)


def _write_source(a: int) -> str:
    """The word that says where to mark."""
    source, argument = a % w.SRC_BASE, a // w.SRC_BASE
    if source == w.SRC_COLOUR:
        return w.SECTOR_COLOURS[argument]
    if (source, argument) == (w.SRC_PLANET, w.EARTH):
        return "earth"
    for prefix, (value, names) in _PREFIXED.items():
        if value == source:
            return f"{prefix}:{names[argument]}"
    return next(word for word, value in _PLAIN.items() if value == source)
