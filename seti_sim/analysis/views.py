"""Tables and charts that several sections share: things a player has or lacks, and how that goes with winning."""

from collections.abc import Callable, Sequence
from typing import Final

from seti_sim.analysis.comparisons import Comparison
from seti_sim.analysis.content import DotPlot, Item, Note, Panel, Series, Table
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import extreme
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import caption, counted

EQUALS: Final = "Players are compared with others of the same strategy."


def if_kept(
    run: Run, table: str, columns: Sequence[str], what: str, make: Callable[[], tuple[Item, ...]]
) -> tuple[Item, ...]:
    """The items of ``make``, or a note that a run of an earlier version cannot say ``what``.

    Args:
        run: the games.
        table: games, seats or cards.
        columns: that the items are made of.
        what: they say, the subject of a sentence with a plural verb.
        make: makes them.
    """
    absent = run.lacks(table, columns)
    if absent is None:
        return make()
    said = f"{what} are not known: {run.name} was played by an earlier version, whose table {table} lacks {absent}."
    return (Note(said[0].upper() + said[1:]),)


def comparison_table(
    run: Run,
    name: str,
    title: str,
    compared: Sequence[Comparison],
    note: str = "",
    more: tuple[str, Sequence[Estimate]] | None = None,
) -> Table:
    """Rate, win share with and without, and the difference, one row for each thing.

    Args:
        run: the games.
        name: of the table.
        title: of the table.
        compared: the things.
        note: what the caption says in place of that equals are compared.
        more: head and figures of one more column.
    """
    several = any(item.adjusted is not item.difference for item in compared)
    extra = f" {EQUALS}" if several and not note else note
    return Table(
        name,
        title,
        f"n = {counted(run.games, 'game')}; association. Share of players who have it, and how often they win.{extra}",
        (
            "What",
            "Players",
            "Wins with",
            "Wins without",
            "Difference",
            *(("Among equals",) if several else ()),
            *(() if more is None else more[:1]),
        ),
        tuple(
            (
                item.name,
                item.rate,
                item.having,
                item.lacking,
                item.difference,
                *((item.adjusted,) if several else ()),
                *(() if more is None else more[1][i : i + 1]),
            )
            for i, item in enumerate(compared)
        ),
    )


def comparison_chart(run: Run, name: str, what: str, subtitle: str, compared: Sequence[Comparison]) -> DotPlot:
    """Differences in win share, largest first; ``what`` names one of them in the title if none is significant."""
    ordered = sorted(compared, key=lambda item: float("inf") if item.adjusted.value is None else -item.adjusted.value)
    figures = tuple(item.adjusted for item in ordered)
    names = tuple(item.name for item in ordered)
    return DotPlot(
        name,
        extreme(figures, names, f"No {what} is demonstrably associated with winning",
                "{name} is most strongly associated with {winning}: {text}",
                f"More than one {what} is associated with winning; none stands out"),
        subtitle,
        caption(run.games, run.players, "association") + (f" {EQUALS}" if len(run.strategies) > 1 else ""),
        (Panel("", names, (Series("difference", figures),), 0.0),),
        "Percentage points of win share",
        "no difference",
    )  # fmt: skip
