"""Events and who waits for them: triggered missions (MISS-05 to MISS-10) and this-turn effects (PLAY-03, TIME-11)."""

from seti_sim.components.opcodes import (
    EVENT_OWN_TURN,
    FORGO_PUBLICITY,
    MAY,
    THIS_TURN_DISTINCT,
    THIS_TURN_EACH,
)
from seti_sim.engine.errors import E_THIS_TURN
from seti_sim.engine.frames import F_EVENT, F_PROGRAM, F_TRIGGER, push
from seti_sim.engine.state import BETWEEN_TURNS, MAX_THIS_TURN, P_CARD
from seti_sim.jit import jit


@jit
def event_matches(game, tables, player, row, kind, args):
    """Whether an event row waits for this event of this player; the own turn includes passing (PASS-07)."""
    event = tables.event[row]
    if (event.kinds & (1 << kind)) == 0 or (event.args & args) == 0:
        return False
    if (event.only & EVENT_OWN_TURN) == 0:
        return True
    return game.active == player and (game.phase != BETWEEN_TURNS or tables.rulings.pass_is_own_turn == 0)


@jit
def circle_open(game, tables, player, i, j, kind, args):
    """Whether circle j of the card i in front is open and matches the event (MISS-05)."""
    entry = game.players[player].front[i]
    card = tables.cards[entry.card]
    if entry.done != 0 or j >= card.n_triggers or (entry.circles & (1 << j)) != 0:
        return False
    return event_matches(game, tables, player, card.triggers[j].event, kind, args)


@jit
def any_circle(game, tables, player, kind, args):
    """Whether some open circle of the player matches the event."""
    me = game.players[player]
    for i in range(me.n_front):
        if me.front[i].done == 0:
            for j in range(tables.cards[me.front[i].card].n_triggers):
                if circle_open(game, tables, player, i, j, kind, args):
                    return True
    return False


@jit
def set_watch(game, tables, player):
    """Recompute the mask of events some open circle waits for."""
    me = game.players[player]
    mask = 0
    for i in range(me.n_front):
        entry = me.front[i]
        card = tables.cards[entry.card]
        if entry.done == 0:
            for j in range(card.n_triggers):
                if (entry.circles & (1 << j)) == 0:
                    mask |= tables.event[card.triggers[j].event].kinds
    me.watch = mask


@jit
def is_forgo(tables, entry):
    """Whether a this-turn effect replaces the publicity of the visit (card 19)."""
    row = tables.program[entry.start]
    return row.op == MAY and tables.program[entry.start + 1].op == FORGO_PUBLICITY


@jit
def run_this_turn(game, tables, player, kind, args):
    """Queue the this-turn effects of the active player that wait for this event."""
    i = 0
    while i < game.n_this_turn:
        entry = game.this_turn[i]
        i += 1
        if is_forgo(tables, entry) or not event_matches(game, tables, player, entry.event, kind, args):
            continue
        if (entry.mode & THIS_TURN_DISTINCT) != 0:
            if (entry.seen & args) != 0:
                continue
            entry.seen |= args
        push(game, F_PROGRAM, player, entry.source, 0, entry.start, entry.end, entry.card, -1)
        if (entry.mode & THIS_TURN_EACH) == 0:
            last = int(game.n_this_turn) - 1
            for k in range(i - 1, last):
                game.this_turn[k] = game.this_turn[k + 1]
            game.n_this_turn = last
            i -= 1


@jit
def raise_event(game, tables, player, kind, args):
    """Let this-turn effects and open circles of the player answer to something the player did or suffered."""
    if (game.players[player].watch & (1 << kind)) != 0 and any_circle(game, tables, player, kind, args):
        push(game, F_TRIGGER, player, 0, 0, kind, args, 0, 0)
    if game.n_this_turn > 0 and player == game.active and game.phase != BETWEEN_TURNS:
        run_this_turn(game, tables, player, kind, args)


@jit
def queue_event(game, player, kind, args):
    """Raise an event later, after everything queued on top of it."""
    push(game, F_EVENT, player, 0, 0, kind, args, 0, 0)


@jit
def add_this_turn(game, event, start, end, flags, card):
    """Put an effect in force until the active player ends the turn."""
    n = int(game.n_this_turn)
    if n >= MAX_THIS_TURN:
        game.error = E_THIS_TURN
        game.over = 1
        return
    entry = game.this_turn[n]
    entry.event = event
    entry.start = start
    entry.end = end
    entry.mode = flags
    entry.seen = 0
    entry.source = P_CARD
    entry.card = card
    game.n_this_turn = n + 1
