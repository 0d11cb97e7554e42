import pytest

from seti_sim.analysis import estimate as e
from seti_sim.analysis.estimate import Estimate


def made(value: float, half: float, unit: e.Unit = e.SHARE, n: int = 1000) -> Estimate:
    return Estimate(value, value - half, value + half, n, unit, "games")


@pytest.mark.parametrize(
    ("value", "half", "unit", "text", "interval"),
    [
        (0.25, 0.0098, e.SHARE, "25.0\N{NO-BREAK SPACE}%", "24.0 to 26.0"),
        (0.2534, 0.00098, e.SHARE, "25.34\N{NO-BREAK SPACE}%", "25.24 to 25.44"),
        (0.2534, 0.098, e.SHARE, "25\N{NO-BREAK SPACE}%", "16 to 35"),
        (0.0123, 0.004, e.SHARE_DIFFERENCE, "+1.2\N{NO-BREAK SPACE}pp", "+0.8 to +1.6"),
        (-0.0123, 0.004, e.SHARE_DIFFERENCE, "\u22121.2\N{NO-BREAK SPACE}pp", "\u22121.6 to \u22120.8"),
        (0.00001, 0.004, e.SHARE_DIFFERENCE, "0.0\N{NO-BREAK SPACE}pp", "\u22120.4 to +0.4"),
        (1234.567, 0.5, e.POINTS, "1,234.6", "1,234.1 to 1,235.1"),
    ],
)
def test_digits_are_limited_by_the_monte_carlo_error(value, half, unit, text, interval):
    figure = made(value, half, unit)
    assert figure.text == text
    assert figure.interval_text == interval


def test_more_games_show_more_digits():
    assert [made(1 / 3, 1.96 * se).decimals for se in (0.05, 0.01, 0.005, 0.001, 0.0001)] == [0, 0, 1, 1, 2]


def test_nothing_out_of_nothing_is_a_dash():
    figure = Estimate.undefined(e.SHARE, "owners of a technology nobody took")
    assert (figure.text, figure.interval_text) == ("-", "-")
    assert str(figure) == "- (n = 0)"
    assert not figure.defined
    assert not figure.excludes(0.0)


def test_an_exact_figure_has_no_interval():
    figure = Estimate.exact(12, e.COUNT, "games", 12)
    assert (figure.text, figure.interval_text, str(figure)) == ("12", "", "12")


def test_a_figure_says_its_interval_and_sample():
    assert str(made(0.25, 0.0098, n=12345)) == "25.0\N{NO-BREAK SPACE}% (95 % interval 24.0 to 26.0, n = 12,345)"


@pytest.mark.parametrize(
    "change",
    [
        {"n": -1},
        {"low": 0.6},
        {"high": 0.4},
        {"low": None},
        {"value": None},
        {"label": "cause"},
        {"value": float("nan")},
    ],
)
def test_a_figure_that_contradicts_itself_is_refused(change):
    fields = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 10, "unit": e.SHARE, "of": "games", "label": "effect"}
    with pytest.raises(ValueError, match="games"):
        Estimate(**(fields | change))


def test_excludes_needs_the_whole_interval_on_one_side():
    assert made(0.3, 0.04).excludes(0.25)
    assert not made(0.3, 0.06).excludes(0.25)
    assert made(0.3, 0.04).excludes(0.35)


def test_undefined_figures_sort_last():
    figures = [made(0.1, 0.1), Estimate.undefined(e.SHARE, "none"), made(-0.5, 0.1)]
    assert min(figures, key=e.sort_key) is figures[1]
    assert e.written("name") == e.sort_key("name") == "name"


def test_equal_figures_are_rounded_alike_however_they_were_computed():
    values = [0.1385, 277 / 2000, 0.1 + 0.0385, 1 - 0.8615, 0.138499999999999995, 0.13850000000000004]
    assert len(set(values)) > 1
    assert {Estimate(value, 0.124, 0.154, 2000, e.SHARE, "x").text for value in values} == {"13.9\N{NO-BREAK SPACE}%"}
    assert Estimate(-0.25, -1.25, 0.75, 9, e.POINTS_DIFFERENCE, "x").text == "\N{MINUS SIGN}0.3"
