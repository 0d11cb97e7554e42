"""What a plan is made of once its files are read: the tables, the strategies as arrays, and the game function."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from seti_sim.components.loader import Tables, load_tables, load_variant, variant_parts, with_gold_sides
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.tables import MAX_PLAYERS
from seti_sim.policies.strategies import Strategy, load_strategy
from seti_sim.runner.errors import PlanError
from seti_sim.runner.plan import RunPlan
from seti_sim.runner.seating import seatings


class PlayChunk(Protocol):
    """Plays ``count`` games from index ``first`` on and returns them finished, as records of dtype ``GAME``."""

    def __call__(
        self,
        tables: Any,
        seed: int,
        first: int,
        count: int,
        n_players: int,
        policies: npt.NDArray[np.int64],
        params: npt.NDArray[np.float64],
        species: npt.NDArray[np.int64],
        plugins: Sequence[Any] = (),
        seatings: npt.NDArray[np.int8] | None = None,
    ) -> npt.NDArray[Any]:
        """Arrays and plug-ins have a row for each of four places of the line-up; species -1 is drawn at random."""


@dataclass(frozen=True)
class Inputs:
    """A plan with everything read from files: ready to play any chunk, in any thread or process."""

    plan: RunPlan
    tables: Tables
    strategies: tuple[Strategy, ...]
    """Distinct strategies; the place in this tuple is the code of column ``strategy``."""
    codes: tuple[int, ...]
    """Code of the strategy of each place of the line-up; with fixed seating of each seat."""
    variant: dict[str, Any] | None
    """The variant's overrides."""

    def play(self, play_chunk: PlayChunk, first: int, count: int) -> npt.NDArray[Any]:
        """The finished games ``first`` to ``first + count - 1`` of the run."""
        return play_chunk(
            self.tables.record,
            self.plan.seed,
            first,
            count,
            self.plan.players,
            self.policies(),
            self.params(),
            np.array(self.plan.species_codes, dtype=np.int64),
            self.plugins(),
            seatings(self.plan, first, count),
        )

    def codes_by_seat(self, first: int, count: int) -> npt.NDArray[np.int64]:
        """Code of the strategy on each seat of some games, shape (count, players)."""
        places = seatings(self.plan, first, count)[:, : self.plan.players]
        return np.asarray(np.array(self.codes, dtype=np.int64)[places])

    def at_game(self, index: int) -> "Inputs":
        """The same with the strategies in the order in which they sit in one game."""
        codes = tuple(int(code) for code in self.codes_by_seat(index, 1)[0])
        return replace(self, codes=codes, plan=self.plan.model_copy(update={"seating": "fixed"}))

    def policies(self) -> npt.NDArray[np.int64]:
        """Policy number by place of the line-up; places nobody plays repeat the last one."""
        return np.array([self.strategies[code].policy for code in self._four_codes()], dtype=np.int64)

    def params(self) -> npt.NDArray[np.float64]:
        """Parameters of the strategy by place of the line-up, one row each."""
        return np.array([self.strategies[code].params for code in self._four_codes()], dtype=np.float64)

    def plugins(self) -> tuple[Any, ...]:
        """Compiled function of the plug-in policy by place of the line-up, None where there is none."""
        return tuple(self.strategies[code].plugin for code in self._four_codes())

    def _four_codes(self) -> tuple[int, ...]:
        return self.codes + (self.codes[-1],) * (MAX_PLAYERS - len(self.codes))


def load_inputs(plan: RunPlan) -> Inputs:
    """Read the strategies, the variant and the tables that the plan names.

    Raises :class:`PlanError`, ``StrategyError`` or ``ComponentError``, each with one clear line.
    """
    variant = None if plan.variant is None else dict(load_variant(plan.variant))
    strategies, codes = _distinct(plan.strategies)
    return Inputs(plan, tables_of(plan, variant), strategies, codes, variant)


def has_all_files(plan: RunPlan) -> bool:
    """Whether every strategy and variant that is named by a file is there, as seen from the working folder."""
    words = (*plan.strategies, *([] if plan.variant is None else variant_parts(plan.variant)))
    return all(os.path.lexists(word) for word in words if word.endswith(".toml"))


def check_inputs(plans: Sequence[RunPlan]) -> None:
    """Read everything that some plans name, each name and file once.

    Raises :class:`PlanError`, ``StrategyError`` or ``ComponentError``, each with one clear line.
    """
    load = cache(load_strategy)
    boxes: set[tuple[str | None, tuple[int, ...]]] = set()
    for plan in plans:
        _distinct(plan.strategies, load)
        if (plan.variant, plan.gold_codes) not in boxes:
            tables_of(plan, None if plan.variant is None else dict(load_variant(plan.variant)))
            boxes.add((plan.variant, plan.gold_codes))


def tables_of(plan: RunPlan, variant: dict[str, Any] | None) -> Tables:
    """The tables of the variant with the gold tiles of the plan; what is wrong with it is said with its name."""
    try:
        tables = load_tables(variant)
        return with_gold_sides(tables, plan.gold_codes) if max(plan.gold_codes) >= 0 else tables
    except ComponentError as error:
        raise ComponentError(f"variant {plan.variant}: {error}") from None


def _distinct(
    words: Sequence[str], load: Callable[[str], Strategy] | None = None
) -> tuple[tuple[Strategy, ...], tuple[int, ...]]:
    """The different strategies in the order of the seats, and the code of each seat."""
    known: dict[str, Strategy] = {}
    meant: dict[str, str] = {}
    by_seat = [(load or load_strategy)(word) for word in words]
    for word, strategy in zip(words, by_seat, strict=True):
        if known.setdefault(strategy.name, strategy).digest != strategy.digest:
            raise PlanError(
                f"strategies: {meant[strategy.name]} and {word} are different and both named {strategy.name!r}; "
                "rename one of them"
            )
        meant.setdefault(strategy.name, word)
    names = list(known)
    return tuple(known.values()), tuple(names.index(strategy.name) for strategy in by_seat)
