"""Playing a chunk and making the files of its parts: the one function behind threads, processes and clusters."""

from functools import lru_cache

from seti_sim.engine.errors import ERROR_TEXTS
from seti_sim.policies.play import play_chunk
from seti_sim.runner.card_uses import card_table, opening_hands
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import GameFailed
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.manifest import check_same_games, check_same_program, recorded_inputs
from seti_sim.runner.outcomes import Array, outcome_tables
from seti_sim.runner.records import Origin
from seti_sim.runner.store import parquet_bytes

Parts = dict[str, bytes]
"""Parquet files by table."""


def finished_games(inputs: Inputs, chunk: Chunk) -> Array:
    """The finished game records of a chunk; :class:`GameFailed` names the first game that broke."""
    games = inputs.play(play_chunk, chunk.first, chunk.games)
    broken = (games["error"] != 0) | (games["over"] == 0)
    if broken.any():
        game = games[broken.argmax()]
        text = ERROR_TEXTS.get(int(game["error"]), f"error {game['error']}, not finished")
        raise GameFailed(f"game {game['index']} of seed {game['seed']} failed: {text}")
    return games


def parts_of(inputs: Inputs, chunk: Chunk) -> Parts:
    """Play a chunk; the files of its parts by table."""
    games = finished_games(inputs, chunk)
    frames = outcome_tables(games, inputs.codes)
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
