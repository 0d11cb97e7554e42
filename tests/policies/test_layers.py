"""The layers of the policies: who may write what, and that prices are asked from the rules."""

import re
from pathlib import Path

import numpy as np
import pytest

import seti_sim.policies
from seti_sim.components.loader import load_tables
from seti_sim.components.tables import TABLES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy

SOURCES = {path.name: path.read_text(encoding="utf-8") for path in Path(seti_sim.policies.__file__).parent.glob("*.py")}
PRICES = (
    "launch_credit", "orbit_credit", "orbit_energy", "land_energy", "land_energy_orbiter", "land_tech_discount",
    "scan_credit", "scan_energy", "analyze_energy", "research_publicity", "move_energy", "asteroid_exit",
    "asteroid_exit_tech", "buy_card_publicity", "exchange_give", "mercury_publicity", "launch_tech_energy",
    "exertian_cost",
)  # fmt: skip
"""Fields of the tables that are prices or parts of them."""


def writers(part):
    """The modules that assign to a part of the appraisal."""
    pattern = re.compile(rf"\b(?:a\.{part}\.|{part}\.)\w+(?:\[[^=\n]*\])?(?:\.\w+)? (?:\||\+|-)?= ")
    return {name for name, text in SOURCES.items() if pattern.search(text)}


def test_only_its_owner_writes_the_value_cache():
    assert writers("cache") == {"value_cache.py"}


def test_the_valuation_is_written_where_it_is_built():
    assert writers("table") == {"appraise.py", "pruning.py"}
    assert len(re.findall(r"a\.table\.\w+\[[^=\n]*\] = ", SOURCES["pruning.py"])) == 3
    assert {name for name, text in SOURCES.items() if "fill_pays(" in text} == {"appraise.py", "pruning.py"}


@pytest.mark.parametrize("price", PRICES)
def test_prices_are_asked_from_the_rules(price):
    assert price in (TABLES.names or ())
    assert [name for name, text in SOURCES.items() if re.search(rf"tables\.{price}\b|\.cost_amount\b", text)] == []


def contents(records, prefix=""):
    """The bytes of every field of records by its path: padding left out."""
    found = {}
    for name in records.dtype.names:
        if records[name].dtype.names:
            found |= contents(records[name], f"{prefix}{name}.")
        else:
            found[prefix + name] = np.ascontiguousarray(records[name]).tobytes()
    return found


@pytest.mark.full
def test_games_leave_the_strategy_of_a_seat_as_it_is():
    tables = load_tables().record
    one = load_strategy("balanced")
    seats = Seats(tables, np.full(4, one.policy), np.tile(one.params, (4, 1)))
    before = contents(seats.appraisals)
    game, moves = np.zeros(1, GAME)[0], move_list()
    setup_game(game, tables, np.uint64(5), 0, 4, -1, -1)
    while not game.over:
        n = legal_moves(game, tables, moves)
        apply_legal(game, tables, moves.list[seats.choose(game, moves, n)])
    after = contents(seats.appraisals)
    changed = {name.split(".")[0] for name in before if before[name] != after[name]}
    assert changed == {"cache", "value"}
