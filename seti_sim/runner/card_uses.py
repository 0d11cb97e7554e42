"""Finished game records to the rows of the table ``cards`` (docs/results.md): which cards a seat held, and their uses.

The record of a game keeps four bits a card and seat (``card_log``). They do not tell the opening hand from cards that
came later, so the set-up, which follows from the seed alone, is made a second time: a few microseconds a game.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

from seti_sim.components.tables import MAX_PLAYERS, N_CARDS
from seti_sim.engine.setup import set_up_range
from seti_sim.engine.state import GAME, LOG_HELD, LOG_PLAYED, LOG_SPENT, LOG_TUCKED
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.outcomes import Array

USES: Final = {"played": LOG_PLAYED, "tucked": LOG_TUCKED, "spent": LOG_SPENT}


_set_up: Final[Callable[..., None]] = set_up_range


def opening_hands(inputs: Inputs, chunk: Chunk) -> Array:
    """Whether a card was dealt into the opening hand, booleans of shape (games, seats, N_CARDS)."""
    players = inputs.plan.players
    left, right = inputs.plan.species_codes
    games = np.zeros(chunk.games, GAME)
    tables: Any = inputs.tables.record
    _set_up(games, tables, np.uint64(inputs.plan.seed), chunk.first, players, left, right)
    hands, sizes = games["players"]["hand"][:, :players], games["players"]["n_hand"][:, :players]
    game, seat, place = np.nonzero(np.arange(hands.shape[2]) < sizes[..., None])
    dealt = np.zeros((chunk.games, players, N_CARDS), dtype=np.bool_)
    dealt[game, seat, hands[game, seat, place]] = True
    return dealt


def card_table(games: Array, players: int, dealt: Array) -> pl.DataFrame:
    """The frame ``cards``: a row for each game, seat and card held, sorted in this order.

    Args:
        games: finished records of dtype GAME, shape (games,).
        players: seats of every game.
        dealt: of :func:`opening_hands`.
    """
    log = games["card_log"][:, None, :] >> np.arange(players, dtype=np.uint16)[None, :, None]
    bits = {name: (log >> (MAX_PLAYERS * kind)) & 1 for name, kind in USES.items()}
    touched = (log >> (MAX_PLAYERS * LOG_HELD)) & 1
    for values in bits.values():
        touched = touched | values  # a card may be used without ever being in the hand
    game, seat, card = np.nonzero(touched | dealt)
    columns = {
        "game": games["index"][game],
        "seat": seat.astype(np.int8),
        "card": card.astype(np.int16),
        "dealt": dealt[game, seat, card].astype(np.int8),
    }
    columns |= {name: values[game, seat, card].astype(np.int8) for name, values in bits.items()}
    return pl.DataFrame({name: np.ascontiguousarray(values) for name, values in columns.items()})
