import shlex

import pytest

from seti_sim.runner.chunks import split
from seti_sim.runner.errors import PlanError
from seti_sim.runner.plan import RunPlan, make_plan


def test_one_strategy_is_taken_for_every_seat():
    assert make_plan(games=1, players=3, strategies=["greedy"]).strategies == ("greedy",) * 3


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"games": -5}, "games must be at least 1, not -5"),
        ({"players": 5}, "players must be at most 4, not 5"),
        ({"players": 1}, "players must be at least 2, not 1"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"seed": 2**63}, "seed must be at most 9223372036854775807, not 9223372036854775808"),
        ({"chunk": 0}, "chunk must be at least 1, not 0"),
        ({"strategies": ["a", "b"]}, "strategies: 2 given for 4 players; name one for every seat or a single one"),
        ({"strategies": ["a", ""]}, "strategies: a name is empty"),
        ({"species": ("martians", "random")}, "species: unknown species 'martians'; known are mascamites, "),
        ({"species": ("exertians", "exertians")}, "species: exertians can't be on both sides"),
        ({"species": ("exertians",)}, "species: two are needed, left and right"),
        ({"colour": "red"}, "colour: unknown key"),
    ],
)
def test_a_bad_option_is_one_line_that_names_it(plan, changes, line):
    with pytest.raises(PlanError) as caught:
        plan(**changes)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_species_codes_follow_the_box():
    plan = make_plan(games=1, players=2, strategies=["greedy"], species=("random", "centaurians"))
    assert plan.species_codes == (-1, 3)


def test_the_command_repeats_the_plan():
    plan = make_plan(
        games=7, players=2, strategies=["greedy", "my file.toml"], seed=3, chunk=2, species=("random", "exertians"),
        variant="a b.toml",
    )  # fmt: skip
    words = shlex.split(plan.command("out dir"))
    options = dict(zip(words[2::2], words[3::2], strict=True))
    assert words[:2] == ["seti-sim", "run"]
    assert options == {
        "--games": "7",
        "--players": "2",
        "--strategies": "greedy,my file.toml",
        "--seed": "3",
        "--chunk": "2",
        "--species": "random,exertians",
        "--variant": "a b.toml",
        "--out": "out dir",
    }


def test_a_plan_survives_json(plan):
    assert RunPlan.model_validate_json(plan().model_dump_json()) == plan()


@pytest.mark.parametrize(("games", "size"), [(1, 1), (1, 500), (10, 3), (9, 3), (1000, 1)])
def test_chunks_cover_every_game_once(games, size):
    chunks = split(games, size)
    assert [index for chunk in chunks for index in range(chunk.first, chunk.first + chunk.games)] == list(range(games))
    assert [chunk.part for chunk in chunks] == list(range(len(chunks)))
    assert all(0 < chunk.games <= size for chunk in chunks)
