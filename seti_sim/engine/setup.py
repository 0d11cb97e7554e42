"""Setting up a game (section 1 and COUNT of the rules)."""

from seti_sim.components.opcodes import N_TECHS
from seti_sim.components.tables import N_DECK_CARDS, N_MAIN_CARDS, N_PLACES, N_SPECIES
from seti_sim.engine.frames import F_SETUP_TUCK, F_START, push
from seti_sim.engine.gains import gain_score
from seti_sim.engine.piles import draw, refill_row
from seti_sim.engine.rng import below, seed_streams, shuffle
from seti_sim.engine.solar import look_at_places
from seti_sim.engine.state import (
    BETWEEN_TURNS,
    NOBODY,
    P_START,
    S_DECK,
    S_SETUP,
    S_SPECIES,
)
from seti_sim.jit import jit

N_POSITIONS = 6


@jit
def clear_places(game):
    """Fill the fields whose empty value is not 0 in a zeroed record."""
    game.card = -1
    game.last_sample = -1
    for i in range(3):
        game.row[i] = -1
        game.anomaly_place[i] = -1
    for planet in range(9):
        game.first_orbit[planet] = NOBODY
        for space in range(3):
            game.first_land[planet, space] = NOBODY
    for side in range(2):
        game.face_up[side] = -1
        for colour in range(3):
            game.discovery[side, colour] = NOBODY
            game.contributors[side, colour] = NOBODY
            game.pile_top[side, colour] = NOBODY
        for space in range(game.space_owner.shape[1]):
            game.space_owner[side, space] = NOBODY
    for token in range(7):
        game.sample_on_space[token] = -1
    for seat in range(4):
        me = game.players[seat]
        me.message_mark = -1
        for position in range(N_POSITIONS):
            me.computer[position] = -1


@jit
def lay_solar_system(game, tables):
    """Turn the discs and order the sector boards at random (SETUP-01, SETUP-02)."""
    for disc in range(3):
        game.disc_turn[disc] = below(game, S_SETUP, N_PLACES)
    boards = game.drawn  # scratch of four, cleared again when a card is played
    for i in range(4):
        boards[i] = i
    shuffle(game, S_SETUP, boards, 4)
    for i in range(4):
        for k in range(2):
            star = int(tables.boards[boards[i], k])
            place = int(tables.sector_places[i, k])
            game.star_place[star] = place
            game.place_star[place] = star
    look_at_places(game, tables)


@jit
def lay_technologies(game, tables):
    """Shuffle the tiles of every stack and turn the gold tiles, unless the run fixes them (SETUP-07, SETUP-08)."""
    for tech in range(N_TECHS):
        for i in range(4):
            game.tiles[tech, i] = i
        shuffle(game, S_SETUP, game.tiles[tech], tables.tiles_per_stack)
    for tile in range(4):
        side = below(game, S_SETUP, 2)  # also drawn where it is fixed, so that the rest of the set-up stays the same
        game.gold_side[tile] = side if tables.gold_fixed[tile] < 0 else tables.gold_fixed[tile]


@jit
def choose_species(game, left, right):
    """Draw the two species, or take the ones given (0-4; -1 = at random) (SETUP-04)."""
    first = below(game, S_SPECIES, N_SPECIES)
    second = below(game, S_SPECIES, N_SPECIES - 1)
    game.species[0] = left if left >= 0 else first
    taken = int(game.species[0])
    if right >= 0:
        game.species[1] = right
        if left < 0 and taken == right:
            game.species[0] = (right + 1 + second) % N_SPECIES
    else:
        game.species[1] = (taken + 1 + second) % N_SPECIES


@jit
def deal_cards(game, tables):
    """Shuffle the deck, lay the row and the end-of-round stacks, deal the hands (SETUP-05, SETUP-06, SETUP-12)."""
    n = N_DECK_CARDS if tables.use_promos != 0 else N_MAIN_CARDS
    for i in range(n):
        game.deck[i] = i
    game.n_deck = n
    shuffle(game, S_DECK, game.deck, n)
    refill_row(game)
    for stack in range(tables.end_stacks):
        size = game.n_players + tables.end_stack_over_players
        for i in range(size):
            game.n_deck -= 1
            game.stack[stack, i] = game.deck[game.n_deck]
        game.n_stack[stack] = size
    for k in range(game.n_players):
        draw(game, (game.first_seat + k) % game.n_players, tables.start_cards, False)


@jit
def give_start(game, tables):
    """Starting resources and score by turn order, nonplayer markers (SETUP-09, SETUP-11, SETUP-12, COUNT)."""
    n = int(game.n_players)
    for k in range(n):
        seat = (game.first_seat + k) % n
        me = game.players[seat]
        me.credits = tables.start_credit
        me.energy = tables.start_energy
        me.publicity = tables.start_publicity
        me.pool = tables.start_data
        gain_score(game, seat, tables.start_score[k], P_START)
    for m in range(2):
        game.neutral_left[m] = tables.neutral_markers[n]


@jit
def setup_game(game, tables, seed, index, n_players, left, right):
    """Set up a zeroed game record up to its first decision.

    ``seed`` (uint64) and ``index`` (int64) fix all random draws; ``left`` and ``right`` fix the species (0-4) or
    leave them to chance (-1). The caller has checked that there are 2 to 4 players.
    """
    seed_streams(game, seed, index)
    clear_places(game)
    game.n_players = n_players
    game.round_number = 1
    game.reminder = 1
    game.phase = BETWEEN_TURNS
    game.first_seat = below(game, S_SETUP, n_players)
    game.start = game.first_seat
    game.active = game.first_seat
    lay_solar_system(game, tables)
    lay_technologies(game, tables)
    choose_species(game, left, right)
    deal_cards(game, tables)
    give_start(game, tables)
    push(game, F_START, game.first_seat, 0, 0, 0, 0, 0, 0)
    for k in range(n_players - 1, -1, -1):
        seat = (game.first_seat + k) % n_players
        push(game, F_SETUP_TUCK, seat, P_START, 0, tables.start_tuck, 0, 0, 0)


@jit
def set_up_range(games, tables, seed, first, n_players, left, right):
    """Set up consecutive games in zeroed records, shape (games,): what every seat sees before its first decision."""
    for i in range(games.shape[0]):
        setup_game(games[i], tables, seed, first + i, n_players, left, right)
