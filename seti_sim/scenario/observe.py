"""What a player sees of a game: the paths of the view without what is hidden (SETUP-16, M4, E2)."""

from typing import Any

from seti_sim.engine.frames import F_COLLECT, F_COPY
from seti_sim.engine.state import N_ROUNDS
from seti_sim.scenario.view import Value, view

UNKNOWN = "unknown"
"""A species that has not been discovered."""
DROPPED = ("deck_top",)
"""Paths that nobody sees."""


def observed(game: Any, tables: Any, seat: int) -> dict[str, Value]:
    """What the player at a seat can see, by the paths of :func:`seti_sim.scenario.view.view`.

    Where others see only how many things there are, the path has ``_count`` at its end: hands and Exertian cards of
    other players, face-down samples, tiles below the top, stacks of later rounds. Raises ValueError for no seat.
    """
    if not 0 <= seat < game.n_players:
        raise ValueError(f"no seat {seat}: there are 0 to {game.n_players - 1}")
    found: dict[str, Value] = {}
    for path, shown in view(game, tables).items():
        found |= _visible(game, path, shown.value, seat)
    return found


def _visible(game: Any, path: str, value: Value, seat: int) -> dict[str, Value]:
    """What is seen of one path, under its own or another name."""
    parts = path.split(".")
    if path in DROPPED:
        return {}
    if parts[0] == "player":
        return {path: value} if int(parts[1]) == seat else _of_another(path, parts[2], value)
    if path == "species" and isinstance(value, list):
        return {path: [name if game.discovered[side] else UNKNOWN for side, name in enumerate(value)]}
    if parts[0] == "tiles" and isinstance(value, list):
        return {path: value[:1], f"{path}_count": len(value)}
    if parts[0] == "stack" and isinstance(value, list):
        seen = int(parts[1]) <= int(game.round_number) < N_ROUNDS
        return {path: value} if seen else {f"{path}_count": len(value)}
    if parts[0] == "samples" and parts[1] != "board" and isinstance(value, list):
        return {path: value} if _looks_at_samples(game, seat) else {f"{path}_count": len(value)}
    return {path: value}


def _of_another(path: str, name: str, value: Value) -> dict[str, Value]:
    """What is seen of another player."""
    if not isinstance(value, list):
        return {path: value}
    if name == "hand":
        return {f"{path}_count": len(value)}
    if name == "exertians":
        return {path: [card for card in value if card.endswith(" played")], f"{path}_count": len(value)}
    if name == "capsules":
        return {path: [text.partition(" sample ")[0] for text in value]}
    return {path: value}


def _looks_at_samples(game: Any, seat: int) -> bool:
    """Whether the player chooses among face-down samples just now."""
    frame = game.frames[game.n_frames - 1]
    return int(frame.player) == seat and int(frame.op) in (F_COLLECT, F_COPY)
