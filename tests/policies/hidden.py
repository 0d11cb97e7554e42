"""Re-dealing what a player cannot see: decks, other hands, face-down tokens, undiscovered species (SETUP-16)."""

import numpy as np

from seti_sim.components.opcodes import EXERTIANS, MASCAMITES, N_TECHS
from seti_sim.components.tables import N_DECK_CARDS
from seti_sim.engine.frames import F_COLLECT, F_COPY
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import CAPSULE

N_SPECIES = 5


def _deal_again(rng: np.random.Generator, slots: list[tuple[np.ndarray, int]]) -> None:
    """Permute the values that lie in the given places of arrays."""
    values = [int(array[i]) for array, i in slots]
    for (array, i), value in zip(slots, rng.permutation(values), strict=True):
        array[i] = value


def _hand_slots(game: np.record, player: int, *, main: bool) -> list[tuple[np.ndarray, int]]:
    """Places of the main-deck or of the species cards in the hands of the other players."""
    return [
        (game.players[seat].hand, i)
        for seat in range(game.n_players)
        if seat != player
        for i in range(game.players[seat].n_hand)
        if (game.players[seat].hand[i] < N_DECK_CARDS) == main
    ]


def _cards(game: np.record, player: int, rng: np.random.Generator) -> None:
    """Deck, stacks of later rounds and main-deck cards of other hands; species cards by species."""
    slots = [(game.deck, i) for i in range(game.n_deck)] + _hand_slots(game, player, main=True)
    for stack in range(game.round_number, 4):
        slots += [(game.stack[stack], i) for i in range(game.n_stack[stack])]
    _deal_again(rng, slots)
    for side in range(2):
        if game.species[side] == EXERTIANS:
            continue
        deck = [(game.species_deck[side], i) for i in range(game.n_species_deck[side])]
        known = {int(game.species_deck[side][i]) for i in range(10)}
        others = [(h, i) for h, i in _hand_slots(game, player, main=False) if int(h[i]) in known]
        _deal_again(rng, deck + others)


def _tokens(game: np.record, player: int, rng: np.random.Generator) -> None:
    """Face-down samples, capsules of others, hidden Exertian cards, tiles below the top, species not yet known."""
    side = side_of(game, MASCAMITES)
    if side >= 0 and game.discovered[side]:
        looking = game.frames[game.n_frames - 1].op in (F_COLLECT, F_COPY)  # the tokens are looked at just now
        face_down = [token for token in range(7) if game.sample_where[token] < 2 and not looking]
        _deal_again(rng, [(game.sample_where, token) for token in face_down])
        capsules = [
            (game.players[seat].token, i)
            for seat in range(game.n_players)
            if seat != player
            for i in range(12)
            if game.players[seat].figure[i] == CAPSULE
        ]
        _deal_again(rng, capsules)
    hidden = [
        (game.players[seat].exertians, i)
        for seat in range(game.n_players)
        if seat != player
        for i in range(game.players[seat].n_exertians)
    ]
    _deal_again(rng, hidden)
    for tech in range(N_TECHS):
        top = int(game.tiles_taken[tech]) + 1
        _deal_again(rng, [(game.tiles[tech], i) for i in range(top, 4)])


def _species(game: np.record, rng: np.random.Generator) -> None:
    """Another undiscovered species in every place that has not been discovered."""
    for side in range(2):
        if not game.discovered[side]:
            other = int(game.species[1 - side])
            game.species[side] = rng.choice([s for s in range(N_SPECIES) if s != other])


def re_deal(game: np.record, player: int, rng: np.random.Generator) -> None:
    """Change everything hidden from ``player`` at random, in place."""
    _cards(game, player, rng)
    _tokens(game, player, rng)
    _species(game, rng)
    game.streams[:] = rng.integers(0, 2**63, len(game.streams), dtype=np.uint64)
