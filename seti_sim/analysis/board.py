"""Planets, moons, sectors and traces: use, timing, points, and how they go with winning. All associations."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.comparisons import Comparison, with_without
from seti_sim.analysis.content import Finding, Item, Section, Table
from seti_sim.analysis.estimate import COUNT, POINTS, SHARE, Estimate
from seti_sim.analysis.families import share_findings
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name
from seti_sim.analysis.place_points import points_per_use
from seti_sim.analysis.shares import share
from seti_sim.analysis.strata import SCORE, within_strata
from seti_sim.analysis.timing import MOST_GAMES, timing_chart, timing_table, timings
from seti_sim.analysis.views import EQUALS, comparison_chart, comparison_table, if_kept

EARTH: Final = "earth"
MIN_SEATS: Final = 40
"""Of places that fewer players reached no chart is drawn."""
PLANETS_SHOWN: Final = "Win share of players with minus players without a figure there"
SECTORS_SHOWN: Final = "Win share of players who won the sector at least once, minus the others"
TRACES: Final = {
    "traces_discovery": "Discovery space",
    "traces_overflow": "Overflow space",
    "traces_board": "Space of a species board",
}
ANY_SECTOR: Final = "Win of any sector"
TRACE_SOURCES: Final = {
    "traces_discovery": "points_discovery_space",
    "traces_overflow": "points_overflow_space",
    "traces_board": "points_species_space",
}


@dataclass(frozen=True)
class Board:
    """Figures and findings; ``places`` and ``stars`` are columns of ``seats`` with what they are called."""

    places: dict[str, str]
    stars: dict[str, str]
    figures: list[Comparison]
    sectors: list[Comparison]
    traces: list[Comparison]
    scores: list[Estimate]
    """Final score of players who won a sector at least once minus the others', among those of one strategy."""
    findings: tuple[Finding, ...]


def board(run: Run) -> Section:
    """The section on planets, moons, sectors and traces."""
    found = board_figures(run)
    places, stars, figures, sectors = found.places, found.stars, found.figures, found.sectors
    items = (
        comparison_chart(run, "board-planets", "planet or moon", PLANETS_SHOWN, [f for f in figures if f.rate.value]),
        comparison_chart(run, "board-sectors", "sector", SECTORS_SHOWN, sectors),
        comparison_table(run, "board-planets", "Planets and moons", figures),
        comparison_table(run, "board-sectors", "Sectors", sectors, _of_equals(run), ("Score", found.scores)),
        _use_table(run, places | stars | TRACES, stars),
        comparison_table(run, "board-traces", "Traces by kind of place", found.traces),
        *if_kept(
            run,
            "seats",
            [f"round_{column}" for column in places | stars | TRACES],
            "the rounds in which places are used first",
            lambda: _timing(run, places, stars),
        ),
    )
    return Section("board", "Planets, moons, sectors and traces", items, found.findings)


def board_figures(run: Run) -> Board:
    """What is compared in the section."""
    planets = [name for name in run.names("planets") if name != EARTH]
    places = {f"orbiters_{name}": f"Orbiter at {display_name(name)}" for name in planets}
    places |= {f"landers_{name}": f"Lander on {display_name(name)}" for name in planets}
    places |= {f"landers_{name}": f"Lander on {display_name(name)}" for name in run.names("moons")}
    stars = {f"wins_{name}": f"Win of {display_name(name)}" for name in run.names("stars")}
    compared = _compare(run, places | stars | TRACES)
    figures, sectors = compared[: len(places)], compared[len(places) : len(places) + len(stars)]
    traces = compared[len(places) + len(stars) :]
    findings = _findings(run, "board", list(places), figures) + _findings(run, "sectors", list(stars), sectors)
    return Board(places, stars, figures, sectors, traces, _sector_scores(run, stars), tuple(findings))


def _sector_scores(run: Run, stars: dict[str, str]) -> list[Estimate]:
    return within_strata(
        run.head(MOST_GAMES),
        list(stars.values()),
        lambda block: block.seats(list(stars)) > 0,
        lambda block: block.seat("strategy"),
        [*stars, "strategy"],
        outcome=SCORE,
    )


def _of_equals(run: Run) -> str:
    """What the caption of sectors says about equals."""
    equals, same = (f" {EQUALS}", ", among equals") if len(run.strategies) > 1 else ("", "")
    first = f", in the first {MOST_GAMES:,} games" if run.games > MOST_GAMES else ""
    return f"{equals} Score: final score with minus without{same}{first}; what the win itself scores is part of it."


def _compare(run: Run, named: dict[str, str]) -> list[Comparison]:
    columns = list(named)
    return with_without(run, list(named.values()), lambda block: block.seats(columns) > 0, columns)


def _findings(run: Run, family: str, keys: list[str], compared: list[Comparison]) -> list[Finding]:
    def sentence(name: str, more: bool) -> str:
        return f"Players with {_article(name)} win {'more' if more else 'less'} often than those without"

    return share_findings(run, family, keys, compared, sentence)


def _article(name: str) -> str:
    """``an orbiter at Mars``, ``a win of Vega``."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name[0].lower()}{name[1:]}"


def _timing(run: Run, places: dict[str, str], stars: dict[str, str]) -> tuple[Item, ...]:
    """When players use each place first."""
    run = run.head(MOST_GAMES)
    named = places | stars | TRACES
    found = timings(run, list(named.values()), [f"round_{column}" for column in named])
    figures, others = found[: len(places)], found[len(places) :]
    used = [item for item in figures if item.seats >= MIN_SEATS]
    won = [item for item in others if item.seats >= MIN_SEATS]
    subtitle = (
        f"Players with a figure there by the round of their first one; places {MIN_SEATS} players reached or more"
    )
    early = min(used, key=lambda item: item.mean.value or 9.0) if used else None
    title = f"{early.name} comes first, in round {early.mean.text} on average" if early else "No planet is reached"
    table = timing_table(run, "board-timing", "When each place is used first", found)
    if not used or not won:
        return (table,)
    return (
        timing_chart(run, "board-planet-rounds", title, subtitle, used, among=True),
        timing_chart(
            run,
            "board-sector-rounds",
            f"The first trace on a discovery space comes in round {others[len(stars)].mean.text} on average",
            "Players who won a sector or marked a trace by the round of their first one",
            won,
            among=True,
        ),
        table,
    )


def _values(run: Run, places: dict[str, tuple[str, ...]]) -> list[Estimate]:
    """Points of a use of each place, by the source they are booked to; undefined for single sectors.

    What a win of a sector scores depends on who won it before, so only all sectors together have a figure.
    """
    moons = {f"landers_{name}" for name in run.names("moons")}
    groups: dict[str, list[str]] = {"points_orbit": [], "points_landing": [], "points_moon": []}
    for name, columns in places.items():
        if columns[0].startswith("orbiters_"):
            groups["points_orbit"].append(name)
        elif columns[0].startswith("landers_"):
            groups["points_moon" if columns[0] in moons else "points_landing"].append(name)
        elif columns[0] in TRACE_SOURCES:
            groups[TRACE_SOURCES[columns[0]]] = [name]
        elif name == ANY_SECTOR:
            groups["points_sector_win"] = [name]
    found: dict[str, Estimate] = {}
    for source, names in groups.items():
        found |= dict(zip(names, points_per_use(run, source, [places[name] for name in names]), strict=True))
    return [found.get(name) or Estimate.undefined(POINTS, f"points of a use, {name}") for name in places]


def _use_table(run: Run, named: dict[str, str], stars: dict[str, str]) -> Table:
    """How often each place is used in a game, how often by several players, and what a use scores."""
    places = {name: (column,) for column, name in named.items()} | {ANY_SECTOR: tuple(stars)}

    def sums(block: Block) -> dict[str, Any]:
        values = np.stack([block.seats(columns).sum(2) for columns in places.values()], axis=-1)
        users = (values > 0).sum(1)
        return {
            "used": ClusterSums.of(np.ones((block.games, len(places))), values.sum(1)),
            "any": (users > 0).sum(0),
            "several": (users > 1).sum(0),
        }

    total = run.fold(sums, list(named))
    values = _values(run, places)
    rows: list[tuple[Estimate | str, ...]] = []
    for i, name in enumerate(places):
        used = int(total["any"][i])
        contested = share(int(total["several"][i]), used, f"games, {name}") if used else None
        rows.append(
            (
                name,
                total["used"].mean(i, COUNT, f"{name} in a game"),
                share(used, run.games, f"games, {name}"),
                contested or Estimate.undefined(SHARE, f"games, {name}"),
                values[i],
            )
        )
    return Table(
        "board-use",
        "How often each place is used",
        f"n = {counted(run.games, 'game')}. Contested: used by several players, share of the games with any use. "
        "Points of a use: those scored at once, bonuses for being first included; data, cards, energy and technologies "
        "that come with them are not counted. What a sector scores depends on earlier wins: one figure for all; the "
        "table of sectors has the score that goes with each.",
        ("Place", "Times a game", "Games with any", "Contested", "Points of a use"),
        tuple(rows),
    )
