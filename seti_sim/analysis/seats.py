"""Seat order: what it is worth to play first, second, third or fourth.

The starting player is drawn at random, so the place in the turn order is a randomised factor and its differences are
*effects*, whatever the strategies do. Scores are compared with the starting points taken off.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from seti_sim.analysis.clusters import ClusterSums
from seti_sim.analysis.content import DotPlot, Finding, Item, Note, Panel, Section, Series, Stacked, Table
from seti_sim.analysis.estimate import (
    POINTS,
    POINTS_DIFFERENCE,
    POINTS_OR_LOSS,
    Estimate,
    Label,
    Unit,
    largest,
    ranked,
)
from seti_sim.analysis.families import SMALLEST_SHARE, is_significant, robustness
from seti_sim.analysis.handicap import MIN_GAMES, fair_handicap
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import ORDINALS, counted, equal_share, player
from seti_sim.analysis.seat_answers import seat_answers
from seti_sim.analysis.seats_by_strategy import margins, seat_tables
from seti_sim.analysis.shares import WIN_UNITS, group_share, share, share_above, share_against_average, win_units
from seti_sim.analysis.significance import LEVEL, Test, equal_means, equal_win_shares, games_to_settle
from seti_sim.analysis.why import seat_gaps

COLUMNS = ("order", "seat", "strategy", "winners", "score", "place", "points_start")
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class SeatOrder:
    """The figures of the section, each by place in the turn order."""

    label: Label
    wins: Row
    advantage: Row
    net_score: Row
    score_advantage: Row
    margin: Row
    place: Row
    places: tuple[Row, ...]
    start: Row
    handicap: Row
    wins_by_strategy: tuple[tuple[str, Row, float], ...]
    advantage_by_strategy: tuple[tuple[str, Row], ...]
    test: Test | None
    score_test: Test | None


def seats(run: Run) -> Section:
    """The section on seat order."""
    found = seat_order(run)
    rows = tuple(player(s) for s in range(run.players))
    items: list[Item] = []
    if found.label == "association":
        items.append(Note("Turn order and strategy go together in this run: what follows cannot separate them."))
    items += [_win_chart(run, found, rows), _score_chart(run, found, rows), _place_chart(run, found, rows)]
    items += [_table(run, found, rows), *seat_tables(run, found.label), seat_gaps(run, found.label)]
    if not found.handicap[-1].defined:
        items.append(
            Note(f"No fair handicap: it needs {MIN_GAMES} games in which every place of the turn order can win.")
        )
    answers = seat_answers(run, found.label, found.wins, found.handicap, found.test)
    return Section("seats", "Seat order", tuple(items), tuple(_findings(run, found)), answers)


# ---------------------------------------------------------------- figures
def seat_order(run: Run) -> SeatOrder:
    """All figures of the section, from one pass over the games."""
    players = run.players
    total = run.fold(lambda block: _sums(block, players, len(run.strategies)), COLUMNS)
    one_order_a_chair = int((total["chairs"] > 0).sum(1).max()) == 1
    label: Label = "association" if one_order_a_chair and not run.mirrored and run.games > 1 else "effect"
    wins: ClusterSums = total["wins"]
    test = equal_win_shares(wins.y, total["winners"], WIN_UNITS) if run.mirrored else equal_means(wins)
    return SeatOrder(
        label=label,
        wins=tuple(group_share(wins, s, f"wins of the {player(s).lower()}", label=label) for s in range(players)),
        advantage=tuple(
            # every game has every place once, so their mean is an equal share without error
            share_above(wins, s, 1 / players, f"wins of the {player(s).lower()}, minus mean", label=label)
            for s in range(players)
        ),
        net_score=_means(total["net"], POINTS_OR_LOSS, "score without starting points", label),
        score_advantage=_score_advantage(total["net"], label),
        margin=_means(total["margin"], POINTS_DIFFERENCE, "lead over the best other player", label),
        place=_means(total["place"], ranked(players), "final place", label),
        places=tuple(
            tuple(share(int(n), run.games, f"games of the {player(s).lower()}", label) for n in total["places"][s, 1:])
            for s in range(players)
        ),
        start=tuple(Estimate.exact(float(mean), POINTS, "starting points", run.games) for mean in total["start"].means),
        handicap=fair_handicap(run),
        wins_by_strategy=_wins_by_strategy(run, total["by strategy"], label),
        advantage_by_strategy=_advantage_by_strategy(run, total["by strategy"], label),
        test=test,
        score_test=equal_means(total["net"]),
    )


def _sums(block: Block, players: int, codes: int) -> dict[str, Any]:
    order = block.indicator("order", players)
    units = win_units(block.seat("winners"))
    score, start = block.seat("score"), block.seat("points_start")
    plays = block.indicator("strategy", codes)
    by_strategy = (plays[..., :, None] * order[..., None, :]).reshape(block.games, players, codes * players)
    return {
        "wins": ClusterSums.of_seats(order, units),
        "winners": np.bincount(block.seat("winners").max(1), minlength=players + 1),
        "net": ClusterSums.of_seats(order, score - start),
        "margin": ClusterSums.of_seats(order, margins(score)),
        "place": ClusterSums.of_seats(order, block.seat("place")),
        "start": ClusterSums.of_seats(order, start),
        "places": block.cross("order", players, "place", players + 1),
        "chairs": block.cross("seat", players, "order", players),
        "by strategy": ClusterSums.of_seats(by_strategy, units),
    }


def _means(sums: ClusterSums, unit: Unit, what: str, label: Label) -> Row:
    return tuple(sums.mean(s, unit, f"{what} of the {player(s).lower()}", label=label) for s in range(len(sums.m)))


def _score_advantage(sums: ClusterSums, label: Label) -> Row:
    k = len(sums.m)
    of = [f"score of the {player(s).lower()} without starting points, minus mean" for s in range(k)]
    return tuple(sums.against_average(s, range(k), POINTS_DIFFERENCE, of[s], label=label) for s in range(k))


def _wins_by_strategy(run: Run, sums: ClusterSums, label: Label) -> tuple[tuple[str, Row, float], ...]:
    """Win share of each strategy at each place, and its win share over all places."""
    found = []
    for code, name in enumerate(run.strategies):
        groups = range(code * run.players, (code + 1) * run.players)
        row = tuple(
            group_share(sums, g, f"wins of {name} as {player(s).lower()}", label=label) for s, g in enumerate(groups)
        )
        members = sums.m[list(groups)].sum()
        found.append((name, row, float(sums.y[list(groups)].sum() / members / WIN_UNITS) if members else 0.0))
    return tuple(found)


def _advantage_by_strategy(run: Run, sums: ClusterSums, label: Label) -> tuple[tuple[str, Row], ...]:
    found = []
    for code, name in enumerate(run.strategies):
        groups = range(code * run.players, (code + 1) * run.players)
        row = [
            share_against_average(sums, g, groups, f"{name} as {player(s).lower()}, minus mean", label=label)
            for s, g in enumerate(groups)
        ]
        found.append((name, tuple(row)))
    return tuple(found)


# ---------------------------------------------------------------- what is shown
def _caption(run: Run, found: SeatOrder, test: Test | None) -> str:
    tested = f" Test of equality: {test.text}." if test is not None else ""
    return f"n = {counted(run.games, 'game')} of {run.players} players; {found.label}; bars are 95 % intervals.{tested}"


def _win_chart(run: Run, found: SeatOrder, rows: tuple[str, ...]) -> DotPlot:
    panels = [Panel("All strategies" if len(run.strategies) > 1 else run.strategies[0], rows,
                    (Series("win share", found.wins),), 1 / run.players)]  # fmt: skip
    if len(run.strategies) > 1:
        panels += [Panel(name, rows, (Series("win share", row),), mean) for name, row, mean in found.wins_by_strategy]
    return DotPlot(
        "seats-wins",
        _win_title(run, found),
        "Share of games won by place in the turn order, ties split",
        _caption(run, found, found.test),
        tuple(panels),
        "Share of games won",
        f"an equal share, {equal_share(run.players)}"
        if len(panels) == 1
        else "an equal share, or the strategy's own mean",
    )


def _win_title(run: Run, found: SeatOrder) -> str:
    best = largest(list(found.wins), lambda figure: figure.value or 0.0)
    if best is None or found.test is None:
        return "Too few games to compare the places in the turn order"
    if found.test.p_value > LEVEL:
        widest = max(figure.half_width for figure in found.wins)
        return f"No seat wins demonstrably more than its share (within {100 * widest:.2g} percentage points)"
    seat = found.wins.index(best)
    return f"The {player(seat).lower()} wins most: {best.text} instead of {equal_share(run.players)}"


def _score_chart(run: Run, found: SeatOrder, rows: tuple[str, ...]) -> DotPlot:
    best = largest(list(found.score_advantage), lambda figure: figure.value or 0.0)
    if best is None or found.score_test is None:
        title = "Too few games to compare scores by turn order"
    elif found.score_test.p_value > LEVEL:
        title = "Without the starting points no seat demonstrably scores more than the others"
    else:
        seat = found.score_advantage.index(best)
        title = f"Without the starting points the {player(seat).lower()} scores most ({best.text} against the mean)"
    return DotPlot(
        "seats-scores",
        title,
        "Mean final score without starting points, difference from the mean of all places",
        _caption(run, found, found.score_test),
        (Panel("", rows, (Series("score", found.score_advantage),), 0.0),),
        "Points above or below the mean",
        "the mean of all places",
    )


def _place_chart(run: Run, found: SeatOrder, rows: tuple[str, ...]) -> Stacked:
    ahead = largest([row[0] for row in found.places], lambda figure: figure.value or 0.0)
    behind = largest([row[-1] for row in found.places], lambda figure: figure.value or 0.0)
    if ahead is None or behind is None or found.test is None:
        title = "Too few games to compare final places"
    elif found.test.p_value > LEVEL:
        title = "No place in the turn order demonstrably finishes ahead"
    else:
        best = [row[0] for row in found.places].index(ahead)
        worst = [row[-1] for row in found.places].index(behind)
        first, last = player(best).lower(), player(worst).lower()
        title = f"The {first} is most often first ({ahead.text}), the {last} last ({behind.text})"
    return Stacked(
        "seats-places",
        title,
        "Final places by place in the turn order; players with equal scores share the better place",
        _caption(run, found, None),
        rows,
        tuple(f"place {p + 1}" for p in range(run.players)),
        found.places,
        "Share of games",
        ordered=True,
    )


def _table(run: Run, found: SeatOrder, rows: tuple[str, ...]) -> Table:
    return Table(
        "seats",
        "Seat order in numbers",
        f"n = {counted(run.games, 'game')}. Against mean: difference from an equal share. Net score: without "
        "starting points. Margin: score minus the best other player's. Handicap: points to give on top of the "
        "starting points so that all win equally often, if nobody played differently for it.",
        ("Player", "Win share", "Against mean", "Net score", "Margin", "Mean place", "Starting points", "Handicap"),
        tuple(
            (name, found.wins[s], found.advantage[s], found.net_score[s], found.margin[s], found.place[s],
             found.start[s], found.handicap[s])
            for s, name in enumerate(rows)
        ),
    )  # fmt: skip


def _findings(run: Run, found: SeatOrder) -> list[Finding]:
    """A finding for each place in the turn order: how far it is from an equal share."""
    if found.test is None:
        return []
    findings = []
    differ = found.test.p_value <= LEVEL
    for seat, (figure, alone) in enumerate(zip(found.advantage, is_significant(found.advantage), strict=True)):
        if figure.value is None:
            continue
        who = player(seat).lower()
        more = "more" if figure.value > 0 else "less"
        significant = differ and alone
        sentence = f"The {who} wins {more} often than an equal share of {equal_share(run.players)}"
        answers = tuple((name, row[seat]) for name, row in found.advantage_by_strategy)
        findings.append(
            Finding(
                f"seats.{ORDINALS[seat]}",
                sentence if significant else f"No place in the turn order demonstrably wins more (farthest off: {who})",
                figure,
                abs(figure.value) * run.players,
                significant,
                robustness(answers),
                answers,
                0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
                "1 percentage point in a seat's win share",
                name=player(seat),
            )
        )
    return findings
