"""Dealing anew what a player cannot see, before looking ahead (SETUP-16, M4, E2).

The deal depends on the set of unseen things and on its own random numbers alone, never on where they really lie: two
positions that look the same to a player are dealt alike.
"""

import numpy as np

from seti_sim.components.opcodes import EXERTIANS, MASCAMITES, N_TECHS
from seti_sim.components.tables import N_CARDS, N_DECK_CARDS, N_SPECIES, TABLES
from seti_sim.engine.frames import F_COLLECT, F_COPY, F_END_CARD
from seti_sim.engine.rng import GOLDEN, below, mix, seed_streams
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import CAPSULE, N_ROUNDS, S_POLICY
from seti_sim.jit import jit

N_TOKENS = TABLES["samples"].shape[0]
N_STACKS = N_ROUNDS - 1


@jit
def take_unseen(game, unseen, left):
    """Take one of ``left`` unseen things at random: it is swapped to the end of the list."""
    i = below(game, S_POLICY, left)
    thing = unseen[i]
    unseen[i] = unseen[left - 1]
    unseen[left - 1] = thing
    return int(thing)


@jit
def list_marked(marks, unseen):
    """List the numbers marked, in rising order, and clear the marks; return how many there are."""
    n = 0
    for number in range(N_CARDS):
        if marks[number] != 0:
            unseen[n] = number
            marks[number] = 0
            n += 1
    return n


@jit
def first_hidden_stack(game):
    """Index of the first end-of-round stack nobody looks at: whoever is choosing sees the one of this round."""
    stack = int(game.round_number) - 1
    return stack + 1 if game.frames[game.n_frames - 1].op == F_END_CARD else stack


@jit
def deal_main_cards(game, player, marks, unseen):
    """Deal deck, hidden stacks and the main-deck cards of other hands anew."""
    for i in range(game.n_deck):
        marks[game.deck[i]] = 1
    for stack in range(first_hidden_stack(game), N_STACKS):
        for i in range(game.n_stack[stack]):
            marks[game.stack[stack, i]] = 1
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_hand):
                if game.players[seat].hand[i] < N_DECK_CARDS:
                    marks[game.players[seat].hand[i]] = 1
    left = list_marked(marks, unseen)
    for i in range(game.n_deck):
        game.deck[i] = take_unseen(game, unseen, left)
        left -= 1
    for stack in range(first_hidden_stack(game), N_STACKS):
        for i in range(game.n_stack[stack]):
            game.stack[stack, i] = take_unseen(game, unseen, left)
            left -= 1
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_hand):
                if game.players[seat].hand[i] < N_DECK_CARDS:
                    game.players[seat].hand[i] = take_unseen(game, unseen, left)
                    left -= 1


@jit
def of_species(tables, species, card):
    """Whether a card belongs to a species."""
    first = int(tables.species[species].first_card)
    return card >= first and card < first + int(tables.species[species].n_cards)


@jit
def deal_species_cards(game, tables, player, side, marks, unseen):
    """Deal the deck of a discovered species and its cards in other hands anew."""
    species = int(game.species[side])
    for i in range(game.n_species_deck[side]):
        marks[game.species_deck[side, i]] = 1
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_hand):
                if of_species(tables, species, int(game.players[seat].hand[i])):
                    marks[game.players[seat].hand[i]] = 1
    left = list_marked(marks, unseen)
    for i in range(game.n_species_deck[side]):
        game.species_deck[side, i] = take_unseen(game, unseen, left)
        left -= 1
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_hand):
                if of_species(tables, species, int(game.players[seat].hand[i])):
                    game.players[seat].hand[i] = take_unseen(game, unseen, left)
                    left -= 1


@jit
def deal_exertians(game, player, marks, unseen):
    """Deal the hidden Exertian cards of the other players anew."""
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_exertians):
                marks[game.players[seat].exertians[i]] = 1
    left = list_marked(marks, unseen)
    for seat in range(game.n_players):
        if seat != player:
            for i in range(game.players[seat].n_exertians):
                game.players[seat].exertians[i] = take_unseen(game, unseen, left)
                left -= 1


@jit
def deal_samples(game, player, marks, unseen):
    """Deal face-down sample tokens and those under other players' capsules anew (M4)."""
    if side_of(game, MASCAMITES) < 0 or game.discovered[side_of(game, MASCAMITES)] == 0:
        return
    op = int(game.frames[game.n_frames - 1].op)
    if op != F_COLLECT and op != F_COPY:
        at_first = 0
        for token in range(N_TOKENS):
            if game.sample_where[token] < 2:
                marks[token] = 1
                if game.sample_where[token] == 0:
                    at_first += 1
        left = list_marked(marks, unseen)
        while left > 0:
            token = take_unseen(game, unseen, left)
            left -= 1
            game.sample_where[token] = 0 if at_first > 0 else 1
            at_first -= 1
    for seat in range(game.n_players):
        for i in range(game.players[seat].figure.shape[0]):
            if seat != player and game.players[seat].figure[i] == CAPSULE:
                marks[game.players[seat].token[i]] = 1
    left = list_marked(marks, unseen)
    for seat in range(game.n_players):
        for i in range(game.players[seat].figure.shape[0]):
            if seat != player and game.players[seat].figure[i] == CAPSULE:
                game.players[seat].token[i] = take_unseen(game, unseen, left)
                left -= 1


@jit
def deal_tiles(game, marks, unseen):
    """Deal the technology tiles below the top of every stack anew."""
    last = game.tiles.shape[1]
    for tech in range(N_TECHS):
        hidden = int(game.tiles_taken[tech]) + 1
        for i in range(hidden, last):
            marks[game.tiles[tech, i]] = 1
        left = list_marked(marks, unseen)
        for i in range(hidden, last):
            game.tiles[tech, i] = take_unseen(game, unseen, left)
            left -= 1


@jit
def deal_species(game):
    """Draw a species anew for every place that is not discovered yet."""
    for side in range(2):
        if game.discovered[side] == 0:
            other = -1
            if game.discovered[1 - side] != 0 or side == 1:
                other = int(game.species[1 - side])
            drawn = below(game, S_POLICY, N_SPECIES if other < 0 else N_SPECIES - 1)
            if other >= 0 and drawn >= other:
                drawn += 1
            game.species[side] = drawn


@jit
def determinize(game, tables, player, number, marks, unseen):
    """Change everything hidden from ``player`` at random, in place.

    ``number`` (int64) tells the deals of one decision apart; ``marks`` int8[N_CARDS] of zeros and ``unseen``
    uint8[N_CARDS] are scratch. The random streams of the game are replaced too.
    """
    seed = mix(game.seed + GOLDEN * np.uint64(number + 64 * int(game.decisions) + 1))
    seed_streams(game, seed, game.index)
    deal_main_cards(game, player, marks, unseen)
    for side in range(2):
        if game.discovered[side] == 0:
            continue
        if game.species[side] == EXERTIANS:
            deal_exertians(game, player, marks, unseen)
        else:
            deal_species_cards(game, tables, player, side, marks, unseen)
    deal_samples(game, player, marks, unseen)
    deal_tiles(game, marks, unseen)
    deal_species(game)
