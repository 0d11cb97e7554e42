"""Golden games of policies as text: what is played, and what the best three moves are worth.

The head gives what the game is set up from. Then there is one line for every turn, with the scores as it begins, and
below it one line for every decision with several legal moves: the move that is played with its value, and the two next
best with theirs. Values are points by the weights of the strategy; those of ``expert`` are mean evaluations of the
positions that its candidates lead to. A diff of these files shows what a change of a policy does.

``python -m tests.golden.policies`` writes the files anew.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.text import move_text
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy
from tests.golden.record import INDENT, Head, new_position, turn_line

FOLDER = Path(__file__).parent / "policies"
SHOWN = 3
GAMES = (
    Head(3, 2, ("mascamites", "exertians"), ("balanced", "observer")),
    Head(4, 2, ("oumuamua", "centaurians"), ("explorer", "missionary")),
    Head(5, 2, ("anomalies", "mascamites"), ("xenologist", "engineer")),
    Head(6, 2, ("exertians", "oumuamua"), ("greedy", "expert")),
)


def file_of(head: Head) -> Path:
    """The file of a game."""
    return FOLDER / f"{'_'.join(head.strategies)}.txt"


def lines_of(head: Head) -> Iterator[str]:
    """The lines of a game."""
    tables = load_tables().record
    four = [load_strategy(name) for name in (head.strategies * 4)[:4]]
    seats = Seats(tables, np.array([one.policy for one in four]), np.array([one.params for one in four]))
    position = new_position(head, tables)
    game = position.game
    yield from head.lines()
    turn = ""
    while not game.over:
        if turn_line(position).partition(", scores")[0] != turn:
            yield turn_line(position)
            turn = turn_line(position).partition(", scores")[0]
        legal = position.legal()
        chosen = seats.choose(game, position.moves, len(legal))
        if len(legal) > 1:
            best = seats.candidates(len(legal), position.seat, SHOWN)
            texts = [f"{value:.2f} {move_text(game, tables, legal[i])}" for i, value in best]
            assert best[0][0] == chosen
            own = game.turns and position.seat == game.active
            yield f"{INDENT}{'' if own else f'{position.seat}: '}{' | '.join(texts)}"
        apply_legal(game, tables, legal[chosen])
    yield turn_line(position)


def text_of(head: Head) -> str:
    """The text of a game."""
    return "\n".join(lines_of(head)) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_head in GAMES:
        file_of(game_head).write_text(text_of(game_head), encoding="utf-8")
