"""What a variant changes, in words: every value of the box that differs from the printed one."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from seti_sim.components import grammar
from seti_sim.components.explain import explain_sequence
from seti_sim.components.loader import FILES, RULINGS_KEY, contents, load_tables
from seti_sim.components.paths import SHORT
from seti_sim.components.rulings import RULINGS

NOTHING: Final = "nothing"


def show_variant(overrides: Mapping[str, Any]) -> str:
    """One line for each value that differs, ``path: new in place of old``, the rulings last.

    Raises ComponentError for overrides that are no box.
    """
    load_tables(overrides)
    printed, changed = contents({}), contents(overrides)
    lines = [line for file in FILES for line in _differences(printed[file], changed[file], file)]
    chosen = overrides.get(RULINGS_KEY, {})
    lines += [
        f"ruling {ruling.name} ({ruling.rule}): {chosen[ruling.name]} ({ruling.values[chosen[ruling.name]]}) "
        f"in place of {ruling.default}"
        for ruling in RULINGS
        if ruling.name in chosen and chosen[ruling.name] != ruling.default
    ]
    return "\n".join(lines) or "no difference from the printed box"


def _differences(old: Any, new: Any, path: str) -> Iterator[str]:
    """Lines about two pieces of plain data of the same place."""
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _differences(old.get(key), new.get(key), f"{path}.{key}")
    elif _is_tables(old) and _is_tables(new) and len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True), start=1):
            yield from _differences(before, after, f"{path}.{before.get('id', at)}")
    else:
        yield f"{shortened(path)}: {_text(new)} in place of {_text(old)}"


def _is_tables(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and all(isinstance(item, Mapping) for item in data)


def _text(data: Any) -> str:
    """A value for people: effects in English, other values as they are."""
    if isinstance(data, list) and data and all(isinstance(item, str) for item in data):
        try:
            return explain_sequence(grammar.parse_effects(data))
        except ValueError:
            return ", ".join(data)
    if isinstance(data, list):
        return ", ".join(_text(item) for item in data) or NOTHING
    if isinstance(data, bool):
        return "yes" if data else "no"
    return NOTHING if data is None else str(data)


def shortened(path: str) -> str:
    """A path with its short start: ``cards.39.cost`` for ``cards.card.39.cost``."""
    for name, target in SHORT.items():
        long = ".".join(target)
        if path == long or path.startswith(f"{long}."):
            return f"{name}{path.removeprefix(long)}"
    return path
