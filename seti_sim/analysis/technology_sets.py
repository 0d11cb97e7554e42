"""Pairs and triples of technologies beyond their parts, asked of every strategy, as findings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.content import Finding
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import SMALLEST_SHARE, Answers, is_significant, robustness
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import listed
from seti_sim.analysis.regression import Things, adjusted_differences, triples_beyond_pairs
from seti_sim.analysis.significance import games_to_settle

MOST_GAMES: Final = 50_000
"""Games of which every strategy by itself is asked, the first ones of a larger run."""
BEYOND: Final = 0.5
"""What goes beyond the parts matters half as much as a part, what goes beyond the pairs half of that."""
WORDS: Final = {2: "pairs", 3: "triples"}


@dataclass(frozen=True)
class Sets:
    """By pair or triple of codes: beyond the parts, the same by strategy, and the share of seats that have them all."""

    figures: Mapping[Things, Estimate]
    by_strategy: Mapping[Things, Answers]
    rates: Mapping[Things, float]


def technology_sets(
    run: Run, columns: Sequence[str], names: Sequence[str], cells: dict[str, Array], pairs: Mapping[Things, Estimate]
) -> tuple[tuple[Answers, ...], Sets, Sets]:
    """Answers by strategy to single technologies, pairs, of which the figures are known, and triples.

    Every strategy is asked in the model of all, over its own seats.
    """
    triples = triples_beyond_pairs(run, columns, names, cells)
    answers: list[list[tuple[str, Estimate]]] = [[] for _ in columns]
    pair_answers: dict[Things, list[tuple[str, Estimate]]] = {pair: [] for pair in pairs}
    triple_answers: dict[Things, list[tuple[str, Estimate]]] = {triple: [] for triple in triples}
    several, sample = len(run.strategies) > 1, run.head(MOST_GAMES)
    same = cells if sample.games == run.games else None
    for code, strategy in enumerate(run.strategies if several else ()):
        single, couples = adjusted_differences(sample, columns, names, same, only=code)
        for of_one, figure in zip(answers, single, strict=True):
            of_one.append((strategy, figure))
        for pair, figure in couples.items():
            pair_answers[pair].append((strategy, figure))
        for triple, figure in triples_beyond_pairs(sample, columns, names, same, only=code).items():
            triple_answers[triple].append((strategy, figure))
    rates = dict(_rates(cells, [*pairs, *triples], len(columns)))
    return (
        tuple(map(tuple, answers)),
        Sets(pairs, {key: tuple(found) for key, found in pair_answers.items()}, rates),
        Sets(triples, {key: tuple(found) for key, found in triple_answers.items()}, rates),
    )


def _rates(cells: dict[str, Array], sets: Sequence[Things], things: int) -> Iterator[tuple[Things, float]]:
    """Share of all seats that have all things of each set."""
    seats = cells["seats"].reshape(1 << things, -1).sum(1)
    patterns = np.arange(len(seats))
    for members in sets:
        code = sum(1 << t for t in members)
        yield members, float(seats[patterns & code == code].sum() / max(seats.sum(), 1))


def set_findings(run: Run, sets: Sets, ids: Sequence[str], names: Sequence[str]) -> list[Finding]:
    """A finding for each pair or triple that could be modelled, as for single technologies."""
    findings = []
    defined = [(members, figure) for members, figure in sets.figures.items() if figure.value is not None]
    significant: list[Any] = is_significant([figure for _, figure in defined])
    for (members, figure), stand in zip(defined, significant, strict=True):
        value, rate = figure.value or 0.0, sets.rates[members]
        what = listed([names[t] for t in members])
        parts = "the parts" if len(members) == 2 else "the parts and pairs"
        findings.append(
            Finding(
                f"technologies.{WORDS[len(members)]}.{'+'.join(ids[t] for t in members)}",
                f"Players who have {what} win {'more' if value > 0 else 'less'} often than {parts} explain",
                figure,
                abs(value) * run.players * 2 * float(np.sqrt(rate * (1 - rate))) * BEYOND ** (len(members) - 1),
                stand,
                robustness(sets.by_strategy[members]),
                sets.by_strategy[members],
                0 if stand else games_to_settle(figure, SMALLEST_SHARE, run.games),
                "1 percentage point of win share",
            )
        )
    return findings


def mark(sets: Sets, members: Things) -> str:
    """What a table says of how far the figure depends on the strategy."""
    return robustness(sets.by_strategy[members])
