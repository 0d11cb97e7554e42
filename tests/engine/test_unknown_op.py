"""An opcode or a frame that nobody knows ends the game; it used to be played as another one."""

import numpy as np
import pytest

from seti_sim.components import opcodes
from seti_sim.components.loader import load_tables
from seti_sim.components.tables import TABLES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_FRAME, E_UNSUPPORTED
from seti_sim.engine.frames import F_DRAWN
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.moves import K_PLAY
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list


@pytest.mark.parametrize("op", [opcodes.N_OPS, 99, -1])
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


def test_an_unknown_frame_ends_the_game():
    game, moves = np.zeros(1, GAME)[0], move_list()
    setup_game(game, load_tables().record, np.uint64(1), 0, 2, -1, -1)
    game.frames[game.n_frames - 1].op = F_DRAWN + 1
    legal_moves(game, load_tables().record, moves)
    assert (game.error, game.over) == (E_FRAME, 1)
