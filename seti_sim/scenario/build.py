"""Building a game from what a scenario gives; everything else has a documented default."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from seti_sim.engine.apply import advance
from seti_sim.engine.frames import F_BETWEEN, F_SETUP_TUCK, F_START, push
from seti_sim.engine.rng import seed_streams
from seti_sim.engine.rounds import start_turn
from seti_sim.engine.setup import clear_places
from seti_sim.engine.solar import look_at_places
from seti_sim.engine.state import AFTER_MAIN, BETWEEN_TURNS, GAME, P_START
from seti_sim.scenario import words as sw
from seti_sim.scenario.build_board import build_planets, build_sectors, build_stars, build_technologies
from seti_sim.scenario.build_cards import build_cards
from seti_sim.scenario.build_players import build_gold, build_players
from seti_sim.scenario.build_species import build_species, place_probes
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.given import Given

DISCS: Final = 3


def build_game(values: Mapping[str, Any], tables: Any) -> Any:
    """A game record (dtype GAME) in the position given, at its first open decision.

    ``values`` are flat paths; ``tables`` is the TABLES record. Raises ScenarioError, one line, for unknown paths and
    values that make no sense.
    """
    given = Given(values)
    game = np.zeros(1, GAME)[0]
    build_course(given, game)
    build_solar(given, game, tables)
    build_players(given, game, tables)
    build_technologies(given, game, tables)
    build_sectors(given, game, tables)
    build_planets(given, game, tables)
    build_gold(given, game, tables)
    build_species(given, game, tables)
    place_probes(given, game)
    build_cards(given, game, tables)
    phase = given.value("phase", sw.PHASES[0])
    given.check_all_taken()
    open_decision(game, tables, sw.number_of(sw.PHASES, phase, "phase"))
    return game


def build_course(given: Given, game: Any) -> None:
    """Players, seed, round, whose turn it is."""
    players = given.number("players", 2, 2, 4)
    seed_streams(game, np.uint64(given.number("seed", 1)), np.int64(0))
    clear_places(game)
    game.n_players = players
    game.round_number = given.number("round", 1, 1, 5)
    game.start = given.seat("start", given.value("start", 0), players)
    game.first_seat = game.start
    game.active = given.seat("turn", given.value("turn", 0), players)
    game.reminder = given.value("reminder", True)


def build_solar(given: Given, game: Any, tables: Any) -> None:
    """Turns of the discs and the order of the stars."""
    turns = given.items("discs", DISCS)
    for disc, turn in enumerate(turns):
        if type(turn) is not int or not 0 <= turn < 8:
            raise ScenarioError(f"discs: {turn!r} is no turn; they are 0 to 7")
        game.disc_turn[disc] = turn
    game.next_disc = given.number("next_disc", 1, 1, DISCS) - 1
    build_stars(given, game, tables)
    look_at_places(game, tables)


def open_decision(game: Any, tables: Any, phase: int) -> None:
    """Queue what is to be decided first."""
    active = int(game.active)
    if sw.PHASES[phase] == "set-up":
        game.phase = BETWEEN_TURNS
        push(game, F_START, active, 0, 0, 0, 0, 0, 0)
        for k in range(int(game.n_players) - 1, -1, -1):
            push(game, F_SETUP_TUCK, (active + k) % int(game.n_players), P_START, 0, int(tables.start_tuck), 0, 0, 0)
    elif phase == BETWEEN_TURNS:
        game.phase = BETWEEN_TURNS
        push(game, F_BETWEEN, active, 0, 0, 0, 0, 0, 0)
    else:
        start_turn(game, active)
        game.phase = AFTER_MAIN if phase == AFTER_MAIN else game.phase
    advance(game, tables)
