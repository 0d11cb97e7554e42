"""Does it depend on how people play? Every significant finding, with its answer under each strategy side by side."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from seti_sim.analysis.content import DEPENDS, OPPONENT, SAME, SIZES_DIFFER, Cell, Finding, Item, Note, Section, Table
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import MIN_GAMES, MIN_STRATEGIES
from seti_sim.analysis.headlines import family_of, weight
from seti_sim.analysis.names import counted, listed
from seti_sim.analysis.stratified import MIN_SEATS

MOST: Final = 40
TITLE: Final = "Does it depend on how people play?"


def dependence_section(sections: Sequence[Section]) -> Section | None:
    """The section, or ``None`` if no significant finding was asked of at least three strategies."""
    every = [finding for section in sections for finding in section.findings]
    significant = [finding for finding in every if finding.significant and finding.estimate.n >= MIN_GAMES]
    asked = [finding for finding in significant if len(strategies_of(finding)) >= MIN_STRATEGIES]
    if not asked:
        return None
    rest = [finding for finding in significant if len(finding.by_strategy) < MIN_STRATEGIES]
    items: list[Item] = [_table(asked)]
    if rest:
        items.append(Note(_not_asked(rest)))
    return Section("dependence", TITLE, tuple(items))


def strategies_of(finding: Finding) -> tuple[str, ...]:
    """The strategies of which the question was asked."""
    return tuple(name for name, _ in finding.by_strategy if not name.startswith(OPPONENT))


def _not_asked(findings: Sequence[Finding]) -> str:
    families = list(dict.fromkeys(family_of(finding).replace(".", " ") for finding in findings))
    return (
        f"Not computed for every strategy by itself: {counted(len(findings), 'significant finding')} on "
        f"{listed(families)}."
    )


def _table(asked: Sequence[Finding]) -> Table:
    names = list(dict.fromkeys(name for finding in asked for name in strategies_of(finding)))
    shown = sorted(asked, key=lambda finding: (-weight(finding), finding.id))[:MOST]
    counts = Counter(finding.robustness for finding in asked)
    which = f"The {len(shown)} that matter most of {len(asked)} findings" if len(shown) < len(asked) else "The findings"
    return Table(
        "dependence",
        f"Of {counted(len(asked), 'significant finding')} {counts[SAME]} are the same under every strategy, "
        f"{counts[SIZES_DIFFER]} have one direction and different sizes, {counts[DEPENDS]} "
        f"{'depends' if counts[DEPENDS] == 1 else 'depend'} on the strategy",
        f"{which} that are significant, for each strategy by itself. One direction: at least {MIN_STRATEGIES} answers, "
        "every 95 % interval on the same side of zero (of an equal share where the figure is a share); sizes differ if "
        "equal sizes are rejected (Cochran's Q, 1 %). Depends: two intervals on opposite sides, or sizes differ and "
        "not all intervals exclude zero. All: with what the section adjusts for; so are the answers, among the players "
        f"of the strategy. Of answers on fewer than {MIN_GAMES} games, or {MIN_SEATS} players with a card, only the "
        "sample is shown.",
        ("Finding", "All", *names, "Answer"),
        tuple(_row(finding, names) for finding in shown),
    )


def _row(finding: Finding, names: Sequence[str]) -> tuple[Cell, ...]:
    figure = finding.estimate
    none = Estimate.undefined(figure.unit, figure.of, figure.label)
    answers = dict(finding.by_strategy)
    return (finding.sentence, figure, *(answers.get(name, none) for name in names), finding.robustness)
