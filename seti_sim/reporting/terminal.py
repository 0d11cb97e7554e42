"""Tables and sentences for a terminal; plain aligned text where the output goes elsewhere."""

from collections.abc import Sequence
from typing import Final

from seti_sim.analysis.content import Note, Section, Table
from seti_sim.analysis.estimate import NBSP, Estimate, written

GAP: Final = "  "


def print_section(section: Section) -> None:
    """Print the notes and tables of a section: with rich in a terminal, as plain text elsewhere."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        print(plain_section(section))
        return
    for item in section.items:
        if isinstance(item, Note):
            console.print(item.text, markup=False, highlight=False)
        elif isinstance(item, Table):
            console.print(_rich_table(item))


def _rich_table(table: Table) -> object:
    from rich.markup import escape
    from rich.table import Table as RichTable

    shown = RichTable(title=escape(table.title), title_justify="left")
    for at, name in enumerate(table.columns):
        shown.add_column(escape(name), justify="right" if _is_figure(table, at) else "left")
    for row in table.rows:
        shown.add_row(*(escape(cell_text(cell)) for cell in row))
    return shown


def plain_section(section: Section) -> str:
    """Notes as lines, tables as aligned columns under their titles."""
    blocks = []
    for item in section.items:
        if isinstance(item, Note):
            blocks.append(item.text)
        elif isinstance(item, Table):
            blocks.append("\n".join(["", item.title, *plain_lines(item)]))
    return "\n".join(blocks).replace(NBSP, " ")


def plain_lines(table: Table) -> list[str]:
    """The head and the rows of a table in aligned columns."""
    rows: list[Sequence[str]] = [table.columns, *([cell_text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(table.columns))]
    right = [_is_figure(table, at) for at in range(len(table.columns))]
    return [
        GAP.join(
            text.rjust(width) if figure else text.ljust(width)
            for text, width, figure in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def cell_text(cell: Estimate | str) -> str:
    """A name as it is; a figure with its interval."""
    if isinstance(cell, str) or not cell.interval_text or not cell.defined:
        return written(cell)
    return f"{cell.text} ({cell.interval_text})"


def _is_figure(table: Table, at: int) -> bool:
    return any(isinstance(row[at], Estimate) for row in table.rows)
