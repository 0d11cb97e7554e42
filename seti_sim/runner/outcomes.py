"""Finished game records to the rows of the tables ``games`` and ``seats`` (docs/results.md).

The table ``cards`` is made in ``card_uses``.

Every column is one numpy expression over the records of a chunk: nothing here loops over games. The types of the
columns are the documented ones; a value that does not fit is an error, never a wrapped number.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from seti_sim.components.names import GOLD_TILES, MOONS, STARS, TECHS
from seti_sim.components.opcodes import EARTH, INCOMES, PLANETS, TRACE_COLOURS
from seti_sim.engine.state import ACTIONS, N_NEUTRAL, N_ROUNDS, SOURCES
from seti_sim.runner.errors import GameFailed

Array = npt.NDArray[Any]
Columns = dict[str, Array]
"""Integer arrays by column name; their dtype is the type of the column."""

OUTCOME_TABLES: Final = ("games", "seats", "cards")
SIDES: Final = ("left", "right")
ROUNDS: Final = tuple(f"r{number}" for number in range(1, N_ROUNDS + 1))
TRACE_PLACES: Final = ("discovery", "overflow", "board")
NEUTRAL: Final = tuple(f"neutral_{number}" for number in range(1, N_NEUTRAL + 1))
MILESTONES: Final = (*NEUTRAL, "gold_1", "gold_2", "gold_3")
SPENT: Final = ("credits", "energy", "publicity")
LEFT: Final = {"credits": "credits", "energy": "energy", "publicity": "publicity", "data": "pool", "cards": "n_hand"}
COUNTS: Final = {
    "cards_played": "cards_played",
    "species_cards_played": "species_cards_played",
    "cards_corner": "cards_corner",
    "cards_signal": "cards_signal",
    "cards_exchanged": "cards_exchanged",
    "cards_bought": "cards_bought",
    "cards_tucked": "n_tucked",
}
TOTALS: Final = ("launches", "steps", "signals", "data_lost", "publicity_lost")


def outcome_tables(games: Array, seat_strategies: Array | Sequence[int]) -> dict[str, pl.DataFrame]:
    """The frames ``games`` and ``seats`` of finished games of one player count, in the order given.

    ``seat_strategies`` holds the strategy code of each seat, shape (players,) or (games, players). Raises
    :class:`GameFailed` for a game whose points by source do not sum to its score.
    """
    strategies = np.asarray(seat_strategies)
    players = games["players"][:, : strategies.shape[-1]]
    _check_points(games, players)
    return {
        "games": _frame(_game_columns(games, players)),
        "seats": _frame(_seat_columns(games, players, strategies)),
    }


def places(scores: Array) -> Array:
    """1 + number of players with more points, for scores of shape (games, seats, ...)."""
    place = np.ones(scores.shape, dtype=np.int8)
    for seat in range(scores.shape[1]):
        place += scores[:, seat : seat + 1] > scores
    return place


def _check_points(games: Array, players: Array) -> None:
    wrong = players["points"].sum(axis=2, dtype=np.int64) != players["score"]
    if wrong.any():
        game, seat = np.argwhere(wrong)[0]
        raise GameFailed(
            f"game {games['index'][game]} of seed {games['seed'][game]}: "
            f"the points of seat {seat} by source do not sum to the score"
        )


def _game_columns(games: Array, players: Array) -> Columns:
    """Columns of table ``games``; arrays of shape (games,)."""
    scores = players["score"].astype(np.int64)
    ranked = np.sort(scores, axis=1)
    columns: Columns = {
        "game": games["index"],
        "players": _i8(games["n_players"]),
        "first_seat": _i8(games["first_seat"]),
        "turns": _i16(games["turns"]),
        "decisions": games["decisions"],
        "winners": _i8((scores == ranked[:, -1:]).sum(axis=1)),
        "top_score": _i16(ranked[:, -1]),
        "margin": _i16(ranked[:, -1] - ranked[:, -2]),
    }
    columns |= _spread("species", SIDES, games["species"])
    columns |= _spread("discovered", SIDES, games["discovered"])
    columns |= _spread("discovery_turn", SIDES, _i16(games["discovery_turn"]))
    for side, name in enumerate(SIDES):
        columns |= _spread(f"contributor_{name}", TRACE_COLOURS, games["contributors"][:, side])
    return columns | _spread("gold", GOLD_TILES, games["gold_side"])


def _seat_columns(games: Array, players: Array, strategies: Array) -> Columns:
    """Columns of table ``seats``; arrays of shape (games, seats)."""
    seats = np.arange(players.shape[1])
    scores = players["score"].astype(np.int64)
    place = places(scores)
    winner = place == 1
    columns: Columns = {
        "game": np.broadcast_to(games["index"][:, None], players.shape),
        "seat": _i8(np.broadcast_to(seats, players.shape)),
        "order": _i8((seats - games["first_seat"].astype(np.int64)[:, None]) % len(seats)),
        "strategy": _i16(np.broadcast_to(strategies, players.shape)),
        "score": _i16(scores),
        "place": place,
        "winners": _i8(np.where(winner, winner.sum(axis=1, keepdims=True), 0)),
    }
    columns |= _spread("points", SOURCES, _i16(players["points"]))
    columns |= _round_columns(players)
    columns |= _technology_columns(players)
    columns |= _resource_columns(players)
    columns |= _trace_and_sector_columns(players)
    columns |= _figure_columns(players)
    columns |= _milestone_columns(players)
    columns |= _first_round_columns(players)
    columns |= {name: _i16(players[name]) for name in TOTALS}
    columns |= _spread("species_points", SIDES, _i16(players["species_points"]))
    return columns | {name: _i16(players[name]) for name in ("exofossils", "danger")}


def _round_columns(players: Array) -> Columns:
    columns = _spread("score", ROUNDS, _i16(players["round_score"]))
    columns |= _spread("place", ROUNDS, places(players["round_score"]))
    for number, action in enumerate(ACTIONS):
        columns |= _spread(action, ROUNDS, players["actions"][:, :, :, number])
    columns |= _spread("asked", ROUNDS, _i16(players["choices"]))
    columns |= _spread("tucked", ROUNDS, players["tucks"])
    columns |= _spread("dead", ROUNDS, players["dead_turns"])
    return columns | _spread("idle", ROUNDS, players["idle_turns"])


def _technology_columns(players: Array) -> Columns:
    columns = _spread("tech", TECHS, players["tech_round"])
    columns |= _spread("order", TECHS, players["tech"])
    columns |= _spread("first", TECHS, players["tech_first"])
    return columns | {"n_tech": _i8(players["n_tech"])}


def _resource_columns(players: Array) -> Columns:
    columns = _spread("spent", SPENT, _i16(players["spent"]))
    columns |= {f"left_{name}": _i16(players[field]) for name, field in LEFT.items()}
    columns |= {name: _i16(players[field]) for name, field in COUNTS.items()}
    columns |= _spread("income", INCOMES, _i8(players["income"]))
    return columns | {name: _i8(players[name]) for name in ("missions", "endgame_cards")}


def _trace_and_sector_columns(players: Array) -> Columns:
    columns: Columns = {}
    for side, name in enumerate(SIDES):
        columns |= _spread(f"traces_{name}", TRACE_COLOURS, _i8(players["traces"][:, :, side]))
    columns |= _spread("traces", TRACE_PLACES, _i8(players["trace_places"]))
    return columns | _spread("wins", STARS, _i8(players["wins"]))


def _figure_columns(players: Array) -> Columns:
    columns: Columns = {}
    for number, planet in enumerate(PLANETS):
        if number != EARTH:
            columns[f"orbiters_{planet}"] = _i8(players["orbiters"][:, :, number])
            columns[f"landers_{planet}"] = _i8(players["landers"][:, :, number])
    return columns | _spread("landers", MOONS, _i8(players["moon_landers"]))


def _milestone_columns(players: Array) -> Columns:
    """Milestones by round and own turn, and the gold tiles: a marker is placed when its milestone is reached."""
    rounds, mark = players["milestone_round"], players["gold_mark"].astype(np.intp)
    reached = np.concatenate([np.zeros_like(rounds[..., :1]), rounds[..., N_NEUTRAL:]], axis=-1)
    columns = _spread("gold", GOLD_TILES, players["gold"])
    columns |= _spread("gold_mark", GOLD_TILES, players["gold_mark"])
    columns |= _spread("gold_round", GOLD_TILES, np.take_along_axis(reached, mark, axis=-1))
    columns |= _spread("gold_points", GOLD_TILES, _i16(players["gold_points"]))
    columns |= _spread("milestone_round", MILESTONES, rounds)
    columns |= _spread("milestone_turn", MILESTONES, players["milestone_turn"])
    placed = players["neutral_placed"][..., None] >> np.arange(N_NEUTRAL, dtype=np.int8) & 1
    return columns | _spread("placed", NEUTRAL, _i8(placed))


def _first_round_columns(players: Array) -> Columns:
    """Round of the first figure, win or trace of the seat at each place."""
    columns: Columns = {}
    for number, planet in enumerate(PLANETS):
        if number != EARTH:
            columns[f"round_orbiters_{planet}"] = players["orbiter_round"][:, :, number]
            columns[f"round_landers_{planet}"] = players["lander_round"][:, :, number]
    columns |= _spread("round_landers", MOONS, players["moon_round"])
    columns |= _spread("round_wins", STARS, players["win_round"])
    return columns | _spread("round_traces", TRACE_PLACES, players["trace_round"])


def _spread(prefix: str, names: tuple[str, ...], values: Array) -> Columns:
    """One column for each place of the last axis of ``values``."""
    assert values.shape[-1] == len(names), (prefix, values.shape, names)
    return {f"{prefix}_{name}": values[..., number] for number, name in enumerate(names)}


def _i8(values: Array) -> Array:
    return _narrow(values, np.int8)


def _i16(values: Array) -> Array:
    return _narrow(values, np.int16)


def _narrow(values: Array, kind: type[np.signedinteger[Any]]) -> Array:
    """The same numbers in another type; an ``OverflowError`` if one does not fit."""
    if np.can_cast(values.dtype, kind):
        return values.astype(kind, copy=False)
    narrow = values.astype(kind)
    if not np.array_equal(narrow, values):
        raise OverflowError(f"a value does not fit into {kind.__name__}")
    return narrow


def _frame(columns: Columns) -> pl.DataFrame:
    return pl.DataFrame([pl.Series(name, values.ravel()) for name, values in columns.items()])
