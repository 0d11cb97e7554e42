"""Confirming findings: the same questions asked of games of fresh seeds.

What is told because it stood out of many comparisons is partly luck; games that had no say in the choice are not
biased by it. A finding is confirmed if the fresh figure lies on the same side of zero and its 95 % interval excludes
zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from seti_sim.analysis.content import Finding, Section, Table
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted


@dataclass(frozen=True)
class Confirmation:
    """A finding, the figure of the fresh games, and whether they agree."""

    finding: Finding
    fresh: Estimate
    holds: bool


def check_fresh(run: Run, fresh: Run) -> None:
    """Refuse fresh games of another setting, and games that are not fresh.

    Raises:
        AnalysisError: naming the difference or the seed.
    """
    difference = run.manifest.difference(fresh.manifest)
    if difference is not None:
        raise AnalysisError(f"{fresh.name} cannot confirm {run.name}: {difference}")
    for seed in fresh.seeds:
        if seed in run.seeds:
            raise AnalysisError(f"{fresh.name} cannot confirm {run.name}: its games are the same, seed {seed}")


def confirm(told: Sequence[Finding], sections: Sequence[Section]) -> tuple[Confirmation, ...]:
    """Compare the findings told with those of the fresh games' sections; questions not asked again are left out."""
    again = {finding.id: finding for section in sections for finding in section.findings}
    found = []
    for finding in told:
        if finding.id not in again or not finding.significant:
            continue
        fresh = again[finding.id].estimate
        first, second = finding.estimate.value, fresh.value
        same = first is not None and second is not None and (first - finding.null) * (second - finding.null) > 0
        found.append(Confirmation(finding, fresh, same and fresh.excludes(finding.null)))
    return tuple(found)


def confirmation_section(run: Run, fresh: Run, confirmations: Sequence[Confirmation]) -> Section:
    """What was told, beside what the fresh games say."""
    rows = tuple(
        (item.finding.sentence, item.finding.estimate, item.fresh, "yes" if item.holds else "no")
        for item in confirmations
    )
    held = sum(item.holds for item in confirmations)
    table = Table(
        "confirmation",
        f"{held} of {counted(len(confirmations), 'finding')} confirmed on fresh games",
        f"First: {counted(run.games, 'game')}. Fresh: {counted(fresh.games, 'game')} of other seeds. Confirmed: on the "
        "same side of zero with a 95 % interval that excludes it.",
        ("Finding", "First", "Fresh", "Confirmed"),
        rows,
    )
    return Section("confirmation", "Confirmed on fresh games", (table,))
