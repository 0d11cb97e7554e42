"""When a game is decided: comebacks, runaways, and forecasts of the winner after each round.

The *state* of a player after a round is the lead over the best other player, or how far behind the leader. The forecast
of a win in that state is the win share of all players in it in games of even index; games of odd index say how it
holds (calibration). The games of both halves are drawn alike, so a bias would be a fault of the analysis. How much a
forecast knows is its *skill*, 1 - B / B0, with the Brier score B = mean of (win share - forecast)^2 over the players of
the odd games (Brier 1950) and B0 that of 1/k for everybody: 0 where nothing is decided, 1 where everything is.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array, ClusterSums
from seti_sim.analysis.content import DotPlot, Item, Panel, Series, Stacked, Table
from seti_sim.analysis.estimate import NBSP, Estimate, Unit
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import caption, counted, equal_share
from seti_sim.analysis.shares import WIN_UNITS, group_share, win_units
from seti_sim.analysis.timing import MOST_GAMES

ROUNDS: Final = 5
SKILL: Final = Unit("skill", 100.0, f"{NBSP}%", high=1.0)
RATIO: Final = Unit("ratio of scores", low=0.0)
CLEAR: Final = 20
"""Points by which a lead is a runaway's and a gap a comeback's."""
EDGES: Final = (-29, -19, -9, -4, 0, 1, 5, 10, 20)
"""The lowest lead of every state but the first."""
STATES: Final = (
    "30 or more behind", "20 to 29 behind", "10 to 19 behind", "5 to 9 behind", "1 to 4 behind",
    "tied for the lead", "1 to 4 ahead", "5 to 9 ahead", "10 to 19 ahead", "20 or more ahead",
)  # fmt: skip
FINE: Final = 10
"""Steps of forecasts to a twelfth of a win: whole numbers, so that sums do not depend on their order."""
SHOWN: Final = (1, 2, 3)
TRACK: Final = tuple(f"score_r{r}" for r in range(1, ROUNDS + 1))
WHEN: Final = (*(f"from round {r} on" for r in range(1, ROUNDS + 1)), "in final scoring")
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class Decided:
    """Figures by round 1 to 5: shares of all games, and for every state the forecast and what became of it."""

    since: Row  # games by the round since which the winner has led; last, by final scoring
    runaway: Row
    comeback: Row
    from_last: Row
    forecast: tuple[Row, ...]
    outcome: tuple[Row, ...]
    skill: Row


def decided_items(run: Run) -> tuple[Item, ...]:
    """Charts and tables on when the winner is decided."""
    run = run.head(MOST_GAMES)
    found = decided_figures(run)
    return _since_chart(run, found), _forecast_chart(run, found), _table(run, found)


def states(track: Array) -> Array:
    """State of every player after every round, codes of ``STATES``; ``track`` scores (games, players, rounds)."""
    ranked = np.sort(track, axis=1)
    best, second = ranked[:, -1:], ranked[:, -2:-1]
    ahead = np.where(track == best, best - second, track - best)
    return np.asarray(np.searchsorted(EDGES, ahead, side="right"))


def decided_figures(run: Run) -> Decided:
    """All figures, from two passes over the games."""
    total = run.fold(_sums, [*TRACK, "winners"], ["game"])
    size = ROUNDS * len(STATES)
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = np.nan_to_num(total["states"].means[:size], nan=WIN_UNITS / run.players)
    whole = FINE * WIN_UNITS
    forecasts = np.rint(FINE * rates).astype(np.int64).reshape(ROUNDS, len(STATES))
    equal = round(whole / run.players)

    def scores(block: Block) -> dict[str, Any]:
        odd = block.game("game") % 2 == 1
        won = FINE * win_units(block.seat("winners"))[odd][..., None]
        code = states(block.seats(TRACK))[odd]
        missed = ((won - forecasts[np.arange(ROUNDS), code]) ** 2).sum(1)
        blind = np.repeat(((won - equal) ** 2).sum(1), ROUNDS, axis=1)
        return {"brier": ClusterSums.of(blind, missed)}

    brier: ClusterSums = run.fold(scores, [*TRACK, "winners"], ["game"])["brier"]
    rounds = range(ROUNDS)

    def of_states(first: int, what: str) -> tuple[Row, ...]:
        return tuple(
            tuple(
                group_share(total["states"], first + r * len(STATES) + s, f"wins, {what}, {name}, round {r + 1}")
                for s, name in enumerate(STATES)
            )
            for r in rounds
        )

    return Decided(
        tuple(group_share(total["since"], i, f"games, winner leads {name}") for i, name in enumerate(WHEN)),
        tuple(group_share(total["runaway"], r, f"games, runaway after round {r + 1}") for r in rounds),
        tuple(group_share(total["comeback"], r, f"games, comeback after round {r + 1}") for r in rounds),
        tuple(group_share(total["last"], r, f"games won by the last after round {r + 1}") for r in rounds),
        of_states(0, "even games"),
        of_states(size, "odd games"),
        tuple(_skill(brier, r) for r in rounds),
    )


def _skill(brier: ClusterSums, r: int) -> Estimate:
    """1 - B / B0; both scores of a round are sums over the same games."""
    figure = brier.mean(r, RATIO, f"skill of forecasts after round {r + 1}")
    if figure.value is None or figure.low is None or figure.high is None:
        return Estimate.undefined(SKILL, figure.of, "description", figure.n)
    ends = 1 - figure.value, 1 - figure.high, 1 - figure.low
    return Estimate(*ends, figure.n, SKILL, figure.of, "description", figure.method)


def _sums(block: Block) -> dict[str, Any]:
    track, units = block.seats(TRACK), win_units(block.seat("winners"))
    best = track.max(1, keepdims=True)
    leads = track == best
    ranked = np.sort(track, axis=1)
    clear = ranked[:, -1] - ranked[:, -2] >= CLEAR
    low = track == track.min(1, keepdims=True)
    alone = low & (low.sum(1, keepdims=True) == 1)

    def won_by(who: Array) -> ClusterSums:
        """Wins, in twelfths, of the players chosen by round: (games, players, k)."""
        wins = (who * units[..., None]).sum(1)
        return ClusterSums.of(np.ones_like(wins), wins)

    # whether the player leads after round r and every later one, and since when
    stays = np.flip(np.logical_and.accumulate(np.flip(leads, axis=2), axis=2), axis=2)
    since = np.concatenate([stays[..., :1], stays[..., 1:] & ~stays[..., :-1], ~stays[..., -1:]], axis=2)
    return {
        "since": won_by(since),
        "runaway": won_by(leads & clear[:, None]),
        "comeback": won_by(best - track >= CLEAR),
        "last": won_by(alone),
        "states": _state_sums(block, track, units),
    }


def _state_sums(block: Block, track: Array, units: Array) -> ClusterSums:
    """Players and wins by round and state, of even games and then of odd ones."""
    planes = states(track)[..., None] == np.arange(len(STATES))  # (games, players, rounds, states)
    members = planes.sum(1).reshape(block.games, -1)
    wins = (planes * units[:, :, None, None]).sum(1).reshape(block.games, -1)
    odd = (block.game("game") % 2 == 1)[:, None]
    return ClusterSums.of(np.hstack([members * ~odd, members * odd]), np.hstack([wins * ~odd, wins * odd]))


# ---------------------------------------------------------------- what is shown
def _since_chart(run: Run, found: Decided) -> Stacked:
    return Stacked(
        "flow-decided",
        f"The winner leads from round 3 on in {_early(found)} of the games, and only after final scoring in "
        f"{found.since[-1].text}",
        "Games by the round since whose end the winner has led without a break; a shared lead counts",
        caption(run.games, run.players, "description"),
        ("All games",),
        WHEN,
        (found.since,),
        "Share of games",
        ordered=True,
    )


def _early(found: Decided) -> str:
    """Share of games led from round 3 on or longer, to a whole percent."""
    total = sum(figure.value or 0.0 for figure in found.since[:3])
    return f"{100 * total:.0f}\N{NO-BREAK SPACE}%"


def _forecast_chart(run: Run, found: Decided) -> DotPlot:
    skill = found.skill[2]
    return DotPlot(
        "flow-forecasts",
        f"After round 3 a forecast of the winner from the scores has a skill of {skill.text}",
        "Win share of a player by lead or gap after a round: forecast from games of even index, outcome of the others",
        caption(run.games, run.players, "description"),
        tuple(
            Panel(
                f"After round {r + 1}",
                STATES,
                (Series("forecast", found.forecast[r], filled=False), Series("outcome", found.outcome[r])),
                1 / run.players,
            )
            for r in SHOWN
        ),
        "Share of games won",
        f"an equal share, {equal_share(run.players)}",
    )


def _table(run: Run, found: Decided) -> Table:
    return Table(
        "flow-decided",
        "When the game is decided",
        f"n = {counted(run.games, 'game')}; description. Runaway: a leader by {CLEAR} points or more wins. Comeback: "
        f"the winner is {CLEAR} points or more behind the leader. From last: the winner is alone in the last place. "
        "Decided: the winner leads from here on without a break and did not before. Skill: what a forecast from the "
        "scores knows, 0 nothing, 100 everything, in games that it was not made from.",
        ("After", "Runaways", "Comebacks", "From last", "Decided", "Skill of a forecast"),
        tuple(
            (f"round {r + 1}", found.runaway[r], found.comeback[r], found.from_last[r], found.since[r], found.skill[r])
            for r in range(ROUNDS)
        ),
    )
