"""Checks of a registry: its rows against the numbered constants that compiled code uses for them.

Compiled code reads a weight as ``a.w[v.W_CREDIT]`` and a feature as ``x[X_SCORE]``: plain numbers, which are folded.
The checks run when a registry is imported, so that no row and no constant can change places unnoticed.
"""

from collections.abc import Mapping, Sequence
from typing import Any


def check_constants(prefix: str, names: Sequence[str], constants: Mapping[str, Any]) -> None:
    """Raise ValueError unless ``<prefix><NAME>`` is the position of every name and no other constant begins like it."""
    expected = {prefix + name.upper(): i for i, name in enumerate(names)}
    if len(expected) != len(names):
        raise ValueError(f"a name of {prefix}* is there twice")
    found = {name: value for name, value in constants.items() if name.startswith(prefix)}
    for name in sorted(expected.keys() | found.keys()):
        if found.get(name) != expected.get(name):
            raise ValueError(f"{name} is {found.get(name)}, but the registry says {expected.get(name)}")


def check_run(names: Sequence[str], first: int, expected: Sequence[str]) -> None:
    """Raise ValueError unless ``expected`` names follow each other from position ``first`` on.

    For index arithmetic such as ``W_CREDIT + resource``.
    """
    if tuple(names[first : first + len(expected)]) != tuple(expected):
        raise ValueError(f"{names[first : first + len(expected)]} where {tuple(expected)} are counted on")
