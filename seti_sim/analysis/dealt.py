"""What every card of the deck is worth in the opening hand, from one run: the deal is the experiment.

Hands are dealt at random, so the mean of the seats that were dealt a card less that of all other seats is an effect: of
this card in place of a random one. With ``y1`` and ``y0`` the two means over ``N1`` and ``N0`` seats, the error is that
of the ratio estimators clustered by game, from the sum over games of

    (sum of y - y1 over seats with the card) / N1 - (sum of y - y0 over seats without it) / N0,  squared.

Beside it stands an association: seats that played the card less the other seats of the same game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np

from seti_sim.analysis.arm_differences import within_games
from seti_sim.analysis.clusters import Array, Floats
from seti_sim.analysis.content import Cell, DotPlot, Note, Panel, Section, Series, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, SHARE_DIFFERENCE, Estimate, Unit
from seti_sim.analysis.families import extreme, is_significant
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import counted
from seti_sim.analysis.shares import WIN_UNITS, win_units

SHOWN: Final = 10
"""Cards named at either end."""


@dataclass(frozen=True)
class CardEffect:
    """The worth of a card in the opening hand, and the association of playing it."""

    name: str
    points: Estimate
    wins: Estimate
    association: Estimate
    significant: bool = False
    significant_wins: bool = False


@dataclass(frozen=True)
class Dealt:
    """A run in arrays: ``score`` and ``wins`` (games, seats); of each card the games and seats it was dealt to."""

    score: Floats
    wins: Floats
    dealt: tuple[tuple[Array, Array], ...]
    played: tuple[tuple[Array, Array], ...]


def gather(run: Run, cards: int) -> Dealt:
    """Read what is needed of the first ``cards`` cards of a run."""
    scores, wins, games, seats, numbers, dealt, played = [], [], [], [], [], [], []
    first = 0
    for block in run.blocks(["score", "winners"], cards=True):
        scores.append(block.seat("score"))
        wins.append(win_units(block.seat("winners")))
        rows = block.cards
        kept = rows.card < cards
        games.append(rows.game[kept] + first)
        seats.append(rows.seat[kept])
        numbers.append(rows.card[kept])
        dealt.append(rows.uses["dealt"][kept])
        played.append(rows.uses["played"][kept])
        first += block.games
    game, seat, card = np.concatenate(games), np.concatenate(seats), np.concatenate(numbers)
    uses = [np.concatenate(dealt) != 0, np.concatenate(played) != 0]
    where = [tuple(_owners(game, seat, card, use, number) for number in range(cards)) for use in uses]
    score = np.concatenate(scores).astype(np.float64)
    return Dealt(score, np.concatenate(wins) / WIN_UNITS, where[0], where[1])


def _owners(game: Array, seat: Array, card: Array, use: Array, number: int) -> tuple[Array, Array]:
    chosen = use & (card == number)
    return game[chosen], seat[chosen]


def card_effects(found: Dealt, names: Sequence[str]) -> list[CardEffect]:
    """The effect of every card, corrected for all of them."""
    effects = []
    for number, name in enumerate(names):
        of = f"seats dealt {name} less other seats"
        effects.append(
            CardEffect(
                name,
                dealt_effect(found.score, found.dealt[number], POINTS_DIFFERENCE, of),
                dealt_effect(found.wins, found.dealt[number], SHARE_DIFFERENCE, of),
                _association(found, number, name),
            )
        )
    points, wins = is_significant([e.points for e in effects]), is_significant([e.wins for e in effects])
    return [
        replace(effect, significant=yes, significant_wins=won)
        for effect, yes, won in zip(effects, points, wins, strict=True)
    ]


def dealt_effect(values: Floats, owners: tuple[Array, Array], unit: Unit, of: str) -> Estimate:
    """Mean of the seats that own a card less that of all others; ``values`` (games, seats), one owner a game."""
    games, seats = values.shape
    at, who = owners
    if len(at) < 2:
        return Estimate.undefined(unit, of, "effect", games)
    mine = values[at, who]
    n1, n0 = len(mine), games * seats - len(mine)
    y1 = float(mine.mean())
    y0 = float((values.sum() - mine.sum()) / n0)
    influence = -(values - y0).sum(axis=1) / n0
    np.add.at(influence, at, (mine - y1) / n1 + (mine - y0) / n0)
    error = sqrt(float((influence**2).sum()) * games / (games - 1))
    return interval(y1 - y0, error, games, unit, of, "effect")


def _association(found: Dealt, number: int, name: str) -> Estimate:
    has = np.zeros(found.score.shape, dtype=np.int8)
    has[found.played[number]] = 1
    return within_games(has, found.score, POINTS_DIFFERENCE, f"players of {name} less others of the same game")


# ---------------------------------------------------------------- what is shown
def dealt_section(found: Sequence[CardEffect], games: int, players: int) -> Section:
    """The list of all cards, the best first, with the ends of the list as a chart."""
    ordered = sorted(found, key=lambda effect: -(effect.points.value or 0.0))
    sample = f"n = {counted(games, 'game')} of {players} players"
    rows: list[tuple[Cell, ...]] = [
        (e.name, e.points, "yes" if e.significant else "no", e.wins, "yes" if e.significant_wins else "no",
         e.association)
        for e in ordered
    ]  # fmt: skip
    table = Table(
        "dealt",
        "What each card is worth in the opening hand, in place of a random one",
        f"{sample}; effect. Significant: after correction for all cards. Association: seats that played the card less "
        "the other seats of the same game.",
        ("Card", "Points", "Significant", "Win share", "Significant (wins)", "Association of playing, points"),
        tuple(rows),
    )
    return Section(
        "dealt", "What cards are worth", (*(Note(text) for text in _notes(ordered)), table, _chart(ordered, sample))
    )


def _notes(ordered: Sequence[CardEffect]) -> list[str]:
    best = [e for e in ordered if e.significant and (e.points.value or 0) > 0][:SHOWN]
    worst = [e for e in reversed(ordered) if e.significant and (e.points.value or 0) < 0][:SHOWN]
    apart = sum(
        e.points.excludes(0.0) and e.association.excludes(0.0)
        and ((e.points.value or 0) > 0) != ((e.association.value or 0) > 0)
        for e in ordered
    )  # fmt: skip
    return [
        "Hands are dealt at random: the difference is an effect of the card in place of a random one.",
        f"Best after correction: {_named(best)}.",
        f"Worst after correction: {_named(worst)}.",
        f"Effect and association have opposite signs for {apart} cards (intervals of both exclude 0).",
    ]


def _named(effects: Sequence[CardEffect]) -> str:
    return "; ".join(f"{effect.name} {effect.points.text}" for effect in effects) or "none"


def _chart(ordered: Sequence[CardEffect], sample: str) -> DotPlot:
    shown = ordered if len(ordered) <= 2 * SHOWN else [*ordered[:SHOWN], *ordered[-SHOWN:]]
    return DotPlot(
        "dealt-points",
        extreme(
            [e.points for e in ordered],
            [e.name for e in ordered],
            "No card of the opening hand demonstrably changes the score",
            "{name} in the opening hand changes the score most: {text} points",
            "Several cards of the opening hand change the score; none stands out",
        ),
        f"Points of players dealt the card less those of others: the {SHOWN} highest and lowest",
        f"{sample}; effect; bars are 95 % intervals. The ends of a long list look extreme by chance.",
        (
            Panel(
                "",
                tuple(e.name for e in shown),
                (
                    Series("effect of being dealt", tuple(e.points for e in shown)),
                    Series("association of playing", tuple(e.association for e in shown), filled=False),
                ),
                0.0,
            ),
        ),
        "Points",
        "no effect",
    )
