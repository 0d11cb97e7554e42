"""The golden games can be played again, line by line; ``python -m tests.golden.write`` writes them anew."""

from collections import Counter

import pytest
from golden.record import FOLDER, INDENT, KEYS, Differs, play_again, read_head

from seti_sim.components.loader import load_tables
from seti_sim.components.opcodes import SPECIES
from seti_sim.policies.strategies import library

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(scope="module")
def tables():
    return load_tables().record


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_game(path, tables):
    lines = lines_of(path)
    head = read_head(lines)
    assert head.lines() == lines[: len(KEYS)]
    assert len(head.strategies) == head.players
    game = play_again(lines, tables).game
    assert game.error == 0
    assert game.turns > 20


def test_the_games_cover_players_species_and_strategies():
    heads = [read_head(lines_of(path)) for path in FILES]
    assert len(heads) == 12
    assert Counter(head.players for head in heads) == {2: 4, 3: 4, 4: 4}
    species = Counter(name for head in heads for name in head.species)
    assert set(species) == set(SPECIES)
    assert min(species.values()) >= 2
    assert {"random", "greedy", "balanced"} <= {name for head in heads for name in head.strategies} <= set(library())


def test_every_species_is_discovered_at_least_twice(tables):
    games = [play_again(lines_of(path), tables).game for path in FILES]
    discovered = Counter(int(game.species[side]) for game in games for side in range(2) if game.discovered[side])
    assert min(discovered[species] for species in range(len(SPECIES))) >= 2


@pytest.fixture
def lines():
    return lines_of(FILES[0])


def first(lines, wanted):
    return next(i for i, line in enumerate(lines) if wanted(line))


def test_another_score_is_found(lines, tables):
    at = first(lines, lambda line: line.startswith("round 3"))
    lines[at] += "1"
    with pytest.raises(Differs, match=f"line {at + 1}: expected 'round 3, turn .* but it is 'round 3, turn "):
        play_again(lines, tables)


def test_a_move_that_is_not_legal_is_found(lines, tables):
    at = first(lines, lambda line: line.startswith(INDENT) and "play card" in line)
    lines[at] = f"{INDENT}play card ET.1"
    with pytest.raises(Differs, match=f"line {at + 1}: 'play card ET.1' does not fit; round .*, seat .: "):
        play_again(lines, tables)


def test_a_choice_that_is_not_written_is_found(lines, tables):
    at = first(lines, lambda line: line.startswith(INDENT) and "launch" in line)
    del lines[at]
    with pytest.raises(Differs, match=r"line \d+: "):
        play_again(lines, tables)


def test_a_cut_file_is_found(lines, tables):
    with pytest.raises(Differs, match="the game is not over"):
        play_again(lines[:50], tables)
    with pytest.raises(Differs, match=r"line \d+: 'pass', but the game is over"):
        play_again([*lines, f"{INDENT}pass"], tables)
