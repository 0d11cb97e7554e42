"""What ``seti-sim show`` prints: the compiled tables and the strategies, as plain text."""

from collections.abc import Callable
from typing import Final

from seti_sim.cli.errors import UsageError
from seti_sim.components import show
from seti_sim.components.differences import show_variant
from seti_sim.components.loader import Tables, box_numbers, load_tables, load_variant, variant_names
from seti_sim.components.paths import Number, matching
from seti_sim.policies.strategies import available_strategies, load_strategy

LISTS: Final[dict[str, Callable[[Tables], str]]] = {
    "cards": show.show_cards,
    "planets": show.show_planets,
    "techs": show.show_techs,
    "sectors": show.show_sectors,
    "species": show.show_species,
    "gold": show.show_gold,
    "rulings": show.show_rulings,
    "unsupported": show.show_unsupported,
}
THINGS: Final = ("card ID", "strategy NAME", *LISTS, "strategies", "variant FILE", "numbers PATTERN")


def text_of(what: str, identity: str | None) -> str:
    """The text about one thing; a usage error names the things there are."""
    if what in ("card", "strategy"):
        if identity is None:
            raise UsageError(f"which {what}? try: seti-sim show {what} {'39' if what == 'card' else 'greedy'}")
        return show.show_card(load_tables(), identity) if what == "card" else load_strategy(identity).source.rstrip()
    if what == "numbers":
        return numbers_text(identity or "")
    if what == "variant":
        if identity is None:
            raise UsageError(f"which variant? a file, or one of {', '.join(variant_names())}")
        return show_variant(load_variant(identity))
    if identity is not None:
        raise UsageError(f"{what!r} takes no ID")
    if what == "strategies":
        return strategies_text()
    if what not in LISTS:
        raise UsageError(f"nothing named {what!r}; there are {', '.join(THINGS)}")
    return LISTS[what](load_tables())


def numbers_text(pattern: str) -> str:
    """One line for every number of the box whose path contains a pattern: path, value, range and unit."""
    found = matching(box_numbers(), pattern)
    if not found:
        raise UsageError(f"no number of the box has {pattern!r} in its path")
    width = max(len(number.path) for number in found)
    return "\n".join(
        f"{number.path:<{width}}  {number.value:>4}  {_range(number):<13}  {number.unit}" for number in found
    )


def _range(number: Number) -> str:
    return "built in" if number.low == number.high else f"{number.low} to {number.high}"


def strategies_text() -> str:
    """One line for every strategy that comes with the program or is installed beside it."""
    rows = [(item.name, item.about) for item in available_strategies()]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {about}".rstrip() for name, about in rows)
