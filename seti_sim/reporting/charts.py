"""From the data of a figure to its pictures."""

from dataclasses import dataclass

from matplotlib.figure import Figure as Drawing

from seti_sim.analysis.content import DotPlot, Figure, HeatMap, Histogram, Lines, Overview, Stacked
from seti_sim.reporting.bars import draw_histogram, draw_stacked
from seti_sim.reporting.canvas import NARROW, WIDE, Size, styled, to_png, to_svg
from seti_sim.reporting.dots import draw_dots
from seti_sim.reporting.lines_heat import draw_heat, draw_lines
from seti_sim.reporting.overview import draw_overview


@dataclass(frozen=True)
class Pictures:
    """One figure four times: SVG without texts around it for the page in both widths, if any, and complete files."""

    wide: str
    narrow: str
    svg: str
    png: bytes


def draw(figure: Figure, size: Size = WIDE, *, with_text: bool = True) -> Drawing:
    """The drawing of a figure; call it within ``styled()``."""
    match figure:
        case DotPlot():
            return draw_dots(figure, size, with_text)
        case Stacked():
            return draw_stacked(figure, size, with_text)
        case Histogram():
            return draw_histogram(figure, size, with_text)
        case Lines():
            return draw_lines(figure, size, with_text)
        case HeatMap():
            return draw_heat(figure, size, with_text)
        case Overview():
            return draw_overview(figure, size, with_text)


def pictures(figure: Figure, prefix: str, *, inline: bool = True) -> Pictures:
    """All pictures of a figure, those of the page itself only if ``inline``; ``prefix`` keeps ids of a page apart."""
    with styled():
        complete = draw(figure, WIDE)
        return Pictures(
            to_svg(draw(figure, WIDE, with_text=False), f"{prefix}-w", figure.title) if inline else "",
            to_svg(draw(figure, NARROW, with_text=False), f"{prefix}-n", figure.title) if inline else "",
            to_svg(complete, prefix, figure.title),
            to_png(complete),
        )
