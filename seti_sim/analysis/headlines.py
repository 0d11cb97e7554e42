"""The first page: what the games say about seats, species and technologies, and what else must be known.

Blocks of lines in the order of :data:`seti_sim.analysis.content.BLOCKS`. A line is a finding with its effect,
interval, sample and labels, or an answer of a section (a cause that was tested, what would make seats fair). Only
findings are listed that are significant after the correction within their family and again within their tier (the
three questions of the report, or all others), and not negligible. Within a block findings on who wins come before
those on everybody's score, each ordered by what matters (``Finding.size``, effects before associations), not by
p-value. The last block says what the run cannot answer.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from seti_sim.analysis.content import BLOCKS, INCONCLUSIVE, SIZES_DIFFER, Finding, Section
from seti_sim.analysis.estimate import POINTS, POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.families import MIN_GAMES, MIN_STRATEGIES, WORTH, reliable, robustness
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted, listed
from seti_sim.analysis.null import NullExperiment
from seti_sim.analysis.significance import benjamini_hochberg, games_for_half_width, p_value

ONE_STRATEGY: Final = "one strategy only"
NUMBERS: Final = {2: "two", 3: "three", 4: "four"}
FINE: Final = 0.001
"""A tenth of a percentage point: as fine as a win share of a seat needs to be known."""
ASSOCIATION_WEIGHT: Final = 0.35
ALWAYS: Final = "seats"
"""The family of the question everybody asks: its largest figure is shown whether or not it is significant."""


class Place(NamedTuple):
    """Where the findings of a family appear on the first page: block, question, and how many at most."""

    block: str
    question: str
    most: int


PLACES: Final[Mapping[str, Place]] = {
    "seats": Place("seats", "Who", 2),
    "species.score": Place("species", "Which", 3),
    "species.contribution": Place("species", "Who wins", 1),
    "species.seats": Place("species", "For whom", 1),
    "interactions.technology_species": Place("technologies", "With which species", 1),
    "technologies": Place("technologies", "Which", 3),
    "technologies.pairs": Place("technologies", "Together", 1),
    "technologies.triples": Place("technologies", "Together", 1),
    "strategies": Place("strategies", "Who", 2),
    **{
        f"against.{family}": Place("against", "What differs", 2)
        for family in ("seats", "scores", "species", "technologies", "takers", "points", "strategies", "game")
    },
    "cards.dealt": Place("cards", "Dealt cards", 2),
    "interactions.card_species": Place("cards", "Dealt cards", 1),
    "interactions.card_technology": Place("cards", "Dealt cards", 1),
    "gold.side": Place("cards", "Gold tiles", 1),
    "gold": Place("cards", "Gold tiles", 1),
    "cards.played": Place("cards", "Played cards", 1),
    "cards.tucked": Place("cards", "Tucked cards", 1),
    "cards.corner": Place("cards", "Discarded cards", 1),
    "cards.signal": Place("cards", "Discarded cards", 1),
    "board": Place("cards", "Planets and moons", 1),
    "sectors": Place("cards", "Sectors", 1),
    "income": Place("cards", "Income", 1),
    "points": Place("flow", "Points", 1),
    "flow": Place("flow", "Late decisions", 1),
}
FIRST_TIER: Final = ("seats", "species.score", "technologies")
"""Families of the three questions of a report."""
TIER_LEVEL: Final = 0.015
"""Two tiers and the tests of other lines together stay below 5 % (tests/null_reports.py)."""
MOST_OF_BLOCK: Final = {"cards": 5, "against": 6}
NOTHING_FOUND: Final = {
    "species.score": "No species demonstrably raises or lowers scores",
    "species.seats": "Species are common to all players; none demonstrably favours a place in the turn order",
    "technologies": "No technology is demonstrably associated with winning",
    "cards.dealt": "No card of the opening hand demonstrably changes who wins",
}
"""What the first page says of a family that was asked and has no significant finding."""


@dataclass(frozen=True)
class Headline:
    """A line of the first page; ``finding`` is ``None`` for answers and for what the run cannot say."""

    text: str
    finding: Finding | None = None
    block: str = "limits"
    question: str = ""
    label: str = ""


def headlines(
    run: Run,
    sections: Sequence[Section],
    null: NullExperiment,
    strategies: Collection[str] | None = None,
    worth: float = WORTH,
) -> tuple[Headline, ...]:
    """The lines of the first page of a run; ``strategies`` are all that the report has answers of.

    ``worth`` is the smallest difference of interest, in percentage points or points.
    """
    findings = [finding for section in sections for finding in section.findings]
    limits = _limits(run, findings, set(run.manifest.by_seat) if strategies is None else strategies, worth)
    lines = [
        Headline(sentence_of(finding), finding, *PLACES[family_of(finding)][:2], finding.estimate.label)
        for finding in chosen(findings)
    ]
    lines += _nothing_found(findings, lines)
    lines += _of_sections(sections, findings)
    lines += [Headline(text, None, "limits") for text in limits]
    first = [Headline(null.verdict, None, "")] if null.passed is False else []
    return (*first, *(line for block in BLOCKS for line in lines if line.block == block))


def _nothing_found(findings: Sequence[Finding], lines: Sequence[Headline]) -> list[Headline]:
    """A line for each family that was asked and has no significant answer."""
    filled = {family_of(line.finding) for line in lines if line.finding is not None}
    asked = {family_of(finding) for finding in findings if finding.estimate.n >= MIN_GAMES}
    return [
        Headline(f"{text}.", None, *PLACES[family][:2])
        for family, text in NOTHING_FOUND.items()
        if family in asked and family not in filled
    ]


def _of_sections(sections: Sequence[Section], findings: Sequence[Finding]) -> list[Headline]:
    """What the sections answer beside findings; explanations only of what is significant on the first page."""
    certain = firm(findings)
    known = {part for finding in certain for part in prefixes(finding.id)}
    lines = []
    for answer in (answer for section in sections for answer in section.answers):
        text = answer.text if not answer.about or answer.about in known else answer.otherwise
        if text:
            lines.append(Headline(f"{text}.", None, answer.block, answer.question, answer.label))
    return lines


def sentence_of(finding: Finding) -> str:
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


def firm(findings: Sequence[Finding]) -> list[Finding]:
    """Findings of the first page: significant in their family and in their tier, on enough games, not negligible.

    The three questions of a report are one tier, everything else is the other: hundreds of questions on cards would
    otherwise hide which seat is favoured. Each tier is corrected at :data:`TIER_LEVEL`.
    """
    kept: list[Finding] = []
    for first in (True, False):
        tier = [f for f in findings if (family_of(f) in FIRST_TIER) is first]
        adjusted = benjamini_hochberg(np.array([p_value(f.estimate, f.null) for f in tier]))
        kept += [
            f
            for f, p in zip(tier, adjusted, strict=True)
            if f.significant and p <= TIER_LEVEL and f.estimate.n >= MIN_GAMES and not f.negligible
        ]
    return kept


def chosen(findings: Sequence[Finding]) -> list[Finding]:
    """The findings of the first page: firm ones by weight, few of one family, and always the largest of the seats."""
    listed_ones = firm(findings)
    seats = [f for f in findings if family_of(f) == ALWAYS and f.estimate.n >= MIN_GAMES]
    firm_seats = [f for f in seats if f in listed_ones]
    kept: list[Finding] = []
    if seats and not firm_seats:
        kept.append(unsure(max(seats, key=lambda finding: finding.size)))
    families: Counter[str] = Counter()
    blocks: Counter[str] = Counter()
    for finding in sorted(listed_ones, key=lambda f: (-weight(f), f.id)):
        place = PLACES.get(family_of(finding))
        if place is None:
            continue
        full = blocks[place.block] >= MOST_OF_BLOCK.get(place.block, len(findings))
        if families[family_of(finding)] < place.most and not full:
            families[family_of(finding)] += 1
            blocks[place.block] += 1
            kept.append(finding)
    return sorted(kept, key=lambda f: (changes_all_scores(f), -weight(f), f.id))


def unsure(finding: Finding) -> Finding:
    """A finding on a seat that is not significant, or negligible, in words that say so."""
    if finding.negligible:
        return replace(finding, sentence=f"{finding.sentence}, by a negligible difference")
    who = finding.name.lower() or "this seat"
    sentence = f"No place in the turn order demonstrably wins more (farthest off: {who})"
    return replace(finding, sentence=sentence, significant=False)


def changes_all_scores(finding: Finding) -> bool:
    """Whether the figure is in points: such findings come after those that say who wins."""
    return finding.estimate.unit in (POINTS, POINTS_DIFFERENCE)


def family_of(finding: Finding) -> str:
    """The questions asked together: the id without its last part."""
    return finding.id.rsplit(".", 1)[0]


def prefixes(identity: str) -> set[str]:
    """An id and all it begins with: ``against.seats.first``, ``against.seats`` and ``against``."""
    words = identity.split(".")
    return {".".join(words[:end]) for end in range(1, len(words) + 1)}


def weight(finding: Finding) -> float:
    """How much a finding matters on the first page: causes come before what merely goes together."""
    return finding.size * (1.0 if finding.estimate.label == "effect" else ASSOCIATION_WEIGHT)


def _limits(run: Run, findings: Sequence[Finding], asked: Collection[str], worth: float) -> list[str]:
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
            size = "one percentage point or one point of score"
            if worth not in (0, 1):
                size = smallest(worth)
            text += f"; detecting a difference of {size} takes about {median:,} games for the median comparison"
        found.append(text + ".")
    small = sum(finding.negligible for finding in findings)
    if small:
        verb = "is" if small == 1 else "are"
        found.append(
            f"{counted(small, 'significant difference')} {verb} negligible, surely below {smallest(worth)}, and not "
            "listed here."
        )
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
    return found


def smallest(worth: float) -> str:
    """The smallest difference of interest in words."""
    s = "" if worth == 1 else "s"
    return f"{worth:g} percentage point{s} or {worth:g} point{s} of score"


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
        together = reliable([(name, own.get(name, others[name])) for name in names])
        return replace(finding, by_strategy=together, robustness=robustness(together, finding.null))

    return [
        tuple(replace(s, findings=tuple(labelled(run, finding) for finding in s.findings)) for s in sections)
        for run, sections in zip(runs, reports, strict=True)
    ]


def _answers(run: Run, finding: Finding) -> tuple[tuple[str, Estimate], ...]:
    """The answers of one run by strategy; a run with one strategy gives its own."""
    return finding.by_strategy or ((listed(sorted(set(run.manifest.by_seat))), finding.estimate),)
