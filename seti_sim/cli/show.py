"""What ``seti-sim show`` prints: the compiled tables and the strategies, as plain text."""

from collections.abc import Callable
from typing import Final

from seti_sim.cli.errors import UsageError
from seti_sim.components import show
from seti_sim.components.loader import Tables, load_tables
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
THINGS: Final = ("card ID", "strategy NAME", *LISTS, "strategies")


def text_of(what: str, identity: str | None) -> str:
    """The text about one thing; a usage error names the things there are."""
    if what in ("card", "strategy"):
        if identity is None:
            raise UsageError(f"which {what}? try: seti-sim show {what} {'39' if what == 'card' else 'greedy'}")
        return show.show_card(load_tables(), identity) if what == "card" else load_strategy(identity).source.rstrip()
    if identity is not None:
        raise UsageError(f"{what!r} takes no ID")
    if what == "strategies":
        return strategies_text()
    if what not in LISTS:
        raise UsageError(f"nothing named {what!r}; there are {', '.join(THINGS)}")
    return LISTS[what](load_tables())


def strategies_text() -> str:
    """One line for every strategy that comes with the program or is installed beside it."""
    rows = [(item.name, item.about) for item in available_strategies()]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {about}".rstrip() for name, about in rows)
