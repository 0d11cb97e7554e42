"""The shape of a game: who leads when, how often the lead changes, comebacks, turns and empty rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.comparisons import seat_rate
from seti_sim.analysis.content import Answer, DotPlot, Finding, Item, Lines, Panel, Section, Series, Stacked, Table
from seti_sim.analysis.decided import decided_items
from seti_sim.analysis.estimate import COUNT, POINTS, Estimate
from seti_sim.analysis.families import robustness
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import caption, counted, equal_share
from seti_sim.analysis.shares import WIN_UNITS, group_share, share, share_above, share_contrast, win_units
from seti_sim.analysis.turns import turn_items

ROUNDS: Final = 5
MIDDLE: Final = 2
"""The round, counted from 0, of whose leader the headline speaks."""
MAX_CHANGES: Final = 5
LEADER_UNITS: Final = WIN_UNITS**2
"""Units of a whole win where a tie for the lead meets a tie for the win: 144."""
GAPS: Final = ((0, 0), (1, 4), (5, 9), (10, 19), (20, 10_000))
GAP_NAMES: Final = ("tied", "1 to 4", "5 to 9", "10 to 19", "20 or more")
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class Flow:
    """``after`` figures are by round 1 to 5."""

    leader_wins: Row
    last_wins: Row
    by_gap: tuple[Row, ...]  # win share of the leader after a round, by lead over the second
    lead: Row  # mean lead of the leader over the second
    changes: Row  # share of games with 0, 1, … changes of the lead from round 1 to the end of round 5
    changes_mean: Estimate
    final_change: Estimate  # share of games in which final scoring changes the lead
    wire_to_wire: Estimate  # share of games won by the leader of every round
    turns: Row  # main actions of a player in the round, passing included
    dead: Row  # share of seats that only pass in the round
    length: Estimate
    decisions: Estimate
    margin: Estimate
    ties: Estimate
    leader_above: Estimate  # win share of the leader after the middle round, minus an equal share
    leader_by_strategy: tuple[tuple[str, Estimate], ...]  # the same for a strategy, minus its own win share


def flow(run: Run) -> Section:
    """The section on the course of a game."""
    found = flow_figures(run)
    items: tuple[Item, ...] = (
        _leader_chart(run, found),
        _gap_chart(run, found),
        _change_chart(run, found),
        _table(run, found),
        *decided_items(run),
        _length_table(run, found),
        *turn_items(run),
    )
    return Section("flow", "Shape of a game", items, tuple(_findings(run, found)), tuple(_answers(found)))


# ---------------------------------------------------------------- figures
def flow_figures(run: Run) -> Flow:
    """All figures of the section, from one pass over the games."""
    actions = run.names("actions")
    columns = ["winners", "score", "strategy", *(f"score_r{r}" for r in range(1, ROUNDS + 1))]
    columns += [f"{action}_r{r}" for action in actions for r in range(1, ROUNDS + 1)]
    total = run.fold(
        lambda block: _sums(block, actions, len(run.strategies)), columns, ["turns", "decisions", "margin", "winners"]
    )
    rounds = range(ROUNDS)
    leads = total["changes"]
    return Flow(
        leader_wins=tuple(
            group_share(total["leader"], r, f"wins of the leader after round {r + 1}", whole=LEADER_UNITS)
            for r in rounds
        ),
        last_wins=tuple(group_share(total["last"], r, f"wins of the last after round {r + 1}") for r in rounds),
        by_gap=tuple(
            tuple(
                group_share(
                    total["gap"], r * len(GAPS) + b, f"leaders after round {r + 1}, {GAP_NAMES[b]}", whole=LEADER_UNITS
                )
                for b in range(len(GAPS))
            )
            for r in rounds
        ),
        lead=tuple(total["lead"].mean(r, POINTS, f"lead after round {r + 1}") for r in rounds),
        changes=tuple(share(int(n), run.games, "games") for n in leads),
        changes_mean=total["changes sum"].mean(0, COUNT, "changes of the lead in a game"),
        final_change=share(int(total["final change"]), run.games, "games"),
        wire_to_wire=share(int(total["wire"]), run.games, "games"),
        turns=tuple(total["turns"].mean(r, COUNT, f"main actions in round {r + 1}") for r in rounds),
        dead=tuple(seat_rate(total["dead"], r, run.players, f"seats in round {r + 1}") for r in rounds),
        length=total["length"].mean(0, COUNT, "turns of a game"),
        decisions=total["length"].mean(1, COUNT, "decisions of a game"),
        margin=total["length"].mean(2, POINTS, "lead of the winner"),
        ties=share(int(total["ties"]), run.games, "games"),
        leader_above=share_above(
            total["leader"], MIDDLE, 1 / run.players, "wins of the leader", whole=LEADER_UNITS, label="description"
        ),
        leader_by_strategy=_leader_by_strategy(run, total["leader by strategy"]),
    )


def _leader_by_strategy(run: Run, sums: ClusterSums) -> tuple[tuple[str, Estimate], ...]:
    """Wins of the leaders after the middle round of each strategy, minus the win share of all its players."""
    k = len(run.strategies)
    if k == 1:
        return ()
    of = f"wins of those who lead after round {MIDDLE + 1}, minus its win share"
    return tuple(
        (name, share_contrast(sums, np.eye(2 * k)[code] - np.eye(2 * k)[k + code], f"{name}: {of}"))
        for code, name in enumerate(run.strategies)
    )


def _sums(block: Block, actions: tuple[str, ...], strategies: int) -> dict[str, Any]:
    track = block.seats([f"score_r{r}" for r in range(1, ROUNDS + 1)])  # (games, players, rounds)
    final, units = block.seat("score"), win_units(block.seat("winners"))
    best = track.max(1, keepdims=True)
    leads = track == best
    ranked = np.sort(track, axis=1)
    gap = ranked[:, -1] - ranked[:, -2]
    changes = lead_changes(np.concatenate([track, final[..., None]], axis=2))
    taken = sum(block.seats([f"{action}_r{r}" for r in range(1, ROUNDS + 1)]) for action in actions)
    passed = block.seats([f"pass_r{r}" for r in range(1, ROUNDS + 1)])
    within = [(gap >= low) & (gap <= high) for low, high in GAPS]
    leader_units = _shared(leads, units)
    counts = changes[:, :-1].sum(1)
    plays = block.indicator("strategy", strategies)
    return {
        "leader": ClusterSums.of(np.ones_like(leader_units), leader_units),
        "leader by strategy": ClusterSums.of_seats(
            np.concatenate([leads[..., MIDDLE, None] * plays, plays], axis=-1), units
        ),
        "last": _last(track, units),
        "gap": ClusterSums.of(
            np.stack(within, axis=-1).reshape(block.games, -1),
            np.stack([w * leader_units for w in within], axis=-1).reshape(block.games, -1),
        ),
        "lead": ClusterSums.of(np.ones_like(gap), gap),
        "changes": np.bincount(np.minimum(counts, MAX_CHANGES), minlength=MAX_CHANGES + 1),
        "changes sum": ClusterSums.of(np.ones((block.games, 1)), counts[:, None]),
        "final change": changes[:, -1].sum(),
        "wire": (leads.all(2) & (units > 0)).any(1).sum(),
        "turns": ClusterSums.of(np.full_like(gap, block.players), np.asarray(taken).sum(1)),
        "dead": ClusterSums.of_seats(np.asarray(taken) == passed, units),
        "length": ClusterSums.of(
            np.ones((block.games, 3)), np.stack([block.game(n) for n in ("turns", "decisions", "margin")], axis=1)
        ),
        "ties": (block.game("winners") > 1).sum(),
    }


def _shared(chosen: Array, units: Array) -> Array:
    """Win share of the chosen seats of each game and round, shared evenly among them, in whole 144ths."""
    wins = (chosen * units[..., None]).sum(1)
    return np.asarray(wins * (LEADER_UNITS // WIN_UNITS) // chosen.sum(1))


def _last(track: Array, units: Array) -> ClusterSums:
    """Seats that are alone in the last place after each round."""
    low = track == track.min(1, keepdims=True)
    alone = low & (low.sum(1, keepdims=True) == 1)
    return ClusterSums.of_seats(alone, units)


def lead_changes(track: Array) -> Array:
    """0/1 whether the lead changes from each step to the next, shape (games, steps - 1).

    The lead changes when nobody of those who hold it leads any more; it is not lost by sharing it.

    Args:
        track: scores, shape (games, players, steps).
    """
    leads = track == track.max(1, keepdims=True)
    holders = leads[..., 0]
    changes = []
    for step in range(1, track.shape[2]):
        kept = holders & leads[..., step]
        lost = ~kept.any(1)
        holders = np.where(lost[:, None], leads[..., step], kept)
        changes.append(lost)
    return np.stack(changes, axis=1).astype(np.int64)


# ---------------------------------------------------------------- what is shown
def _rounds() -> tuple[str, ...]:
    return tuple(f"after round {r}" for r in range(1, ROUNDS + 1))


def _leader_chart(run: Run, found: Flow) -> Lines:
    half, end = found.leader_wins[MIDDLE], found.leader_wins[-1]
    return Lines(
        "flow-leaders",
        f"The leader after round 3 wins {half.text} of the games, the leader after round 5 {end.text}",
        "Share of games won by the leader and by the last player after each round; ties are shared",
        caption(run.games, run.players, "description") + " After round 5 final scoring is still to come.",
        tuple(f"round {r}" for r in range(1, ROUNDS + 1)),
        (Series("leader", found.leader_wins), Series("last player", found.last_wins, filled=False)),
        "Share of games won",
        1 / run.players,
        f"an equal share, {equal_share(run.players)}",
    )


def _gap_chart(run: Run, found: Flow) -> DotPlot:
    shown = (1, 2, 3)
    clear = found.by_gap[2][-1]
    title = "Leads and what they are worth"
    if clear.defined:
        title = f"A lead of 20 or more after round 3 wins {clear.text} of the games"
    return DotPlot(
        "flow-leads",
        title,
        "Share of games won by the leader after a round, by the lead over the second player in points",
        caption(run.games, run.players, "description") + " The rest of the games are comebacks.",
        tuple(
            Panel(f"After round {r + 1}", GAP_NAMES, (Series("leader wins", found.by_gap[r]),), 1 / run.players)
            for r in shown
        ),
        "Share of games won",
        f"an equal share, {equal_share(run.players)}",
    )


def _change_chart(run: Run, found: Flow) -> Stacked:
    names = ("none", *(str(n) for n in range(1, MAX_CHANGES)), f"{MAX_CHANGES} or more")
    kept = MAX_CHANGES + 1 if (found.changes[-1].value or 0.0) > 0 else MAX_CHANGES
    return Stacked(
        "flow-changes",
        f"The lead changes {found.changes_mean.text} times a game; in {found.changes[0].text} of the games never",
        "Games by number of changes of the lead between the ends of rounds 1 to 5",
        caption(run.games, run.players, "description"),
        ("All games",),
        names[:kept],
        (found.changes[:kept],),
        "Share of games",
        ordered=True,
    )


def _table(run: Run, found: Flow) -> Table:
    return Table(
        "flow-rounds",
        "The game by round",
        f"n = {counted(run.games, 'game')}. Lead: of the first over the second player. Empty: share of players whose "
        "only main action in the round is to pass.",
        ("After", "Leader wins", "Last player wins", "Mean lead", "Main actions of a player", "Empty rounds"),
        tuple(
            (name, found.leader_wins[r], found.last_wins[r], found.lead[r], found.turns[r], found.dead[r])
            for r, name in enumerate(_rounds())
        ),
    )


def _length_table(run: Run, found: Flow) -> Table:
    rows = (
        ("Turns of a game", found.length),
        ("Decisions of a game", found.decisions),
        ("Changes of the lead, round 1 to 5", found.changes_mean),
        ("Games without a change of the lead", found.changes[0]),
        ("Games in which final scoring changes the lead", found.final_change),
        ("Games won by the leader of every round", found.wire_to_wire),
        ("Lead of the winner in points", found.margin),
        ("Games with several winners", found.ties),
    )
    return Table(
        "flow-games",
        "The game as a whole",
        f"n = {counted(run.games, 'game')}; description.",
        ("What", "Figure", "95 % interval"),
        tuple((name, figure, figure.interval_text) for name, figure in rows),
    )


def _answers(found: Flow) -> Iterator[Answer]:
    """How late a game is decided and how long it is, for the first page."""
    if not found.final_change.defined:
        return
    yield Answer(
        "flow",
        "Late decisions",
        f"Final scoring changes who leads in {found.final_change.text} of the games "
        f"({found.final_change.interval_text}); the leader after round 3 wins {found.leader_wins[MIDDLE].text}, "
        f"after round 5 {found.leader_wins[-1].text}",
        "description",
    )
    yield Answer(
        "flow",
        "Length",
        f"{found.length.text} turns a game; the winner leads by {found.margin.text} points in the end, "
        f"{found.ties.text} of the games are shared",
        "description",
    )


def _findings(run: Run, found: Flow) -> list[Finding]:
    above = found.leader_above
    if above.value is None:
        return []
    return [
        Finding(
            "flow.leader",
            f"The leader after round 3 of 5 wins more often than an equal share of {equal_share(run.players)}",
            above,
            abs(above.value or 0.0) * 0.25,  # how a game runs, not what unbalances it
            above.excludes(0.0),
            robustness(found.leader_by_strategy),
            found.leader_by_strategy,
        )
    ]
