"""Playing whole games: the loop of decision, choice and move over a chunk of games."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from seti_sim.components.tables import MAX_PLAYERS
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS, E_POLICY, E_RAISED, ERROR_TEXTS
from seti_sim.engine.legal import list_moves
from seti_sim.engine.moves import K_PASS
from seti_sim.engine.rng import below
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, N_ROUNDS, S_POLICY, move_list
from seti_sim.jit import address, jit
from seti_sim.policies.appraisal import APPRAISAL
from seti_sim.policies.appraise import appraise
from seti_sim.policies.heuristic import PRUNED, choose_heuristic
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.params import P_MOVE_FILTER, P_POSITION, P_WIDTH, SETTING_NAMES
from seti_sim.policies.plugins import ADDRESSES, PluginError, no_plugin, policy_address, watched
from seti_sim.policies.position import N_FEATURES
from seti_sim.policies.search import choose_lookahead, no_lookahead, workspace
from seti_sim.policies.weights import N_WEIGHTS

RANDOM = 0
HEURISTIC = 1
LOOKAHEAD = 2
PLUGIN = 3
POLICIES = ("random", "heuristic", "lookahead", "plugin")
MAX_DECISIONS = 30_000
MAX_APPRAISED = 16
APPRAISED: dict[bytes, tuple[np.record, np.ndarray]] = {}  # tables and appraisal by parameters, for the next chunk


@jit
def choose_otherwise(lookahead, game, tables, moves, n, policy, a, plugin, scratch):
    """Index of the move that a policy other than the heuristic picks; see :func:`play_chunk` for the arguments."""
    if policy == RANDOM:
        return below(game, S_POLICY + int(game.frames[game.n_frames - 1].player), n)
    if policy == LOOKAHEAD:
        return lookahead(game, tables, moves, n, a, scratch)
    return plugin(game, tables, moves, n, a)


@jit
def choose(lookahead, game, tables, moves, n, policy, a, plugin, scratch):
    """Index of the move a policy picks among n > 1 legal moves."""
    if policy == HEURISTIC:
        return choose_heuristic(game, tables, moves, n, a)
    return choose_otherwise(lookahead, game, tables, moves, n, policy, a, plugin, scratch)


@jit
def note_pass(game, moves, n):
    """Note a dead turn: the player passes, and no other main action was among the ``n`` legal moves."""
    for i in range(n):
        if moves.list[i].kind < K_PASS:
            return
    game.players[game.active].dead_turns[game.round_number - 1] = 1


@jit
def play_range(
    lookahead,
    games,
    tables,
    seed,
    first,
    n_players,
    policies,
    appraisals,
    plugins,
    seatings,
    species,
    moves,
    scratch,
    raised,
):
    """Play games ``first`` to ``first + len(games) - 1`` of a run into zeroed records; stop at the first error.

    Policies, appraisals and plug-ins are those of the line-up; ``seatings`` int8[games, 4] says which of them sits on
    each seat. ``raised`` int64[1] is set from outside when a plug-in has raised
    (:func:`seti_sim.policies.plugins.watched`).

    A decision with one legal move is applied without asking. Look-ahead and plug-ins are called by address, so that
    they are compiled only for tables where somebody needs them. The heuristic is asked here and not through
    :func:`choose`: games take 6 % less when it is part of this loop.
    """
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, first + i, n_players, species[0], species[1])
        while game.over == 0:
            seat = int(game.frames[game.n_frames - 1].player)
            who = int(seatings[i, seat])
            a = appraisals[who]
            plain = policies[who] == HEURISTIC
            n = list_moves(game, tables, moves, pruned_kinds(game, tables, a) if plain else filtered_kinds(game, a))
            chosen = 0
            if n > 1:
                game.players[seat].choices[game.round_number - 1] += 1
                if plain:
                    chosen = choose_heuristic(game, tables, moves, n, a)
                elif policies[who] == RANDOM:  # without the words that the scratch takes in a call
                    chosen = below(game, S_POLICY + seat, n)
                else:
                    plugin = plugins[who]
                    chosen = choose_otherwise(lookahead, game, tables, moves, n, policies[who], a, plugin, scratch)
                    if policies[who] == PLUGIN and raised[0] != 0:
                        chosen = -1
                if chosen < 0 or chosen >= n:
                    game.error = E_POLICY if raised[0] == 0 else E_RAISED
                    game.over = 1
                    return i
            if moves.list[chosen].kind == K_PASS:
                note_pass(game, moves, n)
            apply_legal(game, tables, moves.list[chosen])
            if game.decisions >= MAX_DECISIONS:
                game.error = E_ENDLESS
                game.over = 1
        if game.error != 0:
            return i
    return -1


def lookahead_address(policies: np.ndarray, tables: np.record) -> Any:
    """The address of ``choose_lookahead``, compiled only if somebody at the table looks ahead.

    Addresses are found once a process, since finding them takes as long as playing some games.
    """
    function = choose_lookahead if LOOKAHEAD in policies else no_lookahead
    if function not in ADDRESSES:
        game, moves, a = np.zeros(1, GAME)[0], move_list(), np.zeros(1, APPRAISAL)[0]
        ADDRESSES[function] = address(function, "int64", game, tables, moves, 0, a, workspace())
    return ADDRESSES[function]


def appraisals_of(tables: np.record, policies: np.ndarray, params: np.ndarray) -> np.ndarray:
    """One appraisal a seat, dtype APPRAISAL, for the parameters float64[4, N_PARAMS]; random players need none."""
    appraisals = np.zeros(len(params), APPRAISAL)
    for seat, row in enumerate(params):
        if policies[seat] != RANDOM:
            appraisals[seat] = appraisal_of(tables, row)
    return appraisals


def appraisal_of(tables: np.record, row: np.ndarray) -> np.ndarray:
    """The appraisal for parameters float64[N_PARAMS], dtype APPRAISAL, shape (): the latest ones are remembered."""
    key = row.tobytes()
    known = APPRAISED.get(key)
    if known is not None and known[0] is tables:
        return known[1]
    a = np.zeros(1, APPRAISAL)[0]
    a["w"] = row[:N_WEIGHTS]
    for setting, value in zip(SETTING_NAMES, row[P_WIDTH:P_MOVE_FILTER], strict=True):
        a[setting] = value
    a["move_filter"] = row[P_MOVE_FILTER:P_POSITION]
    a["position"][:, :N_FEATURES] = row[P_POSITION:].reshape(N_ROUNDS, N_FEATURES)
    appraise(tables, a, np.zeros(1, GAME)[0])
    unknown = np.isnan(a["table"]["program"]).any(axis=0)
    if unknown.any():
        unvalued = int(tables["program"]["op"][unknown.argmax()])
        raise ValueError(f"opcode {unvalued} has no value: add it to instruction_value in policies/valuation.py")
    if len(APPRAISED) >= MAX_APPRAISED:
        APPRAISED.clear()
    APPRAISED[key] = (tables, a)
    return cast(np.ndarray, a)


class Seats:
    """The strategies at a table, ready to choose single moves from Python (replay, golden games, tests)."""

    def __init__(
        self, tables: np.record, policies: np.ndarray, params: np.ndarray, plugins: Sequence[Any] = ()
    ) -> None:
        self.tables = tables
        self.policies = policies
        self.appraisals = appraisals_of(tables, policies, params)
        self.lookahead = lookahead_address(policies, tables)
        self.plugins = plugin_addresses(plugins)
        self.scratch = workspace()

    def choose(self, game: np.record, moves: np.record, n: int) -> int:
        """Index of the move that the player whose decision is open picks among the first ``n`` of ``moves``.

        Raises :class:`PluginError` if a plug-in raises or picks a move that is not there.
        """
        if n <= 1:
            return 0
        seat = int(game.frames[game.n_frames - 1].player)
        policy, a, plugin = int(self.policies[seat]), self.appraisals[seat], self.plugins[seat]
        with watched() as raised:
            chosen = int(choose(self.lookahead, game, self.tables, moves, n, policy, a, plugin, self.scratch))
        if raised.flag[0]:
            raise PluginError(raised.reason)
        if not 0 <= chosen < n:
            raise PluginError(ERROR_TEXTS[E_POLICY])
        return chosen

    def candidates(self, n: int, seat: int, limit: int) -> list[tuple[int, float]]:
        """The moves the seat's latest choice liked best, with their values: (index, points), the one chosen first.

        Points of the heuristic, or mean evaluations after look-ahead: moves that were tried in more deals come first,
        whatever the mean of fewer deals. Random players, plug-ins and a look-ahead at a single move have none.
        """
        a = self.appraisals[seat]
        if self.policies[seat] == LOOKAHEAD and a.searched > 0:
            _, _, candidates, totals, _, _, _ = self.scratch
            tried = sorted(range(int(a.searched)), key=lambda i: (-totals[0, i, 1], -totals[0, i, 0]))
            told = [(int(candidates[0, i]), float(totals[0, i, 0] / totals[0, i, 1])) for i in tried if totals[0, i, 1]]
            return told[:limit]
        if self.policies[seat] in (HEURISTIC, LOOKAHEAD):
            found = [(i, float(a.value[i])) for i in range(n) if a.value[i] > PRUNED]
        else:
            return []
        return sorted(found, key=lambda item: -item[1])[:limit]


def plugin_addresses(plugins: Sequence[Any]) -> tuple[Any, ...]:
    """Addresses of the plug-in policies of four seats, with a stand-in where there is none."""
    by_seat = [*plugins, *[None] * 4][:4]
    return tuple(policy_address(plugin or no_plugin) for plugin in by_seat)


def shared_places(policies: np.ndarray, params: np.ndarray) -> np.ndarray:
    """The place of the line-up whose appraisal each place uses, int8[4]: the first one with the same heuristic.

    Games take a twentieth less time when four of a kind share one valuation, since it then fits the nearest cache. What
    is remembered between decisions is kept by player. Look-ahead and plug-ins keep an appraisal each, for their memory.
    """
    found = np.arange(len(policies), dtype=np.int8)
    for place, policy in enumerate(policies):
        if policy == HEURISTIC:
            same = [i for i in range(place) if policies[i] == policy and np.array_equal(params[i], params[place])]
            found[place] = same[0] if same else place
    return found


def play_chunk(
    tables: np.record,
    seed: int,
    first: int,
    count: int,
    n_players: int,
    policies: np.ndarray,
    params: np.ndarray,
    species: np.ndarray,
    plugins: Sequence[Any] = (),
    seatings: np.ndarray | None = None,
) -> np.ndarray:
    """Play ``count`` consecutive games of a run and return their final records, dtype GAME, shape (count,).

    ``policies`` int64[4] holds the policy of each place of the line-up (RANDOM, HEURISTIC, LOOKAHEAD, PLUGIN),
    ``params`` float64[4, N_PARAMS] its parameters, ``species`` int64[2] the species left and right or -1, ``plugins``
    the compiled function of each place that plays a plug-in, ``seatings`` int8[count, 4] the place of the line-up on
    each seat; the seat of the same number if left out. A game that went wrong has ``error`` set (see
    :data:`seti_sim.engine.errors.ERROR_TEXTS`); the games after it are then not played.
    """
    games = np.zeros(count, GAME)
    shared = shared_places(policies, params)
    with watched() as raised:
        play_range(
            lookahead_address(policies, tables),
            games,
            tables,
            np.uint64(seed),
            first,
            n_players,
            policies,
            appraisals_of(tables, policies, params),
            plugin_addresses(plugins),
            shared[np.tile(np.arange(MAX_PLAYERS), (count, 1)) if seatings is None else seatings],
            species,
            move_list(),
            workspace(),
            raised.flag,
        )
    return games
