"""Strategies: a policy plus named weights, read from a TOML file of the library or of the user.

A policy that is not built in is a compiled function found through the entry-point group ``seti_sim.policies``.
"""

import hashlib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.engine.moves import FREE_KINDS
from seti_sim.engine.state import N_ROUNDS
from seti_sim.policies.params import RENAMED, SETTING_NAMES, SETTINGS, WINDOWS
from seti_sim.policies.play import HEURISTIC, LOOKAHEAD, PLUGIN, POLICIES
from seti_sim.policies.plugins import PluginError, load_plugin, plugin_names
from seti_sim.policies.position import FEATURE_NAMES, N_FEATURES
from seti_sim.policies.weights import DEFAULTS, NAMES
from seti_sim.toml_files import parse_toml, read_text

LARGEST = 1.0e9
"""Of a weight: sums of products of weights stay far below what look-ahead marks moves with."""
KEYS = {"name", "base", "policy", "about", "weights", "move_filter", "lookahead", "evaluation"}


class StrategyError(ValueError):
    """A strategy is unknown or its file is wrong; the message is one line naming what and where."""


@dataclass(frozen=True)
class Strategy:
    """A strategy ready for play: policy number, float64 weights (length N_PARAMS), digest and TOML source."""

    name: str
    policy: int
    params: np.ndarray
    digest: str
    source: str
    about: str = ""
    plugin: Any = None
    """The compiled function of a plug-in policy."""


BUILT_IN = POLICIES[:PLUGIN]
SEEING = (POLICIES[HEURISTIC], POLICIES[LOOKAHEAD])


def library() -> dict[str, str]:
    """TOML texts of the built-in strategies by name."""
    folder = resources.files("seti_sim.policies") / "library"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {f.name.removesuffix(".toml"): f.read_text(encoding="utf-8") for f in files}


def is_weight(value: object) -> bool:
    """Whether a value of a TOML file is a number that can be reckoned with."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def hint(name: str) -> str:
    """What a former name is called now, for the end of a message; nothing for other names."""
    return f" (it is called {RENAMED[name]!r} now)" if name in RENAMED else ""


def read_weights(table: object, where: str) -> np.ndarray:
    """Turn the ``weights`` table of a strategy into its row of floats; unknown names are refused."""
    if not isinstance(table, dict):
        raise StrategyError(f"{where}: weights is not a table")
    row = np.array(DEFAULTS)
    for name, value in table.items():
        if name not in NAMES:
            raise StrategyError(f"{where}: unknown weight {name!r} (known: {', '.join(NAMES)})")
        if not is_weight(value):
            raise StrategyError(f"{where}: weight {name!r} is not a number from {-LARGEST:g} to {LARGEST:g}")
        row[NAMES.index(name)] = float(value)
    return row


def read_settings(table: object, where: str) -> list[float]:
    """Turn the ``lookahead`` table of a strategy into its settings."""
    if not isinstance(table, dict):
        raise StrategyError(f"{where}: lookahead is not a table")
    values = {setting.name: setting.default for setting in SETTINGS}
    for name, value in table.items():
        if name not in SETTING_NAMES:
            known = hint(name) or f" (known: {', '.join(SETTING_NAMES)})"
            raise StrategyError(f"{where}: unknown setting of lookahead {name!r}{known}")
        setting = SETTINGS[SETTING_NAMES.index(name)]
        if isinstance(value, bool) or not isinstance(value, int) or not setting.low <= value <= setting.high:
            raise StrategyError(f"{where}: lookahead.{name} must be a whole number, {setting.low} to {setting.high}")
        values[name] = value
    return [float(values[name]) for name in SETTING_NAMES]


def read_move_filter(table: object, where: str) -> list[float]:
    """Turn the ``move_filter`` table of a strategy into the masks of the free actions left out, one a window."""
    if not isinstance(table, dict):
        raise StrategyError(f"{where}: move_filter is not a table")
    seen: dict[str, tuple[str, ...]] = {}
    for window, kinds in table.items():
        if window not in WINDOWS:
            raise StrategyError(f"{where}: unknown window of move_filter {window!r} (known: {', '.join(WINDOWS)})")
        if not isinstance(kinds, list) or any(kind not in FREE_KINDS for kind in kinds):
            raise StrategyError(f"{where}: move_filter.{window} must be a list of some of: {', '.join(FREE_KINDS)}")
        seen[window] = tuple(kinds)
    seen = {"start": FREE_KINDS, "inside": FREE_KINDS, "end": FREE_KINDS, "data": seen.get("end", FREE_KINDS)} | seen
    masks = (sum(1 << i for i, kind in enumerate(FREE_KINDS) if kind not in seen[window]) for window in WINDOWS)
    return [float(mask) for mask in masks]


def read_evaluation(table: object, where: str) -> np.ndarray:
    """Turn the ``evaluation`` table of a strategy into float64[5, N_FEATURES]: a list of five numbers a feature."""
    if not isinstance(table, dict):
        raise StrategyError(f"{where}: evaluation is not a table")
    weights = np.zeros((N_ROUNDS, N_FEATURES))
    weights[:, FEATURE_NAMES.index("score")] = 1.0
    for name, values in table.items():
        if name not in FEATURE_NAMES:
            raise StrategyError(f"{where}: unknown feature {name!r} (known: {', '.join(FEATURE_NAMES)})")
        if not isinstance(values, list) or len(values) != N_ROUNDS or not all(map(is_weight, values)):
            raise StrategyError(
                f"{where}: feature {name!r} needs {N_ROUNDS} numbers, one for each round, "
                f"from {-LARGEST:g} to {LARGEST:g}"
            )
        weights[:, FEATURE_NAMES.index(name)] = values
    return weights


def with_base(document: dict[str, Any], where: str) -> dict[str, Any]:
    """A strategy's document with everything that it does not set itself from the built-in strategy it names as base."""
    base = document.get("base")
    if base is None:
        return document
    built_in = library()
    if not isinstance(base, str) or base not in built_in:
        raise StrategyError(f"{where}: unknown base {base!r} (known: {', '.join(built_in)})")
    merged = with_base(parse_toml(built_in[base], f"{base}.toml", StrategyError), f"{base}.toml")
    for key, value in document.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merged[key] | value
        else:
            merged[key] = value
    return merged


def parse_strategy(text: str, where: str) -> Strategy:
    """Read a strategy from TOML text; errors name the place."""
    document = parse_toml(text, where, StrategyError)
    unknown = sorted(set(document) - KEYS)
    if unknown:
        raise StrategyError(f"{where}: unknown key {unknown[0]!r}{hint(unknown[0])}")
    document = with_base(document, where)
    name = document.get("name")
    if not isinstance(name, str) or not name.strip() or "," in name or not name.isprintable():
        raise StrategyError(f"{where}: name must be a text of one line without commas")
    policy = document.get("policy", "heuristic")
    known = (*BUILT_IN, *plugin_names())
    if policy not in known:
        raise StrategyError(f"{where}: unknown policy {policy!r} (known: {', '.join(known)})")
    if policy != POLICIES[LOOKAHEAD] and not document.keys().isdisjoint({"lookahead", "evaluation"}):
        raise StrategyError(f"{where}: only the policy lookahead has the tables lookahead and evaluation")
    if policy not in SEEING and "move_filter" in document:
        raise StrategyError(f"{where}: only the policies {' and '.join(SEEING)} have the table move_filter")
    row = np.concatenate(
        [
            read_weights(document.get("weights", {}), where),
            read_settings(document.get("lookahead", {}), where),
            read_move_filter(document.get("move_filter", {}), where),
            read_evaluation(document.get("evaluation", {}), where).ravel(),
        ]
    )
    row.setflags(write=False)
    try:
        plugin, version = (None, b"") if policy in BUILT_IN else load_plugin(policy)
    except PluginError as error:
        raise StrategyError(f"{where}: {error}") from error
    digest = hashlib.sha256(f"{policy}:".encode() + version + row.tobytes()).hexdigest()
    number = PLUGIN if plugin is not None else POLICIES.index(policy)
    return Strategy(name, number, row, digest, text, str(document.get("about", "")), plugin)


def load_strategy(name_or_path: str) -> Strategy:
    """Load a built-in strategy by name or a user's strategy from the path of a TOML file."""
    built_in = library()
    if name_or_path in built_in:
        return parse_strategy(built_in[name_or_path], f"{name_or_path}.toml")
    if name_or_path in plugin_names():
        return parse_strategy(f'name = "{name_or_path}"\npolicy = "{name_or_path}"\n', name_or_path)
    path = Path(name_or_path)
    if path.suffix != ".toml":
        known = ", ".join([*built_in, *plugin_names()])
        raise StrategyError(f"unknown strategy {name_or_path!r} (known: {known}, or a .toml file)")
    return parse_strategy(read_text(path, name_or_path, StrategyError), name_or_path)


def available_strategies() -> list[Strategy]:
    """All built-in strategies, sorted by name."""
    return [parse_strategy(text, f"{name}.toml") for name, text in library().items()]
