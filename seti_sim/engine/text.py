"""Readable moves, both ways: ``move_text`` writes a move as people say it, ``parse_move`` reads that text back.

Every kind of move has one or more *forms*, texts with named parts in braces; a part ``{a:card}`` is argument ``a`` of
the move, written and read by the codec ``card``. Rings are counted 1 to 4 from the sun, places of a ring 0 to 7
clockwise, probes, computer spaces and circles from 1; cards go by the id printed on them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.loader import card_label
from seti_sim.components.tables import N_CARDS
from seti_sim.engine import frames as f
from seti_sim.engine import moves as kinds
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.planets import MOON_OFFSET, PLUTO_PLANET, PLUTO_TARGET
from seti_sim.engine.solar import neighbour_place, neighbour_ring
from seti_sim.engine.state import CAPSULE, MAX_FIGURES, MOVE
from seti_sim.engine.traces import BOARD_SPACE

CARD_NUMBERS: Final = {card_label(number): number for number in range(N_CARDS)}
SIDES: Final = ("left", "right")
ORDINALS: Final = ("first", "second")
GIVEN: Final = {"credit": opcodes.CREDIT, "energy": opcodes.ENERGY, "card": opcodes.CARD_IN_HAND}
DIRECTIONS: Final = (kinds.CLOCKWISE, kinds.COUNTER_CLOCKWISE, kinds.INWARD, kinds.OUTWARD)


class MoveTextError(ValueError):
    """A text that is no move; the message is one line."""


class MoveImpossibleError(MoveTextError):
    """A move well said that does not fit the position, such as a step to a place that is not next to the probe."""


@dataclass(frozen=True)
class Context:
    """What a codec may look at: the game, the tables and the move so far."""

    game: Any
    tables: Any
    move: Any

    @property
    def me(self) -> Any:
        """The player of the open decision."""
        return self.game.players[self.frame.player]

    @property
    def frame(self) -> Any:
        """The frame of the open decision."""
        return self.game.frames[max(int(self.game.n_frames) - 1, 0)]


@dataclass(frozen=True)
class Codec:
    """How an argument is written and read; ``pattern`` is a regular expression without groups."""

    pattern: str
    write: Callable[[Context, int], str]
    read: Callable[[Context, str], int]


@dataclass(frozen=True)
class Form:
    """One text of a kind of move: ``fixed`` are arguments that are not said, ``when`` tells where it is written."""

    kind: int
    text: str
    fixed: Mapping[str, int] = field(default_factory=dict)
    when: Callable[[Context], bool] = lambda _: True

    def regex(self) -> re.Pattern[str]:
        """The expression that matches the whole text."""
        parts = _PART.split(self.text)
        pattern = "".join(
            re.escape(part) if i % 3 == 0 else f"({CODECS[part].pattern})" if i % 3 == 2 else ""
            for i, part in enumerate(parts)
        )
        return re.compile(pattern)

    def parts(self) -> list[tuple[str, Codec]]:
        """The arguments said, in the order of the text, with their codecs."""
        return [(name, CODECS[codec]) for name, codec in _PART.findall(self.text)]

    def fits(self, context: Context) -> bool:
        """Whether the move of the context is said in this form."""
        return all(getattr(context.move, name) == value for name, value in self.fixed.items()) and self.when(context)

    def write(self, context: Context) -> str:
        """The text of the move of the context."""
        return _PART.sub(lambda m: CODECS[m[2]].write(context, int(getattr(context.move, m[1]))), self.text)


_PART: Final = re.compile(r"\{([abc]):(\w+)\}")


# ------------------------------------------------------------------ codecs
def _names(names: tuple[str, ...], first: int = 0) -> Codec:
    """A codec for a number that has a name."""
    return Codec(
        "|".join(sorted(map(re.escape, names), key=len, reverse=True)),
        lambda _, value: names[value - first],
        lambda _, text: names.index(text) + first,
    )


def _numbers(first: int) -> Codec:
    """A codec for a number that is said counted from 1, ``first`` being the number of "1"."""
    return Codec(r"\d+", lambda _, value: str(value - first + 1), lambda _, text: int(text) + first - 1)


def _read_card(_: Context, text: str) -> int:
    if text not in CARD_NUMBERS:
        raise MoveTextError(f'no card "{text}"')
    return CARD_NUMBERS[text]


def _write_figure(context: Context, figure: int) -> str:
    word = "capsule" if context.me.figure[figure] == CAPSULE else "probe"
    return f"{word} {figure + 1}"


def _read_figure(_: Context, text: str) -> int:
    figure = int(text.split()[1]) - 1
    if not 0 <= figure < MAX_FIGURES:
        raise MoveImpossibleError(f"there is no {text}")
    return figure


def _target(context: Context, direction: int) -> tuple[int, int]:
    """Ring and place a step of the figure of the move leads to."""
    figure = int(context.move.a)
    ring = neighbour_ring(int(context.me.ring[figure]), direction)
    return int(ring), int(neighbour_place(int(context.me.place[figure]), direction))


def _write_target(context: Context, direction: int) -> str:
    ring, place = _target(context, direction)
    return f"ring {ring + 1} index {place}"


def _read_target(context: Context, text: str) -> int:
    for direction in DIRECTIONS:
        if _write_target(context, direction) == text:
            return direction
    raise MoveImpossibleError(f"{text} is not next to {_write_figure(context, int(context.move.a))}")


def _planet_under(context: Context) -> str:
    figure = int(context.move.a)
    return opcodes.CELLS[context.game.cells[context.me.ring[figure], context.me.place[figure]]]


def _write_ground(context: Context, target: int) -> str:
    return _planet_under(context) if target == 0 else lex.MOONS[target - 1]


def _read_ground(_: Context, text: str) -> int:
    return 1 + lex.MOONS.index(text) if text in lex.MOONS else 0


def _spaces(context: Context) -> Any:
    """The spaces of the species board on the side of the move."""
    table = context.tables.species[context.game.species[context.move.a]]
    return table.spaces[: table.n_spaces]


def _write_row(context: Context, place: int) -> str:
    return str(int(_spaces(context)[place - BOARD_SPACE].row))


def _read_row(context: Context, text: str) -> int:
    for i, space in enumerate(_spaces(context)):
        if space.colour == context.move.c and space.row == int(text):
            return BOARD_SPACE + i
    raise MoveImpossibleError(f"no such space: row {text}")


def _given(names: Mapping[str, int]) -> Codec:
    back = {value: name for name, value in names.items()}
    return Codec("|".join(names), lambda _, value: back[value], lambda _, text: names[text])


SLOTS: Final = (*lex.STARS, "tile")
_FIGURE: Final = r"(?:probe|capsule) \d+"
CODECS: Final[Mapping[str, Codec]] = {
    "card": Codec(r"[A-Z0-9.]+", lambda _, value: card_label(value), _read_card),
    "corner": Codec(
        r"[A-Z0-9.]+", lambda _, value: card_label(value - 2), lambda context, text: _read_card(context, text) + 2
    ),
    "figure": Codec(_FIGURE, _write_figure, _read_figure),
    "at": Codec("|".join(opcodes.CELLS), lambda context, _: _planet_under(context), lambda *_: 0),
    "target": Codec(r"ring \d index \d", _write_target, _read_target),
    "ground": Codec("|".join((*lex.MOONS, *opcodes.CELLS)), _write_ground, _read_ground),
    "slot": _names(SLOTS),
    "planet": _names(opcodes.PLANETS),
    "moon": _names(lex.MOONS, MOON_OFFSET),
    "side": _names(SIDES),
    "colour": _names(opcodes.TRACE_COLOURS),
    "row": Codec(r"\d+", _write_row, _read_row),
    "tech": _names(lex.TECHS),
    "gold": _names(lex.GOLD_TILES),
    "ordinal": _names(ORDINALS),
    "resource": _given(GIVEN),
    "n": _numbers(0),
    "n1": _numbers(1),
    "lower": _numbers(N_POSITIONS),
}


# ------------------------------------------------------------------ forms
def _in_scan(context: Context) -> bool:
    return bool(context.frame.op == f.F_SCAN)


def _of_orbiters(context: Context) -> bool:
    return bool(context.frame.a == 0)


def _of_landers(context: Context) -> bool:
    return bool(context.frame.a != 0)


def _upper(context: Context) -> bool:
    return bool(context.move.a < N_POSITIONS)


def _on_moon(context: Context) -> bool:
    return bool(context.move.b >= MOON_OFFSET)


def _on_board(context: Context) -> bool:
    return bool(context.move.b >= BOARD_SPACE)


def _collects(context: Context) -> bool:
    return bool(context.frame.op == f.F_COLLECT)


FORMS: Final = (
    # ---- main actions
    Form(kinds.K_LAUNCH, "launch"),
    Form(kinds.K_ORBIT, "orbit {a:at} with {a:figure}", {"b": 0}),
    Form(kinds.K_ORBIT, "orbit pluto with {a:figure}", {"b": 1}),
    Form(kinds.K_LAND, "land on pluto with {a:figure}", {"b": PLUTO_TARGET, "c": -1}),
    Form(kinds.K_LAND, "land on {b:ground} with {a:figure}", {"c": -1}),
    Form(kinds.K_LAND, "land on {b:ground} with {a:figure} taking data space {c:n}"),
    Form(kinds.K_SCAN, "scan"),
    Form(kinds.K_ANALYZE, "analyze"),
    Form(kinds.K_PLAY, "play card {a:card}"),
    Form(kinds.K_RESEARCH, "research"),
    Form(kinds.K_PASS, "pass"),
    Form(kinds.K_END_TURN, "end turn"),
    # ---- free actions
    Form(kinds.K_PLACE, "place data top {a:n}", when=_upper),
    Form(kinds.K_PLACE, "place data lower {a:lower}"),
    Form(kinds.K_MISSION, "complete mission {a:card}", {"b": -1}),
    Form(kinds.K_MISSION, "complete mission {a:card} delivering {b:figure}"),
    Form(kinds.K_CORNER, "corner of card {a:card}"),
    Form(kinds.K_STEP, "move {a:figure} to {b:target}", {"c": 0}),
    Form(kinds.K_STEP, "move {a:figure} to {b:target} paying energy", {"c": 1}),
    Form(kinds.K_STEP, "move {a:figure} to {b:target} paying corner of card {c:corner}"),
    Form(kinds.K_BUY, "buy card"),
    Form(kinds.K_EXCHANGE, "exchange {a:resource} for {b:resource}"),
    # ---- choices inside effects
    Form(kinds.K_STOP, "stop"),
    Form(kinds.K_SIGNAL, "signal {a:slot}"),
    Form(kinds.K_SIGNAL_ROW, "scan: row card {a:card} -> {b:slot}", when=_in_scan),
    Form(kinds.K_SIGNAL_ROW, "signal: row card {a:card} -> {b:slot}"),
    Form(kinds.K_SIGNAL_HAND, "scan: hand card {a:card} -> {b:slot}", when=_in_scan),
    Form(kinds.K_SIGNAL_HAND, "signal: hand card {a:card} -> {b:slot}"),
    Form(kinds.K_TAKE, "take deck card", {"a": -1}),
    Form(kinds.K_TAKE, "take card {a:card}"),
    Form(kinds.K_TAKE_SPECIES, "take species deck card", {"a": -1}),
    Form(kinds.K_TAKE_SPECIES, "take species card {a:card}"),
    Form(kinds.K_TUCK, "tuck card {a:card}"),
    Form(kinds.K_DECLINE, "decline"),
    Form(kinds.K_TECH, "take technology {a:tech}", {"b": -1}),
    Form(kinds.K_TECH, "take technology {a:tech} in slot {b:n}"),
    Form(kinds.K_TRACE, "trace: {a:side} discovery {c:colour}", {"b": 0}),
    Form(kinds.K_TRACE, "trace: {a:side} overflow {c:colour}", {"b": 1}),
    Form(kinds.K_TRACE, "trace: {a:side} board {c:colour} row {b:row}", when=_on_board),
    Form(kinds.K_COVER, "cover circle {b:n} of card {a:card}"),
    Form(kinds.K_GOLD, "mark gold tile {a:gold}"),
    Form(kinds.K_DISCARD, "discard card {a:card}"),
    Form(kinds.K_KEEP, "keep card {a:card}"),
    Form(kinds.K_RESOLVE, "resolve {a:slot}"),
    Form(kinds.K_ACCEPT, "accept"),
    Form(kinds.K_CHOOSE, "choose {a:ordinal}"),
    Form(kinds.K_SKIP, "skip"),
    Form(kinds.K_CONTINUE, "continue"),
    Form(kinds.K_REMOVE, "remove orbiter from pluto", {"a": PLUTO_PLANET, "b": 0}, _of_orbiters),
    Form(kinds.K_REMOVE, "remove lander from pluto", {"a": PLUTO_PLANET, "b": 0}, _of_landers),
    Form(kinds.K_REMOVE, "remove orbiter from {a:planet}", {"b": 0}, _of_orbiters),
    Form(kinds.K_REMOVE, "remove first orbiter from {a:planet}", {"b": 1}, _of_orbiters),
    Form(kinds.K_REMOVE, "remove lander from {a:planet}", {"b": 0}, _of_landers),
    Form(kinds.K_REMOVE, "remove lander from {a:planet}, {b:moon}", when=_on_moon),
    Form(kinds.K_REMOVE, "remove lander from {a:planet}, data space {b:n1}"),
    Form(kinds.K_PICK, "pick {a:figure}"),
    Form(kinds.K_SCAN_EARTH, "scan: earth -> {a:slot}"),
    Form(kinds.K_SCAN_MERCURY, "scan: mercury -> {a:slot}"),
    Form(kinds.K_SCAN_LAUNCH, "scan: launch"),
    Form(kinds.K_SCAN_MOVE, "scan: move"),
    Form(kinds.K_SAMPLE, "take sample {a:n} at {b:planet}", when=_collects),
    Form(kinds.K_SAMPLE, "copy sample {a:n} at {b:planet}"),
    Form(kinds.K_MESSAGE, "message reward {a:n}"),
    Form(kinds.K_EXERTIAN, "play exertian card {a:card}"),
)
_FORMS_OF: Final = {kind: tuple(form for form in FORMS if form.kind == kind) for kind in range(kinds.N_KINDS)}
_REGEXES: Final = tuple((form, form.regex()) for form in FORMS)


# ------------------------------------------------------------------ both ways
def new_move(kind: int = 0, a: int = 0, b: int = 0, c: int = 0) -> Any:
    """A move record of its own."""
    move = np.zeros(1, MOVE)[0]
    move.kind, move.a, move.b, move.c = kind, a, b, c
    return move


def move_text(game: Any, tables: Any, move: Any) -> str:
    """The text of a move of the open decision; ``tables`` is the TABLES record."""
    context = Context(game, tables, move)
    for form in _FORMS_OF[int(move.kind)]:
        if form.fits(context):
            return form.write(context)
    raise MoveTextError(f"a move without text: {move}")


def parse_move(game: Any, tables: Any, text: str) -> Any:
    """The move (a MOVE record) a text says in the open decision; it need not be legal.

    Raises MoveTextError for a text that is no move at all and its subclass MoveImpossibleError for one that cannot be
    meant in this position.
    """
    said = " ".join(text.split())
    for form, regex in _REGEXES:
        match = regex.fullmatch(said)
        if match:
            return _read_form(game, tables, form, match)
    raise MoveTextError(f'unknown move "{said}"')


def _read_form(game: Any, tables: Any, form: Form, match: re.Match[str]) -> Any:
    """The move of a text that matches a form."""
    move = new_move(form.kind)
    for name, value in form.fixed.items():
        setattr(move, name, value)
    context = Context(game, tables, move)
    for (name, codec), said in zip(form.parts(), match.groups(), strict=True):
        setattr(move, name, codec.read(context, said))
    if form.write(context) != match[0]:
        raise MoveImpossibleError(f'"{match[0]}" does not fit the position, "{form.write(context)}" would')
    return move
