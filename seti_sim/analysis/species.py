"""Alien species: what each species and each pair does to a game, and what contributing to a discovery is worth.

Which two species are in play is drawn at random, so differences between games with and without a species are *effects*.
Who contributes to a discovery is up to the players, so the win share of contributors is an *association*.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from seti_sim.analysis.action_values import ActionValues, action_values
from seti_sim.analysis.clusters import Array, BatchSums, ClusterSums
from seti_sim.analysis.estimate import (
    COUNT_DIFFERENCE,
    POINTS,
    POINTS_DIFFERENCE,
    POINTS_OR_LOSS,
    ROUND,
    SHARE_DIFFERENCE,
    Estimate,
    Label,
    Unit,
)
from seti_sim.analysis.intervals import interval
from seti_sim.analysis.load import Block, Run
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.names import display_name
from seti_sim.analysis.shares import WIN_UNITS, group_share, share, share_difference, win_units
from seti_sim.analysis.species_model import SpeciesModel, fit_means, fit_species
from seti_sim.analysis.strata import within_strata
from seti_sim.analysis.why import columns_of_score, names_of_parts, parts_of_score

SIDES: Final = ("left", "right")
COLOURS: Final = ("red", "yellow", "blue")
ROUNDS: Final = 5
ACTIONS: Final = {"launch": "launching", "land": "landing", "scan": "scanning", "analyze": "analysing"}
PER_GAME: Final = ("spread", "turns")
WINS_OF: Final = "wins of "
"""Figures of a whole game, and of the one player at a place; the others are sums over its players."""
Row = tuple[Estimate, ...]


@dataclass(frozen=True)
class Discovery:
    """Of one species, or of one side: share of its games by round 1 to 5 and never, and the median round."""

    by_round: Row
    ever: Estimate
    median: Estimate


@dataclass(frozen=True)
class Species:
    """The figures of the section; rows by code of the species, pairs by :func:`pairs`."""

    names: tuple[str, ...]
    label: Label
    score: Row  # effect on the mean score of all players, in place of an average species
    outstanding: tuple[bool, ...]  # species whose effect on the mean score differs from the rest
    level: Row
    spread: Row  # effect on the standard deviation of scores within a game
    points: Row  # points a player makes from the species
    contributing: Row
    others: Row
    contribution: Row
    contribution_by_strategy: tuple[tuple[tuple[str, Estimate], ...], ...]
    discovery: tuple[Discovery, ...]
    sides: tuple[Discovery, ...]
    score_by_strategy: tuple[tuple[tuple[str, Estimate], ...], ...]  # the same effect on the players of one strategy
    pair_score: Row  # minus the mean of all pairs
    pair_beyond: Row  # beyond the sum of the two species
    pair_spread: Row
    pair_games: tuple[int, ...]
    first_player: Row  # win share of the first player
    actions: tuple[tuple[str, Row], ...]  # effect on the number of main actions a player takes
    values: ActionValues  # win share that goes with one more of them, all else in the model equal
    seat_wins: tuple[Row, ...]  # effect on the win share of each place in the turn order
    parts: tuple[tuple[str, Row], ...]  # effect on the points by source and by round
    length: Row  # effect on the number of turns


def pairs(names: Sequence[Any]) -> list[tuple[int, int]]:
    """Pairs of codes, the smaller first."""
    return list(combinations(range(len(names)), 2))


def _columns(sources: Sequence[str]) -> tuple[list[str], list[str]]:
    """Columns of ``seats`` and of ``games`` that the section reads."""
    seats = ["order", "strategy", "winners", "species_points_left", "species_points_right", *columns_of_score(sources)]
    seats += [f"{action}_r{r}" for action in ACTIONS for r in range(1, ROUNDS + 1)]
    games = ["turns"]
    for side in SIDES:
        games += [f"species_{side}", f"discovered_{side}"]
        games += [f"contributor_{side}_{colour}" for colour in COLOURS]
    return seats, games


@dataclass(frozen=True)
class _Effects:
    """Effects of each species in place of an average one, from the sums by pair."""

    total: dict[str, Any]
    players: int
    names: tuple[str, ...]
    label: Label

    @property
    def in_play(self) -> list[int]:
        """Games of each species."""
        games = self.total["games by pair"]
        return [
            sum(int(games[p]) for p, pair in enumerate(pairs(self.names)) if i in pair) for i in range(len(self.names))
        ]

    def by_pair(self, metric: str) -> ClusterSums:
        """The sums of a metric, a group for each pair."""
        members = 1 if metric in PER_GAME or metric.startswith(WINS_OF) else self.players
        return each_pair(self.total["games by pair"], self.total[metric], members)

    def of(self, metric: str, unit: Unit, what: str, scale: float = 1.0) -> Row:
        """The effects on a metric, divided by ``scale``."""
        of = [f"{what} with {name} in place of an average species" for name in self.names]
        model = fit_means(self.by_pair(metric), pairs(self.names), len(self.names))
        if model is None:
            return tuple(
                Estimate.undefined(unit, name, self.label, n) for name, n in zip(of, self.in_play, strict=True)
            )
        return model.figures(of, self.in_play, unit, self.label, scale)


def species_figures(run: Run) -> Species:
    """All figures of the section, from two passes over the games and some over the first of them."""
    names = run.names("species")
    sources = run.names("sources")
    seat_columns, game_columns = _columns(sources)
    total = run.fold(lambda block: _sums(block, run, sources), seat_columns, game_columns)
    k = len(names)
    fixed = tuple(run.manifest.species) != ("random", "random")
    label: Label = "description" if fixed else "effect"

    found = pairs(names)
    effects = _Effects(total, run.players, names, label)
    in_play, effect = effects.in_play, effects.of
    scores = fit_means(effects.by_pair("score"), found, k)
    contributors: BatchSums = total["contributors"]
    return Species(
        names=names,
        label=label,
        score=effect("score", POINTS_DIFFERENCE, "mean score"),
        outstanding=(False,) * k if scores is None else tuple(scores.outstanding()),
        level=tuple(_level(total, i, run.players, names[i]) for i in range(k)),
        spread=_spread_effects(effects.by_pair("spread"), found, run.players, names, in_play, label),
        points=tuple(total["species points"].mean(i, POINTS_OR_LOSS, f"points from {names[i]}") for i in range(k)),
        contributing=tuple(group_share(contributors[i], 0, f"contributors to {names[i]}") for i in range(k)),
        others=tuple(
            group_share(contributors[i], 1, f"players who did not contribute to {names[i]}") for i in range(k)
        ),
        contribution=_contribution(run, contributors, names, game_columns),
        contribution_by_strategy=tuple(
            tuple(
                (name, share_difference(total[f"contributors {code}"][i], 0, 1, f"{name} contributing to {names[i]}"))
                for code, name in enumerate(run.strategies)
                if len(run.strategies) > 1
            )
            for i in range(k)
        ),
        discovery=tuple(_discovery(total["discovered"][:, i].sum(0), display_name(names[i])) for i in range(k)),
        sides=tuple(_discovery(total["discovered"][s].sum(0), f"the {side} species") for s, side in enumerate(SIDES)),
        score_by_strategy=_score_by_strategy(run, total, in_play, label),
        pair_score=_pair_means(each_pair(total["games by pair"], total["score"], run.players), found, names),
        pair_beyond=_pair_beyond(scores, found, names, total["games by pair"], label),
        pair_spread=tuple(
            _spread(each_pair(total["games by pair"], total["spread"], 1), p, run.players, "spread")
            for p in range(len(found))
        ),
        pair_games=tuple(int(n) for n in total["games by pair"]),
        first_player=tuple(group_share(total["first player"], i, f"first players with {names[i]}") for i in range(k)),
        actions=tuple((word, effect(action, COUNT_DIFFERENCE, word)) for action, word in ACTIONS.items()),
        values=action_values(run),
        seat_wins=tuple(
            effect(f"wins of {s}", SHARE_DIFFERENCE, f"win share of place {s + 1}", WIN_UNITS)
            for s in range(run.players)
        ),
        parts=tuple((title, effect(name, POINTS_DIFFERENCE, title)) for name, title in names_of_parts(sources).items()),
        length=effect("turns", COUNT_DIFFERENCE, "turns"),
    )


# ---------------------------------------------------------------- sums of a block
def _sums(block: Block, run: Run, sources: Sequence[str]) -> dict[str, Any]:
    k = len(run.names("species"))
    side_is = species_of_sides(block, k)
    present = side_is["left"] | side_is["right"]
    score, units = block.seat("score"), win_units(block.seat("winners"))
    taken = {action: block.seats([f"{action}_r{r}" for r in range(1, ROUNDS + 1)]).sum(2) for action in ACTIONS}
    metrics = {
        "score": score.sum(1),
        "spread": block.players * (score**2).sum(1) - score.sum(1) ** 2,
        "turns": block.game("turns"),
    }
    metrics |= {name: values.sum(1) for name, values in parts_of_score(block, sources).items()}
    if len(run.strategies) > 1:
        plays = block.indicator("strategy", len(run.strategies))
        metrics |= {f"score of {code}": (plays[..., code] * score).sum(1) for code in range(len(run.strategies))}
    metrics |= {action: values.sum(1) for action, values in taken.items()}
    order = block.seat("order")
    metrics |= {f"wins of {s}": np.where(order == s, units, 0).sum(1) for s in range(block.players)}
    pair = pair_codes(block, k)
    count = len(pairs(range(k)))
    found: dict[str, Any] = {name: _by_pair(pair, values, count) for name, values in metrics.items()}
    return found | {
        "games by pair": np.bincount(pair, minlength=count),
        "first player": _per_game(present.astype(np.int64), np.where(block.seat("order") == 0, units, 0).sum(1), 1),
        "species points": _species_points(block, side_is),
        "discovered": np.stack([_rounds(block, side, side_is[side]) for side in SIDES]),
        **_contributors(block, run, units),
    }


def pair_codes(block: Block, k: int) -> Array:
    """Number of the pair in play, as in :func:`pairs`, of every game."""
    number = np.zeros((k, k), dtype=np.int64)
    for p, (i, j) in enumerate(pairs(range(k))):
        number[i, j] = number[j, i] = p
    return number[block.game("species_left"), block.game("species_right")]


def _by_pair(pair: Array, values: Array, count: int) -> Array:
    """Sums of ``values`` and of their squares over the games of each pair, shape (2, pairs); exact below 2**53."""
    floats = values.astype(np.float64)
    return np.stack([np.bincount(pair, weights, count) for weights in (floats, floats * floats)])


def each_pair(games: Array, sums: Array, members: int) -> ClusterSums:
    """Groups of whole games, one for each pair, from games, sums and sums of squares by pair."""
    n, y, yy = games.astype(np.float64), sums[0], sums[1]
    m = n * members
    return ClusterSums(int(n.sum()), n, m, y, np.diag(yy), np.diag(y * members), np.diag(m * members))


def with_and_without(games: Array, sums: Array, species: int, k: int, members: int) -> ClusterSums:
    """The games with a species (group 0) and those without it (group 1), put together from the pairs."""
    has = np.array([species in pair for pair in pairs(range(k))])
    groups = np.stack([has, ~has]).astype(np.float64)
    return each_pair(groups @ games, np.stack([groups @ sums[0], groups @ sums[1]]), members)


def _per_game(groups: Array, totals: Array, members: int) -> ClusterSums:
    """Sums of whole games: each game adds ``members`` and its total to the groups it belongs to."""
    return ClusterSums.of(groups * members, groups * totals[:, None])


def _rounds(block: Block, side: str, is_species: Array) -> Array:
    """Games by species and round of discovery 0 (never) to 5, shape (species, 6)."""
    k = is_species.shape[1]
    code = is_species.argmax(1) * (ROUNDS + 1) + block.game(f"discovered_{side}")
    return np.bincount(code[is_species.any(1)], minlength=k * (ROUNDS + 1)).reshape(k, ROUNDS + 1)


def _species_points(block: Block, side_is: dict[str, Array]) -> ClusterSums:
    totals = sum(side_is[side] * block.seat(f"species_points_{side}").sum(1)[:, None] for side in SIDES)
    members = sum(side_is[side].astype(np.int64) for side in SIDES) * block.players
    return ClusterSums.of(np.asarray(members), np.asarray(totals))


def species_of_sides(block: Block, k: int) -> dict[str, Array]:
    """Which species lies on each side, 0/1 of shape (games, k)."""
    return {side: block.game(f"species_{side}")[:, None] == np.arange(k) for side in SIDES}


def discovered_in(block: Block, k: int) -> Array:
    """Whether the species was discovered in the game, (games, k)."""
    side_is = species_of_sides(block, k)
    known = [side_is[side] & (block.game(f"discovered_{side}") > 0)[:, None] for side in SIDES]
    return known[0] | known[1]


def owns_marker(block: Block, k: int) -> Array:
    """Whether the seat owns a discovery marker of the discovered species, (games, players, k)."""
    owns = np.zeros((block.games, block.players, k), dtype=bool)
    for side, is_species in species_of_sides(block, k).items():
        owners = np.stack([block.game(f"contributor_{side}_{colour}") for colour in COLOURS], axis=1)
        gave = (owners[:, None, :] == np.arange(block.players)[None, :, None]).any(2)
        known = is_species & (block.game(f"discovered_{side}") > 0)[:, None]
        owns |= gave[:, :, None] & known[:, None, :]
    return owns


def _contributors(block: Block, run: Run, units: Array) -> dict[str, Any]:
    """Seats that own a discovery marker of a discovered species (group 0) and those that do not (group 1)."""
    k = len(run.names("species"))
    owns, discovered = owns_marker(block, k), discovered_in(block, k)
    found: dict[str, Any] = {"contributors": _contributor_sums(owns, discovered, np.ones_like(units), units)}
    if len(run.strategies) > 1:
        for code in range(len(run.strategies)):
            who = (block.seat("strategy") == code).astype(np.int64)
            found[f"contributors {code}"] = _contributor_sums(owns, discovered, who, units)
    return found


def _contributor_sums(owns: Array, discovered: Array, who: Array, units: Array) -> BatchSums:
    mine = (owns & (who > 0)[..., None]).astype(np.int64)
    members, totals = mine.sum(1), (mine * units[..., None]).sum(1)
    seats, wins = who.sum(1)[:, None] * discovered, (who * units).sum(1)[:, None] * discovered
    return BatchSums.of([members, seats - members], [totals, wins - totals])


def _contribution(run: Run, sums: BatchSums, names: tuple[str, ...], game_columns: list[str]) -> Row:
    """Win share of contributors minus the others', among seats of one strategy if several play."""
    k = len(names)
    if len(run.strategies) == 1:
        return tuple(share_difference(sums[i], 0, 1, f"contributors to {names[i]}") for i in range(k))
    found = within_strata(
        run,
        [f"contributing to {name}" for name in names],
        lambda block: owns_marker(block, k),
        lambda block: block.seat("strategy"),
        ["strategy"],
        lambda block: discovered_in(block, k),
        game_columns,
    )
    return tuple(found)


# ---------------------------------------------------------------- figures out of sums
def _discovery(counts: Array, of: str) -> Discovery:
    """From the numbers of games by round of discovery, 0 = never; shape (6,)."""
    games = int(counts.sum())
    by_round = [share(int(n), games, f"games with {of}") for n in (*counts[1:], counts[0])]
    ever = share(int(counts[1:].sum()), games, f"games with {of}")
    return Discovery(tuple(by_round), ever, median_of_counts(counts[1:], 1, ROUND, f"round of discovery of {of}"))


def _level(total: dict[str, Any], species: int, players: int, name: str) -> Estimate:
    """Mean score of a player in the games with a species."""
    k = len(total["discovered"][0])
    sums = with_and_without(total["games by pair"], total["score"], species, k, players)
    return sums.mean(0, POINTS, f"mean score with {name}")


def _score_by_strategy(
    run: Run, total: dict[str, Any], in_play: Sequence[int], label: Label
) -> tuple[tuple[tuple[str, Estimate], ...], ...]:
    """For each species, its effect on the mean score of the players of each strategy, where several play."""
    names = run.names("species")
    found: list[list[tuple[str, Estimate]]] = [[] for _ in names]
    if len(run.strategies) == 1:
        return tuple(() for _ in names)
    for code, strategy in enumerate(run.strategies):
        sums = each_pair(total["games by pair"], total[f"score of {code}"], run.manifest.seats.count(code))
        model = fit_means(sums, pairs(names), len(names))
        of = [f"mean score of {strategy} with {name} in place of an average species" for name in names]
        figures = (
            [Estimate.undefined(POINTS_DIFFERENCE, name, label, n) for name, n in zip(of, in_play, strict=True)]
            if model is None
            else model.figures(of, in_play, POINTS_DIFFERENCE, label)
        )
        for row, figure in zip(found, figures, strict=True):
            row.append((strategy, figure))
    return tuple(tuple(row) for row in found)


def _pair_beyond(
    model: SpeciesModel | None, found: list[tuple[int, int]], names: tuple[str, ...], games: Array, label: Label
) -> Row:
    """What each pair adds to the scores beyond the sum of its two species."""
    of = [f"mean score with {names[i]} and {names[j]}, beyond the sum of both" for i, j in found]
    counts = [int(n) for n in games]
    if model is None:
        return tuple(Estimate.undefined(POINTS_DIFFERENCE, name, label, n) for name, n in zip(of, counts, strict=True))
    return model.beyond_figures(of, counts, label)


def _pair_means(sums: ClusterSums, found: list[tuple[int, int]], names: tuple[str, ...]) -> Row:
    """Mean score of each pair minus the average of all pairs."""
    among = range(len(found))
    return tuple(
        sums.against_average(p, among, POINTS_DIFFERENCE, f"mean score with {names[i]} and {names[j]}, minus all pairs")
        for p, (i, j) in enumerate(found)
    )


def _root(sums: ClusterSums, i: int, players: int) -> tuple[float, float]:
    """Root mean variance within a game and its standard error by the delta method."""
    scale = players * (players - 1)
    value, error = sums.contrast(np.eye(len(sums.m))[i])
    deviation = float(np.sqrt(max(value, 0.0) / scale))
    return deviation, error / scale / (2 * deviation) if deviation > 0 else float("nan")


def _spread(sums: ClusterSums, i: int, players: int, of: str) -> Estimate:
    if sums.m[i] == 0:
        return Estimate.undefined(POINTS, of)
    deviation, error = _root(sums, i, players)
    return interval(deviation, error, int(sums.games_in[i]), POINTS, of, "description")


def _spread_effects(
    sums: ClusterSums,
    found: list[tuple[int, int]],
    players: int,
    names: tuple[str, ...],
    in_play: Sequence[int],
    label: Label,
) -> Row:
    """Effect of each species on the spread of scores within a game, in place of an average one."""
    of = [f"spread of scores within a game with {name} in place of an average species" for name in names]
    model = None
    if sums.games_in.min() > 0:
        roots = np.array([_root(sums, p, players) for p in range(len(found))])
        model = fit_species(roots[:, 0], roots[:, 1] ** 2, found, len(names))
    if model is None:
        return tuple(Estimate.undefined(POINTS_DIFFERENCE, name, label, n) for name, n in zip(of, in_play, strict=True))
    return model.figures(of, in_play, POINTS_DIFFERENCE, label)
