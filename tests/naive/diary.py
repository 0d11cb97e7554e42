"""A diary of one game, kept from outside: what changed from one decision to the next, in which round and own turn.

The engine notes the same where it happens; here only moves and the state before and after them are looked at.
"""

from collections import Counter
from typing import Any

from seti_sim.engine import moves as kinds
from seti_sim.engine.frames import F_DRAWN, F_TURN
from seti_sim.engine.state import WAY_CORNER, WAY_OTHER, WAY_SIGNAL

MAIN = range(kinds.K_LAUNCH, kinds.K_PASS + 1)
GROWING = {
    "orbiter_round": "orbiters",
    "lander_round": "landers",
    "moon_round": "moon_landers",
    "win_round": "wins",
    "trace_round": "trace_places",
}
"""Field with the round of the first one: field with their number."""


class Diary:
    """Call ``before`` with every move that is about to be applied, and ``after`` when it has been."""

    def __init__(self, players: int) -> None:
        self.turns: Counter[int] = Counter()
        self.firsts: dict[tuple[int, str, int], int] = {}
        self.gold: dict[tuple[int, int], tuple[int, int]] = {}  # (seat, tile): milestone, round
        self.milestones: dict[tuple[int, int], tuple[int, int]] = {}  # (seat, milestone): round, own turns
        self.markers = 0  # nonplayer markers put down
        self.tucks: Counter[tuple[int, int]] = Counter()
        self.idle: Counter[tuple[int, int]] = Counter()
        self.choices: Counter[tuple[int, int]] = Counter()
        self.dead: set[tuple[int, int]] = set()
        self.ways: dict[tuple[int, int], int] = {}  # (seat, card)
        self.seats = range(players)

    def before(self, game: Any, moves: Any, move: Any) -> None:
        """Note the move and remember the position."""
        frame = game.frames[game.n_frames - 1]
        op, seat, kind = int(frame.op), int(frame.player), int(move.kind)
        self.round = int(game.round_number)
        self.choices[seat, self.round] += len(moves) > 1
        if op == F_TURN and kind in MAIN:
            self.turns[seat] += 1
            mains = {int(other) for other in moves["kind"]} & set(MAIN)
            if mains == {kinds.K_PASS}:
                self.dead.add((seat, self.round))
        way = {kinds.K_CORNER: WAY_CORNER, kinds.K_SIGNAL_HAND: WAY_SIGNAL, kinds.K_DISCARD: WAY_OTHER}.get(kind)
        if way is not None:
            self.ways[seat, int(move.a)] = WAY_CORNER if op == F_DRAWN and frame.a == 0 else way
        if kind == kinds.K_STEP and move.c >= 2:
            self.ways[seat, int(move.c) - 2] = WAY_CORNER
        self.old = game.copy()

    def after(self, game: Any) -> None:
        """Note what has changed."""
        self.markers += int(self.old.neutral_left.sum()) - int(game.neutral_left.sum())
        for seat in self.seats:
            was, now = self.old.players[seat], game.players[seat]
            for field, number in GROWING.items():
                for i, count in enumerate(now[number].tolist()):
                    if count > was[number][i]:
                        self.firsts.setdefault((seat, field, i), self.round)
            self.tucks[seat, self.round] += int(now.n_tucked) - int(was.n_tucked)
            for tile in range(4):
                if now.gold[tile] != was.gold[tile]:
                    # one tile a milestone; with the marker the next milestone may be passed already
                    self.gold[seat, tile] = (int((now.gold != 0).sum()), self.round)
            for m in range(2):
                if (now.neutral_passed ^ was.neutral_passed) >> m & 1:
                    self.milestones[seat, m] = (self.round, self.turns[seat])
            if now.gold_passed != was.gold_passed:
                self.milestones[seat, 1 + int(now.gold_passed)] = (self.round, self.turns[seat])
            if game.turns > self.old.turns and now.passed:
                self.idle[seat, int(game.round_number)] += 1


def differences(diary: Diary, game: Any) -> list[str]:
    """Where the record of the engine differs from the diary, in words."""
    found = []

    def compare(what: str, noted: Any, kept: Any) -> None:
        if noted != kept:
            found.append(f"{what}: {noted} in the diary, {kept} in the record")

    for seat in diary.seats:
        me = game.players[seat]
        for field in GROWING:
            for i, kept in enumerate(me[field].tolist()):
                compare(f"seat {seat} {field} {i}", diary.firsts.get((seat, field, i), 0), kept)
        for tile in range(4):
            compare(f"seat {seat} tile {tile}", diary.gold.get((seat, tile), (0, 0))[0], int(me.gold_mark[tile]))
        for m in range(5):
            kept = (int(me.milestone_round[m]), int(me.milestone_turn[m]))
            compare(f"seat {seat} milestone {m}", diary.milestones.get((seat, m), (0, 0)), kept)
        for r in range(1, 6):
            compare(f"seat {seat} tucked {r}", diary.tucks[seat, r], int(me.tucks[r - 1]))
            compare(f"seat {seat} idle {r}", diary.idle[seat, r], int(me.idle_turns[r - 1]))
            compare(f"seat {seat} choices {r}", diary.choices[seat, r], int(me.choices[r - 1]))
            compare(f"seat {seat} dead {r}", int((seat, r) in diary.dead), int(me.dead_turns[r - 1]))
        for card, log in enumerate(game.card_log.tolist()):
            way = (log >> (8 + seat) & 1) + 2 * (log >> (12 + seat) & 1)
            compare(f"seat {seat} card {card}", diary.ways.get((seat, card), 0), way)
    markers = sum(int(me.neutral_placed) >> m & 1 for me in game.players[: len(diary.seats)] for m in range(2))
    compare("nonplayer markers placed", diary.markers, markers)
    return found
