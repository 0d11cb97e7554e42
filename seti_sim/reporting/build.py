"""Building a report: run folders in; a folder with the page, Markdown, charts, tables and summary out."""

from collections.abc import Callable, Sequence
from pathlib import Path

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.families import WORTH
from seti_sim.analysis.load import open_run, settings
from seti_sim.analysis.names import counted
from seti_sim.analysis.sections import Analysis, analyse, section_ids
from seti_sim.reporting.folder import PAGE, SUMMARY, check_target, write_folder
from seti_sim.reporting.pages import html_page, markdown_text
from seti_sim.reporting.summary import csv_text, summary
from seti_sim.reporting.view import RunView, prefix_of, run_view, tables


def build_report(
    run_dirs: Sequence[Path],
    out: Path,
    sections: Sequence[str] | None = None,
    confirm: Sequence[Path] = (),
    note: Callable[[str], None] = lambda _: None,
    against: Sequence[Path] = (),
    worth: float = WORTH,
) -> Path:
    """Analyse run folders and write their report.

    Runs of the same players and strategies are pooled, others stand side by side in one report. Missing parts are named
    at the top of the report; what a run cannot say is said in place. The folder ``out`` appears complete or not at all,
    and an earlier report there is replaced; other files in the folder stay.

    Args:
        run_dirs: folders written by ``seti-sim run``.
        out: folder of the report.
        sections: names of :data:`seti_sim.analysis.sections.SECTIONS`; all if left out.
        confirm: folders of runs of the same settings and other seeds, used to confirm findings.
        note: is called with every line that readers must know, as that games are missing.
        against: folders of runs that these are compared with.
        worth: smallest difference of interest, in percentage points of win share and points of score.

    Returns:
        The page, ``out/index.html``.

    Raises:
        AnalysisError: one line: a run that cannot be read, runs of different games, an unknown section, or a folder
            that cannot be written or holds something else.
    """
    section_ids(sections)
    check_target(out)
    runs = settings([open_run(Path(folder), partial=True) for folder in run_dirs])
    fresh = settings([open_run(Path(folder), partial=True) for folder in confirm]) if confirm else []
    rivals = settings([open_run(Path(folder), partial=True) for folder in against]) if against else []
    for run in (*runs, *fresh, *rivals):
        for notice in run.notices:
            note(notice)
    analyses = analyse(runs, sections, fresh, rivals, worth)
    views = [run_view(analysis, prefix_of(i, len(analyses))) for i, analysis in enumerate(analyses)]
    try:
        write_folder(out, _files(analyses, views))
    except OSError as error:
        raise AnalysisError(f"cannot write {out}: {error.strerror or error}") from None
    return out / PAGE


def report_title(analyses: Sequence[Analysis]) -> str:
    """Title of the page: how many games of how many players."""
    games = sum(analysis.run.games for analysis in analyses)
    players = sorted({analysis.run.players for analysis in analyses})
    return f"SETI balance: {counted(games, 'game')} of {' and '.join(map(str, players))} players"


def _files(analyses: Sequence[Analysis], views: Sequence[RunView]) -> dict[str, bytes]:
    """Contents of the report by path."""
    title = report_title(analyses)
    files = {
        PAGE: html_page(title, views).encode(),
        "report.md": markdown_text(title, views).encode(),
        SUMMARY: summary(analyses).encode(),
    }
    for number, (analysis, view) in enumerate(zip(analyses, views, strict=True)):
        prefix = prefix_of(number, len(analyses))
        for table in tables(analysis):
            files[f"tables/{prefix}{table.id}.csv"] = csv_text(table, analysis.run.players).encode()
        for item in (*([view.overview] if view.overview else []), *(i for s in view.sections for i in s.items)):
            if item.pictures is not None:
                files[f"charts/{item.file}.svg"] = (item.pictures.svg + "\n").encode()
                files[f"charts/{item.file}.png"] = item.pictures.png
    return files
