"""Charts are tested through the data they draw."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from seti_sim.analysis import content as c
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE, Estimate
from seti_sim.reporting.bars import colours_of
from seti_sim.reporting.canvas import NARROW, WIDE, shorten, styled, text_width, to_png, to_svg, wrap
from seti_sim.reporting.charts import draw, pictures

TEXTS = ("id", "A finding", "What is shown", "n = 100; effect")


def share(value, half=0.02):
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), 100, SHARE, "games")


def points(value, half=1.0):
    return Estimate(value, value - half, value + half, 100, POINTS_DIFFERENCE, "games")


NOTHING = Estimate.undefined(SHARE, "nothing")
DOTS = c.DotPlot(
    *TEXTS,
    (c.Panel("", ("One", "Two", "None"), (c.Series("raw", (share(0.2), share(0.3), NOTHING)),), 0.25),),
    "Share of games won",
    "an equal share",
)
STACKED = c.Stacked(
    *TEXTS,
    ("Row", "Empty"),
    ("round 1", "never"),
    ((share(0.7), share(0.3)), (NOTHING, NOTHING)),
    "Share",
    ordered=True,
)
HISTOGRAM = c.Histogram(*TEXTS, (0, 10, 20), (c.Series("winners", (share(0.4), share(0.6))),), "Score")
LINES = c.Lines(*TEXTS, ("round 1", "round 2"), (c.Series("leader", (share(0.4), share(0.6))),), "Share", 0.25, "fair")
HEAT = c.HeatMap(
    *TEXTS, ("A", "B"), ("A", "B"), ((None, points(2.0)), (points(-1.0), None)), ("score", "spread"), 0.0, split=True
)
OVERVIEW = c.Overview(
    *TEXTS,
    (
        c.OverviewPanel("Seats", "pp", ("First player", "Second"), (points(2.0), points(-1.0)), (True, False)),
        c.OverviewPanel("Species", "points", ("Anomalies",), (points(0.2),), (False,)),
    ),
)
FIGURES = [DOTS, STACKED, HISTOGRAM, LINES, HEAT, OVERVIEW]


def drawn(figure, size=WIDE):
    with styled():
        return draw(figure, size)


def texts(drawing):
    return [text.get_text() for ax in drawing.axes for text in ax.texts] + [text.get_text() for text in drawing.texts]


def test_dots_and_intervals_lie_where_the_estimates_are():
    (ax,) = drawn(DOTS).axes
    lines = [(line.get_xdata(), line.get_ydata()) for line in ax.lines]
    dots = [(x[0], y[0]) for x, y in lines if len(x) == 1]
    assert dots == [(20.0, 0.5), (30.0, 1.5)]
    bars = [tuple(x) for x, y in lines if len(x) == 2 and y[0] == y[1]]
    assert [tuple(round(float(end), 6) for end in bar) for bar in bars] == [(18.0, 22.0), (28.0, 32.0)]
    assert any(list(x) == [25.0, 25.0] for x, _ in lines)
    low, high = ax.get_xlim()
    assert low < 18
    assert high > 32
    assert " no data" in [text.get_text() for text in ax.texts]


def test_noise_does_not_fill_the_page():
    tiny = c.DotPlot(*TEXTS, (c.Panel("", ("One",), (c.Series("s", (share(0.25, 0.0001),)),), 0.25),), "Share", "")
    low, high = drawn(tiny).axes[0].get_xlim()
    assert high - low >= 4


def test_bars_start_at_zero_and_sum_to_the_whole():
    (ax,) = drawn(STACKED).axes
    assert ax.get_xlim() == (0, 100)
    widths = [patch.get_width() for patch in ax.patches]
    assert widths == pytest.approx([70, 30])
    assert " no data" in [text.get_text() for text in ax.texts]


def test_the_histogram_starts_at_zero_and_draws_intervals():
    (ax,) = drawn(HISTOGRAM).axes
    assert ax.get_ylim()[0] == 0
    stairs = [patch.get_data() for patch in ax.patches]
    assert all(np.allclose(data.values, [40, 60]) and list(data.edges) == [0, 10, 20] for data in stairs)
    assert [list(line.get_xdata()) for line in ax.lines] == [[5, 5], [15, 15]]


def test_lines_go_through_the_estimates():
    (ax,) = drawn(LINES).axes
    assert list(ax.lines[0].get_ydata()) == pytest.approx([40, 60])
    assert ax.get_ylim()[0] == 0


def test_a_matrix_writes_value_and_half_interval_in_each_cell():
    shown = texts(drawn(HEAT))
    assert {"+2.0", "\N{PLUS-MINUS SIGN}1.0", "\N{MINUS SIGN}1.0"} <= set(shown)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: type(figure).__name__)
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_text_is_never_below_nine_points_and_inside_the_sheet(figure, size):
    drawing = drawn(figure, size)
    FigureCanvasAgg(drawing).draw()
    width, height = drawing.get_size_inches() * drawing.dpi
    artists = list(drawing.texts)
    for ax in drawing.axes:
        artists += [*ax.texts, ax.xaxis.label, ax.yaxis.label, ax.title]
        for axis in (ax.xaxis, ax.yaxis):  # ticks beyond the ends are not drawn
            low, high = sorted(axis.get_view_interval())
            artists += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    for text in artists:
        if not text.get_text() or not text.get_visible():
            continue
        assert text.get_fontsize() >= 9
        box = text.get_window_extent()
        assert box.x0 >= -3
        assert box.x1 <= width + 3
        assert box.y0 >= -3
        assert box.y1 <= height + 3


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: type(figure).__name__)
def test_pictures_are_svg_and_png_with_ids_of_their_own(figure):
    found = pictures(figure, "x")
    assert found.png.startswith(b"\x89PNG")
    ids = []
    for svg in (found.wide, found.narrow, found.svg):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        ids.append({node.get("id") for node in root.iter() if node.get("id")})
    assert not ids[0] & ids[1]
    assert "A finding" in found.svg
    assert "What is shown" not in found.wide.split(">", 1)[1]  # the page has it as text


def test_the_same_figure_gives_the_same_files():
    assert pictures(DOTS, "x") == pictures(DOTS, "x")


def test_dollars_and_angles_are_text():
    name = "a$b$<i>"
    figure = c.DotPlot(*TEXTS, (c.Panel("", (name,), (c.Series("s", (share(0.2),)),)),), "Share")
    with styled():
        svg = to_svg(draw(figure), "x", name)
        to_png(draw(figure))
    assert "a$b$&lt;i&gt;" in svg
    assert name in [node.text for node in ElementTree.fromstring(svg).iter()]


def test_empty_panels_are_drawn_as_no_data():
    figure = c.DotPlot(*TEXTS, (c.Panel("", (), (c.Series("s", ()),), 0.0),), "Share")
    for size in (WIDE, NARROW):
        assert "no data" in texts(drawn(figure, size))


def test_ordered_parts_go_from_dark_to_light_and_never_is_grey():
    first, *_, last, never = colours_of(("round 1", "round 2", "round 3", "never"), ordered=True)
    brightness = [sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (first, last)]
    assert brightness[0] < brightness[1]
    assert to_hex(never) == "#dddddd"


def test_text_is_measured_wrapped_and_shortened():
    assert text_width("wide", 20) > text_width("wide", 10) > 0
    assert " ".join(wrap("one two three four", 50, 10)) == "one two three four"
    assert max(text_width(line, 10) for line in wrap("one two three four", 50, 10)) <= 50
    assert shorten("a rather long name", 40, 10).endswith("\N{HORIZONTAL ELLIPSIS}")
    assert shorten("short", 400, 10) == "short"


def test_content_refuses_anything_but_estimates():
    with pytest.raises(ValueError, match="a float where an estimate or a name belongs"):
        c.Table("t", "T", "", ("One",), ((0.5,),))
    with pytest.raises(ValueError, match="1 cells where 2 belong"):
        c.Table("t", "T", "", ("One", "Two"), (("x",),))
    with pytest.raises(ValueError, match="int where an estimate"):
        c.Histogram(*TEXTS, (0, 1), (c.Series("s", (3,)),), "x")


def test_the_overview_fills_significant_dots_and_keeps_each_axis():
    seats, species = drawn(OVERVIEW).axes
    dots = [line for line in seats.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == [2.0, -1.0]
    assert [to_hex(dot.get_markerfacecolor()) == "#ffffff" for dot in dots] == [False, True]
    intervals = [list(line.get_xdata()) for line in seats.lines if line.get_marker() != "o"]
    assert [1.0, 3.0] in intervals
    assert species.get_xlim() != seats.get_xlim()
    assert species.get_xlim()[0] < 0 < species.get_xlim()[1]
