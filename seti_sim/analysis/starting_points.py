"""Whether the starting points make the gap between the seats: tested on the scores as they were played.

Later players start with more points. The games of a run are taken again with those points left out of the final scores;
play is unchanged. If the places then win equally often, and the gap has shrunk demonstrably, the starting points
account for it. What players would do without them is another question: it takes a run of a variant with equal starting
points (``report --against``).
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate, Label
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import player
from seti_sim.analysis.shares import WIN_UNITS, group_share, win_units
from seti_sim.analysis.significance import LEVEL, Test, equal_means, equal_win_shares

COLUMNS: Final = ("order", "score", "points_start", "winners")
Verdict = Literal["all", "open", "part", "against", "none"]
"""Without the starting points ``all`` of the difference is gone, it is ``open`` whether any is left, a smaller ``part``
is left, or a larger one (``against``); ``none``: they change nothing demonstrably."""
HALF: Final = 0.5


@dataclass(frozen=True)
class StartingPoints:
    """Win shares by place on the scores without the starting points, and what that changes at each place.

    ``change`` is the win share as played minus that without the starting points, ``test`` that of equal win shares
    without them.
    """

    without: tuple[Estimate, ...]
    change: tuple[Estimate, ...]
    test: Test | None
    differ: bool

    def verdict(self, seat: int, gap: float) -> Verdict:
        """What the starting points have to do with the gap of ``seat``, its win share minus an equal share."""
        change, left = self.change[seat], gap - (self.change[seat].value or 0.0)
        if not self.differ or not change.excludes(0.0):
            return "none"
        if (change.value or 0.0) * gap < 0:
            return "against"
        if self.test is not None and self.test.p_value > LEVEL:
            return "all" if abs(left) < HALF * abs(gap) else "open"
        return "part" if abs(left) < abs(gap) else "none"


def starting_points(run: Run, label: Label) -> StartingPoints:
    """Win shares on the scores with and without the starting points, from one pass over the games."""
    players = run.players

    def sums(block: Block) -> dict[str, Any]:
        order, start = block.indicator("order", players), block.seat("points_start")
        units = win_units(winners(block.seat("score") - start))
        return {
            "wins": ClusterSums.of_seats(order, units),
            "change": ClusterSums.of_seats(order, win_units(block.seat("winners")) - units),
            "winners": np.bincount(winners(block.seat("score") - start).max(1), minlength=players + 1),
            "spread": int((start != start[:, :1]).sum()),
        }

    total = run.fold(sums, COLUMNS)
    wins: ClusterSums = total["wins"]
    of = [f"wins of the {player(s).lower()} without starting points" for s in range(players)]
    return StartingPoints(
        tuple(group_share(wins, s, of[s], label=label) for s in range(players)),
        tuple(
            total["change"].mean(s, SHARE_DIFFERENCE, f"change of {of[s]}", scale=WIN_UNITS, label=label)
            for s in range(players)
        ),
        equal_win_shares(wins.y, total["winners"], WIN_UNITS) if run.mirrored else equal_means(wins),
        bool(total["spread"]),
    )


def winners(score: Array) -> Array:
    """For each seat the number of players who share the win, 0 for those who do not, shape (games, players)."""
    best = score == score.max(1, keepdims=True)
    return np.asarray(best * best.sum(1, keepdims=True))
