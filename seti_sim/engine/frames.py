"""The stack of what is still to be resolved inside a game.

The frame on top is either *automatic* (``advance`` carries it out) or a *decision* (``legal_moves`` lists its
options and the game waits). A frame is ``(op, player, source, flags, a, b, c, d)``; what a-d mean is said beside
each op.
"""

from typing import Final

from seti_sim.engine.errors import E_FRAMES
from seti_sim.engine.state import BETWEEN_TURNS, MAX_FRAMES
from seti_sim.jit import jit

FRAME_WINDOW: Final = 1  # the active player may take free actions here (TIME-03)
FRAME_CARD: Final = 2  # part of the effect of the card being played: its counters see it
FRAME_ASKED: Final = 4  # the window before the next row of this program has been offered

# ---- automatic frames
F_PROGRAM: Final = 0  # a = next row, b = end row, c = card or -1, d = species side or -1
F_EVENT: Final = 1  # a = EV_*, b = argument mask
F_VISIT: Final = 2  # a = ring, b = place: a figure was pushed there
F_REFILL: Final = 3  # the card row is filled up
F_SCAN_END: Final = 4
F_MAIN_DONE: Final = 5
F_SLOT_RESET: Final = 6  # a = slot, b = winner
F_CARD_DONE: Final = 7  # a = card, b = price paid
F_SIGNAL_DECK: Final = 8  # a = remaining, c = SIGNAL_* flags
F_ROTATE: Final = 9
F_ANOMALY: Final = 10
F_BETWEEN: Final = 11
F_START: Final = 12
F_FINAL: Final = 13  # a = step
F_DISCOVER: Final = 14  # a = side, b = step
F_MESSAGE_DONE: Final = 15  # a = card: where it goes after its `later` list
F_GAIN: Final = 16  # a = resource, b = amount
LAST_AUTOMATIC: Final = 31

# ---- decisions
F_TURN: Final = 32
F_MOVE: Final = 33  # a = points left
F_SIGNAL: Final = 34  # a = where, as in a SIGNAL row: read when it is marked; b = remaining, c = SIGNAL_* flags
F_SIGNAL_ROW: Final = 35  # a = remaining, c = flags
F_SIGNAL_HAND: Final = 36  # a = remaining, c = flags
F_ANY_PROBE: Final = 37  # a = remaining, b = probes used by place (2 bits each), d = at the last place
F_CARD: Final = 38  # a = remaining
F_SPECIES_CARD: Final = 39  # a = remaining, b = side
F_INCOME: Final = 40  # a = remaining
F_TECH: Final = 41  # a = mask of kinds, b = TECH_* flags
F_TRACE: Final = 42  # a = colour, b = remaining, c = TRACE_* flags
F_ORBIT: Final = 43
F_LAND: Final = 44  # a = LAND_* flags
F_SCAN: Final = 45  # a = mask of steps done (SCAN_*)
F_MAY: Final = 46  # a = first row of X, b = rows of X, c = rows of Y, d = card
F_MAY_REPEAT: Final = 47  # same
F_OR: Final = 48  # a = first row, b = rows of the first, c = rows of the second, d = card
F_FORGO: Final = 49  # a = publicity, b = first row, c = end row
F_TRIGGER: Final = 50  # a = EV_*, b = argument mask
F_GOLD: Final = 51
F_END_CARD: Final = 52
F_DISCARD: Final = 53
F_SETUP_TUCK: Final = 54
F_EXCHANGE: Final = 55  # a = cards still to give, b = resource to get
F_REMOVE: Final = 56  # a = 0 orbiter, 1 lander; b = first row of Y, c = rows of Y, d = card
F_PICK: Final = 57
F_SECTORS: Final = 58
F_WINDOW: Final = 59
F_COLLECT: Final = 60
F_COPY: Final = 61  # a = mask of planets
F_MESSAGE: Final = 62
F_EXERTIAN: Final = 63  # a = cards that may still be played, b = price in credits
F_DRAWN: Final = 64  # a = 0 corner, 1 income

# ---- steps of a scan (mask in F_SCAN.a)
SCAN_EARTH: Final = 1
SCAN_ROW: Final = 2
SCAN_MERCURY: Final = 4
SCAN_HAND: Final = 8
SCAN_LAUNCH: Final = 16


@jit
def push(game, op, player, source, flags, a, b, c, d):
    """Put a frame on top of the stack; it will be resolved before everything below."""
    n = int(game.n_frames)
    if n >= MAX_FRAMES:
        game.error = E_FRAMES
        game.over = 1
        return
    frame = game.frames[n]
    frame.op = op
    frame.player = player
    frame.source = source
    frame.flag_bits = flags
    frame.a = a
    frame.b = b
    frame.c = c
    frame.d = d
    game.n_frames = n + 1


@jit
def pop(game):
    """Remove the frame on top."""
    game.n_frames -= 1


@jit
def push_program(game, tables, player, source, flags, program, card, side):
    """Queue a program of the tables; the empty program (index 0) queues nothing."""
    if program != 0:
        push(game, F_PROGRAM, player, source, flags, program, 32000, card, side)


@jit
def window_open(game, frame):
    """Whether the active player may take a free action at this decision (FREE-02, TIME-03, TIME-04)."""
    return (frame.flag_bits & FRAME_WINDOW) != 0 and frame.player == game.active and game.phase != BETWEEN_TURNS
