"""The games of a run that lie farthest out: by score, by margin of the winner, by number of turns."""

import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.load import Block, Run, open_run

Measure = Literal["score", "margin", "turns"]
MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)
MEANINGS: Final = {
    "score": "highest score of a player",
    "margin": "points of the winner above the best other player",
    "turns": "turns of the game",
}
"""What each measure is, in words."""


@dataclass(frozen=True)
class Outlier:
    """A game, what it is measured by, how far out it lies, and the command that replays it.

    ``deviations`` counts standard deviations of the measure over all games from its mean.
    """

    game: int
    value: int
    deviations: float
    scores: tuple[int, ...]
    strategies: tuple[str, ...]
    replay: str


@dataclass(frozen=True)
class Outliers:
    """The lowest and the highest games by one measure, each from the end inwards, with mean and standard deviation."""

    measure: Measure
    games: int
    mean: float
    deviation: float
    lowest: tuple[Outlier, ...]
    highest: tuple[Outlier, ...]

    def as_dict(self) -> dict[str, object]:
        """The same as plain values, for JSON."""
        return asdict(self)


def find_outliers(folder: Path, measure: str, count: int = 5) -> Outliers:
    """The ``count`` lowest and highest games of a run.

    Raises:
        AnalysisError: for an unknown measure, a run that can't be read, or a run without games.
    """
    if measure not in MEASURES:
        raise AnalysisError(f"unknown measure {measure!r}; expected one of {', '.join(MEASURES)}")
    known: Measure = measure
    run = open_run(folder)
    numbers, values, scores, strategies = _gathered(run, known)
    order = np.lexsort((numbers, values))
    mean, deviation = float(values.mean()), float(values.std())

    def outlier(i: int) -> Outlier:
        return Outlier(
            int(numbers[i]),
            int(values[i]),
            (float(values[i]) - mean) / deviation if deviation > 0 else 0.0,
            tuple(int(score) for score in scores[i]),
            tuple(run.strategies[code] for code in strategies[i]),
            shlex.join(["seti-sim", "replay", str(folder), "--game", str(int(numbers[i]))]),
        )

    lowest = tuple(outlier(int(i)) for i in order[:count])
    highest = tuple(outlier(int(i)) for i in order[::-1][:count])
    return Outliers(known, len(values), mean, deviation, lowest, highest)


def _gathered(run: Run, measure: Measure) -> tuple[Array, Array, Array, Array]:
    """Number, measure, scores and strategies of all games; shapes (games,), (games,), (games, players) twice."""
    blocks = list(run.blocks(["game", "score", "strategy"], ["turns", "margin"]))
    if not blocks:
        raise AnalysisError(f"{run.name} holds no games")
    return (
        np.concatenate([block.seat("game")[:, 0] for block in blocks]),
        np.concatenate([_measured(block, measure) for block in blocks]).astype(np.int64),
        np.concatenate([block.seat("score") for block in blocks]),
        np.concatenate([block.seat("strategy") for block in blocks]),
    )


def _measured(block: Block, measure: Measure) -> Array:
    return block.seat("score").max(1) if measure == "score" else block.game(measure)


def outlier_lines(found: Outliers) -> list[str]:
    """The same as lines for a terminal."""
    head = f"{MEANINGS[found.measure]}: mean {found.mean:.1f}, standard deviation {found.deviation:.1f}"
    lines = [f"{head}, n = {found.games:,} games"]
    for title, games in (("highest", found.highest), ("lowest", found.lowest)):
        lines.append(title)
        for item in games:
            who = ", ".join(f"{name} {score}" for name, score in zip(item.strategies, item.scores, strict=True))
            lines.append(f"  {item.value:>5} ({item.deviations:+.1f} sd)  {who}")
            lines.append(f"        {item.replay}")
    return lines
