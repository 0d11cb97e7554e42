"""The quick checks of a game, compiled: meant for every one of many thousand games (the long form is ``validate``)."""

from typing import Final

from seti_sim.components.opcodes import N_TECHS
from seti_sim.components.tables import N_CARDS, N_DECK_CARDS, N_MAIN_CARDS, N_SLOTS, TILE
from seti_sim.engine.frames import F_CARD_DONE, F_MESSAGE_DONE
from seti_sim.engine.probes import probes_in_space
from seti_sim.engine.species_checks import SPECIES_TEXTS, check_species
from seti_sim.engine.state import MOST_ENDGAME_POINTS, P_ENDGAME, P_GOLD
from seti_sim.jit import jit

CHECK_CARDS: Final = 1
CHECK_SPECIES_CARDS: Final = 2
CHECK_POINTS: Final = 3
CHECK_SLOTS: Final = 4
CHECK_TRACES: Final = 5
CHECK_TILES: Final = 6
CHECK_FIGURES: Final = 7
CHECK_PENDING: Final = 8
CHECK_FINAL: Final = 9
COMPILED_TEXTS: Final = {
    CHECK_CARDS: "the main deck is not complete",
    CHECK_SPECIES_CARDS: "a species card is in two places",
    CHECK_POINTS: "score and sources differ",
    CHECK_SLOTS: "markers in a slot differ from their owners",
    CHECK_TRACES: "traces and their places differ",
    CHECK_TILES: "tiles taken and technologies owned differ",
    CHECK_FIGURES: "more figures than launches",
    CHECK_PENDING: "the game is over with something pending",
    CHECK_FINAL: "final scoring by card or by tile differs from its source",
    **SPECIES_TEXTS,
}


@jit
def count_cards(game, seen):
    """Count in ``seen`` (int64, zeroed) how often each card is in a pile, row, hand or in front."""
    for i in range(game.n_deck):
        seen[game.deck[i]] += 1
    for i in range(game.n_discard):
        seen[game.discard[i]] += 1
    for i in range(game.row.shape[0]):
        if game.row[i] >= 0:
            seen[game.row[i]] += 1
    for stack in range(game.n_stack.shape[0]):
        for i in range(game.n_stack[stack]):
            seen[game.stack[stack, i]] += 1
    for side in range(2):
        for i in range(game.n_species_deck[side]):
            seen[game.species_deck[side, i]] += 1
        if game.face_up[side] >= 0:
            seen[game.face_up[side]] += 1
    for i in range(game.n_frames):
        if (game.frames[i].op == F_CARD_DONE or game.frames[i].op == F_MESSAGE_DONE) and game.frames[i].a >= 0:
            seen[game.frames[i].a] += 1
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(me.n_hand):
            seen[me.hand[i]] += 1
        for i in range(me.n_tucked):
            seen[me.tucked[i]] += 1
        for i in range(me.n_exertians):
            seen[me.exertians[i]] += 1
        for i in range(me.n_front):
            seen[me.front[i].card] += 1


@jit
def check_player(game, seat):
    """Quick checks of one player: 0 or a CHECK_* number."""
    me = game.players[seat]
    points = 0
    for source in range(me.points.shape[0]):
        points += me.points[source]
    if points != me.score:
        return CHECK_POINTS
    traces = 0
    figures = probes_in_space(game, seat)
    for side in range(2):
        for colour in range(3):
            traces += me.traces[side, colour]
    for place in range(3):
        traces -= me.trace_places[place]
    if traces != 0:
        return CHECK_TRACES
    for planet in range(me.orbiters.shape[0]):
        figures += me.orbiters[planet] + me.landers[planet]
    for moon in range(me.moon_landers.shape[0]):
        figures += me.moon_landers[moon]
    return CHECK_FIGURES if figures > me.launches else 0


@jit
def check_final(game, tables, seat):
    """Whether what final scoring gave by card and by tile sums to its sources."""
    me = game.players[seat]
    cards = 0
    tiles = 0
    for i in range(me.n_front):
        if tables.cards[me.front[i].card].species < 0:
            cards += me.endgame_points[i]
            if me.endgame_points[i] == MOST_ENDGAME_POINTS:  # it stops there
                cards = me.points[P_ENDGAME]
                break
    for tile in range(me.gold_points.shape[0]):
        tiles += me.gold_points[tile]
    return cards == me.points[P_ENDGAME] and tiles == me.points[P_GOLD]


@jit
def check_compiled(game, tables, seen):
    """The quick checks, 0 or the number of the first that failed (CHECK_*); ``seen`` is int64 scratch of N_CARDS."""
    for card in range(N_CARDS):
        seen[card] = 0
    count_cards(game, seen)
    main = N_DECK_CARDS if tables.use_promos != 0 else N_MAIN_CARDS
    for card in range(N_CARDS):
        if card < main and seen[card] != 1:
            return CHECK_CARDS
        if card >= main and seen[card] > 1:
            return CHECK_SPECIES_CARDS
    for slot in range(N_SLOTS):
        markers = 0
        for seat in range(game.n_players):
            markers += game.markers[slot, seat]
        if markers != game.filled[slot] or (slot == TILE and game.tile_out == 0 and markers > 0):
            return CHECK_SLOTS
    for tech in range(N_TECHS):
        owners = 0
        for seat in range(game.n_players):
            if game.players[seat].tech[tech] != 0:
                owners += 1
        if owners != game.tiles_taken[tech]:
            return CHECK_TILES
    for seat in range(game.n_players):
        result = check_player(game, seat)
        if result != 0:
            return result
        if not check_final(game, tables, seat):
            return CHECK_FINAL
    if game.over != 0 and (game.n_frames > 0 or game.completed != 0 or game.error != 0):
        return CHECK_PENDING
    return check_species(game, tables)
