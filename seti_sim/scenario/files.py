"""Reading scenario files: TOML with the keys title, rules, tables, given, moves, expect, changed and step."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.words import did_you_mean
from seti_sim.toml_files import parse_toml, read_text

TOP_KEYS: Final = ("title", "rules", "note", "tables", "given", "moves", "expect", "changed", "step")
STEP_KEYS: Final = ("title", "moves", "expect", "changed")
MOVE_LISTS: Final = ("legal", "illegal", "options")


@dataclass(frozen=True)
class Step:
    """Some moves and what must hold after them. ``changed`` is None where changes are not compared."""

    title: str
    moves: tuple[str, ...]
    expect: Mapping[str, Any]
    changed: Mapping[str, Any] | None
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    options: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Scenario:
    """A position, its course and its rules; ``given`` and the values of steps are flat paths."""

    title: str
    rules: tuple[str, ...]
    overrides: Mapping[str, Any]
    given: Mapping[str, Any]
    steps: tuple[Step, ...]


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file. Raises ScenarioError, one line, if it is damaged or has unknown keys."""
    data = parse_toml(read_text(Path(path), path, ScenarioError), path, ScenarioError)
    try:
        return _scenario_of(data)
    except ScenarioError as error:
        raise ScenarioError(f"{path}: {error}") from None


def read_scenario(text: str) -> Scenario:
    """Read the text of a scenario. Raises ScenarioError."""
    return _scenario_of(parse_toml(text, "the scenario", ScenarioError))


def _scenario_of(data: Mapping[str, Any]) -> Scenario:
    """The scenario that a document holds."""
    _check_keys(data, TOP_KEYS, "")
    title = _value(data, "title", str, "")
    rules = _texts(data, "rules", "")
    if not title or not rules:
        raise ScenarioError("title and rules must be given")
    for key in ("note", "moves", "expect", "changed"):
        if key in _value(data, "given", dict, ""):
            raise ScenarioError(f"given: {key} must stand above the first line in square brackets, or in a step")
    first = {key: data[key] for key in ("moves", "expect", "changed") if key in data}
    steps = _value(data, "step", list, "")
    all_steps = ([_read_step(first, "")] if first else []) + [
        _read_step(step, f"step {number}: ") for number, step in enumerate(steps, 1)
    ]
    if not all_steps:
        raise ScenarioError("nothing is expected: moves, expect, changed or step must be given")
    return Scenario(
        title, tuple(rules), _value(data, "tables", dict, ""), flat(_value(data, "given", dict, "")), tuple(all_steps)
    )


def _read_step(data: Any, place: str) -> Step:
    if not isinstance(data, dict):
        raise ScenarioError(f"{place}a table is wanted")
    _check_keys(data, TOP_KEYS if not place else STEP_KEYS, place)
    expect = dict(_value(data, "expect", dict, place))
    lists = {key: tuple(_texts(expect, key, f"{place}expect: ")) for key in MOVE_LISTS if key in expect}
    for key in lists:
        del expect[key]
    changed = flat(_value(data, "changed", dict, place)) if "changed" in data else None
    return Step(
        title=_value(data, "title", str, place),
        moves=tuple(_texts(data, "moves", place)),
        expect=flat(expect),
        changed=changed,
        legal=lists.get("legal", ()),
        illegal=lists.get("illegal", ()),
        options=lists.get("options"),
    )


def flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted paths."""
    result: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict):
            result |= flat(value, f"{path}.")
        else:
            result[path] = value
    return result


def _check_keys(data: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    for key in data:
        if key not in known:
            raise ScenarioError(f'{place}unknown key "{key}"{did_you_mean(key, known)}')


def _value(data: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
    """The value of a key, empty if it is missing, of the kind wanted."""
    value = data.get(key, kind())
    if not isinstance(value, kind):
        raise ScenarioError(f"{place}{key}: {kind.__name__} wanted, not {value!r}")
    return value


def _texts(data: Mapping[str, Any], key: str, place: str) -> list[str]:
    """A list of texts."""
    items: list[str] = _value(data, key, list, place)
    for item in items:
        if not isinstance(item, str):
            raise ScenarioError(f"{place}{key}: texts wanted, not {item!r}")
    return items
