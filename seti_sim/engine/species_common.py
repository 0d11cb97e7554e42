"""Small questions about the two species of a game that several systems ask."""

from seti_sim.components.opcodes import OUMUAMUA_SPECIES
from seti_sim.jit import jit


@jit
def side_of(game, species):
    """Side (0 left, 1 right) of a species of this game, discovered or not, or -1."""
    if game.species[0] == species:
        return 0
    return 1 if game.species[1] == species else -1


@jit
def oumuamua_side(game):
    """Side of 'Oumuamua, or -1."""
    return side_of(game, OUMUAMUA_SPECIES)


@jit
def card_side(game, tables, card):
    """Side of the species a card belongs to, -1 for the main deck."""
    if card < 0 or tables.cards[card].species < 0:
        return -1
    return side_of(game, tables.cards[card].species)
