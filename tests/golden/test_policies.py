"""Golden games of policies: same moves, same values; ``python -m tests.golden.policies`` writes them anew."""

import pytest

from tests.golden.policies import FOLDER, GAMES, file_of, text_of

QUICK = [head for head in GAMES if "expert" not in head.strategies]
SLOW = [head for head in GAMES if "expert" in head.strategies]


def name(head):
    return file_of(head).stem


@pytest.mark.parametrize("head", QUICK, ids=name)
def test_heuristics_value_their_moves_as_written(head):
    assert text_of(head) == file_of(head).read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.parametrize("head", SLOW, ids=name)
def test_look_ahead_values_its_moves_as_written(head):
    assert text_of(head) == file_of(head).read_text(encoding="utf-8")


def test_no_file_is_left_over():
    assert sorted(FOLDER.glob("*.txt")) == sorted(map(file_of, GAMES))


def test_the_games_show_several_strategies_and_all_species():
    assert len({strategy for head in GAMES for strategy in head.strategies}) == 2 * len(GAMES)
    assert len({species for head in GAMES for species in head.species}) == 5
