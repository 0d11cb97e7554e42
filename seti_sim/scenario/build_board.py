"""Building the common boards: stars, sectors, planets, technologies."""

from typing import Any, Final

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.tables import TILE
from seti_sim.engine.state import NEUTRAL, NOBODY
from seti_sim.scenario import words as sw
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.given import Given

KEPT: Final = "kept"


def build_stars(given: Given, game: Any, tables: Any) -> None:
    """The stars at index 0 to 7; the boards lie in the order of their numbers by default."""
    default = [""] * 8
    for board, places in enumerate(tables.sector_places):
        for k, place in enumerate(places):
            default[place] = lex.STARS[tables.boards[board, k]]
    names = given.value("stars", default)
    if sorted(map(str, names)) != sorted(lex.STARS):
        raise ScenarioError("stars: every star must be named once, from index 0 to 7")
    for place, name in enumerate(names):
        star = lex.STARS.index(name)
        game.star_place[star] = place
        game.place_star[place] = star


# ------------------------------------------------------------------ sectors
def build_sectors(given: Given, game: Any, tables: Any) -> None:
    """Markers in the slots, in the order placed; full slots wait for their result."""
    for slot, name in enumerate(sw.SLOTS):
        for marker in given.items(f"sector.{name}"):
            _place_marker(given, game, tables, slot, marker)
    full = [
        name
        for slot, name in enumerate(sw.SLOTS)
        if game.filled[slot] >= tables.slots[slot].capacity and (slot != TILE or game.filled[slot])
    ]
    for name in given.value("completed", full):
        game.completed |= 1 << sw.number_of(sw.SLOTS, name, "completed")
    won = [star for star in lex.STARS if any(me.wins[lex.STARS.index(star)] for me in game.players)]
    for name in given.value("won", won):
        game.won[sw.number_of(lex.STARS, name, "won")] = 1


def _place_marker(given: Given, game: Any, tables: Any, slot: int, marker: Any) -> None:
    """Put one marker into a slot: a seat, or ``"kept SEAT"`` for one kept as second place."""
    path = f"sector.{sw.SLOTS[slot]}"
    kept = isinstance(marker, str) and marker.startswith(f"{KEPT} ") and marker.split()[1].isdecimal()
    seat = given.seat(path, int(marker.split()[1]) if kept else marker, int(game.n_players))
    if game.filled[slot] < tables.slots[slot].capacity:
        game.regular[slot] |= 1 << seat
    game.filled[slot] += 1
    game.markers[slot, seat] += 1
    game.players[seat].signals += 1
    if not kept:
        game.clock += 1
        game.latest[slot, seat] = game.clock


# ------------------------------------------------------------------ planetary board
def build_planets(given: Given, game: Any, tables: Any) -> None:
    """Orbiters and landers; by default those named first, in the order of the seats, cover the first spaces."""
    players = int(game.n_players)
    for seat in range(players):
        _place_orbiters(given, game, seat)
        _place_landers(given, game, tables, seat)
        path = f"player.{seat}.pluto"
        for word in given.items(path, len(sw.PLUTO)):
            game.players[seat].pluto |= 1 << sw.number_of(sw.PLUTO, word, path)
    for planet, name in enumerate(opcodes.PLANETS):
        if name == "earth":
            continue
        path = f"first_orbit.{name}"
        if given.has(path):
            game.first_orbit[planet] = _owner(given, path, given.value(path, None), players)
        path = f"first_land.{name}"
        for space, owner in enumerate(given.items(path, int(tables.planets[planet].n_first_land))):
            game.first_land[planet, space] = _owner(given, path, owner, players)


def _owner(given: Given, path: str, value: Any, players: int) -> int:
    if value in (sw.NONE, sw.NEUTRAL_WORD):
        return NOBODY if value == sw.NONE else NEUTRAL
    return given.seat(path, value, players)


def _place_orbiters(given: Given, game: Any, seat: int) -> None:
    path = f"player.{seat}.orbiters"
    me = game.players[seat]
    for name in given.items(path):
        planet = opcodes.PLANETS.index(sw.PLANETS[sw.number_of(sw.PLANETS, name, path)])
        me.orbiters[planet] += 1
        me.launches += 1
        if game.first_orbit[planet] == NOBODY:
            game.first_orbit[planet] = seat


def _place_landers(given: Given, game: Any, tables: Any, seat: int) -> None:
    path = f"player.{seat}.landers"
    me = game.players[seat]
    for name in given.items(path):
        me.launches += 1
        if name in lex.MOONS:
            me.moon_landers[lex.MOONS.index(name)] += 1
            continue
        planet = opcodes.PLANETS.index(sw.PLANETS[sw.number_of(sw.PLANETS, name, path)])
        me.landers[planet] += 1
        for space in range(int(tables.planets[planet].n_first_land)):
            if game.first_land[planet, space] == NOBODY:
                game.first_land[planet, space] = seat
                break


# ------------------------------------------------------------------ technologies
def build_technologies(given: Given, game: Any, tables: Any) -> None:
    """Technologies by player, in the order taken, and the tiles left in every stack."""
    for seat in range(int(game.n_players)):
        path = f"player.{seat}.technologies"
        for text in given.items(path, opcodes.N_TECHS):
            _give_technology(game, tables, seat, str(text), path)
    for tech, name in enumerate(lex.TECHS):
        _lay_tiles(given, game, tech, f"tiles.{name}")


def _give_technology(game: Any, tables: Any, seat: int, text: str, path: str) -> None:
    """Give one technology: ``probe_1`` or ``computer_2 in slot 5``."""
    name, _, slot = text.partition(" in slot ")
    tech = sw.number_of(lex.TECHS, name, path)
    me = game.players[seat]
    if me.tech[tech]:
        raise ScenarioError(f"{path}: {name} is named twice")
    me.n_tech += 1
    me.tech[tech] = me.n_tech
    me.tech_round[tech] = 1
    me.tech_first[tech] = game.tiles_taken[tech] == 0
    game.tiles_taken[tech] += 1
    if tech >= opcodes.COMPUTER_1:
        position = int(slot) - 1 if slot.isdecimal() else -1
        if not 0 <= position < 6 or not tables.tech_space[position] or me.computer[position] >= 0:
            raise ScenarioError(f"{path}: {text!r} must name a free computer slot, as in {name} in slot 1")
        me.computer[position] = tech - opcodes.COMPUTER_1


def _lay_tiles(given: Given, game: Any, tech: int, path: str) -> None:
    """Order the tiles left in a stack, top first; tiles not named follow in the order of the tables."""
    taken = int(game.tiles_taken[tech])
    named = [sw.number_of(sw.TILE_GAINS, name, path) for name in given.items(path, 4 - taken)]
    if len(set(named)) != len(named):
        raise ScenarioError(f"{path}: a tile is named twice")
    rest = [tile for tile in range(4) if tile not in named]
    order = rest[:taken] + named + rest[taken:]
    for i, tile in enumerate(order):
        game.tiles[tech, i] = tile
