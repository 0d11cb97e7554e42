"""Compare the games of every built-in strategy between two revisions, decision by decision.

``scripts/same_games write FILE`` plays a table of each strategy and writes one hash a game: of every choice with the
number of moves it was taken from, and of the points at the end. ``scripts/same_games compare FILE``, run in another
revision, plays the same games again and says which of them differ. Exit code 1 if any does.

Use it around a change that is not meant to change any game.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.engine.apply import apply_legal
from seti_sim.engine.legal import list_moves
from seti_sim.engine.rng import mix
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.jit import jit
from seti_sim.policies.heuristic import choose_heuristic
from seti_sim.policies.move_filter import filtered_kinds, pruned_kinds
from seti_sim.policies.play import (
    HEURISTIC,
    appraisals_of,
    choose_otherwise,
    lookahead_address,
    play_chunk,
    plugin_addresses,
)
from seti_sim.policies.search import workspace
from seti_sim.policies.strategies import library
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.plan import make_plan

GAMES = 2000
FEW = {"expert": 20, "search": 1}
"""Games of the strategies that take long."""
SEED = 20
MIXED = ("random", "greedy", "balanced")
"""A table of three players and three strategies, played besides four of each."""


@jit
def folded(total, game, move, n):
    """A hash (uint64) of a hash before, the choice of a player, and the number of moves it was taken from."""
    what = int(move.kind) | (int(move.a) & 0xFFF) << 8 | (int(move.b) & 0xFFF) << 20 | (int(move.c) & 0xFFF) << 32
    what |= int(n) << 44 | int(game.frames[game.n_frames - 1].player) << 60
    return mix(total ^ np.uint64(what))


@jit
def hash_games(lookahead, games, tables, seed, n_players, policies, appraisals, plugins, moves, scratch, hashes):
    """Play games like ``play.play_range`` and write the hash of the decisions of each to ``hashes`` (uint64)."""
    for i in range(games.shape[0]):
        game = games[i]
        setup_game(game, tables, seed, i, n_players, -1, -1)
        total = np.uint64(0)
        while game.over == 0:
            seat = int(game.frames[game.n_frames - 1].player)
            a = appraisals[seat]
            plain = policies[seat] == HEURISTIC
            n = list_moves(game, tables, moves, pruned_kinds(game, tables, a) if plain else filtered_kinds(game, a))
            chosen = 0
            if n > 1 and plain:
                chosen = choose_heuristic(game, tables, moves, n, a)
            elif n > 1:
                plugin = plugins[seat]
                chosen = choose_otherwise(lookahead, game, tables, moves, n, policies[seat], a, plugin, scratch)
            total = folded(total, game, moves.list[chosen], n)
            apply_legal(game, tables, moves.list[chosen])
        for seat in range(n_players):
            total = mix(total ^ np.uint64(int(game.players[seat].score) & 0xFFFF))
        hashes[i] = total


def hashes_of(inputs: Inputs, games: int) -> list[str]:
    """The hash of every game, 16 hexadecimal digits."""
    tables, policies = inputs.tables.record, inputs.policies()
    hashes = np.zeros(games, np.uint64)
    records = np.zeros(games, GAME)
    hash_games(
        lookahead_address(policies, tables), records, tables, np.uint64(inputs.plan.seed), inputs.plan.players,
        policies, appraisals_of(tables, policies, inputs.params()), plugin_addresses(inputs.plugins()),
        move_list(), workspace(), hashes,
    )  # fmt: skip
    if games <= min(FEW.values()):
        return [f"{value:016x}" for value in hashes]
    played = inputs.play(play_chunk, 0, min(games, 20))  # the loop of this script may not drift away from the real one
    if played["players"]["score"].tolist() != records[: len(played)]["players"]["score"].tolist():
        raise SystemExit("scripts/same_games: hash_games plays other games than play_chunk; bring it up to date")
    return [f"{value:016x}" for value in hashes]


def tables_to_play(names: Sequence[str]) -> dict[str, tuple[Inputs, int]]:
    """Name, inputs and number of games of every table."""
    found = {}
    for name in names:
        plan = make_plan(games=1, players=4, strategies=[name], seed=SEED)
        found[name] = (load_inputs(plan), FEW.get(name, GAMES))
    mixed = make_plan(games=1, players=3, strategies=list(MIXED), seed=SEED, seating="fixed")
    found["+".join(MIXED)] = (load_inputs(mixed), GAMES)
    return found


def differences(before: dict[str, list[str]], now: dict[str, list[str]]) -> list[str]:
    """One line for every table whose games differ."""
    lines = []
    for name in sorted(before.keys() | now.keys()):
        old, new = before.get(name, []), now.get(name, [])
        other = [i for i, (one, two) in enumerate(zip(old, new, strict=False)) if one != two]
        if len(old) != len(new):
            lines.append(f"{name}: {len(old)} games before, {len(new)} now")
        elif other:
            lines.append(f"{name}: {len(other)} of {len(new)} games differ, the first is game {other[0]}")
    return lines


def main() -> None:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("what", choices=["write", "compare"])
    parser.add_argument("file", type=Path, help="hashes of games, JSON")
    parser.add_argument("--strategies", default=",".join(library()), help="built-in strategies, separated by commas")
    options = parser.parse_args()
    names = options.strategies.split(",")
    now: dict[str, Any] = {}
    for name, (inputs, games) in tables_to_play(names).items():
        now[name] = hashes_of(inputs, games)
        print(f"{name}: {games} games", flush=True)
    if options.what == "write":
        options.file.write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        return
    before = json.loads(options.file.read_text(encoding="utf-8"))
    lines = differences({name: hashes for name, hashes in before.items() if name in now}, now)
    print("\n".join(lines) or "all games are the same, decision by decision")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
