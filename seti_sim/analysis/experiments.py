"""What an experiment found: the effect of each treatment on the treated seat and on the others, beside associations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from seti_sim.analysis.arm_differences import (
    ArmTable,
    Pairing,
    mean_estimate,
    of_others,
    of_treated,
    pairing,
    within_games,
)
from seti_sim.analysis.clusters import Array
from seti_sim.analysis.content import Cell, DotPlot, Item, Note, Panel, Section, Series, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE, SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.families import extreme, is_significant
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import share

COLUMNS: Final = ("block", "arm", "seat", "treated", "score", "winners", "turns", "species_left", "species_right")
TECH: Final = "tech:"
SPECIES: Final = "species:"


@dataclass(frozen=True)
class Effect:
    """The effect of one treatment: treated less control.

    Attributes:
        name: of the treatment.
        points, wins: of the treated seat, in points and in win share.
        others: mean points of the other seats.
        differing: share of the blocks in which any score is another than in the control.
        pairing: what the pairing saves in points of the treated seat.
        association, association_wins: of an ordinary run, where there is one: owners less others of the same game.
        significant, significant_wins: after correction for all treatments of the experiment.
    """

    name: str
    points: Estimate
    wins: Estimate
    others: Estimate
    differing: Estimate
    pairing: Pairing
    association: Estimate | None
    association_wins: Estimate | None
    significant: bool = False
    significant_wins: bool = False

    @property
    def signs_differ(self) -> bool:
        """Whether effect and association both exclude 0 and lie on opposite sides of it."""
        other = self.association
        if other is None or not (self.points.excludes(0.0) and other.excludes(0.0)):
            return False
        return ((self.points.value or 0.0) > 0) != ((other.value or 0.0) > 0)


def effects(
    table: ArmTable, names: Sequence[str], things: Mapping[int, str], *, ordinary: bool, species: Sequence[str] = ()
) -> list[Effect]:
    """The effects of all arms but the first, corrected within the family.

    Args:
        table: with the columns of :data:`COLUMNS` and of :func:`columns_for`.
        names: of the treatments, of arm 1 and on.
        things: what the treatment of an arm is about, by number of the arm, as in ``tech:probe_1``. A treatment about a
            species is measured in the games in which that takes part.
        ordinary: whether games of the control are those of an ordinary run, so that associations can be read there.
        species: names by code.
    """
    return _corrected(
        [
            _effect(table, arm, names[arm - 1], things.get(arm, ""), ordinary, species)
            for arm in range(1, table.shape[0])
        ]
    )


def _effect(table: ArmTable, arm: int, name: str, thing: str, ordinary: bool, species: Sequence[str]) -> Effect:
    linked = _associations(table, thing.removeprefix(TECH)) if ordinary and thing.startswith(TECH) else (None, None)
    part = table.take([0, arm], _blocks_with(table, thing, species))
    score = part["score"].astype(np.float64)
    mine, won, others = of_treated(part, score), of_treated(part, part.wins), of_others(part, score)
    differs = (part["score"][1] != part["score"][0]).any(axis=1)
    who = f"the treated seat: {name}"
    return Effect(
        name,
        mean_estimate(mine[1] - mine[0], POINTS_DIFFERENCE, who),
        mean_estimate(won[1] - won[0], SHARE_DIFFERENCE, who),
        mean_estimate(others[1] - others[0], POINTS_DIFFERENCE, f"the other seats: {name}"),
        share(int(differs.sum()), len(differs), "blocks in which a score is another", unit=SHARE),
        pairing(mine[0], mine[1], differs),
        *linked,
    )


def _blocks_with(table: ArmTable, thing: str, species: Sequence[str]) -> Array:
    """Which blocks say something about a thing: those with its species, or all."""
    name = thing.removeprefix(SPECIES)
    if not thing.startswith(SPECIES) or name not in species:
        return np.ones(table.shape[1], dtype=np.bool_)
    code = list(species).index(name)
    found = (table["species_left"][0, :, 0] == code) | (table["species_right"][0, :, 0] == code)
    return np.asarray(found)


def columns_for(things: Mapping[int, str]) -> tuple[str, ...]:
    """The columns that the associations of some treatments need."""
    names = [thing.removeprefix(TECH) for thing in things.values() if thing.startswith(TECH)]
    return tuple(f"tech_{name}" for name in dict.fromkeys(names))


def _associations(table: ArmTable, tech: str) -> tuple[Estimate, Estimate]:
    has = table[f"tech_{tech}"][0] > 0
    of = f"owners less others of the same game: {tech}"
    return (
        within_games(has, table["score"][0].astype(np.float64), POINTS_DIFFERENCE, of),
        within_games(has, table.wins[0], SHARE_DIFFERENCE, of),
    )


def _corrected(found: Sequence[Effect]) -> list[Effect]:
    points, wins = is_significant([e.points for e in found]), is_significant([e.wins for e in found])
    return [
        replace(effect, significant=yes, significant_wins=won)
        for effect, yes, won in zip(found, points, wins, strict=True)
    ]


# ---------------------------------------------------------------- what is shown
def experiment_section(found: Sequence[Effect], blocks: int, players: int, control: str) -> Section:
    """Table, chart and notes of an experiment, the largest effect first."""
    ordered = sorted(found, key=lambda effect: -(effect.points.value or 0.0))
    notes = [Note(text) for text in _notes(ordered, control)]
    items: tuple[Item, ...] = (*notes, _table(ordered, blocks, players), _chart(ordered, blocks, players))
    return Section("experiment", "What things are worth to one player", items)


def _notes(found: Sequence[Effect], control: str) -> list[str]:
    lines = [
        (
            "One seat of each game, drawn at random, is treated; the same game is played again as the control "
            f"({control}). Figures are treated less control. Others: mean points of the other seats."
        )
    ]
    apart = [effect.name for effect in found if effect.signs_differ]
    if any(effect.association is not None for effect in found):
        lines.append(
            "Association: owners less other players of the same game in the control; who owns a thing also plays "
            "otherwise. " + (f"Effect and association have opposite signs: {'; '.join(apart)}." if apart else "")
        )
    idle = [effect.name for effect in found if effect.differing.value == 0]
    if idle:
        lines.append(f"Changed no game: {'; '.join(idle)}.")
    return [line.rstrip() for line in lines]


def _table(found: Sequence[Effect], blocks: int, players: int) -> Table:
    linked = any(effect.association is not None for effect in found)
    heads = ["Treatment", "Points", "Win share", "Others", "Significant", "Games that differ", "Interval narrower by"]
    heads += ["Association, points", "Association, win share"] if linked else []
    return Table(
        "experiment",
        "Effect of each treatment",
        f"n = {counted(blocks, 'game')} of {players} players in each arm, of species those with it; effect. "
        "Significant: the difference in points after correction for all rows. Interval narrower by: against two arms "
        "of independent games.",
        tuple(heads),
        tuple(_row(effect, linked) for effect in found),
    )


def _row(effect: Effect, linked: bool) -> tuple[Cell, ...]:
    cells: list[Cell] = [
        effect.name,
        effect.points,
        effect.wins,
        effect.others,
        "yes" if effect.significant else "no",
        effect.differing,
        factor_text(effect.pairing.factor),
    ]
    if linked:
        cells += [effect.association or "-", effect.association_wins or "-"]
    return tuple(cells)


def factor_text(factor: float) -> str:
    """How much narrower an interval is, as in ``3.2 times``."""
    if np.isnan(factor):
        return "-"
    return "no difference" if np.isinf(factor) else f"{factor:.1f} times"


def _chart(found: Sequence[Effect], blocks: int, players: int) -> DotPlot:
    series = [Series("effect", tuple(effect.points for effect in found))]
    if all(effect.association is not None for effect in found):
        series.append(
            Series("association", tuple(e.association for e in found if e.association is not None), filled=False)
        )
    names = [effect.name for effect in found]
    return DotPlot(
        "experiment-points",
        extreme(
            [effect.points for effect in found],
            names,
            "No treatment demonstrably changes the score",
            "{name} changes the score most: {text} points",
            "Several treatments change the score; none stands out",
        ),
        "Points of the treated seat: treated less control",
        f"n = {counted(blocks, 'game')} of {players} players in each arm; effect; bars are 95 % intervals.",
        (Panel("", tuple(names), tuple(series), 0.0),),
        "Points",
        "no effect",
    )
