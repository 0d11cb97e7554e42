"""The registries of weights and features: swapping any two rows or constants is noticed; every weight has a use."""

import ast
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import seti_sim.policies.position as features
import seti_sim.policies.weights as weights
from seti_sim.components.loader import load_tables, load_variant
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.play import Seats
from seti_sim.policies.registry import check_constants, check_run
from seti_sim.policies.strategies import load_strategy, parse_strategy

POLICIES = Path(weights.__file__).parent
REGISTRIES = [("W_", weights.NAMES, vars(weights)), ("X_", features.FEATURE_NAMES, vars(features))]


@pytest.mark.parametrize(("prefix", "names", "constants"), REGISTRIES, ids=["weights", "features"])
def test_any_two_rows_in_each_others_place_are_noticed(prefix, names, constants):
    check_constants(prefix, names, constants)
    for i, j in combinations(range(len(names)), 2):
        swapped = list(names)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        with pytest.raises(ValueError, match="but the registry says"):
            check_constants(prefix, swapped, constants)


@pytest.mark.parametrize(("prefix", "names", "constants"), REGISTRIES, ids=["weights", "features"])
def test_missing_and_further_constants_are_noticed(prefix, names, constants):
    with pytest.raises(ValueError, match="is None, but the registry says"):
        check_constants(prefix, (*names, "other"), constants)
    with pytest.raises(ValueError, match="but the registry says None"):
        check_constants(prefix, names[:-1], constants)
    with pytest.raises(ValueError, match="is there twice"):
        check_constants(prefix, (*names, names[0]), constants)


def test_names_that_are_counted_on_to_follow_each_other():
    check_run(("a", "b", "c"), 1, ("b", "c"))
    with pytest.raises(ValueError, match="where"):
        check_run(("a", "c", "b"), 1, ("b", "c"))
    with pytest.raises(ValueError, match="where"):
        check_run(("a", "b"), 1, ("b", "c"))


@pytest.mark.parametrize(("prefix", "names"), [(prefix, names) for prefix, names, _ in REGISTRIES])
def test_every_row_is_used(prefix, names):
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(POLICIES.glob("*.py")))
    runs = {
        "W_ENERGY",
        "W_PUBLICITY",
        "W_DATA",
        "W_TECH_TELESCOPE",
        "W_TECH_COMPUTER",
        "X_TRACES_YELLOW",
        "X_TRACES_BLUE",
    }
    runs |= {
        name for name in (prefix + n.upper() for n in names) if re.fullmatch(r"X_(PROBE|TELESCOPE|COMPUTER)_\d", name)
    }
    for name in (prefix + n.upper() for n in names):
        uses = len(re.findall(rf"\b{name}\b", text))
        assert uses >= (1 if name in runs else 2), name


ALLOWED = {0.0, 1.0, 1.0e30, 10.0}
"""Neutral elements, the value of what is not looked at and of a signal that cannot be placed."""


@pytest.mark.parametrize(
    "module",
    ["valuation", "appraise", "board_values", "value_cache", "free_actions", "heuristic", "pruning"],
    ids=lambda name: f"{name}.py",
)
def test_no_number_without_a_name_is_left_in_the_heuristic(module):
    tree = ast.parse((POLICIES / f"{module}.py").read_text(encoding="utf-8"))
    numbers = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is float}
    assert numbers <= ALLOWED


def test_defaults_and_bounds():
    for weight in weights.WEIGHTS:
        assert weight.low < weight.high, weight.name
        assert weight.low <= weight.default <= weight.high, weight.name
        assert weight.meaning, weight.name
    assert len(set(weights.TUNED)) == len(weights.MAIN)
    assert np.array(weights.DEFAULTS).shape == (weights.N_WEIGHTS,)


def positions_of_games(tables, count):
    """Copies of the games at every decision with several legal moves, of games with all pairs of species."""
    one = load_strategy("greedy")
    seats = Seats(tables, np.full(4, one.policy), np.tile(one.params, (4, 1)))
    moves, found = move_list(), []
    for index in range(count):
        game = np.zeros(1, GAME)[0]
        setup_game(game, tables, np.uint64(31), index, 2 + index % 3, index % 5, (index + 1 + index // 5) % 5)
        while not game.over:
            n = legal_moves(game, tables, moves)
            if n > 1:
                found.append(game.copy())
            apply_legal(game, tables, moves.list[seats.choose(game, moves, n)])
    return found


def values_of(tables, strategy, positions):
    """The values of all moves of all positions."""
    seats = Seats(tables, np.full(4, strategy.policy), np.tile(strategy.params, (4, 1)))
    moves, found = move_list(), []
    for game in positions:
        n = legal_moves(game, tables, moves)
        seats.choose(game, moves, n)
        found.append(seats.appraisals[int(game.frames[game.n_frames - 1].player)].value[:n].copy())
    return np.concatenate(found)


@pytest.mark.full
def test_every_weight_changes_the_value_of_a_move():
    tables = load_tables(load_variant("promos")).record
    positions = positions_of_games(tables, 40)[::3]
    before = values_of(tables, parse_strategy('name = "a"', "a"), positions)
    idle = []
    for weight in weights.WEIGHTS:
        texts = [f'name = "a"\n[weights]\n{weight.name} = {other}' for other in (weight.low, weight.high)]
        if all(np.all(values_of(tables, parse_strategy(text, "a"), positions) == before) for text in texts):
            idle.append(weight.name)
    assert idle == []
