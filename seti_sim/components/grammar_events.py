"""Events of the notation (``visits mars``, ``orbit|land``, ``scan``): text to node and back."""

from functools import cache

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.syntax import Event, NotationError, number, unknown

_BARE = {
    "launch": opcodes.EV_LAUNCH,
    "scan": opcodes.EV_SCAN,
    "completes sector": opcodes.EV_COMPLETES_SECTOR,
    "moves same_ring": opcodes.EV_MOVES_SAME_RING,
}
_FIGURE_KINDS = {"orbit": 1 << opcodes.EV_ORBIT, "land": 1 << opcodes.EV_LAND}
_COLOUR_BITS = {name: 1 << i for i, name in enumerate(opcodes.SECTOR_COLOURS)}
_FLAVOUR = "play_card flavour_mars"
_EXCEPT_EARTH = "planet except earth"


@cache
def parse_event(text: str) -> Event:
    """The node of an event, ``E1 or E2`` included. Raises NotationError."""
    first, *others = text.split(" or ")
    event = _parse_one(first)
    for other in others:
        more = _parse_one(other)
        if more.args != event.args or more.flags != event.flags:
            raise NotationError(f'"{other}" cannot be joined with "{first}"')
        event = Event(event.kinds | more.kinds, event.args, event.flags)
    return event


def write_event(event: Event) -> str:
    """The text of an event."""
    parts = [_write_figures(event), *(_write_kind(event, kind) for kind in range(len(opcodes.EVENT_NAMES)))]
    return " or ".join(part for part in parts if part)


def _parse_one(text: str) -> Event:
    """An event without ``or``."""
    if text in _BARE:
        return Event(1 << _BARE[text], 1)
    if text == _FLAVOUR:
        return Event(1 << opcodes.EV_PLAY_FLAVOUR_MARS, 1 << opcodes.MARS)
    head, _, rest = text.partition(" ")
    if head.partition("@")[0].split("|")[0] in _FIGURE_KINDS and not rest:
        return _parse_figures(text)
    if head == "visits":
        return _parse_visit(rest)
    return _parse_argument(head, rest)


def _parse_figures(text: str) -> Event:
    """``orbit``, ``land``, ``orbit|land``, each with or without ``@planet``."""
    kinds, at, planet = text.partition("@")
    places = lex.planet_mask(planet) if at else opcodes.ALL_ORBITED
    return Event(lex.mask(_FIGURE_KINDS, kinds), places)


def _parse_visit(rest: str) -> Event:
    """What follows ``visits``."""
    where, flags = rest, 0
    if rest.endswith(" own_turn"):
        where, flags = rest.removesuffix(" own_turn"), opcodes.EVENT_OWN_TURN
    cells = lex.OTHER_PLANETS if where == _EXCEPT_EARTH else lex.cell_mask(where)
    return Event(1 << opcodes.EV_VISIT, cells, flags)


def _parse_argument(head: str, rest: str) -> Event:
    """Events of a name and one argument."""
    if head == "tech":
        return Event(1 << opcodes.EV_TECH, lex.any_mask(lex.KIND_BITS, rest))
    if head == "trace":
        return Event(1 << opcodes.EV_TRACE, lex.any_mask(lex.TRACE_BITS, rest))
    if head == "signal":
        return Event(1 << opcodes.EV_SIGNAL, lex.mask(_COLOUR_BITS, rest))
    if head == "hand_corner":
        return Event(1 << opcodes.EV_HAND_CORNER, lex.mask(opcodes.CORNERS, rest))
    if head == "play_card" and rest.startswith("credit "):
        return Event(1 << opcodes.EV_PLAY_CARD, 1 << _credits(rest.removeprefix("credit ")))
    raise unknown(head)


def _credits(word: str) -> int:
    """The printed cost of a played card, small enough for a bit of the mask."""
    cost = number(word)
    if cost > 9:
        raise NotationError(f"no card costs {cost} credits")
    return cost


def _write_figures(event: Event) -> str:
    """Orbiting and landing share their planets and are written together."""
    bits = event.kinds & (1 << opcodes.EV_ORBIT | 1 << opcodes.EV_LAND)
    kinds = lex.mask_text(_FIGURE_KINDS, bits)
    if not kinds or event.args == opcodes.ALL_ORBITED:
        return kinds
    return f"{kinds}@{lex.planet_mask_text(event.args)}"


def _write_kind(event: Event, kind: int) -> str:
    """The text of one kind of the event, empty if the event is not of that kind."""
    if not event.kinds >> kind & 1 or kind in (opcodes.EV_ORBIT, opcodes.EV_LAND):
        return ""
    if kind in _BARE.values():
        return next(text for text, value in _BARE.items() if value == kind)
    if kind == opcodes.EV_PLAY_FLAVOUR_MARS:
        return _FLAVOUR
    return f"{opcodes.EVENT_NAMES[kind]} {_write_argument(event, kind)}"


def _write_argument(event: Event, kind: int) -> str:
    """The argument of an event that has one."""
    if kind == opcodes.EV_VISIT:
        where = _EXCEPT_EARTH if event.args == lex.OTHER_PLANETS else lex.cell_mask_text(event.args)
        return where + (" own_turn" if event.flags & opcodes.EVENT_OWN_TURN else "")
    if kind == opcodes.EV_TECH:
        return lex.any_mask_text(lex.KIND_BITS, event.args)
    if kind == opcodes.EV_TRACE:
        return lex.any_mask_text(lex.TRACE_BITS, event.args)
    if kind == opcodes.EV_SIGNAL:
        return lex.mask_text(_COLOUR_BITS, event.args)
    if kind == opcodes.EV_HAND_CORNER:
        return lex.mask_text(opcodes.CORNERS, event.args)
    return f"credit {event.args.bit_length() - 1}"
