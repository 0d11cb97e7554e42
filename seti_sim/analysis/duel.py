"""A duel: blocks of games between two strategies, looked at one after the other until a sequential test decides."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, Literal

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.content import Cell, Note, Section, Table
from seti_sim.analysis.estimate import COUNT, RATING, SHARE, Estimate, Unit
from seti_sim.analysis.intervals import critical, interval
from seti_sim.analysis.names import counted
from seti_sim.analysis.ratings import elo
from seti_sim.analysis.rounding import true_error
from seti_sim.analysis.shares import WIN_UNITS
from seti_sim.analysis.sprt import NORMALISED_ELO, Hypotheses, log_likelihood_ratio

Verdict = Literal["elo1", "elo0", "open"]
FEW_BLOCKS: Final = 30
LITTLE: Final = 0.5
"""A ratio that moved so little, or on so few blocks, says nothing of the pace."""
RATIO: Final = Unit("log-likelihood ratio", signed=True)


@dataclass
class Duel:
    """The state of a sequential test; feed it blocks in the order of their numbers.

    Attributes:
        names: the strategies; scores are those of the first.
        players: players of a game.
        games: games of a block.
        test: the hypotheses.
        scores: what the first won of each block so far, in twelfths of a game.
        ratios: the log-likelihood ratio after each of them.
    """

    names: tuple[str, str]
    players: int
    games: int
    test: Hypotheses
    scores: list[int] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    verdict: Verdict = "open"

    def __post_init__(self) -> None:
        self._whole = WIN_UNITS * self.games
        self._counts = np.zeros(self._whole + 1, dtype=np.int64)
        # two players can only win, tie or lose; with more all ties are possible and only what occurred is counted
        self._always = range(0, self._whole + 1, WIN_UNITS // 2) if self.players == 2 else (0, self._whole)

    def add(self, units: Sequence[int] | Array) -> bool:
        """Look at further blocks one by one; true once the test has decided, and what follows is not looked at."""
        for value in units:
            if self.verdict != "open":
                break
            self.scores.append(int(value))
            self._counts[int(value)] += 1
            self.ratios.append(self._ratio())
            low, high = self.test.bounds
            self.verdict = "elo1" if self.ratios[-1] >= high else "elo0" if self.ratios[-1] <= low else "open"
        return self.verdict != "open"

    def _ratio(self) -> float:
        cells, counts = self.cells()
        return float(log_likelihood_ratio(counts, cells / self._whole, self.games, self.test))

    def cells(self) -> tuple[Array, Array]:
        """Scores of a block in twelfths of a game that are possible or occurred, and how often."""
        there = self._counts > 0
        there[list(self._always)] = True
        cells = np.flatnonzero(there)
        return cells, self._counts[cells]

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio now."""
        return self.ratios[-1] if self.ratios else 0.0

    def score(self) -> Estimate:
        """Mean share of the wins of the first strategy, score interval over blocks."""
        of, n = f"wins of {self.names[0]} against {self.names[1]}", len(self.scores)
        shares = np.array(self.scores) / self._whole
        if n < 2:
            return Estimate.undefined(SHARE, of, "effect", n)
        return interval(float(shares.mean()), float(shares.std(ddof=1)) / sqrt(n), n, SHARE, of, "effect")

    def ratings(self) -> tuple[Estimate, Estimate]:
        """The difference in logistic and in normalised Elo points, as far as there is one."""
        of, n = f"{self.names[0]} above {self.names[1]}", len(self.scores)
        share = self.score()
        logistic = Estimate.undefined(RATING, f"{of}, logistic", "effect", n)
        normalised = Estimate.undefined(RATING, f"{of}, normalised", "effect", n)
        if share.value is None or share.low is None or share.high is None:
            return logistic, normalised
        if share.low > 0 and share.high < 1:
            logistic = Estimate(
                elo(share.value), elo(share.low), elo(share.high), n, RATING, logistic.of, "effect", "by block"
            )
        found = standardised_mean(np.array(self.scores) / self._whole, 0.5)
        if found is not None:
            ends = (found[0], found[0] - found[1], found[0] + found[1])
            value, low, high = (NORMALISED_ELO * end / sqrt(self.games) for end in ends)
            normalised = Estimate(value, low, high, n, RATING, normalised.of, "effect", "by block")
        return logistic, normalised


def standardised_mean(values: Array, centre: float) -> tuple[float, float] | None:
    """``t = (mean - centre) / sd`` of independent values and half its 95 % interval; ``None`` if they do not vary.

    Var(t) = (1 - t skewness + t^2 (kurtosis - 1) / 4) / n by the delta method; with normal values that is
    (1 + t^2 / 2) / n, which is far too small for lopsided scores. Student's t has as many degrees of freedom as values
    differ from the most frequent one, since only these show how values spread (docs/measurements.md).
    """
    n = len(values)
    spread = true_error(float(np.std(values, ddof=1)), 1.0) if n > 1 else 0.0
    if spread <= 0:
        return None
    mean = float(values.mean())
    z = (values - mean) / values.std()
    t = (mean - centre) / spread
    variance = (1 - t * float((z**3).mean()) + t * t * (float((z**4).mean()) - 1) / 4) / n
    frequent = int(np.unique(values, return_counts=True)[1].max())
    return t, critical(n - frequent + 1) * sqrt(max(variance, 0.0))


def duel_section(duel: Duel, most: int, more: str | None) -> Section:
    """What a duel says: why it stopped and how to go on, its figures, and how blocks scored.

    Args:
        duel: the duel.
        most: blocks that it was allowed.
        more: the command that continues the duel; None where no more blocks are possible.
    """
    items = [Note(text) for text in (test_line(duel), verdict_line(duel), next_line(duel, most, more))]
    logistic, normalised = duel.ratings()
    low, high = duel.test.bounds
    ratio = Estimate.exact(round(duel.ratio, 4), RATIO, "log-likelihood ratio", len(duel.scores))
    bounds = [Estimate.exact(round(end, 4), RATIO, "bound", len(duel.scores)) for end in (low, high)]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Log-likelihood ratio", ratio),
        ("Lower bound", bounds[0]),
        ("Upper bound", bounds[1]),
        (f"Share of the wins of {duel.names[0]}", duel.score()),
        ("Logistic Elo", logistic),
        ("Normalised Elo", normalised),
    )
    n = f"n = {counted(len(duel.scores), 'block')} of {counted(duel.games, 'game')} of {duel.players} players; effect"
    figures = Table(
        "duel-figures",
        "Figures",
        f"{n}. Intervals are those of a fixed number of blocks: a test stops when it looks decided, so its figures are "
        "a little too large. For an unbiased figure play seti-sim compare with another seed.",
        ("What", "Figure"),
        rows,
    )
    cells, counts = duel.cells()
    scored = Table(
        "duel-scores",
        "How blocks scored",
        f"{n}. Games won by {duel.names[0]} in a block, ties as equal shares.",
        ("Games won", "Blocks"),
        tuple(
            (f"{cell / WIN_UNITS:.4g} of {duel.games}", Estimate.exact(int(count), COUNT, "blocks", len(duel.scores)))
            for cell, count in zip(cells, counts, strict=True)
        ),
    )
    return Section("duel", "Duel", (*items, figures, scored))


def test_line(duel: Duel) -> str:
    """The test in one sentence: names, hypotheses, model, error rates."""
    test = duel.test
    share = "mean score" if test.model == "logistic" else "score in standard deviations of a game"
    return (
        f"Tested: is {duel.names[0]} {test.elo1:g} rather than {test.elo0:g} {test.model} Elo points above "
        f"{duel.names[1]}? (alpha {test.alpha:g}, beta {test.beta:g}; {test.model} Elo measures the {share}.)"
    )


def verdict_line(duel: Duel) -> str:
    """Why the test stopped."""
    low, high = duel.test.bounds
    at = f"after {counted(len(duel.scores), 'block')} ({counted(len(duel.scores) * duel.games, 'game')})"
    ratio = f"the log-likelihood ratio is {duel.ratio:+.3f}"
    if duel.verdict == "elo1":
        return (
            f"Stopped {at}: {ratio}, above the upper bound {high:+.3f}. {duel.names[0]} is taken to be at least as "
            f"strong as {duel.test.elo1:g} points says, not {duel.test.elo0:g}; were it {duel.test.elo0:g} this would "
            f"happen in at most {duel.test.alpha:.3g} of all tests."
        )
    if duel.verdict == "elo0":
        return (
            f"Stopped {at}: {ratio}, below the lower bound {low:+.3f}. {duel.names[0]} is taken to be no stronger than "
            f"{duel.test.elo0:g} points says; were it {duel.test.elo1:g} this would happen in at most "
            f"{duel.test.beta:.3g} of all tests."
        )
    return f"Not decided {at}: {ratio}, between the bounds {low:+.3f} and {high:+.3f}."


def next_line(duel: Duel, most: int, more: str | None) -> str:
    """How to go on."""
    if duel.verdict != "open":
        return "To ask again, take another --seed; going on with the same games would spoil the error rates."
    left = _blocks_left(duel)
    hint = f" At this pace it takes about {left:,} more blocks." if left else ""
    follow = "A duel takes no more." if more is None else f"Go on with: {more}"
    return f"It was allowed {counted(most, 'block')}.{hint} {follow}"


def blocks_wanted(duel: Duel) -> int:
    """Blocks in all until a duel that is undecided is expected to be decided; 0 if that cannot be said."""
    left = _blocks_left(duel) if duel.verdict == "open" else 0
    return len(duel.ratios) + left if left else 0


def _blocks_left(duel: Duel) -> int:
    """Blocks until the nearer bound at the mean step so far; 0 if that says nothing."""
    low, high = duel.test.bounds
    n, ratio = len(duel.ratios), duel.ratio
    if n < FEW_BLOCKS or abs(ratio) < LITTLE:
        return 0
    ahead = (high if ratio > 0 else low) - ratio
    blocks = int(ahead / (ratio / n)) + 1
    step = int(10 ** max(0, len(str(blocks)) - 2))
    return -(-blocks // step) * step
