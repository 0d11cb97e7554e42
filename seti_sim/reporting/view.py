"""What the templates are given: plain records with every text ready, so that templates hold no logic."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from seti_sim.analysis.confirm import Confirmation
from seti_sim.analysis.content import BLOCKS, OPPONENT, Cell, Figure, Finding, Item, Note, Table
from seti_sim.analysis.estimate import NOTHING, TOO_FEW, WIN_SHARE, Estimate, sort_key
from seti_sim.analysis.headlines import Headline, by_strategy_text, worded
from seti_sim.analysis.names import counted, listed
from seti_sim.analysis.sections import Analysis
from seti_sim.reporting.charts import Pictures, pictures

SCROLLED_ROWS: Final = 16
"""Longer tables are folded, scroll in a window of their own on a screen and have a filter."""
ROWS_BESIDE_OTHERS: Final = 60
"""Longer tables of a report on several settings are linked and not part of the page."""
SORT_DIGITS: Final = 7
"""Digits by which cells of the page are sorted; the files in ``tables/`` have all."""


@dataclass(frozen=True)
class CellView:
    """A table cell: ``sort`` is what it is sorted by, ``hint`` its sample."""

    text: str
    interval: str
    hint: str
    sort: str
    is_name: bool


@dataclass(frozen=True)
class ItemView:
    """A note, a table or a chart of a section; ``file`` is the name of its files without ending.

    Tables that are ``linked`` have their rows in the file alone.
    """

    kind: str
    title: str = ""
    subtitle: str = ""
    caption: str = ""
    file: str = ""
    columns: tuple[str, ...] = ()
    numeric: tuple[bool, ...] = ()
    rows: tuple[tuple[CellView, ...], ...] = ()
    pictures: Pictures | None = None
    scrolled: bool = False
    filtered: bool = False
    linked: bool = False


@dataclass(frozen=True)
class SectionView:
    """A chapter; ``anchor`` is unique on the page."""

    anchor: str
    title: str
    items: tuple[ItemView, ...]


@dataclass(frozen=True)
class HeadlineView:
    """A line of the first page: what it answers, the claim, its figures, and its labels."""

    claim: str
    figures: str
    labels: tuple[str, ...]
    answers: str = ""
    question: str = ""


@dataclass(frozen=True)
class BlockView:
    """Lines of the first page under a title."""

    id: str
    title: str
    lines: tuple[HeadlineView, ...]


@dataclass(frozen=True)
class RunView:
    """One setting: what was simulated, what it says, and its chapters."""

    anchor: str
    title: str
    facts: tuple[tuple[str, str], ...]
    command: str
    notices: tuple[str, ...]
    verdict: str
    verdict_kind: str
    blocks: tuple[BlockView, ...]
    overview: ItemView | None
    sections: tuple[SectionView, ...]


def prefix_of(number: int, of: int) -> str:
    """What file names and anchors of the setting ``number`` begin with: nothing if it is the only one."""
    return "" if of == 1 else f"{number + 1}-"


def run_view(analysis: Analysis, prefix: str) -> RunView:
    """The view of one setting, its charts drawn; beside others its charts are files and not part of the page."""
    run, manifest = analysis.run, analysis.run.manifest
    strategies = listed(list(manifest.by_seat)) if not run.mirrored else f"{manifest.by_seat[0]} at every seat"
    seating = "Strategies by seat"
    if manifest.seating == "random":
        seating, strategies = "Strategies", f"{strategies}, seats drawn in every game"
    what = (strategies, manifest.fixed)
    facts = (
        ("Run", run.name),
        ("Games", f"{run.games:,}"),
        ("Players", str(run.players)),
        (seating, strategies),
        ("Rules", f"version {manifest.rules_version}, tables {manifest.tables_hash[:12]}"),
        ("Variant", manifest.variant or "none"),
        ("Set-up", manifest.fixed or "species and gold tiles drawn at random"),
        ("Seed" if len(run.seeds) == 1 else "Seeds", ", ".join(map(str, run.seeds))),
        ("Played", f"{manifest.started[:10]} with seti-sim {manifest.version}"),
    )
    kinds = {True: "passed", False: "failed", None: "absent"}
    return RunView(
        anchor=f"{prefix}run",
        title=f"{counted(run.games, 'game')} of {run.players} players: {'; '.join(filter(None, what))}",
        facts=facts,
        command=manifest.command,
        notices=run.notices,
        verdict=analysis.null.verdict,
        verdict_kind=kinds[analysis.null.passed],
        blocks=tuple(block_views(analysis)),
        overview=None if analysis.overview is None else item_view(analysis.overview, prefix, run.players),
        sections=tuple(
            SectionView(
                f"{prefix}{section.id}",
                section.title,
                tuple(item_view(item, prefix, run.players, inline=not prefix) for item in section.items),
            )
            for section in analysis.sections
        ),
    )


def block_views(analysis: Analysis) -> Iterator[BlockView]:
    """The blocks of the first page that have lines; the block of a failed null experiment has no title."""
    for block, title in {"": "", **BLOCKS}.items():
        lines = [line for line in analysis.headlines if line.block == block]
        if lines:
            yield BlockView(block, title, tuple(headline_view(line, analysis.confirmations) for line in lines))


def headline_view(headline: Headline, confirmations: Sequence[Confirmation] = ()) -> HeadlineView:
    """The sentence taken apart, so that the claim can be set in bold."""
    finding = headline.finding
    if finding is None:
        return HeadlineView(headline.text, "", (headline.label,) if headline.label else (), question=headline.question)
    figure = finding.estimate
    figures = f"{worded(figure)}, 95 % interval {figure.interval_text}, n = {counted(figure.n, 'game')}"
    labels = labels_of(finding, confirmations)
    return HeadlineView(finding.sentence, figures, labels, answers_of(finding), headline.question)


def answers_of(finding: Finding) -> str:
    """The answers under several strategies, in words; nothing where only one was asked."""
    answers = [f"{name} {figure.text if figure.defined else figure.full_text}" for name, figure in finding.by_strategy]
    if len(answers) < 2:
        return ""
    opponents = answers[0].startswith(OPPONENT)
    return f"{'Finishes ahead, beyond half of the meetings' if opponents else 'By strategy'}: {', '.join(answers)}"


def labels_of(finding: Finding, confirmations: Sequence[Confirmation]) -> tuple[str, ...]:
    """What kind of statement it is, whether it depends on how people play, and whether fresh games confirm it."""
    confirmed = {True: ("confirmed",), False: ("not confirmed",)}
    again = next((confirmed[item.holds] for item in confirmations if item.finding.id == finding.id), ())
    small = ("negligible",) if finding.negligible else ()
    return (finding.estimate.label, by_strategy_text(finding), *small, *again)


def item_view(item: Item, prefix: str, players: int, *, inline: bool = True) -> ItemView:
    """The view of a note, a table or a chart; charts and long tables are part of the page only if ``inline``."""
    match item:
        case Note():
            return ItemView("note", title=item.text)
        case Table():
            return ItemView(
                "table",
                item.title,
                caption=item.caption,
                file=f"{prefix}{item.id}",
                columns=item.columns,
                numeric=tuple(any(not isinstance(row[i], str) for row in item.rows) for i in range(len(item.columns))),
                rows=tuple(tuple(cell_view(cell, players) for cell in row) for row in item.rows),
                scrolled=len(item.rows) > SCROLLED_ROWS,
                filtered=len(item.rows) > SCROLLED_ROWS,
                linked=not inline and len(item.rows) > ROWS_BESIDE_OTHERS,
            )
        case _:
            return ItemView(
                "chart",
                item.title,
                item.subtitle,
                item.caption,
                f"{prefix}{item.id}",
                pictures=pictures(item, f"{prefix}{item.id}", inline=inline),
            )


def cell_view(cell: Cell, players: int) -> CellView:
    """The view of a table cell; win shares have their lift over an equal share of so many players."""
    if isinstance(cell, str):
        return CellView(cell, "", "", cell.lower(), is_name=True)
    return CellView(
        cell.text, _beside(cell, players), f"n = {cell.n:,}", f"{sort_key(cell):.{SORT_DIGITS}g}", is_name=False
    )


def _beside(figure: Estimate, players: int) -> str:
    """What stands beside a figure in small: its interval, or on how little one left out for its sample would rest."""
    if figure.defined and figure.unit == WIN_SHARE:
        return f"{figure.interval_text}; \N{MULTIPLICATION SIGN}{figure.lift(players)}"
    if figure.defined:
        return figure.interval_text
    if figure.method == NOTHING:
        return NOTHING
    return f"n = {figure.n:,}" if figure.method == TOO_FEW else ""


def figures(analysis: Analysis) -> Iterator[Figure]:
    """The charts of an analysis."""
    for section in analysis.sections:
        for item in section.items:
            if not isinstance(item, Note | Table):
                yield item


def tables(analysis: Analysis) -> Iterator[Table]:
    """The tables of an analysis."""
    for section in analysis.sections:
        yield from (item for item in section.items if isinstance(item, Table))


def estimates(cells: tuple[Cell, ...]) -> Iterator[Estimate]:
    """The figures among some cells."""
    yield from (cell for cell in cells if isinstance(cell, Estimate))
