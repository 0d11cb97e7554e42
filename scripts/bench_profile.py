"""Where the time of a game goes: every decision of some games is timed by repeating its three steps.

The steps are finding the legal moves, choosing and applying (with everything automatic after it). A decision counts
under the kind of the move that was made. Repeated steps find everything in the processor's cache, so the sum is a
little less than the time of a whole game.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from seti_sim.engine import moves as kinds
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import list_moves
from seti_sim.engine.state import GAME
from seti_sim.jit import jit
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.play import HEURISTIC, RANDOM, choose
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.replay import GameReplayer

TIMES = 300
FEW = 2
"""Times for choices of strategies that look ahead: they take milliseconds."""
TRIES = 3
"""The shortest counts: whatever else the machine does makes a try longer, and an empty one would be taken off."""
STEPS = ("legal", "choose", "apply")
SYSTEMS = {
    "probes": ("LAUNCH", "STEP", "PICK"),
    "planets": ("ORBIT", "LAND", "SAMPLE"),
    "scan and sectors": ("SCAN", "SIGNAL", "RESOLVE"),
    "computer": ("ANALYZE", "PLACE"),
    "technologies": ("RESEARCH", "TECH"),
    "cards": ("PLAY", "TAKE", "TUCK", "DISCARD", "CORNER", "BUY", "KEEP"),
    "missions and traces": ("MISSION", "COVER", "TRACE", "GOLD", "REMOVE", "MESSAGE", "EXERTIAN"),
    "passing and ends of turns": ("PASS", "END_TURN"),
    "exchanges": ("EXCHANGE",),
}


@jit
def repeat_legal(game, tables, moves, mask, times):
    """Find the legal moves some times, without those that a mask leaves out."""
    n = 0
    for _ in range(times):
        n = list_moves(game, tables, moves, mask)
    return n


@jit
def repeat_choose(lookahead, game, tables, moves, n, policy, appraisal, plugin, scratch, times):
    """Choose some times."""
    chosen = 0
    for _ in range(times):
        chosen = choose(lookahead, game, tables, moves, n, policy, appraisal, plugin, scratch)
    return chosen


@jit
def repeat_apply(game, scratch, tables, move, times, wanted):
    """Copy the game some times, and apply a move to every copy if that is wanted."""
    for _ in range(times):
        scratch[0] = game
        if wanted:
            apply_legal(scratch[0], tables, move)


def profile(inputs: Inputs, games: int) -> dict[str, dict[str, float]]:
    """By system: decisions a game, and microseconds a game of every step."""
    found: dict[str, dict[str, float]] = {}
    Watched(inputs, games).moves()  # compiles
    for index in range(games):
        watched = Watched(inputs, index)
        watched.moves()
        for system, step, amount in watched.timed:
            row = found.setdefault(system, dict.fromkeys(("decisions", *STEPS), 0.0))
            row[step] += amount / games
    return found


class Watched(GameReplayer):
    """Plays a game as the runner does and times every decision on the way."""

    def __init__(self, inputs: Inputs, index: int) -> None:
        super().__init__(inputs, index)
        self.timed: list[tuple[str, str, float]] = []
        self._scratch = np.zeros(1, GAME)
        self._spare = self._moves.copy()

    def _chosen(self, n: int) -> int:
        game, tables = self.game, self.tables
        chosen = super()._chosen(n)
        move = self._moves.list[chosen]
        system = system_of(int(move.kind))
        self.timed.append((system, "decisions", 1.0))
        seat = int(game.frames[game.n_frames - 1].player)
        appraisal, plain = self._seats.appraisals[seat], int(self._seats.policies[seat]) == HEURISTIC
        mask = int(pruned_kinds(game, tables, appraisal) if plain else filtered_kinds(game, appraisal))
        self._time(system, "legal", lambda times: repeat_legal(game, tables, self._spare, mask, times))
        if n > 1:
            self._scratch[0] = game  # a random player moves its stream on
            simple = int(self._seats.policies[int(game.frames[game.n_frames - 1].player)]) in (RANDOM, HEURISTIC)
            self._time(system, "choose", self._choosing(self._scratch[0], n), TIMES if simple else FEW)
        whole = self._each(lambda times: repeat_apply(game, self._scratch, tables, move, times, True))
        copying = self._each(lambda times: repeat_apply(game, self._scratch, tables, move, times, False))
        self.timed.append((system, "apply", whole - copying))
        return chosen

    def _choosing(self, game: Any, n: int) -> Callable[[int], Any]:
        """Chooses as often as it is told."""
        table = self._seats
        seat = int(game.frames[game.n_frames - 1].player)
        policy, appraisal, plugin = int(table.policies[seat]), table.appraisals[seat], table.plugins[seat]
        lookahead, scratch = table.lookahead, table.scratch

        def choosing(times: int) -> Any:
            tables, moves = self.tables, self._moves
            return repeat_choose(lookahead, game, tables, moves, n, policy, appraisal, plugin, scratch, times)

        return choosing

    def _time(self, system: str, step: str, action: Callable[[int], Any], times: int = TIMES) -> None:
        self.timed.append((system, step, self._each(action, times)))

    @staticmethod
    def _each(action: Callable[[int], Any], times: int = TIMES) -> float:
        """Microseconds of one time: of many, less those of none, which are spent on the way into compiled code."""
        tries = [(spent(action, times), spent(action, 0)) for _ in range(TRIES)]
        whole, empty = (min(column) for column in zip(*tries, strict=True))
        return (whole - empty) / times / 1000


def spent(action: Callable[[int], Any], times: int) -> int:
    """Nanoseconds of processor time that doing something so many times takes."""
    began = time.thread_time_ns()
    action(times)
    return time.thread_time_ns() - began


def system_of(kind: int) -> str:
    """The system that a kind of move belongs to."""
    name = next(name for name, value in vars(kinds).items() if name.startswith("K_") and value == kind)[2:]
    for system, words in SYSTEMS.items():
        if any(name.startswith(word) for word in words):
            return system
    return "other choices"


def show_profile(figures: dict[str, dict[str, float]], name: str) -> None:
    """The shares for people."""
    total = sum(row[step] for row in figures.values() for step in STEPS)
    print(f"{name}: {total:,.0f} us a game in timed decisions")
    print(f"{'system':28} {'decisions':>9} {'legal':>8} {'choose':>8} {'apply':>8}   share")
    for system, row in sorted(figures.items(), key=lambda item: -sum(item[1][step] for step in STEPS)):
        share = sum(row[step] for step in STEPS) / total
        print(
            f"{system:28} {row['decisions']:9.1f} {row['legal']:8.1f} {row['choose']:8.1f} {row['apply']:8.1f}  "
            f"{share:6.1%}"
        )
    sums = [sum(row[step] for row in figures.values()) for step in ("decisions", *STEPS)]
    print(f"{'all':28} {sums[0]:9.1f} {sums[1]:8.1f} {sums[2]:8.1f} {sums[3]:8.1f}")
