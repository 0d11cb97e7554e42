"""Effects, events and cards in plain English, made from the compiled programs of the tables."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from seti_sim.components import explain_words as ew
from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.explain_counts import explain_condition, explain_unit
from seti_sim.components.syntax import Arrow, Choice, Each, Effect, Event, Guard, Simple, ThisTurn


def sentence(phrase: str) -> str:
    """A phrase as a sentence."""
    return f"{phrase[0].upper()}{phrase[1:]}."


def explain_effect(effect: Effect) -> str:
    """One effect as a phrase without its full stop: "mark 2 signals in the sector of Vega"."""
    match effect:
        case Simple():
            return _SIMPLE[effect.op](effect)
        case Arrow(op, x, y):
            return _explain_arrow(op, x, y)
        case Choice(first, second):
            return f"choose one: {explain_sequence(first)}; or {explain_sequence(second)}"
        case Guard(condition, then):
            return f"if {explain_condition(condition)}, {explain_sequence(then)}"
        case Each(count, one):
            return f"for each {explain_unit(count)}, {explain_effect(one)}"
        case ThisTurn(event, flags, then):
            return f"this turn, {_how_often(flags)} {explain_event(event)}, {explain_sequence(then)}"


def explain_sequence(effects: Sequence[Effect]) -> str:
    """Some effects as one phrase; plain gains share their verb: "gain 4 points and 1 publicity"."""
    phrases: list[str] = []
    gains: list[str] = []
    for effect in effects:
        if isinstance(effect, Simple) and effect.op == opcodes.GAIN:
            gains.append(ew.amount(effect.a, effect.b))
            continue
        phrases += _gained(gains)
        gains = []
        phrases.append(explain_effect(effect))
    return ew.any_of(phrases + _gained(gains), "and") if effects else "gain nothing"


def _gained(gains: list[str]) -> list[str]:
    """The phrase of some gains, none for none."""
    return [f"gain {ew.any_of(gains, 'and')}"] if gains else []


def _explain_arrow(op: int, x: Sequence[Effect], y: Sequence[Effect]) -> str:
    """Optional and conditional exchanges."""
    if op == opcodes.DO:
        return f"{explain_sequence(x)} if you can; if you do, {explain_sequence(y)}"
    if not x:
        return f"you may {explain_sequence(y)}"
    if op == opcodes.MAY_REPEAT:
        return f"as often as you like, you may {explain_sequence(x)} to {explain_sequence(y)}"
    return f"you may {explain_sequence(x)} to {explain_sequence(y)}"


def _how_often(flags: int) -> str:
    """How often an effect for the turn answers."""
    if flags & opcodes.THIS_TURN_DISTINCT:
        return "once for each different place, when"
    return "each time" if flags & opcodes.THIS_TURN_EACH else "the first time"


# ------------------------------------------------------------------ effects of one instruction
def _launch(effect: Simple) -> str:
    free = f"launch {ew.counted(effect.a, 'probe')} free of charge"
    return free + " (the limit of probes in space does not apply)" if effect.b else free


def _land(effect: Simple) -> str:
    moon = " on a planet or on any moon" if effect.a & opcodes.LAND_ANY_MOON else ""
    taken = (
        " (an occupied space may be taken, its covered reward is gained)" if effect.a & opcodes.LAND_OCCUPIED else ""
    )
    return f"land{moon} free of charge{taken}"


def _tech(effect: Simple) -> str:
    kind = ew.kinds(effect.a)
    other = " that another player owns already" if effect.b & opcodes.TECH_BY_OTHER else ""
    bonus = " without the bonus printed on the tile" if effect.b & opcodes.TECH_NO_TILE_BONUS else ""
    return f"take {ew.article(f'{kind} technology' if kind else 'technology')}{other}{bonus}"


def _trace(effect: Simple) -> str:
    colour = "" if effect.a == opcodes.TRACE_ANY else f"{opcodes.TRACE_COLOURS[effect.a]} "
    where = " of any colour" if effect.a == opcodes.TRACE_ANY else ""
    if effect.c & opcodes.TRACE_WHERE_SAME:
        where += " on a species where you already have one of that colour"
    if effect.c & opcodes.TRACE_THAT_SPECIES:
        where += " on that species"
    return f"mark {ew.counted(effect.b, f'{colour}life trace')}{where}"


def _copy_sample(effect: Simple) -> str:
    where = f"at {ew.planets(effect.a)}" if effect.a else "at a planet where a probe of yours stands"
    return f"look at the samples {where} and gain the reward of one"


_FOR_CARDS: Final = {
    opcodes.SRC_ROW: "discard {cards} from the row and mark a signal in a sector of {colour}",
    opcodes.SRC_HAND: "you may discard {up_to}{cards} from your hand and mark a signal in a sector of {colour}",
    opcodes.SRC_DECK: "discard {cards} from the top of the deck and mark a signal in a sector of {colour}",
    opcodes.SRC_ANY_PROBE: "choose {up_to}{n} probes of any players and mark a signal in the sector of each",
}
_AT: Final[dict[int, Callable[[int], str]]] = {
    opcodes.SRC_STAR: lambda argument: f"in the sector of {ew.title(lex.STARS[argument])}",
    opcodes.SRC_PLANET: lambda argument: f"in the sector that holds {ew.title(opcodes.PLANETS[argument])}",
    opcodes.SRC_BESIDE: lambda argument: f"in a sector beside the one that holds {ew.title(opcodes.PLANETS[argument])}",
    opcodes.SRC_OWN_PROBE: lambda _: "in a sector that holds a probe of yours",
    opcodes.SRC_NEXT_ANOMALY: lambda _: "in the sector of the anomaly triggered next",
}


def _signal(effect: Simple) -> str:
    source, argument, n = effect.a % opcodes.SRC_BASE, effect.a // opcodes.SRC_BASE, effect.b
    up_to = "up to " if effect.c & opcodes.SIGNAL_UP_TO or (source == opcodes.SRC_HAND and n > 1) else ""
    if source in _FOR_CARDS:
        colour = "its colour" if n == 1 else "the colour of each"
        phrase = _FOR_CARDS[source].format(cards=ew.counted(n, "card"), n=n, up_to=up_to, colour=colour)
    else:
        phrase = f"mark {up_to}{ew.counted(n, 'signal')} {_signal_place(source, argument, effect)}"
    if effect.c & opcodes.SIGNAL_WITH_NEIGHBORS:
        phrase += " and as many in each of the two sectors beside it"
    return phrase + (", without gaining data" if effect.c & opcodes.SIGNAL_NO_DATA else "")


def _signal_place(source: int, argument: int, effect: Simple) -> str:
    """Where the signals are marked."""
    if source in _AT:
        return _AT[source](argument)
    colour = f"{opcodes.SECTOR_COLOURS[argument]} " if source == opcodes.SRC_COLOUR else ""
    if effect.c & opcodes.SIGNAL_SAME_SECTOR:
        return f"in one {colour}sector of your choice"
    if effect.b == 1:
        return f"in {ew.article(colour + 'sector')} of your choice"
    return f"in {colour}sectors of your choice"


_NOUN: Final = re.compile(r"\{(.+?)\}")


def _by_phrase(effect: Simple) -> str:
    """The phrase of the registry, ``{card}`` standing for argument a and its noun: "2 cards"."""
    return _NOUN.sub(lambda noun: ew.counted(effect.a, noun[1]), opcodes.OPS[effect.op].phrase)


_SIMPLE: Final[dict[int, Callable[[Simple], str]]] = {
    **{op.number: _by_phrase for op in opcodes.OPS if op.phrase},
    opcodes.GAIN: lambda effect: f"gain {ew.amount(effect.a, effect.b)}",
    opcodes.PAY: lambda effect: f"pay {ew.amount(effect.a, effect.b)}",
    opcodes.INCOME: lambda effect: (
        f"you may tuck {'up to ' if effect.a > 1 else ''}{ew.counted(effect.a, 'hand card')} for income"
    ),
    opcodes.LAUNCH: _launch,
    opcodes.LAND: _land,
    opcodes.TECH: _tech,
    opcodes.SIGNAL: _signal,
    opcodes.TRACE: _trace,
    opcodes.FORGO_PUBLICITY: lambda effect: f"forgo {ew.amount(opcodes.PUBLICITY, effect.a)} of that visit",
    opcodes.COPY_SAMPLE: _copy_sample,
    opcodes.SAMPLE: lambda effect: "gain the reward of the delivered sample" + (" twice" if effect.a == 2 else ""),
}


# ------------------------------------------------------------------ events
def explain_event(event: Event) -> str:
    """An event as a clause: "a probe of yours visits Mars"."""
    kinds = [kind for kind in range(len(opcodes.EVENT_NAMES)) if event.kinds >> kind & 1]
    if opcodes.EV_ORBIT in kinds and opcodes.EV_LAND in kinds:
        kinds.remove(opcodes.EV_LAND)
    return " or ".join(_EVENTS[kind](event) for kind in kinds)


def _figure_event(event: Event) -> str:
    verbs = [verb for kind, verb in ((opcodes.EV_ORBIT, "orbit"), (opcodes.EV_LAND, "land")) if event.kinds >> kind & 1]
    where = "" if event.args == opcodes.ALL_ORBITED else f" at {ew.planets(event.args)}"
    return f"you {' or '.join(verbs)}{where}"


def _visit_event(event: Event) -> str:
    other = event.args == lex.OTHER_PLANETS
    where = "a planet other than Earth" if other else ew.places(event.args)
    return f"a probe of yours visits {where}" + (" during your turn" if event.flags & opcodes.EVENT_OWN_TURN else "")


def _trace_event(event: Event) -> str:
    colours = "" if event.args == lex.ALL_KINDS else ew.any_of(lex.mask_text(lex.TRACE_BITS, event.args).split("|"))
    return f"you mark a {colours} life trace".replace("  ", " ")


def _signal_event(event: Event) -> str:
    colours = [name for i, name in enumerate(opcodes.SECTOR_COLOURS) if event.args >> i & 1]
    return f"you mark a signal in a {ew.any_of(colours)} sector"


def _tech_event(event: Event) -> str:
    return f"you take a {ew.kinds(event.args)} technology".replace("  ", " ")


_EVENTS: Final[dict[int, Callable[[Event], str]]] = {
    opcodes.EV_VISIT: _visit_event,
    opcodes.EV_LAUNCH: lambda _: "you launch a probe",
    opcodes.EV_ORBIT: _figure_event,
    opcodes.EV_LAND: _figure_event,
    opcodes.EV_SCAN: lambda _: "you take the Scan action",
    opcodes.EV_TECH: _tech_event,
    opcodes.EV_TRACE: _trace_event,
    opcodes.EV_SIGNAL: _signal_event,
    opcodes.EV_PLAY_CARD: lambda event: (
        f"you play a card for exactly {ew.amount(opcodes.CREDIT, event.args.bit_length() - 1)}"
    ),
    opcodes.EV_HAND_CORNER: lambda event: (
        f"you discard a hand card for a {lex.mask_text(opcodes.CORNERS, event.args)} corner"
    ),
    opcodes.EV_COMPLETES_SECTOR: lambda _: "you complete a sector",
    opcodes.EV_MOVES_SAME_RING: lambda _: "a probe of yours moves within its ring",
    opcodes.EV_PLAY_FLAVOUR_MARS: lambda _: "you play a card about Mars",
}
