"""Every line of notation in the component files, found by the key it stands under, without the project's models."""

import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

FILES = ("board", "cards", "aliens", "alien_cards")
EFFECT_KEYS = {
    "effects", "gain", "later", "orbit", "land", "first_orbit", "first_land", "overflow", "left", "right", "left_gain",
    "right_gain", "also", "scan_extra", "top", "lower", "tile_gains", "first_taken_gain", "first_win", "later_win",
    "contributor_gain", "round_income", "first", "sides", "visit", "signal_gain", "completion_gain_each_owner", "cost",
    "pay", "endgame", "corner", "2",
}  # fmt: skip
OTHER_KEYS = {"when": "condition", "condition": "condition", "on": "event", "count": "count"}
PROSE = (("actions", "play_card"), ("cards", "cost"), ("cards", "endgame"), ("pluto", "cost"), ("exertians", "endgame"))
STEPS = ("scan", "analyze", "research")


def read(file: str) -> dict[str, Any]:
    text = (resources.files("seti_sim.components") / "data" / f"{file}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from flat(item)


def lines(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Pairs of kind ("effect", "event", "count", "condition") and text."""
    if isinstance(node, list):
        for item in node:
            yield from lines(item, path)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        here = (*path, key)
        yield from lines(value, here)
        if path[-1:] == ("main",) or here[-2:] in PROSE or path[-2:] == ("actions", "play_card"):
            continue
        if key in EFFECT_KEYS or (key == "steps" and path[-1] in STEPS):
            # the corner of a main card is a bare word
            yield from (("effect", text) for text in flat(value) if not (key == "corner" and isinstance(value, str)))
        elif key in OTHER_KEYS and isinstance(value, str):
            yield OTHER_KEYS[key], value


def all_lines() -> list[tuple[str, str, str]]:
    """Triples of file, kind and text, each once."""
    return sorted({(file, kind, text) for file in FILES for kind, text in lines(read(file))})
