"""Signals at probes of any players, each probe once ("signal any_probe", card 30)."""

from seti_sim.components.tables import N_PLACES
from seti_sim.engine.frames import F_ANY_PROBE
from seti_sim.engine.state import MAX_FIGURES, NO_FIGURE
from seti_sim.jit import jit

LAST_PLACE = N_PLACES - 1
USED_BITS = 2
MOST_USED = (1 << USED_BITS) - 1
"""Signals of one such effect: the frame has that many bits for each place."""


@jit
def figures_at_place(game, place):
    """Figures of all players in the sector at a place."""
    n = 0
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(MAX_FIGURES):
            if me.figure[i] != NO_FIGURE and me.place[i] == place:
                n += 1
    return n


@jit
def used_at_place(frame, place):
    """How many figures of the sector at a place the effect has used."""
    if place == LAST_PLACE:
        return int(frame.d)
    return (int(frame.b) >> (USED_BITS * place)) & MOST_USED


@jit
def change_used(frame, place, by):
    """Note that ``by`` more figures of the sector at a place are used."""
    if place == LAST_PLACE:
        frame.d += by
    else:
        frame.b += by << (USED_BITS * place)


@jit
def follow_figure(game, start, end):
    """Keep figures that are used up used when one moves on in a window (TIME-03).

    Where some figures of a sector are used, the one that leaves is an unused one as long as there is any.
    """
    for i in range(game.n_frames):
        frame = game.frames[i]
        if frame.op == F_ANY_PROBE and used_at_place(frame, start) > figures_at_place(game, start):
            change_used(frame, start, -1)
            change_used(frame, end, 1)
