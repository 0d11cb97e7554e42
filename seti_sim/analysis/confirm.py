"""Confirming findings: the same questions asked of games of fresh seeds.

What appears because it was picked out of many comparisons is partly luck; games that had no say in the choice are not
biased by it. A finding is confirmed if the fresh figure lies on the same side of zero and its 95 % interval excludes
zero. All significant findings are tested again, and with them every title that names something and every table row
that is marked as significant.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from seti_sim.analysis.content import Cell, Finding, Note, Section, Table
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted

MARKS: Final = {"Significant": ("yes",), "Band": ("above", "below")}
"""Columns that mark rows of tables, and the marks; the figure is the last one before the column."""
FIGURES: Final = re.compile(r"[+\N{MINUS SIGN}-]?\d[\d.,]*(\s?(%|pp|points))?")


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


def confirm(findings: Sequence[Finding], sections: Sequence[Section]) -> tuple[Confirmation, ...]:
    """Compare significant findings with those of the fresh games; questions without an answer are left out."""
    again = {finding.id: finding for section in sections for finding in section.findings}
    found = []
    for finding in findings:
        if finding.id not in again or not finding.significant:
            continue
        fresh = again[finding.id].estimate
        found.append(Confirmation(finding, fresh, holds(finding.estimate, fresh, finding.null)))
    return tuple(found)


def holds(first: Estimate, fresh: Estimate, null: float = 0.0) -> bool:
    """Whether the fresh figure lies on the same side of the null with an interval that excludes it."""
    if first.value is None or fresh.value is None:
        return False
    return (first.value - null) * (fresh.value - null) > 0 and fresh.excludes(null)


# ---------------------------------------------------------------- titles and rows
def titles(sections: Sequence[Section]) -> dict[str, str]:
    """The title of every chart and table by kind and id."""
    return {
        f"{type(item).__name__} {item.id}": item.title
        for section in sections
        for item in section.items
        if not isinstance(item, Note)
    }


def without_figures(title: str) -> str:
    """What a title says, its numbers aside."""
    return " ".join(FIGURES.sub("#", title).split())


def marked(sections: Sequence[Section]) -> Iterator[tuple[str, str, Estimate, bool]]:
    """Rows of tables that can be marked as significant: table, name of the row, its figure, and whether it is."""
    for section in sections:
        for table in section.items:
            if not isinstance(table, Table):
                continue
            column = next((i for i, name in enumerate(table.columns) if name in MARKS), None)
            if column is None:
                continue
            for row in table.rows:
                figure = next((cell for cell in reversed(row[:column]) if isinstance(cell, Estimate)), None)
                if figure is not None:
                    yield table.id, _name(row[:column]), figure, row[column] in MARKS[table.columns[column]]


def _name(cells: Sequence[Cell]) -> str:
    return ", ".join(cell for cell in cells if isinstance(cell, str))


def confirmation_section(
    run: Run,
    fresh: Run,
    confirmations: Sequence[Confirmation],
    sections: Sequence[Section] = (),
    again: Sequence[Section] = (),
) -> Section:
    """Significant findings, titles and marked rows beside what the fresh games say."""
    rows = tuple(
        (item.finding.sentence, item.finding.estimate, item.fresh, "yes" if item.holds else "no")
        for item in confirmations
    )
    held = sum(item.holds for item in confirmations)
    games = f"First: {counted(run.games, 'game')}. Fresh: {counted(fresh.games, 'game')} of other seeds."
    rule = "Confirmed: on the same side of zero with a 95 % interval that excludes it."
    table = Table(
        "confirmation",
        f"{held} of {counted(len(confirmations), 'finding')} confirmed on fresh games",
        f"{games} All significant findings of the report. {rule}",
        ("Finding", "First", "Fresh", "Confirmed"),
        rows,
    )
    more = (_row_table(sections, again, f"{games} {rule}"), _title_table(sections, again, games))
    return Section("confirmation", "Confirmed on fresh games", (table, *(one for one in more if one.rows)))


def _row_table(sections: Sequence[Section], again: Sequence[Section], caption: str) -> Table:
    fresh = {(table, name): figure for table, name, figure, _ in marked(again)}
    rows: list[tuple[Cell, ...]] = []
    for table, name, figure, significant in marked(sections):
        if significant and (table, name) in fresh:
            other = fresh[table, name]
            rows.append((table, name, figure, other, "yes" if holds(figure, other) else "no"))
    held = sum(row[-1] == "yes" for row in rows)
    return Table(
        "confirmation-rows",
        f"{held} of {counted(len(rows), 'marked row')} of the tables confirmed on fresh games",
        f"{caption} Rows that are marked as significant in their table.",
        ("Table", "Row", "First", "Fresh", "Confirmed"),
        tuple(rows),
    )


def _title_table(sections: Sequence[Section], again: Sequence[Section], caption: str) -> Table:
    fresh = titles(again)
    rows = [
        (key, title, fresh[key], "yes" if without_figures(title) == without_figures(fresh[key]) else "no")
        for key, title in titles(sections).items()
        if key in fresh
    ]
    same = sum(row[-1] == "yes" for row in rows)
    return Table(
        "confirmation-titles",
        f"{same} of {counted(len(rows), 'title')} say the same on fresh games",
        f"{caption} Titles of charts and tables; the same: word for word, numbers aside.",
        ("Item", "First", "Fresh", "The same"),
        tuple(rows),
    )
