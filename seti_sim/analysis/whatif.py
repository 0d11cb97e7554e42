"""What a change of the box does: the same set-ups under the base and under each variant, compared block by block."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from seti_sim.analysis.arm_differences import ArmTable, Pairing, mean_estimate, pairing
from seti_sim.analysis.clusters import Floats
from seti_sim.analysis.content import Cell, DotPlot, Item, Note, Panel, Section, Series, Table
from seti_sim.analysis.estimate import (
    COUNT,
    COUNT_DIFFERENCE,
    POINTS_DIFFERENCE,
    POINTS_OR_LOSS,
    SHARE,
    SHARE_DIFFERENCE,
    Estimate,
    Unit,
)
from seti_sim.analysis.experiments import factor_text
from seti_sim.analysis.families import extreme, is_significant
from seti_sim.analysis.names import counted, display_name, player

SEAT_COLUMNS: Final = ("block", "arm", "seat", "treated", "order", "score", "winners", "n_tech")
GAME_COLUMNS: Final = ("turns", "species_left", "species_right")
SCORE: Final = "Score"
MEASURES: Final = {"score": SCORE, "spread": "Best less lowest score", "turns": "Turns", "first": "Wins: First player"}
"""What ``--until`` can ask for, and the names of those measures."""
SMALLEST: Final = 30
"""Blocks that a mean needs to be shown."""


@dataclass(frozen=True)
class Measure:
    """One value a block and arm, shape (arms, blocks); ``nan`` where a block says nothing about it."""

    name: str
    values: Floats
    level: Unit
    difference: Unit


@dataclass(frozen=True)
class Change:
    """A measure under the base and under a variant, and the paired difference."""

    name: str
    base: Estimate
    variant: Estimate
    change: Estimate
    pairing: Pairing
    significant: bool = False


@dataclass(frozen=True)
class Compared:
    """One variant beside the base; ``differing`` is the share of blocks in which any score is another."""

    name: str
    changes: tuple[Change, ...]
    differing: Estimate

    def of(self, name: str) -> Change:
        """The change of one measure."""
        return next(change for change in self.changes if change.name == name)


def columns(dictionaries: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The columns of a folder of arms that a comparison reads."""
    techs = (f"tech_{name}" for name in dictionaries["techs"])
    sources = (f"points_{name}" for name in dictionaries["sources"])
    return (*SEAT_COLUMNS, *GAME_COLUMNS, *techs, *sources)


def measures(table: ArmTable, dictionaries: dict[str, tuple[str, ...]]) -> list[Measure]:
    """Everything that is compared, in the order of the table."""
    score = table["score"].astype(np.float64)
    found = [
        Measure(SCORE, score.mean(axis=2), POINTS_OR_LOSS, POINTS_DIFFERENCE),
        Measure(MEASURES["spread"], np.ptp(score, axis=2), POINTS_OR_LOSS, POINTS_DIFFERENCE),
        Measure(MEASURES["turns"], table["turns"][:, :, 0].astype(np.float64), COUNT, COUNT_DIFFERENCE),
    ]
    wins, players = table.wins, table.shape[2]
    for order in range(players):
        mine = (wins * (table["order"] == order)).sum(axis=2)
        found.append(Measure(f"Wins: {player(order)}", mine, SHARE, SHARE_DIFFERENCE))
    for order in range(players):
        mine = (score * (table["order"] == order)).sum(axis=2)
        found.append(Measure(f"Score: {player(order)}", mine, POINTS_OR_LOSS, POINTS_DIFFERENCE))
    for code, name in enumerate(dictionaries["species"]):
        there = ((table["species_left"] == code) | (table["species_right"] == code))[:, :, 0]
        level = np.where(there, score.mean(axis=2), np.nan)
        found.append(Measure(f"Score with {display_name(name)}", level, POINTS_OR_LOSS, POINTS_DIFFERENCE))
    found.append(Measure("Technologies taken", table["n_tech"].mean(axis=2), COUNT, COUNT_DIFFERENCE))
    for name in dictionaries["techs"]:
        owners = (table[f"tech_{name}"] > 0).mean(axis=2)
        found.append(Measure(f"Owners of {display_name(name)}", owners, SHARE, SHARE_DIFFERENCE))
    for name in dictionaries["sources"]:
        points = table[f"points_{name}"].mean(axis=2).astype(np.float64)
        found.append(Measure(f"Points: {display_name(name)}", points, POINTS_OR_LOSS, POINTS_DIFFERENCE))
    return found


def compare(table: ArmTable, names: Sequence[str], dictionaries: dict[str, tuple[str, ...]]) -> list[Compared]:
    """Every variant beside the base; the measures of a variant are corrected together."""
    every = measures(table, dictionaries)
    found = []
    for arm in range(1, table.shape[0]):
        differs = (table["score"][arm] != table["score"][0]).any(axis=1)
        changes = [_change(measure, arm, differs) for measure in every]
        yes = is_significant([change.change for change in changes])
        marked = tuple(replace(change, significant=real) for change, real in zip(changes, yes, strict=True))
        share = mean_estimate(differs.astype(np.float64), SHARE, "games in which a score is another", "description")
        found.append(Compared(names[arm], marked, share))
    return found


def _change(measure: Measure, arm: int, differs: Any) -> Change:
    """Blocks count that say something under both boxes."""
    base, variant = measure.values[0], measure.values[arm]
    told = np.isfinite(base) & np.isfinite(variant)
    base, variant = base[told], variant[told]
    of = measure.name
    if len(base) < SMALLEST:
        nothing = [Estimate.undefined(unit, of, "effect", len(base)) for unit in (measure.level, measure.difference)]
        return Change(of, nothing[0], nothing[0], nothing[1], Pairing(np.nan, np.nan, np.nan, 0.0))
    return Change(
        of,
        mean_estimate(base, measure.level, of, "description"),
        mean_estimate(variant, measure.level, of, "description"),
        mean_estimate(variant - base, measure.difference, of),
        pairing(base, variant, differs[told]),
    )


# ---------------------------------------------------------------- what is shown
def whatif_section(found: Sequence[Compared], blocks: int, players: int, base: str) -> Section:
    """A summary of all variants, then a table for each."""
    sample = f"n = {counted(blocks, 'game')} of {players} players under each box; effect"
    items: list[Item] = [
        Note(
            f"The same set-ups under the base ({base}) and under each variant; changes are variant less base, by game. "
            "The players' weights are the same under both unless a variant is marked as retuned."
        ),
        *(Note(_sentence(one)) for one in found),
        _summary(found, sample),
        _chart(found, sample),
        *(_table(number, one, sample) for number, one in enumerate(found, start=1)),
    ]
    return Section("whatif", "What if", tuple(items))


def _sentence(one: Compared) -> str:
    score = one.of(SCORE)
    if one.differing.value == 0:
        return f"{one.name}: changes no game."
    saved = score.pairing
    text = (
        f"{one.name}: {score.change.full_text} points a player; {one.differing.text} of the games differ; correlation "
        f"{saved.correlation:.2f}, variance saved {100 * saved.saved:.0f} %"
    )
    return text + (
        "; pairing saves nothing here." if saved.saved <= 0 else f", interval {saved.factor:.1f} times narrower."
    )


def _summary(found: Sequence[Compared], sample: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found:
        first = [one.of(name) for name in MEASURES.values()]
        score = one.of(SCORE).pairing
        figures = [change.change for change in first]
        rows.append((one.name, *figures, one.differing, factor_text(score.factor)))
    return Table(
        "whatif",
        "Changes at a glance",
        f"{sample}. Interval narrower by: of the score, against two runs of independent games.",
        ("Variant", *MEASURES.values(), "Games that differ", "Interval narrower by"),
        tuple(rows),
    )


def _table(number: int, one: Compared, sample: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (c.name, c.base, c.variant, c.change, "yes" if c.significant else "no", factor_text(c.pairing.factor))
        for c in one.changes
    ]
    return Table(
        f"whatif-{number}",
        one.name,
        f"{sample}. Significant: after correction for all rows.",
        ("Measure", "Base", "Variant", "Change", "Significant", "Interval narrower by"),
        tuple(rows),
    )


def _chart(found: Sequence[Compared], sample: str) -> DotPlot:
    names = [one.name for one in found]
    figures = [one.of(SCORE).change for one in found]
    return DotPlot(
        "whatif-score",
        extreme(
            figures,
            names,
            "No variant demonstrably changes the score",
            "{name} changes the score most: {text} points",
            "Several variants change the score; none stands out",
        ),
        "Points a player: variant less base",
        f"{sample}; bars are 95 % intervals.",
        (Panel("", tuple(names), (Series("change", tuple(figures)),), 0.0),),
        "Points",
        "no change",
    )
