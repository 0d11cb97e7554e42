"""What a section of a report holds: findings, notes, tables and the data of charts. Nothing here draws.

Every figure in them is an :class:`~seti_sim.analysis.estimate.Estimate`; text cells are names.
"""

from dataclasses import dataclass
from typing import Final, Literal

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import Estimate, Label

Cell = Estimate | str
Robustness = Literal[
    "same under every strategy", "same direction, sizes differ", "depends on the strategy", "inconclusive"
]
OPPONENT: Final = "against "
"""Answers of a finding about a strategy begin so: they are asked against each opponent in place of each strategy."""
SAME: Final = "same under every strategy"
SIZES_DIFFER: Final = "same direction, sizes differ"
DEPENDS: Final = "depends on the strategy"
INCONCLUSIVE: Final = "inconclusive"
ROBUSTNESS: Final[tuple[Robustness, ...]] = (SAME, SIZES_DIFFER, DEPENDS, INCONCLUSIVE)


BLOCKS: Final = {
    "seats": "Seats: who is favoured?",
    "species": "Species: which change the game?",
    "technologies": "Technologies: which are worth it?",
    "strategies": "Strategies",
    "against": "Against the other run",
    "cards": "Cards and tiles that stand out",
    "content": "Dead content",
    "flow": "How the game flows",
    "limits": "What these games cannot say",
}
"""Blocks of the first page in their order, and their titles."""


@dataclass(frozen=True)
class Answer:
    """A line of the first page that is no finding: levels, causes that were tested, what would make it fair.

    ``question`` is what it answers, in a word or two; ``label`` is empty where nothing was estimated. ``about`` is the
    id of the finding that it explains, or of the family of findings: unless that is significant on the first page the
    line reads ``otherwise``, and is left out if that is empty.
    """

    block: str
    question: str
    text: str
    label: Label | Literal[""] = ""
    about: str = ""
    otherwise: str = ""


@dataclass(frozen=True)
class Note:
    """A paragraph: how to read what follows, or what cannot be said and why."""

    text: str


@dataclass(frozen=True)
class Table:
    """Named columns and rows of cells; ``id`` names the CSV file."""

    id: str
    title: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            _check_cells(self.id, row, len(self.columns))


@dataclass(frozen=True)
class Series:
    """Figures along the rows or the x axis of a chart; ``filled`` marks adjusted or causal ones, raw ones are open."""

    name: str
    points: tuple[Estimate, ...]
    filled: bool = True


@dataclass(frozen=True)
class Panel:
    """One small multiple of a dot plot: rows, one or several series, and its reference line."""

    title: str
    rows: tuple[str, ...]
    series: tuple[Series, ...]
    reference: float | None = None


@dataclass(frozen=True)
class _Figure:
    """``title`` is the finding, ``subtitle`` says what is shown, ``caption`` gives sample and label."""

    id: str
    title: str
    subtitle: str
    caption: str


@dataclass(frozen=True)
class DotPlot(_Figure):
    """Dots with intervals in rows, in one or several panels that share the axis."""

    panels: tuple[Panel, ...]
    axis: str
    reference_name: str = ""

    def __post_init__(self) -> None:
        for panel in self.panels:
            for series in panel.series:
                _check_cells(self.id, series.points, len(panel.rows))


@dataclass(frozen=True)
class Lines(_Figure):
    """Series over ordered places of the x axis, with their intervals."""

    x: tuple[str, ...]
    series: tuple[Series, ...]
    axis: str
    reference: float | None = None
    reference_name: str = ""
    from_zero: bool = True

    def __post_init__(self) -> None:
        for series in self.series:
            _check_cells(self.id, series.points, len(self.x))


@dataclass(frozen=True)
class Stacked(_Figure):
    """Horizontal stacked bars: a row of parts for each name; parts are ordered if ``ordered`` (rounds, places)."""

    rows: tuple[str, ...]
    parts: tuple[str, ...]
    cells: tuple[tuple[Estimate, ...], ...]
    axis: str
    ordered: bool = False

    def __post_init__(self) -> None:
        for row in self.cells:
            _check_cells(self.id, row, len(self.parts))


@dataclass(frozen=True)
class HeatMap(_Figure):
    """A matrix of figures; ``None`` leaves a cell empty. The colours run from low to high around ``centre``.

    Cells below the diagonal may belong to a second scale of their own (``split``): then ``scales`` names both.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Estimate | None, ...], ...]
    scales: tuple[str, ...]
    centre: float | None = 0.0
    split: bool = False


@dataclass(frozen=True)
class Histogram(_Figure):
    """Shares of observations in bins from ``edges[i]`` to below ``edges[i + 1]``."""

    edges: tuple[int, ...]
    series: tuple[Series, ...]
    axis: str

    def __post_init__(self) -> None:
        for series in self.series:
            _check_cells(self.id, series.points, len(self.edges) - 1)


@dataclass(frozen=True)
class OverviewPanel:
    """Figures of one question in rows; ``significant`` ones are drawn filled, the colour says what kind they are."""

    title: str
    axis: str
    rows: tuple[str, ...]
    points: tuple[Estimate, ...]
    significant: tuple[bool, ...]


@dataclass(frozen=True)
class Overview(_Figure):
    """Several questions side by side, each with an axis of its own around zero."""

    panels: tuple[OverviewPanel, ...]

    def __post_init__(self) -> None:
        for panel in self.panels:
            _check_cells(self.id, panel.points, len(panel.rows))


Figure = DotPlot | Lines | Stacked | HeatMap | Histogram | Overview
Item = Note | Table | Figure


@dataclass(frozen=True)
class Finding:
    """One answer to one question, from which headlines are made.

    Attributes:
        id: of the question, for example ``seats.first``; the same question under another strategy has the same id.
        sentence: the answer in plain words, without the numbers and without a full stop.
        estimate: the effect.
        size: what it matters, from 0; see ``docs/statistics.md``.
        significant: significant after correction within its family.
        robustness: from the same question asked under several strategies.
        by_strategy: those answers, by name of the strategy.
        games_needed: games that would make a difference of ``worth``; 0 if settled or unknown.
        worth: the smallest difference worth knowing, in words.
        null: what the figure would be if there were nothing to find.
        name: of what it is about, for charts.
        negligible: surely smaller than the smallest size of interest.
    """

    id: str
    sentence: str
    estimate: Estimate
    size: float
    significant: bool
    robustness: Robustness
    by_strategy: tuple[tuple[str, Estimate], ...] = ()
    games_needed: int = 0
    worth: str = ""
    null: float = 0.0
    name: str = ""
    negligible: bool = False


@dataclass(frozen=True)
class Section:
    """A chapter of the report, with its findings and what else it answers on the first page."""

    id: str
    title: str
    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    answers: tuple[Answer, ...] = ()


def _check_cells(name: str, cells: tuple[Cell, ...], width: int) -> None:
    if len(cells) != width:
        raise AnalysisError(f"{name}: {len(cells)} cells where {width} belong")
    for cell in cells:
        if not isinstance(cell, Estimate | str):
            raise AnalysisError(f"{name}: a {type(cell).__name__} where an estimate or a name belongs")
