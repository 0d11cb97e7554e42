"""How a strategy plays: its main actions by round, its technologies and when it takes them, where its points come from.

Means of a seat with the strategy, errors clustered by game (or by block of games).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from seti_sim.analysis.clusters import BatchSums
from seti_sim.analysis.content import Cell, HeatMap, Item, Note, Stacked, Table
from seti_sim.analysis.estimate import COUNT, POINTS, POINTS_OR_LOSS, ROUND, Estimate, points_from
from seti_sim.analysis.load import Block
from seti_sim.analysis.names import display_name, listed
from seti_sim.analysis.shares import group_share

ROUNDS: Final = range(1, 6)
TOLD: Final = 3
"""Things of each kind that a sentence names."""
MOST_ROWS: Final = 20
"""With more strategies than this holds the chart shows whole games, not rounds."""
GROUPS: Final = {
    "Cards": ("card_effect", "card_corner"),
    "Missions": ("mission",),
    "End-of-game cards": ("endgame_card",),
    "Gold tiles": ("gold_tile",),
    "Orbits and landings": ("orbit", "landing", "moon"),
    "Sectors": ("sector_position", "sector_win"),
    "Technologies, computer": ("tech_first", "tech_tile", "computer"),
    "Discovery, overflow": ("discovery_space", "overflow_space"),
    "Species": ("species_space", "species_card", "species_other", "exertian_end"),
}
"""Sources of points as the chart groups them; starting points are left out."""


@dataclass(frozen=True)
class Words:
    """Names of the actions, the sources of points and the technologies, as the columns have them."""

    actions: tuple[str, ...]
    sources: tuple[str, ...]
    techs: tuple[str, ...]

    @property
    def columns(self) -> list[str]:
        """Columns of ``seats`` that a profile reads."""
        actions = [f"{action}_r{r}" for action in self.actions for r in ROUNDS]
        sources = [f"points_{source}" for source in self.sources]
        return ["strategy", "score", *actions, *sources, *(f"tech_{tech}" for tech in self.techs)]


@dataclass(frozen=True)
class Profile:
    """Means by strategy (rows of the tuples): actions by round, points by source, technologies."""

    names: tuple[str, ...]
    words: Words
    score: tuple[Estimate, ...]
    actions: tuple[Mapping[str, tuple[Estimate, ...]], ...]
    """Of each strategy by action: the five rounds and the whole game."""
    points: tuple[Mapping[str, Estimate], ...]
    """Of each strategy by source and by group of sources."""
    techs: tuple[Mapping[str, tuple[Estimate, Estimate]], ...]
    """Of each strategy by technology: share of seats that take it, and mean round in which they do."""


def profile_sums(block: Block, strategies: int, words: Words) -> dict[str, BatchSums]:
    """Sums that profiles are made of; they add up over blocks of games."""
    plays = block.indicator("strategy", strategies).astype(np.float64)
    things = [block.seat("score")]
    for action in words.actions:
        by_round = [block.seat(f"{action}_r{r}") for r in ROUNDS]
        things += [*by_round, np.sum(by_round, axis=0)]
    source = {name: block.seat(f"points_{name}") for name in words.sources}
    zero = np.zeros_like(things[0])
    things += [*source.values(), *(sum((source[n] for n in _there(group, words)), zero) for group in GROUPS)]
    rounds = np.stack([block.seat(f"tech_{tech}") for tech in words.techs], axis=-1)
    taken = (rounds > 0).astype(np.float64)
    values = np.concatenate([np.stack(things, axis=-1), taken], axis=2)
    seats = plays.sum(axis=1)
    codes = range(strategies)
    return {
        "means": BatchSums.of(
            [np.broadcast_to(seats[:, code, None], (block.games, values.shape[2])) for code in codes],
            [np.einsum("gs,gst->gt", plays[..., code], values, optimize=True) for code in codes],
        ),
        "rounds": BatchSums.of(
            [np.einsum("gs,gst->gt", plays[..., code], taken, optimize=True) for code in codes],
            [np.einsum("gs,gst->gt", plays[..., code], rounds, optimize=True) for code in codes],
        ),
    }


def _there(group: str, words: Words) -> list[str]:
    return [name for name in GROUPS[group] if name in words.sources]


def profile(sums: Mapping[str, BatchSums], names: Sequence[str], words: Words) -> Profile:
    """The profile of each strategy out of the sums of all games."""
    means, rounds = sums["means"], sums["rounds"]
    columns = ["score"]
    columns += [f"{action} {when}" for action in words.actions for when in (*ROUNDS, "all")]
    columns += [f"from {source}" for source in (*words.sources, *GROUPS)]
    columns += [f"takes {tech}" for tech in words.techs]
    at = {column: i for i, column in enumerate(columns)}

    def mean(code: int, column: str) -> Estimate:
        of = f"{names[code]}: {column}"
        if column.startswith("takes "):
            return group_share(means[at[column]], code, of, whole=1)
        unit = POINTS if column == "score" else COUNT
        if column.startswith("from "):  # groups of sources may hold a costly one
            unit = POINTS_OR_LOSS if column.removeprefix("from ") not in words.sources else points_from(column[5:])
        return means[at[column]].mean(code, unit, of)

    codes = range(len(names))
    return Profile(
        tuple(names),
        words,
        tuple(mean(code, "score") for code in codes),
        tuple(
            {a: tuple(mean(code, f"{a} {when}") for when in (*ROUNDS, "all")) for a in words.actions} for code in codes
        ),
        tuple({s: mean(code, f"from {s}") for s in (*words.sources, *GROUPS)} for code in codes),
        tuple(
            {
                tech: (mean(code, f"takes {tech}"), rounds[i].mean(code, ROUND, f"{names[code]}: round of {tech}"))
                for i, tech in enumerate(words.techs)
            }
            for code in codes
        ),
    )


def profile_items(found: Profile, sample: str) -> list[Item]:
    """Sentences, tables and charts of a profile; ``sample`` begins the captions: n and label."""
    return [
        *(Note(text) for text in profile_sentences(found)),
        points_chart(found, sample),
        actions_chart(found, sample),
        techs_map(found, sample),
        actions_table(found, sample),
        points_table(found, sample),
        techs_table(found, sample),
    ]


def profile_sentences(found: Profile) -> list[str]:
    """One sentence a strategy: its points and where they come from, its actions, its technologies."""
    lines = []
    for code, name in enumerate(found.names):
        points, actions, techs = found.points[code], found.actions[code], found.techs[code]
        sources = sorted(GROUPS, key=lambda group: -(points[group].value or 0.0))[:TOLD]
        acts = sorted((a for a in actions if a != "pass"), key=lambda a: -(actions[a][-1].value or 0.0))[:TOLD]
        taken = sorted(techs, key=lambda tech: -(techs[tech][0].value or 0.0))[:TOLD]
        lines.append(
            f"{name}: {found.score[code].text} points a game, most from "
            f"{listed([f'{group.lower()} ({points[group].text})' for group in sources])}; main actions: "
            f"{listed([f'{action.replace(chr(95), chr(32))} ({actions[action][-1].text})' for action in acts])}; "
            f"technologies: {listed([f'{display_name(tech)} ({techs[tech][0].text} of seats)' for tech in taken])}."
        )
    return lines


def points_chart(found: Profile, sample: str) -> Stacked:
    """Points by group of sources, one bar a strategy."""
    return Stacked(
        "profile-points",
        "Where each strategy's points come from",
        "Mean points of a seat by source; starting points left out",
        f"{sample}; bars are 95 % intervals.",
        found.names,
        tuple(GROUPS),
        tuple(tuple(points[group] for group in GROUPS) for points in found.points),
        "Points",
    )


def actions_chart(found: Profile, sample: str) -> Stacked:
    """Main actions without passing: one bar a round, or a strategy where there are many."""
    parts = [action for action in found.words.actions if action != "pass"]
    rows: list[str] = []
    cells: list[tuple[Estimate, ...]] = []
    by_round = len(found.names) * len(ROUNDS) <= MOST_ROWS
    for name, actions in zip(found.names, found.actions, strict=True):
        for column in range(len(ROUNDS)) if by_round else (len(ROUNDS),):
            rows.append(f"{name}, round {column + 1}" if by_round else name)
            cells.append(tuple(actions[action][column] for action in parts))
    return Stacked(
        "profile-actions",
        "What each strategy does" + (" in each round" if by_round else ""),
        "Mean number of main actions of a seat, passing left out",
        f"{sample}; bars are 95 % intervals.",
        tuple(rows),
        tuple(action.replace("_", " ") for action in parts),
        tuple(cells),
        "Main actions",
    )


def techs_map(found: Profile, sample: str) -> HeatMap:
    """Which technologies each strategy takes."""
    return HeatMap(
        "profile-techs",
        "Which technologies each strategy takes",
        "Share of the seats with the strategy that take the technology",
        f"{sample}; \N{PLUS-MINUS SIGN} is half a 95 % interval.",
        tuple(display_name(tech) for tech in found.words.techs),
        found.names,
        tuple(tuple(techs[tech][0] for techs in found.techs) for tech in found.words.techs),
        ("taken",),
        None,
    )


def actions_table(found: Profile, sample: str) -> Table:
    """Main actions by round, one row a strategy and action."""
    rows: list[tuple[Cell, ...]] = [
        (name, action.replace("_", " "), *actions[action])
        for name, actions in zip(found.names, found.actions, strict=True)
        for action in found.words.actions
    ]
    return Table(
        "profile-actions-by-round",
        "Main actions by round",
        f"{sample}. Means of a seat.",
        ("Strategy", "Main action", *(f"Round {r}" for r in ROUNDS), "Game"),
        tuple(rows),
    )


def points_table(found: Profile, sample: str) -> Table:
    """Points by source, one row a source."""
    rows: list[tuple[Cell, ...]] = [("Final score", *found.score)]
    rows += [(display_name(source), *(points[source] for points in found.points)) for source in found.words.sources]
    return Table(
        "profile-points-by-source",
        "Points by source",
        f"{sample}. Means of a seat; the sources sum to the final score.",
        ("Source", *found.names),
        tuple(rows),
    )


def techs_table(found: Profile, sample: str) -> Table:
    """Technologies: how often and in which round, one row a technology."""
    rows: list[tuple[Cell, ...]] = [
        (display_name(tech), *(figure for techs in found.techs for figure in techs[tech])) for tech in found.words.techs
    ]
    heads = [head for name in found.names for head in (f"{name}: taken", f"{name}: round")]
    return Table(
        "profile-techs-taken",
        "Technologies taken",
        f"{sample}. Share of seats that take the technology; mean round in which they do.",
        ("Technology", *heads),
        tuple(rows),
    )
