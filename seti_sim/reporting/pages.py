"""The HTML page and the Markdown text of a report."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import jinja2

from seti_sim.reporting.view import RunView

MARKDOWN_ROWS: Final = 6
MARKDOWN_COLUMNS: Final = 9
"""Longer and wider tables are files beside the Markdown, which stays short enough to be read."""
METHODS: Final = (
    ("Win share", "a tie of k winners gives each 1/k; shares of a game sum to one."),
    ("Intervals of shares", "Wilson, with the effective sample size p(1-p)/v of the variance v clustered by game."),
    ("Intervals of differences in win share", "the Wilson intervals of both shares put together (MOVER)."),
    ("Intervals of means", "Student, with the variance clustered by game: seats of one game are not independent."),
    ("Seat order", "Pearson's chi-square scaled for ties if one strategy plays everywhere, otherwise Wald's test."),
    ("Fair handicap", "points that make all win shares equal on the scores as they were played, by Newton's method."),
    ("Adjusted differences", "least squares on everything owned, turn order and strategy, clustered by game."),
    ("Cards", "within strategy, place and pair of species; dealt at random is an effect, the rest are associations."),
    ("Many comparisons", "Benjamini and Hochberg at 5 % within each family; findings are significant after it."),
    ("Titles", "name the largest of many only if it is larger than each of the others (5 %)."),
    ("Species", "one model of both species in play; effects sum to zero."),
    ("By strategy", "at least three strategies, each on 30 games or more, with intervals on one side of zero."),
    ("Digits", "shown up to the first digit of the standard error."),
)


def html_page(title: str, runs: Sequence[RunView]) -> str:
    """One self-contained page: styles, script and charts inline."""
    return (
        _environment(html=True)
        .get_template("report.html.jinja")
        .render(title=title, runs=runs, methods=METHODS, css=_text("report.css"), js=_text("report.js"))
    )


def markdown_text(title: str, runs: Sequence[RunView]) -> str:
    """The same in Markdown, with the charts as pictures beside it."""
    text = (
        _environment(html=False)
        .get_template("report.md.jinja")
        .render(title=title, runs=runs, methods=METHODS, most_rows=MARKDOWN_ROWS, most_columns=MARKDOWN_COLUMNS)
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def _environment(html: bool) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("seti_sim.reporting"),
        undefined=jinja2.StrictUndefined,
        autoescape=html,  # noqa: S701  Markdown is no HTML and escapes with its own filter
        keep_trailing_newline=True,
    )
    environment.filters["md"] = escape_markdown
    environment.filters["code"] = code
    return environment


@cache
def _text(name: str) -> str:
    return (files("seti_sim.reporting") / "templates" / name).read_text(encoding="utf-8")


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is: no markup, no HTML, no table cells, one line."""
    escaped = re.sub(r"([\\`*_{}\[\]|<>#~$])", r"\\\1", " ".join(str(text).split()))
    return escaped.replace("&", "&amp;")


def code(text: str) -> str:
    """A code span that holds the text whatever backticks it has."""
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{' '.join(text.split())}{pad}{fence}"
