"""The null experiment: one strategy at every seat, so that the chair itself cannot matter.

The starting player is drawn at random. With the same strategy everywhere, the numbered chairs are alike, whatever the
turn order does; if they win unequally, the simulator or the analysis is at fault, and nothing else in the report
should be believed.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.significance import Test, equal_means, equal_win_shares

ALARM: Final = 0.001
"""A null experiment fails by bad luck once in a thousand reports."""
MIN_GAMES: Final = 50


@dataclass(frozen=True)
class NullExperiment:
    """``passed`` is ``None`` where the run has no null experiment; ``verdict`` is one sentence."""

    passed: bool | None
    verdict: str
    wins: Test | None = None
    scores: Test | None = None


def null_experiment(run: Run) -> NullExperiment:
    """Compare the chairs of a run whose seats all play one strategy."""
    if not run.mirrored:
        return NullExperiment(None, "No null experiment: it needs a run with one strategy at every seat.")
    if run.games < MIN_GAMES:
        return NullExperiment(
            None, f"No null experiment: {counted(run.games, 'game')} are too few, {MIN_GAMES} are needed."
        )

    def sums(block: Block) -> dict[str, Any]:
        units = win_units(block.seat("winners"))
        chairs = block.indicator("seat", run.players)
        return {
            "wins": ClusterSums.of_seats(chairs, units),
            "scores": ClusterSums.of_seats(chairs, block.seat("score")),
            "winners": np.bincount(block.seat("winners").max(1), minlength=run.players + 1),
            "first": (block.seat("order") == 0).sum(0),
        }

    total = run.fold(sums, ["seat", "order", "winners", "score"])
    if (total["first"] == 0).any():
        return NullExperiment(
            None, "No null experiment: some chairs never start, so chair and turn order are one thing."
        )
    wins = equal_win_shares(total["wins"].y, total["winners"], WIN_UNITS)
    scores = equal_means(total["scores"])
    tests = [test for test in (wins, scores) if test is not None]
    passed = all(test.p_value >= ALARM / len(tests) for test in tests)
    shown = f"wins: {wins.text}" if wins is not None else "every game was a tie"
    if scores is not None:
        shown += f"; scores: {scores.text}"
    if passed:
        verdict = f"Null experiment passed: with one strategy everywhere the chairs are alike ({shown})."
    else:
        verdict = (
            f"NULL EXPERIMENT FAILED: the chairs differ although they should be alike ({shown}). Trust nothing below."
        )
    return NullExperiment(passed, verdict, wins, scores)
