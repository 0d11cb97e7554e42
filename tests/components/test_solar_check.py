"""The worked examples of the solar system, from the layers of the tables by the rule of ``board.toml``."""

from typing import Any

import pytest
from components import facts

from seti_sim.components import opcodes
from seti_sim.components.loader import Tables

CHECKS = facts.read("board")["solar"]["check"]


def visible(tables: Tables, turns: list[int], ring: int, place: int) -> str:
    """A disc at turn t shows at place i its cell (i + t) mod 8; the first cell that is not a gap is seen."""
    for layer, turn in zip(tables.record.layers, [*turns, 0], strict=True):
        cell = layer.cells[ring, (place + turn) % 8]
        if cell != opcodes.GAP:
            return opcodes.CELLS[cell]
    raise AssertionError("the board has no gaps")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: "-".join(str(turn) for turn in check["turns"]))
def test_visible_cells(tables: Tables, check: dict[str, Any]) -> None:
    for ring in range(4):
        seen = [visible(tables, check["turns"], ring, place) for place in range(8)]
        assert seen == check[f"ring{ring + 1}"]


def test_there_are_four_examples() -> None:
    assert len(CHECKS) == 4


def test_rings_outside_a_disc_are_gaps(tables: Tables) -> None:
    for number in range(3):
        assert (tables.record.layers[number].cells[number + 1 :] == opcodes.GAP).all()
    assert (tables.record.layers[3].cells != opcodes.GAP).all()


def test_the_notch_of_the_tile_is_a_gap(tables: Tables) -> None:
    record = tables.record
    assert record.layers[2].cells[record.tile_ring, record.tile_index] == opcodes.GAP
