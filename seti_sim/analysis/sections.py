"""The sections of a report by name, in their order, and the analysis of a run as a whole."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from seti_sim.analysis.against import against_section, check_comparable
from seti_sim.analysis.confirm import Confirmation, check_fresh, confirm, confirmation_section
from seti_sim.analysis.content import Note, Overview, Section
from seti_sim.analysis.dependence import dependence_section
from seti_sim.analysis.errors import AnalysisError, MissingColumnError
from seti_sim.analysis.families import WORTH, judge_sizes
from seti_sim.analysis.headlines import Headline, across, headlines
from seti_sim.analysis.load import Run
from seti_sim.analysis.null import NullExperiment, null_experiment
from seti_sim.analysis.overview import overview

SECTIONS: Final = {
    "seats": ("seats", "seats", "Seat order"),
    "species": ("species_section", "species", "Alien species"),
    "technologies": ("technologies", "technologies", "Technologies"),
    "points": ("points", "points", "Where points come from"),
    "gold": ("gold", "gold", "Gold tiles and milestones"),
    "board": ("board", "board", "Planets, moons, sectors and traces"),
    "flow": ("flow", "flow", "Shape of a game"),
    "cards": ("cards", "cards", "Cards"),
    "resources": ("resources", "resources", "Resources and cards"),
    "interactions": ("interactions", "interactions", "What depends on what"),
    "strategies": ("strategies", "strategies", "Strategies"),
    "content": ("dead_content", "dead_content", "Dead content"),
}
"""Id of a section: its module, its function, its title."""
LIMITED: Final = ("points", "gold", "board", "flow", "resources", "strategies")
MOST_GAMES: Final = 500_000
"""These sections take no more games, the first ones: they give a share to a tenth of a percentage point."""
ALIASES: Final = {"tech": "technologies", "techs": "technologies", "seat": "seats", "alien": "species", "card": "cards"}


@dataclass(frozen=True)
class Analysis:
    """Everything the report of one run says."""

    run: Run
    null: NullExperiment
    sections: tuple[Section, ...]
    headlines: tuple[Headline, ...]
    confirmations: tuple[Confirmation, ...] = ()
    overview: Overview | None = None


def section_ids(wanted: Sequence[str] | None) -> tuple[str, ...]:
    """The ids of the sections wanted, in the order of the report; all of them for ``None``.

    Raises:
        AnalysisError: for a name that is no section.
    """
    if wanted is None:
        return tuple(SECTIONS)
    ids = [ALIASES.get(name, name) for name in wanted]
    for name in ids:
        if name not in SECTIONS:
            raise AnalysisError(f"unknown section {name!r}; expected one of {', '.join(SECTIONS)}")
    if not ids:
        raise AnalysisError(f"no section was named; expected one of {', '.join(SECTIONS)}")
    return tuple(name for name in SECTIONS if name in ids)


def analyse(
    runs: Sequence[Run],
    wanted: Sequence[str] | None = None,
    fresh: Sequence[Run] = (),
    against: Sequence[Run] = (),
    worth: float = WORTH,
) -> tuple[Analysis, ...]:
    """Analyse runs side by side; findings are labelled by their answers in all of them.

    Args:
        runs: one for each setting.
        wanted: names of sections; all if left out.
        fresh: games of other seeds that confirm findings, one run for each setting that has any.
        against: other runs that these are compared with, one or as many as there are runs.
        worth: the smallest difference of interest, in percentage points of win share and in points of score.

    Raises:
        AnalysisError: for an unknown section, a part that cannot be read, fresh games that confirm no run, or runs
            that cannot be compared.
    """
    for run in fresh:
        _partner(run, runs)
    rivals = _rivals(runs, against)
    ids = section_ids(wanted)
    reports = across(runs, [tuple(_section(run, name) for name in ids) for run in runs])
    found = []
    for run, rival, report in zip(runs, rivals, reports, strict=True):
        compared = () if rival is None else (against_section(run, rival),)
        sections = judge_sizes((*report, *compared), worth)
        null = null_experiment(run)
        same_players = (other for other in runs if other.players == run.players)
        strategies = {name for other in same_players for name in other.manifest.by_seat}
        lines = headlines(run, sections, null, strategies, worth)
        confirmations: tuple[Confirmation, ...] = ()
        confirmed: tuple[Section, ...] = ()
        for other in fresh:
            if _partner(other, runs) is run:
                again = [_section(other, name) for name in ids]
                confirmations = confirm([finding for section in report for finding in section.findings], again)
                confirmed = (confirmation_section(run, other, confirmations, sections, again),)
        asked = dependence_section(sections)
        more = (*(() if asked is None else (asked,)), *confirmed)
        found.append(Analysis(run, null, (*sections, *more), lines, confirmations, overview(run, sections)))
    return tuple(found)


def _rivals(runs: Sequence[Run], against: Sequence[Run]) -> list[Run | None]:
    """The run that each run is compared with: the one of its strategies if there are several.

    Raises:
        AnalysisError: for a run that none of them can be compared with.
    """
    if not against:
        return [None] * len(runs)
    found: list[Run | None] = []
    for run in runs:
        same = [other for other in against if sorted(other.manifest.by_seat) == sorted(run.manifest.by_seat)]
        others = [other for other in (*same, *against) if other.players == run.players]
        if not others:
            check_comparable(run, against[0])
        found.append(others[0])
    return found


def _partner(fresh: Run, runs: Sequence[Run]) -> Run:
    """The run that these fresh games can confirm."""
    for run in runs:
        if run.manifest.difference(fresh.manifest) is None:
            check_fresh(run, fresh)
            return run
    check_fresh(runs[0], fresh)
    raise AssertionError("check_fresh names the difference")


def _section(run: Run, name: str) -> Section:
    """One section; if the tables lack a column it needs, it says so."""
    module, function, title = SECTIONS[name]
    if name in LIMITED:
        run = run.head(MOST_GAMES)
    make: Callable[[Run], Section] = getattr(import_module(f"seti_sim.analysis.{module}"), function)
    try:
        return make(run)
    except MissingColumnError as error:
        return Section(name, title, (Note(f"This section cannot be made: {error}."),))
