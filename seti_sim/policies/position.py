"""The evaluation of a position: named features of one player's side of the table, weighted by round.

A feature is a number that can be read off what the player may see. Its weights (points a unit, one for each round)
stand in the table ``evaluation`` of a strategy file and were fitted by ``seti-sim fit``. ``X_<NAME>`` is the place of
a feature in the row that :func:`fill_position` fills.
"""

from typing import Final, NamedTuple

from seti_sim.components import opcodes
from seti_sim.components.tables import N_DECK_CARDS, N_SLOTS, TABLES, TILE
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.counts import holds
from seti_sim.engine.milestones import gold_due
from seti_sim.engine.scoring import gold_sets, gold_value
from seti_sim.engine.species.exertians import danger_of
from seti_sim.engine.species_common import side_of
from seti_sim.engine.state import CAPSULE, N_ROUNDS, NO_FIGURE, NOBODY
from seti_sim.engine.technologies import research_price
from seti_sim.jit import jit
from seti_sim.policies.registry import check_constants, check_run
from seti_sim.policies.valuation import effect_value, hand_card_value, mission_value
from seti_sim.policies.value_cache import begin_decision, cached_prospect

N_GOLD = TABLES["gold"].shape[0]
GOLD_RANKS = TABLES["gold_milestones"].shape[0]
NEAR = 12.0  # points to the next milestone from which on it counts as near


class Feature(NamedTuple):
    """One feature: name in strategy files and its meaning with the unit."""

    name: str
    meaning: str


FEATURES: Final = (
    Feature("constant", "1"),
    Feature("score", "own points"),
    Feature("credits", "credits"),
    Feature("energy", "energy"),
    Feature("publicity", "publicity"),
    Feature("research_ready", "1 if the publicity pays for a technology"),
    Feature("data", "data in the pool"),
    Feature("hand", "cards of the main deck in hand"),
    Feature("hand_value", "points the hand is worth by its corners, incomes and effects"),
    Feature("alien_hand", "species cards in hand"),
    Feature("income_credit", "tucked cards with credit income"),
    Feature("income_energy", "tucked cards with energy income"),
    Feature("income_card", "tucked cards with card income"),
    Feature("income_other", "tucked cards with publicity or data income"),
    Feature("computer_top", "data on the upper row of the computer"),
    Feature("computer_lower", "data on the lower row of the computer"),
    Feature("computer_full", "1 if an analysis is possible"),
    Feature("probe_1", "technology: second probe"),
    Feature("probe_2", "technology: asteroids"),
    Feature("probe_3", "technology: cheap landing"),
    Feature("probe_4", "technology: moons"),
    Feature("telescope_1", "technology: wider view from Earth"),
    Feature("telescope_2", "technology: signal at Mercury"),
    Feature("telescope_3", "technology: signal by a hand card"),
    Feature("telescope_4", "technology: launch or move when scanning"),
    Feature("computer_1", "technology: first computer tile"),
    Feature("computer_2", "technology: second computer tile"),
    Feature("computer_3", "technology: third computer tile"),
    Feature("computer_4", "technology: fourth computer tile"),
    Feature("technologies", "technologies owned"),
    Feature("probes", "own probes in space"),
    Feature("capsules", "own capsules in space (Mascamites)"),
    Feature("prospect", "points the best probe may still earn, its way paid"),
    Feature("prospect_rest", "the same for the other probes together"),
    Feature("orbiters", "own orbiters"),
    Feature("landers", "own landers on planets and moons"),
    Feature("discovery_marks", "own markers on discovery spaces of species not yet discovered"),
    Feature("traces_red", "own red traces"),
    Feature("traces_yellow", "own yellow traces"),
    Feature("traces_blue", "own blue traces"),
    Feature("wins", "sectors won"),
    Feature("majorities", "open sectors led, each by how full it is"),
    Feature("presence", "own markers in open sectors, each by how full its sector is"),
    Feature("gold_marks", "own markers on gold tiles"),
    Feature("gold_points", "points of the marked gold tiles as they stand"),
    Feature("gold_free", "points of the best free gold tile as it stands, while markers are left"),
    Feature("gold_near", "how near the next gold milestone is, 0 to 1"),
    Feature("missions", "missions completed"),
    Feature("mission_value", "points expected of open missions and circles in front"),
    Feature("endgame_value", "points of the end-of-game cards in front as they stand"),
    Feature("endgame_cards", "end-of-game cards in front"),
    Feature("exofossils", "exofossils"),
    Feature("exertian_points", "points of own played Exertian cards whose condition is met"),
    Feature("exertian_open", "points of own played Exertian cards whose condition is not met"),
    Feature("most_danger", "1 if nobody has more danger (Exertians)"),
    Feature("danger", "own danger (Exertians)"),
    Feature("messages", "own messages that wait for their milestone (Centaurians)"),
    Feature("passed", "1 if passed in this round"),
    Feature("best_rival", "points of the best other player"),
    Feature("rival_majorities", "open sectors led by others, each by how full it is"),
    Feature("rival_marks", "markers of others on discovery spaces of species not yet discovered"),
)
FEATURE_NAMES: Final = tuple(feature.name for feature in FEATURES)
N_FEATURES: Final = len(FEATURES)
(
    X_CONSTANT, X_SCORE, X_CREDITS, X_ENERGY, X_PUBLICITY, X_RESEARCH_READY, X_DATA, X_HAND, X_HAND_VALUE,
    X_ALIEN_HAND, X_INCOME_CREDIT, X_INCOME_ENERGY, X_INCOME_CARD, X_INCOME_OTHER, X_COMPUTER_TOP, X_COMPUTER_LOWER,
    X_COMPUTER_FULL, X_PROBE_1, X_PROBE_2, X_PROBE_3, X_PROBE_4, X_TELESCOPE_1, X_TELESCOPE_2, X_TELESCOPE_3,
    X_TELESCOPE_4, X_COMPUTER_1, X_COMPUTER_2, X_COMPUTER_3, X_COMPUTER_4, X_TECHNOLOGIES, X_PROBES, X_CAPSULES,
    X_PROSPECT, X_PROSPECT_REST, X_ORBITERS, X_LANDERS, X_DISCOVERY_MARKS, X_TRACES_RED, X_TRACES_YELLOW,
    X_TRACES_BLUE, X_WINS, X_MAJORITIES, X_PRESENCE, X_GOLD_MARKS, X_GOLD_POINTS, X_GOLD_FREE, X_GOLD_NEAR,
    X_MISSIONS, X_MISSION_VALUE, X_ENDGAME_VALUE, X_ENDGAME_CARDS, X_EXOFOSSILS, X_EXERTIAN_POINTS, X_EXERTIAN_OPEN,
    X_MOST_DANGER, X_DANGER, X_MESSAGES, X_PASSED, X_BEST_RIVAL, X_RIVAL_MAJORITIES, X_RIVAL_MARKS,
) = range(N_FEATURES)  # fmt: skip
check_constants("X_", FEATURE_NAMES, globals())
check_run(
    FEATURE_NAMES, X_PROBE_1, [f"{kind}_{n}" for kind in opcodes.TECH_KINDS for n in range(1, 5)]
)  # X_PROBE_1 + tech
check_run(
    FEATURE_NAMES, X_TRACES_RED, [f"traces_{colour}" for colour in opcodes.TRACE_COLOURS]
)  # X_TRACES_RED + colour


@jit
def fill_resources(game, tables, a, player, x):
    """Features of resources, hand and income."""
    me = game.players[player]
    x[X_CONSTANT] = 1.0
    x[X_SCORE] = me.score
    x[X_CREDITS] = me.credits
    x[X_ENERGY] = me.energy
    x[X_PUBLICITY] = me.publicity
    x[X_RESEARCH_READY] = 1.0 if me.publicity >= research_price(tables) else 0.0
    x[X_DATA] = me.pool
    for i in range(me.n_hand):
        card = int(me.hand[i])
        x[X_HAND_VALUE] += hand_card_value(game, a, card)
        if card < N_DECK_CARDS:
            x[X_HAND] += 1.0
        else:
            x[X_ALIEN_HAND] += 1.0
    x[X_INCOME_CREDIT] = me.income[opcodes.INCOME_CREDIT]
    x[X_INCOME_ENERGY] = me.income[opcodes.INCOME_ENERGY]
    x[X_INCOME_CARD] = me.income[opcodes.INCOME_CARD]
    x[X_INCOME_OTHER] = me.income[opcodes.INCOME_PUBLICITY] + me.income[opcodes.INCOME_DATA]
    x[X_PASSED] = me.passed


@jit
def fill_works(game, player, x):
    """Features of the computer, the technologies and what stands on planets."""
    me = game.players[player]
    for position in range(N_POSITIONS):
        x[X_COMPUTER_TOP] += me.top[position]
        x[X_COMPUTER_LOWER] += me.lower[position]
    x[X_COMPUTER_FULL] = 1.0 if x[X_COMPUTER_TOP] >= N_POSITIONS else 0.0
    for tech in range(opcodes.N_TECHS):
        x[X_PROBE_1 + tech] = 1.0 if me.tech[tech] != 0 else 0.0
    x[X_TECHNOLOGIES] = me.n_tech
    for planet in range(me.orbiters.shape[0]):
        x[X_ORBITERS] += me.orbiters[planet]
        x[X_LANDERS] += me.landers[planet]
    for moon in range(me.moon_landers.shape[0]):
        x[X_LANDERS] += me.moon_landers[moon]
    for side in range(2):
        for colour in range(3):
            x[X_TRACES_RED + colour] += me.traces[side, colour]
            if game.discovered[side] == 0:
                owner = int(game.discovery[side, colour])
                if owner == player:
                    x[X_DISCOVERY_MARKS] += 1.0
                elif owner != NOBODY:
                    x[X_RIVAL_MARKS] += 1.0


@jit
def fill_probes(game, tables, a, player, x):
    """Features of the figures in space."""
    me = game.players[player]
    begin_decision(a, player)
    best = 0.0
    total = 0.0
    for i in range(me.figure.shape[0]):
        if me.figure[i] == NO_FIGURE:
            continue
        if me.figure[i] == CAPSULE:
            x[X_CAPSULES] += 1.0
            continue
        x[X_PROBES] += 1.0
        value = cached_prospect(game, tables, a, player, me.ring[i], me.place[i])
        total += value
        best = max(best, value)
    x[X_PROSPECT] = best
    x[X_PROSPECT_REST] = total - best
    begin_decision(a, player)


@jit
def fill_sectors(game, tables, player, x):
    """Features of the sectors: who leads where, and how soon it matters."""
    for star in range(game.players[player].wins.shape[0]):
        x[X_WINS] += game.players[player].wins[star]
    for slot in range(N_SLOTS):
        mine = int(game.markers[slot, player])
        if game.filled[slot] == 0 or (slot == TILE and game.tile_out == 0):
            continue
        full = int(game.filled[slot]) / int(tables.slots[slot].capacity)
        x[X_PRESENCE] += mine * full
        rival = 0
        latest = 0
        for seat in range(game.n_players):
            if seat != player and game.markers[slot, seat] >= rival:
                latest = max(latest if game.markers[slot, seat] == rival else 0, int(game.latest[slot, seat]))
                rival = int(game.markers[slot, seat])
        if mine > rival or (mine == rival and mine > 0 and game.latest[slot, player] > latest):
            x[X_MAJORITIES] += full
        elif rival > 0:
            x[X_RIVAL_MAJORITIES] += full


@jit
def fill_gold(game, tables, player, x):
    """Features of the gold tiles."""
    me = game.players[player]
    free = 0.0
    for tile in range(N_GOLD):
        rank = int(me.gold[tile])
        sets = gold_sets(game, tables, player, tile)
        if rank > 0:
            x[X_GOLD_MARKS] += 1.0
            x[X_GOLD_POINTS] += gold_value(game, tables, tile, rank) * sets
        else:
            free = max(free, float(gold_value(game, tables, tile, int(game.gold_markers[tile]) + 1) * sets))
    due = gold_due(game, tables, player)
    if me.gold_passed < GOLD_RANKS:
        x[X_GOLD_FREE] = free
        x[X_GOLD_NEAR] = max(0.0, 1.0 - (due - int(me.score)) / NEAR)


@jit
def fill_front(game, tables, a, player, x):
    """Features of the cards in front: missions, circles, end-of-game lines, messages."""
    me = game.players[player]
    x[X_MISSIONS] = me.missions
    for i in range(me.n_front):
        card = int(me.front[i].card)
        table = tables.cards[card]
        if me.front[i].mark > 0 and me.front[i].done == 0:
            x[X_MESSAGES] += 1.0
        if table.has_endgame != 0:
            x[X_ENDGAME_CARDS] += 1.0
            x[X_ENDGAME_VALUE] += effect_value(game, tables, a, table.endgame, player, card)
        elif me.front[i].done == 0:
            covered = 0
            for j in range(table.n_triggers):
                covered += (int(me.front[i].circles) >> j) & 1
            left = 1.0 if table.n_triggers == 0 else 1.0 - covered / int(table.n_triggers)
            x[X_MISSION_VALUE] += left * mission_value(game, tables, a, player, card)


@jit
def fill_species(game, tables, player, x):
    """Features of the species' own mechanics."""
    me = game.players[player]
    x[X_EXOFOSSILS] = me.exofossils
    if me.message_mark > 0:
        x[X_MESSAGES] += 1.0
    side = side_of(game, opcodes.EXERTIANS)
    if side < 0 or game.discovered[side] == 0:
        return
    for i in range(me.n_exertians):
        card = int(me.exertians[i])
        if me.exertian_played[i] != 0:
            if holds(game, tables, player, tables.cards[card].exertian_when, card):
                x[X_EXERTIAN_POINTS] += tables.cards[card].points
            else:
                x[X_EXERTIAN_OPEN] += tables.cards[card].points
    own = danger_of(game, tables, player)
    x[X_DANGER] = own
    x[X_MOST_DANGER] = 1.0
    for seat in range(game.n_players):
        if seat != player and game.players[seat].danger > own:
            x[X_MOST_DANGER] = 0.0


@jit
def fill_position(game, tables, a, player, x):
    """Fill a row of floats, shape (N_FEATURES,), with the features of a player's position.

    ``a`` is the appraisal of the strategy that asks: some features are values by its weights.
    """
    for i in range(N_FEATURES):
        x[i] = 0.0
    fill_resources(game, tables, a, player, x)
    fill_works(game, player, x)
    fill_probes(game, tables, a, player, x)
    fill_sectors(game, tables, player, x)
    fill_gold(game, tables, player, x)
    fill_front(game, tables, a, player, x)
    fill_species(game, tables, player, x)
    for seat in range(game.n_players):
        if seat != player:
            x[X_BEST_RIVAL] = max(x[X_BEST_RIVAL], float(game.players[seat].score))


@jit
def evaluate(game, tables, a, player):
    """Value of a position for a player: the features times the weights of the round; after the end the lead alone."""
    if game.over != 0:
        best = 0
        for seat in range(game.n_players):
            if seat != player:
                best = max(best, int(game.players[seat].score))
        return game.players[player].score + a.position[N_ROUNDS - 1, X_BEST_RIVAL] * best
    fill_position(game, tables, a, player, a.x)
    total = 0.0
    for i in range(N_FEATURES):
        total += a.position[game.round_number - 1, i] * a.x[i]
    return total
