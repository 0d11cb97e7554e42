"""Lines over rounds, and matrices of figures."""

from typing import Final

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from seti_sim.analysis.content import HeatMap, Lines
from seti_sim.analysis.estimate import Estimate
from seti_sim.reporting.canvas import BLUE, DARK, ORANGE, Sheet, Size, legend_height, shorten, text_width, wrap
from seti_sim.reporting.dots import STEPS, number_formatter

EMPTY: Final = "#F2F2F2"


def draw_lines(chart: Lines, size: Size, with_text: bool) -> Figure:
    """Draw series over ordered places with their intervals."""
    names = [series.name for series in chart.series]
    legend = legend_height(size, names) if len(names) > 1 else 0.0
    height = 180.0 if size.narrow else 220.0
    sheet = Sheet(size, legend + height + 48, *((chart.title, chart.subtitle, chart.caption) if with_text else ()))
    colours = [BLUE if series.filled else ORANGE for series in chart.series]
    if legend:
        sheet.legend(6, [(s.name, c, s.filled) for s, c in zip(chart.series, colours, strict=True)])
    ax = sheet.axes(40, legend + 26, size.width - 52, height - 10)
    scale = chart.series[0].points[0].unit.scale
    for series, colour in zip(chart.series, colours, strict=True):
        defined = [(x, cell) for x, cell in enumerate(series.points) if cell.value is not None]
        ax.plot([x for x, _ in defined], [(cell.value or 0.0) * scale for _, cell in defined], color=colour, zorder=2)
        for x, cell in defined:
            _point(ax, x, cell, colour, series.filled)
    if chart.reference is not None:
        ax.axhline(chart.reference * scale, color=DARK, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
    ax.set_xlim(-0.3, len(chart.x) - 0.7)
    if chart.from_zero:
        ax.set_ylim(bottom=0)
    ax.grid(visible=False, axis="x")
    ax.grid(visible=True, axis="y")
    ax.set_xticks(
        range(len(chart.x)),
        [_tick(name, (size.width - 52) / len(chart.x) - 4, size) for name in chart.x],
        fontsize=size.font,
    )
    ax.yaxis.set_major_locator(MaxNLocator(5, steps=STEPS))
    ax.yaxis.set_major_formatter(number_formatter(chart.series[0].points[0].unit))
    ax.tick_params(axis="y", labelsize=9, labelcolor=DARK)
    dashed = f" (dashed: {chart.reference_name})" if chart.reference_name else ""
    ax.set_title("\n".join(wrap(chart.axis + dashed, size.width - 60, size.font)), loc="left", fontsize=size.font,
                 color=DARK, pad=5)  # fmt: skip
    return sheet.figure


def _tick(name: str, width: float, size: Size) -> str:
    """Tick labels break into lines where the ticks are close."""
    return "\n".join(wrap(name, width, size.font))


def _point(ax: Axes, x: float, cell: Estimate, colour: str, filled: bool) -> None:
    if cell.value is None or cell.low is None or cell.high is None:
        return
    scale = cell.unit.scale
    ax.plot([x, x], [cell.low * scale, cell.high * scale], color=colour, linewidth=1.8, zorder=3)
    face = colour if filled else "white"
    ax.plot([x], [cell.value * scale], "o", markersize=6, markerfacecolor=face, markeredgecolor=colour,
            markeredgewidth=1.4, zorder=4)  # fmt: skip


def draw_heat(chart: HeatMap, size: Size, with_text: bool) -> Figure:
    """Draw a matrix: colour and number in each cell, half of its interval below the number."""
    labels = min(size.width * 0.34, max(text_width(name, size.font) for name in chart.rows) + 8)
    longest = _longest(chart, size)
    cell = min(86.0, (size.width - labels - 8) / max(len(chart.columns), 1))
    if longest > cell - 4:  # slanted names lean out to the right
        cell = min(cell, (size.width - labels - 4 - longest * 0.77) / (len(chart.columns) - 0.5))
    high = 36.0
    head = _head(chart, cell, size)
    sheet = Sheet(
        size, head + len(chart.rows) * high + 6, *((chart.title, chart.subtitle, chart.caption) if with_text else ())
    )
    ax = sheet.axes(labels, head, cell * len(chart.columns), len(chart.rows) * high)
    ax.set_xlim(0, len(chart.columns))
    ax.set_ylim(len(chart.rows), 0)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.grid(visible=False)
    ax.spines[["bottom"]].set_visible(False)
    shades = _shades(chart)
    for i, row in enumerate(chart.cells):
        ax.annotate(shorten(chart.rows[i], labels - 8, size.font), (0, i + 0.5), (-6, 0), xycoords="data",
                    textcoords="offset points", ha="right", va="center", fontsize=size.font)  # fmt: skip
        for j, estimate in enumerate(row):
            _cell(ax, i, j, estimate, shades[i][j], size)
    slanted = any(text_width(name, size.font) > cell - 4 for name in chart.columns)
    for j, name in enumerate(chart.columns):
        ax.annotate(shorten(name, 110, size.font), (j + 0.5, 0), (0, 5), xycoords="data", textcoords="offset points",
                    ha="left" if slanted else "center", va="bottom", fontsize=size.font,
                    rotation=40 if slanted else 0, rotation_mode="anchor")  # fmt: skip
    return sheet.figure


def _longest(chart: HeatMap, size: Size) -> float:
    return max((min(text_width(name, size.font), 110.0) for name in chart.columns), default=0.0)


def _head(chart: HeatMap, cell: float, size: Size) -> float:
    """Room for the names of the columns."""
    longest = _longest(chart, size)
    return 18.0 if longest <= cell - 4 else longest * 0.65 + 18.0


def _groups(chart: HeatMap) -> list[list[tuple[int, int]]]:
    """Cells that share a scale: all of them, or those above and those below the diagonal."""
    places = [(i, j) for i in range(len(chart.rows)) for j in range(len(chart.columns))]
    if not chart.split:
        return [places]
    return [[(i, j) for i, j in places if j > i], [(i, j) for i, j in places if j < i]]


def _shades(chart: HeatMap) -> list[list[str | tuple[float, ...]]]:
    """Background of every cell: diverging around the centre, or light to dark on a scale of its own."""
    shades: list[list[str | tuple[float, ...]]] = [[EMPTY] * len(chart.columns) for _ in chart.rows]
    for number, group in enumerate(_groups(chart)):
        values = {
            at: cell.value for at in group if (cell := chart.cells[at[0]][at[1]]) is not None and cell.value is not None
        }
        if not values:
            continue
        if number == 0 and chart.centre is not None:
            reach = max(abs(value - chart.centre) for value in values.values()) or 1.0
            places = {at: 0.5 + 0.38 * (value - chart.centre) / reach for at, value in values.items()}
            ramp = colormaps["RdBu"]
        else:
            low, span = min(values.values()), np.ptp(list(values.values())) or 1.0
            places = {at: 0.08 + 0.42 * (value - low) / span for at, value in values.items()}
            ramp = colormaps["Greys"]
        for (i, j), place in places.items():
            shades[i][j] = _light(ramp, place)
    return shades


def _light(ramp: Colormap, place: float) -> tuple[float, ...]:
    """A colour of the ramp, mixed with white so that black text can be read on it."""
    return tuple(0.35 + 0.65 * float(part) for part in ramp(place)[:3])


def _cell(ax: Axes, i: int, j: int, estimate: Estimate | None, shade: str | tuple[float, ...], size: Size) -> None:
    ax.fill_between([j + 0.02, j + 0.98], i + 0.03, i + 0.97, color=shade, linewidth=0, zorder=1)
    if estimate is None:
        return
    ax.text(j + 0.5, i + 0.36, estimate.text.removesuffix(estimate.unit.suffix), ha="center", va="center",
            fontsize=size.font, zorder=3, color="#111111")  # fmt: skip
    if estimate.defined:
        half = f"\N{PLUS-MINUS SIGN}{estimate.half_width * estimate.unit.scale:.{estimate.decimals}f}"
        ax.text(j + 0.5, i + 0.72, half, ha="center", va="center", fontsize=9, zorder=3, color="#555555")
