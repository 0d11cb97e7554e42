"""How many games a wanted precision takes: the questions of ``seti-sim plan --until``.

    win share +-D              half of the 95 % interval of a seat's win share, in percentage points
    win share S +-D            the same for a share of S %
    difference D               distinguishing a win share from one D percentage points larger, at 5 %
    difference D from S        the same from a share of S %
    score +-D                  half of the 95 % interval of a mean score, in points
    score difference D         distinguishing two mean scores D points apart, block by block
    elo E0 E1                  the expected length of a duel with these bounds

``at power P`` may follow a difference; 0.9 if left out. Scores take their spread from games that were played.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

import numpy as np
from scipy import stats

from seti_sim.analysis.blocks import BlockTable
from seti_sim.analysis.contest import score_gap
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import POINTS, Z95
from seti_sim.analysis.significance import games_for_half_width, games_to_distinguish
from seti_sim.analysis.sprt import Hypotheses, course, expected_score

NUMBER: Final = r"(\d+(?:\.\d+)?)"
SIGNED: Final = r"(-?\d+(?:\.\d+)?)"
POWER: Final = rf"(?: at power {NUMBER})?"
POWER_IF_UNSAID: Final = 0.9
SMALLEST: Final = 1e-4
LARGEST: Final = 1e6
GRAMMAR: Final = (
    "win share [S] +-D", "difference D [from S] [at power P]", "score +-D", "score difference D [at power P]",
    "elo E0 E1",
)  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """Games that a precision takes, and what was assumed, in words; ``a_side`` if so many are needed of each side."""

    games: int
    what: str
    assumed: str
    a_side: bool = False


@dataclass(frozen=True)
class Spread:
    """What games that were played say about noise; see :func:`spread_of`.

    Attributes:
        source: where the games are, for the words.
        score: standard deviation a block of a seat's mean score, times the root of the games of a block.
        gap: the same of the difference between the first two strategies; ``None`` with one strategy.
        share: standard deviation of the first strategy's share of the wins of a block; ``None`` unless there are two.
        games: games of a block.
    """

    source: str
    score: float
    gap: float | None
    share: float | None
    games: int


def spread_of(table: BlockTable, source: str) -> Spread:
    """The noise of blocks that were played: of scores, of paired differences, of shares of the wins.

    Raises:
        AnalysisError: for fewer than two blocks.
    """
    if table.blocks < 2:
        raise AnalysisError(f"{source}: at least two blocks are needed to see how much they differ")
    size = table.strategy.shape[1]
    score = table.by_strategy(table.score).mean(0, POINTS, "score")
    games = int(score.n) * size
    gap = score_gap(table, 0, 1) if len(table.names) > 1 else None
    won, whole = table.share_of(0)
    return Spread(
        source,
        score.standard_error * sqrt(games),
        None if gap is None or not gap.defined else gap.standard_error * sqrt(gap.n * size),
        float(np.std(won / whole, ddof=1)) if len(table.names) == 2 else None,
        size,
    )


def games_needed(until: str, players: int, spread: Spread | None = None) -> Answer:
    """The answer to one question.

    Args:
        until: a question of the grammar above.
        players: players of a game; an equal share is where none is said.
        spread: noise of games that were played, for scores.

    Raises:
        AnalysisError: one line: a question that is not understood, numbers that make no sense, or no games to take a
            spread from.
    """
    text = " ".join(until.lower().replace("\N{PLUS-MINUS SIGN}", "+-").replace("%", "").split())
    kinds: tuple[tuple[str, Callable[[list[float | None]], Answer]], ...] = (
        (rf"win share(?: {NUMBER})? \+- ?{NUMBER}", lambda found: _share(found, players)),
        (rf"difference {NUMBER}(?: from {NUMBER})?{POWER}", lambda found: _difference(found, players)),
        (rf"score \+- ?{NUMBER}", lambda found: _score(found, _needed(spread, until))),
        (rf"score difference {NUMBER}{POWER}", lambda found: _gap(found, _needed(spread, until))),
        (rf"elo {SIGNED} {SIGNED}", lambda found: _elo(found, players, spread)),
    )
    for pattern, answer in kinds:
        match = re.fullmatch(pattern, text)
        if match:
            return answer([None if group is None else _number(group) for group in match.groups()])
    raise AnalysisError(f"unknown target {until!r}; expected one of {'; '.join(GRAMMAR)}")


def _number(text: str) -> float:
    """A number of a question; :class:`AnalysisError` for one that no question can be about."""
    number = float(text)
    if number != 0 and not SMALLEST <= abs(number) <= LARGEST:
        raise AnalysisError(f"numbers have to be 0 or from {SMALLEST:g} to {LARGEST:g}, not {number:g}")
    return number


def _needed(spread: Spread | None, until: str) -> Spread:
    if spread is None:
        raise AnalysisError(f"{until!r} takes the spread of scores from games: name a folder of blocks with --from")
    return spread


def _share(found: list[float | None], players: int) -> Answer:
    share, half = _fraction(found[0], 1 / players), (found[1] or 0.0) / 100
    _check_share(share)
    if not 0 < half < 0.5:
        raise AnalysisError("the half width has to be above 0 and below 50 percentage points")
    return Answer(
        games_for_half_width(share, half),
        f"a win share of {100 * share:.4g} % to +-{100 * half:g} percentage points (95 %)",
        "independent games",
    )


def _difference(found: list[float | None], players: int) -> Answer:
    difference, share, power = (found[0] or 0.0) / 100, _fraction(found[1], 1 / players), _power(found[2])
    _check_share(share)
    if not difference > 0 or share + difference >= 1:
        raise AnalysisError(
            f"no share of {100 * (share + difference):.4g} % can be distinguished from {100 * share:.4g} %"
        )
    what = f"distinguishing {100 * share:.4g} % from {100 * (share + difference):.4g} % at 5 % with power {power:g}"
    return Answer(games_to_distinguish(share, share + difference, power), what, "independent games", a_side=True)


def _score(found: list[float | None], spread: Spread) -> Answer:
    half = _positive(found[0])
    games = ceil((Z95 * spread.score / half) ** 2)
    return Answer(games, f"a mean score to +-{half:g} points (95 %)", f"the spread of {spread.source}")


def _gap(found: list[float | None], spread: Spread) -> Answer:
    gap, power = _positive(found[0]), _power(found[1])
    if spread.gap is None:
        raise AnalysisError(f"{spread.source} holds one strategy only: there is no difference of scores in it")
    games = ceil((spread.gap * (Z95 + float(stats.norm.ppf(power))) / gap) ** 2)
    what = f"seeing a score difference of {gap:g} points at 5 % with power {power:g}, paired by set-up"
    return Answer(games, what, f"the spread of {spread.source}")


def _elo(found: list[float | None], players: int, spread: Spread | None) -> Answer:
    test = Hypotheses(found[0] or 0.0, found[1] or 0.0)
    games = (2 if players == 2 else 6) if spread is None else spread.games
    sd = 0.5 / sqrt(games) if spread is None else spread.share
    if not sd:
        raise AnalysisError("a duel is planned on games of two strategies whose blocks do not all score the same")
    lengths = [course(expected_score(elo), sd, games, test).blocks * games for elo in (test.elo0, test.elo1)]
    middle = course((expected_score(test.elo0) + expected_score(test.elo1)) / 2, sd, games, test).blocks * games
    what = (
        f"a duel of {test.elo0:g} against {test.elo1:g} logistic Elo points on average, if either is true "
        f"({ceil(middle):,} if the truth is half way)"
    )
    assumed = "games without ties that are independent" if spread is None else f"the spread of {spread.source}"
    return Answer(ceil(max(lengths)), what, assumed)


def _fraction(percent: float | None, otherwise: float) -> float:
    return otherwise if percent is None else percent / 100


def _power(power: float | None) -> float:
    if power is None:
        return POWER_IF_UNSAID
    if not 0.5 <= power < 1:
        raise AnalysisError(f"the power has to be at least 0.5 and below 1, not {power:g}")
    return power


def _positive(number: float | None) -> float:
    if not number:
        raise AnalysisError("the precision wanted has to be above 0")
    return number


def _check_share(share: float) -> None:
    if not 0 < share < 1:
        raise AnalysisError(f"a win share lies between 0 and 100 %, not at {100 * share:g}")
