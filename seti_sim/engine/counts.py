"""What missions, effects and scoring lines count, and the conditions made of it (CARD-14, LAND-09, TECH-08)."""

from seti_sim.components.opcodes import (
    C_BOTH_AT_PLANET,
    C_ENDGAME_CARDS,
    C_EXOFOSSIL,
    C_FIGURES,
    C_HALF,
    C_HAND,
    C_IN_EARTH_SECTOR,
    C_LANDED,
    C_LAUNCHED_ANOMALY,
    C_MARKED,
    C_MIN,
    C_MISSIONS,
    C_PICKED_ADJACENT,
    C_PICKED_ON,
    C_PROBE_DISTANCE,
    C_PROBE_ON,
    C_PUBLICITY,
    C_SCORE,
    C_SHOWN_CORNER,
    C_SHOWN_INCOME,
    C_SIGNALS_ANOMALIES,
    C_SIGNALS_HERE,
    C_SIGNALS_SECTORS,
    C_SIGNALS_TILE,
    C_SUM,
    C_TECH_BY_OTHER,
    C_TECHS,
    C_TRACES,
    C_TUCKED,
    C_WINS,
    CMP_EXACTLY,
    EARTH,
    EMPTY,
    FIGURES_NO_MOONS,
    FIGURES_SAME_PLANET,
    INCOME_DATA,
    INCOME_PUBLICITY,
    N_PLANETS,
    N_TECHS,
    SCOPE_ONE_SPECIES,
    SCOPE_OTHER_SPECIES,
    SCOPE_PER_SPECIES,
    SCOPE_THIS_SPECIES,
    TRACES_ANY,
    TRACES_MARKED_COLOUR,
    TRACES_ONE_COLOUR,
)
from seti_sim.components.tables import N_RINGS, N_STARS, TILE
from seti_sim.engine.moves import OUTWARD
from seti_sim.engine.solar import distance, neighbour_place, neighbour_ring
from seti_sim.engine.species_common import card_side
from seti_sim.engine.state import CAPSULE, MAX_FIGURES, NO_FIGURE
from seti_sim.jit import jit


@jit
def figures_at(game, tables, player, which, planet, flags):
    """Own orbiters (bit 0) and landers (bit 1) at one planet, moons with it unless left out (LAND-09)."""
    me = game.players[player]
    n = 0
    if (which & 1) != 0:
        n += me.orbiters[planet]
    if (which & 2) != 0:
        n += me.landers[planet]
        if (flags & FIGURES_NO_MOONS) == 0:
            for k in range(tables.planets[planet].n_moons):
                n += me.moon_landers[tables.planets[planet].first_moon + k]
    return n


@jit
def figures_at_pluto(game, player, which):
    """Own orbiter (bit 0) and lander (bit 1) at Pluto, a planet like any other (card 901)."""
    pluto = int(game.players[player].pluto)
    n = 0
    if (which & 1) != 0 and (pluto & 2) != 0:
        n += 1
    if (which & 2) != 0 and (pluto & 4) != 0:
        n += 1
    return n


@jit
def count_figures(game, tables, player, which, planet, flags):
    """Own figures at a planet, at all planets (planet -1) or at the best one (FIGURES_SAME_PLANET)."""
    if planet >= 0:
        return figures_at(game, tables, player, which, planet, flags)
    total = 0
    best = 0
    for p in range(N_PLANETS):
        n = figures_at(game, tables, player, which, p, flags)
        total += n
        best = max(best, n)
    pluto = figures_at_pluto(game, player, which)
    total += pluto
    best = max(best, pluto)
    return best if (flags & FIGURES_SAME_PLANET) != 0 else total


@jit
def planets_with_both(game, tables, player):
    """Planets where the player has an orbiter and a lander (moons counted)."""
    n = 1 if figures_at_pluto(game, player, 3) == 2 else 0
    for planet in range(N_PLANETS):
        if game.players[player].orbiters[planet] > 0 and figures_at(game, tables, player, 2, planet, 0) > 0:
            n += 1
    return n


@jit
def count_wins(game, tables, player, colour, same_sector):
    """Own sector wins of a colour (-1: any), all together or of the best single sector (SECT-17)."""
    total = 0
    best = 0
    for star in range(N_STARS):
        if colour < 0 or tables.slots[star].colour == colour:
            wins = int(game.players[player].wins[star])
            total += wins
            best = max(best, wins)
    return best if same_sector != 0 else total


@jit
def count_signal_sectors(game, player):
    """Different sectors that hold a signal of the player (SECT-19)."""
    n = 0
    for star in range(N_STARS):
        if game.markers[star, player] > 0:
            n += 1
    return n


@jit
def count_anomaly_signals(game, player):
    """Own signals in the sectors with anomalies (A9)."""
    n = 0
    for token in range(3):
        if game.anomaly_place[token] >= 0:
            n += game.markers[game.place_star[game.anomaly_place[token]], player]
    return n


@jit
def traces_of_colour(game, player, side, colour):
    """Own traces of one species by colour word: a colour, any, the best or the smallest of the three."""
    mine = game.players[player].traces[side]
    if colour < TRACES_ANY:
        return int(mine[colour])
    if colour == TRACES_ANY:
        return int(mine[0]) + int(mine[1]) + int(mine[2])
    return int(min(mine[0], mine[1], mine[2]))


@jit
def count_exofossil_spaces(game, tables, player, side):
    """Own traces on spaces with an exofossil cost."""
    n = 0
    table = tables.species[game.species[side]]
    for k in range(table.n_spaces):
        space = table.spaces[k]
        if space.cost_resource < 0:
            continue
        if space.capacity == 1:
            n += 1 if game.space_owner[side, k] == player else 0
        else:
            n += game.piled[side, space.colour, player]
    return n


@jit
def count_traces(game, tables, player, colour, scope, on_costs, card):
    """Own traces by colour and scope (TRACE-07, TRACE-08)."""
    if colour == TRACES_MARKED_COLOUR:
        if game.marked_trace < 0:
            return 0
        colour = int(game.marked_trace)
    if scope == SCOPE_THIS_SPECIES or scope == SCOPE_OTHER_SPECIES:
        side = card_side(game, tables, card)
        if side < 0:
            return 0
        if scope == SCOPE_OTHER_SPECIES:
            side = 1 - side
        if on_costs != 0:
            return count_exofossil_spaces(game, tables, player, side)
        return traces_of_colour(game, player, side, colour)
    if colour == TRACES_ONE_COLOUR:
        best = 0
        for c in range(3):
            best = max(best, traces_of_colour(game, player, 0, c) + traces_of_colour(game, player, 1, c))
        return best
    left = traces_of_colour(game, player, 0, colour)
    right = traces_of_colour(game, player, 1, colour)
    if scope == SCOPE_PER_SPECIES:
        return min(left, right)
    if scope == SCOPE_ONE_SPECIES:
        return max(left, right)
    return left + right


@jit
def count_techs(game, tables, player, kind):
    """Own technologies of a kind; 3 any; 4 the kind the card has just taken (TECH-08)."""
    if kind == 4:
        if game.taken_tech < 0:
            return 0
        kind = int(tables.techs[game.taken_tech].kind)
    n = 0
    for tech in range(N_TECHS):
        if game.players[player].tech[tech] != 0 and (kind == 3 or tables.techs[tech].kind == kind):
            n += 1
    return n


@jit
def count_tucked(game, tables, player, kind):
    """Own tucked cards with an income, or all of them (kind 5), by one ruling only the usual ones (Z8)."""
    if kind == 5:
        n = int(game.players[player].n_tucked)
        if tables.rulings.unusual_incomes != 0:
            n -= game.players[player].income[INCOME_PUBLICITY] + game.players[player].income[INCOME_DATA]
        return n
    return int(game.players[player].income[kind])


@jit
def cell_bit(game, ring, place):
    """Bit of what a place shows."""
    return 1 << int(game.cells[ring, place])


@jit
def count_probes_on(game, player, cells, next_to):
    """Own probes and capsules on such cells, next to a planet's space if one is named (M6)."""
    me = game.players[player]
    n = 0
    for i in range(MAX_FIGURES):
        if me.figure[i] == NO_FIGURE or (cell_bit(game, me.ring[i], me.place[i]) & cells) == 0:
            continue
        if next_to < 0:
            n += 1
        elif game.planet_ring[next_to] >= 0 and (
            distance(me.ring[i], me.place[i], game.planet_ring[next_to], game.planet_place[next_to]) == 1
        ):
            n += 1
    return n


@jit
def farthest_probe(game, player, planet):
    """Steps from a planet to the own probe farthest from it, 0 without a probe."""
    me = game.players[player]
    best = 0
    for i in range(MAX_FIGURES):
        if me.figure[i] != NO_FIGURE:
            best = max(best, distance(me.ring[i], me.place[i], game.planet_ring[planet], game.planet_place[planet]))
    return best


@jit
def count_adjacent(game, player, figure, cells):
    """Cells of a kind next to the picked probe (card 17)."""
    if figure < 0:
        return 0
    ring = int(game.players[player].ring[figure])
    n = 0
    for direction in range(OUTWARD + 1):
        other = neighbour_ring(ring, direction)
        if other >= 0:
            place = neighbour_place(int(game.players[player].place[figure]), direction)
            if (cell_bit(game, other, place) & cells) != 0:
                n += 1
    return n


@jit
def count_marked(game, what):
    """Signals the card has marked: by colour, different sectors (-1), on the tile (-2)."""
    if what >= 0:
        return int(game.marked[what])
    if what == -2:
        return int(game.tile_marked)
    n = 0
    for star in range(N_STARS):
        if (game.marked_slots & (1 << star)) != 0:
            n += 1
    return n


@jit
def count_hand_with(game, tables, player, corner, income):
    """Hand cards with a corner bit (income -1) or with an income (corner 0); all of them are shown."""
    me = game.players[player]
    n = 0
    for i in range(me.n_hand):
        card = tables.cards[me.hand[i]]
        if (corner != 0 and (card.corner & corner) != 0) or (income >= 0 and card.income == income):
            n += 1
    return n


@jit
def count_in_earth_sector(game, cells):
    """Planets other than Earth and comets now visible in Earth's sector (card 133)."""
    n = 0
    for ring in range(N_RINGS):
        cell = int(game.cells[ring, game.planet_place[EARTH]])
        if cell != EMPTY and cell != EARTH and ((1 << cell) & cells) != 0:
            n += 1
    return n


@jit
def anomaly_at(game, place):
    """Token of the anomaly in a sector, or -1."""
    for token in range(3):
        if game.anomaly_place[token] == place:
            return token
    return -1


@jit
def count_capsules_at(game, player, planet):
    """Own capsules on the space that holds a planet now (M9)."""
    me = game.players[player]
    n = 0
    for i in range(MAX_FIGURES):
        if me.figure[i] == CAPSULE and game.cells[me.ring[i], me.place[i]] == planet:
            n += 1
    return n


@jit
def count_board(game, tables, player, row, card):
    """Counts over figures, sectors, traces, technologies and tucked cards."""
    kind = row.kind
    if kind == C_FIGURES:
        return count_figures(game, tables, player, row.a, row.b, row.c)
    if kind == C_BOTH_AT_PLANET:
        return planets_with_both(game, tables, player)
    if kind == C_WINS:
        return count_wins(game, tables, player, row.a, row.b)
    if kind == C_SIGNALS_SECTORS:
        return count_signal_sectors(game, player)
    if kind == C_SIGNALS_ANOMALIES:
        return count_anomaly_signals(game, player)
    if kind == C_SIGNALS_TILE:
        return int(game.markers[TILE, player])
    if kind == C_TRACES:
        return count_traces(game, tables, player, row.a, row.b, row.c, card)
    if kind == C_TECHS:
        return count_techs(game, tables, player, row.a)
    if kind == C_TUCKED:
        return count_tucked(game, tables, player, row.a)
    if kind == C_PROBE_ON:
        return count_probes_on(game, player, row.a, row.b)
    return farthest_probe(game, player, row.a)


@jit
def count_own(game, player, kind):
    """Counts that are plain fields of the player."""
    me = game.players[player]
    if kind == C_HAND:
        return int(me.n_hand)
    if kind == C_PUBLICITY:
        return int(me.publicity)
    if kind == C_SCORE:
        return int(me.score)
    if kind == C_EXOFOSSIL:
        return int(me.exofossils)
    if kind == C_MISSIONS:
        return int(me.missions)
    return int(me.endgame_cards)


@jit
def count_of_card(game, tables, player, row):
    """Counts over what the card being played has done, and over shown hand cards."""
    kind = row.kind
    if kind == C_MARKED:
        return count_marked(game, row.a)
    if kind == C_SIGNALS_HERE:
        return int(game.markers[game.last_slot, player]) if game.last_slot >= 0 else 0
    if kind == C_LANDED:
        if game.landed < 0:
            return 0
        if game.landed_moon != 0:
            return int(row.b)
        return 1 if (row.a & (1 << int(game.landed))) != 0 else 0
    if kind == C_PICKED_ON:
        if game.picked < 0:
            return 0
        me = game.players[player]
        return 1 if (cell_bit(game, me.ring[game.picked], me.place[game.picked]) & row.a) != 0 else 0
    if kind == C_PICKED_ADJACENT:
        return count_adjacent(game, player, int(game.picked), row.a)
    if kind == C_TECH_BY_OTHER:
        return int(game.taken_by_other)
    if kind == C_SHOWN_CORNER:
        return count_hand_with(game, tables, player, row.a, -1)
    if kind == C_SHOWN_INCOME:
        return count_hand_with(game, tables, player, 0, row.a)
    if kind == C_IN_EARTH_SECTOR:
        return count_in_earth_sector(game, row.a)
    if kind == C_LAUNCHED_ANOMALY:
        return 1 if game.launched_place >= 0 and anomaly_at(game, game.launched_place) >= 0 else 0
    return count_capsules_at(game, player, row.a)


@jit
def count_simple(game, tables, player, index, card):
    """Value of a count that is not made of other counts."""
    row = tables.count[index]
    if row.kind <= C_PROBE_DISTANCE:
        return int(count_board(game, tables, player, row, card))
    if row.kind <= C_ENDGAME_CARDS:
        return int(count_own(game, player, row.kind))
    return int(count_of_card(game, tables, player, row))


@jit
def combine(game, tables, player, row, card):
    """Sum, smallest or largest of the up to three counts a row names."""
    value = count_simple(game, tables, player, row.a, card)
    for index in (row.b, row.c):
        if index < 0:
            continue
        other = count_simple(game, tables, player, index, card)
        if row.kind == C_SUM:
            value += other
        else:
            value = min(value, other) if row.kind == C_MIN else max(value, other)
    return value


@jit
def count_of(game, tables, player, index, card):
    """Value of any count of the tables for a player; ``card`` tells which species "this species" is."""
    row = tables.count[index]
    if row.kind < C_MIN:
        return count_simple(game, tables, player, index, card)
    if row.kind == C_HALF:
        half = tables.count[row.a]
        if half.kind < C_MIN:
            return count_simple(game, tables, player, row.a, card) // 2
        return combine(game, tables, player, half, card) // 2
    return combine(game, tables, player, row, card)


@jit
def holds(game, tables, player, index, card):
    """Whether a condition of the tables holds for the player now (MISS-02, TIME-06)."""
    while index >= 0:
        row = tables.condition[index]
        value = count_of(game, tables, player, row.count, card)
        if row.compare == CMP_EXACTLY:
            if value != row.n:
                return False
        elif value < row.n:
            return False
        index = int(row.and_next)
    return True
