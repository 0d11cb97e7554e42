"""What ``seti-sim report`` does with the folders of plans: every cell is a run of its own."""

from collections.abc import Callable, Sequence
from pathlib import Path

from seti_sim.analysis.errors import AnalysisError
from seti_sim.cli.stopping import careful
from seti_sim.runner.cells import cell_folders, is_plan
from seti_sim.runner.records import named


def report_on(
    places: Sequence[Path],
    out: Path,
    sections: Sequence[str] | None,
    cells: Sequence[str],
    confirm: Sequence[Path] = (),
    note: Callable[[str], None] = lambda _: None,
    against: Sequence[Path] = (),
    worth: float = 1.0,
) -> Path:
    """Write the report of runs and of the cells of plans; return its page.

    Cells stand side by side and are never pooled; ``confirm`` are runs or plans of fresh seeds, ``against`` those to
    compare with, ``worth`` is the smallest difference of interest. ``note`` is called with what readers must know, as
    that a run is not finished. Raises ``AnalysisError`` for cells that are not of one game, with the names to choose
    from.
    """
    from seti_sim.reporting.build import build_report

    folders = [folder for place in places for folder in cell_folders(place, cells)]
    fresh, rivals = (
        [folder for place in more for folder in cell_folders(place, cells if is_plan(place) else ())]
        for more in (confirm, against)
    )
    try:
        with careful():
            return build_report(folders, out, sections, fresh, note, rivals, worth)
    except AnalysisError as error:
        if len(folders) > 1 and any(is_plan(place) for place in places):
            names = named([folder.name for folder in folders])
            raise AnalysisError(f"{error}; choose with --cell among {names}") from None
        raise
