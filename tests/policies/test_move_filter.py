"""Attention: free actions a strategy does not look at are neither listed nor chosen; notes never change a choice."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.frames import F_MOVE, F_TURN
from seti_sim.engine.legal import legal_moves, list_moves
from seti_sim.engine.moves import FREE_KINDS, K_BUY, K_CORNER, K_END_TURN, K_EXCHANGE, K_PASS, K_PLACE, K_STEP
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import AFTER_MAIN, GAME, move_list
from seti_sim.policies.move_filter import BEST_ONLY, filtered_kinds, pruned_kinds
from seti_sim.policies.params import P_MOVE_FILTER, P_POSITION, WINDOWS
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import StrategyError, load_strategy, parse_strategy
from seti_sim.policies.value_cache import drop_cache
from seti_sim.runner.fit import move_filter_lines

TABLES = load_tables().record
HEAD = 'name = "a"\n'
NOTHING = "[move_filter]\nstart = []\ninside = []\nend = []\n"


def bit(kind):
    return 1 << FREE_KINDS.index(kind)


def bit_of(kind):
    return 1 << (kind - K_PLACE)


def seats_of(*strategies):
    four = (list(strategies) * 4)[:4]
    return Seats(TABLES, np.array([one.policy for one in four]), np.array([one.params for one in four]))


def decisions(seats, index, players=4):
    """The decisions of a game played by all legal moves: game, moves, their number."""
    game, moves = np.zeros(1, GAME)[0], move_list()
    setup_game(game, TABLES, np.uint64(17), index, players, -1, -1)
    while not game.over:
        n = legal_moves(game, TABLES, moves)
        yield game, moves, n
        apply_legal(game, TABLES, moves.list[seats.choose(game, moves, n)])
    assert game.error == 0


def listed(moves, n):
    return [tuple(move) for move in moves.list[:n].tolist()]


@pytest.mark.full
@pytest.mark.parametrize("mask", [*(1 << i for i in range(len(FREE_KINDS))), 63, 0b101010])
def test_what_is_overlooked_and_nothing_else_is_left_out(mask):
    fewer, left_out = move_list(), 0
    for game, moves, n in decisions(seats_of(load_strategy("greedy")), mask):
        by_points = game.frames[game.n_frames - 1].op == F_MOVE  # steps of move points are the decision itself
        free = [K_PLACE <= move[0] <= K_EXCHANGE and not (by_points and move[0] == K_STEP) for move in listed(moves, n)]
        kept = [
            move
            for move, is_free in zip(listed(moves, n), free, strict=True)
            if not is_free or not mask >> (move[0] - K_PLACE) & 1
        ]
        assert listed(fewer, list_moves(game, TABLES, fewer, mask)) == kept
        left_out += n - len(kept)
    assert left_out > 0


@pytest.mark.full
def test_a_choice_is_the_same_among_all_moves_and_among_those_looked_at():
    strategy, fewer, short = load_strategy("balanced"), move_list(), 0
    seats, others = seats_of(strategy), seats_of(strategy)
    for game, moves, n in decisions(seats, 3):
        seat = int(game.frames[game.n_frames - 1].player)
        count = list_moves(game, TABLES, fewer, filtered_kinds(game, seats.appraisals[seat]))
        chosen = listed(fewer, count)[others.choose(game, fewer, count)]
        assert listed(moves, n)[seats.choose(game, moves, n)] == chosen
        short += count < n
    assert short > 100


@pytest.mark.full
@pytest.mark.parametrize(("name", "index"), [("balanced", 3), ("greedy", 4), ("everything", 5)])
def test_the_best_move_is_the_same_without_what_cannot_be_it(name, index):
    """Among all moves, valued in full, and among those left of a list without what cannot be the best move."""
    plain = parse_strategy(load_strategy("balanced").source.split("[move_filter]")[0], "a.toml")  # looks at everything
    strategy, fewer, short, aside = plain if name == "everything" else load_strategy(name), move_list(), 0, 0
    seats, others = seats_of(strategy), seats_of(strategy)
    for game, moves, n in decisions(seats, index):
        seat = int(game.frames[game.n_frames - 1].player)
        count = list_moves(game, TABLES, fewer, pruned_kinds(game, TABLES, seats.appraisals[seat]))
        chosen = listed(fewer, count)[others.choose(game, fewer, count)]
        aside += sum(value < -1e9 for value in others.appraisals[seat].value[:count].tolist()) if count > 1 else 0
        assert listed(moves, n)[seats.choose(game, moves, n)] == chosen
        short += count < n
    assert short > 100  # lists that became shorter
    assert aside > 20  # cards that were not valued in full


def test_kinds_left_out_are_those_of_which_nothing_pays():
    """Corners, purchases and exchanges against their values one by one."""
    plain = parse_strategy(load_strategy("balanced").source.split("[move_filter]")[0], "a.toml")
    seats, left, kept = seats_of(plain), 0, 0
    for game, moves, n in decisions(seats, 6, 2):
        frame = game.frames[game.n_frames - 1]
        seat = int(frame.player)
        mask = pruned_kinds(game, TABLES, seats.appraisals[seat])
        if frame.op != F_TURN or n < 2:
            assert mask & ~BEST_ONLY == 0 or frame.op == F_TURN
            continue
        seats.choose(game, moves, n)
        values = seats.appraisals[seat].value[:n].tolist()
        kinds = [move[0] for move in listed(moves, n)]
        limit = next(v for v, kind in zip(values, kinds, strict=True) if kind in (K_PASS, K_END_TURN))
        for kind in (K_CORNER, K_BUY, K_EXCHANGE):
            of_kind = [v for v, other in zip(values, kinds, strict=True) if other == kind]
            if of_kind:
                assert bool(mask & bit_of(kind)) == (max(of_kind) <= limit)
                left += max(of_kind) <= limit
                kept += max(of_kind) > limit
    assert left > 20
    assert kept > 5


def test_windows():
    strategy = parse_strategy(
        HEAD + '[move_filter]\nstart = ["step"]\ninside = ["buy"]\nend = ["mission"]\ndata = ["place"]', "a.toml"
    )
    seats, seen = seats_of(strategy), set()
    for game, moves, n in decisions(seats_of(load_strategy("balanced")), 1, 2):
        frame = game.frames[game.n_frames - 1]
        me = game.players[int(frame.player)]
        window = "inside" if frame.op != F_TURN else "start"
        if frame.op == F_TURN and game.phase == AFTER_MAIN:
            window = "end" if me.pool == 0 else "data"
            if window == "data" and not any(move[0] == K_PLACE for move in listed(moves, n)):
                window = "end"
        wanted = {"start": "step", "inside": "buy", "end": "mission", "data": "place"}[window]
        assert filtered_kinds(game, seats.appraisals[0]) == 63 - bit(wanted), window
        seen.add(window)
        if seen == set(WINDOWS):
            return
    raise AssertionError(seen)


@pytest.mark.full
def test_who_looks_at_no_free_action_takes_none():
    seats = seats_of(parse_strategy(HEAD + NOTHING, "a.toml"))
    for game, moves, n in decisions(seats, 5, 2):
        move = moves.list[seats.choose(game, moves, n)]
        by_points = game.frames[game.n_frames - 1].op == F_MOVE
        assert not K_PLACE <= move.kind <= K_EXCHANGE or (by_points and move.kind == K_STEP)
        candidates = seats.candidates(n, int(game.frames[game.n_frames - 1].player), 99)
        assert all(value > -1e9 for _, value in candidates)


@pytest.mark.full
@pytest.mark.parametrize(("name", "index"), [("balanced", 7), ("greedy", 8)])
def test_values_noted_for_later_are_those_worked_out_anew(name, index):
    plain = parse_strategy(load_strategy(name).source.split("[move_filter]")[0], "a.toml")  # looks at everything
    noting, forgetting = seats_of(plain), seats_of(plain)
    for game, moves, n in decisions(noting, index):
        if n < 2:
            continue
        seat = int(game.frames[game.n_frames - 1].player)
        for a in forgetting.appraisals:
            drop_cache(a)
        assert noting.choose(game, moves, n) == forgetting.choose(game, moves, n)
        assert noting.appraisals[seat].value[:n].tolist() == forgetting.appraisals[seat].value[:n].tolist()


def test_without_a_table_nothing_is_overlooked_and_data_is_like_the_end():
    assert not load_strategy("expert").params[P_MOVE_FILTER:P_POSITION].any()
    row = parse_strategy(HEAD + '[move_filter]\nend = ["place"]', "a.toml").params[P_MOVE_FILTER:P_POSITION]
    assert row.tolist() == [0, 0, 63 - bit("place"), 63 - bit("place")]


def test_a_fitted_strategy_keeps_the_move_filter_of_its_base():
    base = load_strategy("balanced")
    again = parse_strategy(HEAD + "\n".join(move_filter_lines(base.params)), "a.toml")
    assert again.params[P_MOVE_FILTER:P_POSITION].tolist() == base.params[P_MOVE_FILTER:P_POSITION].tolist()
    assert move_filter_lines(load_strategy("expert").params) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("move_filter = 3", "move_filter is not a table"),
        ("[move_filter]\nmiddle = []", "unknown window of move_filter 'middle' (known: start, inside, end, data)"),
        (
            '[move_filter]\nend = "place"',
            "move_filter.end must be a list of some of: place, mission",
        ),
        (
            '[move_filter]\nend = ["pass"]',
            "move_filter.end must be a list of some of: place, mission",
        ),
        ("[move_filter]\nend = [[]]", "move_filter.end must be a list of some of: place, mission"),
        ('policy = "random"\n[move_filter]', "only the policies heuristic and lookahead have the table move_filter"),
    ],
)
def test_wrong_tables_are_refused_in_one_line(text, message):
    with pytest.raises(StrategyError) as caught:
        parse_strategy(HEAD + text, "a.toml")
    assert str(caught.value).startswith(f"a.toml: {message}")
    assert "\n" not in str(caught.value)
