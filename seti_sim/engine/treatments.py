"""What an experiment does to one seat of a game: a thing given, forbidden, dealt or priced differently.

A treatment is one record. Nothing here runs in ordinary games: their ``forbidden`` masks are zero, and the loop of play
that asks for treatments is one of its own (:mod:`seti_sim.policies.treated`).
"""

from typing import Final

import numpy as np

from seti_sim.components.opcodes import COMPUTER_1, KIND_COMPUTER
from seti_sim.components.tables import record_dtype
from seti_sim.engine.apply import advance
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.frames import F_TURN, push_program
from seti_sim.engine.piles import find_in_hand
from seti_sim.engine.rng import below
from seti_sim.engine.state import BEFORE_MAIN, FORBID_SIDE, LOG_HELD, P_START, P_TECH_TILE, S_SPARE
from seti_sim.jit import jit

TREATMENT = record_dtype(
    [
        ("round_number", "i2"),  # round in whose first turn of the seat something is given, 0 = nothing is
        ("program", "i2"),  # what is given: a program of the tables, 0 = none
        ("tech", "i2"),  # technology given, -1 = none
        ("dealt", "i2"),  # card in the opening hand in place of another, -1 = none
        ("withheld", "i2"),  # card that is not in the opening hand, -1 = none
        ("forbidden", "i4"),  # bits of PLAYER.forbidden
        ("species", "i2"),  # species at which the seat may not mark traces, -1 = none
    ]
)
NOTHING: Final = {"tech": -1, "dealt": -1, "withheld": -1, "species": -1}


def new_treatment(**fields: int) -> np.record:
    """A treatment that does what ``fields`` say and nothing else; dtype TREATMENT, shape ()."""
    record = np.zeros(1, TREATMENT)[0]
    for name, value in {**NOTHING, **fields}.items():
        record[name] = value
    return record


@jit
def replace_in_hand(game, player, position, card):
    """Put a card at a position of the hand, as if it had been dealt, and note that the seat holds it."""
    me = game.players[player]
    bit = 1 << (4 * LOG_HELD + player)
    before = int(me.hand[position])
    game.card_log[before] = int(game.card_log[before]) & ~bit
    me.hand[position] = card
    game.card_log[card] = int(game.card_log[card]) | bit


@jit
def exchange_dealt(game, player, position, card):
    """Exchange a hand card with ``card``, wherever that was dealt: another hand, deck, row or stack.

    A card that is not in the game stays out.
    """
    other = int(game.players[player].hand[position])
    for i in range(game.n_deck):
        if game.deck[i] == card:
            game.deck[i] = other
            replace_in_hand(game, player, position, card)
            return
    for seat in range(game.n_players):
        for i in range(game.players[seat].n_hand):
            if game.players[seat].hand[i] == card:
                replace_in_hand(game, seat, i, other)
                replace_in_hand(game, player, position, card)
                return
    for i in range(game.row.shape[0]):
        if game.row[i] == card:
            game.row[i] = other
            replace_in_hand(game, player, position, card)
            return
    for stack in range(game.stack.shape[0]):
        for i in range(game.n_stack[stack]):
            if game.stack[stack, i] == card:
                game.stack[stack, i] = other
                replace_in_hand(game, player, position, card)
                return


@jit
def change_opening_hand(game, treatment, player):
    """Deal a card to the seat in place of a random one, or withhold it for a random card of the deck.

    The draw comes from a stream that nothing else uses; both arms of an experiment draw alike.
    """
    me = game.players[player]
    if me.n_hand == 0:
        return
    position = below(game, S_SPARE, int(me.n_hand))
    place = below(game, S_SPARE, int(max(game.n_deck, 1)))
    if treatment.dealt >= 0 and find_in_hand(game, player, int(treatment.dealt)) < 0:
        exchange_dealt(game, player, position, int(treatment.dealt))
    if treatment.withheld >= 0 and game.n_deck > 0:
        position = find_in_hand(game, player, int(treatment.withheld))
        if position >= 0:
            exchange_dealt(game, player, position, int(game.deck[place]))


@jit
def begin_treatment(game, treatment, player):
    """What a treatment does before the first decision of a game that has been set up."""
    me = game.players[player]
    me.forbidden = treatment.forbidden
    for side in range(2):
        if game.species[side] == treatment.species:
            me.forbidden |= 1 << (FORBID_SIDE + side)
    if treatment.dealt >= 0 or treatment.withheld >= 0:
        change_opening_hand(game, treatment, player)


@jit
def is_due(game, treatment, player):
    """Whether the seat begins its first turn of the round in which something is given, or of a later one."""
    frame = game.frames[game.n_frames - 1]
    due = frame.op == F_TURN and frame.player == player and game.phase == BEFORE_MAIN
    return due and game.round_number >= treatment.round_number


@jit
def give_technology(game, tables, player, tech):
    """Give a technology from outside the stacks: neither tile bonus nor points of the first (TECH-01, TECH-02).

    A computer technology goes to its first free space. A technology that the seat owns, or has no space for, is not
    given.
    """
    me = game.players[player]
    if me.tech[tech] != 0:
        return
    if tables.techs[tech].kind == KIND_COMPUTER:
        position = 0
        while position < N_POSITIONS and (tables.tech_space[position] == 0 or me.computer[position] >= 0):
            position += 1
        if position == N_POSITIONS:
            return
        me.computer[position] = tech - COMPUTER_1
    me.n_tech += 1
    me.tech[tech] = me.n_tech
    me.tech_round[tech] = game.round_number
    push_program(game, tables, player, P_TECH_TILE, 0, tables.techs[tech].also, -1, -1)


@jit
def give(game, tables, treatment, player):
    """Give what is due, on top of the turn that has just begun; what it leaves to choose is then decided first."""
    if treatment.tech >= 0:
        give_technology(game, tables, player, int(treatment.tech))
    push_program(game, tables, player, P_START, 0, int(treatment.program), -1, -1)
    advance(game, tables)
