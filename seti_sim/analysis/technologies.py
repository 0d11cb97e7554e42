"""Technologies: who takes them, when, and how that goes with winning.

Players choose technologies, and those who are ahead can afford more, so every difference here is an *association*:
raw, adjusted for the other technologies, the place in the turn order and the strategy, and among the technologies taken
in the same round, by the same strategy, at the same place and with the same species in play.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.comparisons import Comparison, seat_rate, with_without
from seti_sim.analysis.content import Answer, DotPlot, Finding, Item, Note, Panel, Section, Series, Stacked, Table
from seti_sim.analysis.estimate import ROUND, Estimate, ranked
from seti_sim.analysis.families import extreme, is_significant, outstanding, share_findings
from seti_sim.analysis.gap_parts import main_part
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.names import caption, counted, display_name, player
from seti_sim.analysis.regression import adjusted_differences, count_cells
from seti_sim.analysis.shares import group_share, share, win_units
from seti_sim.analysis.technology_rounds import within_rounds
from seti_sim.analysis.technology_sets import Sets, mark, set_findings, technology_sets
from seti_sim.analysis.why import STEPS, WHOLE, technology_gaps

ROUNDS: Final = 5
SHOWN_PAIRS: Final = 10
SHOWN_TRIPLES: Final = 30
NOT_FORCED: Final = (
    "No game of this run forced or forbade a technology. So there is no causal figure for any of the {single} "
    "technologies, nor for any of the {pairs} pairs and {triples} triples below: whether having them makes players "
    "win, rather than going with winning, cannot be said from it."
)
BY_STRATEGY: Final = "By strategy: whether the answer holds under every strategy of the run, asked of each by itself."
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class Technologies:
    """The figures of the section, by code of the technology."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    compared: tuple[Comparison, ...]
    adjusted: Row
    by_round: tuple[Row, ...]  # share of all seats that took it in round 1 to 5, and never
    median_round: Row
    order: Row  # mean rank among the seat's own
    first_wins: Row  # win share of whoever took the two-point tile
    first_by_player: tuple[Row, ...]  # share of the two-point tiles taken by each place in the turn order
    wins_by_round: tuple[Row, ...]  # win share by round taken
    exhausted: Row  # share of games in which everybody took it
    pairs: Sets
    triples: Sets
    same_round: Row  # takers against takers of another technology in the same round and setting


def technologies(run: Run) -> Section:
    """The section on technologies."""
    found = technology_figures(run)
    items: list[Item] = []
    if not any(item.rate.value for item in found.compared):
        items.append(Note("No technology was taken in this run: nothing can be said about technologies."))
    items += [
        _difference_chart(run, found),
        Note(_not_forced(found)),
        _round_chart(run, found),
        _pair_chart(run, found),
    ]
    items += [_table(run, found), _round_table(run, found), _first_table(run, found), _pair_table(run, found)]
    items.append(_triple_table(run, found))
    gaps = technology_gaps(run, found.ids, found.names)
    items.append(gaps)
    answers = tuple(_answers(found, gaps))
    return Section("technologies", "Technologies", tuple(items), tuple(_findings(run, found)), answers)


def _not_forced(found: Technologies) -> str:
    """What has no causal figure, in numbers."""
    counts = [sum(figure.defined for figure in sets.figures.values()) for sets in (found.pairs, found.triples)]
    return NOT_FORCED.format(single=len(found.ids), pairs=counts[0], triples=counts[1])


# ---------------------------------------------------------------- figures
def technology_figures(run: Run) -> Technologies:
    """All figures of the section, from five passes over the games and some over the first of them."""
    ids = run.names("techs")
    names = tuple(display_name(name) for name in ids)
    columns = [f"tech_{name}" for name in ids]
    total = run.fold(
        lambda block: _sums(block, ids),
        ["order", "winners", *columns, *(f"order_{name}" for name in ids), *(f"first_{name}" for name in ids)],
    )
    counts, k = total["rounds"], len(ids)
    cells = count_cells(run, columns)
    adjusted, pairs = adjusted_differences(run, columns, names, cells)
    answers, *sets = technology_sets(run, columns, [name.split(" (")[0] for name in names], cells, pairs)
    wins: ClusterSums = total["wins by round"]
    return Technologies(
        ids=ids,
        names=names,
        compared=tuple(
            replace(item, by_strategy=own)
            for item, own in zip(
                with_without(run, names, lambda block: block.seats(columns) > 0, columns), answers, strict=True
            )
        ),
        adjusted=adjusted,
        by_round=tuple(
            tuple(
                seat_rate(wins, t * (ROUNDS + 1) + r, run.players, f"seats, {names[t]}")
                for r in (*range(1, ROUNDS + 1), 0)
            )
            for t in range(k)
        ),
        median_round=tuple(median_of_counts(counts[t, 1:], 1, ROUND, f"round of {names[t]}") for t in range(k)),
        order=tuple(total[f"rank {t}"].mean(0, ranked(k), f"rank of {names[t]} among own") for t in range(k)),
        first_wins=tuple(
            group_share(total["first wins"], t, f"takers of the two-point tile of {names[t]}", label="association")
            for t in range(k)
        ),
        first_by_player=tuple(
            tuple(share(int(n), int(row.sum()), f"two-point tiles of {names[t]}", "association") for n in row)
            for t, row in enumerate(total["first by player"])
        ),
        wins_by_round=tuple(
            tuple(
                group_share(wins, t * (ROUNDS + 1) + r, f"takers of {names[t]} in round {r}", label="association")
                for r in range(1, ROUNDS + 1)
            )
            for t in range(k)
        ),
        exhausted=tuple(share(int(n), run.games, f"games, {names[t]}") for t, n in enumerate(total["exhausted"])),
        pairs=sets[0],
        triples=sets[1],
        same_round=within_rounds(run, columns, names),
    )


def _sums(block: Block, ids: tuple[str, ...]) -> dict[str, Any]:
    units, order = win_units(block.seat("winners")), block.seat("order")
    taken = block.seats([f"tech_{name}" for name in ids])
    first = block.seats([f"first_{name}" for name in ids])
    by_round = (taken[..., None] == np.arange(ROUNDS + 1)).reshape(block.games, block.players, -1)
    found: dict[str, Any] = {
        "rounds": np.stack([np.bincount(taken[..., t].ravel(), minlength=ROUNDS + 1) for t in range(len(ids))]),
        "wins by round": ClusterSums.of_seats(by_round, units),
        "first wins": ClusterSums.of_seats(first, units),
        "first by player": np.stack(
            [np.bincount(order[first[..., t] > 0], minlength=block.players) for t in range(len(ids))]
        ),
        "exhausted": (taken > 0).all(1).sum(0),
    }
    for t, name in enumerate(ids):
        rank = block.seat(f"order_{name}")
        found[f"rank {t}"] = ClusterSums.of_seats((rank > 0)[..., None], rank)
    return found


# ---------------------------------------------------------------- charts
def _by_size(figures: Row) -> list[int]:
    """Codes by the size of the figure, largest first, undefined ones last."""
    values = [float("-inf") if figure.value is None else figure.value for figure in figures]
    return sorted(range(len(figures)), key=lambda t: -values[t])


def _difference_chart(run: Run, found: Technologies) -> DotPlot:
    raw = tuple(item.difference for item in found.compared)
    order = _by_size(found.adjusted if any(figure.defined for figure in found.adjusted) else raw)
    title = extreme(
        found.adjusted,
        found.names,
        "No technology is demonstrably associated with winning",
        "{name} is most strongly associated with {winning}: {text}, adjusted",
        "Several technologies are associated with winning; none stands out",
    )
    return DotPlot(
        "technologies-wins",
        title,
        "Win share of players with minus players without the technology",
        caption(run.games, run.players, "association")
        + " Adjusted for the other technologies, turn order and strategy.",
        (
            Panel(
                "",
                tuple(found.names[t] for t in order),
                (
                    Series("raw", tuple(raw[t] for t in order), filled=False),
                    Series("adjusted", tuple(found.adjusted[t] for t in order)),
                ),
                0.0,
            ),
        ),
        "Percentage points of win share",
        "no difference",
    )


def _round_chart(run: Run, found: Technologies) -> Stacked:
    rates = tuple(item.rate for item in found.compared)
    order = _by_size(rates)
    top = rates[order[0]]
    title = "No technology is taken"
    if top.value:
        title = f"{found.names[order[0]]} is taken most: by {top.text} of players"
    return Stacked(
        "technologies-rounds",
        title,
        "Share of players who take the technology, by round",
        caption(run.games, run.players, "description"),
        tuple(found.names[t] for t in order),
        (*(f"round {r}" for r in range(1, ROUNDS + 1)), "never"),
        tuple(found.by_round[t] for t in order),
        "Share of players",
        ordered=True,
    )


def _pair_chart(run: Run, found: Technologies) -> DotPlot:
    defined = [(couple, figure) for couple, figure in found.pairs.figures.items() if figure.value is not None]
    defined.sort(key=lambda item: -abs(item[1].value or 0.0) / max(item[1].standard_error, 1e-12))
    shown = sorted(defined[:SHOWN_PAIRS], key=lambda item: -(item[1].value or 0.0))
    significant = [
        item for item, yes in zip(defined, is_significant([figure for _, figure in defined]), strict=True) if yes
    ]
    title = "No pair of technologies is demonstrably more than the sum of its parts"
    best = outstanding([figure for _, figure in defined])
    if significant and best is None:
        title = "Several pairs of technologies differ from the sum of their parts; none stands out"
    elif best is not None:
        (t, u), figure = defined[best]
        title = f"{_short(found, t)} with {_short(found, u)}: {figure.text} beyond the sum of the parts"
    return DotPlot(
        "technologies-pairs",
        title,
        f"Win share of having both beyond the sum of the parts: the {SHOWN_PAIRS} clearest of {len(defined)} pairs",
        caption(run.games, run.players, "association")
        + " All pairs in one model; a positive figure means the two go together.",
        (
            Panel(
                "",
                tuple(f"{_short(found, t)} + {_short(found, u)}" for (t, u), _ in shown),
                (Series("beyond the parts", tuple(figure for _, figure in shown)),),
                0.0,
            ),
        ),
        "Percentage points of win share",
        "the sum of the parts",
    )


def _short(found: Technologies, t: int) -> str:
    return found.names[t].split(" (")[0]


# ---------------------------------------------------------------- tables
def _table(run: Run, found: Technologies) -> Table:
    rows = tuple(
        (item.name, item.rate, found.median_round[t], found.order[t], item.having, item.lacking, item.difference,
         found.adjusted[t], found.same_round[t], found.first_wins[t], found.exhausted[t])
        for t, item in enumerate(found.compared)
    )  # fmt: skip
    return Table(
        "technologies",
        "The technologies in numbers",
        f"n = {counted(run.games, 'game')}; association. Taken by: share of players. Order: mean rank among the "
        "player's own technologies. Difference: with minus without. Same round: against takers of another technology "
        "in the same round, of one strategy, place and pair of species. Two-point tile wins: win share of whoever took "
        "it. Taken by all: share of games.",
        ("Technology", "Taken by", "Median round", "Order", "Wins with", "Wins without", "Difference", "Adjusted",
         "Same round", "Two-point tile wins", "Taken by all"),
        rows,
    )  # fmt: skip


def _round_table(run: Run, found: Technologies) -> Table:
    return Table(
        "technologies-rounds",
        "Win share by the round in which a technology is taken",
        f"n = {counted(run.games, 'game')}; association. Those who are ahead take more and earlier.",
        ("Technology", *(f"Round {r}" for r in range(1, ROUNDS + 1))),
        tuple((name, *found.wins_by_round[t]) for t, name in enumerate(found.names)),
    )


def _first_table(run: Run, found: Technologies) -> Table:
    return Table(
        "technologies-first",
        "Who takes the two-point tiles",
        f"n = {counted(run.games, 'game')}; association. Share of the tiles taken, by place in the turn order.",
        ("Technology", *(player(s) for s in range(run.players))),
        tuple((name, *found.first_by_player[t]) for t, name in enumerate(found.names)),
    )


def _pair_table(run: Run, found: Technologies) -> Table:
    figures = found.pairs.figures
    significant = dict(zip(figures, is_significant(list(figures.values())), strict=True))
    return Table(
        "technologies-pairs",
        "Pairs of technologies beyond the sum of their parts",
        f"n = {counted(run.games, 'game')}; association. All pairs in one model. Stands: corrected for all pairs. "
        f"{BY_STRATEGY}",
        ("Technology", "With", "Beyond the parts", "Significant", "By strategy"),
        tuple(
            (*(found.names[t] for t in pair), figure, "yes" if significant[pair] else "no", mark(found.pairs, pair))
            for pair, figure in figures.items()
        ),
    )


def _triple_table(run: Run, found: Technologies) -> Table:
    """The clearest triples; the correction is over all that could be modelled."""
    defined = [(triple, figure) for triple, figure in found.triples.figures.items() if figure.defined]
    significant = is_significant([figure for _, figure in defined])
    listed = sorted(
        zip(defined, significant, strict=True),
        key=lambda item: -abs(item[0][1].value or 0.0) / max(item[0][1].standard_error, 1e-12),
    )[:SHOWN_TRIPLES]
    title = "No triple of technologies is demonstrably more than its parts and pairs"
    if any(significant):
        title = f"{sum(significant)} of {len(significant)} triples of technologies differ from their parts and pairs"
    if not defined:
        title = "Too few games to ask for triples of technologies"
    return Table(
        "technologies-triples",
        title,
        f"n = {counted(run.games, 'game')}; association. Win share of having all three beyond the sum of the parts and "
        f"of the pairs: the {len(listed)} clearest of {len(defined)} triples of which each combination has at least 40 "
        f"seats. Significant: corrected for all of them. {BY_STRATEGY}",
        ("Technology", "With", "And", "Beyond parts and pairs", "Significant", "By strategy"),
        tuple(
            (*(found.names[t] for t in triple), figure, "yes" if yes else "no", mark(found.triples, triple))
            for (triple, figure), yes in listed
        ),
    )


def _answers(found: Technologies, gaps: Table) -> Iterator[Answer]:
    """Where the points of the owners come from, how much the technologies are used, and what was not tested."""
    rates = [item.rate for item in found.compared]
    order = _by_size(tuple(rates))
    if not rates[order[0]].value:
        return
    significant = is_significant(found.adjusted)
    best = max(range(len(rates)), key=lambda t: (significant[t], abs(found.adjusted[t].value or 0.0)))
    if significant[best]:
        rows = [row for row in gaps.rows if row[0] not in (*STEPS, WHOLE)]
        parts = [cell for row in rows if isinstance(cell := row[1 + best], Estimate)]
        whole = gaps.rows[-1][1 + best]
        if isinstance(whole, Estimate) and len(parts) == len(rows):
            text = main_part([str(row[0]) for row in rows], parts, whole)
            more = "more" if (whole.value or 0.0) > 0 else "less"
            text = f"Owners of {_short(found, best)} score {more}: {text}"
            about = f"technologies.{found.ids[best]}"
            yield Answer("technologies", "Where the points come from", text, "association", about)
    yield Answer(
        "technologies",
        "Caused or associated",
        "Associated: no game of this run forced or forbade a technology, so whether owning one makes players win was "
        "not tested",
    )
    least, most = order[-1], order[0]
    use = f"{rates[least].text} ({_short(found, least)}) to {rates[most].text} ({_short(found, most)})"
    yield Answer("technologies", "How often", f"Share of the players who take one: {use}", "description")


def _findings(run: Run, found: Technologies) -> list[Finding]:
    def sentence(name: str, more: bool) -> str:
        return f"Players who take {name} win {'more' if more else 'less'} often than those who do not"

    names = [name.split(" (")[0] for name in found.names]
    sets = [set_findings(run, which, found.ids, names) for which in (found.pairs, found.triples)]
    single = share_findings(run, "technologies", found.ids, found.compared, sentence, found.adjusted)
    return [*single, *sets[0], *sets[1]]
