"""Plan files: a grid over players, strategies, species, gold tiles and variants, one run for each of its cells.

Example::

    games = 10_000                                  # of every cell
    seed = 1
    players = [2, 4]
    strategies = ["balanced", ["greedy", "random"]]
    gold = [{}, { tech = "a" }, { tech = "b" }]
"""

from collections.abc import Iterator
from itertools import groupby, product
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError, field_validator, model_validator

from seti_sim.components.schema_base import ComponentError
from seti_sim.policies.strategies import StrategyError
from seti_sim.runner.errors import PlanError, RunError
from seti_sim.runner.inputs import check_inputs
from seti_sim.runner.plan import DEFAULT_CHUNK, MAX_CHUNK, MAX_GAMES, MAX_SEED, RANDOM, RunPlan, first_line, make_plan
from seti_sim.runner.store import check_name
from seti_sim.toml_files import read_toml

NONE: Final = "none"
"""The name of no variant in a list of variants."""
FILE_ENDING: Final = ".toml"
MAX_CELLS: Final = 20_000


class Cell(NamedTuple):
    """One cell of a grid: the name of its folder and its run."""

    name: str
    plan: RunPlan


class Grid(BaseModel):
    """Contents of a plan file. Every list is one side of the grid; a single value stands for a list of one.

    A line-up is the name of a strategy for all seats, or a list by seat whose last name is repeated for the seats left.
    With ``rotate`` every game draws one of all its orders over the seats; without, it sits as it is written. All cells
    have the same seed, so their set-ups are the same as far as their rules are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: Annotated[int, Strict(), Field(ge=1, le=MAX_GAMES)]
    seed: Annotated[int, Strict(), Field(ge=0, le=MAX_SEED)] = 1
    chunk: Annotated[int, Strict(), Field(ge=1, le=MAX_CHUNK)] = DEFAULT_CHUNK
    players: Annotated[tuple[Annotated[int, Strict(), Field(ge=2, le=4)], ...], Field(min_length=1)]
    strategies: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)]
    rotate: Annotated[bool, Strict()] = True
    species: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)] = ((RANDOM, RANDOM),)
    gold: Annotated[tuple[dict[str, str], ...], Field(min_length=1)] = ({},)
    variants: Annotated[tuple[str, ...], Field(min_length=1)] = (NONE,)

    @field_validator("players", "variants", "gold", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        return value if isinstance(value, list | tuple) else [value]

    @field_validator("strategies", mode="before")
    @classmethod
    def _name_is_a_line_up(cls, value: Any) -> Any:
        if isinstance(value, str):
            return [[value]]
        return [[item] if isinstance(item, str) else item for item in value] if isinstance(value, list) else value

    @field_validator("species", mode="before")
    @classmethod
    def _one_pair_is_a_list(cls, value: Any) -> Any:
        is_pair = isinstance(value, list) and all(isinstance(name, str) for name in value)
        return [value] if is_pair and value else value

    @model_validator(mode="after")
    def _check_line_ups(self) -> Self:
        for line_up in self.strategies:
            if not line_up:
                raise ValueError("strategies: a line-up is empty")
            if len(line_up) > min(self.players):
                raise ValueError(
                    f"strategies: {len(line_up)} in a line-up ({', '.join(line_up)}) for {min(self.players)} players"
                )
        return self

    def cells(self) -> Iterator[Cell]:
        """All cells, in the order of the file; :class:`PlanError` for one that makes no sense."""
        plans: dict[str, RunPlan] = {}
        for players, line_up, species, gold, variant in product(
            self.players, self.strategies, self.species, self.gold, self.variants
        ):
            plan = make_plan(
                games=self.games,
                players=players,
                strategies=(*line_up, *[line_up[-1]] * (players - len(line_up))),
                seed=self.seed,
                chunk=self.chunk,
                species=species,
                variant=None if variant == NONE else variant,
                gold=gold,
                seating=RANDOM if self.rotate else "fixed",
            )
            name = cell_name(plan)
            check_name(name, "cell")
            if len(plans) == MAX_CELLS:
                raise PlanError(f"the plan has more than {MAX_CELLS} cells")
            if name in plans:
                raise PlanError(_twice(name, plans[name], plan))
            plans[name] = plan
            yield Cell(name, plan)


def _twice(name: str, first: RunPlan, second: RunPlan) -> str:
    """What is said of two cells of one name: which files make them so."""
    words = [(*plan.strategies, *([plan.variant] if plan.variant else [])) for plan in (first, second)]
    alike = sorted({word for pair in zip(*words, strict=True) if pair[0] != pair[1] for word in pair})
    if not alike:
        return f"the cell {name} comes twice"
    return f"two cells would be named {name}: {' and '.join(alike)} have the same name; rename one of them"


def cell_name(plan: RunPlan) -> str:
    """The name of a cell says what is played in it: ``4p-greedy-3random``, ``2p-balanced-exertians+random``."""
    names = [_stem(name) for name in plan.strategies]
    runs = [(name, len(list(group))) for name, group in groupby(names)]
    alike = len(runs) == 1
    parts = [f"{plan.players}p", *(name if count == 1 or alike else f"{count}{name}" for name, count in runs)]
    if plan.species != (RANDOM, RANDOM):
        parts.append("+".join(plan.species))
    if plan.gold_text:
        parts.append(plan.gold_text.replace(",", "+"))
    if plan.variant is not None:
        parts.append(_stem(plan.variant))
    return "-".join(parts)


def read_grid(file: Path) -> tuple[Cell, ...]:
    """The cells of a plan file; strategies and variants in files are named as seen from the folder of the plan.

    Raises :class:`PlanError` with one line that names the file and the key. Everything that the cells name has been
    read once, so a mistake in the last cell is found before the first is played.
    """
    document = read_toml(file, PlanError)
    try:
        cells = tuple(_seen_from(Grid.model_validate(document), file.parent).cells())
        check_inputs([cell.plan for cell in cells])
    except ValidationError as error:
        raise PlanError(f"{file}: {first_line(error)}") from None
    except (RunError, StrategyError, ComponentError) as error:
        raise PlanError(f"{file}: {error}") from None
    return cells


def _seen_from(grid: Grid, folder: Path) -> Grid:
    """The grid with paths of files that hold from here."""
    strategies = tuple(tuple(_path(name, folder) for name in line_up) for line_up in grid.strategies)
    variants = tuple(_path(name, folder) for name in grid.variants)
    return grid.model_copy(update={"strategies": strategies, "variants": variants})


def _path(name: str, folder: Path) -> str:
    return str(folder / name) if name.endswith(FILE_ENDING) else name


def _stem(name: str) -> str:
    """A name that can be part of a folder's."""
    stem = Path(name).stem if name.endswith(FILE_ENDING) else name
    return "".join(letter if letter.isalnum() or letter in "_." else "_" for letter in stem)
