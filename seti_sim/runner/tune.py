"""Tuning the weights of a strategy by CMA-ES (Hansen 2016), every candidate of a generation on the same set-ups.

A candidate sits once at every seat of every set-up of its generation, the opponents fill the others in turn. All
candidates of a generation play the same set-ups (common random numbers), the next generation plays new ones, so luck
is not learned. The folder holds ``tune.json``, the settings, and ``generations.jsonl``, one line a generation with all
candidates, their losses and a checksum: a search that was stopped is replayed from it into a fresh optimiser of the
same seed.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from seti_sim.policies.strategies import Strategy, load_strategy, parse_strategy
from seti_sim.policies.weights import NAMES, TUNED, WEIGHTS
from seti_sim.runner.blocks import games_of, with_strategies
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.design import Lineup
from seti_sim.runner.errors import PlanError, StoreError, in_range
from seti_sim.runner.execute import number_of_threads, run_chunks
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.manifest import origin_of
from seti_sim.runner.plan import RANDOM, make_plan
from seti_sim.runner.records import ResumableRecord
from seti_sim.runner.resumable import opened
from seti_sim.runner.runs import damage_line, warm_up
from seti_sim.runner.store import Layout, PartFolder, check_name, writing
from seti_sim.toml_files import comment, quoted, read_limited

Floats = npt.NDArray[np.float64]
Objective = Literal["margin", "win"]
OBJECTIVES: Final[tuple[Objective, ...]] = ("margin", "win")
"""``margin``: score minus the mean of the other players, in points; ``win``: share of games won, ties split."""
FORMAT: Final = "seti_sim/tune/2"
LAYOUT: Final = Layout("tune.json", (), "an existing search")
LOG: Final = "generations.jsonl"
DECIMALS: Final = 4
"""Digits of a weight: what is tried is what is written down."""
STEP: Final = 0.15
"""First step of the search as a part of each weight's range."""
HISTORY_LINES: Final = 20
MOST_LOG_BYTES: Final = 1024 * 1024 * 1024
MOST_OF_A_CANDIDATE: Final = 50_000
"""Games: those of one seat are played in one call."""


class TuneRecord(ResumableRecord):
    """Contents of ``tune.json``. What ``origin`` says too is repeated for readers of the file."""

    DECIDE: ClassVar = (
        "base", "opponents", "weights", "setups", "players", "objective", "seed", "species", "variant",
    )  # fmt: skip
    OTHER: ClassVar = "another search"

    base: str
    opponents: tuple[str, ...]
    weights: tuple[str, ...]
    setups: int
    players: int
    objective: Objective
    seed: int
    species: tuple[str, ...]
    variant: str | None


@dataclass(frozen=True)
class Tuning:
    """Everything that decides a search; see :func:`make_tuning`."""

    inputs: Inputs
    base: Strategy
    opponents: tuple[Strategy, ...]
    weights: tuple[str, ...]
    setups: int
    """Set-ups that a candidate plays, once at every seat."""
    objective: Objective
    seed: int
    name: str

    @property
    def players(self) -> int:
        """Players of every game."""
        return self.inputs.plan.players

    @property
    def games(self) -> int:
        """Games of a candidate."""
        return self.setups * self.players

    @property
    def population(self) -> int:
        """Candidates of a generation: 4 + 3 ln n, the default of CMA-ES."""
        return 4 + int(3 * np.log(len(self.weights)))

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """The candidate, code 0, at every seat in turn; opponents from code 1 on, each rotation another way round."""
        others = [1 + at % len(self.opponents) for at in range(self.players - 1)]
        return tuple((*others[len(others) - seat :], 0, *others[: len(others) - seat]) for seat in range(self.players))

    @property
    def ranges(self) -> tuple[Floats, Floats]:
        """Lowest and highest value of each weight: worth trying, widened to hold the base's own value."""
        own = self.start()
        limits = [(WEIGHTS[NAMES.index(name)].low, WEIGHTS[NAMES.index(name)].high) for name in self.weights]
        low, high = np.array(limits, dtype=np.float64).T
        return np.minimum(low, own), np.maximum(high, own)

    def start(self) -> Floats:
        """The base's own weights."""
        return np.array([float(self.base.params[NAMES.index(name)]) for name in self.weights])

    def values(self, place: Floats) -> dict[str, float]:
        """Weights at a place of the unit cube that is searched."""
        low, high = self.ranges
        return dict(zip(self.weights, np.round(low + place * (high - low), DECIMALS).tolist(), strict=True))

    def candidate(self, values: dict[str, float], name: str, head: Sequence[str] = (), about: str = "") -> Strategy:
        """The base with other weights as a strategy; ``head`` are lines of comment on top of its source."""
        return parse_strategy(strategy_text(self.base, values, name, head, about), name)

    @property
    def everybody(self) -> Inputs:
        """The box with all strategies that the search was started with: the base, then the opponents."""
        return with_strategies(self.inputs, (self.base, *self.opponents))

    def record(self, command: str) -> TuneRecord:
        """Contents of ``tune.json``."""
        return TuneRecord(
            format=FORMAT,
            command=command,
            origin=origin_of(self.everybody),
            base=self.base.name,
            opponents=tuple(item.name for item in self.opponents),
            weights=self.weights,
            setups=self.setups,
            players=self.players,
            objective=self.objective,
            seed=self.seed,
            species=self.inputs.plan.species,
            variant=self.inputs.plan.variant,
        ).sealed()


@dataclass(frozen=True)
class Generation:
    """One generation: places in the unit cube, shape (population, weights), and their losses."""

    number: int
    places: Floats
    losses: Floats

    def line(self, identity: str) -> str:
        """The generation as a line of the log of the search that has this identity."""
        record = {"generation": self.number, "losses": self.losses.tolist(), "places": self.places.tolist()}
        return json.dumps(record | {"sha256": _digest(record, identity)}) + "\n"

    @staticmethod
    def read(line: str, identity: str) -> "Generation | None":
        """A line of the log; None if it is not as it was written, or of another search."""
        try:
            record = json.loads(line)
            digest = record.pop("sha256")
            if digest == _digest(record, identity):
                return Generation(record["generation"], np.array(record["places"]), np.array(record["losses"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        return None


def _digest(record: Mapping[str, Any], identity: str) -> str:
    return hashlib.sha256((identity + json.dumps(record, sort_keys=True)).encode()).hexdigest()


class Optimiser(Protocol):
    """What is used of ``cma.CMAEvolutionStrategy``."""

    def ask(self) -> list[Floats]:
        """Candidates to try."""

    def tell(self, places: list[Floats], losses: list[float]) -> None:
        """Their losses."""


def make_tuning(
    base: str,
    *,
    against: Sequence[str] = (),
    weights: Sequence[str] = (),
    games: int = 200,
    players: int = 4,
    objective: str = "margin",
    seed: int = 1,
    species: Sequence[str] = (RANDOM, RANDOM),
    variant: str | None = None,
    name: str | None = None,
) -> Tuning:
    """A checked search; ``against`` defaults to the base at all other seats, ``weights`` to all main ones.

    Raises :class:`PlanError`, ``StrategyError`` or ``ComponentError``, each with one clear line.
    """
    plan = make_plan(games=1, players=players, strategies=[base], seed=seed, species=tuple(species), variant=variant)
    in_range("games", games, 1, MOST_OF_A_CANDIDATE)
    unknown = [weight for weight in weights if weight not in NAMES]
    if unknown:
        raise PlanError(f"weights: no weight is called {unknown[0]!r}; there are {', '.join(NAMES)}")
    chosen = tuple(dict.fromkeys(weights)) or TUNED
    if len(chosen) < 2:
        raise PlanError("weights: a search takes at least two")
    if len(against) > players - 1:
        raise PlanError(f"against: {len(against)} opponents given where {players - 1} have a seat")
    for known in OBJECTIVES:
        if objective == known:
            break
    else:
        raise PlanError(f"no objective is called {objective!r}; there are {' and '.join(OBJECTIVES)}")
    strategy = load_strategy(base)
    if tomllib.loads(strategy.source).get("policy", "heuristic") == "random":
        raise PlanError(f"{base} has no weights to tune: it picks moves at random")
    opponents = tuple(load_strategy(other) for other in against) or (strategy,)
    new = f"{strategy.name}-tuned" if name is None else name
    if Path(new).name != new or not new.isprintable():
        raise PlanError(f"name: {new!r} can't be the name of a file")
    check_name(f"{new}.toml", "name")
    tuning = Tuning(load_inputs(plan), strategy, opponents, chosen, -(-games // players), known, seed, new)
    # A name that no strategy may have is refused now, not after hours.
    tuning.candidate(tuning.values(np.full(len(chosen), 0.5)), new, [new, base], f"{strategy.name} tuned")
    return tuning


def strategy_text(
    base: Strategy, values: dict[str, float], name: str, head: Sequence[str] = (), about: str = ""
) -> str:
    """A strategy file: the base's own with some weights changed, under another name."""
    document = tomllib.loads(base.source)
    top = {key: value for key, value in document.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in document.items() if isinstance(value, dict)}
    tables["weights"] = {**tables.get("weights", {}), **values}
    lines = [comment(line).rstrip() for line in head]
    lines += [f"{key} = {_toml(value)}" for key, value in {**top, "name": name, "about": about}.items()]
    for key, table in tables.items():
        lines += ["", f"[{key}]", *(f"{item} = {_toml(value)}" for item, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value of a strategy file as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return quoted(value) if isinstance(value, str) else json.dumps(value)


class TuneFolder:
    """The folder of a search, locked by this process: its settings and the generations so far."""

    def __init__(self, folder: PartFolder, tuning: Tuning, identity: str) -> None:
        self.path = folder.path
        self.tuning = tuning
        self._folder = folder
        self._identity = identity

    def generations(self) -> tuple[dict[int, Generation], list[str]]:
        """What the log holds, by number, and the names of lines that are not as they were written.

        A last line that was cut off while it was written is nothing to speak of.
        """
        file = self.path / LOG
        try:
            lines = read_limited(file, MOST_LOG_BYTES, "replace").splitlines(keepends=True)
        except FileNotFoundError:
            return {}, []
        except (OSError, ValueError) as error:
            raise StoreError(f"can't read {file}: {getattr(error, 'strerror', None) or error}") from None
        found: dict[int, Generation] = {}
        damaged = []
        for number, line in enumerate(lines, start=1):
            generation = Generation.read(line, self._identity)
            if generation is not None:
                found[generation.number] = generation
            elif line.endswith("\n"):
                damaged.append(f"line {number} of {LOG}")
        return found, damaged

    def rewrite(self, known: Mapping[int, Generation]) -> None:
        """Write the log anew: in order and without damaged lines."""
        self._folder.write(LOG, "".join(known[number].line(self._identity) for number in sorted(known)))

    def append(self, generation: Generation) -> None:
        """Write one generation down, to the disk."""
        with writing(self.path), (self.path / LOG).open("a", encoding="utf-8") as file:
            file.write(generation.line(self._identity))
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def open_search(path: Path, tuning: Tuning, command: str) -> Iterator[TuneFolder]:
    """Lock the folder of a search, a new one or one begun with the same settings by the same program.

    Raises ``RunError`` with one line that names the first difference.
    """
    record = tuning.record(command)
    with opened(path, LAYOUT, record, tuning.everybody) as (folder, identity):
        yield TuneFolder(folder, tuning, identity)


def tune(
    folder: TuneFolder, budget: int, *, threads: int | None = None, listener: Listener = SILENT
) -> tuple[dict[str, float], list[Generation]]:
    """Search until the next generation would take more than ``budget`` games in all; give weights and history.

    The weights are the mean of the last distribution, which noise moves less than any single candidate. Generations
    whose lines are damaged are named and played again.
    """
    tuning = folder.tuning
    known, damaged = folder.generations()
    if damaged:
        listener.note(damage_line(folder.path, damaged))
    each = tuning.population * tuning.games
    number = max(max(known, default=-1) + 1, budget // each)
    if number == 0:
        raise PlanError(f"budget: one generation takes {each} games, more than {budget}")
    folder.rewrite(known)
    optimiser = _optimiser(tuning)
    if len(known) < number:
        warm_up(tuning.inputs, listener)
    listener.begin(number * each, len(known) * each)
    for generation in range(number):
        places = optimiser.ask()
        if generation not in known:
            losses = _losses(tuning, generation, places, number_of_threads(threads), listener)
            known[generation] = Generation(generation, np.array(places), losses)
            folder.append(known[generation])
        elif not np.allclose(known[generation].places, places, rtol=0, atol=1e-9):
            raise StoreError(
                f"{folder.path / LOG}: generation {generation + 1} was made by another version of the optimiser; "
                "start a new search"
            )
        optimiser.tell(places, known[generation].losses.tolist())
    folder.rewrite(known)
    favourite = np.asarray(optimiser.result.xfavorite, dtype=np.float64)
    return tuning.values(favourite), [known[generation] for generation in range(number)]


def _optimiser(tuning: Tuning) -> Any:
    """CMA-ES over the unit cube from the base's own weights, with a random stream of its own."""
    import cma

    low, high = tuning.ranges
    start = (tuning.start() - low) / (high - low)
    stream = np.random.default_rng([tuning.seed, len(tuning.weights)])
    options = {
        "bounds": [0, 1],
        "popsize": tuning.population,
        "seed": np.nan,  # the global stream is left alone
        "randn": lambda *shape: stream.standard_normal(shape),
        "verbose": -9,
        "verb_log": 0,
    }
    return cma.CMAEvolutionStrategy(start.tolist(), STEP, options)


def _losses(tuning: Tuning, generation: int, places: Sequence[Floats], threads: int, listener: Listener) -> Floats:
    """Loss of each candidate of a generation, the candidates shared among the threads."""
    losses = np.zeros(len(places))
    first = generation * tuning.setups

    def work(chunk: Chunk) -> None:
        candidate = tuning.candidate(tuning.values(places[chunk.part]), "candidate")
        losses[chunk.part] = -merit(tuning, candidate, first)

    chunks = [Chunk(at, first, tuning.games) for at in range(len(places))]
    with closing(run_chunks(chunks, work, threads)) as done:
        for chunk in done:
            listener.advance(chunk.games)
    return losses


def merit(tuning: Tuning, candidate: Strategy, first: int) -> float:
    """Mean of the objective for a strategy at every seat of the set-ups from ``first`` on."""
    inputs = with_strategies(tuning.inputs, (candidate, *tuning.opponents))
    total = 0
    for seat, scores in _scores(tuning, inputs, first):
        own = scores[:, seat]
        if tuning.objective == "margin":
            total += int((tuning.players * own - scores.sum(axis=1)).sum())
        else:
            winners = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1)
            total += int((12 // winners)[own == scores.max(axis=1)].sum())
    return total / tuning.games / ((tuning.players - 1) if tuning.objective == "margin" else 12)


def _scores(tuning: Tuning, inputs: Inputs, first: int) -> Iterator[tuple[int, npt.NDArray[np.int64]]]:
    """The candidate's seat and the scores, shape (set-ups, players), for each line-up."""
    for seat, lineup in enumerate(tuning.lineups):
        games = games_of(inputs, lineup, Chunk(0, first, tuning.setups))
        yield seat, games["players"]["score"][:, : tuning.players].astype(np.int64)


def history(tuning: Tuning, generations: Sequence[Generation]) -> list[str]:
    """The course of a search in some lines: best and mean of some generations, evenly spread."""
    unit = "points ahead of the mean of the others" if tuning.objective == "margin" else "of games won"
    scale = 1.0 if tuning.objective == "margin" else 100.0
    suffix = "" if tuning.objective == "margin" else " %"
    at = np.unique(np.linspace(0, len(generations) - 1, min(HISTORY_LINES, len(generations))).round().astype(int))
    lines = [f"generation, best and mean candidate ({unit}):"]
    for number in at:
        losses = -generations[number].losses * scale
        lines.append(f"  {number + 1:4d}  {losses.max():+8.2f}{suffix}  {losses.mean():+8.2f}{suffix}")
    return lines
