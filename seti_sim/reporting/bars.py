"""Stacked bars and histograms."""

from typing import Final

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from seti_sim.analysis.content import Histogram, Stacked
from seti_sim.analysis.estimate import SHARE, WIN_SHARE, Estimate
from seti_sim.reporting.canvas import (
    BLUE,
    CATEGORIES,
    DARK,
    GREY,
    LIGHT,
    ORANGE,
    Sheet,
    Size,
    legend_height,
    shorten,
    text_width,
)
from seti_sim.reporting.dots import NARROW_MARGIN, STEPS, number_formatter

REST: Final = ("never",)
"""Parts that mean "nothing happened": light grey, whatever the palette."""

SHORT_BAR: Final = 20.0
"""Bars of which the longest is shorter have a decimal in their figures."""


def colours_of(parts: tuple[str, ...], ordered: bool) -> list[str]:
    """A colour for each part: dark to light for ordered parts, the categorical palette otherwise."""
    if not ordered:
        return [CATEGORIES[i % len(CATEGORIES)] for i in range(len(parts))]
    steps = [part for part in parts if part not in REST]
    ramp = colormaps["cividis"]
    found = {part: to_hex(ramp(0.08 + 0.84 * i / max(len(steps) - 1, 1))) for i, part in enumerate(steps)}
    return [found.get(part, LIGHT) for part in parts]


def draw_stacked(chart: Stacked, size: Size, with_text: bool) -> Figure:
    """Draw horizontal stacked bars."""
    legend = legend_height(size, list(chart.parts))
    step = 34.0 if size.narrow else 25.0
    sheet = Sheet(
        size,
        legend + len(chart.rows) * step + 32,
        *((chart.title, chart.subtitle, chart.caption) if with_text else ()),
    )
    colours = colours_of(chart.parts, chart.ordered)
    sheet.legend(6, [(part, colour, True) for part, colour in zip(chart.parts, colours, strict=True)])
    labels = (
        NARROW_MARGIN if size.narrow else min(size.width * 0.3, max(text_width(n, size.font) for n in chart.rows) + 8)
    )
    ax = sheet.axes(labels, legend, size.width - labels - 18, len(chart.rows) * step)
    scale = chart.cells[0][0].unit.scale
    ax.set_ylim(len(chart.rows), 0)
    ends = [sum(cell.value or 0.0 for cell in row) * scale for row in chart.cells]
    longest = 100.0 if chart.cells[0][0].unit in (SHARE, WIN_SHARE) else max([*ends, 1.0]) * 1.03
    ax.set_xlim(0, longest)
    ax.xaxis.set_major_locator(MaxNLocator(4 if size.narrow else 6, steps=STEPS))
    ax.xaxis.set_major_formatter(number_formatter(chart.cells[0][0].unit))
    ax.set_xlabel(chart.axis, fontsize=size.font, labelpad=3)
    ax.set_yticks([])
    points_a_unit = (size.width - labels - 18) / longest
    decimals = 1 if longest < SHORT_BAR else 0
    for y, (name, row) in enumerate(zip(chart.rows, chart.cells, strict=True)):
        if size.narrow:
            ax.text(0, y + 8 / step, name, transform=ax.get_yaxis_transform(), va="center", fontsize=size.font)
        else:
            ax.annotate(shorten(name, labels - 8, size.font), (0, y + 0.5), (-8, 0),
                        xycoords=("axes fraction", "data"), textcoords="offset points", ha="right", va="center",
                        fontsize=size.font)  # fmt: skip
        _bar(ax, row, y + (0.70 if size.narrow else 0.5), 17.0 / step, colours, points_a_unit, decimals, size)
    return sheet.figure


def _bar(
    ax: Axes, row: tuple[Estimate, ...], y: float, height: float, colours: list[str], points_a_unit: float,
    decimals: int, size: Size,
) -> None:  # fmt: skip
    """One bar: parts side by side, each with its interval around its end and its figure where there is room."""
    left = 0.0
    if not any(cell.defined for cell in row):
        ax.text(0, y, " no data", color=GREY, fontsize=size.font, va="center")
        return
    for cell, colour in zip(row, colours, strict=True):
        if cell.value is None or cell.value <= 0:
            continue
        width = cell.value * cell.unit.scale
        ax.barh(y, width, height, left, color=colour, edgecolor="white", linewidth=0.8, zorder=2)
        whisker = cell.half_width * cell.unit.scale
        end = left + width
        if whisker * points_a_unit > 0.6 and end < 99.99:  # the end of the whole bar is known
            ax.plot([end - whisker, end + whisker], [y + height * 0.33] * 2, color="#111111", linewidth=1.1, zorder=4)
        text = f"{cell.value * cell.unit.scale:.{decimals}f}"
        if width * points_a_unit > text_width(text, size.font) + 6:
            ink = "white" if _dark(colour) else "#111111"
            ax.text(left + width / 2, y, text, ha="center", va="center", fontsize=size.font, color=ink, zorder=5)
        left = end


def _dark(colour: str) -> bool:
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.55


def draw_histogram(chart: Histogram, size: Size, with_text: bool) -> Figure:
    """Draw shares by bin as steps with their intervals."""
    legend = legend_height(size, [series.name for series in chart.series])
    height = 170.0 if size.narrow else 210.0
    sheet = Sheet(size, legend + height + 40, *((chart.title, chart.subtitle, chart.caption) if with_text else ()))
    colours = [BLUE if series.filled else ORANGE for series in chart.series]
    sheet.legend(6, [(s.name, colour, True) for s, colour in zip(chart.series, colours, strict=True)])
    ax = sheet.axes(36, legend + 4, size.width - 46, height - 4)
    for series, colour in zip(chart.series, colours, strict=True):
        values = [(cell.value or 0.0) * cell.unit.scale for cell in series.points]
        ax.stairs(values, chart.edges, fill=True, color=colour, alpha=0.22, zorder=2)
        ax.stairs(values, chart.edges, color=colour, linewidth=1.6, zorder=3)
        for low, high, cell in zip(chart.edges, chart.edges[1:], series.points, strict=False):
            if cell.low is not None and cell.high is not None:
                middle = (low + high) / 2
                ax.plot([middle, middle], [cell.low * cell.unit.scale, cell.high * cell.unit.scale], color=colour,
                        linewidth=1.2, zorder=4)  # fmt: skip
    ax.set_ylim(bottom=0)
    ax.set_xlim(chart.edges[0], chart.edges[-1])
    ax.grid(visible=False, axis="x")
    ax.grid(visible=True, axis="y")
    ax.yaxis.set_major_locator(MaxNLocator(5, steps=STEPS))
    ax.yaxis.set_major_formatter(number_formatter(chart.series[0].points[0].unit))
    ax.xaxis.set_major_locator(MaxNLocator(5 if size.narrow else 10, integer=True))
    ax.tick_params(axis="y", labelsize=9, labelcolor=DARK)
    ax.set_xlabel(chart.axis, fontsize=size.font, labelpad=3)
    return sheet.figure
