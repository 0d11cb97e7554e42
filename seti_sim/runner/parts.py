"""Playing a chunk and making the files of its parts: the one function behind threads, processes and clusters."""

from functools import lru_cache
from typing import Any

from seti_sim.engine.errors import E_POLICY, E_RAISED, ERROR_TEXTS
from seti_sim.policies.play import play_chunk
from seti_sim.policies.plugins import watched
from seti_sim.runner.card_uses import card_table, opening_hands
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import GameFailed
from seti_sim.runner.inputs import Inputs, PlayChunk
from seti_sim.runner.manifest import check_same_games, check_same_program, recorded_inputs
from seti_sim.runner.outcomes import Array, outcome_tables
from seti_sim.runner.records import Origin
from seti_sim.runner.store import parquet_bytes

Parts = dict[str, bytes]
"""Parquet files by table."""


def finished_games(inputs: Inputs, chunk: Chunk) -> Array:
    """The finished game records of a chunk; :class:`GameFailed` names the first game that broke."""
    return checked_games(inputs, chunk, play_chunk)


def checked_games(inputs: Inputs, chunk: Chunk, play: PlayChunk) -> Array:
    """The same with another function that plays."""
    with watched() as raised:
        games = inputs.play(play, chunk.first, chunk.games)
    broken = (games["error"] != 0) | (games["over"] == 0)
    if broken.any():
        raise GameFailed(failure_line(inputs, games[broken.argmax()], raised.reason))
    return games


def failure_line(inputs: Inputs, game: Any, raised: str = "") -> str:
    """What is said of a game that broke: seed, game and reason; decision and strategy where a policy is to blame."""
    error = int(game["error"])
    text = ERROR_TEXTS.get(error, f"error {error}, not finished")
    where = f"game {game['index']} of seed {game['seed']} failed"
    if error not in (E_POLICY, E_RAISED):
        return f"{where}: {text}"
    seat = int(game["frames"][game["n_frames"] - 1]["player"])
    name = inputs.strategies[inputs.codes_by_seat(int(game["index"]), 1)[0, seat]].name
    return f"{where}: strategy {name!r}, decision {int(game['decisions']) + 1}: {raised or text}"


def parts_of(inputs: Inputs, chunk: Chunk) -> Parts:
    """Play a chunk; the files of its parts by table."""
    games = finished_games(inputs, chunk)
    frames = outcome_tables(games, inputs.codes_by_seat(chunk.first, chunk.games))
    frames["cards"] = card_table(games, inputs.plan.players, opening_hands(inputs, chunk), inputs.tables.record)
    return {name: parquet_bytes(frame) for name, frame in frames.items()}


def play_elsewhere(origin: str, part: int, first: int, games: int) -> Parts:
    """The same in another process: ``origin`` is the record of the run as JSON.

    Raises ``RunError``, one line, if the sources, rules, tables or libraries there are not those of the run.
    """
    return parts_of(_inputs(origin), Chunk(part, first, games))


@lru_cache(maxsize=4)
def _inputs(origin: str) -> Inputs:
    """What a run is played with; the cells of a plan come one after the other, so a few are kept."""
    record = Origin.model_validate_json(origin)
    check_same_program(record)
    inputs = recorded_inputs(record)
    check_same_games(record, inputs)
    return inputs
