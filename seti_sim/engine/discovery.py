"""Discovery of a species between two turns: board up, cards dealt, set-up of the species (DISC, C1 to C9)."""

from seti_sim.components.opcodes import ANOMALIES, CENTAURIANS, EXERTIANS, MASCAMITES, OUMUAMUA_SPECIES
from seti_sim.engine.piles import add_to_hand
from seti_sim.engine.rng import shuffle
from seti_sim.engine.species import anomalies, centaurians, exertians, mascamites, oumuamua
from seti_sim.engine.state import NEUTRAL, S_SPECIES
from seti_sim.jit import jit


@jit
def draw_species_card(game, side):
    """Take the unseen top card of a species deck, -1 if it is empty (C9, OPEN-14)."""
    n = int(game.n_species_deck[side])
    if n == 0:
        return -1
    game.n_species_deck[side] = n - 1
    return int(game.species_deck[side, n - 1])


@jit
def turn_up_species_card(game, side):
    """Turn the next deck card face up, none if the deck is empty (C9)."""
    game.face_up[side] = draw_species_card(game, side)


@jit
def take_species_card(game, player, side, card):
    """Take the face-up card, replaced at once, or the deck's top card for card -1 (CARD-11, C9)."""
    if card >= 0:
        add_to_hand(game, player, card)
        turn_up_species_card(game, side)
        return
    top = draw_species_card(game, side)
    if top >= 0:
        add_to_hand(game, player, top)


@jit
def deal_species_cards(game, tables, side):
    """Shuffle the deck, deal one card for each own discovery marker, turn one up (C4, C8, DISC-03)."""
    table = tables.species[game.species[side]]
    for i in range(table.n_cards):
        game.species_deck[side, i] = table.first_card + i
    game.n_species_deck[side] = table.n_cards
    shuffle(game, S_SPECIES, game.species_deck[side], table.n_cards)
    for colour in range(3):
        owner = int(game.discovery[side, colour])
        if owner != NEUTRAL:
            for _ in range(table.deal_per_marker):
                card = draw_species_card(game, side)
                if card >= 0:
                    add_to_hand(game, owner, card)
    if table.face_up_card != 0:
        turn_up_species_card(game, side)


@jit
def start_discovery(game, tables, side):
    """Discover a species completely, up to the choices it queues (DISC-02, DISC-03, DISC-06)."""
    game.discovered[side] = game.round_number
    game.discovery_turn[side] = game.turns
    for colour in range(3):
        game.contributors[side, colour] = game.discovery[side, colour]
    species = int(game.species[side])
    if species == EXERTIANS:
        exertians.discover(game, tables, side)
        return
    deal_species_cards(game, tables, side)
    if species == MASCAMITES:
        mascamites.discover(game, tables)
    elif species == ANOMALIES:
        anomalies.discover(game, tables)
    elif species == OUMUAMUA_SPECIES:
        oumuamua.discover(game, tables)
    elif species == CENTAURIANS:
        centaurians.discover(game, tables)
