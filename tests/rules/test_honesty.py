"""Legal moves and the move applier agree, copies are independent, nothing changes after the end.

Hypothesis draws the seed of a game and the number of decisions played before the checks begin; a failure shrinks to the
smallest of them and names the decision.
"""

import random
from typing import Any

import numba
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import apply_legal, apply_move
from seti_sim.engine.errors import E_ILLEGAL
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.moves import N_KINDS
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, MOVE, move_list
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy

TABLES = load_tables().record
COMPILED = not numba.config.DISABLE_JIT
EXAMPLES = 40 if COMPILED else 2
STRATEGIES = ["random", "greedy", "xenologist"] if COMPILED else ["random"]
CHECKED = 150 if COMPILED else 5  # decisions checked in one example
MOST_DECISIONS = 700 if COMPILED else 60
ACCEPTED = 3
REFUSED = 6
FIELDS = ("kind", "a", "b", "c")


def content(game: Any) -> bytes:
    """All fields of a game as bytes; copying a record leaves what lies between its fields undefined."""
    clean = np.zeros(1, GAME)
    clean[0] = game
    return clean.tobytes()


class Table:
    """A game that is played on by one strategy at every seat."""

    def __init__(self, seed: int, players: int, strategy: str) -> None:
        self.game = np.zeros(1, GAME)[0]
        self.moves = move_list()
        self.spare = move_list()
        self.dice = random.Random(seed)
        one = load_strategy(strategy)
        self._seats = Seats(TABLES, np.full(4, one.policy), np.tile(one.params, (4, 1)))
        setup_game(self.game, TABLES, np.uint64(seed), np.int64(0), players, -1, -1)

    def legal(self) -> int:
        return int(legal_moves(self.game, TABLES, self.moves))

    def step(self, n: int) -> None:
        chosen = self._seats.choose(self.game, self.moves, n) if n > 1 else 0
        apply_legal(self.game, TABLES, self.moves.list[chosen])

    def apply(self, game: Any, move: Any) -> bool:
        return bool(apply_move(game, TABLES, move, self.spare))


def other_move(dice: random.Random, move: Any) -> Any:
    """A legal move with one number changed, or a wholly random one."""
    other = move.copy()
    if dice.random() < 0.3:
        other["kind"] = dice.randrange(-1, N_KINDS + 1)
        for field in FIELDS[1:]:
            other[field] = dice.choice((-1, 0, 0, 1, 2, 5, dice.randrange(-2, 200)))
    else:
        field = dice.choice(FIELDS)
        other[field] = int(other[field]) + dice.choice((-2, -1, 1, 2, 10))
    return other


def check_refused(table: Table, move: Any, where: str) -> None:
    """A move that is not legal is refused and changes nothing but the error that says so."""
    copy = table.game.copy()
    assert not table.apply(copy, move), f"{where}: accepted {move}"
    assert copy.error == E_ILLEGAL, where
    copy.error = table.game.error
    assert content(copy) == content(table.game), f"{where}: the refused {move} changed the game"


def check_accepted(table: Table, move: Any, where: str) -> None:
    """A legal move is accepted, the same on two copies, and the game they were made of stays as it is."""
    before = content(table.game)
    one, two = table.game.copy(), table.game.copy()
    assert table.apply(one, move), f"{where}: refused {move}"
    assert one.error == 0, where
    assert content(two) == before == content(table.game), f"{where}: copies are not independent"
    apply_legal(two, TABLES, move)
    assert content(one) == content(two), f"{where}: checked and unchecked application of {move} differ"


def check_decision(table: Table, n: int, where: str) -> None:
    """Everything about one decision; the move applier uses another list, so the one at hand stays."""
    moves = table.moves.list[:n].copy()
    listed = {tuple(move) for move in moves.tolist()}
    assert len(listed) == n > 0, f"{where}: duplicates among {moves}"
    before = content(table.game)
    assert table.legal() == n, where
    assert (table.moves.list[:n] == moves).all(), where
    assert content(table.game) == before, f"{where}: listing the moves changed the game"
    for index in table.dice.sample(range(n), min(ACCEPTED, n)):
        check_accepted(table, moves[index], where)
    for _ in range(REFUSED):
        other = other_move(table.dice, moves[table.dice.randrange(n)])
        if tuple(other.tolist()) not in listed:
            check_refused(table, other, where)


def check_end(table: Table, where: str) -> None:
    """After the end there is no move, and every one is refused."""
    assert table.legal() == 0, where
    move = np.zeros(1, MOVE)[0]
    for kind in range(N_KINDS):
        move["kind"] = kind
        check_refused(table, move, f"{where}, after the end")


def play_and_check(seed: int, players: int, skipped: int, strategy: str) -> bool:
    """Play a game, check a stretch of its decisions and, if it is reached, its end; tell if it was."""
    table = Table(seed, players, strategy)
    for number in range(skipped + CHECKED):
        where = f"seed {seed}, {players} players, {strategy}, decision {number}"
        n = table.legal()
        if table.game.over:
            check_end(table, where)
            return True
        if number >= skipped:
            check_decision(table, n, where)
        table.step(n)
    return False


@settings(derandomize=True, deadline=None, max_examples=EXAMPLES, database=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    players=st.integers(2, 4),
    skipped=st.integers(0, MOST_DECISIONS),
    strategy=st.sampled_from(STRATEGIES),
)
def test_legal_moves_and_the_move_applier_agree(seed, players, skipped, strategy):
    """ROUND-04, ROUND-05."""
    play_and_check(seed, players, skipped, strategy)


def test_a_whole_game_is_checked_to_its_end():
    """END-01: the stretch above may end before the game does."""
    if COMPILED:
        assert play_and_check(5, 3, 200, "random") or play_and_check(5, 3, 350, "random")


def test_a_dishonest_rule_is_found_and_named(monkeypatch):
    """The checks can fail: an applier that accepts everything, and a list with a duplicate."""
    import pytest

    monkeypatch.setattr(Table, "apply", lambda self, game, move: True)
    with pytest.raises(AssertionError, match="seed 1, 2 players, random, decision 0: "):
        play_and_check(1, 2, 0, "random")
    monkeypatch.undo()

    def doubled(self):
        n = int(legal_moves(self.game, TABLES, self.moves))
        self.moves.list[n] = self.moves.list[0]
        return n + 1

    monkeypatch.setattr(Table, "legal", doubled)
    with pytest.raises(AssertionError, match="seed 1, 2 players, random, decision 0: duplicates"):
        play_and_check(1, 2, 0, "random")
