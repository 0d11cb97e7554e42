"""Result tables with known answers: made by a formula, not by playing, with effects planted where a test wants them.

``make`` returns the frames and the manifest's record, ``write`` puts them into a run folder like the runner does. The
score of a seat is

    base + seat + strategy + species in play + technologies owned + pairs owned + contribution + five rounds of noise,

so that with nothing planted every seat has the same chance. Everything is vectorised: 100,000 games
take a second or two.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from seti_sim.analysis.load import Run
from seti_sim.runner.records import Manifest

SPECIES = ("mascamites", "anomalies", "oumuamua", "centaurians", "exertians")
SOURCES = (
    "start", "card_effect", "card_corner", "mission", "endgame_card", "gold_tile", "orbit", "landing", "moon",
    "sector_position", "sector_win", "tech_first", "tech_tile", "computer", "discovery_space", "overflow_space",
    "species_space", "species_card", "species_other", "exertian_end",
)  # fmt: skip
ACTIONS = ("launch", "orbit", "land", "scan", "analyze", "play_card", "research", "pass")
TECHS = tuple(f"{kind}_{n}" for kind in ("probe", "telescope", "computer") for n in (1, 2, 3, 4))
PLANETS = ("mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "oumuamua")
MOONS = ("phobos_deimos", "io", "europa", "ganymede", "callisto", "enceladus", "titan", "titania", "triton")
STARS = (
    "procyon", "vega", "sirius_a", "barnards_star", "kepler_22", "proxima_centauri", "61_virginis", "beta_pictoris",
)  # fmt: skip
INCOMES = ("credit", "energy", "card", "publicity", "data")
COLOURS = ("red", "yellow", "blue")
GOLD = ("tech", "mission", "income", "other")
SIDES = ("left", "right")
ROUNDS = ("r1", "r2", "r3", "r4", "r5")

MILESTONES = ("neutral_1", "neutral_2", "gold_1", "gold_2", "gold_3")
PLACES = (
    *(f"{kind}_{planet}" for planet in PLANETS if planet != "earth" for kind in ("orbiters", "landers")),
    *(f"landers_{moon}" for moon in MOONS),
    *(f"wins_{star}" for star in STARS),
    *(f"traces_{place}" for place in ("discovery", "overflow", "board")),
)
WAYS = ("corner", "signal", "other")

SMALL_COUNTS = (
    "cards_played", "species_cards_played", "cards_corner", "cards_signal", "cards_exchanged", "cards_bought",
    "cards_tucked", "spent_credits", "spent_energy", "spent_publicity", "left_credits", "left_energy",
    "left_publicity", "left_data", "left_cards", "launches", "steps", "signals", "data_lost", "publicity_lost",
    "species_points_left", "species_points_right", "exofossils", "danger",
)  # fmt: skip


@dataclass
class Plan:
    """What is planted. Points are added to the final score; chances are per seat."""

    games: int = 1000
    players: int = 4
    seed: int = 1
    strategies: tuple[str, ...] = ("greedy",)  # the line-up; a single one plays everywhere
    seating: str = "random"  # or "fixed": in the order of the seats
    base: float = 90.0
    noise: float = 16.0  # standard deviation of the final score
    seat_points: Sequence[float] = (0.0, 0.0, 0.0, 0.0)  # by turn order
    strategy_points: Mapping[str, float] = field(default_factory=dict)
    points_after: Mapping[str, float] = field(default_factory=dict)  # for whoever sits after the strategy
    species_points: Mapping[str, float] = field(default_factory=dict)  # for everybody, species in play
    contributor_points: float = 0.0  # for each seat that contributed to a discovery
    tech_points: Mapping[str, float] = field(default_factory=dict)
    pair_points: Mapping[tuple[str, str], float] = field(default_factory=dict)
    tech_rate: float = 0.4
    ahead_tech: Mapping[str, float] = field(default_factory=dict)  # taken by those with luck: a slope, no effect
    discovery_rate: float = 0.8
    cards: int = 40  # card codes in the deck
    card_points: Mapping[int, float] = field(default_factory=dict)  # for whoever is dealt the card
    card_species_points: Mapping[tuple[int, str], float] = field(default_factory=dict)  # dealt, with it in play
    tech_species_points: Mapping[tuple[str, str], float] = field(default_factory=dict)  # owned, with it in play
    card_tech_points: Mapping[tuple[int, str], float] = field(default_factory=dict)  # dealt and owned
    ahead_cards: tuple[int, ...] = ()  # played by those who are lucky only: worth nothing
    tables_hash: str = "0123456789abcdef"
    rules_version: int = 1
    variant: str | None = None
    status: str = "complete"
    chunk: int = 500
    older: bool = False  # without the columns that came later


def make(plan: Plan) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, Any]]:
    """The frames ``games`` and ``seats`` and the record of the manifest."""
    return make_all(plan)[:3]


def make_all(plan: Plan) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, Any], pl.DataFrame]:
    """The same with the frame ``cards``."""
    rng = np.random.default_rng([plan.seed, plan.games, plan.players])
    names = plan.strategies * plan.players if len(plan.strategies) == 1 else plan.strategies
    codes = list(dict.fromkeys(names))
    strategy = np.tile(np.array([codes.index(name) for name in names]), (plan.games, 1))
    if plan.seating == "random":
        strategy = np.random.default_rng([plan.seed, plan.games]).permuted(strategy, axis=1)
    games = _games(plan, rng)
    order = (np.arange(plan.players) - games["first_seat"][:, None]) % plan.players
    luck = rng.normal(0.0, plan.noise / np.sqrt(5), (5, plan.games, plan.players))
    techs = _techs(plan, rng, luck.sum(0))
    gain = _planted(plan, games, order, np.array(codes)[strategy], techs["owned"])
    cards = _cards(plan, luck.sum(0))
    for card, points in plan.card_points.items():
        gain += points * cards["dealt"][:, :, card]
    gain += _together(plan, games, techs["owned"], cards["dealt"])
    rounds = np.round(np.cumsum(luck + gain / 5, axis=0)).astype(np.int64)
    score = rounds[-1]
    seats: dict[str, Any] = {
        "game": np.broadcast_to(np.arange(plan.games, dtype=np.int64)[:, None], order.shape),
        "seat": _wide(np.arange(plan.players), order.shape),
        "order": order,
        "strategy": strategy.astype(np.int16),
        "score": score.astype(np.int16),
        "place": _places(score),
        "winners": _winners(score),
    }
    seats |= _points(rng, score, order)
    for number, name in enumerate(ROUNDS):
        seats[f"score_{name}"] = rounds[number].astype(np.int16)
        seats[f"place_{name}"] = _places(rounds[number])
    seats |= techs["columns"]
    seats |= _counts(rng, order.shape)
    seats |= _golds(plan, order.shape)
    ranked = np.sort(score, axis=1)
    games["winners"] = (score == ranked[:, -1:]).sum(1)
    games["top_score"] = ranked[:, -1].astype(np.int16)
    games["margin"] = (ranked[:, -1] - ranked[:, -2]).astype(np.int16)
    return _frame(games), _frame(seats), _manifest(plan, names, codes), _card_frame(cards)


def write(folder: Path, plan: Plan) -> Path:
    """A run folder with parts of ``plan.chunk`` games."""
    games, seats, manifest, cards = make_all(plan)
    bounds = np.searchsorted(cards["game"].to_numpy(), [*range(0, plan.games, plan.chunk), plan.games])
    for name in ("games", "seats", "cards"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for part, first, count in manifest["chunks"]:
        file = f"part-{part:05d}.parquet"
        games[first : first + count].write_parquet(folder / "games" / file)
        seats[first * plan.players : (first + count) * plan.players].write_parquet(folder / "seats" / file)
        cards[int(bounds[part]) : int(bounds[part + 1])].write_parquet(folder / "cards" / file)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return seal(folder)


def seal(folder: Path, **keys: Any) -> Path:
    """Make the checksums of a run folder those of what is in it, and change keys of its manifest, as its writer might.

    What is wrong with a part or a manifest then is no damage of the file.
    """
    file = folder / "manifest.json"
    record = json.loads(file.read_text(encoding="utf-8")) | keys
    manifest = Manifest.model_validate({**record, "sha256": None}).sealed()
    file.write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
    parts = sorted(path for table in ("games", "seats", "cards") for path in (folder / table).iterdir())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}" for path in parts]
    (folder / "SHA256SUMS").write_text("\n".join([f"# run {manifest.identity}", *lines]) + "\n", encoding="utf-8")
    return folder


def changed(run: Run, more: np.ndarray | int = 0, cards: pl.DataFrame | None = None, **columns: np.ndarray) -> Run:
    """A run in memory with ``more`` points for its seats and other columns of ``seats``, all of (games, players)."""
    (part,) = run.parts
    assert isinstance(part.seats, pl.DataFrame)
    score = part.seats["score"].to_numpy().reshape(-1, run.players) + more
    changes = {"score": score.astype(np.int16), "place": _places(score), "winners": _winners(score), **columns}
    seats = part.seats.with_columns(
        pl.Series(name, values.ravel(), part.seats[name].dtype) for name, values in changes.items()
    )
    return replace(run, parts=(replace(part, seats=seats, cards=part.cards if cards is None else cards),))


def _games(plan: Plan, rng: np.random.Generator) -> dict[str, Any]:
    n = plan.games
    left = rng.integers(0, 5, n)
    right = (left + rng.integers(1, 5, n)) % 5
    games: dict[str, Any] = {
        "game": np.arange(n, dtype=np.int64),
        "players": np.full(n, plan.players),
        "first_seat": rng.integers(0, plan.players, n),
        "turns": rng.integers(80, 160, n).astype(np.int16),
        "decisions": rng.integers(800, 1600, n).astype(np.int32),
        "species_left": left,
        "species_right": right,
    }
    for side in SIDES:
        found = (rng.random(n) < plan.discovery_rate) * rng.integers(2, 6, n)
        games[f"discovered_{side}"] = found
        games[f"discovery_turn_{side}"] = (found * 20).astype(np.int16)
        for colour in COLOURS:
            owner = rng.integers(0, plan.players, n)
            games[f"contributor_{side}_{colour}"] = np.where(found > 0, owner, -1)
    for tile in GOLD:
        games[f"gold_{tile}"] = rng.integers(0, 2, n)
    return games


def _techs(plan: Plan, rng: np.random.Generator, luck: np.ndarray) -> dict[str, Any]:
    """Rounds, orders and first tiles of the twelve technologies; ``owned`` has shape (12, games, players)."""
    shape = (len(TECHS), *luck.shape)
    slope = np.array([plan.ahead_tech.get(name, 0.0) for name in TECHS])[:, None, None]
    chance = np.clip(plan.tech_rate + slope * luck / plan.noise, 0.02, 0.98)
    owned = rng.random(shape, dtype=np.float32) < chance
    taken = np.where(owned, rng.integers(1, 6, shape, dtype=np.int8), 0)
    when = np.where(owned, taken + rng.random(shape, dtype=np.float32), np.float32(99.0))
    order = np.where(owned, np.argsort(np.argsort(when, axis=0), axis=0) + 1, 0)
    first = owned & (when == when.min(axis=2, keepdims=True))
    columns: dict[str, Any] = {}
    for prefix, values in (("tech", taken), ("order", order), ("first", first)):
        columns |= {f"{prefix}_{name}": values[i] for i, name in enumerate(TECHS)}
    columns["n_tech"] = owned.sum(0)
    return {"owned": owned, "columns": columns}


def _cards(plan: Plan, luck: np.ndarray) -> dict[str, np.ndarray]:
    """What became of the cards, booleans of shape (games, players, cards); a deal and some draws, each card once."""
    rng = np.random.default_rng([plan.seed, plan.games, plan.players, 7])
    shape = (*luck.shape, plan.cards)
    order = rng.permuted(np.broadcast_to(np.arange(plan.cards), (plan.games, plan.cards)), axis=1)
    dealt, held = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    rows = np.arange(plan.games)
    for seat in range(plan.players):
        for i in range(7):
            card = order[:, seat * 7 + i]
            dealt[rows, seat, card] = i < 3
            held[rows, seat, card] = True
    fate = rng.random(shape, dtype=np.float32)
    played = held & (fate < 0.5)
    for card in plan.ahead_cards:
        played[:, :, card] = held[:, :, card] & (luck > 0)
    rest = held & ~played
    spent = rest & (fate > 0.65) & (fate <= 0.85)
    cards = {"held": held, "dealt": dealt, "played": played, "tucked": rest & (fate > 0.85)}
    if plan.older:
        return cards | {"spent": spent}
    way = rng.integers(0, len(WAYS), shape)
    cards |= {name: spent & (way == code) for code, name in enumerate(WAYS)}
    # even cards are missions, odd ones score in the end; half of the missions are completed
    even = np.arange(plan.cards) % 2 == 0
    cards["mission"] = np.where(played & even, rng.integers(0, 2, shape), -1)
    cards["endgame"] = np.where(played & ~even, rng.integers(0, 9, shape), -1)
    return cards


def _card_frame(cards: dict[str, np.ndarray]) -> pl.DataFrame:
    game, seat, card = np.nonzero(cards["held"])
    columns = {"game": game, "seat": seat.astype(np.int8), "card": card.astype(np.int16)}
    kinds = {name: np.int16 if name == "endgame" else np.int8 for name in cards if name != "held"}
    return pl.DataFrame(columns | {name: cards[name][game, seat, card].astype(kind) for name, kind in kinds.items()})


def _planted(
    plan: Plan, games: dict[str, Any], order: np.ndarray, strategy: np.ndarray, owned: np.ndarray
) -> np.ndarray:
    """Expected final score of every seat, shape (games, players)."""
    gain = plan.base + np.asarray(plan.seat_points, dtype=float)[order]
    for name, points in plan.strategy_points.items():
        gain = gain + points * (strategy == name)
    for name, points in plan.points_after.items():
        gain = gain + points * (np.roll(strategy, 1, axis=1) == name)
    for name, points in plan.species_points.items():
        code = SPECIES.index(name)
        gain += points * ((games["species_left"] == code) | (games["species_right"] == code))[:, None]
    for name, points in plan.tech_points.items():
        gain += points * owned[TECHS.index(name)]
    for (one, other), points in plan.pair_points.items():
        gain += points * (owned[TECHS.index(one)] & owned[TECHS.index(other)])
    if plan.contributor_points:
        for side in SIDES:
            owners = np.stack([games[f"contributor_{side}_{colour}"] for colour in COLOURS], axis=1)
            gain += plan.contributor_points * (owners[:, :, None] == np.arange(plan.players)).any(1)
    return gain


def _together(plan: Plan, games: dict[str, Any], owned: np.ndarray, dealt: np.ndarray) -> np.ndarray:
    """Points of two things together, shape (games, players)."""
    gain = np.zeros(dealt.shape[:2])

    def present(name: str) -> np.ndarray:
        code = SPECIES.index(name)
        return ((games["species_left"] == code) | (games["species_right"] == code))[:, None]

    for (card, species), points in plan.card_species_points.items():
        gain += points * (dealt[:, :, card] & present(species))
    for (tech, species), points in plan.tech_species_points.items():
        gain += points * (owned[TECHS.index(tech)] & present(species))
    for (card, tech), points in plan.card_tech_points.items():
        gain += points * (dealt[:, :, card] & owned[TECHS.index(tech)])
    return gain


def _points(rng: np.random.Generator, score: np.ndarray, order: np.ndarray) -> dict[str, Any]:
    """A split of the score over the sources; the starting points are 1 to 4 by turn order and the rest is random."""
    weights = rng.dirichlet(np.full(len(SOURCES) - 1, 4.0), score.shape[0])
    rest = score - (order + 1)
    parts = np.floor(rest[:, :, None] * weights[:, None, :]).astype(np.int64)
    parts[:, :, 0] += rest - parts.sum(2)
    columns: dict[str, Any] = {"points_start": (order + 1).astype(np.int16)}
    return columns | {f"points_{name}": parts[:, :, i].astype(np.int16) for i, name in enumerate(SOURCES[1:])}


def _counts(rng: np.random.Generator, shape: tuple[int, ...]) -> dict[str, Any]:
    def small(high: int) -> np.ndarray:
        return rng.integers(0, high, shape, dtype=np.int8)

    columns: dict[str, Any] = {f"{action}_{name}": small(4) for action in ACTIONS for name in ROUNDS}
    columns |= {f"pass_{name}": np.ones(shape, dtype=np.int8) for name in ROUNDS}
    columns |= {name: small(12).astype(np.int16) for name in SMALL_COUNTS}
    columns |= {f"income_{name}": small(4) for name in INCOMES}
    columns |= {name: small(5) for name in ("missions", "endgame_cards")}
    columns |= {f"traces_{side}_{colour}": small(3) for side in SIDES for colour in COLOURS}
    columns |= {f"traces_{place}": small(4) for place in ("discovery", "overflow", "board")}
    columns |= {f"wins_{star}": small(2) for star in STARS}
    columns |= {
        f"{kind}_{planet}": small(2) for planet in PLANETS if planet != "earth" for kind in ("orbiters", "landers")
    }
    columns |= {f"landers_{moon}": small(2) for moon in MOONS}
    return columns


def _golds(plan: Plan, shape: tuple[int, ...]) -> dict[str, Any]:
    """Gold tiles, each marked by four of five players; then when things happen, unless the run is an older one."""
    rng = np.random.default_rng([plan.seed, plan.games, plan.players, 9])
    columns: dict[str, Any] = {}
    for tile in GOLD:
        marked = rng.random(shape) < 0.8
        when = np.where(marked, rng.random(shape), 9.0)
        columns[f"gold_{tile}"] = np.where(marked, 1 + when.argsort(1).argsort(1), 0)
    if plan.older:
        return columns
    for tile in GOLD:
        marked = columns[f"gold_{tile}"] > 0
        columns[f"gold_mark_{tile}"] = marked * rng.integers(1, 4, shape)
        columns[f"gold_round_{tile}"] = marked * rng.integers(1, 6, shape)
        columns[f"gold_points_{tile}"] = (marked * rng.integers(0, 20, shape)).astype(np.int16)
    for milestone in MILESTONES:
        when = (rng.random(shape) < 0.9) * rng.integers(1, 6, shape)
        columns[f"milestone_round_{milestone}"] = when
        columns[f"milestone_turn_{milestone}"] = 5 * when
    columns |= {f"placed_{name}": rng.integers(0, 2, shape) for name in MILESTONES[:2]}
    columns |= {f"round_{place}": rng.integers(0, 6, shape) for place in PLACES}
    columns |= {f"tucked_{name}": rng.integers(0, 3, shape) for name in ROUNDS}
    columns |= {f"asked_{name}": rng.integers(10, 40, shape).astype(np.int16) for name in ROUNDS}
    columns |= {f"dead_{name}": rng.integers(0, 2, shape) for name in ROUNDS}
    return columns | {f"idle_{name}": rng.integers(0, 9, shape) for name in ROUNDS}


def _places(score: np.ndarray) -> np.ndarray:
    return 1 + (score[:, None, :] > score[:, :, None]).sum(2)


def _winners(score: np.ndarray) -> np.ndarray:
    best = score == score.max(1, keepdims=True)
    return np.where(best, best.sum(1, keepdims=True), 0)


def _wide(values: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    return np.broadcast_to(values, shape)


def _frame(columns: dict[str, Any]) -> pl.DataFrame:
    kept = (np.int16, np.int32)
    data = {}
    for name, values in columns.items():
        flat = np.ascontiguousarray(values).reshape(-1)
        data[name] = flat if name == "game" or flat.dtype in kept else flat.astype(np.int8)
    return pl.DataFrame(data)


def _manifest(plan: Plan, names: Sequence[str], codes: Sequence[str]) -> dict[str, Any]:
    return {
        "format": 1,
        "status": plan.status,
        "error": None,
        "command": f"seti-sim run --games {plan.games} --players {plan.players} --strategies {','.join(names)} "
        f"--seed {plan.seed} --out results/synthetic",
        "seed": plan.seed,
        "games": plan.games,
        "players": plan.players,
        "plan": {
            "games": plan.games,
            "players": plan.players,
            "strategies": list(names),
            "seed": plan.seed,
            "chunk": plan.chunk,
            "species": ["random", "random"],
            "variant": plan.variant,
            "gold": ["random"] * 4,
            "seating": plan.seating if len(set(names)) > 1 else "fixed",
        },
        "seats": [codes.index(name) for name in names],
        "strategies": [{"name": name, "policy": 1, "digest": f"digest-{name}", "source": ""} for name in codes],
        "variant": None if plan.variant is None else {"name": plan.variant, "overrides": {"setup": plan.variant}},
        "unsupported": [],
        "seti_sim": "0.1.0",
        "rules_version": plan.rules_version,
        "tables_hash": plan.tables_hash,
        "source_hash": "0123456789abcdef",
        "git_revision": None,
        "versions": {},
        "started": "2026-11-29T12:00:00+00:00",
        "finished": None,
        "threads": 1,
        "seconds": 1.0,
        "chunks": [
            [part, first, min(plan.chunk, plan.games - first)]
            for part, first in enumerate(range(0, plan.games, plan.chunk))
        ],
        "dictionaries": {
            "strategies": list(codes),
            "species": list(SPECIES),
            "sources": list(SOURCES),
            "actions": list(ACTIONS),
            "techs": list(TECHS),
            "planets": list(PLANETS),
            "moons": list(MOONS),
            "stars": list(STARS),
            "incomes": list(INCOMES),
            "trace_colours": list(COLOURS),
            "gold_tiles": list(GOLD),
            "cards": [f"card {code}" for code in range(plan.cards)],
            **({} if plan.older else {"milestones": ["20 neutral", "30 neutral", "25 gold", "50 gold", "70 gold"]}),
        },
    }
