"""The picture of the first page: seats, species and technologies side by side, made of the findings of the report."""

from collections.abc import Sequence
from typing import Final

from seti_sim.analysis.content import Finding, Overview, OverviewPanel, Section
from seti_sim.analysis.headlines import family_of, firm
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted

PANELS: Final = {
    "seats": ("Seats: who wins", "Win share against an equal share, pp"),
    "species.score": ("Species: scores of all players", "Score with it against an average one, points"),
    "technologies": ("Technologies: who wins", "Win share with minus without it, pp"),
}
"""Families of findings that are drawn: title and axis of their panel."""
KEPT_ORDER: Final = ("seats",)


def overview(run: Run, sections: Sequence[Section]) -> Overview | None:
    """The picture, or ``None`` if the report has none of the three questions."""
    findings = [finding for section in sections for finding in section.findings]
    certain = {finding.id for finding in firm(findings)}
    panels = []
    for family, (title, axis) in PANELS.items():
        members = [finding for finding in findings if family_of(finding) == family]
        if not members:
            continue
        if family not in KEPT_ORDER:
            members.sort(key=lambda finding: -(finding.estimate.value or 0.0))
        panels.append(
            OverviewPanel(
                title,
                axis,
                tuple(finding.name.split(" (")[0] for finding in members),
                tuple(finding.estimate for finding in members),
                tuple(finding.id in certain for finding in members),
            )
        )
    if not panels:
        return None
    return Overview(
        "overview",
        _title([finding for finding in findings if finding.id in certain]),
        "Dots with 95 % intervals; filled ones are significant after correction for all that is shown",
        f"n = {counted(run.games, 'game')} of {run.players} players. Effect: of something drawn or assigned at random. "
        "Association: of something players chose, adjusted for the other technologies, turn order and strategy. "
        "Species are filled if they differ from the others.",
        tuple(panels),
    )


def _title(certain: Sequence[Finding]) -> str:
    """The largest significant answer to each question."""
    parts = []
    nothing = {"seats": "no seat demonstrably favoured", "species.score": "no species demonstrably raises scores",
               "technologies": "no technology demonstrably goes with winning"}  # fmt: skip
    for family in PANELS:
        members = [finding for finding in certain if family_of(finding) == family]
        if not members:
            parts.append(nothing[family])
            continue
        best = max(members, key=lambda finding: abs(finding.estimate.value or 0.0))
        parts.append(f"{best.name.split(' (')[0]} {best.estimate.text}")
    text = "; ".join(parts)
    return text[0].upper() + text[1:]
