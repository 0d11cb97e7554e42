"""What the state of a game can hold, and how large the numbers of a box may be because of it.

The registry of the state (:mod:`seti_sim.engine.state`) takes its sizes and ranges from here, and the loader refuses
boxes whose numbers could not be held, before anything is played. Effects may be repeated without limit by a box of
one's own, so the engine also ends a game, with a line of its own, in which a number grows beyond its range.
"""

from typing import Final

from seti_sim.components import opcodes
from seti_sim.components.syntax import Arrow, Choice, Each, Effect, Guard, NotationError, Simple, ThisTurn

# ---- places of the state
MAX_HAND: Final = 48
MAX_FRONT: Final = 32
MAX_FIGURES: Final = 12
MAX_EXERTIANS: Final = 8

# ---- the largest value of a quantity
MOST_SCORE: Final = 20_000
LEAST_SCORE: Final = -2_000
MOST_RESOURCE: Final = 500  # credits, energy
MOST_EXOFOSSILS: Final = 200
MOST_PUBLICITY: Final = 30
MOST_DATA: Final = 20
MOST_MARKERS: Final = 100  # traces of a colour, wins of a sector, markers on a place
MOST_ON_SLOT: Final = 200
MOST_FIGURES: Final = 50  # orbiters or landers at a planet
MOST_DANGER: Final = 100

MOST_REPEATED: Final = 10_000  # cards, move points and tucks of one effect, times its count

# ---- the largest number of one rule of the box
START_RESOURCE: Final = 100
START_SCORE: Final = 500
HAND_LIMIT: Final = 24
PROBE_LIMIT: Final = 8
SPACE_DANGER: Final = 20
GAINS: Final = {
    opcodes.CREDIT: 100,
    opcodes.ENERGY: 100,
    opcodes.PUBLICITY: 100,  # what exceeds the limit is lost
    opcodes.DATA: 100,
    opcodes.SCORE: 500,
    opcodes.EXOFOSSIL: 50,
}
"""By resource: the most that one effect may give; times a count it may reach what the state can hold in all."""
SIGNALS: Final = 12
TRACES: Final = 6
ANY_PROBE_SIGNALS: Final = 3
"""Of "signal any_probe": the frame keeps two bits for each sector."""


def check_effect(effect: Effect) -> Effect:
    """The effect, if a state can hold what it does once. Raises :class:`NotationError` that names number and limit."""
    for part in _simple_parts(effect):
        number, most = _number_of(part)
        if number > most:
            raise NotationError(f"{number} is more than a game can hold; at most {most}")
    return effect


def most_of(effect: Effect) -> int:
    """The largest number that an effect may have where it is a simple one; 0 for others and for those without one."""
    return _number_of(effect)[1] if isinstance(effect, Simple) else 0


def _number_of(part: Simple) -> tuple[int, int]:
    """The number of a simple effect and the largest one allowed."""
    if part.op in (opcodes.GAIN, opcodes.PAY):
        return part.b, GAINS[part.a]
    if part.op == opcodes.SIGNAL and part.a % opcodes.SRC_BASE == opcodes.SRC_ANY_PROBE:
        return part.b, ANY_PROBE_SIGNALS
    if part.op == opcodes.SIGNAL:
        return part.b, SIGNALS
    if part.op == opcodes.TRACE:
        return part.b, TRACES
    most = opcodes.OPS[part.op].most
    return (part.a, most) if most else (0, 0)


def _simple_parts(effect: Effect) -> list[Simple]:
    """The simple effects that an effect is made of."""
    match effect:
        case Simple():
            return [effect]
        case Each():
            return [effect.effect]
        case Guard() | ThisTurn():
            inner = effect.then
        case Arrow():
            inner = (*effect.x, *effect.y)
        case Choice():
            inner = (*effect.first, *effect.second)
    return [part for one in inner for part in _simple_parts(one)]
