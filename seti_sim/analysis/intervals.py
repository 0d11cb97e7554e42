"""95 % intervals: Student's of differences and of what has no ends, score intervals of levels that have one or two.

A share lies between 0 and 1, a mean place between 1 and the number of players, a count is never below zero. From few
games Student's interval runs past such ends; a score interval does not. Differences of shares are cut at a whole. With
m the mean, e its standard error clustered by game, t Student's 97.5 % point, and distances x = m - low:

* both ends: Wilson's (1927) interval of the share x / (high - low) with the effective size p (1 - p) / v, v the squared
  error of that share (Korn and Graubard 1998). No variable between two ends has a larger variance than p (1 - p), so a
  sample without any spread counts with its number of games;
* one end: all mu with |x - mu| <= t sqrt(f mu), f = e^2 / x: the score interval of a Poisson mean with the dispersion
  of the sample (Wedderburn 1974); of a sample of zeros f is one over the number of games.

Far from the ends both are Student's interval.
"""

from functools import cache
from math import isfinite, sqrt
from typing import Final

from scipy import stats

from seti_sim.analysis.estimate import CONFIDENCE, NO_SPREAD, Z95, Estimate, Label, Unit
from seti_sim.analysis.rounding import true_error

NORMAL_FROM: Final = 5000
"""Games from which Student's distribution is taken to be the normal one."""
STUDENT: Final = "cluster by game"
SCORE: Final = "score interval, cluster by game"


def interval(value: float, error: float, games: int, unit: Unit, of: str, label: Label) -> Estimate:
    """``value`` with a 95 % interval of ``games - 1`` degrees of freedom within the ends of its unit.

    Undefined without an error, and where a model puts a difference beyond what is possible. An error that is only what
    rounding left counts as 0.
    """
    possible = unit.holds(value)
    if not isfinite(value) or not isfinite(error) or games < 2 or (unit.signed and not possible):
        return Estimate.undefined(unit, of, label, max(games, 0))
    error = true_error(error, max(abs(value), 1.0))
    if unit.low is None or unit.signed or not possible:
        reach = critical(games) * error
        low, high = cut(value - reach, value + reach, unit) if possible else (value - reach, value + reach)
        if error == 0:
            return Estimate(value, value, value, games, unit, of, label, NO_SPREAD)
        return Estimate(value, min(low, value), max(high, value), games, unit, of, label, STUDENT, error)
    if unit.high is None:
        ends = count_ends(value - unit.low, error, games)
    else:
        width = unit.high - unit.low
        low, high = share_ends((value - unit.low) / width, (error / width) ** 2, games)
        ends = (width * low, width * high)
    low, high = cut(unit.low + ends[0], unit.low + ends[1], unit)
    method = SCORE if high > low else NO_SPREAD
    return Estimate(value, min(low, value), max(high, value), games, unit, of, label, method)


def cut(low: float, high: float, unit: Unit) -> tuple[float, float]:
    """The part of an interval that the unit can reach."""
    return low if unit.low is None else max(low, unit.low), high if unit.high is None else min(high, unit.high)


def share_ends(p: float, variance: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share with the effective size p (1 - p) / variance, ``games`` if there is no variance."""
    effective = p * (1 - p) / variance if isfinite(variance) and variance > 0 and 0 < p < 1 else float(games)
    return wilson(p * effective, effective, critical(games) if games > 1 else Z95)


def count_ends(mean: float, error: float, games: int) -> tuple[float, float]:
    """Score interval of a mean that is never below zero."""
    t = critical(games)
    if mean <= 0:
        return 0.0, t * t / games
    half = t * t * error * error / mean / 2
    reach = sqrt(half * half + 2 * half * mean)
    return max(0.0, mean + half - reach), mean + half + reach


def wilson(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of ``successes`` out of ``n``, both ends within 0 and 1.

    Source: Wilson (1927), J. Am. Stat. Assoc. 22, 209-212.

    Raises:
        ValueError: for an empty sample or successes outside 0 to n.
    """
    if n <= 0 or not 0 <= successes <= n * (1 + 1e-12):
        raise ValueError(f"no share can be made of {successes} out of {n}")
    p = min(successes / n, 1.0)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if p == 0.0 else max(0.0, min(p, centre - reach))
    high = 1.0 if p == 1.0 else min(1.0, max(p, centre + reach))
    return low, high


@cache
def critical(games: int) -> float:
    """The 97.5 % point of Student's distribution with ``games - 1`` degrees of freedom."""
    return Z95 if games > NORMAL_FROM else float(stats.t.ppf((1 + CONFIDENCE) / 2, max(games - 1, 1)))
