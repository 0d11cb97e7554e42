"""An opcode, a count or a frame that nobody knows ends the game; it used to be played as another one."""

import numpy as np
import pytest

from seti_sim.components import opcodes as w
from seti_sim.components.loader import load_tables
from seti_sim.components.tables import TABLES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.counts import count_of
from seti_sim.engine.errors import E_FRAME, E_UNSUPPORTED
from seti_sim.engine.frames import F_DRAWN
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.moves import K_PLAY
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list


@pytest.mark.parametrize("op", [w.N_OPS, 99, -1])
def test_it_ends_the_game(op):
    tables = np.zeros(1, TABLES)
    tables[0] = load_tables().record
    programs = tables["cards"][0]["effects"]
    for program in set(programs.tolist()) - {0}:
        tables["program"][0, program] = (op, 1, 1, 0)
    game, moves = np.zeros(1, GAME)[0], move_list()
    setup_game(game, tables[0], np.uint64(1), 0, 2, -1, -1)
    while not game.over:
        n = legal_moves(game, tables[0], moves)
        plays = [i for i in range(n) if moves.list[i].kind == K_PLAY and programs[moves.list[i].a] != 0]
        apply_legal(game, tables[0], moves.list[plays[0] if plays else 0])
    assert game.error == E_UNSUPPORTED


KINDS = {name: value for name, value in vars(w).items() if name.startswith("C_") and isinstance(value, int)}


def counted(kind):
    """The game after a count of this kind has been asked for, in the position after set-up."""
    tables = np.zeros(1, TABLES)
    tables[0] = load_tables().record
    for index in range(2):
        tables["count"][0, index] = (kind if index == 0 else w.C_HAND, 1, 1, -1 if kind >= w.C_MIN else 0)
    game = np.zeros(1, GAME)[0]
    setup_game(game, tables[0], np.uint64(1), 0, 2, -1, -1)
    count_of(game, tables[0], 0, 0, -1)
    return game


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_count_is_counted(name):
    assert counted(KINDS[name]).error == 0


def test_kinds_of_counts_are_numbered_without_a_gap():
    assert sorted(KINDS.values()) == list(range(len(KINDS)))


@pytest.mark.parametrize("kind", [-1, len(KINDS), 99])
def test_an_unknown_kind_of_count_ends_the_game(kind):
    assert counted(kind).error == E_UNSUPPORTED


def test_an_unknown_frame_ends_the_game():
    game, moves = np.zeros(1, GAME)[0], move_list()
    setup_game(game, load_tables().record, np.uint64(1), 0, 2, -1, -1)
    game.frames[game.n_frames - 1].op = F_DRAWN + 1
    legal_moves(game, load_tables().record, moves)
    assert (game.error, game.over) == (E_FRAME, 1)
