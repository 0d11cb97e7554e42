"""The moves: small records ``(kind, a, b, c)``. What a, b and c mean stands beside each kind; unused ones are 0."""

from typing import Final

from seti_sim.engine.errors import E_MOVES
from seti_sim.engine.state import MAX_MOVES
from seti_sim.jit import jit

# ---- main actions (ROUND-04)
K_LAUNCH: Final = 0
K_ORBIT: Final = 1  # a = figure
K_LAND: Final = 2  # a = figure, b = 0 planet or 1 + moon, c = first-landing space or -1
K_SCAN: Final = 3
K_ANALYZE: Final = 4
K_PLAY: Final = 5  # a = card
K_RESEARCH: Final = 6
K_PASS: Final = 7
K_END_TURN: Final = 8
# ---- free actions (FREE-01)
K_PLACE: Final = 9  # a = position, 0-5 upper and 6-11 lower row
K_MISSION: Final = 10  # a = card, b = capsule delivered or -1
K_CORNER: Final = 11  # a = card
K_STEP: Final = 12  # a = figure, b = direction, c = 0 points, 1 energy pays what is missing, 2 + card its corner does
K_BUY: Final = 13
K_EXCHANGE: Final = 14  # a = given, b = taken: CREDIT, ENERGY or CARD_IN_HAND
# ---- choices inside effects
K_STOP: Final = 15  # leave the rest unused
K_SIGNAL: Final = 16  # a = slot
K_SIGNAL_ROW: Final = 17  # a = card, b = slot
K_SIGNAL_HAND: Final = 18  # a = card, b = slot
K_TAKE: Final = 19  # a = row card, or -1 for the deck
K_TAKE_SPECIES: Final = 20  # a = face-up card, or -1 for the deck
K_TUCK: Final = 21  # a = card
K_DECLINE: Final = 22
K_TECH: Final = 23  # a = technology, b = position of a computer technology or -1
K_TRACE: Final = 24  # a = side, b = 0 discovery space, 1 overflow, 2 + board space; c = colour
K_COVER: Final = 25  # a = card, b = circle
K_GOLD: Final = 26  # a = tile
K_DISCARD: Final = 27  # a = card
K_KEEP: Final = 28  # a = card of the end-of-round stack
K_RESOLVE: Final = 29  # a = slot
K_ACCEPT: Final = 30
K_CHOOSE: Final = 31  # a = option 0 or 1
K_SKIP: Final = 32  # nothing of the effect is possible
K_CONTINUE: Final = 33
K_REMOVE: Final = 34  # a = planet, b = 0 plain figure, 1-3 that of first space b - 1, 10 + moon
K_PICK: Final = 35  # a = figure
K_SCAN_EARTH: Final = 36  # a = slot
K_SCAN_MERCURY: Final = 37  # a = slot
K_SCAN_LAUNCH: Final = 38
K_SCAN_MOVE: Final = 39
K_SAMPLE: Final = 40  # a = token, b = planet
K_MESSAGE: Final = 41  # a = reward
K_EXERTIAN: Final = 42  # a = card
N_KINDS: Final = 43

FREE_KINDS: Final = ("place", "mission", "corner", "step", "buy", "exchange")
"""Names of the kinds of free actions, K_PLACE to K_EXCHANGE; in a mask the first has bit 0."""
N_FREE_KINDS: Final = len(FREE_KINDS)
ALL_FREE: Final = (1 << N_FREE_KINDS) - 1

CLOCKWISE: Final = 0
COUNTER_CLOCKWISE: Final = 1
INWARD: Final = 2
OUTWARD: Final = 3


@jit
def is_free(kind):
    """Whether a kind is one of the free actions."""
    return kind >= K_PLACE and kind <= K_EXCHANGE


@jit
def free_bit(kind):
    """The bit of a kind of free actions in a mask of them."""
    return 1 << (kind - K_PLACE)


@jit
def add(game, moves, n, kind, a, b, c):
    """Append a move and return the new number of moves."""
    if n >= MAX_MOVES:
        game.error = E_MOVES
        return n
    move = moves.list[n]
    move.kind = kind
    move.a = a
    move.b = b
    move.c = c
    return n + 1
