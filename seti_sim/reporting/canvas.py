"""The sheet a chart is drawn on: sizes in points, texts that are measured, axes placed by hand, SVG and PNG out.

A chart is drawn at the size at which it is shown (1 CSS pixel = 0.75 points), once for wide screens and once for
phones, so text never shrinks below 9 points. Only matplotlib's object interface is used.
"""

import io
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import TextToPath

from seti_sim.reporting.svg import for_page

POINTS_A_PIXEL: Final = 0.75
PNG_DPI: Final = 144
MIN_FONT: Final = 9.0
HINTING: Final = 1.06
"""Rendered text is a little wider than its outlines: glyphs are fitted to pixels, and browsers use other fonts."""

# Okabe and Ito's palette for colour-blind readers (Okabe and Ito 2008)
BLACK: Final = "#000000"
ORANGE: Final = "#E69F00"
SKY: Final = "#56B4E9"
GREEN: Final = "#009E73"
YELLOW: Final = "#F0E442"
BLUE: Final = "#0072B2"
VERMILION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
GREY: Final = "#9A9A9A"
LIGHT: Final = "#DDDDDD"
DARK: Final = "#444444"
CATEGORIES: Final = (BLUE, ORANGE, GREEN, SKY, VERMILION, PURPLE, YELLOW, "#555555", "#BBBBBB")


@dataclass(frozen=True)
class Size:
    """Width in points and font size of a chart; ``narrow`` ones put row labels above the rows."""

    width: float
    font: float
    narrow: bool


WIDE: Final = Size(820 * POINTS_A_PIXEL, 9.5, narrow=False)
NARROW: Final = Size(350 * POINTS_A_PIXEL, 9.0, narrow=True)


def styled() -> AbstractContextManager[None]:
    """The settings of the style file and nothing of the user's, for a ``with`` block."""
    return matplotlib.style.context([str(files("seti_sim.reporting") / "report.mplstyle")], after_reset=True)


# ---------------------------------------------------------------- text
@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text in points."""
    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    width, _, _ = TextToPath().get_text_width_height_descent(text, font, ismath=False)
    return float(width) * HINTING


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Lines of ``text`` no wider than ``width`` points; a single word may be wider."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size, bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def shorten(text: str, width: float, size: float) -> str:
    """``text`` cut with an ellipsis so that it fits ``width`` points."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "\N{HORIZONTAL ELLIPSIS}", size) > width:
        text = text[:-1]
    return text.rstrip() + "\N{HORIZONTAL ELLIPSIS}"


# ---------------------------------------------------------------- the sheet
@dataclass
class Sheet:
    """A figure with a body of known height, and header and caption lines around it if wanted. All in points."""

    size: Size
    body: float
    title: str = ""
    subtitle: str = ""
    caption: str = ""
    figure: Figure = field(init=False)
    top: float = field(init=False)

    def __post_init__(self) -> None:
        width, font = self.size.width, self.size.font
        heads = [(line, font + 3, "bold", "#111111") for line in wrap(self.title, width - 4, font + 3, bold=True)]
        heads += [(line, font, "normal", DARK) for line in wrap(self.subtitle, width - 4, font)]
        feet = [(line, MIN_FONT, "normal", "#666666") for line in wrap(self.caption, width - 4, MIN_FONT)]
        above = sum(size * 1.35 for _, size, _, _ in heads) + (8 if heads else 2)
        below = sum(size * 1.35 for _, size, _, _ in feet) + (8 if feet else 2)
        height = above + self.body + below
        self.figure = Figure(figsize=(width / 72, height / 72))
        self.height, self.top = height, above
        self._lines(heads, 2.0)
        self._lines(feet, above + self.body + 6)

    def _lines(self, lines: list[tuple[str, float, str, str]], top: float) -> None:
        for line, size, weight, colour in lines:
            self.text(2, top, line, size=size, weight=weight, color=colour, va="top")
            top += size * 1.35

    def text(self, x: float, y: float, text: str, **style: Any) -> None:
        """Write at ``x`` from the left and ``y`` from the top of the sheet."""
        self.figure.text(x / self.size.width, 1 - y / self.height, text, **style)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Axes in the body: ``top`` counts from the top of the body."""
        y = self.height - self.top - top - height
        return self.figure.add_axes(
            (left / self.size.width, y / self.height, width / self.size.width, height / self.height)
        )

    def legend(self, top: float, entries: list[tuple[str, str, bool]], left: float = 2.0) -> None:
        """A row of dots and names (name, colour, filled) in the body, wrapped to the width."""
        x, y = left, self.top + top
        for name, colour, filled in entries:
            width = text_width(name, self.size.font) + 24
            if x + width > self.size.width and x > left:
                x, y = left, y + self.size.font * 1.5
            self._mark(x + 5, y, colour, filled)
            self.text(x + 13, y, name, size=self.size.font, color=DARK, va="center")
            x += width

    def _mark(self, x: float, y: float, colour: str, filled: bool) -> None:
        face = colour if filled else "white"
        mark = Line2D(
            [x / self.size.width], [1 - y / self.height], marker="o", markersize=6, markerfacecolor=face,
            markeredgecolor=colour, markeredgewidth=1.4, linestyle="none", transform=self.figure.transFigure,
        )  # fmt: skip
        self.figure.add_artist(mark)

    def legend_height(self, names: list[str], left: float = 2.0) -> float:
        """Height of :meth:`legend` for these names."""
        return legend_height(self.size, names, left)


def legend_height(size: Size, names: list[str], left: float = 2.0) -> float:
    """Height in points of a legend of these names at this size."""
    x, rows = left, 1
    for name in names:
        width = text_width(name, size.font) + 24
        if x + width > size.width and x > left:
            x, rows = left, rows + 1
        x += width
    return rows * size.font * 1.5 + 6


# ---------------------------------------------------------------- out
def to_png(figure: Figure) -> bytes:
    """The figure as a PNG of 1.5 pixels for each CSS pixel."""
    buffer = io.BytesIO()
    figure.set_dpi(PNG_DPI)
    FigureCanvasAgg(figure).print_png(  # type: ignore[no-untyped-call]  # matplotlib leaves it untyped
        buffer, metadata={"Software": None}
    )
    return buffer.getvalue()


def to_svg(figure: Figure, prefix: str, title: str = "") -> str:
    """The figure as an SVG element without XML header; ids carry ``prefix``, so that many fit one page."""
    buffer = io.StringIO()
    FigureCanvasSVG(figure).print_svg(  # type: ignore[no-untyped-call]  # matplotlib leaves it untyped
        buffer, metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
    )
    return for_page(buffer.getvalue(), prefix, title)
