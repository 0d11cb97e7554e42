"""Monte Carlo simulator and balance analyzer for SETI: Search for Extraterrestrial Intelligence.

>>> import seti_sim as ss
>>> run = ss.run(games=1000, players=4, strategies=["balanced"], seed=1)
>>> run.seats.group_by("seat").agg(pl.col("score").mean())
>>> game = ss.Game(seed=1, players=2)
>>> game.legal_moves()
"""

from typing import Any

__version__ = "0.1.0"

RULES_VERSION = 3
"""Changes only when a game with the same seed can end differently."""

_PLACES = {
    "api.games": ("Game", "GameOverError", "IllegalMoveError", "Move"),
    "api.runs": ("ReplayedGame", "Run", "load", "resume", "run"),
    "api.vector": ("VectorGame",),
}
"""The public names by the module that defines them, which is imported when one of them is first used.

Type checkers read ``__init__.pyi``. Import statements here would make every module of the project part of the hash of
what is compiled (:mod:`seti_sim.compilation.sources`).
"""
__all__ = [
    "RULES_VERSION",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Move",
    "ReplayedGame",
    "Run",
    "VectorGame",
    "__version__",
    "load",
    "resume",
    "run",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"seti_sim.{module}"), name)
    raise AttributeError(f"module 'seti_sim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
