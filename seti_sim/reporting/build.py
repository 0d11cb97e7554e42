"""Building a report: run folders in; a folder with the page, Markdown, charts, tables and summary out."""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.load import open_run, settings
from seti_sim.analysis.names import counted
from seti_sim.analysis.sections import Analysis, analyse, section_ids
from seti_sim.reporting.pages import html_page, markdown_text
from seti_sim.reporting.summary import csv_text, summary
from seti_sim.reporting.view import RunView, prefix_of, run_view, tables

PAGE: Final = "index.html"
SUMMARY: Final = "summary.json"


def build_report(
    run_dirs: Sequence[Path], out: Path, sections: Sequence[str] | None = None, confirm: Sequence[Path] = ()
) -> Path:
    """Analyse run folders and write their report.

    Runs of the same players and strategies are pooled, others stand side by side in one report. Missing parts are told
    at the top of the report; what a run cannot say is said in place. The folder ``out`` appears complete or not at all,
    and an earlier report there is replaced.

    Args:
        run_dirs: folders written by ``seti-sim run``.
        out: folder of the report.
        sections: names of :data:`seti_sim.analysis.sections.SECTIONS`; all if left out.
        confirm: folders of runs of the same settings and other seeds; findings are asked again of them.

    Returns:
        The page, ``out/index.html``.

    Raises:
        AnalysisError: one line: a run that cannot be read, runs of different games, an unknown section, or a folder
            that cannot be written or holds something else.
    """
    section_ids(sections)
    _check_target(out)
    runs = settings([open_run(Path(folder), partial=True) for folder in run_dirs])
    fresh = settings([open_run(Path(folder), partial=True) for folder in confirm]) if confirm else []
    analyses = analyse(runs, sections, fresh)
    views = [run_view(analysis, prefix_of(i, len(analyses))) for i, analysis in enumerate(analyses)]
    try:
        _write_folder(out, _files(analyses, views))
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
            files[f"tables/{prefix}{table.id}.csv"] = csv_text(table).encode()
        for section in view.sections:
            for item in section.items:
                if item.pictures is not None:
                    files[f"charts/{item.file}.svg"] = (item.pictures.svg + "\n").encode()
                    files[f"charts/{item.file}.png"] = item.pictures.png
    return files


# ---------------------------------------------------------------- the folder
def _check_target(out: Path) -> None:
    """Refuse to replace anything but an empty folder or an earlier report."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise AnalysisError(f"{out} is not a folder; choose another place for the report")
    if out.is_dir():
        try:
            names = {entry.name for entry in out.iterdir()}
        except OSError as error:
            raise AnalysisError(f"cannot read {out}: {error.strerror or error}") from None
        if names and not {PAGE, SUMMARY} <= names:
            raise AnalysisError(f"{out} holds something else than a report; choose another place for the report")


def _write_folder(out: Path, files: dict[str, bytes]) -> None:
    """Write all files into a new folder beside ``out``, then put it in its place."""
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f".{out.name}.{os.getpid()}.new")
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    try:
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if out.exists():
            out.rename(old)
        try:
            new.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
    finally:
        for leftover in (new, old):
            with suppress(OSError):
                shutil.rmtree(leftover)
