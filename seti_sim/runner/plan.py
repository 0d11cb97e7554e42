"""The plan of a run: everything that decides which games are played, as one frozen and checked record."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from seti_sim.components.names import GOLD_TILES
from seti_sim.components.opcodes import SPECIES
from seti_sim.runner.errors import PlanError

DEFAULT_CHUNK = 500
"""Games a chunk: a compiled call of some tenths of a second, about 2 MB of records."""

MAX_SEED = 2**63 - 1
MAX_GAMES = 10**9
"""Of one run: 0.7 TB of tables and ten days on 64 cores."""
MAX_CHUNK = 20_000
"""Games a chunk: 100 MB of records for each thread that plays."""
MAX_PARTS = 200_000
"""Parts of a table; a larger chunk makes fewer."""
RANDOM = "random"
GOLD_SIDES = ("a", "b")


class RunPlan(BaseModel):
    """Which games are played: number, players, strategies by seat, seed, species, gold tiles and variant.

    ``gold`` holds the side of each gold tile, ``a``, ``b`` or ``random``; it may be given by name, as in
    ``{"tech": "a"}``. ``seating`` says whether every game draws the order of the strategies or keeps it; it is
    ``fixed`` where one strategy plays at all seats, and in manifests from before it existed. ``chunk`` only says how
    the games are cut into parts; it never changes a game.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: Annotated[int, Field(ge=1, le=MAX_GAMES)]
    players: Annotated[int, Field(ge=2, le=4)]
    strategies: tuple[str, ...]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 1
    chunk: Annotated[int, Field(ge=1, le=MAX_CHUNK)] = DEFAULT_CHUNK
    species: tuple[str, ...] = (RANDOM, RANDOM)
    variant: str | None = None
    gold: tuple[str, ...] = (RANDOM,) * len(GOLD_TILES)
    seating: Literal["random", "fixed"] = "fixed"

    @field_validator("gold", mode="before")
    @classmethod
    def _name_gold(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        for name in value:
            if name not in GOLD_TILES:
                raise ValueError(f"gold: unknown tile {name!r}; known are {', '.join(GOLD_TILES)}")
        return tuple(value.get(name, RANDOM) for name in GOLD_TILES)

    @model_validator(mode="after")
    def _check_gold(self) -> Self:
        if len(self.gold) != len(GOLD_TILES):
            raise ValueError(f"gold: {len(self.gold)} sides for the tiles {', '.join(GOLD_TILES)}")
        for name, side in zip(GOLD_TILES, self.gold, strict=True):
            if side not in (*GOLD_SIDES, RANDOM):
                raise ValueError(f"gold: {name} has no side {side!r}; there are a, b and {RANDOM}")
        return self

    @model_validator(mode="after")
    def _check_parts(self) -> Self:
        parts = -(-self.games // self.chunk)
        if parts > MAX_PARTS:
            raise ValueError(
                f"chunk: {self.games} games in parts of {self.chunk} make {parts} parts, more than {MAX_PARTS}; "
                "take a larger chunk"
            )
        return self

    @model_validator(mode="after")
    def _check_seats(self) -> Self:
        if not all(self.strategies):
            raise ValueError("strategies: a name is empty")
        if len(self.strategies) != self.players:
            raise ValueError(
                f"strategies: {len(self.strategies)} given for {self.players} players; "
                "name one for every seat or a single one for all"
            )
        return self

    @model_validator(mode="after")
    def _check_species(self) -> Self:
        if len(self.species) != 2:
            raise ValueError(f"species: two are needed, left and right; {RANDOM} for one that is drawn")
        for name in self.species:
            if name != RANDOM and name not in SPECIES:
                raise ValueError(f"species: unknown species {name!r}; known are {', '.join(SPECIES)} and {RANDOM}")
        if self.species[0] == self.species[1] != RANDOM:
            raise ValueError(f"species: {self.species[0]} can't be on both sides")
        return self

    @property
    def species_codes(self) -> tuple[int, int]:
        """Codes of the left and the right species, -1 = drawn at random."""
        left, right = (-1 if name == RANDOM else SPECIES.index(name) for name in self.species)
        return left, right

    @property
    def gold_codes(self) -> tuple[int, ...]:
        """Side of each gold tile: 0 = a, 1 = b, -1 = drawn."""
        return tuple(-1 if side == RANDOM else GOLD_SIDES.index(side) for side in self.gold)

    @property
    def gold_text(self) -> str:
        """The sides that are fixed, as in ``tech=a,income=b``."""
        sides = zip(GOLD_TILES, self.gold, strict=True)
        return ",".join(f"{name}={side}" for name, side in sides if side != RANDOM)

    def command(self, out: str) -> str:
        """The shell command that plays the same games again."""
        words = ["seti-sim", "run", "--games", str(self.games), "--players", str(self.players)]
        words += ["--strategies", ",".join(self.strategies), "--seed", str(self.seed), "--chunk", str(self.chunk)]
        if self.seating == "fixed" and len(set(self.strategies)) > 1:
            words += ["--seating", "fixed"]
        if self.species != (RANDOM, RANDOM):
            words += ["--species", ",".join(self.species)]
        if self.gold_text:
            words += ["--gold", self.gold_text]
        if self.variant is not None:
            words += ["--variant", self.variant]
        return shlex.join([*words, "--out", out])


def make_plan(*, strategies: Sequence[str], **values: Any) -> RunPlan:
    """A checked plan; a single strategy is taken for every seat, several sit at random seats unless told otherwise.

    Raises :class:`PlanError` with one line that names the option at fault.
    """
    names = tuple(strategies)
    players = values.get("players")
    if len(names) == 1 and isinstance(players, int) and players > 1:
        names = names * min(players, 4)
    values.setdefault("seating", RANDOM)
    if values["seating"] == RANDOM and len(set(names)) == 1:
        values["seating"] = "fixed"
    try:
        return RunPlan(strategies=names, **values)
    except ValidationError as error:
        raise PlanError(first_line(error)) from None


def first_line(error: ValidationError) -> str:
    """One problem of a pydantic error as one line: option, what is wrong, what was given.

    An unknown key comes first: a key that is missing beside it is most likely the same one, misspelt.
    """
    problems = error.errors()
    problem = next((item for item in problems if item["type"] == "extra_forbidden"), problems[0])
    option = ".".join(str(part) for part in problem["loc"])
    limits = problem.get("ctx", {})
    if problem["type"] == "value_error":
        return problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "greater_than_equal":
        return f"{option} must be at least {limits['ge']}, not {problem['input']}"
    if problem["type"] == "less_than_equal":
        return f"{option} must be at most {limits['le']}, not {problem['input']}"
    if problem["type"] == "extra_forbidden":
        return f"{option}: unknown key"
    if problem["type"] == "tuple_type":
        return f"{option} must be a list"
    if problem["type"] == "too_short":
        return f"{option}: the list is too short"
    said = f"{problem['msg'][0].lower()}{problem['msg'][1:]}"
    return f"{option}: {said}" if option else said
