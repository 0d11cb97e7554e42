"""Strategies: who wins, who beats whom, and how each one plays.

With random seating every game draws the order of the strategies, so differences between strategies are *effects* of
playing that way against these opponents. With fixed seats and more than two players neighbours are part of the
difference, and the section says so in place of figures.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from scipy import stats

from seti_sim.analysis.clusters import Array, ClusterSums, Floats
from seti_sim.analysis.content import (
    OPPONENT,
    Cell,
    DotPlot,
    Finding,
    HeatMap,
    Item,
    Note,
    Panel,
    Section,
    Series,
    Table,
)
from seti_sim.analysis.estimate import COUNT, POINTS, RATING, Estimate, Unit, largest
from seti_sim.analysis.families import SMALLEST_SHARE, is_significant, robustness
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import caption, counted, equal_share, listed
from seti_sim.analysis.profile import Words, profile, profile_items, profile_sums
from seti_sim.analysis.ratings import ELO, strengths
from seti_sim.analysis.shares import group_share, share_above, share_against_average, win_units
from seti_sim.analysis.significance import games_to_settle

ROUNDS: Final = range(1, 6)
FOLDS: Final = 10
"""Parts of the games that the jackknife leaves out in turn: by the last digit of the number of the game."""
CONFOUNDED: Final = (
    "Seats were fixed in this run ({strategies}): each strategy always sat between the same neighbours, so what it "
    "wins cannot be separated from what they do, and no figure is given. Play with --seating random, the default."
)
HALVES: Final = 2
"""Units of a duel won; a tied one counts one to each."""
PROFILE: Final = {
    "spent_credits": "Credits spent",
    "spent_energy": "Energy spent",
    "spent_publicity": "Publicity spent",
    "cards_played": "Cards played",
    "cards_tucked": "Cards tucked",
    "missions": "Missions completed",
    "signals": "Signals marked",
    "steps": "Steps of probes",
    "n_tech": "Technologies",
}


def strategies(run: Run) -> Section:
    """The section on strategies."""
    names = run.strategies
    total = run.fold(lambda block: _sums(block, run), _columns(run))
    items: list[Item] = []
    findings: list[Finding] = []
    if len(names) == 1:
        items.append(Note(f"One strategy plays at every seat ({names[0]}): nothing can be said about who beats whom."))
    elif run.manifest.confounded:
        items.append(Note(CONFOUNDED.format(strategies=listed(list(run.manifest.by_seat)))))
    else:
        wins: ClusterSums = total["wins"]
        k = range(len(names))
        shares = tuple(group_share(wins, i, f"seats of {names[i]}", label="effect") for i in k)
        against = tuple(share_against_average(wins, i, k, f"win share of {names[i]}, minus mean") for i in k)
        items += [_win_chart(run, names, shares, any(is_significant(against))), _duel_chart(run, names, total["duels"])]
        items.append(_strength_table(run, names, total["duels by order"]))
        findings = _findings(run, names, against, total["duels"])
    items.append(_profile(run, names, total))
    items += profile_items(profile(total, names, _words(run)), f"n = {counted(run.games, 'game')}; effect")
    return Section("strategies", "Strategies", tuple(items), tuple(findings))


def _columns(run: Run) -> list[str]:
    return list(dict.fromkeys(["game", "order", "winners", *PROFILE, *_words(run).columns]))


def _words(run: Run) -> Words:
    return Words(run.names("actions"), run.names("sources"), run.names("techs"))


def _sums(block: Block, run: Run) -> dict[str, Any]:
    codes = len(run.strategies)
    plays = block.indicator("strategy", codes)
    found: dict[str, Any] = {
        "wins": ClusterSums.of_seats(plays, win_units(block.seat("winners"))),
        "duels": _duels(plays.astype(np.int64), block.seat("score")),
        "duels by order": _duels_by_order(block, plays.astype(np.int64)),
    }
    for column in ("score", *PROFILE):
        found[column] = ClusterSums.of_seats(plays, block.seat(column))
    for action in run.names("actions"):
        taken = block.seats([f"{action}_r{r}" for r in ROUNDS]).sum(2)
        found[f"action {action}"] = ClusterSums.of_seats(plays, taken)
    return found | profile_sums(block, codes, _words(run))


def _duels(plays: Array, score: Array) -> ClusterSums:
    """Every pair of seats is a duel: groups i * k + j count duels of strategy i with j, totals the halves i won."""
    ahead = np.sign(score[:, :, None] - score[:, None, :]) + 1  # 0, 1, 2 halves for the first seat
    other = 1 - np.eye(score.shape[1], dtype=np.int64)
    k = plays.shape[2]
    members = np.einsum("gai,ab,gbj->gij", plays, other, plays, optimize=True)
    halves = np.einsum("gai,gab,gbj->gij", plays, ahead * other, plays, optimize=True)
    return ClusterSums.of(members.reshape(-1, k * k), halves.reshape(-1, k * k))


def _duels_by_order(block: Block, plays: Array) -> Array:
    """Halves won and lost by i against j with i earlier in the turn order, by tenth of the games, (10, 2, k, k)."""
    score, order = block.seat("score"), block.seat("order")
    earlier = (order[:, :, None] < order[:, None, :]).astype(np.int64)
    ahead = (np.sign(score[:, :, None] - score[:, None, :]) + 1) * earlier
    tenth = block.seat("game")[:, 0] % FOLDS
    found = []
    for fold in range(FOLDS):
        mine, at = plays[tenth == fold], tenth == fold
        won = np.einsum("gai,gab,gbj->ij", mine, ahead[at], mine, optimize=True)
        met = np.einsum("gai,gab,gbj->ij", mine, earlier[at], mine, optimize=True)
        found.append(np.stack([won, HALVES * met - won]))
    return np.stack(found)


def _strength_table(run: Run, names: Sequence[str], duels: Array) -> Table:
    """Elo strengths against the mean of the strategies, the turn order taken out."""
    rows: list[tuple[Cell, ...]] = []
    of = [*(f"strength of {name} against the mean" for name in names), "going first"]
    for title, figure in zip((*names, "Earlier in the turn order"), ratings(duels, of, run.games), strict=True):
        rows.append((title, figure))
    return Table(
        "strategies-strengths",
        "Strength in Elo points",
        f"n = {counted(run.games, 'game')}; effect. Who finishes ahead of whom, with a term for being earlier in the "
        "turn order; strategies against their mean. 400 points are odds of ten to one.",
        ("Strategy", "Elo points"),
        tuple(rows),
    )


def ratings(duels: Array, of: Sequence[str], games: int) -> tuple[Estimate, ...]:
    """Strengths against their mean and the term for going first; intervals from a jackknife over tenths of the games.

    Args:
        duels: halves won and lost by tenth of the games, shape (10, 2, k, k).
        of: names of the k + 1 figures.
        games: number of games.
    """
    whole = _centred(duels.sum(0))
    parts = [_centred(duels.sum(0) - part) for part in duels]
    if whole is None or any(part is None for part in parts):
        return tuple(Estimate.undefined(RATING, name, "effect", games) for name in of)
    spread = np.array([part - whole for part in parts if part is not None])
    spread -= spread.mean(0)
    errors = np.sqrt((FOLDS - 1) / FOLDS * (spread**2).sum(0))
    reach = float(stats.t.ppf(0.975, FOLDS - 1))
    return tuple(
        Estimate(v, v - reach * e, v + reach * e, games, RATING, name, "effect", "jackknife")
        for v, e, name in zip(map(float, whole), map(float, errors), of, strict=True)
    )


def _centred(duels: Array) -> Floats | None:
    fitted = strengths(duels[0] / HALVES, duels[1] / HALVES)
    if fitted is None:
        return None
    values = fitted[0] * ELO
    values[:-1] -= values[:-1].mean()
    return values


def _win_chart(run: Run, names: tuple[str, ...], shares: tuple[Estimate, ...], differ: bool) -> DotPlot:
    order = sorted(range(len(names)), key=lambda i: -(shares[i].value or 0.0))
    title = "No strategy demonstrably wins more often than the others"
    if differ:
        title = f"{names[order[0]]} wins most: {shares[order[0]].text} a seat"
    return DotPlot(
        "strategies-wins",
        title,
        "Share of games won by a seat with the strategy, ties split",
        caption(run.games, run.players, "effect") + f" Line-up: {listed(list(run.manifest.by_seat))}.",
        (
            Panel(
                "",
                tuple(names[i] for i in order),
                (Series("win share", tuple(shares[i] for i in order)),),
                1 / run.players,
            ),
        ),
        "Share of games won",
        f"an equal share, {equal_share(run.players)}",
    )


def _duel_chart(run: Run, names: tuple[str, ...], duels: ClusterSums) -> HeatMap:
    k = len(names)
    cells: list[tuple[Estimate | None, ...]] = []
    for i in range(k):
        row = [
            None
            if i == j
            else group_share(duels, i * k + j, f"duels of {names[i]} with {names[j]}", whole=HALVES, label="effect")
            for j in range(k)
        ]
        cells.append(tuple(row))
    defined = [cell for row in cells for cell in row if cell is not None]
    best = largest(defined, lambda figure: figure.value or 0.0)
    title = "Who finishes ahead of whom"
    if best is not None:
        i, j = next((i, j) for i, row in enumerate(cells) for j, cell in enumerate(row) if cell is best)
        title = f"{names[i]} finishes ahead of {names[j]} in {best.text} of their meetings"
    return HeatMap(
        "strategies-duels",
        title,
        "Share of meetings in which the strategy of the row has more points than that of the column; ties count half",
        caption(run.games, run.players, "effect").replace(
            "bars are 95 % intervals", "\N{PLUS-MINUS SIGN} is half a 95 % interval"
        ),
        names,
        names,
        tuple(cells),
        ("ahead",),
        0.5,
    )


def _profile(run: Run, names: Sequence[str], total: dict[str, ClusterSums]) -> Table:
    def row(title: str, key: str, unit: Unit) -> tuple[Cell, ...]:
        return (title, *(total[key].mean(i, unit, f"{title}, {name}") for i, name in enumerate(names)))

    rows = [row("Final score", "score", POINTS)]
    rows += [
        row(f"Main action: {action.replace('_', ' ')}", f"action {action}", COUNT) for action in run.names("actions")
    ]
    rows += [row(title, column, COUNT) for column, title in PROFILE.items()]
    return Table(
        "strategies-profile",
        "How each strategy plays",
        f"n = {counted(run.games, 'game')}; effect. Means of a seat over the whole game.",
        ("What", *names),
        tuple(rows),
    )


def _meetings(names: tuple[str, ...], i: int, duels: ClusterSums) -> tuple[tuple[str, Estimate], ...]:
    """How much more than half of its meetings with each other strategy a strategy finishes ahead in."""
    k = len(names)
    return tuple(
        (
            f"{OPPONENT}{names[j]}",
            share_above(duels, i * k + j, 0.5, f"meetings of {names[i]} with {names[j]}, minus half", whole=HALVES),
        )
        for j in range(k)
        if j != i
    )


def _findings(run: Run, names: tuple[str, ...], against: tuple[Estimate, ...], duels: ClusterSums) -> list[Finding]:
    """A finding for each strategy: how far its win share is from the mean, and against each opponent."""
    meetings = [_meetings(names, i, duels) for i in range(len(names))]
    return [
        Finding(
            f"strategies.{name}",
            f"{name} wins {'more' if figure.value > 0 else 'less'} often than the mean of the strategies in this run",
            figure,
            abs(figure.value) * run.players * 0.5,  # the strategies are a means here, not the question
            significant,
            robustness(met),
            met,
            0 if significant else games_to_settle(figure, SMALLEST_SHARE, run.games),
            "1 percentage point of win share",
        )
        for name, figure, significant, met in zip(names, against, is_significant(against), meetings, strict=True)
        if figure.value is not None
    ]
