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
    log = games["card_log"][:, None, :] >> np.arange(players, dtype=np.uint16)[None, :, None]
    held, played, low, high = (
        (log >> (MAX_PLAYERS * kind)) & 1 for kind in (LOG_HELD, LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH)
    )
    way = low + 2 * high
    seats = games["players"][:, :players]
    tucked = _marked(seats["tucked"], seats["n_tucked"])
    # a card may be used without ever being in the hand
    game, seat, card = np.nonzero(held | played | way | tucked | dealt)
    mission, endgame = _in_front(seats, tables)
    columns = {
        "game": games["index"][game],
        "seat": seat.astype(np.int8),
        "card": card.astype(np.int16),
        "dealt": dealt[game, seat, card].astype(np.int8),
        "played": played[game, seat, card].astype(np.int8),
        "tucked": tucked[game, seat, card].astype(np.int8),
    }
    columns |= {name: (way[game, seat, card] == code).astype(np.int8) for name, code in WAYS.items()}
    columns |= {"mission": mission[game, seat, card], "endgame": endgame[game, seat, card]}
    return pl.DataFrame({name: np.ascontiguousarray(values) for name, values in columns.items()})


def _marked(cards: Array, sizes: Array) -> Array:
    """Whether each card is in a list; ``cards`` (games, seats, places) holds lists of ``sizes`` (games, seats)."""
    game, seat, place = np.nonzero(np.arange(cards.shape[2]) < sizes[..., None])
    marked = np.zeros((*cards.shape[:2], N_CARDS), dtype=np.bool_)
    marked[game, seat, cards[game, seat, place]] = True
    return marked


def _in_front(seats: Array, tables: Any) -> tuple[Array, Array]:
    """Missions completed (1) or not (0) and points of end-of-game cards by game, seat and card; -1 for other cards."""
    fronts = seats["front"]
    game, seat, place = np.nonzero(np.arange(fronts.shape[2]) < seats["n_front"][..., None])
    card = fronts["card"][game, seat, place]
    kinds = tables.cards
    mission = np.full((*fronts.shape[:2], N_CARDS), NOT_THERE, dtype=np.int8)
    endgame = np.full(mission.shape, NOT_THERE, dtype=np.int16)
    missions = ((kinds["mission_when"] >= 0) | (kinds["n_triggers"] > 0))[card]
    at = game[missions], seat[missions], card[missions]
    mission[at] = fronts["done"][game, seat, place][missions]
    scoring = (kinds["has_endgame"] != 0)[card]
    at = game[scoring], seat[scoring], card[scoring]
    endgame[at] = seats["endgame_points"][game, seat, place][scoring]
    return mission, endgame
