"""Plan files: which cells they mean, and one line for every mistake."""

import pytest

from seti_sim.runner.errors import PlanError
from seti_sim.runner.grid import read_grid


@pytest.fixture
def grid(fake, tmp_path):
    """The cells of a plan file with this text, or the line it is refused with."""

    def read(text, name="plan.toml"):
        file = tmp_path / name
        file.write_text(text)
        try:
            return read_grid(file)
        except PlanError as error:
            return str(error).replace(str(tmp_path), "HERE")

    return read


def names(cells):
    assert not isinstance(cells, str), cells
    return [cell.name for cell in cells]


def test_single_values_make_one_cell(grid):
    (cell,) = grid('games = 7\nplayers = 3\nstrategies = "greedy"\nseed = 4\nchunk = 5\n')
    assert cell.name == "3p-greedy"
    assert (cell.plan.games, cell.plan.players, cell.plan.seed, cell.plan.chunk) == (7, 3, 4, 5)
    assert cell.plan.strategies == ("greedy",) * 3


def test_every_list_is_a_side_of_the_grid(grid):
    cells = grid(
        'games = 7\nplayers = [2, 4]\nstrategies = ["greedy", "random"]\n'
        'species = [["random", "random"], ["exertians", "random"]]\n'
        'gold = [{}, { tech = "a", other = "b" }]\nvariants = ["none", "promos"]\n'
    )
    assert len(cells) == len(set(names(cells))) == 32
    assert names(cells)[:2] == ["2p-greedy", "2p-greedy-promos"]
    assert cells[-1].name == "4p-random-exertians+random-tech=a+other=b-promos"
    assert cells[-1].plan.gold == ("a", "random", "random", "b")
    assert cells[-1].plan.variant == "promos"


def test_line_ups_sit_in_an_order_drawn_in_every_game(grid):
    text = 'games = 1\nplayers = [2, 4]\nstrategies = ["greedy", ["greedy", "random"]]\n'
    cells = grid(text)
    assert names(cells) == ["2p-greedy", "2p-greedy-random", "4p-greedy", "4p-greedy-3random"]
    assert [cell.plan.seating for cell in cells] == ["fixed", "random", "fixed", "random"]
    assert {cell.plan.seating for cell in grid(text + "rotate = false\n")} == {"fixed"}


def test_one_pair_of_species_and_one_variant_need_no_list(grid):
    (cell,) = grid(
        'games = 1\nplayers = 2\nstrategies = "greedy"\nspecies = ["random", "anomalies"]\nvariants = "promos"\n'
    )
    assert cell.name == "2p-greedy-random+anomalies-promos"


def test_variant_files_are_named_as_seen_from_the_plan(grid, tmp_path):
    (tmp_path / "cheap one.toml").write_text("[board.actions.launch]\ncredit = 1\n")
    (cell,) = grid('games = 1\nplayers = 2\nstrategies = "greedy"\nvariants = ["cheap one.toml"]\n')
    assert cell.name == "2p-greedy-cheap_one"
    assert cell.plan.variant == str(tmp_path / "cheap one.toml")


def test_two_files_of_one_name_are_told_apart(grid, tmp_path):
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.toml").write_text("[board.actions.launch]\ncredit = 1\n")
    head = "HERE/plan.toml: two cells would be named"
    tail = "HERE/a/x.toml and HERE/b/x.toml have the same name; rename one of them"
    for text, name in (
        ('strategies = ["a/x.toml", "b/x.toml"]', "2p-x"),
        ('strategies = "greedy"\nvariants = ["a/x.toml", "b/x.toml"]', "2p-greedy-x"),
    ):
        assert grid(f"games = 1\nplayers = 2\n{text}\n") == f"{head} {name}: {tail}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("games = 1\n", "players: field required"),
        ("games = 1\ngamse = 2\n", "gamse: unknown key"),
        ('players = 5\ngames = 1\nstrategies = "greedy"', "players.0 must be at most 4, not 5"),
        ('players = 2\ngames = 0\nstrategies = "greedy"', "games must be at least 1, not 0"),
        ('players = []\ngames = 1\nstrategies = "greedy"', "players: the list is too short"),
        ('players = 2\ngames = "1"\nstrategies = "greedy"', "games: input should be a valid integer"),
        ('players = 2\ngames = true\nstrategies = "greedy"', "games: input should be a valid integer"),
        ('players = 2\ngames = 1\nstrategies = "greedy"\nrotate = "no"', "rotate: input should be a valid boolean"),
        ("players = 2\ngames = 1\nstrategies = 3", "strategies must be a list"),
        ("players = 2\ngames = 1\nstrategies = [[]]", "strategies: a line-up is empty"),
        (
            'players = [2, 3]\ngames = 1\nstrategies = [["greedy", "random", "greedy"]]',
            "strategies: 3 in a line-up (greedy, random, greedy) for 2 players",
        ),
        ('players = 2\ngames = 1\nstrategies = "nobody"', "unknown strategy 'nobody'"),
        ('players = 2\ngames = 1\nstrategies = "greedy"\nvariants = "five"', 'no variant "five"'),
        ('players = 2\ngames = 1\nstrategies = "greedy"\ngold = { best = "a" }', "gold: unknown tile 'best'; known"),
        ('players = 2\ngames = 1\nstrategies = "greedy"\ngold = { tech = "c" }', "gold: tech has no side 'c'"),
        ('players = 2\ngames = 1\nstrategies = "greedy"\nspecies = [["cats", "random"]]', "species: unknown species"),
        ('players = [2, 2]\ngames = 1\nstrategies = "greedy"', "the cell 2p-greedy comes twice"),
        ("games = = 1", "not valid TOML: Invalid value (at line 1, column 9)"),
    ],
)
def test_a_mistake_is_one_line_with_file_and_key(grid, text, line):
    found = grid(text)
    assert isinstance(found, str), "it was accepted"
    assert "\n" not in found
    assert found.startswith(f"HERE/plan.toml: {line}"), found


def test_no_file_is_one_line(tmp_path):
    with pytest.raises(PlanError, match=r"can't read .*nothing.toml: No such file"):
        read_grid(tmp_path / "nothing.toml")
