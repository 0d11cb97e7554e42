"""The one read-only record of tables that the engine gets as an argument: every number of the box.

``TABLES`` is a numpy structured dtype. The loader (:mod:`seti_sim.components.loader`) fills one such record from
the TOML facts; the engine never sees a file. A ``program`` is an index into ``TABLES.program``; index 0 is the
empty program. All fields are int16 unless the comment says otherwise; -1 means "none".
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from seti_sim.components.rulings import SWITCHES

N_MAIN_CARDS = 138
N_PROMO_CARDS = 2
N_DECK_CARDS = N_MAIN_CARDS + N_PROMO_CARDS  # card numbers 0-137 are the main deck, 138-139 the promos 901 and 902
N_SPECIES_CARDS = 55
N_CARDS = N_DECK_CARDS + N_SPECIES_CARDS  # 140-194: the species cards ET.1 to ET.55
N_SPECIES = 5
N_STARS = 8
TILE = 8  # the slot of the Oumuamua tile, numbered after the eight stars
N_SLOTS = 9
N_MOONS = 9
N_RINGS = 4
N_PLACES = 8  # places of a ring
MAX_PLAYERS = 4
MAX_PROGRAM_ROWS = 2048
MAX_EVENTS = 96
MAX_COUNTS = 192
MAX_CONDITIONS = 128
MAX_SPACES = 17  # spaces of a species board
UNLIMITED = 99  # capacity of a space on which markers pile up
MAX_TRIGGERS = 3
MAX_ENDGAME_LINES = 1
MAX_MESSAGES = 4


_LAYOUTS: dict[np.dtype[Any], np.dtype[Any]] = {}  # the plain struct of every record dtype


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record dtype whose scalars give attribute access with and without compilation.

    numpy forgets the alignment of a struct inside ``np.record``, so the offsets are those of the plain struct.
    """
    layout = np.dtype([(name, _LAYOUTS.get(np.dtype(kind), kind), *shape) for name, kind, *shape in fields], align=True)
    places: Mapping[str, Any] = layout.fields or {}
    parts = {
        "names": [name for name, *_ in fields],
        "formats": [np.dtype((kind, *shape)) if shape else np.dtype(kind) for _, kind, *shape in fields],
        "offsets": [places[name][1] for name, *_ in fields],
        "itemsize": layout.itemsize,
    }
    record = np.dtype((np.record, np.dtype(parts, align=True)))  # type: ignore[call-overload]
    _LAYOUTS[record] = layout
    return record


INSTRUCTION = record_dtype([("op", "i2"), ("a", "i2"), ("b", "i2"), ("c", "i2")])
# args is a mask of event arguments (see words.EV_*), kinds a mask of 1 << EV_*
EVENT = record_dtype([("kinds", "i4"), ("args", "i4"), ("only", "i2")])
COUNT = record_dtype([("kind", "i2"), ("a", "i2"), ("b", "i2"), ("c", "i2")])
# the count compared with n; `and_next` is a further condition that must hold too, or -1
CONDITION = record_dtype([("count", "i2"), ("compare", "i2"), ("n", "i2"), ("and_next", "i2")])

TRIGGER = record_dtype([("event", "i2"), ("gain", "i2")])  # event index and program; event -1 = no trigger here
CARD = record_dtype(
    [
        ("supported", "i1"),  # 0: a word of the card has no implementation yet; playing it is refused
        ("promo", "i1"),
        ("species", "i2"),  # -1 for the main deck
        ("cost", "i2"),
        ("cost_energy", "i1"),  # 1: the cost is energy (Centaurians)
        ("sector", "i2"),  # sector colour, -1 for Exertians
        ("income", "i2"),  # income kind, -1 for Exertians
        ("corner", "i2"),  # CORNER_* bits
        ("corner_program", "i2"),
        ("effects", "i2"),  # program of the white part
        ("mission_when", "i2"),  # condition index of a conditional mission, -1 if it has none
        ("mission_gain", "i2"),  # program
        ("n_triggers", "i2"),
        ("triggers", TRIGGER, (MAX_TRIGGERS,)),
        ("has_endgame", "i1"),
        ("endgame", "i2"),  # program: all its scoring lines
        ("message_ahead", "i2"),  # Centaurians: 15, else 0
        ("message_later", "i2"),  # program
        ("flavour_mars", "i1"),
        ("exertian_when", "i2"),  # condition index, -1 otherwise
        ("points", "i2"),
        ("danger", "i2"),
    ]
)
PLANET = record_dtype(
    [
        ("is_planet", "i1"),  # 0 for Earth: nobody orbits or lands there
        ("orbit", "i2"),  # programs
        ("land", "i2"),
        ("n_first_orbit", "i2"),
        ("first_orbit", "i2"),
        ("n_first_land", "i2"),
        ("first_land", "i2", (3,)),
        ("first_moon", "i2"),  # moons are numbered in the order of the planets
        ("n_moons", "i2"),
    ]
)
MOON = record_dtype([("planet", "i2"), ("land", "i2")])
SLOT = record_dtype(
    [
        ("colour", "i2"),  # -1 for the Oumuamua tile
        ("capacity", "i2"),  # data positions
        ("first_win", "i2"),  # programs; for the tile: what every owner of a marker gains
        ("later_win", "i2"),
        ("position_gain", "i2", (6,)),  # program for the marker that takes data in that position
    ]
)
TECH = record_dtype(
    [
        ("kind", "i2"),
        ("also", "i2"),  # program
        ("top", "i2"),  # computer technologies: programs of the upper and the lower space
        ("lower", "i2"),
    ]
)
SPACE = record_dtype(
    [
        ("colour", "i2"),  # trace colour
        ("row", "i2"),
        ("capacity", "i2"),  # 1 or UNLIMITED
        ("cost_resource", "i2"),  # -1: free
        ("cost_amount", "i2"),
        ("gain", "i2"),  # program
        ("danger", "i2"),
        ("token", "i2"),  # -1: no token; 0: from set-up; 1-6: from that delivery
    ]
)
SPECIES_TABLE = record_dtype(
    [
        ("supported", "i1"),
        ("first_card", "i2"),
        ("n_cards", "i2"),
        ("face_up_card", "i1"),
        ("deal_per_marker", "i2"),
        ("deal_per_player", "i2"),
        ("n_spaces", "i2"),
        ("spaces", SPACE, (MAX_SPACES,)),
    ]
)
GOLD_SIDE = record_dtype([("count", "i2"), ("values", "i2", (3,))])  # values: first, second, third and later marker
LAYER = record_dtype([("cells", "i2", (N_RINGS, N_PLACES))])  # GAP outside the rings of the layer

RULING_CHOICES = record_dtype([(switch.name, "i1") for switch in SWITCHES])  # number of the value, 0 = default

TABLES = record_dtype(
    [
        ("rulings", RULING_CHOICES),
        # ---- set-up
        ("rounds", "i2"),
        ("start_credit", "i2"),
        ("start_energy", "i2"),
        ("start_publicity", "i2"),
        ("start_data", "i2"),
        ("start_cards", "i2"),
        ("start_tuck", "i2"),
        ("start_score", "i2", (MAX_PLAYERS,)),
        ("round_income", "i2"),  # program
        ("row_size", "i2"),
        ("end_stacks", "i2"),
        ("end_stack_over_players", "i2"),
        ("tiles_per_stack", "i2"),
        ("use_promos", "i1"),
        # ---- limits
        ("publicity_limit", "i2"),
        ("pool_limit", "i2"),
        ("hand_limit", "i2"),
        ("probe_limit", "i2"),
        ("probe_limit_tech", "i2"),  # with probe_1
        # ---- costs of actions
        ("launch_credit", "i2"),
        ("orbit_credit", "i2"),
        ("orbit_energy", "i2"),
        ("land_energy", "i2"),
        ("land_energy_orbiter", "i2"),  # cost while any orbiter is there
        ("land_tech_discount", "i2"),  # probe_3, a positive number
        ("scan_credit", "i2"),
        ("scan_energy", "i2"),
        ("analyze_energy", "i2"),
        ("analyze_steps", "i2"),  # program
        ("research_publicity", "i2"),
        ("move_energy", "i2"),
        ("step_cost", "i2"),
        ("asteroid_exit", "i2"),
        ("asteroid_exit_tech", "i2"),  # with probe_2
        ("buy_card_publicity", "i2"),
        ("exchange_give", "i2"),
        ("mercury_publicity", "i2"),  # telescope_2
        ("launch_tech_energy", "i2"),  # telescope_4
        ("launch_tech_move", "i2"),
        # ---- milestones
        ("gold_milestones", "i2", (3,)),
        ("neutral_milestones", "i2", (2,)),
        ("neutral_markers", "i2", (MAX_PLAYERS + 1,)),  # by number of players
        # ---- solar system
        ("layers", LAYER, (4,)),  # discs 1-3, board
        ("disc_order", "i2", (3,)),  # which disc turns first, second, third: 0-2
        ("publicity_on_visit", "i2", (13,)),  # by cell
        ("asteroid_publicity_tech", "i2"),  # with probe_2
        ("tile_ring", "i2"),  # place of the Oumuamua tile on disc 3: 0-based ring and index at turn 0
        ("tile_index", "i2"),
        # ---- sectors
        ("sector_places", "i2", (4, 2)),
        ("boards", "i2", (4, 2)),  # stars of the four boards
        ("slots", SLOT, (N_SLOTS,)),
        ("contributor_publicity", "i2"),
        # ---- planets, technologies, computer, traces
        ("planets", PLANET, (9,)),
        ("moons", MOON, (N_MOONS,)),
        ("techs", TECH, (12,)),
        ("tile_gains", "i2", (4,)),  # programs
        ("first_taken_gain", "i2"),
        ("computer_top", "i2", (6,)),  # programs
        ("tech_space", "i1", (6,)),  # 1 where a computer technology may lie
        ("discovery_gain", "i2", (2,)),  # programs: left and right species
        ("overflow_gain", "i2"),
        ("gold", GOLD_SIDE, (4, 2)),
        ("gold_fixed", "i1", (4,)),  # the side of each tile that is up, -1 = drawn; chosen by a run, not by the box
        # ---- species
        ("species", SPECIES_TABLE, (N_SPECIES,)),
        ("samples", "i2", (7,)),  # programs
        ("samples_per_planet", "i2"),
        ("anomaly_offsets", "i2", (3,)),
        ("anomaly_colour", "i2", (3,)),
        ("anomaly_gain", "i2", (3, 2)),  # programs by token and side
        ("exofossils", "i2"),  # in the box
        ("tile_first_orbit", "i2"),  # program; the first landers there are in planets[8].first_land
        ("message_tile_ahead", "i2"),
        ("n_message_rewards", "i2"),
        ("message_rewards", "i2", (MAX_MESSAGES,)),  # programs
        ("exertian_ahead", "i2", (2,)),
        ("exertian_cost", "i2", (2,)),  # credits
        ("pluto_orbit", "i2"),  # programs of the promo card 901
        ("pluto_land", "i2"),
        # ---- cards and code
        ("cards", CARD, (N_CARDS,)),
        ("program", INSTRUCTION, (MAX_PROGRAM_ROWS,)),
        ("event", EVENT, (MAX_EVENTS,)),
        ("count", COUNT, (MAX_COUNTS,)),
        ("condition", CONDITION, (MAX_CONDITIONS,)),
    ]
)
