"""Paths to the numbers of the box, and variants written with them.

A path names a value as the files do, with a shorter start: ``actions.launch.credit`` for ``board.actions...``,
``cards.39.cost`` for ``cards.card.39.cost``, ``alien_cards.12.cost`` and ``species.exertians...`` for
``aliens.species...``. Entries of a list of tables are called by their id, others by their place from 1:
``setup.start_score.4``. The number of an effect is called by its words: ``planet.mars.land.score``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from seti_sim.components import grammar, limits
from seti_sim.components.schema_aliens import Aliens
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.schema_board import Board
from seti_sim.components.schema_cards import AlienCards, Cards

MODELS: Final[Mapping[str, type[BaseModel]]] = {
    "board": Board,
    "cards": Cards,
    "aliens": Aliens,
    "alien_cards": AlienCards,
}
SHORT: Final = {
    **{(field.alias or name): ("board", field.alias or name) for name, field in Board.model_fields.items()},
    "cards": ("cards", "card"),
    "alien_cards": ("alien_cards", "card"),
    "species": ("aliens", "species"),
}
"""What a short start of a path stands for."""
EFFECT: Final = re.compile(r"([a-z_:|, ]*[a-z_:|]) ([0-9]{1,4})")
UNITS: Final = {
    "score": "points", "start_score": "points", "credit": "credits", "energy": "energy", "publicity": "publicity",
    "energy_if_any_orbiter": "energy", "data": "data", "data_pool": "data", "rounds": "rounds", "cost": "credits",
    "start_cards": "cards", "hand_when_passing": "cards", "gold": "points", "neutral": "points", "ahead": "points",
    "values": "points", "points": "points", "move_cost": "move points", "asteroid_exit": "move points",
}  # fmt: skip
MOST_AMOUNT: Final = 999


class Number(NamedTuple):
    """A number of the box: its path, printed value, range, unit, and where it lies in its file.

    ``place`` is the file and the keys and positions below it; ``text`` the effect that the number is part of, None for
    a number by itself. A number that the engine has built in has ``low == high``.
    """

    path: str
    value: int
    low: int
    high: int
    unit: str
    place: tuple[str | int, ...]
    text: str | None


# ---------------------------------------------------------------- short forms
def expanded(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Overrides with short starts written out, in the shape of the files.

    Raises ComponentError where a short and a long form set one value.
    """
    found: dict[str, Any] = {}
    for key, value in overrides.items():
        name, target = str(key), SHORT.get(str(key))
        inside = (
            isinstance(value, Mapping) and set(value) <= set(MODELS[name].model_fields) if name in MODELS else False
        )
        if target is None or inside or not isinstance(value, Mapping):
            found = combined(found, {name: value}, "the variant", "the variant")
            continue
        written: Any = value
        for step in reversed(target):
            written = {step: written}
        found = combined(found, written, "the variant", "the variant")
    return found


def combined(first: Mapping[str, Any], second: Mapping[str, Any], name: str, other: str) -> dict[str, Any]:
    """The overrides of two variants together. Raises ComponentError naming a path that both set."""
    return _combined(first, second, name, other, "")


def _combined(first: Mapping[str, Any], second: Mapping[str, Any], name: str, other: str, path: str) -> dict[str, Any]:
    found = {str(key): value for key, value in first.items()}
    for key, value in second.items():
        step = str(key)
        where = f"{path}.{step}" if path else step
        if step not in found:
            found[step] = value
        elif isinstance(found[step], Mapping) and isinstance(value, Mapping):
            found[step] = _combined(found[step], value, name, other, where)
        else:
            raise ComponentError(f"{name} and {other} both set {where}")
    return found


# ---------------------------------------------------------------- all numbers
def numbers(files: Mapping[str, Mapping[str, Any]]) -> list[Number]:
    """Every number of the box, in the order of the files; ``files`` holds their plain contents by name."""
    found: list[Number] = []
    seen: set[str] = set()
    for file, model in MODELS.items():
        for number in _walk(model, [], files[file], (file,)):
            if number.path not in seen:
                seen.add(number.path)
                found.append(number)
    return found


def matching(found: Sequence[Number], pattern: str) -> list[Number]:
    """The numbers whose path contains the pattern; ``*`` stands for anything."""
    words = ".*".join(re.escape(part) for part in pattern.split("*"))
    return [number for number in found if re.search(words, number.path)]


def setting(files: Mapping[str, Mapping[str, Any]], path: str, value: int) -> dict[str, Any]:
    """The overrides that give one number another value.

    Raises ComponentError for an unknown path, naming the nearest ones, or a value out of range.
    """
    every = {number.path: number for number in numbers(files)}
    number = every.get(path)
    if number is None:
        near = get_close_matches(path, every, 3, 0.5)
        hint = f"; did you mean {', '.join(near)}?" if near else "; seti-sim show numbers lists all paths"
        raise ComponentError(f"unknown path {path!r}{hint}")
    if number.low == number.high and value != number.value:
        raise ComponentError(f"{path} is built in: only {number.value} is implemented")
    if not number.low <= value <= number.high:
        raise ComponentError(f"{path} must be {number.low} to {number.high}, not {value}")
    return _written(files[str(number.place[0])], number, value)


def _written(data: Mapping[str, Any], number: Number, value: int) -> dict[str, Any]:
    """Nested overrides of one number: tables by key, entries with ids by id, other lists as a whole."""
    file, *steps = number.place
    new: Any = value if number.text is None else EFFECT.sub(rf"\1 {value}", number.text)
    return {str(file): _nested(data, steps, new)}


def _nested(data: Any, steps: Sequence[str | int], new: Any) -> Any:
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(step, str):
        return {step: _nested(data[step], rest, new)}
    if isinstance(data[step], Mapping) and "id" in data[step]:
        return {str(data[step]["id"]): _nested(data[step], rest, new)}
    changed = _replaced(data[step], rest, new)
    return [changed if at == step else item for at, item in enumerate(data)]


def _replaced(data: Any, steps: Sequence[str | int], new: Any) -> Any:
    """A copy of plain data with one value replaced."""
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(step, str):
        return {**data, step: _replaced(data[step], rest, new)}
    return [_replaced(item, rest, new) if at == step else item for at, item in enumerate(data)]


# ---------------------------------------------------------------- the walk
def _walk(
    kind: Any, metadata: Sequence[Any], data: Any, place: tuple[str | int, ...], name: str = ""
) -> Iterator[Number]:
    """The numbers of some data that a type of the models describes; ``name`` is the path so far."""
    kind, metadata = _unwrapped(kind, metadata)
    if isinstance(data, bool) or data is None:
        return
    if isinstance(data, int):
        yield _number(name, data, metadata, place)
    elif isinstance(data, Mapping):
        yield from _walk_table(kind, data, place, name)
    elif isinstance(data, list):
        yield from _walk_list(kind, metadata, data, place, name)
    elif isinstance(data, str):
        yield from _of_effect(data, metadata, place, name)


def _walk_table(kind: Any, data: Mapping[str, Any], place: tuple[str | int, ...], name: str) -> Iterator[Number]:
    is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
    fields = {(field.alias or key): field for key, field in kind.model_fields.items()} if is_model else {}
    inner = (get_args(kind) or (Any, Any))[-1]
    for key, value in data.items():
        if key == "id" or (is_model and key not in fields):
            continue
        field = fields.get(key)
        below, said = (inner, []) if field is None else (field.annotation, field.metadata)
        yield from _walk(below, said, value, (*place, key), _joined(place, name, key))


def _walk_list(
    kind: Any, metadata: Sequence[Any], data: list[Any], place: tuple[str | int, ...], name: str
) -> Iterator[Number]:
    inner = (get_args(kind) or (Any,))[0]
    fixed = [item for item in metadata if _is_fixed(item)]
    for at, item in enumerate(data):
        called = item.get("id") if isinstance(item, Mapping) else None
        step = "" if isinstance(item, str) else str(at + 1 if called is None else called)
        below = f"{name}.{step}" if step else name
        if (place, called is not None) in ((("cards", "card"), True), (("alien_cards", "card"), True)):
            below = f"{place[0]}.{step}"
        yield from _walk(inner, fixed, item, (*place, at), below)


def _joined(place: tuple[str | int, ...], name: str, key: str) -> str:
    """The path of a key, with the short start where there is one."""
    if len(place) == 1:
        return key
    return f"{name}.{key}" if name else key


def _unwrapped(kind: Any, metadata: Sequence[Any]) -> tuple[Any, list[Any]]:
    """A type without ``Annotated`` and ``None``, and what was said about it."""
    said = list(metadata)
    while True:
        if get_origin(kind) is Annotated:
            kind, *more = get_args(kind)
            said += more
        elif type(None) in get_args(kind):
            kind = next(part for part in get_args(kind) if part is not type(None))
        else:
            return kind, said


def _is_fixed(item: Any) -> bool:
    """Whether something said about a type is that only one value is implemented."""
    return getattr(getattr(item, "func", None), "__qualname__", "").startswith("exactly.")


def _number(name: str, value: int, metadata: Sequence[Any], place: tuple[str | int, ...]) -> Number:
    if any(_is_fixed(item) for item in metadata):
        return Number(name, value, value, value, _unit(name), place, None)
    low, high = 0 if value >= 0 else -MOST_AMOUNT, MOST_AMOUNT
    for item in metadata:
        for part in getattr(item, "metadata", [item]):
            low, high = getattr(part, "ge", None) or low, _end(part, high)
    return Number(name, value, low, high, _unit(name), place, None)


def _end(part: Any, high: int) -> int:
    """The largest value that a part of what is said about a number allows, else ``high``."""
    most, below = getattr(part, "le", None), getattr(part, "lt", None)
    return int(most) if most is not None else int(below) - 1 if below is not None else high


def _of_effect(text: str, metadata: Sequence[Any], place: tuple[str | int, ...], name: str) -> Iterator[Number]:
    """The number of a simple effect such as ``score 5``; none of prose and of effects with several numbers."""
    match = EFFECT.fullmatch(text)
    if match is None:
        return
    try:
        most = limits.most_of(grammar.parse_effect(text))
    except ValueError:
        return
    words, value = match[1], int(match[2])
    fixed = any(_is_fixed(item) for item in metadata)
    low, high = (value, value) if fixed else (0, max(most, value))
    path = f"{name}.{words.removeprefix('pay ').replace(' ', '_')}"
    yield Number(path, value, low, high, _unit(path), place, text)


def _unit(path: str) -> str:
    for step in reversed(path.split(".")):
        if step in UNITS:
            return UNITS[step]
    return "count"
