"""Two runs compared: what differs between them, in wins, scores, species, technologies and the course of the game.

Runs of one seed are paired game by game (:mod:`pairing`); others are independent samples, and the section says which.
What differs between the runs (a variant, the strategies) was chosen by whoever played them, so differences are
*effects* of that, all of it together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.content import INCONCLUSIVE, Answer, Cell, Finding, Item, Note, Section, Table
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import (
    COUNT,
    COUNT_DIFFERENCE,
    POINTS_DIFFERENCE,
    POINTS_OR_LOSS,
    SHARE,
    SHARE_DIFFERENCE,
    WIN_SHARE,
    Estimate,
    Unit,
)
from seti_sim.analysis.families import SMALLEST_POINTS, SMALLEST_SHARE, is_significant
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import ORDINALS, counted, display_name, listed
from seti_sim.analysis.run_pairs import MIN_PAIRS, GameSums, differences, game_sums, levels, pairs
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.significance import games_to_settle

MOST_GAMES: Final = 200_000
UNITS: Final = {
    "wins": (WIN_SHARE, SHARE_DIFFERENCE),
    "share": (SHARE, SHARE_DIFFERENCE),
    "points": (POINTS_OR_LOSS, POINTS_DIFFERENCE),
    "count": (COUNT, COUNT_DIFFERENCE),
}
LONG: Final = 60
"""Differences between settings whose values take more letters are named without them."""
YARDSTICK: Final = 20.0
"""Points: a usual standard deviation of scores within a game."""


@dataclass(frozen=True)
class Metric:
    """One figure that both runs have: its family, key, name, and what it counts (a key of :data:`UNITS`)."""

    family: str
    key: str
    name: str
    counts: str


@dataclass(frozen=True)
class Against:
    """Two runs side by side; rows by metric."""

    metrics: tuple[Metric, ...]
    one: tuple[Estimate, ...]
    other: tuple[Estimate, ...]
    difference: tuple[Estimate, ...]
    paired: int  # pairs of games; 0 for independent samples
    games: tuple[int, int]


def check_comparable(run: Run, other: Run) -> None:
    """Refuse runs that have no figure in common.

    Raises:
        AnalysisError: for different numbers of players.
    """
    if run.players != other.players:
        raise AnalysisError(
            f"{run.name} cannot be compared with {other.name}: different number of players "
            f"({run.players} against {other.players})"
        )


def against_section(run: Run, other: Run) -> Section:
    """The section that compares a run with another one."""
    check_comparable(run, other)
    found = compare_runs(run, other)
    one, two = labels_of(run, other)
    how = _how(run, other, found)
    items: tuple[Item, ...] = (Note(how), _table(found, one, two))
    answers = (
        Answer("against", "Compared", how.rstrip("."), "effect"),
        Answer("against", "What differs", "", "", "against", "No figure differs demonstrably between the two runs"),
        *_starting_points(other, two, found),
    )
    return Section("against", f"{one} against {two}", items, tuple(_findings(found, one, two)), answers)


def labels_of(run: Run, other: Run) -> tuple[str, str]:
    """What the two runs are called: by their names, with the seed where these are the same."""
    if run.name != other.name:
        return run.name, other.name
    seeds = [", ".join(map(str, one.seeds)) for one in (run, other)]
    if seeds[0] != seeds[1]:
        return f"{run.name} (seed {seeds[0]})", f"{other.name} (seed {seeds[1]})"
    return f"{run.name} (first)", f"{other.name} (second)"


def _how(run: Run, other: Run, found: Against) -> str:
    one, two = labels_of(run, other)
    names = [text.removeprefix("different ") for text in run.manifest.differences(other.manifest)]
    names = [text if len(text) <= LONG else text.split(" (")[0] for text in names]
    differ = f"They differ in {listed(names)}." if names else "They differ in nothing but their seeds."
    if found.paired and not names:
        differ = "They are of one setting."
    how = f"unpaired: {found.games[0]:,} games of {one} and {found.games[1]:,} of {two}, with no seed in common"
    if found.paired:
        how = f"paired by seed and number: {counted(found.paired, 'game')} of {one} and of {two}"
    return f"{how[0].upper()}{how[1:]}. {differ}"


# ---------------------------------------------------------------- figures
def compare_runs(run: Run, other: Run) -> Against:
    """Every figure of both runs and their difference, over 200,000 games of each at most."""
    metrics = metrics_of(run, other)
    one, two = (_sums(part.head(MOST_GAMES), run, metrics) for part in (run, other))
    first, second = pairs(one, two)
    paired = len(first) if len(first) >= MIN_PAIRS else 0
    if paired:
        one, two = one.take(first), two.take(second)
    of = [f"{metric.name}, {run.name} minus {other.name}" for metric in metrics]
    own = [UNITS[metric.counts][0] for metric in metrics]
    units: list[Unit] = [UNITS[metric.counts][1] for metric in metrics]
    return Against(
        metrics,
        tuple(levels(one, own, of)),
        tuple(levels(two, own, of)),
        tuple(differences(one, two, paired > 0, units, of, "effect")),
        paired,
        (len(one.keys), len(two.keys)),
    )


def metrics_of(run: Run, other: Run) -> tuple[Metric, ...]:
    """The figures that both runs have, in the order of :func:`_block_sums`."""
    species, techs, sources = (common(run, other, name) for name in ("species", "techs", "sources"))
    strategies = common(run, other, "strategies") if len(run.strategies) > 1 else ()
    return (
        *(Metric("seats", ORDINALS[s], f"win share of the {ORDINALS[s]} player", "wins") for s in range(run.players)),
        Metric("scores", "all", "score of a player", "points"),
        *(Metric("species", n, f"score of a player with {display_name(n)} in play", "points") for n in species),
        *(Metric("technologies", n, f"share of players who take {display_name(n)}", "share") for n in techs),
        *(Metric("takers", n, f"win share of players who take {display_name(n)}", "wins") for n in techs),
        *(Metric("points", n, f"points from {display_name(n).lower()}", "points") for n in sources),
        *(Metric("strategies", n, f"win share of {n}", "wins") for n in strategies),
        Metric("game", "turns", "turns of a game", "count"),
        Metric("game", "margin", "lead of the winner", "points"),
        Metric("game", "ties", "share of games with several winners", "share"),
    )


def common(run: Run, other: Run, dictionary: str) -> tuple[str, ...]:
    """Names that a dictionary has in both runs, in the order of the first."""
    return tuple(name for name in run.names(dictionary) if name in other.names(dictionary))


def _sums(run: Run, first: Run, metrics: Sequence[Metric]) -> GameSums:
    """Sums by game of the metrics that ``first`` names."""
    techs = [f"tech_{metric.key}" for metric in metrics if metric.family == "technologies"]
    sources = [f"points_{metric.key}" for metric in metrics if metric.family == "points"]
    species = [run.names("species").index(metric.key) for metric in metrics if metric.family == "species"]
    strategies = [run.strategies.index(metric.key) for metric in metrics if metric.family == "strategies"]
    several = len(first.strategies) > 1

    def sums(block: Block) -> tuple[Array, Array]:
        return _block_sums(block, techs, sources, species, strategies if several else [])

    seats = ["order", "strategy", "winners", "score", *techs, *sources]
    return game_sums(run, sums, seats, ["species_left", "species_right", "turns", "margin", "winners"])


def _block_sums(
    block: Block, techs: list[str], sources: list[str], species: list[int], strategies: list[int]
) -> tuple[Array, Array]:
    k = block.players
    wins = win_units(block.seat("winners")) / WIN_UNITS
    order, score = block.indicator("order", k), block.seat("score")
    whole = np.ones((block.games, 1))
    sides = (block.game("species_left")[:, None], block.game("species_right")[:, None])
    present = (sides[0] == np.array(species)) | (sides[1] == np.array(species))
    taken, points = block.seats(techs) > 0, block.seats(sources)
    plays = block.seat("strategy")[..., None] == np.array(strategies, dtype=int)
    members = [order.sum(1), whole * k, present * k, np.full(taken[:, 0].shape, k), taken.sum(1),
               np.full(points[:, 0].shape, k), plays.sum(1), np.repeat(whole, 3, axis=1)]  # fmt: skip
    totals = [
        (order * wins[..., None]).sum(1),
        score.sum(1)[:, None],
        present * score.sum(1)[:, None],
        taken.sum(1),
        (taken * wins[..., None]).sum(1),
        points.sum(1),
        (plays * wins[..., None]).sum(1),
        np.stack([block.game("turns"), block.game("margin"), block.game("winners") > 1], axis=1),
    ]
    return np.concatenate(members, axis=1), np.concatenate(totals, axis=1)


# ---------------------------------------------------------------- what is shown
def _significant(found: Against) -> list[bool]:
    """After correction within each family."""
    result = [False] * len(found.metrics)
    for family in dict.fromkeys(metric.family for metric in found.metrics):
        members = [i for i, metric in enumerate(found.metrics) if metric.family == family]
        for i, yes in zip(members, is_significant([found.difference[i] for i in members]), strict=True):
            result[i] = yes
    return result


def _table(found: Against, one: str, two: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for i, (metric, yes) in enumerate(zip(found.metrics, _significant(found), strict=True)):
        name = metric.name[0].upper() + metric.name[1:]
        rows.append((name, found.one[i], found.other[i], found.difference[i], "yes" if yes else "no"))
    sample = f"{counted(found.paired, 'pair')} of games" if found.paired else "independent games"
    return Table(
        "against",
        f"{one} against {two}",
        f"n = {found.games[0]:,} and {found.games[1]:,} games; effect of all that differs between the runs; {sample}. "
        "Significant: corrected within seats, scores, species, technologies, their takers, points, strategies and the "
        "course of the game.",
        ("What", one, two, "First minus second", "Significant"),
        tuple(rows),
    )


def _findings(found: Against, one: str, two: str) -> list[Finding]:
    findings = []
    for metric, figure, significant in zip(found.metrics, found.difference, _significant(found), strict=True):
        if figure.value is None:
            continue
        shares = figure.unit == SHARE_DIFFERENCE
        more = "larger" if figure.value > 0 else "smaller"
        smallest = SMALLEST_SHARE if shares else SMALLEST_POINTS
        findings.append(
            Finding(
                f"against.{metric.family}.{metric.key}",
                f"{metric.name[0].upper()}{metric.name[1:]} is {more} in {one} than in {two}",
                figure,
                abs(figure.value) * (4.0 if shares else 1 / YARDSTICK),
                significant,
                INCONCLUSIVE,
                games_needed=0 if significant else games_to_settle(figure, smallest, min(found.games)),
                worth="1 percentage point or 1 point",
                name=metric.name,
            )
        )
    return findings


def _starting_points(other: Run, two: str, found: Against) -> tuple[Answer, ...]:
    """Where the runs differ in starting points: an experiment on why seats differ."""
    start = next((i for i, metric in enumerate(found.metrics) if metric == _start()), None)
    if start is None or found.one[start].value == found.other[start].value:
        return ()
    shares = listed([found.other[s].text for s in range(other.players)])
    given = f"{found.other[start].text} in place of {found.one[start].text} starting points on average"
    text = f"In {two}, with {given}, the places win {shares}; see the comparison of the two runs"
    return (Answer("seats", "Why, by experiment", text, "effect"),)


def _start() -> Metric:
    return Metric("points", "start", f"points from {display_name('start').lower()}", "points")
