"""Probes in space: launch, movement, visits (LAUNCH, MOVE and the visits of ROT-07)."""

from seti_sim.components.limits import MOST_REPEATED
from seti_sim.components.opcodes import (
    ASTEROIDS,
    EARTH,
    ENERGY,
    EV_HAND_CORNER,
    EV_LAUNCH,
    EV_MOVES_SAME_RING,
    EV_VISIT,
    GAIN,
    PROBE_1,
    PROBE_2,
)
from seti_sim.engine.any_probe import follow_figure
from seti_sim.engine.errors import E_FIGURES
from seti_sim.engine.events import event_matches, is_forgo, queue_event, raise_event
from seti_sim.engine.frames import F_FORGO, F_MOVE, FRAME_CARD, pop, push
from seti_sim.engine.gains import counted, gain, gain_publicity, hold, pay
from seti_sim.engine.moves import K_ACCEPT, K_DECLINE, K_STEP, K_STOP, OUTWARD, add
from seti_sim.engine.piles import has_move_corner, spend_card
from seti_sim.engine.solar import neighbour_place, neighbour_ring, visit_argument
from seti_sim.engine.state import (
    BETWEEN_TURNS,
    MAX_FIGURES,
    MOST_CARDS_CORNER,
    MOST_LAUNCHES,
    MOST_STEPS,
    NO_FIGURE,
    P_CORNER,
    PROBE,
    WAY_CORNER,
)
from seti_sim.jit import inlined, jit

BY_POINTS = 0
BY_ENERGY = 1
BY_CORNER = 2


@jit
def figures_end(game, player):
    """One more than the last place of the state where the player has a figure in space, 0 if there is none."""
    end = 0
    for i in range(MAX_FIGURES):
        end = i + 1 if game.players[player].figure[i] != NO_FIGURE else end
    return end


@jit
def probes_in_space(game, player):
    """Own probes that count for the limit: capsules, orbiters and landers do not (LAUNCH-03, M7)."""
    n = 0
    for i in range(MAX_FIGURES):
        if game.players[player].figure[i] == PROBE:
            n += 1
    return n


@jit
def can_launch(game, tables, player):
    """Whether the player is below the limit of probes in space (LAUNCH-02, TECH-03)."""
    limit = tables.probe_limit
    if game.players[player].tech[PROBE_1] != 0:
        limit = tables.probe_limit_tech
    return probes_in_space(game, player) < limit


@inlined
def launch_price(tables):
    """Credits of a launch as a main action (LAUNCH-01)."""
    return int(tables.launch_credit)


@jit
def place_figure(game, player, kind, ring, place, token):
    """Put a figure into a free slot of the state and return the slot."""
    me = game.players[player]
    for i in range(MAX_FIGURES):
        if me.figure[i] == NO_FIGURE:
            me.figure[i] = kind
            me.ring[i] = ring
            me.place[i] = place
            me.token[i] = token
            return i
    game.error = E_FIGURES
    game.over = 1
    return -1


@jit
def launch(game, tables, player, flags):
    """Put a probe on Earth's space (LAUNCH-01); it is no visit (LAUNCH-05)."""
    place = int(game.planet_place[EARTH])
    place_figure(game, player, PROBE, game.planet_ring[EARTH], place, -1)
    game.players[player].launches = counted(game.players[player].launches, 1, MOST_LAUNCHES)
    if (flags & FRAME_CARD) != 0:
        game.launched_place = place
    raise_event(game, tables, player, EV_LAUNCH, 1)


@jit
def visit_publicity(game, tables, player, cell, pushed):
    """Publicity of a visit (MOVE-07, TECH-04, O3; of a push onto asteroids OPEN-12)."""
    if game.no_move_publicity != 0 and player == game.active:
        return 0
    amount = int(tables.publicity_on_visit[cell])
    counts = not pushed or tables.rulings.push_onto_asteroids == 0
    if cell == ASTEROIDS and counts and game.players[player].tech[PROBE_2] != 0:
        amount += tables.asteroid_publicity_tech
    return amount


@jit
def forgo_offer(game, tables, player, argument, amount):
    """Offer to forgo the publicity of this visit if an effect of the turn allows it (card 19)."""
    if player != game.active or game.phase == BETWEEN_TURNS:
        return False
    for i in range(game.n_this_turn):
        entry = game.this_turn[i]
        if is_forgo(tables, entry) and event_matches(game, tables, player, entry.event, EV_VISIT, argument):
            push(game, F_FORGO, player, entry.source, 0, amount, entry.start + 2, entry.end, entry.card)
            return True
    return False


@jit
def visit(game, tables, player, ring, place, pushed):
    """Settle the entry of a figure into a space: publicity, this-turn effects, missions (MOVE-07 to MOVE-09)."""
    argument = visit_argument(game, ring, place)
    if argument == 0:
        return
    raise_event(game, tables, player, EV_VISIT, argument)
    amount = visit_publicity(game, tables, player, int(game.cells[ring, place]), pushed)
    if amount > 0 and not (game.n_this_turn > 0 and forgo_offer(game, tables, player, argument, amount)):
        gain_publicity(game, tables, player, amount)


@inlined
def asteroid_exit(game, tables, player):
    """Additional move points of a step off asteroids (MOVE-04, TECH-04)."""
    return int(tables.asteroid_exit_tech) if game.players[player].tech[PROBE_2] != 0 else int(tables.asteroid_exit)


@jit
def step_cost(game, tables, player, ring, place):
    """Move points of a step off a place (MOVE-04)."""
    cost = int(tables.step_cost)
    if game.cells[ring, place] == ASTEROIDS and not (game.no_asteroid_cost != 0 and player == game.active):
        cost += asteroid_exit(game, tables, player)
    return cost


@inlined
def move_price(tables, points):
    """Energy that pays for move points (FREE-07)."""
    return int(points) * int(tables.move_energy)


@jit
def is_repeated(game, player, i):
    """Whether an earlier figure of the player is interchangeable with figure i."""
    me = game.players[player]
    for j in range(i):
        if (
            me.figure[j] == me.figure[i]
            and me.ring[j] == me.ring[i]
            and me.place[j] == me.place[i]
            and me.token[j] == me.token[i]
        ):
            return True
    return False


@jit
def add_steps(game, moves, n, player, i, by):
    """List the steps of figure i in all directions that stay on the board, paid in one way (MOVE-02)."""
    ring = int(game.players[player].ring[i])
    for direction in range(OUTWARD + 1):
        if neighbour_ring(ring, direction) >= 0:
            n = add(game, moves, n, K_STEP, i, direction, by)
    return n


@inlined
def legal_steps(game, tables, moves, n, player, points):
    """List steps with some move points in hand; energy or a corner may pay the rest (MOVE-05, OPEN-04, OPEN-24)."""
    me = game.players[player]
    may_add = player == game.active and game.phase != BETWEEN_TURNS
    if points > 0 and tables.rulings.mixed_move_points != 0:
        may_add = False
    for i in range(figures_end(game, player)):
        if me.figure[i] == NO_FIGURE or is_repeated(game, player, i):
            continue
        missing = step_cost(game, tables, player, me.ring[i], me.place[i]) - points
        if missing <= 0:
            n = add_steps(game, moves, n, player, i, BY_POINTS)
        elif may_add:
            if me.energy >= move_price(tables, missing):
                n = add_steps(game, moves, n, player, i, BY_ENERGY)
            if missing == 1 and points > 0:
                for h in range(me.n_hand):
                    if has_move_corner(tables, me.hand[h]):
                        n = add_steps(game, moves, n, player, i, BY_CORNER + me.hand[h])
    return n


@jit
def legal_move_points(game, tables, moves, frame):
    """Options while move points are left: a step or leaving the rest unused (MOVE-06)."""
    n = legal_steps(game, tables, moves, 0, frame.player, frame.a)
    return add(game, moves, n, K_STOP, 0, 0, 0)


@jit
def use_corner_for_step(game, tables, player, card):
    """Discard a hand card whose corner pays one move point of a step (OPEN-04); other gains of it are kept."""
    spend_card(game, player, card, WAY_CORNER)
    game.players[player].cards_corner = counted(game.players[player].cards_corner, 1, MOST_CARDS_CORNER)
    row = int(tables.cards[card].corner_program)
    while tables.program[row].op == GAIN:  # "score 1" stands before the move point of some species cards
        gain(game, tables, player, tables.program[row].a, tables.program[row].b, P_CORNER)
        row += 1
    queue_event(game, player, EV_HAND_CORNER, tables.cards[card].corner)


@jit
def apply_step(game, tables, move):
    """Move a figure one step and settle it (MOVE-04 to MOVE-10, FREE-07)."""
    frame = game.frames[game.n_frames - 1]
    player = int(frame.player)
    me = game.players[player]
    i = move.a
    ring = int(me.ring[i])
    missing = step_cost(game, tables, player, ring, me.place[i])
    if frame.op == F_MOVE:
        used = min(missing, int(frame.a))
        frame.a -= used
        missing -= used
        if frame.a == 0:
            pop(game)
    if move.c == BY_ENERGY:
        pay(game, player, ENERGY, move_price(tables, missing))
    elif move.c >= BY_CORNER:
        use_corner_for_step(game, tables, player, move.c - BY_CORNER)
    start = int(me.place[i])
    me.ring[i] = neighbour_ring(ring, move.b)
    me.place[i] = neighbour_place(start, move.b)
    if game.card >= 0 and me.place[i] != start:
        follow_figure(game, start, int(me.place[i]))
    me.steps = counted(me.steps, 1, MOST_STEPS)
    if me.ring[i] == ring:
        raise_event(game, tables, player, EV_MOVES_SAME_RING, 1)
    visit(game, tables, player, int(me.ring[i]), int(me.place[i]), False)


@jit
def push_move(game, player, source, flags, points):
    """Give move points; points of nested effects are added to those still open (MOVE-05)."""
    n = int(game.n_frames)
    if n > 0 and game.frames[n - 1].op == F_MOVE and game.frames[n - 1].player == player:
        frame = game.frames[n - 1]
        frame.a = hold(game, frame.a + points, MOST_REPEATED)
        return
    push(game, F_MOVE, player, source, flags, points, 0, 0, 0)


@jit
def legal_forgo(game, moves):
    """Options of card 19: a move point or the publicity of the visit."""
    n = add(game, moves, 0, K_ACCEPT, 0, 0, 0)
    return add(game, moves, n, K_DECLINE, 0, 0, 0)
