"""The section on alien species: charts, tables and findings out of the figures of :mod:`species`."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from seti_sim.analysis.content import (
    INCONCLUSIVE,
    Answer,
    Cell,
    DotPlot,
    Finding,
    HeatMap,
    Item,
    Note,
    Panel,
    Section,
    Series,
    Stacked,
    Table,
)
from seti_sim.analysis.estimate import Estimate, largest
from seti_sim.analysis.families import SMALLEST_POINTS, SMALLEST_SHARE, extreme, is_significant, outstanding, robustness
from seti_sim.analysis.gap_parts import main_part
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import ORDINALS, caption, counted, display_name, equal_share, listed, player
from seti_sim.analysis.significance import games_to_settle
from seti_sim.analysis.species import ACTIONS, ROUNDS, Discovery, Species, pairs, species_figures
from seti_sim.analysis.species_details import species_tables
from seti_sim.analysis.why import STEPS

MOST_CAUSES: Final = 2
"""Species whose change of the scores is explained on the first page."""


def species(run: Run) -> Section:
    """The section on alien species."""
    found = species_figures(run)
    names = tuple(display_name(name) for name in found.names)
    items: list[Item] = []
    if found.label == "description":
        drawn = ", ".join(run.manifest.species)
        items.append(Note(f"The species of this run were not drawn at random ({drawn}): species cannot be compared."))
    if not any(item.ever.value for item in found.sides):
        items.append(Note("No species was discovered in this run: nothing can be said about contributors and rounds."))
    items += [_score_chart(run, found, names), _contributor_chart(run, found, names), _pair_chart(run, found, names)]
    items += [_discovery_chart(run, found, names), _value_chart(run, found, names)]
    items += [_table(run, found, names), _discovery_table(run, found, names)]
    items += species_tables(run, found)
    items += [_effect_table(run, found, names), _value_table(run, found, names), _seat_table(run, found, names)]
    answers = tuple(_answers(found, names))
    return Section("species", "Alien species", tuple(items), tuple(_findings(run, found, names)), answers)


def typical_spread(found: Species) -> float:
    """Standard deviation of scores within a game, the yardstick for differences in points."""
    values = [figure.value for figure in found.pair_spread if figure.value]
    return float(np.mean(values)) if values else 1.0


# ---------------------------------------------------------------- charts
def _score_title(found: Species, names: tuple[str, ...]) -> str:
    """The species that differ from the rest in the scores of all players."""
    chosen = [i for i, yes in enumerate(found.outstanding) if yes]
    if not chosen:
        return "No species demonstrably raises or lowers scores"
    chosen.sort(key=lambda i: -abs(found.score[i].value or 0.0))
    words = {True: "raise", False: "lower"}
    parts = [(names[i], words[(found.score[i].value or 0.0) > 0], found.score[i].text) for i in chosen]
    return listed([f"{name} {word} scores: {text}" for name, word, text in parts])


def _score_chart(run: Run, found: Species, names: tuple[str, ...]) -> DotPlot:
    return DotPlot(
        "species-scores",
        _score_title(found, names),
        "Change with the species in place of an average one: mean score of a player, spread of scores within a game",
        caption(run.games, run.players, found.label) + " One model of both species in play; effects sum to zero.",
        (
            Panel("Mean score", names, (Series("mean score", found.score),), 0.0),
            Panel("Spread within a game", names, (Series("spread", found.spread),), 0.0),
        ),
        "Points",
        "no difference",
    )


def _contributor_chart(run: Run, found: Species, names: tuple[str, ...]) -> DotPlot:
    return DotPlot(
        "species-contributors",
        extreme(
            found.contribution,
            names,
            "Contributing to a discovery is not demonstrably associated with winning",
            "Contributing to {name} is most strongly associated with {winning}: {text}",
            "Contributing to several species is associated with winning; none stands out",
        ),
        "Share of games won by players with and without a marker on a discovery space of the species",
        caption(run.games, run.players, "association") + " Games in which the species was discovered.",
        (
            Panel(
                "",
                names,
                (Series("contributors", found.contributing), Series("others", found.others, filled=False)),
                1 / run.players,
            ),
        ),
        "Share of games won",
        f"an equal share, {equal_share(run.players)}",
    )


def _pair_chart(run: Run, found: Species, names: tuple[str, ...]) -> HeatMap:
    k = len(names)
    cells: list[list[Estimate | None]] = [[None] * k for _ in range(k)]
    for p, (i, j) in enumerate(pairs(names)):
        cells[i][j], cells[j][i] = found.pair_score[p], found.pair_spread[p]
    labels = [f"{names[i]} and {names[j]}" for i, j in pairs(names)]
    return HeatMap(
        "species-pairs",
        extreme(
            found.pair_beyond,
            labels,
            "No pair of species changes scores demonstrably beyond the sum of its two species",
            "{name}: {text} points beyond the sum of the two species",
            "Several pairs of species change scores beyond the sum of the two",
        ),
        "Above the diagonal: mean score, difference from all pairs. Below: spread of scores within a game. In points.",
        caption(run.games, run.players, found.label).replace(
            "bars are 95 % intervals", "\N{PLUS-MINUS SIGN} is half a 95 % interval"
        ),
        names,
        names,
        tuple(tuple(row) for row in cells),
        ("score", "spread"),
        0.0,
        split=True,
    )


def _discovery_chart(run: Run, found: Species, names: tuple[str, ...]) -> Stacked:
    ever = largest([item.ever for item in found.discovery], lambda figure: figure.value or 0.0)
    title = "No species was ever discovered"
    if ever is not None and ever.value:
        left, right = (item.ever.text for item in found.sides)
        title = f"The left species is discovered in {left} of the games, the right one in {right}"
    rows = (*names, "Left species", "Right species")
    return Stacked(
        "species-discovery",
        title,
        "Round in which a species is discovered, in games in which it is in play",
        caption(run.games, run.players, "description"),
        rows,
        (*(f"round {r}" for r in range(1, ROUNDS + 1)), "never"),
        tuple(item.by_round for item in (*found.discovery, *found.sides)),
        "Share of games",
        ordered=True,
    )


def _value_chart(run: Run, found: Species, names: tuple[str, ...]) -> DotPlot:
    rows = [(word, found.values.having[action]) for action, word in ACTIONS.items()]
    every = [(word, name, figure) for word, row in rows for name, figure in zip(names, row, strict=True)]
    significant = [item for item, yes in zip(every, is_significant([item[2] for item in every]), strict=True) if yes]
    title = "No kind of main action is demonstrably associated with winning"
    best = outstanding([item[2] for item in every])
    if significant and best is None:
        title = "Several kinds of main actions are associated with winning; none stands out"
    elif best is not None:
        word, name, figure = every[best]
        title = f"{word.capitalize()} is associated with winning when {name} is in play: {figure.text} per action"
    panels = tuple(Panel(word.capitalize(), names, (Series(word, row),), 0.0) for word, row in rows)
    return DotPlot(
        "species-values",
        title,
        "Win share that goes with one more main action of the kind than the others in the same game",
        caption(run.games, run.players, "association")
        + " All kinds of actions, strategy and turn order in one model; not adjusted for the score.",
        panels,
        "Percentage points of win share",
        "no difference",
    )


# ---------------------------------------------------------------- tables
def _table(run: Run, found: Species, names: tuple[str, ...]) -> Table:
    return Table(
        "species",
        "The five species in numbers",
        f"n = {counted(run.games, 'game')}. Effect: change of the mean score of all players, and of the spread within "
        "a game, with the species in place of an average one. Points: what a player makes from the species' board, "
        "cards and mechanics.",
        ("Species", "Mean score", "Effect on score", "Effect on spread", "Points from it",
         "Contributors win", "Others win", "Difference"),
        tuple(
            (name, found.level[i], found.score[i], found.spread[i], found.points[i], found.contributing[i],
             found.others[i], found.contribution[i])
            for i, name in enumerate(names)
        ),
    )  # fmt: skip


def _discovery_table(run: Run, found: Species, names: tuple[str, ...]) -> Table:
    def row(name: str, item: Discovery) -> tuple[Estimate | str, ...]:
        return (name, item.ever, item.median, *item.by_round)

    rows = [row(name, item) for name, item in zip(names, found.discovery, strict=True)]
    rows += [row(name, item) for name, item in zip(("Left species", "Right species"), found.sides, strict=True)]
    return Table(
        "species-discovery",
        "When species are discovered",
        f"n = {counted(run.games, 'game')}; shares of the games in which the species is in play.",
        ("Species", "Discovered", "Median round", *(f"Round {r}" for r in range(1, ROUNDS + 1)), "Never"),
        tuple(rows),
    )


def _effect_table(run: Run, found: Species, names: tuple[str, ...]) -> Table:
    rows: list[tuple[Cell, ...]] = [(f"Number of main actions: {word}", *row) for word, row in found.actions]
    rows.append(("Turns of the game", *found.length))
    rows += [(f"Points: {title}", *row) for title, row in found.parts]
    return Table(
        "species-effects",
        "What each species changes",
        f"n = {counted(run.games, 'game')}; {found.label}. Change with the species in place of an average one, for one "
        "player: main actions taken, and points by source and by round.",
        ("What", *names),
        tuple(rows),
    )


def _value_table(run: Run, found: Species, names: tuple[str, ...]) -> Table:
    """How each species shifts what one more action is worth."""
    rows: list[tuple[Cell, ...]] = []
    every = [figure for action in ACTIONS for figure in found.values.shift[action]]
    significant = is_significant(every)
    at = 0
    for action, word in ACTIONS.items():
        for i, name in enumerate(names):
            values = found.values
            rows.append(
                (word.capitalize(), name, values.having[action][i], values.lacking[action][i], values.shift[action][i],
                 "yes" if significant[at] else "no")
            )  # fmt: skip
            at += 1
    return Table(
        "species-values",
        "How each species shifts the value of an action",
        f"n = {counted(run.games, 'game')}; association. Win share that goes with one more action than the others in "
        "the game, all kinds of actions, strategy and turn order in one model. Significant: shift, corrected for all.",
        ("One more", "Species", "With it", "Without it", "Shift", "Significant"),
        tuple(rows),
    )


def _seat_table(run: Run, found: Species, names: tuple[str, ...]) -> Table:
    """Whether a species favours a place in the turn order."""
    every = [figure for row in found.seat_wins for figure in row]
    significant = sum(is_significant(every))
    return Table(
        "species-seats",
        f"Species and turn order: {significant} of {len(every)} shifts of a win share are significant"
        if significant
        else "No species demonstrably favours a place",
        f"n = {counted(run.games, 'game')}; {found.label}. Change of the win share of each place in the turn order "
        "with the species in place of an average one; the title corrects for all of them. Wins: share of the first "
        "player in games with the species.",
        ("Species", *(player(s) for s in range(run.players)), "First player wins"),
        tuple((name, *(row[i] for row in found.seat_wins), found.first_player[i]) for i, name in enumerate(names)),
    )


# ---------------------------------------------------------------- first page
def _answers(found: Species, names: tuple[str, ...]) -> Iterator[Answer]:
    """Why the species that stand out change scores."""
    if found.label != "effect":
        return
    rows = [(title, row) for title, row in found.parts if title not in STEPS]
    titles = [title for title, _ in rows]
    chosen = [i for i, yes in enumerate(found.outstanding) if yes]
    for i in sorted(chosen, key=lambda i: -abs(found.score[i].value or 0.0))[:MOST_CAUSES]:
        part = main_part(titles, [row[i] for _, row in rows], found.score[i])
        yield Answer("species", "Why", f"{names[i]}: {part}", "effect", f"species.score.{found.names[i]}")


# ---------------------------------------------------------------- findings
def _findings(run: Run, found: Species, names: tuple[str, ...]) -> list[Finding]:
    findings = []
    if found.label == "effect":
        yardstick = typical_spread(found)
        for i, significant in enumerate(found.outstanding):
            figure = found.score[i]
            if figure.value is None:
                continue
            word = "higher" if figure.value > 0 else "lower"
            findings.append(
                Finding(
                    f"species.score.{found.names[i]}",
                    f"With {names[i]} in play all players score {word} than with an average species",
                    figure,
                    abs(figure.value) / yardstick,
                    significant,
                    robustness(found.score_by_strategy[i]),
                    found.score_by_strategy[i],
                    0 if significant else games_to_settle(figure, SMALLEST_POINTS, run.games),
                    "1 point in the score with a species",
                    name=names[i],
                )
            )
        findings += _place_findings(run, found, names)
    for i, significant in enumerate(is_significant(found.contribution)):
        figure = found.contribution[i]
        if figure.value is None:
            continue
        findings.append(
            Finding(
                f"species.contribution.{found.names[i]}",
                f"Players who contribute to the discovery of {names[i]} win "
                f"{'more' if figure.value > 0 else 'less'} often than those who do not",
                figure,
                abs(figure.value) * run.players * 0.4,  # a species is in play in two games of five
                significant,
                robustness(found.contribution_by_strategy[i]),
                found.contribution_by_strategy[i],
                0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
                "1 percentage point in the win share of contributors",
                name=names[i],
            )
        )
    return findings


def _place_findings(run: Run, found: Species, names: tuple[str, ...]) -> list[Finding]:
    """A finding for each species and place in the turn order: does the species favour it?"""
    every = [(i, s) for s in range(run.players) for i in range(len(names))]
    figures = [found.seat_wins[s][i] for i, s in every]
    return [
        Finding(
            f"species.seats.{found.names[i]}+{ORDINALS[s]}",
            f"With {names[i]} in play the {player(s).lower()} wins {'more' if figure.value > 0 else 'less'} often than "
            "with an average species",
            figure,
            abs(figure.value) * run.players * 0.4,  # a species is in play in two games of five
            significant,
            INCONCLUSIVE,
            games_needed=0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
            worth="1 percentage point in a seat's win share",
            name=f"{names[i]}, {player(s).lower()}",
        )
        for (i, s), figure, significant in zip(every, figures, is_significant(figures), strict=True)
        if figure.value is not None
    ]
