"""Look-ahead: which moves are looked at, and that the position reached decides."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import CARD_IN_HAND, CREDIT, ENERGY
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.moves import K_EXCHANGE, K_LAUNCH, K_PASS
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.appraisal import APPRAISAL
from seti_sim.policies.play import LOOKAHEAD, Seats
from seti_sim.policies.search import halve, pick_candidates
from seti_sim.policies.strategies import parse_strategy

TABLES = load_tables().record
NO_SCORE = "score = [0, 0, 0, 0, 0]\n"


def seats_of(text):
    one = parse_strategy(f'name = "a"\npolicy = "lookahead"\n{text}', "a.toml")
    return Seats(TABLES, np.full(4, LOOKAHEAD), np.tile(one.params, (4, 1)))


def first_turn(index=0):
    """A game at the first main action."""
    game = np.zeros(1, GAME)[0]
    setup_game(game, TABLES, np.uint64(9), index, 2, -1, -1)
    seats = seats_of("")
    moves = move_list()
    while game.turns == 0:
        n = legal_moves(game, TABLES, moves)
        apply_legal(game, TABLES, moves.list[seats.choose(game, moves, n)])
    return game, moves, legal_moves(game, TABLES, moves)


def test_the_best_are_looked_at_but_nothing_wasteful():
    a = np.zeros(1, APPRAISAL)[0]
    moves = move_list()
    kinds = [(K_PASS, 0, 0), (K_EXCHANGE, CREDIT, CREDIT), (K_EXCHANGE, CREDIT, ENERGY), (K_LAUNCH, 0, 0)]
    kinds.append((K_EXCHANGE, CARD_IN_HAND, CARD_IN_HAND))
    for i, (kind, one, other) in enumerate(kinds):
        moves.list[i]["kind"], moves.list[i]["a"], moves.list[i]["b"] = kind, one, other
    a.value[:5] = [0.0, 9.0, 3.0, 3.0, -1.0]
    candidates, totals = np.zeros(8, np.int64), np.ones((8, 2))
    assert pick_candidates(a, moves, 5, 3, candidates, totals) == 3
    assert candidates[:3].tolist() == [2, 3, 0]
    assert totals[:3].tolist() == [[0, 0]] * 3
    a.value[:5] = [0.0, 9.0, 3.0, 3.0, -1.0]
    assert pick_candidates(a, moves, 5, 8, candidates, totals) == 4


def test_the_better_half_stays_in_order():
    candidates, totals = np.arange(5), np.array([[1.0, 1], [5.0, 1], [3.0, 1], [4.0, 1], [2.0, 1]])
    assert halve(candidates, totals, 5) == 3
    assert candidates[:3].tolist() == [1, 3, 2]
    assert totals[:3, 0].tolist() == [5, 4, 3]
    assert sorted(candidates.tolist()) == [0, 1, 2, 3, 4]


def told_candidates(totals):
    """What is told of moves 0, 1, 2, ... with these sums of evaluations and numbers of deals."""
    seats = object.__new__(Seats)
    seats.policies = np.full(4, LOOKAHEAD)
    seats.appraisals = np.zeros(4, APPRAISAL)
    seats.appraisals["searched"] = len(totals)
    seats.scratch = (None, None, np.arange(len(totals))[None], np.array(totals)[None], None, None, None)
    return seats.candidates(9, 0, 5)


def test_what_was_tried_longest_is_told_first():
    told = told_candidates([[30.0, 3], [28.0, 3], [22.0, 2], [9.0, 1], [11.5, 1]])
    assert told == [(0, 10.0), (1, 28 / 3), (2, 11.0), (4, 11.5), (3, 9.0)]


def test_a_single_move_that_was_not_tried_has_no_value():
    assert told_candidates([[0.0, 0]]) == []


@pytest.mark.parametrize(("feature", "kind"), [("passed", K_PASS), ("probes", K_LAUNCH)])
def test_the_evaluation_decides(feature, kind):
    """Whoever wants nothing but to have passed passes; whoever wants probes launches."""
    game, moves, n = first_turn()
    seats = seats_of(f"[lookahead]\nwidth = 32\n[evaluation]\n{NO_SCORE}{feature} = [9, 9, 9, 9, 9]\n")
    chosen = moves.list[seats.choose(game, moves, n)].copy()
    told = seats.candidates(n, int(game.active), 3)
    assert chosen["kind"] == kind
    assert told[0][1] == 9.0
    assert len(told) == 3


@pytest.mark.parametrize(
    "settings",
    ["determinizations = 3\nhorizon = 4", "determinizations = 2\nnested_width = 3", "horizon = 0\nwidth = 2"],
)
def test_the_game_looked_ahead_from_is_left_as_it_is(settings):
    game, moves, n = first_turn(3)
    before = game.tobytes()
    seats_of(f"[lookahead]\n{settings}\n").choose(game, moves, n)
    assert game.tobytes() == before


def test_looking_deeper_sees_what_the_heuristic_would_not_do():
    """Whoever wants to be rid of credits finds ways to spend more of them in a turn than the heuristic would."""
    game, moves, n = first_turn()
    seats = seats_of(
        f"[lookahead]\nwidth = 32\nnested_width = 8\n[evaluation]\n{NO_SCORE}credits = [-9, -9, -9, -9, -9]\n"
    )
    seats.choose(game, moves, n)
    deeper = seats.candidates(n, int(game.active), 1)[0][1]
    seats = seats_of(f"[lookahead]\nwidth = 32\n[evaluation]\n{NO_SCORE}credits = [-9, -9, -9, -9, -9]\n")
    seats.choose(game, moves, n)
    assert deeper > seats.candidates(n, int(game.active), 1)[0][1]
