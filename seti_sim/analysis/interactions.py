"""What depends on what: cards by species, technologies by species, cards by technologies.

Opening hands are dealt and species drawn at random, so what a dealt card does with a species is an *effect*; who takes
a technology is chosen, so the others are *associations*. A card that helps with one species and hurts without it looks
level to everything else in the report.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.analysis.clusters import Array
from seti_sim.analysis.content import INCONCLUSIVE, Cell, Finding, Item, Note, Section, Table
from seti_sim.analysis.errors import MissingColumnError
from seti_sim.analysis.estimate import SHARE_SUM, Estimate, Label
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.interaction_sums import Counts, Observations, estimates, squares
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.names import counted, display_name
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.significance import holm, p_value
from seti_sim.analysis.stratified import GAME_COLUMNS, SEAT_COLUMNS, setting_codes, setting_count

MOST_GAMES: Final = 200_000
VARIANCE_GAMES: Final = 10_000
"""Errors are taken from the first games: they are averages over games."""
SHOWN: Final = 15
STRICT: Final = 0.01
"""Family-wise level, over all interactions, from which one is a finding."""
TITLE: Final = "What depends on what"
OF_SPECIES: Final = ", and of the species of one thing only the clearest, since each one is compared with the others"
NOTE: Final = (
    "How much more a card or a technology is worth where a species is in play, or to players who take a technology: a "
    "difference of two differences in win share, within strategy, place in the turn order and pair of species. Opening "
    "hands and species are drawn at random: an effect. Technologies are chosen: an association."
)


@dataclass(frozen=True)
class Kind:
    """Things by conditions: ``dealt`` cards or technologies, by species in play or technologies taken."""

    key: str
    label: Label
    cards: bool
    by_species: bool
    what: str
    where: str


KINDS: Final = (
    Kind("card_species", "effect", True, True, "Being dealt {}", "with {} in play"),
    Kind("technology_species", "association", False, True, "Taking {}", "with {} in play"),
    Kind("card_technology", "association", True, False, "Being dealt {}", "for players who take {}"),
)
TITLES: Final = {
    "card_species": "Dealt cards by species in play",
    "technology_species": "Technologies by species in play",
    "card_technology": "Dealt cards by technologies taken",
}


@dataclass(frozen=True)
class Row:
    """One interaction: the thing, the condition, the difference with and without it, and the interaction."""

    kind: Kind
    thing: str
    condition: str
    key: str
    inside: float
    outside: float
    figure: Estimate


def interactions(run: Run) -> Section:
    """The section on what depends on what."""
    items: list[Item] = [Note(NOTE)]
    rows: list[Row] = []
    for kind in KINDS:
        try:
            found = list(rows_of(run.with_cards().head(MOST_GAMES) if kind.cards else run.head(MOST_GAMES), kind))
        except MissingColumnError as error:
            items.append(Note(f"{TITLES[kind.key]} are left out: {error}."))
            continue
        rows += found
        items.append(_table(run, kind, found))
    return Section("interactions", TITLE, tuple(items), tuple(_findings(run, rows)))


# ---------------------------------------------------------------- figures
def rows_of(run: Run, kind: Kind) -> Iterator[Row]:
    """Every interaction of a kind that can be estimated."""
    techs = run.names("techs")
    names = run.names("cards") if kind.cards else tuple(display_name(name) for name in techs)
    keys = tuple(map(str, range(len(names)))) if kind.cards else techs
    conditions = run.names("species") if kind.by_species else techs
    columns = [*SEAT_COLUMNS, *(f"tech_{name}" for name in techs)]
    sample = run.head(VARIANCE_GAMES)
    total = run.fold(lambda block: _counts(block, run, kind), columns, GAME_COLUMNS, cards=kind.cards)
    by: list[Counts] = [total["all"]] * len(conditions) if kind.by_species else [total[name] for name in techs]
    groups = [_groups(run, kind, code) for code in range(len(conditions))]
    squared = sample.fold(lambda block: _squares(block, run, kind, by, groups), columns, GAME_COLUMNS, cards=kind.cards)
    for code, condition in enumerate(conditions):
        of = [f"{kind.what.format(name)} {kind.where.format(condition)} minus without" for name in names]
        both = [by[code].difference(strata) / WIN_UNITS for strata in groups[code]]
        games = (run.games, sample.games)
        figures = estimates(by[code], groups[code], squared[str(code)], games, run.players, of, kind.label)
        for at, figure in enumerate(figures):
            if figure.defined:
                key = f"{keys[at]}+{condition}"
                yield Row(kind, names[at], display_name(condition), key, float(both[0][at]), float(both[1][at]), figure)


def _things(block: Block, run: Run, kind: Kind) -> tuple[Array, Array]:
    """Seat, as one number, and code of each thing that a seat has."""
    if kind.cards:
        at = np.flatnonzero(block.cards.uses["dealt"] > 0)
        return block.cards.game[at] * block.players + block.cards.seat[at], block.cards.card[at]
    taken = block.seats([f"tech_{name}" for name in run.names("techs")]) > 0
    seat, tech = np.nonzero(taken.reshape(-1, taken.shape[-1]))
    return seat, tech


def _counts(block: Block, run: Run, kind: Kind) -> dict[str, Any]:
    """Counts by setting, or for each technology by setting and whether the seat takes it."""
    setting, units = setting_codes(block, run).ravel(), win_units(block.seat("winners")).ravel()
    rows, things = _things(block, run, kind)
    size, count = setting_count(run), len(run.names("cards" if kind.cards else "techs"))
    if kind.by_species:
        return {"all": Counts.of(setting, units, size, rows, things, count)}
    found = {}
    for name in run.names("techs"):
        strata = setting * 2 + (block.seat(f"tech_{name}").ravel() > 0)
        found[name] = Counts.of(strata, units, 2 * size, rows, things, count)
    return found


def _groups(run: Run, kind: Kind, code: int) -> tuple[Array, Array]:
    """Masks of the strata with and without the condition."""
    strata, k = np.arange(setting_count(run) * (1 if kind.by_species else 2)), len(run.names("species"))
    if kind.by_species:
        pair = strata % (k * k)
        inside = (pair // k == code) | (pair % k == code)
    else:
        inside = strata % 2 == 1
    return inside, ~inside


def _squares(
    block: Block, run: Run, kind: Kind, by: Sequence[Counts], groups: Sequence[tuple[Array, Array]]
) -> dict[str, Any]:
    setting, units = setting_codes(block, run), win_units(block.seat("winners"))
    rows, things = _things(block, run, kind)
    has: Array = np.zeros((block.games * block.players, by[0].x.shape[1]), dtype=np.int8)
    has[rows, things] = 1
    has = has.reshape(block.games, block.players, -1)

    def strata(code: int) -> Array:
        if kind.by_species:
            return setting
        return np.asarray(setting * 2 + (block.seat(f"tech_{run.names('techs')[code]}") > 0))

    return {
        str(code): squares(by[code], groups[code], Observations(has, strata(code), units)) for code in range(len(by))
    }


# ---------------------------------------------------------------- what is shown
def clearest(rows: Sequence[Row]) -> list[bool]:
    """Which rows may be named: of the species of one thing only the one that is farthest from zero in errors.

    Two of five species are in play. If a card is worth more with one of them, it is worth less where another one is in
    play, for then that one is there less often.
    """
    best: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = (row.kind.key, row.thing if row.kind.by_species else f"{row.thing} {row.condition}")
        if key not in best or _distance(row) > _distance(best[key]):
            best[key] = row
    named = set(map(id, best.values()))
    return [id(row) in named for row in rows]


def _distance(row: Row) -> float:
    return abs(row.figure.value or 0.0) / max(row.figure.standard_error, 1e-12)


def _table(run: Run, kind: Kind, rows: Sequence[Row]) -> Table:
    settled = is_significant([row.figure for row in rows])
    significant = [yes and own for yes, own in zip(settled, clearest(rows), strict=True)]
    number = sum(significant)
    order = sorted(zip(rows, significant, strict=True), key=lambda item: -_distance(item[0]))[:SHOWN]
    title = f"{TITLES[kind.key]}: none of {len(rows)} interactions is significant"
    if number:
        title = f"{TITLES[kind.key]}: {number} of {len(rows)} interactions {'is' if number == 1 else 'are'} significant"
    cells: list[tuple[Cell, ...]] = [
        (row.thing, row.condition, *_both(row), row.figure, "yes" if yes else "no") for row, yes in order
    ]
    return Table(
        f"interactions-{kind.key}",
        title,
        f"n = {counted(min(run.games, MOST_GAMES), 'game')}; {kind.label}. Win share with minus without the thing, "
        f"where the condition holds and where it does not. The {len(cells)} clearest; significant: corrected for all "
        f"{len(rows)}{OF_SPECIES if kind.by_species else ''}.",
        ("What", "Condition", "Where it holds", "Elsewhere", "Difference", "Significant"),
        tuple(cells),
    )


def _both(row: Row) -> tuple[str, str]:
    """The two differences as texts, with the digits of the interaction: their errors are not estimated apart."""
    figures = (_level(row, row.inside), _level(row, row.outside))
    return figures[0], figures[1]


def _level(row: Row, value: float) -> str:
    half = row.figure.half_width
    return Estimate(value, value - half, value + half, row.figure.n, SHARE_SUM, row.figure.of, row.kind.label).text


def _findings(run: Run, rows: Sequence[Row]) -> Iterator[Finding]:
    """Interactions that are significant at 1 % over all of them, Holm's correction."""
    if not rows:
        return
    certain = holm(np.array([p_value(row.figure) for row in rows]), STRICT)
    for row, yes, own in zip(rows, certain, clearest(rows), strict=True):
        if not (yes and own):
            continue
        inside, outside = _both(row)
        more = "more" if (row.figure.value or 0.0) > 0 else "less"
        what, where = row.kind.what.format(row.thing.split(" (")[0]), row.kind.where.format(row.condition)
        yield Finding(
            f"interactions.{row.kind.key}.{row.key}",
            f"{what} is worth {more} {where} ({inside}) than otherwise ({outside})",
            row.figure,
            abs(row.figure.value or 0.0) * run.players * 0.2,
            True,
            INCONCLUSIVE,
            name=f"{row.thing} {row.condition}",
        )
