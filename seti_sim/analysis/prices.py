"""The price list: what things are worth in points to the player who gets one, by the round in which it is given."""

from collections.abc import Sequence
from dataclasses import replace

from seti_sim.analysis.content import Cell, Lines, Section, Series, Table
from seti_sim.analysis.estimate import POINTS_DIFFERENCE, Estimate
from seti_sim.analysis.experiments import Effect


def price_items(found: Sequence[Effect], given: Sequence[tuple[str, int]], section: Section) -> Section:
    """The section of an experiment with the price list and its chart in front.

    Args:
        found: one effect for each thing and round, in the order of ``given``.
        given: the thing, an effect of the notation, and the round of each.
        section: of the experiment.
    """
    things = list(dict.fromkeys(thing for thing, _ in given))
    rounds = sorted({number for _, number in given})
    worth = {key: effect.points for key, effect in zip(given, found, strict=True)}

    def row(thing: str) -> tuple[Estimate, ...]:
        missing = Estimate.undefined(POINTS_DIFFERENCE, thing, "effect")
        return tuple(worth.get((thing, number), missing) for number in rounds)

    heads = ("Thing", *(f"Round {number}" for number in rounds))
    rows: list[tuple[Cell, ...]] = [(thing, *row(thing)) for thing in things]
    blocks = found[0].points.n
    caption = f"n = {blocks:,} games in each arm; effect; 95 % intervals. Given in the first turn of the round."
    table = Table("prices", "Points that one more is worth, by round", caption, heads, tuple(rows))
    chart = Lines(
        "prices-rounds",
        "What things are worth, by round",
        "Points of the player who is given one, less the same game without it",
        caption,
        tuple(f"Round {number}" for number in rounds),
        tuple(Series(thing, row(thing)) for thing in things),
        "Points",
        0.0,
        "worth nothing",
    )
    return replace(section, items=(*section.items[:1], table, chart, *section.items[1:]))
