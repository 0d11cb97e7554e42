"""Turn order strategy by strategy, and what it is worth to start."""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.content import Cell, Table
from seti_sim.analysis.estimate import (
    POINTS_DIFFERENCE,
    POINTS_OR_LOSS,
    SHARE_DIFFERENCE,
    Estimate,
    Label,
    ranked,
)
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, player
from seti_sim.analysis.shares import group_share, share_contrast, win_units

COLUMNS: Final = ("order", "strategy", "winners", "score", "place", "points_start")


def seat_tables(run: Run, label: Label) -> tuple[Table, ...]:
    """The value of starting and, where several strategies play, every place of each of them."""
    total = run.fold(lambda block: _sums(block, run), COLUMNS)
    several = len(run.strategies) > 1
    return (_start_table(run, total, label), *((_place_table(run, total, label),) if several else ()))


def _sums(block: Block, run: Run) -> dict[str, Any]:
    """Groups ``c * k + s``: strategy c at place s of the turn order; ``c`` after the last one are all strategies."""
    order, plays = block.indicator("order", run.players), block.indicator("strategy", len(run.strategies))
    who = np.concatenate([plays, np.ones_like(plays[..., :1])], axis=-1)
    groups = (who[..., :, None] * order[..., None, :]).reshape(block.games, run.players, -1)
    score = block.seat("score")
    return {
        "wins": ClusterSums.of_seats(groups, win_units(block.seat("winners"))),
        "net": ClusterSums.of_seats(groups, score - block.seat("points_start")),
        "score": ClusterSums.of_seats(groups, score),
        "margin": ClusterSums.of_seats(groups, margins(score)),
        "place": ClusterSums.of_seats(groups, block.seat("place")),
    }


def margins(scores: Array) -> Array:
    """Score minus the best score of the other players, shape (games, players)."""
    ranked_scores = np.sort(scores, axis=1)
    best, second = ranked_scores[:, -1:], ranked_scores[:, -2:-1]
    return np.asarray(scores - np.where(scores == best, second, best))


def _start_table(run: Run, total: dict[str, ClusterSums], label: Label) -> Table:
    """Starting player minus the mean of the other places."""
    codes = [len(run.strategies), *(range(len(run.strategies)) if len(run.strategies) > 1 else ())]
    rows: list[tuple[Cell, ...]] = []
    for code in codes:
        name = "All players" if code == len(run.strategies) else run.strategies[code]
        rows.append((name, *_start_values(run, total, code, f"{name}: starting player minus others", label)))
    return Table(
        "seats-start",
        "Effect of going first",
        f"n = {counted(run.games, 'game')}; {label}. The starting player minus the mean of the other places: win "
        "share, final score, and score without the starting points, which make up for the place.",
        ("Who", "Win share", "Score", "Score without starting points"),
        tuple(rows),
    )


def _start_values(run: Run, total: dict[str, ClusterSums], code: int, of: str, label: Label) -> tuple[Estimate, ...]:
    k = run.players
    groups = [code * k + s for s in range(k)]
    weights = np.array([1.0, *[-1 / (k - 1)] * (k - 1)])
    if (total["wins"].m[groups] == 0).any():
        empty = Estimate.undefined(SHARE_DIFFERENCE, of, label), Estimate.undefined(POINTS_DIFFERENCE, of, label)
        return (empty[0], empty[1], empty[1])
    wins = share_contrast(total["wins"].take(groups), weights, of, label=label)
    points = []
    for key in ("score", "net"):
        sums = total[key].take(groups)
        points.append(interval(*sums.contrast(weights), int(sums.games_in.min()), POINTS_DIFFERENCE, of, label))
    return (wins, *points)


def _place_table(run: Run, total: dict[str, ClusterSums], label: Label) -> Table:
    k = run.players
    rows: list[tuple[Cell, ...]] = []
    for code, name in enumerate(run.strategies):
        for s in range(k):
            g, of = code * k + s, f"{name} as {player(s).lower()}"
            rows.append(
                (
                    name,
                    player(s),
                    group_share(total["wins"], g, f"wins of {of}", label=label),
                    total["place"].mean(g, ranked(k), f"final place of {of}", label=label),
                    total["net"].mean(g, POINTS_OR_LOSS, f"score without starting points of {of}", label=label),
                    total["margin"].mean(g, POINTS_DIFFERENCE, f"lead over the best other player of {of}", label=label),
                )
            )
    return Table(
        "seats-strategies",
        "Seat order strategy by strategy",
        f"n = {counted(run.games, 'game')}; {label} within a strategy. Net score: without starting points. Margin: "
        "score minus the best other player's.",
        ("Strategy", "Player", "Win share", "Mean place", "Net score", "Margin"),
        tuple(rows),
    )
