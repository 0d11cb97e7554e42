"""Tuning the weights of a strategy by CMA-ES (Hansen 2016), every candidate of a generation on the same set-ups.

A candidate sits once at every seat of every set-up of its generation, the opponents fill the others in turn. All
candidates of a generation play the same set-ups (common random numbers), the next generation plays new ones, so luck
is not learned. The folder holds ``tune.json``, the settings, and ``generations.jsonl``, one line a generation with all
candidates and their losses: a search that was stopped is replayed from it into a fresh optimiser of the same seed.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

import seti_sim
from seti_sim.policies.strategies import Strategy, load_strategy, parse_strategy
from seti_sim.policies.weights import NAMES, WEIGHTS
from seti_sim.runner.blocks import games_of, with_strategies
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.design import Lineup
from seti_sim.runner.errors import PlanError, StoreError
from seti_sim.runner.execute import number_of_threads, run_chunks
from seti_sim.runner.inputs import Inputs, load_inputs
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.plan import RANDOM, make_plan
from seti_sim.runner.runs import warm_up
from seti_sim.runner.store import write_atomic

Floats = npt.NDArray[np.float64]
Objective = Literal["margin", "win"]
OBJECTIVES: Final[tuple[Objective, ...]] = ("margin", "win")
"""``margin``: score minus the mean of the other players, in points; ``win``: share of games won, ties split."""
FORMAT: Final = "seti_sim/tune/1"
SETTINGS: Final = "tune.json"
LOG: Final = "generations.jsonl"
DECIMALS: Final = 4
"""Digits of a weight: what is tried is what is written down."""
STEP: Final = 0.15
"""First step of the search as a part of each weight's range."""
HISTORY_LINES: Final = 20


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
        named = tomllib.loads(self.base.source).get("weights", {})
        defaults = {weight.name: weight.default for weight in WEIGHTS}
        return np.array([float(named.get(name, defaults[name])) for name in self.weights])

    def values(self, place: Floats) -> dict[str, float]:
        """Weights at a place of the unit cube that is searched."""
        low, high = self.ranges
        return dict(zip(self.weights, np.round(low + place * (high - low), DECIMALS).tolist(), strict=True))

    def candidate(self, values: dict[str, float], name: str, head: Sequence[str] = (), about: str = "") -> Strategy:
        """The base with other weights as a strategy; ``head`` are lines of comment on top of its source."""
        return parse_strategy(strategy_text(self.base, values, name, head, about), name)

    def settings(self) -> dict[str, Any]:
        """Contents of ``tune.json``: what has to be the same for a search to go on."""
        return {
            "format": FORMAT,
            "base": self.base.name,
            "base_digest": self.base.digest,
            "opponents": [item.name for item in self.opponents],
            "opponent_digests": [item.digest for item in self.opponents],
            "weights": list(self.weights),
            "setups": self.setups,
            "players": self.players,
            "objective": self.objective,
            "seed": self.seed,
            "species": list(self.inputs.plan.species),
            "variant": self.inputs.plan.variant,
            "rules_version": seti_sim.RULES_VERSION,
            "tables_hash": self.inputs.tables.hash,
        }


@dataclass(frozen=True)
class Generation:
    """One generation: places in the unit cube, shape (population, weights), and their losses."""

    number: int
    places: Floats
    losses: Floats

    def line(self) -> str:
        """The generation as a line of the log."""
        record = {"generation": self.number, "losses": self.losses.tolist(), "places": self.places.tolist()}
        return json.dumps(record) + "\n"


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
    """A checked search; without ``against`` the base plays at all other seats, without ``weights`` all are searched.

    Raises :class:`PlanError`, ``StrategyError`` or ``ComponentError``, each with one clear line.
    """
    plan = make_plan(games=1, players=players, strategies=[base], seed=seed, species=tuple(species), variant=variant)
    if games < 1:
        raise PlanError(f"games must be at least 1, not {games}")
    unknown = [weight for weight in weights if weight not in NAMES]
    if unknown:
        raise PlanError(f"weights: no weight is called {unknown[0]!r}; there are {', '.join(NAMES)}")
    chosen = tuple(dict.fromkeys(weights)) or NAMES
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
    tuning = Tuning(load_inputs(plan), strategy, opponents, chosen, -(-games // players), known, seed, new)
    tuning.candidate({}, new)  # a name that no strategy may have is refused now, not after hours
    return tuning


def strategy_text(
    base: Strategy, values: dict[str, float], name: str, head: Sequence[str] = (), about: str = ""
) -> str:
    """A strategy file: the base's own with some weights changed, under another name."""
    document = tomllib.loads(base.source)
    top = {key: value for key, value in document.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in document.items() if isinstance(value, dict)}
    tables["weights"] = {**tables.get("weights", {}), **values}
    lines = [f"# {line}".rstrip() for line in head]
    lines += [f"{key} = {json.dumps(value)}" for key, value in {**top, "name": name, "about": about}.items()]
    for key, table in tables.items():
        lines += ["", f"[{key}]", *(f"{item} = {json.dumps(value)}" for item, value in table.items())]
    return "\n".join(lines) + "\n"


class TuneFolder:
    """The folder of a search: its settings and the generations so far."""

    def __init__(self, path: Path, tuning: Tuning) -> None:
        self.path = path
        self.tuning = tuning

    def begin(self) -> None:
        """Make the folder, or check that what is there is the same search.

        Raises :class:`StoreError` with one line that names the first difference.
        """
        file, mine = self.path / SETTINGS, json.loads(json.dumps(self.tuning.settings()))
        try:
            if not file.exists():
                if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                    raise StoreError(f"{self.path} is in use; choose another --out")
                self.path.mkdir(parents=True, exist_ok=True)
                write_atomic(file, (json.dumps(mine, indent=1) + "\n").encode())
                return
            there = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise StoreError(f"can't use {self.path}: {getattr(error, 'strerror', None) or error}") from None
        for key, value in mine.items():
            if not isinstance(there, dict) or there.get(key) != value:
                raise StoreError(f"{self.path} holds another search (different {key}); choose another --out")

    def generations(self) -> list[Generation]:
        """What the log holds; a last line that was cut off while it was written is left out."""
        file = self.path / LOG
        if not file.exists():
            return []
        found: list[Generation] = []
        try:
            for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
                if not line.endswith("\n"):
                    break
                record = json.loads(line)
                found.append(Generation(len(found), np.array(record["places"]), np.array(record["losses"])))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"can't use {file}: line {len(found) + 1}: {error}") from None
        return found

    def append(self, generation: Generation) -> None:
        """Write one generation down, to the disk."""
        try:
            with (self.path / LOG).open("a", encoding="utf-8") as file:
                file.write(generation.line())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"can't write to {self.path}: {error.strerror or error}") from None


def tune(
    folder: TuneFolder, budget: int, *, threads: int | None = None, listener: Listener = SILENT
) -> tuple[dict[str, float], list[Generation]]:
    """Search until the next generation would take more than ``budget`` games in all; give weights and history.

    The weights are the mean of the last distribution, which noise moves less than any single candidate.
    """
    tuning = folder.tuning
    known = folder.generations()
    write_atomic(folder.path / LOG, "".join(item.line() for item in known).encode())  # without a cut last line
    number = max(len(known), budget // (tuning.population * tuning.games))
    if number == 0:
        raise PlanError(f"budget: one generation takes {tuning.population * tuning.games} games, more than {budget}")
    optimiser = _optimiser(tuning)
    warm_up(tuning.inputs, listener)
    listener.begin(number * tuning.population * tuning.games, len(known) * tuning.population * tuning.games)
    for generation in range(number):
        places = optimiser.ask()
        if generation < len(known):
            if not np.allclose(known[generation].places, places, rtol=0, atol=1e-9):
                raise StoreError(
                    f"{folder.path / LOG}: generation {generation + 1} was made by another version of the optimiser; "
                    "start a new search"
                )
            losses = known[generation].losses
        else:
            losses = _losses(tuning, generation, places, number_of_threads(threads), listener)
            known.append(Generation(generation, np.array(places), losses))
            folder.append(known[-1])
        optimiser.tell(places, losses.tolist())
    favourite = np.asarray(optimiser.result.xfavorite, dtype=np.float64)
    return tuning.values(favourite), known


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
