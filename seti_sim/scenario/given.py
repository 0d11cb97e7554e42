"""The values a scenario gives, by path: every one is taken exactly once, so that nothing given is overlooked."""

from collections.abc import Mapping
from typing import Any

from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.words import did_you_mean


class Given:
    """A flat mapping of paths to values that remembers which paths were asked for."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)
        self._known: set[str] = set()

    def has(self, path: str) -> bool:
        """Whether the scenario gives this path."""
        self._known.add(path)
        return path in self._values

    def value(self, path: str, default: Any) -> Any:
        """The value of a path, or the default; it must be of the default's type."""
        if not self.has(path):
            return default
        value = self._values[path]
        if default is not None and (type(value) is not type(default)):
            raise ScenarioError(f"{path}: {type(default).__name__} wanted, not {value!r}")
        return value

    def number(self, path: str, default: int, low: int = 0, high: int = 10_000) -> int:
        """A whole number within bounds."""
        value: int = self.value(path, default)
        if not low <= value <= high:
            raise ScenarioError(f"{path}: {value} is not within {low} to {high}")
        return value

    def numbers(self, path: str, default: list[int], low: int = 0, high: int = 10_000) -> list[int]:
        """A list of whole numbers within bounds, as many as in the default."""
        values: list[int] = self.value(path, default)
        if len(values) != len(default) or any(type(n) is not int or not low <= n <= high for n in values):
            raise ScenarioError(f"{path}: {len(default)} numbers within {low} to {high} are wanted, not {values}")
        return values

    def items(self, path: str, most: int = 10_000) -> list[Any]:
        """A list, empty if it is not given."""
        value: list[Any] = self.value(path, [])
        if len(value) > most:
            raise ScenarioError(f"{path}: at most {most} are possible, not {len(value)}")
        return value

    def seats(self, path: str, players: int) -> list[int]:
        """A list of seats."""
        return [self.seat(path, seat, players) for seat in self.items(path)]

    @staticmethod
    def seat(path: str, value: Any, players: int) -> int:
        """A seat of the game."""
        if type(value) is not int or not 0 <= value < players:
            raise ScenarioError(f"{path}: {value!r} is no seat of {players} players")
        return value

    def check_all_taken(self) -> None:
        """Raise ScenarioError for a path nobody asked for."""
        for path in self._values:
            if path not in self._known:
                raise ScenarioError(f'unknown path "{path}"{did_you_mean(path, self._known)}')
