"""Games stepped by hand and by the thousand: the same games as those of a run."""

import re
from pathlib import Path

import numpy as np
import pytest

import seti_sim as ss
from seti_sim.policies.play import play_chunk
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import make_plan


def finished(strategy, index, players=3):
    inputs = load_inputs(make_plan(games=1, players=players, strategies=[strategy], seed=5))
    return inputs.play(play_chunk, index, 1)[0]


@pytest.mark.parametrize("strategy", ["balanced", "greedy"])
def test_a_game_played_out_is_that_of_a_run(strategy):
    game = ss.Game(seed=5, players=3, index=2).play_out(strategy)
    expected = finished(strategy, 2)
    assert game.over
    assert game.scores == tuple(expected["players"]["score"][:3])
    assert game.winners == tuple(np.flatnonzero(np.array(game.scores) == max(game.scores)))


def test_moves_by_text_place_and_record_are_the_same():
    games = [ss.Game(seed=5, players=2) for _ in range(3)]
    while not games[0].over:
        text = games[0].advise("greedy")
        place = games[1].legal_moves().index(text)
        games[0].play(f"  {text} ")
        games[1].play(place)
        games[2].play(games[2].moves()[place])
        assert games[0].state.tobytes() == games[1].state.tobytes() == games[2].state.tobytes()


def test_a_wrong_move_is_refused_and_near_ones_are_named():
    game = ss.Game(seed=5, players=2)
    text, before = game.legal_moves()[0], game.state.tobytes()
    with pytest.raises(
        ss.IllegalMoveError, match=rf"'{text}x' is not legal for seat {game.seat}; did you mean '{text}'"
    ):
        game.play(text + "x")
    with pytest.raises(ss.IllegalMoveError, match="no move 99: there are"):
        game.play(99)
    assert game.state.tobytes() == before


def test_a_copy_is_played_by_itself():
    game = ss.Game(seed=5, players=2).play_forced()
    other, before = game.copy(), game.state.tobytes()
    other.play(0)
    assert game.state.tobytes() == before != other.state.tobytes()
    assert game.copy().play(0).state.tobytes() == other.state.tobytes()


def test_a_function_plays_a_seat():
    asked = []

    def first(game, seat):
        asked.append((game.seat, seat, len(game.moves())))
        return 0

    game = ss.Game(seed=5, players=2).play_out([first, "random"])
    assert game.over
    assert all(one == other == 0 and n > 1 for one, other, n in asked)
    with pytest.raises(ss.GameOverError, match="the game is over"):
        game.play(0)
    assert game.legal_moves() == []
    with pytest.raises(ValueError, match="1 strategies for 2 players"):
        ss.Game(seed=5, players=2).play_out([first])


def test_notebooks_show_the_players_and_the_moves():
    game = ss.Game(seed=5, players=2)
    shown = game._repr_html_()
    assert "<th>data</th>" in shown
    assert "more</p>" in shown or "legal" in shown or game.legal_moves()[0] in shown


def test_games_in_one_call_are_those_stepped_one_by_one():
    many = ss.VectorGame(6, players=3, seed=5)
    one_by_one = [ss.Game(seed=5, players=3, index=i).play_forced() for i in range(6)]
    rng = np.random.default_rng(1)
    while not many.over.all():
        assert [len(game.moves()) for game in one_by_one] == many.n_moves.tolist()
        assert [-1 if game.over else game.seat for game in one_by_one] == many.seats.tolist()
        listed = many.moves()
        for game, rows in zip(one_by_one, listed, strict=True):
            assert [[move.kind, move.a, move.b, move.c] for move in game.moves()] == rows[rows[:, 0] >= 0].tolist()
        actions = rng.integers(np.maximum(many.n_moves, 1))
        for game, action in zip(one_by_one, actions, strict=True):
            if not game.over:
                game.play(int(action)).play_forced()
        many.step(actions)
    assert many.scores.tolist() == [list(game.scores) for game in one_by_one]
    assert not many.observe().any()


def test_an_action_out_of_range_plays_nothing():
    many = ss.VectorGame(3, players=2)
    before = many.states.tobytes()
    with pytest.raises(ValueError, match="game 1 has no move -1: there are"):
        many.step([0, -1, 0])
    with pytest.raises(ValueError, match=r"\(2,\) actions for \(3,\) games"):
        many.step([0, 0])
    assert many.states.tobytes() == before


def test_features_are_named_and_change_with_the_position():
    many = ss.VectorGame(4, players=2)
    first = many.observe().copy()
    assert first.shape == (4, len(many.FEATURES))
    assert set(many.MEANINGS) == set(many.FEATURES)
    many.step(np.zeros(4, int))
    assert (many.observe() != first).any()
    many.reset()
    assert (many.observe() == first).all()


def test_public_names_are_there():
    assert all(hasattr(ss, name) for name in ss.__all__)
    assert set(ss.__all__) <= set(dir(ss))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        ss.nothing  # noqa: B018
    stub = Path(ss.__file__).with_suffix(".pyi").read_text()
    assert set(re.findall(r" as (\w+)$", stub, re.MULTILINE)) == {n for names in ss._PLACES.values() for n in names}
