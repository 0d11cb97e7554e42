"""From figures to findings: what is significant within its family, and whether it depends on how people play."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from typing import Final

import numpy as np

from seti_sim.analysis.comparisons import Comparison
from seti_sim.analysis.content import DEPENDS, INCONCLUSIVE, SAME, SIZES_DIFFER, Finding, Robustness, Section
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE_DIFFERENCE, Z95, Estimate
from seti_sim.analysis.load import Run
from seti_sim.analysis.significance import LEVEL, benjamini_hochberg, games_to_settle, heterogeneity, p_value

SIZED: Final = (SHARE_DIFFERENCE.name, POINTS_DIFFERENCE.name)
"""Units of differences that have a smallest size of interest."""
SMALLEST_SHARE: Final = 0.01
"""Differences in win share below one percentage point are not worth more games."""
SMALLEST_POINTS: Final = 1.0
WORTH: Final = 1.0
"""The smallest difference of interest unless another is given: percentage points of win share, or points of score."""
MIN_STRATEGIES: Final = 3
"""A finding is said to hold under every strategy only if so many were asked."""
SIZES: Final = 0.01
"""Level of Cochran's Q, from which answers are said to differ in size."""
MIN_GAMES: Final = 30
"""No finding rests on fewer games, and no answer of a strategy counts, whatever its interval."""
Answers = tuple[tuple[str, Estimate], ...]


def reliable(answers: Sequence[tuple[str, Estimate]]) -> Answers:
    """Answers by strategy; those that rest on fewer than 30 games are left out and say only on how many."""
    return tuple(
        (name, answer if answer.n >= MIN_GAMES or not answer.defined else answer.suppressed) for name, answer in answers
    )


def robustness(answers: Sequence[tuple[str, Estimate]], null: float = 0.0) -> Robustness:
    """Whether one question has one answer under several strategies.

    With answers of at least three strategies whose intervals all lie on the same side of ``null``: *same under every
    strategy*, or *same direction, sizes differ* where Cochran's Q rejects equal sizes at 1 %. *depends on the
    strategy*: two intervals on opposite sides, or Cochran's Q rejects equality and not all intervals exclude ``null``.
    Otherwise *inconclusive*. Answers on fewer than 30 games do not count.
    """
    defined = [answer for _, answer in reliable(answers) if answer.value is not None]
    signs = {np.sign((answer.value or 0.0) - null) for answer in defined if answer.excludes(null)}
    if len(signs) == 2:
        return DEPENDS
    values = np.array([answer.value for answer in defined], dtype=np.float64)
    test = heterogeneity(values, np.array([answer.standard_error for answer in defined]))
    differ = test is not None and test.p_value < SIZES
    if len(signs) == 1 and all(answer.excludes(null) for answer in defined):
        if len(defined) < MIN_STRATEGIES:
            return INCONCLUSIVE
        return SIZES_DIFFER if differ else SAME
    return DEPENDS if differ else INCONCLUSIVE


def is_significant(estimates: Sequence[Estimate], null: float = 0.0) -> list[bool]:
    """Which of a family of figures differ from ``null`` after Benjamini and Hochberg's correction at 5 %."""
    defined = [i for i, estimate in enumerate(estimates) if estimate.value is not None]
    adjusted = benjamini_hochberg(np.array([p_value(estimates[i], null) for i in defined]))
    significant = [False] * len(estimates)
    for i, p in zip(defined, adjusted, strict=True):
        significant[i] = bool(p <= LEVEL) and estimates[i].standard_error > 0
    return significant


def extreme(figures: Sequence[Estimate], names: Sequence[str], none: str, some: str, several: str) -> str:
    """A title about the differences of a family.

    ``none`` if no difference is significant after correction; ``some``, filled with name, text and direction, if one of
    them is :func:`outstanding`; otherwise ``several``: which is largest can't be said, and another seed would say
    another one.
    """
    significant = [i for i, yes in enumerate(is_significant(figures)) if yes]
    if not significant:
        return none
    best = outstanding(figures)
    if best is None:
        return several
    winning = "winning" if (figures[best].value or 0.0) > 0 else "losing"
    return some.format(name=names[best], text=figures[best].text, winning=winning)


def outstanding(figures: Sequence[Estimate]) -> int | None:
    """The figure that is significant and larger, by size, than every other one; ``None`` if there is none.

    The largest is compared with each of the others at 5 %, two-sided, errors taken as independent. No correction is
    needed: to choose the largest and compare it with the second keeps the level (Gutmann and Maymin 1987, Annals of
    Statistics 15, 456-461).
    """
    defined = [i for i, figure in enumerate(figures) if figure.value is not None]
    significant = is_significant(figures)
    if not defined:
        return None
    best = max(defined, key=lambda i: abs(figures[i].value or 0.0))
    size = abs(figures[best].value or 0.0)
    for i in defined:
        error = float(np.hypot(figures[best].standard_error, figures[i].standard_error))
        if i != best and size - abs(figures[i].value or 0.0) < Z95 * error:
            return None
    return best if significant[best] else None


def share_findings(
    run: Run,
    family: str,
    keys: Sequence[str],
    compared: Sequence[Comparison],
    sentence: Callable[[str, bool], str],
    adjusted: Sequence[Estimate] = (),
) -> list[Finding]:
    """A finding for each comparison of a family; ``sentence(name, more)`` says that owners win more or less often.

    The figure is the difference among equals: adjusted by a model where there is one, else within strategies; so are
    the answers by strategy, the model over the seats of each. The size
    of a difference d in win share that concerns a share r of the seats is ``|d| * players * 2 sqrt(r (1 - r))``:
    relative to an equal share, and smaller where nearly everybody or nearly nobody is concerned.
    """
    same = [item.adjusted for item in compared]
    figures = [one if one.defined else other for one, other in zip(adjusted or same, same, strict=True)]
    findings = []
    for key, item, figure, significant in zip(keys, compared, figures, is_significant(figures), strict=True):
        if figure.value is None or item.rate.value is None:
            continue
        rate = item.rate.value
        findings.append(
            Finding(
                f"{family}.{key}",
                sentence(item.name, figure.value > 0),
                figure,
                abs(figure.value) * run.players * 2 * float(np.sqrt(rate * (1 - rate))),
                significant,
                robustness(item.by_strategy),
                item.by_strategy,
                0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
                "1 percentage point of win share",
                name=item.name,
            )
        )
    return findings


def judge_sizes(sections: Sequence[Section], worth: float) -> tuple[Section, ...]:
    """The sections with findings that know whether they are negligible, and the games for a difference of ``worth``.

    A significant difference is negligible if its whole interval lies closer to the null than ``worth``: it is there,
    and surely smaller than what matters. The number of games falls with the square of ``worth``.
    """

    def judged(finding: Finding) -> Finding:
        figure, limit = finding.estimate, worth / finding.estimate.unit.scale
        ends = [abs(end - finding.null) for end in (figure.low, figure.high) if end is not None]
        small = finding.significant and figure.unit.name in SIZED and bool(ends) and max(ends) < limit
        games = ceil(finding.games_needed / worth**2) if worth > 0 else finding.games_needed
        return replace(finding, negligible=small, games_needed=games)

    return tuple(replace(section, findings=tuple(map(judged, section.findings))) for section in sections)
