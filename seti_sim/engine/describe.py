"""Writes ``docs/state.md`` from the registry of fields: ``python -m seti_sim.engine.describe > docs/state.md``."""

import numpy as np

from seti_sim.engine.state import FRAME, FRONT, GAME, GAME_FIELDS, PLAYER, PLAYER_FIELDS, THIS_TURN, Field

HEAD = """# The state of a game

Written by `python -m seti_sim.engine.describe` from the registry in `seti_sim/engine/state.py`; do not edit.
A game is one numpy record of dtype `GAME`; `game.players[seat]` is a view of dtype `PLAYER`.
"""
RECORDS = {FRAME: "FRAME", FRONT: "FRONT", THIS_TURN: "THIS_TURN"}


def type_text(field: Field) -> str:
    """Type and shape of a field, such as ``i2[4, 5]``."""
    name = field.dtype if isinstance(field.dtype, str) else RECORDS.get(np.dtype(field.dtype), "PLAYER")
    return f"{name}{list(field.shape)}" if field.shape else str(name)


def table(title: str, dtype: np.dtype, fields: list[Field]) -> str:
    """One Markdown table of fields with type, axes, range and meaning."""
    rows = [
        f"## `{title}`: {dtype.itemsize} bytes",
        "",
        "| field | type | axes | range | meaning |",
        "|" + " --- |" * 5,
    ]
    for f in fields:
        span = f"{f.low} to {f.high}" if (f.low, f.high) != (0, 0) else ""
        rows.append(f"| `{f.name}` | {type_text(f)} | {f.axes} | {span} | {f.meaning} |")
    return "\n".join(rows)


def document() -> str:
    """The whole page."""
    return "\n".join([HEAD, table("GAME", GAME, GAME_FIELDS), "", table("PLAYER", PLAYER, PLAYER_FIELDS), ""])


if __name__ == "__main__":
    print(document(), end="")
