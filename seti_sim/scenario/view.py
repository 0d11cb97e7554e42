"""A game as readable paths and values: what scenario files name, compare and print."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.tables import SPACE, UNLIMITED
from seti_sim.engine.state import CAPSULE, MAX_FIGURES, NEUTRAL, NOBODY, PROBE, SOURCES
from seti_sim.scenario import words as sw
from seti_sim.scenario.words import NONE, card_id, card_ids, place_text

Value = int | str | bool | list[Any]
Read = Callable[..., Value]


@dataclass(frozen=True)
class Entry:
    """One family of paths; parts in angle brackets stand for every seat, star, side and so on.

    ``derived`` paths follow from others or are mere bookkeeping: they are compared only where a scenario names them.
    Lists are compared without their order unless ``ordered``.
    """

    path: str
    meaning: str
    read: Read
    derived: bool = False
    ordered: bool = False


@dataclass(frozen=True)
class Shown:
    """The value of one path and the entry it belongs to."""

    value: Value
    entry: Entry


def normal(entry: Entry, value: Value) -> Any:
    """A value in the form in which values of this entry are compared."""
    if not isinstance(value, list):
        return value
    items = [str(item) for item in value]
    return items if entry.ordered else sorted(items)


def view(game: Any, tables: Any, *, derived: bool = True) -> dict[str, Shown]:
    """All paths of a game with their values, derived ones only if wanted; ``tables`` is the TABLES record."""
    shot = snapshot(game, tables)
    paths = _paths(shot.n_players, derived)
    return {path: Shown(entry.read(shot, tables, *numbers), entry) for path, entry, numbers in paths}


@functools.cache
def _paths(players: int, derived: bool) -> list[tuple[str, Entry, tuple[int, ...]]]:
    """All paths of a game with so many players, with their entries and the numbers of their parts."""
    paths = []
    for entry in ENTRIES:
        if entry.derived and not derived:
            continue
        parts = entry.path.split(".")
        for words in product(*(_domain(part, players) for part in parts if part.startswith("<"))):
            keys = iter(words)
            path = ".".join(next(keys)[0] if part.startswith("<") else part for part in parts)
            paths.append((path, entry, tuple(number for _, number in words)))
    return paths


def _domain(slot: str, players: int) -> list[tuple[str, int]]:
    """The words a part in angle brackets stands for, with their numbers."""
    return [(str(seat), seat) for seat in range(players)] if slot == "<seat>" else _DOMAINS[slot]


def snapshot(game: Any, tables: Any) -> SimpleNamespace:
    """A game as plain Python attributes: reading many fields of a record one by one is slow.

    Arrays of numbers stay arrays; the players and their cards in front become lists of such objects. ``seat`` is who
    decides, ``spaces`` the spaces of both species boards, ``n_first_land`` the first-landing spaces by planet.
    """
    shot = _plain(game.dtype.names, game.item())
    shot.players = [_player(values, shot.players.dtype.names) for values in shot.players[: shot.n_players].tolist()]
    shot.seat = int(shot.frames[shot.n_frames - 1]["player"]) if shot.n_frames else NONE
    shot.spaces = [board_spaces(tables, int(species)) for species in shot.species]
    shot.n_first_land = tables["planets"]["n_first_land"].tolist()
    return shot


def _player(values: tuple[Any, ...], names: tuple[str, ...]) -> SimpleNamespace:
    me = _plain(names, values)
    me.front = [_plain(me.front.dtype.names, entry) for entry in me.front[: me.n_front].tolist()]
    return me


def _plain(names: tuple[str, ...], values: tuple[Any, ...]) -> SimpleNamespace:
    return SimpleNamespace(**dict(zip(names, values, strict=True)))


def _named(names: tuple[str, ...]) -> list[tuple[str, int]]:
    return [(name, number) for number, name in enumerate(names)]


_DOMAINS: Final[Mapping[str, list[tuple[str, int]]]] = {
    "<ring>": [(str(ring + 1), ring) for ring in range(4)],
    "<index>": [(str(place), place) for place in range(8)],
    "<round>": [(str(i + 1), i) for i in range(4)],
    "<planet>": [(name, number) for name, number in _named(opcodes.PLANETS) if name != "earth"],
    "<body>": _named(opcodes.PLANETS),
    "<slot>": _named(sw.SLOTS),
    "<tech>": _named(lex.TECHS),
    "<gold>": _named(lex.GOLD_TILES),
    "<side>": _named(sw.SIDES),
    "<colour>": _named(opcodes.TRACE_COLOURS),
    "<row>": [(str(row), row) for row in range(1, 10)],
    "<income>": _named(opcodes.INCOMES),
    "<source>": _named(SOURCES),
}


def _field(name: str) -> Read:
    """Read a plain number of the game."""
    return lambda game, _tables, *index: int(getattr(game, name)[index] if index else getattr(game, name))


def _own(name: str) -> Read:
    """Read a plain number of a player."""

    def read(game: Any, _: Any, seat: int, *index: int) -> Value:
        value = getattr(game.players[seat], name)
        return int(value[index] if index else value)

    return read


# ------------------------------------------------------------------ table
def _seat(owner: int) -> int | str:
    return {NOBODY: NONE, NEUTRAL: sw.NEUTRAL_WORD}.get(int(owner), int(owner))


def _owners(counts: Any) -> list[int]:
    """Seats, each as often as its number says."""
    return [seat for seat, n in enumerate(counts) for _ in range(int(n))]


def _kept(game: Any, _: Any, slot: int) -> Value:
    seats = [seat for seat in range(game.n_players) if game.markers[slot, seat] and not game.latest[slot, seat]]
    return seats[0] if seats else NONE


def _decision(game: Any, _: Any) -> Value:
    seat: Value = game.seat
    return seat


def _slots_of(mask: int) -> list[str]:
    return [name for slot, name in enumerate(sw.SLOTS) if mask >> slot & 1]


def _planet(game: Any, _: Any, planet: int) -> Value:
    ring = int(game.planet_ring[planet])
    return NONE if ring < 0 else place_text(ring, int(game.planet_place[planet]))


def _tiles(game: Any, _: Any, tech: int) -> Value:
    return [sw.TILE_GAINS[tile] for tile in game.tiles[tech, game.tiles_taken[tech] :]]


def _gold(game: Any, _: Any, tile: int) -> Value:
    ranks = {int(game.players[seat].gold[tile]): seat for seat in range(int(game.n_players))}
    return [seat for rank, seat in sorted(ranks.items()) if rank]


def _first_land(game: Any, _: Any, planet: int) -> Value:
    return [_seat(owner) for owner in game.first_land[planet, : game.n_first_land[planet]]]


def _row(game: Any, _: Any) -> Value:
    return [card_id(card) if card >= 0 else NONE for card in game.row]


def _deck_top(game: Any, _: Any) -> Value:
    return card_id(game.deck[game.n_deck - 1]) if game.n_deck else NONE


def _board(game: Any, _: Any, side: int, colour: int, row: int) -> Value:
    """Markers on a space of a species board, the latest last; empty for spaces that do not exist."""
    i, room = game.spaces[side].get((colour, row), (-1, 0))
    if i < 0:
        return []
    if room != UNLIMITED:
        return [] if game.space_owner[side, i] == NOBODY else [int(game.space_owner[side, i])]
    top = int(game.pile_top[side, colour])
    return sorted(_owners(game.piled[side, colour]), key=lambda seat: seat == top)


def board_spaces(tables: Any, species: int) -> Mapping[tuple[int, int], tuple[int, int]]:
    """Number and capacity of the spaces of a species board by colour and row."""
    row = tables["species"][species]
    return _board_spaces(row["spaces"].tobytes(), int(row["n_spaces"]))


@functools.lru_cache(maxsize=64)
def _board_spaces(spaces: bytes, number: int) -> Mapping[tuple[int, int], tuple[int, int]]:
    table = np.frombuffer(spaces, SPACE)[:number]
    return {(int(space["colour"]), int(space["row"])): (i, int(space["capacity"])) for i, space in enumerate(table)}


def _samples(where: int) -> Read:
    return lambda game, _: (
        [token + 1 for token in range(7) if game.sample_where[token] == where] if _discovered(game, 0) else []
    )


def _discovered(game: Any, species: int) -> bool:
    return any(int(game.species[side]) == species and game.discovered[side] for side in range(2))


def _sample_spaces(game: Any, _: Any) -> Value:
    return [int(token) + 1 if token >= 0 else NONE for token in game.sample_on_space]


def _anomaly(game: Any, _: Any, colour: int) -> Value:
    for slot in range(3):
        if game.anomaly_place[slot] >= 0 and game.anomaly_order[slot] == colour:
            return [int(game.anomaly_place[slot]), sw.DECK_SIDES[game.anomaly_side[slot]]]
    return []


# ------------------------------------------------------------------ players
def _figures(kind: int) -> Read:
    def read(game: Any, _: Any, seat: int) -> Value:
        me = game.players[seat]
        found: list[Any] = []
        for i in range(MAX_FIGURES):
            if me.figure[i] == kind:
                text = place_text(int(me.ring[i]), int(me.place[i]))
                found.append(f"{text} sample {me.token[i] + 1}" if kind == CAPSULE else text)
        return found

    return read


def _orbiters(game: Any, _: Any, seat: int) -> Value:
    return [opcodes.PLANETS[planet] for planet in _owners(game.players[seat].orbiters)]


def _landers(game: Any, _: Any, seat: int) -> Value:
    me = game.players[seat]
    return [opcodes.PLANETS[planet] for planet in _owners(me.landers)] + [
        lex.MOONS[moon] for moon in _owners(me.moon_landers)
    ]


def _front(game: Any, _: Any, seat: int) -> Value:
    me = game.players[seat]
    return [front_text(entry) for entry in me.front[: me.n_front]]


def front_text(entry: Any) -> str:
    """A card in front of a player, with its covered circles, its message mark, or done."""
    text = str(card_id(entry.card))
    if entry.done:
        return f"{text} done"
    if entry.mark >= 0:
        return f"{text} at {entry.mark}"
    circles = [str(j + 1) for j in range(3) if int(entry.circles) >> j & 1]
    return f"{text} circles {' '.join(circles)}" if circles else text


def _pluto(game: Any, _: Any, seat: int) -> Value:
    return [word for i, word in enumerate(sw.PLUTO) if int(game.players[seat].pluto) >> i & 1]


def _wins(game: Any, _: Any, seat: int) -> Value:
    return [lex.STARS[star] for star in _owners(game.players[seat].wins)]


def _technologies(game: Any, _: Any, seat: int) -> Value:
    me = game.players[seat]
    owned = sorted((int(order), tech) for tech, order in enumerate(me.tech) if order)
    return [_technology(me, tech) for _, tech in owned]


def _technology(me: Any, tech: int) -> str:
    if tech < opcodes.COMPUTER_1:
        return lex.TECHS[tech]
    return f"{lex.TECHS[tech]} in slot {list(me.computer).index(tech - opcodes.COMPUTER_1) + 1}"


def _exertians(game: Any, _: Any, seat: int) -> Value:
    me = game.players[seat]
    return [
        f"{card_id(me.exertians[i])}{' played' if me.exertian_played[i] else ''}" for i in range(int(me.n_exertians))
    ]


def _neutral_passed(game: Any, tables: Any, seat: int) -> Value:
    mask = int(game.players[seat].neutral_passed)
    return [int(mark) for m, mark in enumerate(tables.neutral_milestones) if mask >> m & 1]


def _hand(name: str, count: str) -> Read:
    def read(game: Any, _: Any, seat: int) -> Value:
        me = game.players[seat]
        return card_ids(getattr(me, name)[: getattr(me, count)])

    return read


ENTRIES: Final = (
    # ---- course of the game
    Entry("round", "round, 1 to 5", _field("round_number")),
    Entry("turn", "seat whose turn it is", _field("active")),
    Entry("phase", "part of the turn", lambda game, _: sw.PHASES[game.phase], derived=True),
    Entry("decision", "seat that decides now", _decision, derived=True),
    Entry("start", "seat that opens the round", _field("start")),
    Entry("reminder", "whether the first pass of the round is still to come", lambda game, _: bool(game.reminder)),
    Entry("over", "whether the game has ended", lambda game, _: bool(game.over)),
    # ---- solar system and sectors
    Entry("discs", "turns of discs 1, 2 and 3", lambda game, _: [int(n) for n in game.disc_turn], ordered=True),
    Entry("next_disc", "disc that turns next", lambda game, _: int(game.next_disc) + 1, derived=True),
    Entry(
        "stars", "stars at index 0 to 7", lambda game, _: [lex.STARS[star] for star in game.place_star], ordered=True
    ),
    Entry(
        "cell.<ring>.<index>", "what the space shows", lambda game, _, *at: opcodes.CELLS[game.cells[at]], derived=True
    ),
    Entry("planet.<body>", "space of the planet", _planet, derived=True),
    Entry("sector.<slot>", "owners of the markers in the slot", lambda game, _, slot: _owners(game.markers[slot])),
    Entry("kept.<slot>", "seat whose only marker there is a kept one", _kept, derived=True),
    Entry("completed", "slots that wait for their result", lambda game, _: _slots_of(int(game.completed))),
    Entry(
        "won",
        "stars whose first win is taken",
        lambda game, _: [lex.STARS[s] for s in range(8) if game.won[s]],
        derived=True,
    ),
    # ---- planets, technologies, gold tiles
    Entry("first_orbit.<planet>", "who covers the first orbit", lambda game, _, p: _seat(game.first_orbit[p])),
    Entry("first_land.<planet>", "who covers the first-landing spaces", _first_land, ordered=True),
    Entry("tiles.<tech>", "tiles left, top first", _tiles, ordered=True),
    Entry("gold_side.<gold>", "visible side", lambda game, _, tile: sw.DECK_SIDES[game.gold_side[tile]]),
    Entry("gold.<gold>", "markers by rank", _gold, ordered=True),
    # ---- cards
    Entry("row", "card row", _row),
    Entry("deck_top", "top card of the deck", _deck_top, derived=True),
    Entry("deck_size", "cards in the deck", _field("n_deck"), derived=True),
    Entry("discard", "discard pile", lambda game, _: card_ids(game.discard[: game.n_discard])),
    Entry("stack.<round>", "end-of-round stack", lambda game, _, i: card_ids(game.stack[i, : game.n_stack[i]])),
    # ---- species
    Entry(
        "species",
        "left and right species",
        lambda game, _: [opcodes.SPECIES[species] for species in game.species],
        ordered=True,
    ),
    Entry("discovered.<side>", "round of the discovery, 0 before it", _field("discovered")),
    Entry("discovery.<side>.<colour>", "marker on the discovery space", lambda game, _, *at: _seat(game.discovery[at])),
    Entry("overflow.<side>.<colour>", "overflow markers", lambda game, _, *at: _owners(game.overflow[at])),
    Entry("board.<side>.<colour>.<row>", "markers on the space of the species board", _board, ordered=True),
    Entry(
        "neutral",
        "nonplayer markers left at 20 and 30",
        lambda game, _: [int(n) for n in game.neutral_left],
        ordered=True,
    ),
    Entry("face_up.<side>", "face-up species card", lambda game, _, side: _card_or_none(game.face_up[side])),
    Entry("species_deck_size.<side>", "cards in the species deck", _field("n_species_deck"), derived=True),
    Entry("samples.jupiter", "sample tokens on Jupiter", _samples(0)),
    Entry("samples.saturn", "sample tokens on Saturn", _samples(1)),
    Entry("samples.board", "tokens on the token spaces: set-up, deliveries 1 to 6", _sample_spaces, ordered=True),
    Entry("anomaly.<colour>", "index and side of the anomaly token", _anomaly, ordered=True),
    Entry("messages", "covered message rewards", lambda game, _: [i + 1 for i in range(4) if game.message_taken[i]]),
    Entry(
        "exertian_marks",
        "scores of the Exertian milestones",
        lambda game, _: [int(n) for n in game.exertian_mark],
        ordered=True,
    ),
    # ---- players
    Entry("player.<seat>.score", "score", _own("score")),
    Entry("player.<seat>.credits", "credits", _own("credits")),
    Entry("player.<seat>.energy", "energy", _own("energy")),
    Entry("player.<seat>.publicity", "publicity", _own("publicity")),
    Entry("player.<seat>.pool", "data in the pool", _own("pool")),
    Entry("player.<seat>.exofossils", "exofossils", _own("exofossils")),
    Entry("player.<seat>.passed", "has passed", lambda game, _, seat: bool(game.players[seat].passed)),
    Entry("player.<seat>.hand", "hand cards", _hand("hand", "n_hand")),
    Entry("player.<seat>.front", "cards in front", _front),
    Entry("player.<seat>.tucked", "tucked cards", _hand("tucked", "n_tucked")),
    Entry("player.<seat>.probes", "probes in space", _figures(PROBE)),
    Entry("player.<seat>.capsules", "capsules and their samples", _figures(CAPSULE)),
    Entry("player.<seat>.orbiters", "planets with own orbiters", _orbiters),
    Entry("player.<seat>.landers", "planets and moons with own landers", _landers),
    Entry("player.<seat>.pluto", "promo card 901 in front, own figures there", _pluto),
    Entry(
        "player.<seat>.wins",
        "sectors won",
        _wins,
    ),
    Entry("player.<seat>.technologies", "technologies", _technologies),
    Entry("player.<seat>.top", "data in the top row", lambda game, _, seat: int(game.players[seat].top.sum())),
    Entry(
        "player.<seat>.lower",
        "lower spaces with data",
        lambda game, _, seat: [i + 1 for i in range(6) if game.players[seat].lower[i]],
    ),
    Entry("player.<seat>.gold_passed", "gold milestones resolved", _own("gold_passed")),
    Entry("player.<seat>.neutral_passed", "neutral milestones reached", _neutral_passed),
    Entry("player.<seat>.message_mark", "score of the own message tile, -1 for none", _own("message_mark")),
    Entry("player.<seat>.exertians", "Exertian cards", _exertians),
    Entry("player.<seat>.exertian_passed", "Exertian milestones resolved", _own("exertian_passed")),
    # ---- what follows from the rest, or only counts
    Entry("player.<seat>.traces.<side>.<colour>", "own traces", _own("traces"), derived=True),
    Entry("player.<seat>.income.<income>", "tucked cards by income", _own("income"), derived=True),
    Entry("player.<seat>.exertian_cards", "number of Exertian cards", _own("n_exertians"), derived=True),
    Entry("player.<seat>.missions", "completed missions", _own("missions"), derived=True),
    Entry("player.<seat>.danger", "danger of own markers", _own("danger"), derived=True),
    Entry("player.<seat>.points.<source>", "points by source", _own("points"), derived=True),
    Entry("player.<seat>.data_lost", "data lost to a full pool", _own("data_lost"), derived=True),
    Entry("player.<seat>.publicity_lost", "publicity lost at the limit", _own("publicity_lost"), derived=True),
)


def _card_or_none(card: int) -> Value:
    return card_id(card) if card >= 0 else NONE
