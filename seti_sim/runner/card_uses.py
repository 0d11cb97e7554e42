"""Finished game records to the rows of the table ``cards`` (docs/results.md): which cards a seat held, and their uses.

The record of a game keeps four bits a card and seat (``card_log``): held, played, and in two bits how the card was
discarded. Tucked cards, missions and end-of-game cards lie before their owner when the game is over. What is missing
is the opening hand: the set-up follows from the seed alone and is made a second time, a few microseconds a game.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import polars as pl

from seti_sim.components.tables import MAX_PLAYERS, N_CARDS
from seti_sim.engine.setup import set_up_range
from seti_sim.engine.state import (
    GAME,
    LOG_HELD,
    LOG_PLAYED,
    LOG_WAY,
    LOG_WAY_HIGH,
    WAY_CORNER,
    WAY_OTHER,
    WAY_SIGNAL,
)
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.outcomes import Array

WAYS: Final = {"corner": WAY_CORNER, "signal": WAY_SIGNAL, "other": WAY_OTHER}
NOT_THERE: Final = -1
"""Columns ``mission`` and ``endgame`` of a card that has nothing of the kind in front of the seat."""

_BITS_OF_SEAT: Final = np.array(
    [
        sum(1 << (MAX_PLAYERS * kind + seat) for kind in (LOG_HELD, LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH))
        for seat in range(MAX_PLAYERS)
    ],
    dtype=np.uint16,
)
"""The bits of ``card_log`` that are about a seat."""

_set_up: Final[Callable[..., None]] = set_up_range


def opening_hands(inputs: Inputs, chunk: Chunk) -> Array:
    """Whether a card was dealt into the opening hand, booleans of shape (games, seats, N_CARDS)."""
    players = inputs.plan.players
    left, right = inputs.plan.species_codes
    games = np.zeros(chunk.games, GAME)
    tables: Any = inputs.tables.record
    _set_up(games, tables, np.uint64(inputs.plan.seed), chunk.first, players, left, right)
    hands, sizes = games["players"]["hand"][:, :players], games["players"]["n_hand"][:, :players]
    return _marked(hands, sizes)


def card_table(games: Array, players: int, dealt: Array, tables: Any) -> pl.DataFrame:
    """The frame ``cards``: a row for each game, seat and card held, sorted in this order.

    Args:
        games: finished records of dtype GAME, shape (games,).
        players: seats of every game.
        dealt: of :func:`opening_hands`.
        tables: the TABLES record the games were played with.
    """
    log = np.ascontiguousarray(games["card_log"])
    seats = games["players"][:, :players]
    tucked = _marked(seats["tucked"], seats["n_tucked"])
    logged = log[:, None, :] & _BITS_OF_SEAT[:players, None] != 0
    # a card may be used without ever being in the hand
    cell = np.flatnonzero(logged | tucked | dealt)
    owner = cell // N_CARDS
    card = cell - owner * N_CARDS
    game = owner // players
    seat = owner - game * players
    bits = log.reshape(-1).take(game * N_CARDS + card) >> seat.astype(log.dtype)
    played, low, high = ((bits >> (MAX_PLAYERS * kind)) & 1 for kind in (LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH))
    way = low + 2 * high
    mission, endgame = _in_front(seats, tables)
    columns = {
        "game": games["index"].take(game),
        "seat": seat.astype(np.int8),
        "card": card.astype(np.int16),
        "dealt": dealt.reshape(-1).take(cell).astype(np.int8),
        "played": played.astype(np.int8),
        "tucked": tucked.reshape(-1).take(cell).astype(np.int8),
    }
    columns |= {name: (way == code).astype(np.int8) for name, code in WAYS.items()}
    return pl.DataFrame(columns | {"mission": mission.take(cell), "endgame": endgame.take(cell)})


def _marked(cards: Array, sizes: Array) -> Array:
    """Whether each card is in a list; ``cards`` (games, seats, places) holds lists of ``sizes`` (games, seats)."""
    owner, card = _listed(sizes, cards)
    marked = np.zeros((sizes.size, N_CARDS), dtype=np.bool_)
    marked[owner, card] = True
    return marked.reshape(*sizes.shape, N_CARDS)


def _in_front(seats: Array, tables: Any) -> tuple[Array, Array]:
    """Missions completed (1) or not (0) and points of end-of-game cards; -1 for other cards.

    Both of shape (games * seats * N_CARDS,).
    """
    fronts, kinds = seats["front"], tables.cards
    owner, card, done, points = _listed(seats["n_front"], fronts["card"], fronts["done"], seats["endgame_points"])
    mission = np.full((seats.size, N_CARDS), NOT_THERE, dtype=np.int8)
    endgame = np.full(mission.shape, NOT_THERE, dtype=np.int16)
    missions = ((kinds["mission_when"] >= 0) | (kinds["n_triggers"] > 0))[card]
    mission[owner[missions], card[missions]] = done[missions]
    scoring = (kinds["has_endgame"] != 0)[card]
    endgame[owner[scoring], card[scoring]] = points[scoring]
    return mission.reshape(-1), endgame.reshape(-1)


def _listed(sizes: Array, *lists: Array) -> tuple[Array, ...]:
    """What stands in the first ``sizes`` (games, seats) places of lists (games, seats, places): owners and values.

    The owner of a value is its seat counted through all games.
    """
    there = np.arange(lists[0].shape[2], dtype=sizes.dtype) < sizes[..., None]
    owner = np.repeat(np.arange(sizes.size), sizes.reshape(-1))
    return owner, *(values[there] for values in lists)
