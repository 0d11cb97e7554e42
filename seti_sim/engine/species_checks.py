"""Quick checks of what the species bring: samples, exofossils, messages, Exertian cards, anomalies (compiled)."""

from typing import Final

from seti_sim.components.opcodes import ANOMALIES, CENTAURIANS, EXERTIANS, EXOFOSSIL, MASCAMITES
from seti_sim.components.tables import N_PLACES, UNLIMITED
from seti_sim.engine.frames import F_EXERTIAN, F_MESSAGE
from seti_sim.engine.missions import is_delivery
from seti_sim.engine.species.anomalies import N_ANOMALIES
from seti_sim.engine.species.mascamites import AT_SATURN, N_SAMPLES, TAKEN
from seti_sim.engine.species_common import oumuamua_side, side_of
from seti_sim.engine.state import CAPSULE, MAX_FIGURES, NO_FIGURE
from seti_sim.jit import jit

# numbers from 21 on: those below are quick_checks'
CHECK_SAMPLES: Final = 21
CHECK_DELIVERIES: Final = 22
CHECK_EXOFOSSILS: Final = 23
CHECK_MESSAGES: Final = 24
CHECK_EXERTIANS: Final = 25
CHECK_ANOMALIES: Final = 26
SPECIES_TEXTS: Final = {
    CHECK_SAMPLES: "a sample token is in no place or in two",
    CHECK_DELIVERIES: "samples delivered and delivery missions completed differ",
    CHECK_EXOFOSSILS: "exofossils held, gained and spent differ",
    CHECK_MESSAGES: "messages, their marks or covered rewards differ",
    CHECK_EXERTIANS: "Exertian cards dealt or played differ from what was due",
    CHECK_ANOMALIES: "the anomaly tokens are not where they were laid",
}


@jit
def out_side(game, species):
    """Side of a species that has been discovered, or -1."""
    side = side_of(game, species)
    return side if side >= 0 and game.discovered[side] != 0 else -1


@jit
def capsules_with(game, token):
    """Number of capsules that hold a token."""
    n = 0
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(MAX_FIGURES):
            if me.figure[i] == CAPSULE and me.token[i] == token:
                n += 1
    return n


@jit
def strange_figures(game, in_play):
    """Whether a probe holds a token, or there is a capsule without one or without the Mascamites (M4)."""
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(MAX_FIGURES):
            if me.figure[i] == CAPSULE and (not in_play or me.token[i] < 0):
                return True
            if me.figure[i] != CAPSULE and me.figure[i] != NO_FIGURE and me.token[i] >= 0:
                return True
    return False


@jit
def check_samples(game, tables):
    """Every token is on a planet, under one capsule or on one space of the board (M1, M3, M10, M11)."""
    in_play = out_side(game, MASCAMITES) >= 0
    if strange_figures(game, in_play):
        return CHECK_SAMPLES
    on_planets = 0  # 8 bits a planet
    for token in range(N_SAMPLES):
        places = capsules_with(game, token)
        for space in range(N_SAMPLES):
            if game.sample_on_space[space] == token:
                places += 1
        if not in_play:
            if places != 0:
                return CHECK_SAMPLES
            continue
        where = int(game.sample_where[token])
        if places != (1 if where == TAKEN else 0):
            return CHECK_SAMPLES
        if where <= AT_SATURN:
            on_planets += 1 << (8 * where)
    each = int(tables.samples_per_planet)
    return CHECK_SAMPLES if (on_planets & 255) > each or (on_planets >> 8) > each else 0


@jit
def check_deliveries(game, tables):
    """Tokens lie on the delivery spaces from the lowest on, one for every completed delivery (M10, M11)."""
    delivered = 0
    for space in range(1, N_SAMPLES):
        if game.sample_on_space[space] >= 0:
            if space > 1 and game.sample_on_space[space - 1] < 0:
                return CHECK_DELIVERIES
            delivered += 1
    for seat in range(game.n_players):
        me = game.players[seat]
        for i in range(me.n_front):
            if me.front[i].done != 0 and is_delivery(tables, me.front[i].card) >= 0:
                delivered -= 1
    if delivered != 0:
        return CHECK_DELIVERIES
    side = out_side(game, MASCAMITES)
    if side < 0:
        return 0
    table = tables.species[MASCAMITES]
    for k in range(table.n_spaces):
        token = int(table.spaces[k].token)
        if token >= 0 and game.sample_on_space[token] < 0 and game.space_owner[side, k] >= 0:
            return CHECK_DELIVERIES
    return 0


@jit
def paid_on_spaces(game, tables, side, seat):
    """Exofossils a player has paid for the own markers on the board (O13)."""
    paid = 0
    table = tables.species[game.species[side]]
    for k in range(table.n_spaces):
        space = table.spaces[k]
        if space.cost_resource != EXOFOSSIL:
            continue
        if space.capacity == UNLIMITED:
            paid += space.cost_amount * game.piled[side, space.colour, seat]
        elif game.space_owner[side, k] == seat:
            paid += space.cost_amount
    return paid


@jit
def check_exofossils(game, tables):
    """What a player holds was gained and not spent, what lies on the board was paid for (O12, O13, O14)."""
    side = oumuamua_side(game)
    held = 0
    for seat in range(game.n_players):
        me = game.players[seat]
        held += me.exofossils
        if me.exofossils < 0 or me.exofossils != me.exofossils_gained - me.exofossils_spent:
            return CHECK_EXOFOSSILS
        if side < 0 or game.discovered[side] == 0:
            if me.exofossils_gained != 0:
                return CHECK_EXOFOSSILS
        elif me.exofossils_spent < paid_on_spaces(game, tables, side, seat):
            return CHECK_EXOFOSSILS
    return CHECK_EXOFOSSILS if tables.rulings.exofossil_supply != 0 and held > tables.exofossils else 0


@jit
def waiting(game, op):
    """Number of frames of a kind on the stack."""
    n = 0
    for i in range(game.n_frames):
        if game.frames[i].op == op:
            n += 1
    return n


@jit
def strange_messages(game, tables, seat, in_play):
    """Whether a pending message is none, or lies behind one played earlier and due later (Z3, Z5)."""
    me = game.players[seat]
    before = -1
    for i in range(me.n_front):
        ahead = int(tables.cards[me.front[i].card].message_ahead)
        if ahead > 0 and (not in_play or me.front[i].mark < before or me.front[i].mark < ahead):
            return True
        if ahead == 0 and me.front[i].mark >= 0:
            return True
        if ahead > 0:
            before = int(me.front[i].mark)
    return False


@jit
def check_messages(game, tables):
    """Pending messages have marks in the order played; a reward is covered for every tile resolved (Z1, Z3, Z5)."""
    in_play = out_side(game, CENTAURIANS) >= 0
    resolved = 0
    for seat in range(game.n_players):
        if strange_messages(game, tables, seat, in_play):
            return CHECK_MESSAGES
        mark = int(game.players[seat].message_mark)
        if not in_play and mark >= 0:
            return CHECK_MESSAGES
        if in_play and mark < 0:
            resolved += 1
    covered = 0
    for reward in range(game.message_taken.shape[0]):
        covered += game.message_taken[reward]
    return CHECK_MESSAGES if covered + waiting(game, F_MESSAGE) != resolved else 0


@jit
def markers_at_discovery(game, side, seat):
    """Own discovery markers of a player when the species was discovered."""
    n = 0
    for colour in range(3):
        if game.contributors[side, colour] == seat:
            n += 1
    return n


@jit
def check_exertians(game, tables):
    """Everybody has the cards dealt and has played no more of them than was offered (E2, E3, E11)."""
    side = out_side(game, EXERTIANS)
    table = tables.species[EXERTIANS]
    for seat in range(game.n_players):
        me = game.players[seat]
        markers = 0 if side < 0 else markers_at_discovery(game, side, seat)
        due = 0 if side < 0 else int(table.deal_per_player) + int(table.deal_per_marker) * markers
        if me.n_exertians != due:
            return CHECK_EXERTIANS
        played = 0
        for i in range(me.exertian_played.shape[0]):
            played += me.exertian_played[i]
            if me.exertian_played[i] != 0 and i >= me.n_exertians:
                return CHECK_EXERTIANS
        if played > markers + me.exertian_passed:
            return CHECK_EXERTIANS
    if side < 0 and (game.exertian_mark[0] != 0 or waiting(game, F_EXERTIAN) != 0):
        return CHECK_EXERTIANS
    return 0


@jit
def check_anomalies(game, tables):
    """The three tokens lie as far from each other as they were laid, each once (setup of Anomalies, A1)."""
    if out_side(game, ANOMALIES) < 0:
        for token in range(N_ANOMALIES):
            if game.anomaly_place[token] >= 0:
                return CHECK_ANOMALIES
        return 0
    seen = 0
    first = int(game.anomaly_place[0]) - int(tables.anomaly_offsets[0])
    for token in range(N_ANOMALIES):
        place = (first + int(tables.anomaly_offsets[token]) + 2 * N_PLACES) % N_PLACES
        if game.anomaly_place[token] != place:
            return CHECK_ANOMALIES
        seen |= 1 << int(game.anomaly_order[token])
    return 0 if seen == (1 << N_ANOMALIES) - 1 else CHECK_ANOMALIES


SPECIES_TESTS: Final = (
    check_samples,
    check_deliveries,
    check_exofossils,
    check_messages,
    check_exertians,
    check_anomalies,
)


@jit
def check_species(game, tables):
    """All checks of this module: 0 or the number of the first that failed (CHECK_*)."""
    result = check_samples(game, tables)
    if result == 0:
        result = check_deliveries(game, tables)
    if result == 0:
        result = check_exofossils(game, tables)
    if result == 0:
        result = check_messages(game, tables)
    if result == 0:
        result = check_exertians(game, tables)
    if result == 0:
        result = check_anomalies(game, tables)
    return result
