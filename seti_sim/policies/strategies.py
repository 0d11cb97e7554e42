"""Strategies: a base policy plus named weights, read from a TOML file of the library or of the user."""

import hashlib
import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from seti_sim.policies.play import POLICIES
from seti_sim.policies.weights import DEFAULTS, NAMES

KEYS = {"name", "policy", "about", "weights"}


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


def library() -> dict[str, str]:
    """TOML texts of the built-in strategies by name."""
    folder = resources.files("seti_sim.policies") / "library"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {f.name.removesuffix(".toml"): f.read_text(encoding="utf-8") for f in files}


def read_weights(table: object, where: str) -> np.ndarray:
    """Turn the ``weights`` table of a strategy into its row of floats; unknown names are refused."""
    if not isinstance(table, dict):
        raise StrategyError(f"{where}: weights is not a table")
    row = np.array(DEFAULTS)
    for name, value in table.items():
        if name not in NAMES:
            raise StrategyError(f"{where}: unknown weight {name!r}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise StrategyError(f"{where}: weight {name!r} is not a finite number")
        row[NAMES.index(name)] = float(value)
    return row


def parse_strategy(text: str, where: str) -> Strategy:
    """Read a strategy from TOML text; errors name the place."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StrategyError(f"{where}: not valid TOML: {error}") from None
    unknown = sorted(set(document) - KEYS)
    if unknown:
        raise StrategyError(f"{where}: unknown key {unknown[0]!r}")
    name = document.get("name")
    if not isinstance(name, str) or not name or "," in name:
        raise StrategyError(f"{where}: name must be a text without commas")
    policy = document.get("policy", "heuristic")
    if policy not in POLICIES:
        raise StrategyError(f"{where}: unknown policy {policy!r} (known: {', '.join(POLICIES)})")
    row = read_weights(document.get("weights", {}), where)
    row.setflags(write=False)
    digest = hashlib.sha256(f"{policy}:".encode() + row.tobytes()).hexdigest()
    return Strategy(name, POLICIES.index(policy), row, digest, text, str(document.get("about", "")))


def load_strategy(name_or_path: str) -> Strategy:
    """Load a built-in strategy by name or a user's strategy from the path of a TOML file."""
    built_in = library()
    if name_or_path in built_in:
        return parse_strategy(built_in[name_or_path], f"{name_or_path}.toml")
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise StrategyError(f"unknown strategy {name_or_path!r} (known: {', '.join(built_in)}, or a .toml file)")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StrategyError(f"cannot read strategy file {name_or_path}: {error}") from None
    return parse_strategy(text, name_or_path)


def available_strategies() -> list[Strategy]:
    """All built-in strategies, sorted by name."""
    return [parse_strategy(text, f"{name}.toml") for name, text in library().items()]
