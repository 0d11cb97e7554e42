import numpy as np
import pytest
from engine.games import PAIRS, decisions, new_game

from seti_sim.engine import moves as kinds
from seti_sim.engine.text import FORMS, MoveImpossibleError, MoveTextError, move_text, new_move, parse_move


def check_texts(tables, game, moves):
    texts = [move_text(game, tables, move) for move in moves]
    assert len(set(texts)) == len(texts)
    for text, move in zip(texts, moves, strict=True):
        assert tuple(parse_move(game, tables, text)) == tuple(move), text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_move_can_be_written_and_read_back(tables, players):
    for index in range(6):
        for game, moves in decisions(tables, index, players):
            check_texts(tables, game, moves)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_the_moves_of_every_pair_of_species_can_be_read_back(tables, left, right):
    for game, moves in decisions(tables, 100, 4, (left, right)):
        check_texts(tables, game, moves)


def test_every_kind_of_move_has_a_text():
    assert {form.kind for form in FORMS} == set(range(kinds.N_KINDS))


def test_white_space_does_not_matter(tables):
    game = new_game(tables, 0, 2)
    assert tuple(parse_move(game, tables, "  tuck   card ET.12 ")) == (kinds.K_TUCK, 151, 0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dance", 'unknown move "dance"'),
        ("play card 139", 'no card "139"'),
        ("play card", 'unknown move "play card"'),
        ("signal sol", 'unknown move "signal sol"'),
        ("move probe 1 to ring 3 index 5", "ring 3 index 5 is not next to probe 1"),
        ("pick probe 77", "there is no probe 77"),
        ("trace: left board red row 99", "no such space: row 99"),
    ],
)
def test_a_text_that_is_no_move_is_one_line(tables, text, message):
    with pytest.raises(MoveTextError, match=message):
        parse_move(new_game(tables, 0, 2), tables, text)


def test_a_move_said_about_the_wrong_planet_is_impossible(tables):
    game = new_game(tables, 0, 2)
    seat = game.frames[game.n_frames - 1].player
    ring, place = np.argwhere(game.cells == 3)[0]
    game.players[seat].figure[0] = 1
    game.players[seat].ring[0], game.players[seat].place[0] = ring, place
    assert move_text(game, tables, new_move(kinds.K_ORBIT)) == "orbit mars with probe 1"
    with pytest.raises(MoveImpossibleError, match='"orbit mars with probe 1" would'):
        parse_move(game, tables, "orbit venus with probe 1")
