"""The picture of the first page: panels with rows and axes of their own, side by side or below each other."""

from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from seti_sim.analysis.content import Overview, OverviewPanel
from seti_sim.analysis.estimate import Estimate
from seti_sim.reporting.canvas import BLUE, DARK, GREY, ORANGE, Sheet, Size, legend_height, shorten, text_width, wrap
from seti_sim.reporting.dots import SMALLEST_SPAN, STEPS, number_formatter

COLOURS: Final = {"effect": BLUE, "association": ORANGE, "description": GREY}
STEP: Final = 19.0
TITLE: Final = 20.0
AXIS: Final = 44.0
GAP: Final = 16.0
VALUES: Final = 50.0


def draw_overview(chart: Overview, size: Size, with_text: bool) -> Figure:
    """Draw the panels: side by side on wide sheets, below each other on narrow ones."""
    kinds = list(dict.fromkeys(figure.label for panel in chart.panels for figure in panel.points))
    entries = [(kind, COLOURS[kind], True) for kind in kinds] + [("not significant", GREY, False)]
    legend = legend_height(size, [name for name, _, _ in entries])
    heights = [TITLE + max(1, len(panel.rows)) * STEP + AXIS for panel in chart.panels]
    body = legend + (sum(heights) if size.narrow else max(heights))
    sheet = Sheet(size, body, *((chart.title, chart.subtitle, chart.caption) if with_text else ()))
    sheet.legend(6, entries)
    columns = 1 if size.narrow else len(chart.panels)
    width = (size.width - GAP * (columns - 1)) / columns
    left, top = 0.0, legend
    for panel, height in zip(chart.panels, heights, strict=True):
        _panel(sheet, panel, left, top, width)
        if size.narrow:
            top += height
        else:
            left += width + GAP
    return sheet.figure


def _panel(sheet: Sheet, panel: OverviewPanel, left: float, top: float, width: float) -> None:
    size = sheet.size
    labels = min(width * 0.46, max((text_width(name, size.font) for name in panel.rows), default=0.0) + 9)
    rows = max(1, len(panel.rows))
    ax = sheet.axes(left + labels, top + TITLE, width - labels - VALUES, rows * STEP)
    sheet.text(left + 2, sheet.top + top + 5, shorten(panel.title, width - 4, size.font), size=size.font,
               weight="bold", va="top")  # fmt: skip
    ax.set_ylim(rows, 0)
    ax.set_yticks([])
    low, high = _limits(panel)
    ax.set_xlim(low, high)
    ax.axvline(0.0, color=DARK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    ax.xaxis.set_major_locator(MaxNLocator(3, steps=STEPS))
    ax.xaxis.set_major_formatter(number_formatter(panel.points[0].unit))
    ax.set_xlabel("\n".join(wrap(panel.axis, width - labels, size.font)), fontsize=size.font, labelpad=3)
    for y, (name, figure, significant) in enumerate(zip(panel.rows, panel.points, panel.significant, strict=True)):
        ax.annotate(shorten(name, labels - 8, size.font), (0, y + 0.5), (-6, 0), xycoords=("axes fraction", "data"),
                    textcoords="offset points", ha="right", va="center", fontsize=size.font)  # fmt: skip
        ax.annotate(figure.text, (1, y + 0.5), (5, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                    ha="left", va="center", fontsize=size.font, color=DARK)  # fmt: skip
        _dot(ax, figure, y + 0.5, significant)


def _dot(ax: Axes, figure: Estimate, y: float, significant: bool) -> None:
    if figure.value is None or figure.low is None or figure.high is None:
        return
    scale, colour = figure.unit.scale, COLOURS[figure.label]
    ax.plot([figure.low * scale, figure.high * scale], [y, y], color=colour, linewidth=1.8, solid_capstyle="butt",
            zorder=3)  # fmt: skip
    ax.plot([figure.value * scale], [y], "o", markersize=6, markerfacecolor=colour if significant else "white",
            markeredgecolor=colour, markeredgewidth=1.4, zorder=4)  # fmt: skip


def _limits(panel: OverviewPanel) -> tuple[float, float]:
    """Ends of the axis: all intervals and zero, with a margin, and never too close together."""
    unit = panel.points[0].unit
    ends = [end * unit.scale for figure in panel.points for end in (figure.low, figure.high) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    span = max(high - low, SMALLEST_SPAN.get(unit.name, 0.5))
    middle = (low + high) / 2
    return min(low, middle - span / 2) - 0.06 * span, max(high, middle + span / 2) + 0.06 * span
