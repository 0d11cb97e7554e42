"""Dots with intervals, in rows and panels."""

from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from seti_sim.analysis.content import DotPlot, Panel
from seti_sim.analysis.estimate import MINUS, SHARE, WIN_SHARE, Estimate, Unit
from seti_sim.reporting.canvas import (
    BLUE,
    DARK,
    GREY,
    ORANGE,
    VERMILION,
    Sheet,
    Size,
    legend_height,
    shorten,
    text_width,
    wrap,
)

BEHIND: Final = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
"""So that no line runs through a label."""
COLOURS: Final = (BLUE, ORANGE, VERMILION)
SMALLEST_SPAN: Final = {
    "share": 4.0,
    "win share": 4.0,
    "percentage points": 2.0,
    "points": 1.0,
    "points difference": 1.0,
}
"""No axis is shorter than this, so that noise does not fill the page."""
STEPS: Final = [1, 2, 2.5, 5, 10]
GAP: Final = 14.0
MAX_COLUMNS: Final = 3
NARROW_MARGIN: Final = 13.0
"""Room for half a tick label at both ends."""
AXIS_HEIGHT: Final = 33.0
TITLE_HEIGHT: Final = 17.0


def draw_dots(plot: DotPlot, size: Size, with_text: bool) -> Figure:
    """Draw a dot plot."""
    names = [series.name for series in plot.panels[0].series]
    several = len(names) > 1
    legend = legend_height(size, names) if several else 0.0
    columns = _columns(plot, size)
    grid = [plot.panels[i : i + columns] for i in range(0, len(plot.panels), columns)]
    step = (30.0 if size.narrow else 21.0) + (5.0 if several else 0.0)
    axis = AXIS_HEIGHT + (size.font * 1.3 if size.narrow and plot.reference_name else 0.0)
    heights = [_title(row) + max(1, *(len(p.rows) for p in row)) * step + axis for row in grid]
    sheet = Sheet(size, legend + sum(heights), *((plot.title, plot.subtitle, plot.caption) if with_text else ()))
    if several:
        colours = _colours(plot.panels[0])
        sheet.legend(6, [(s.name, c, s.filled) for s, c in zip(plot.panels[0].series, colours, strict=True)])
    limits = _limits(plot)
    top = legend
    for row, height in zip(grid, heights, strict=True):
        _draw_row(sheet, plot, row, top, step, limits)
        top += height
    return sheet.figure


def _columns(plot: DotPlot, size: Size) -> int:
    """Panels side by side: at most three, and no panel of four alone in a row."""
    panels = len(plot.panels)
    return 1 if size.narrow else 2 if panels == 4 else min(panels, MAX_COLUMNS)


def _title(row: tuple[Panel, ...]) -> float:
    return TITLE_HEIGHT if any(panel.title for panel in row) else 2.0


def _draw_row(
    sheet: Sheet, plot: DotPlot, row: tuple[Panel, ...], top: float, step: float, limits: tuple[float, float]
) -> None:
    """Panels side by side that share their row labels."""
    size = sheet.size
    single = len(plot.panels) == 1 and len(plot.panels[0].series) == 1
    longest = max((text_width(name, size.font) for panel in row for name in panel.rows), default=0.0)
    labels = NARROW_MARGIN if size.narrow else min(size.width * 0.36, longest + 8)
    values = 62.0 if single and not size.narrow else NARROW_MARGIN
    columns = _columns(plot, size)
    width = (size.width - labels - values - GAP * (columns - 1)) / columns
    for column, panel in enumerate(row):
        left = labels + column * (width + GAP)
        height = max(1, len(panel.rows)) * step
        ax = sheet.axes(left, top + _title(row), width, height)
        _dress(ax, plot, panel, limits, size)
        ax.set_ylim(max(1, len(panel.rows)), 0)
        if not panel.rows:
            ax.text(0.5, 0.5, "no data", transform=ax.transAxes, color=GREY, ha="center", va="center")
        if panel.title:
            ax.set_title(
                shorten(panel.title, width, size.font), loc="left", fontsize=size.font, fontweight="bold", pad=4
            )
        _label_rows(ax, panel, size, step, labels if column == 0 else 0.0, single)
        for place, (series, colour) in enumerate(zip(panel.series, _colours(panel), strict=True)):
            shift = _shift(place, len(panel.series), step, size)
            for y, estimate in enumerate(series.points):
                _dot(ax, estimate, y + shift, colour, series.filled, limits)


def _colours(panel: Panel) -> list[str]:
    """Filled series in full colours; an open one beside a filled one in grey."""
    colours = iter(COLOURS)
    return [next(colours) if series.filled else GREY for series in panel.series]


def _shift(place: int, count: int, step: float, size: Size) -> float:
    """Where in its row a dot lies, in rows from the top."""
    middle = 0.70 if size.narrow else 0.5
    return middle + (place - (count - 1) / 2) * 9.0 / step


def _label_rows(ax: Axes, panel: Panel, size: Size, step: float, width: float, single: bool) -> None:
    ax.set_yticks([])
    for y, name in enumerate(panel.rows):
        value = panel.series[0].points[y].text if single else ""
        if size.narrow:
            room = size.width - 2 * NARROW_MARGIN - 8 - text_width(value, size.font)
            across = ax.get_yaxis_transform()
            ax.text(0, y + 8.5 / step, shorten(name, room, size.font), transform=across, ha="left", va="center",
                    fontsize=size.font, bbox=BEHIND, zorder=2.5)  # fmt: skip
            ax.text(1, y + 8.5 / step, value, transform=across, ha="right", va="center", fontsize=size.font, color=DARK)
        elif width:
            ax.annotate(shorten(name, width - 8, size.font), (0, y + 0.5), (-8, 0), xycoords=("axes fraction", "data"),
                        textcoords="offset points", ha="right", va="center", fontsize=size.font)  # fmt: skip
        if single and not size.narrow:
            ax.annotate(value, (1, y + 0.5), (8, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                        ha="left", va="center", fontsize=size.font, color=DARK)  # fmt: skip


def _dot(ax: Axes, estimate: Estimate, y: float, colour: str, filled: bool, limits: tuple[float, float]) -> None:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        ax.text(limits[0], y, " no data", color=GREY, fontsize=9, va="center", ha="left")
        return
    scale = estimate.unit.scale
    ax.plot([estimate.low * scale, estimate.high * scale], [y, y], color=colour, linewidth=1.8, solid_capstyle="butt",
            zorder=3)  # fmt: skip
    face = colour if filled else "white"
    ax.plot([estimate.value * scale], [y], "o", markersize=6, markerfacecolor=face, markeredgecolor=colour,
            markeredgewidth=1.4, zorder=4)  # fmt: skip


def _dress(ax: Axes, plot: DotPlot, panel: Panel, limits: tuple[float, float], size: Size) -> None:
    unit = _unit(plot)
    ax.set_xlim(*limits)
    ax.xaxis.set_major_locator(MaxNLocator(4 if size.narrow or len(plot.panels) > 1 else 7, steps=STEPS))
    ax.xaxis.set_major_formatter(number_formatter(unit))
    if panel.reference is not None:
        ax.axvline(panel.reference * unit.scale, color=DARK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    name = plot.axis
    if plot.reference_name and panel is plot.panels[0] and (size.narrow or len(plot.panels) == 1):
        name = f"{plot.axis} (dashed: {plot.reference_name})"
    ax.set_xlabel("\n".join(wrap(name, size.width - 30, size.font)), fontsize=size.font, labelpad=3)


def _unit(plot: DotPlot) -> Unit:
    return plot.panels[0].series[0].points[0].unit if plot.panels[0].rows else Unit("points")


def number_formatter(unit: Unit) -> FuncFormatter:
    """Ticks as the unit writes them: a sign for differences, a true minus."""

    def write(value: float, _: int | None = None) -> str:
        text = f"{value:+g}" if unit.signed and abs(value) > 1e-9 else f"{0.0 if abs(value) < 1e-9 else value:g}"
        return text.replace("-", MINUS) + (unit.suffix if unit.suffix.endswith("%") else "")

    return FuncFormatter(write)


def _limits(plot: DotPlot) -> tuple[float, float]:
    """Ends of the axis: all intervals and references, a margin, and never too close together."""
    unit = _unit(plot)
    ends = [
        end * unit.scale
        for panel in plot.panels
        for series in panel.series
        for estimate in series.points
        for end in (estimate.low, estimate.high)
        if end is not None
    ]
    ends += [panel.reference * unit.scale for panel in plot.panels if panel.reference is not None]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    span = max(high - low, SMALLEST_SPAN.get(unit.name, 0.5))
    middle = (low + high) / 2
    low, high = min(low, middle - span / 2) - 0.05 * span, max(high, middle + span / 2) + 0.05 * span
    if unit in (SHARE, WIN_SHARE):
        low, high = max(low, -1.5), min(high, 101.5)
    return low, high
