"""Turns and decisions of a round, and turns in which there is nothing to do or nothing to do but look on.

* A *dead turn* is a turn whose only legal main action is to pass. Free actions that might first have made another one
  possible are not tried.
* An *idle turn* is a turn of somebody else in a round in which the player has passed already.
* An *empty round* is one in which passing is the only main action of the player.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.content import Cell, Item, Lines, Series, Table
from seti_sim.analysis.estimate import COUNT, Estimate
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import caption, counted, player
from seti_sim.analysis.shares import group_share
from seti_sim.analysis.timing import MOST_GAMES
from seti_sim.analysis.views import if_kept

ROUNDS: Final = 5
KINDS: Final = ("turns", "choices", "dead", "idle", "empty")
KEPT: Final = tuple(f"{kind}_r{r}" for kind in ("dead", "idle") for r in range(1, ROUNDS + 1))
ASKED: Final = ("asked", "choices")
"""What the column of decisions is called, and what it was called in runs of earlier versions."""
WHOLE: Final = ROUNDS
"""Place of the whole game behind the rounds."""
Groups = Callable[[Block], Array]
Figures = dict[str, tuple[tuple[Estimate, ...], ...]]
"""By kind: a row for each group, of the five rounds and the whole game."""


def turn_items(run: Run) -> tuple[Item, ...]:
    """Turns, choices, dead and idle turns by round, by place in the turn order and by strategy."""
    return if_kept(run, "seats", (*KEPT, *_asked(run)), "decisions, dead and idle turns", lambda: _items(run))


def _asked(run: Run) -> tuple[str, ...]:
    """The columns of decisions by round that all runs pooled here have; those of this version if there are none."""
    columns = [tuple(f"{name}_r{r}" for r in range(1, ROUNDS + 1)) for name in ASKED]
    return next((names for names in columns if run.lacks("seats", names) is None), columns[0])


def turn_figures(run: Run, names: list[str], groups: Groups, columns: list[str]) -> Figures:
    """Means of a player for every group, round and the whole game.

    Args:
        run: the games.
        names: of k groups.
        groups: of a block, booleans of shape (games, players, k).
        columns: of ``seats`` that ``groups`` reads.
    """
    actions = run.names("actions")
    taken = [f"{action}_r{r}" for action in actions for r in range(1, ROUNDS + 1)]
    width = ROUNDS + 1
    asked = _asked(run)

    def sums(block: Block) -> dict[str, Any]:
        who = groups(block)
        found = {}
        for kind, values in _values(block, actions, asked).items():
            whole = np.concatenate([values, values.sum(2, keepdims=True)], axis=2)
            totals = np.einsum("gpk,gpr->gkr", who, whole, dtype=np.int64).reshape(block.games, -1)
            members = np.repeat(who.sum(1, dtype=np.int64), width, axis=1)
            found[kind] = ClusterSums.of(members, totals)
        return found

    total = run.fold(sums, [*columns, *KEPT, *asked, *taken])

    def figure(kind: str, g: int, r: int) -> Estimate:
        of = f"{kind} of {names[g]}, {'all rounds' if r == WHOLE else f'round {r + 1}'}"
        if kind in ("dead", "empty") and r != WHOLE:
            return group_share(total[kind], g * width + r, of, whole=1)
        sums: ClusterSums = total[kind]
        return sums.mean(g * width + r, COUNT, of)

    rows = range(len(names))
    return {kind: tuple(tuple(figure(kind, g, r) for r in range(width)) for g in rows) for kind in KINDS}


def _values(block: Block, actions: tuple[str, ...], asked: tuple[str, ...]) -> dict[str, Array]:
    """Each kind by round, shape (games, players, rounds)."""

    def by_round(kind: str) -> Array:
        return block.seats([f"{kind}_r{r}" for r in range(1, ROUNDS + 1)])

    turns = np.sum([by_round(action) for action in actions], axis=0)
    return {
        "turns": turns,
        "choices": block.seats(asked),
        "dead": by_round("dead"),
        "idle": by_round("idle"),
        "empty": (turns == by_round("pass")).astype(np.int64),
    }


# ---------------------------------------------------------------- what is shown
def _items(run: Run) -> tuple[Item, ...]:
    run = run.head(MOST_GAMES)
    places, strategies = [player(order) for order in range(run.players)], list(run.strategies)

    def groups(block: Block) -> Array:
        everybody = np.ones((block.games, block.players, 1), np.int8)
        by_place, by_strategy = block.indicator("order", len(places)), block.indicator("strategy", len(strategies))
        return np.concatenate([everybody, by_place, by_strategy], axis=2)

    found = turn_figures(run, ["all players", *places, *strategies], groups, ["order", "strategy"])

    def part(start: int, stop: int) -> Figures:
        return {kind: rows[start:stop] for kind, rows in found.items()}

    first = 1 + len(places)
    items: list[Item] = [
        _chart(run, found),
        _round_table(run, found),
        _group_table(run, "flow-places", "by place in the turn order", "Player", places, part(1, first)),
    ]
    if len(strategies) > 1:
        by_strategy = part(first, first + len(strategies))
        items.append(_group_table(run, "flow-strategies", "by strategy", "Strategy", strategies, by_strategy))
    return tuple(items)


def _chart(run: Run, found: Figures) -> Lines:
    dead, empty = found["dead"][0], found["empty"][0]
    turns, idle = dead[WHOLE], found["idle"][0][WHOLE]
    return Lines(
        "flow-dead",
        f"A player has {turns.text} dead turns in a game and looks on for {idle.text} turns after passing",
        "Share of players with a dead turn (no main action left but to pass) and with an empty round (only a pass)",
        caption(run.games, run.players, "description") + " Whoever has no dead turn in a round passes by choice.",
        tuple(f"round {r}" for r in range(1, ROUNDS + 1)),
        (Series("dead turn", dead[:ROUNDS]), Series("empty round", empty[:ROUNDS], filled=False)),
        "Share of players",
    )


def _round_table(run: Run, found: Figures) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for r in range(ROUNDS + 1):
        name = "Whole game" if r == WHOLE else f"Round {r + 1}"
        rows.append((name, *(found[kind][0][r] for kind in KINDS)))
    return Table(
        "flow-turns",
        "Turns and decisions of a player by round",
        f"n = {counted(run.games, 'game')}; description. Turns, passing included; decisions: how often the strategy "
        "was asked, with several moves left by its filter; dead turn: passing was the only legal main action; idle "
        "turns: those of others after the own pass; empty round: no main action but passing. In rounds shares of "
        "players, in the last line numbers a game.",
        ("Round", "Turns", "Decisions", "Dead turn", "Idle turns", "Empty round"),
        tuple(rows),
    )


def _group_table(run: Run, name: str, by: str, head: str, names: list[str], found: Figures) -> Table:
    return Table(
        name,
        f"Turns and decisions {by}",
        f"n = {counted(run.games, 'game')}; description. Numbers of a player in a game; see the table by round.",
        (head, "Turns", "Decisions", "Dead turns", "Idle turns", "Empty rounds"),
        tuple((label, *(found[kind][g][WHOLE] for kind in KINDS)) for g, label in enumerate(names)),
    )
