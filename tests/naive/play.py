"""Playing games for the comparisons with the naive twins."""

import random
import re

import numpy as np
from engine.games import LIKES, new_game

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.state import MAX_FIGURES, PROBE, move_list
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy
from seti_sim.scenario.check import Position
from seti_sim.scenario.view import view

STRATEGIES = ("explorer", "balanced", "xenologist", "engineer")
CHANCE = 0.1  # of a random move in place of a good one


def values(position, *, derived=False):
    return {path: shown.value for path, shown in view(position.game, position.tables, derived=derived).items()}


def new_position(tables, index, players, left, right):
    return Position(new_game(tables, index, players, (left, right)), tables, move_list())


def steps(tables, *game):
    """Play a game of good and random moves; at every decision yield the position and the move that comes next."""
    position = new_position(tables, *game)
    dice = random.Random(game[0])
    strategy = load_strategy(STRATEGIES[game[0] % len(STRATEGIES)])
    seats = Seats(tables, np.full(4, strategy.policy), np.tile(strategy.params, (4, 1)))
    while not position.game.over:
        moves = position.legal()
        if len(moves) > 1 and dice.random() > CHANCE:
            move = moves[seats.choose(position.game, position.moves, len(moves))]
        else:
            move = dice.choices(moves, [LIKES.get(int(move.kind), 1.0) for move in moves])[0]
        yield position, move
        apply_legal(position.game, tables, move)


def probes_of(position, seat):
    """The probes of a player by the number they go by; of those on one space, which are all alike, the first."""
    me = position.game.players[seat]
    found = {}
    for i in range(MAX_FIGURES):
        space = (int(me.ring[i]) + 1, int(me.place[i]))
        if me.figure[i] == PROBE and space not in found.values():
            found[i + 1] = space
    return found


def explore(position, space, seat, left, best):
    """Spaces the engine lets a probe reach paying energy, with the energy that is left at best."""
    if left <= best.get(space, -1):
        return
    best[space] = left
    number = next(number for number, there in probes_of(position, seat).items() if there == space)
    for move in position.legal():
        step = re.fullmatch(rf"move probe {number} to ring (\d) index (\d) paying energy", position.texts([move])[0])
        if step is None:
            continue
        after = Position(position.game.copy(), position.tables, position.moves.copy())
        apply_legal(after.game, after.tables, move)
        spent = int(position.game.players[seat].energy) - int(after.game.players[seat].energy)
        explore(after, (int(step[1]), int(step[2])), seat, left - spent, best)
