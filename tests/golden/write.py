"""Writes the golden games: ``python -m tests.golden.write``. The diff then shows what a change of the rules does.

The games are chosen so that every species is discovered at least twice and every strategy that does not look ahead
plays.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import SPECIES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy
from tests.golden.record import FOLDER, Head, new_position, play_again, said, turn_line

NAMES = (
    "random", "greedy", "balanced", "explorer", "observer", "analyst", "engineer", "missionary", "economist",
    "xenologist",
)  # fmt: skip
PAIRS = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (2, 4), (4, 1), (1, 3), (3, 0), (4, 3), (2, 1))


def heads() -> list[Head]:
    """The twelve games: 2, 3 and 4 players in turn, strategies one after the other."""
    games, first = [], 0
    for number, (left, right) in enumerate(PAIRS):
        players = 2 + number % 3
        strategies = tuple(NAMES[(first + seat) % len(NAMES)] for seat in range(players))
        games.append(Head(1 + number, players, (SPECIES[left], SPECIES[right]), strategies))
        first += players
    return games


@dataclass(frozen=True)
class Made:
    """A move that was made: the turn, how it is written, whether it is forced, and all that could be written there."""

    turn: str
    line: str
    forced: bool
    legal: frozenset[str]


def played(head: Head, tables: Any) -> tuple[list[Made], Any]:
    """Play a game with its strategies; the moves made, and the position at the end."""
    strategies = [load_strategy(name) for name in (*head.strategies, *["random"] * 4)[:4]]
    policies = np.array([item.policy for item in strategies], dtype=np.int64)
    seats = Seats(tables, policies, np.array([item.params for item in strategies]))
    position = new_position(head, tables)
    game, moves = position.game, position.moves
    made = []
    turn = turn_line(position)
    while not game.over:
        if turn_line(position).partition(", scores")[0] != turn.partition(", scores")[0]:
            turn = turn_line(position)
        own = [tuple(move) for move in position.own()]
        n = legal_moves(game, tables, moves)
        chosen = seats.choose(game, moves, n)
        lines = [said(position, text) for text in position.texts(moves.list[:n])]
        forced = own == [tuple(moves.list[chosen])]
        made.append(Made(turn, lines[chosen], forced, frozenset(lines)))
        apply_legal(game, tables, moves.list[chosen])
    return made, position


def text_of(head: Head, made: list[Made], last: str) -> str:
    """The file of a game."""
    lines = [last]
    for i in range(len(made) - 1, -1, -1):
        if not made[i].forced or lines[-1] in made[i].legal:
            lines.append(made[i].line)
        if i == 0 or made[i - 1].turn != made[i].turn:
            lines.append(made[i].turn)
    return "\n".join([*head.lines(), *reversed(lines)]) + "\n"


def main() -> None:
    """Write all games and say what is in them."""
    tables = load_tables().record
    discovered: Counter[str] = Counter()
    for number, head in enumerate(heads(), 1):
        made, position = played(head, tables)
        text = text_of(head, made, turn_line(position))
        play_again(text.splitlines(), tables)
        path = FOLDER / f"game_{number:02}_{head.species[0]}_{head.species[1]}.txt"
        path.write_text(text, encoding="utf-8")
        discovered.update(name for side, name in enumerate(head.species) if position.game.discovered[side])
        print(f"{path.name}: {len(text.splitlines())} lines, {turn_line(position)}")
    print("discovered:", ", ".join(f"{name} {discovered[name]}" for name in SPECIES))


if __name__ == "__main__":
    main()
