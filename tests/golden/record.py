"""Golden games as text: a whole game that can be read, reviewed and played again without any strategy.

The head gives what the game is set up from. Then there is one line for every turn, with the scores as it begins, and
below it one line for every move; a move of another seat begins with that seat. A decision with a single own option is
not written, unless the next line could be played there too.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.components.opcodes import SPECIES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import ERROR_TEXTS
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.engine.text import MoveTextError, parse_move
from seti_sim.scenario.check import Position

FOLDER = Path(__file__).parent
KEYS = ("seed", "players", "species", "strategies")
INDENT = "  "


class Differs(Exception):
    """A written game and the rules disagree; the text is one line with the number of the line."""


@dataclass(frozen=True)
class Head:
    """What a golden game is set up from; the strategies only say who made the moves."""

    seed: int
    players: int
    species: tuple[str, str]
    strategies: tuple[str, ...]

    def lines(self) -> list[str]:
        """The head of the file."""
        values = (self.seed, self.players, ", ".join(self.species), ", ".join(self.strategies))
        return [f"{key}: {value}" for key, value in zip(KEYS, values, strict=True)]


def read_head(lines: list[str]) -> Head:
    """The head from the lines of a file."""
    seed, players, species, strategies = (
        line.removeprefix(f"{key}: ") for key, line in zip(KEYS, lines[: len(KEYS)], strict=True)
    )
    left, right = species.split(", ")
    return Head(int(seed), int(players), (left, right), tuple(strategies.split(", ")))


def new_position(head: Head, tables: Any) -> Position:
    """The game as it is set up."""
    game = np.zeros(1, GAME)[0]
    left, right = map(SPECIES.index, head.species)
    setup_game(game, tables, np.uint64(head.seed), np.int64(0), head.players, left, right)
    return Position(game, tables, move_list())


def turn_line(position: Position) -> str:
    """The line above the moves of a turn, or the last one of a game."""
    game = position.game
    scores = " ".join(str(int(player.score)) for player in game.players[: game.n_players])
    if game.over:
        return f"end, scores {scores}"
    if game.turns == 0:
        return "set-up"
    return f"round {game.round_number}, turn {game.turns}, seat {game.active}, scores {scores}"


def said(position: Position, text: str) -> str:
    """A move as it is written, with the seat unless it is that of the turn."""
    own_turn = position.game.turns and position.seat == position.game.active
    return f"{INDENT}{text}" if own_turn else f"{INDENT}{position.seat}: {text}"


def play_again(lines: list[str], tables: Any) -> Position:
    """Play the game of a file to its end; raise Differs at the first line that does not fit."""
    position = new_position(read_head(lines), tables)
    for number, line in enumerate(lines[len(KEYS) :], len(KEYS) + 1):
        try:
            if line.startswith(INDENT):
                _play_line(position, line)
            else:
                _check_turn(position, line)
        except (Differs, MoveTextError) as error:
            raise Differs(f"line {number}: {error}") from None
    if not position.game.over:
        raise Differs("the last line is reached, but the game is not over")
    return position


def _play_line(position: Position, line: str) -> None:
    """Apply a written move, before it whatever is forced."""
    while not position.game.over:
        move = _find(position, line)
        if move is not None:
            _apply(position, move)
            return
        _apply_forced(position, line)
    raise Differs(f"{line.strip()!r}, but the game is over")


def _find(position: Position, line: str) -> Any:
    """The legal move a line says, None if it can't be made at this decision."""
    prefix = said(position, "")
    text = line.removeprefix(prefix)
    if not line.startswith(prefix) or text[1:3] == ": ":
        return None
    try:
        wanted = tuple(parse_move(position.game, position.tables, text))
    except MoveTextError:
        return None
    return next((move for move in position.legal() if tuple(move) == wanted), None)


def _check_turn(position: Position, line: str) -> None:
    """Apply whatever is forced to the end of the turn and compare the line of the next one."""
    turn = line.partition(", scores")[0]
    while turn_line(position).partition(", scores")[0] != turn:
        _apply_forced(position, line)
    if turn_line(position) != line:
        raise Differs(f"expected {line!r}, but it is {turn_line(position)!r}")


def _apply_forced(position: Position, line: str) -> None:
    own = [] if position.game.over else position.own()
    if len(own) != 1:
        options = ", ".join(position.texts(own)) or "the game is over"
        raise Differs(f"{line.strip()!r} does not fit; {turn_line(position)}, seat {position.seat}: {options}")
    _apply(position, own[0])


def _apply(position: Position, move: Any) -> None:
    apply_legal(position.game, position.tables, move)
    if position.game.error:
        raise Differs(f"error: {ERROR_TEXTS.get(int(position.game.error))}")
