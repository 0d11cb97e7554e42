"""The move filter of a strategy: which kinds of free actions it considers before, during and after its main action."""

from seti_sim.engine.computer import can_place
from seti_sim.engine.frames import F_MOVE, F_TURN
from seti_sim.engine.moves import ALL_FREE, K_STEP, N_FREE_KINDS, free_bit, is_free
from seti_sim.engine.state import AFTER_MAIN
from seti_sim.jit import inlined, jit
from seti_sim.policies.pruning import unprofitable_kinds

START = 0
INSIDE = 1
END = 2
DATA = 3
BEST_ONLY = 1 << N_FREE_KINDS  # beside the kinds in a mask: only the best move is asked for, not what others are worth


@inlined
def filtered_kinds(game, a):
    """Mask of the free actions that the filter of the seat leaves out in the open decision."""
    frame = game.frames[game.n_frames - 1]
    if frame.op != F_TURN:
        return a.move_filter[INSIDE]
    if game.phase != AFTER_MAIN:
        return a.move_filter[START]
    if a.move_filter[DATA] != a.move_filter[END] and can_place(game, int(frame.player)):
        return a.move_filter[DATA]
    return a.move_filter[END]


@inlined
def pruned_kinds(game, tables, a):
    """Mask for a seat that plays its best move: BEST_ONLY, its filter, and what cannot be its best move.

    Before and after the main action a free action is chosen only if it is worth more than passing or ending the turn.
    Corners, purchases and exchanges of which none is are left out: the choice is the same, and found sooner.
    """
    frame = game.frames[game.n_frames - 1]
    if frame.op != F_TURN:
        return a.move_filter[INSIDE] | BEST_ONLY
    mask = filtered_kinds(game, a)
    return mask | unprofitable_kinds(game, tables, a, int(frame.player), ALL_FREE & ~mask) | BEST_ONLY


@jit
def is_pruned(game, mask, kind):
    """Whether a mask of :func:`filtered_kinds` leaves a kind out; steps paid by move points never are."""
    if not is_free(kind) or (mask & free_bit(kind)) == 0:
        return False
    return kind != K_STEP or game.frames[game.n_frames - 1].op != F_MOVE
