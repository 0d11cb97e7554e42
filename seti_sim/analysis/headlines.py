"""The first page: at most ten plain sentences, each with its effect, interval, sample and labels.

Sentences about who wins come before those about everybody's score, each ordered by what matters (``Finding.size``,
effects before associations), not by p-value. Only findings are told that are significant after the correction within
their family and again among all questions of the report. The last sentences say what the run cannot answer.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from seti_sim.analysis.content import INCONCLUSIVE, SIZES_DIFFER, Finding, Section
from seti_sim.analysis.estimate import POINTS, POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.families import MIN_GAMES, MIN_STRATEGIES, robustness, telling
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted, listed
from seti_sim.analysis.null import NullExperiment
from seti_sim.analysis.significance import LEVEL, benjamini_hochberg, games_for_half_width, p_value

MOST: Final = 10
ONE_STRATEGY: Final = "one strategy only"
NUMBERS: Final = {2: "two", 3: "three", 4: "four"}
MOST_LIMITS: Final = 4
FINE: Final = 0.001
"""A tenth of a percentage point: as fine as a win share of a seat needs to be known."""
MOST_OF_A_FAMILY: Final = 2
"""So that twelve technologies do not push everything else off the page."""
ASSOCIATION_WEIGHT: Final = 0.35
ALWAYS: Final = "seats"
"""The family of the question everybody asks: its largest figure is told whether or not it is significant."""


@dataclass(frozen=True)
class Headline:
    """One sentence of the first page; ``finding`` is ``None`` for what the run cannot answer."""

    text: str
    finding: Finding | None = None


def headlines(
    run: Run, sections: Sequence[Section], null: NullExperiment, strategies: Collection[str] | None = None
) -> tuple[Headline, ...]:
    """At most ten sentences about a run; ``strategies`` are all that the report has answers of."""
    findings = [finding for section in sections for finding in section.findings]
    limits = _limits(run, findings, set(run.manifest.by_seat) if strategies is None else strategies)[:MOST_LIMITS]
    first = [Headline(null.verdict)] if null.passed is False else []
    told = [Headline(tell(finding), finding) for finding in _chosen(findings, MOST - len(first) - len(limits))]
    return (*first, *told, *limits)


def tell(finding: Finding) -> str:
    """The whole sentence of a finding."""
    figure = finding.estimate
    labels = f"{figure.label}; {by_strategy_text(finding)}"
    return (
        f"{finding.sentence}: {worded(figure)} (95 % interval {figure.interval_text}; "
        f"n = {counted(figure.n, 'game')}; {labels})."
    )


def by_strategy_text(finding: Finding) -> str:
    """Whether the answer holds under every strategy, with the range of its size where that differs."""
    if finding.robustness == INCONCLUSIVE and len(finding.by_strategy) < 2:
        return ONE_STRATEGY
    if finding.robustness == INCONCLUSIVE:
        return f"{INCONCLUSIVE} by strategy"
    if finding.robustness != SIZES_DIFFER:
        return finding.robustness
    sizes = sorted((figure for _, figure in finding.by_strategy if figure.defined), key=lambda f: f.value or 0.0)
    return f"{SIZES_DIFFER}: {sizes[0].text} to {sizes[-1].text} by strategy"


def worded(figure: Estimate) -> str:
    """The figure as a sentence needs it: points are called so, shares have their sign."""
    return f"{figure.text} points" if figure.unit in (POINTS, POINTS_DIFFERENCE) else figure.text


def _chosen(findings: Sequence[Finding], most: int) -> list[Finding]:
    """The findings told: settled ones by weight, few of one family, and always the largest of the seats."""
    seats = [f for f in findings if family_of(f) == ALWAYS and f.estimate.n >= MIN_GAMES]
    always = max(seats, key=lambda finding: finding.size) if seats else None
    adjusted = benjamini_hochberg(np.array([p_value(f.estimate, f.null) for f in findings]))
    told = [
        f
        for f, p in zip(findings, adjusted, strict=True)
        if f is not always and f.significant and p <= LEVEL and f.estimate.n >= MIN_GAMES
    ]
    room = most if always is None else most - 1
    families = Counter({ALWAYS: 0 if always is None else 1})
    kept = [] if always is None else [always]
    for finding in sorted(told, key=lambda f: (-weight(f), f.id)):
        family = family_of(finding)
        if families[family] < MOST_OF_A_FAMILY and room > 0:
            families[family] += 1
            room -= 1
            kept.append(finding)
    return sorted(kept, key=lambda f: (changes_all_scores(f), -weight(f), f.id))


def changes_all_scores(finding: Finding) -> bool:
    """Whether the figure is in points: such findings come after those that say who wins."""
    return finding.estimate.unit in (POINTS, POINTS_DIFFERENCE)


def family_of(finding: Finding) -> str:
    """The questions asked together: the id without its last part."""
    return finding.id.rsplit(".", 1)[0]


def weight(finding: Finding) -> float:
    """How much a finding matters on the first page: causes come before what merely goes together."""
    return finding.size * (1.0 if finding.estimate.label == "effect" else ASSOCIATION_WEIGHT)


def _limits(run: Run, findings: Sequence[Finding], asked: Collection[str]) -> list[Headline]:
    """What the run cannot answer, and how many games or which other strategies would; ``asked`` have answered."""
    found: list[str] = []
    open_ones = [finding for finding in findings if not finding.significant and finding.estimate.defined]
    needed = sorted(finding.games_needed for finding in open_ones if finding.games_needed)
    if not findings:
        found.append("This run is too small to answer any question.")
    elif open_ones:
        text = f"{len(open_ones)} of {len(findings)} comparisons are not significant after correction"
        if needed:
            median = round_up(needed[len(needed) // 2])
            text += f"; detecting a difference of one percentage point or one point of score takes about {median:,}"
            text += " games for the median comparison"
        found.append(text + ".")
    seats = [finding.estimate for finding in findings if family_of(finding) == ALWAYS]
    widest = max((figure.half_width for figure in seats), default=0.0)
    if widest > FINE:
        games = round_up(games_for_half_width(1 / run.players, FINE))
        found.append(
            f"A seat's win share is known to \N{PLUS-MINUS SIGN}{100 * widest:.2g} percentage points here; "
            f"\N{PLUS-MINUS SIGN}{100 * FINE:g} would take about {games:,} games."
        )
    if len(asked) < MIN_STRATEGIES:
        found.append(
            f"{listed(sorted(asked))} alone cannot show whether these findings depend on how people play; "
            f"include at least {MIN_STRATEGIES} strategies."
        )
    refused = run.manifest.unsupported
    rest = f" and {counted(len(refused) - 2, 'other')}" if len(refused) > 2 else ""
    missing = f" Not simulated yet: {'; '.join(refused[:2])}{rest}." if refused else ""
    found.append(f"These results apply to {NUMBERS[run.players]}-player games only.{missing}")
    return [Headline(text) for text in found]


def round_up(games: int) -> int:
    """Two leading digits are enough for a number of games to plan with."""
    step = int(10 ** max(0, len(str(games)) - 2))
    return -(-games // step) * step


def across(runs: Sequence[Run], reports: Sequence[Sequence[Section]]) -> list[tuple[Section, ...]]:
    """The sections of several runs, each finding labelled by its answers under all strategies.

    Only runs of one player count answer one question together; findings are matched by their id. A strategy answers
    once: where it plays in several runs its answer is that of the run itself, else of the first run it plays in.
    """
    answers: dict[tuple[int, str], list[tuple[str, Estimate]]] = {}
    for run, sections in zip(runs, reports, strict=True):
        for section in sections:
            for finding in section.findings:
                answers.setdefault((run.players, finding.id), []).extend(_answers(run, finding))

    def labelled(run: Run, finding: Finding) -> Finding:
        own = dict(_answers(run, finding))
        others = dict(reversed(answers[run.players, finding.id]))
        names = dict.fromkeys(name for name, _ in answers[run.players, finding.id])
        together = telling([(name, own.get(name, others[name])) for name in names])
        return replace(finding, by_strategy=together, robustness=robustness(together, finding.null))

    return [
        tuple(replace(s, findings=tuple(labelled(run, finding) for finding in s.findings)) for s in sections)
        for run, sections in zip(runs, reports, strict=True)
    ]


def _answers(run: Run, finding: Finding) -> tuple[tuple[str, Estimate], ...]:
    """The answers of one run by strategy; a run with one strategy gives its own."""
    return finding.by_strategy or ((listed(sorted(set(run.manifest.by_seat))), finding.estimate),)
