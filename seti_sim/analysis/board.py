"""Planets, moons, sectors and traces: use, and how it goes with winning. All associations."""

from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.comparisons import Comparison, with_without
from seti_sim.analysis.content import Finding, Section, Table
from seti_sim.analysis.estimate import COUNT, SHARE, Estimate
from seti_sim.analysis.families import share_findings
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, pretty
from seti_sim.analysis.shares import share
from seti_sim.analysis.views import comparison_chart, comparison_table

EARTH: Final = "earth"
PLANETS_SHOWN: Final = "Win share of players with minus players without a figure there"
SECTORS_SHOWN: Final = "Win share of players who won the sector at least once, minus the others"
TRACES: Final = {
    "traces_discovery": "Discovery space",
    "traces_overflow": "Overflow space",
    "traces_board": "Space of a species board",
}


def board(run: Run) -> Section:
    """The section on planets, moons, sectors and traces."""
    planets = [name for name in run.names("planets") if name != EARTH]
    named = {f"orbiters_{name}": f"Orbiter at {pretty(name)}" for name in planets}
    named |= {f"landers_{name}": f"Lander on {pretty(name)}" for name in planets}
    moons = {f"landers_{name}": f"Lander on {pretty(name)}" for name in run.names("moons")}
    stars = {f"wins_{name}": f"Win of {pretty(name)}" for name in run.names("stars")}
    places = named | moons
    compared = _compare(run, places | stars | TRACES)
    figures, sectors = compared[: len(places)], compared[len(places) : len(places) + len(stars)]
    traces = compared[len(places) + len(stars) :]
    items = (
        comparison_chart(run, "board-planets", "planet or moon", PLANETS_SHOWN, [f for f in figures if f.rate.value]),
        comparison_chart(run, "board-sectors", "sector", SECTORS_SHOWN, sectors),
        comparison_table(run, "board-planets", "Planets and moons", figures),
        comparison_table(run, "board-sectors", "Sectors", sectors),
        _use_table(run, places | stars),
        comparison_table(run, "board-traces", "Traces by kind of place", traces),
    )
    findings = _findings(run, "board", list(places), figures) + _findings(run, "sectors", list(stars), sectors)
    return Section("board", "Planets, moons, sectors and traces", items, tuple(findings))


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


def _use_table(run: Run, named: dict[str, str]) -> Table:
    """How often each place is used in a game, and how often by several players."""
    columns = list(named)

    def sums(block: Block) -> dict[str, Any]:
        values = block.seats(columns)
        users = (values > 0).sum(1)
        return {
            "used": ClusterSums.of(np.ones((block.games, len(columns))), values.sum(1)),
            "any": (users > 0).sum(0),
            "several": (users > 1).sum(0),
        }

    total = run.fold(sums, columns)
    rows: list[tuple[Estimate | str, ...]] = []
    for i, column in enumerate(columns):
        used = int(total["any"][i])
        contested = share(int(total["several"][i]), used, f"games, {named[column]}") if used else None
        rows.append(
            (
                named[column],
                total["used"].mean(i, COUNT, f"{named[column]} in a game"),
                share(used, run.games, f"games, {named[column]}"),
                contested or Estimate.undefined(SHARE, f"games, {named[column]}"),
            )
        )
    return Table(
        "board-use",
        "How often each place is used",
        f"n = {counted(run.games, 'game')}. Contested: used by several players, share of the games with any use.",
        ("Place", "Times a game", "Games with any", "Contested"),
        tuple(rows),
    )
