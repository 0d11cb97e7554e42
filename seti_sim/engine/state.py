"""The state of one game as one numpy record, built from a registry of fields.

A batch of games is ``np.zeros(n, GAME)``, one game is ``games[i]`` and a player is ``game.players[seat]``, always a
view. The registry below is the only place where a field is declared: the dtypes, ``docs/state.md`` and the debug
validator all come from it.
"""

from typing import Final, NamedTuple, cast

import numpy as np

from seti_sim.components import limits
from seti_sim.components.limits import (
    LEAST_SCORE,
    MOST_DANGER,
    MOST_DATA,
    MOST_EXOFOSSILS,
    MOST_FIGURES,
    MOST_MARKERS,
    MOST_ON_SLOT,
    MOST_PUBLICITY,
    MOST_RESOURCE,
    MOST_SCORE,
)
from seti_sim.components.tables import (
    MAX_PLAYERS,
    MAX_SPACES,
    N_CARDS,
    N_DECK_CARDS,
    N_MOONS,
    N_PLACES,
    N_RINGS,
    N_SLOTS,
    N_STARS,
    record_dtype,
)

MAX_HAND: Final = limits.MAX_HAND
MAX_FRONT: Final = limits.MAX_FRONT
MAX_FIGURES: Final = limits.MAX_FIGURES
MAX_EXERTIANS: Final = limits.MAX_EXERTIANS
MAX_FRAMES = 48
MAX_THIS_TURN = 12
MAX_MOVES = 1024
N_ROUNDS = 5
N_SOURCES = 20
N_STREAMS = 8

NOBODY = -1
NEUTRAL = 4  # owner of a nonplayer marker on a discovery space

# ---- probe_kind
NO_FIGURE = 0
PROBE = 1
CAPSULE = 2

# ---- phase of the turn
BEFORE_MAIN = 0
AFTER_MAIN = 1
BETWEEN_TURNS = 2  # also from the start of passing on: no free actions

# ---- sources of points (axis of PLAYER.points); their sum is the score
SOURCES = (
    "start",
    "card_effect",
    "card_corner",
    "mission",
    "endgame_card",
    "gold_tile",
    "orbit",
    "landing",
    "moon",
    "sector_position",
    "sector_win",
    "tech_first",
    "tech_tile",
    "computer",
    "discovery_space",
    "overflow_space",
    "species_space",
    "species_card",
    "species_other",
    "exertian_end",
)
(
    P_START,
    P_CARD,
    P_CORNER,
    P_MISSION,
    P_ENDGAME,
    P_GOLD,
    P_ORBIT,
    P_LAND,
    P_MOON,
    P_POSITION,
    P_WIN,
    P_TECH_FIRST,
    P_TECH_TILE,
    P_COMPUTER,
    P_DISCOVERY,
    P_OVERFLOW,
    P_SPECIES_SPACE,
    P_SPECIES_CARD,
    P_SPECIES_OTHER,
    P_EXERTIAN,
) = range(N_SOURCES)

# ---- main actions (axis of PLAYER.actions)
ACTIONS = ("launch", "orbit", "land", "scan", "analyze", "play_card", "research", "pass")
A_LAUNCH, A_ORBIT, A_LAND, A_SCAN, A_ANALYZE, A_PLAY, A_RESEARCH, A_PASS = range(8)

# ---- what an experiment forbids a seat: bits of PLAYER.forbidden from here on; 0 in ordinary games
FORBID_TECH = 0  # one bit a technology
FORBID_ACTION = 12  # one bit a main action
FORBID_GOLD = 20  # one bit a gold tile
FORBID_SIDE = 24  # one bit a species, left and right: no traces there

# ---- what happened to a card: four bits (one a seat) for each of these, axis of GAME.card_log
LOG_HELD, LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH = range(4)
# ---- how a card was discarded from the hand: two bits, LOG_WAY and LOG_WAY_HIGH, the latest time counts
(
    WAY_NONE,
    WAY_CORNER,
    WAY_SIGNAL,
    WAY_OTHER,  # an exchange, the hand limit or an effect
) = range(4)

# ---- milestones (axis of PLAYER.milestone_round and milestone_turn): two neutral ones, then three gold ones
N_NEUTRAL = 2
N_MILESTONES = 5

MOST_TURNS: Final = 30_000  # as many as a game may have decisions

# ---- where fields stop that only count
MOST_ACTIONS: Final = 100
MOST_SPENT: Final = 2000
MOST_CARDS_PLAYED: Final = 200
MOST_SPECIES_CARDS_PLAYED: Final = 200
MOST_CARDS_CORNER: Final = 500
MOST_CARDS_SIGNAL: Final = 500
MOST_CARDS_EXCHANGED: Final = 500
MOST_CARDS_BOUGHT: Final = 500
MOST_SIGNALS: Final = 500
MOST_DATA_LOST: Final = 500
MOST_PUBLICITY_LOST: Final = 500
MOST_LAUNCHES: Final = 200
MOST_STEPS: Final = 2000
MOST_ENDGAME_POINTS: Final = 255
MOST_GOLD_POINTS: Final = MOST_SCORE
MOST_MILESTONE_TURN: Final = 127
MOST_IDLE_TURNS: Final = 127
MOST_EXOFOSSILS_GAINED: Final = 20_000
MOST_EXOFOSSILS_SPENT: Final = 20_000
MOST_MARKED: Final = 100
MOST_TILE_MARKED: Final = 100
# ---- random streams
S_SETUP, S_DECK, S_SPECIES, S_SPARE = range(4)
S_POLICY = 4  # 4 + seat


class Field(NamedTuple):
    """One field of a record: name, numpy type, axes, range and one line of meaning."""

    name: str
    dtype: object
    shape: tuple[int, ...]
    axes: str
    low: int
    high: int
    meaning: str
    stops: bool = False
    """Only counts, and stops at ``high``."""


def _f(
    name: str, dtype: object, meaning: str, low: int, high: int, shape: tuple[int, ...] = (), axes: str = ""
) -> Field:
    return Field(name, dtype, shape, axes, low, high, meaning)


def _n(name: str, dtype: object, meaning: str, high: int, shape: tuple[int, ...] = (), axes: str = "") -> Field:
    """A field that only counts: it stops at ``high`` (:func:`seti_sim.engine.gains.counted`)."""
    return Field(name, dtype, shape, axes, 0, high, f"{meaning}; {high} or more", stops=True)


FRAME = record_dtype(
    [
        ("op", "i2"),  # FRAME_* of engine/frames.py
        ("player", "i2"),  # who resolves it
        ("source", "i2"),  # P_*: where its points are booked
        ("flag_bits", "i2"),  # FRAME_WINDOW, FRAME_CARD, FRAME_ASKED
        ("a", "i2"),
        ("b", "i2"),
        ("c", "i2"),
        ("d", "i2"),
    ]
)
MOVE = record_dtype([("kind", "i2"), ("a", "i2"), ("b", "i2"), ("c", "i2")])
MOVES = record_dtype(  # one record, since compiled code hands arrays over in seven words
    [
        ("left_out", "i8"),  # the mask the list was made with: kinds of free actions not listed (FREE_KINDS)
        ("list", MOVE, (MAX_MOVES,)),
    ]
)
FRONT = record_dtype(
    [
        ("card", "i2"),
        ("done", "i1"),  # mission completed, message resolved
        ("circles", "i1"),  # bit per covered circle of a triggered mission
        ("mark", "i2"),  # Centaurian message: score at which `later` is due
    ]
)
THIS_TURN = record_dtype(
    [
        ("event", "i2"),  # row of TABLES.event
        ("start", "i2"),  # rows of TABLES.program: from start up to (not including) end
        ("end", "i2"),
        ("mode", "i2"),  # THIS_TURN_*
        ("seen", "i2"),  # planets that counted already
        ("source", "i2"),
        ("card", "i2"),
    ]
)

PLAYER_FIELDS = [
    _f("score", "i2", "points on the score track", LEAST_SCORE, MOST_SCORE),
    _f("credits", "i2", "credits", 0, MOST_RESOURCE),
    _f("energy", "i2", "energy", 0, MOST_RESOURCE),
    _f("publicity", "i2", "publicity", 0, MOST_PUBLICITY),
    _f("pool", "i2", "data in the data pool", 0, MOST_DATA),
    _f("exofossils", "i2", "exofossils ('Oumuamua)", 0, MOST_EXOFOSSILS),
    _f("passed", "i1", "1 after passing in this round", 0, 1),
    _f("n_hand", "i2", "cards in hand", 0, MAX_HAND),
    _f("hand", "u1", "card numbers in hand", 0, N_CARDS, (MAX_HAND,), "hand"),
    _f("n_front", "i2", "cards in front: missions, end-of-game cards, messages, completed ones too", 0, MAX_FRONT),
    _f("front", FRONT, "those cards, in the order played", 0, 0, (MAX_FRONT,), "front"),
    _f("n_tucked", "i2", "cards tucked for income", 0, MAX_FRONT),
    _f("tucked", "u1", "their card numbers", 0, N_CARDS, (MAX_FRONT,), "tucked"),
    _f(
        "income", "i2", "tucked cards by income kind: credit, energy, card, publicity, data", 0, MAX_FRONT, (5,), "kind"
    ),
    _f("watch", "i4", "mask of 1 << EV_*: events some open circle in front waits for", 0, 1 << 16),
    _f("figure", "i1", "NO_FIGURE, PROBE or CAPSULE", 0, 2, (MAX_FIGURES,), "figure"),
    _f("ring", "i1", "ring of the figure, 0 = next to the sun", 0, 3, (MAX_FIGURES,), "figure"),
    _f("place", "i1", "place of the figure in its ring", 0, 7, (MAX_FIGURES,), "figure"),
    _f("token", "i1", "sample token under a capsule", -1, 6, (MAX_FIGURES,), "figure"),
    _f("orbiters", "i2", "own orbiters", 0, MOST_FIGURES, (9,), "planet"),
    _f("landers", "i2", "own landers, moons left out", 0, MOST_FIGURES, (9,), "planet"),
    _f("moon_landers", "i2", "own landers on the moon", 0, MOST_FIGURES, (N_MOONS,), "moon"),
    _f("pluto", "i1", "promo card 901: bits for the card in front, an orbiter and a lander there", 0, 7),
    _f("wins", "i2", "sector wins", 0, MOST_MARKERS, (N_STARS,), "star"),
    _f("traces", "i2", "own markers of the species place, by trace colour", 0, MOST_MARKERS, (2, 3), "side, colour"),
    _f("tech", "i1", "order in which the technology was taken (1 = first), 0 = not owned", 0, 12, (12,), "tech"),
    _f("n_tech", "i2", "technologies owned", 0, 12),
    _f("top", "i1", "1 = data on the upper space of the computer", 0, 1, (6,), "position"),
    _f("lower", "i1", "1 = data on the lower space", 0, 1, (6,), "position"),
    _f("computer", "i1", "computer technology (0-3) in the slot, -1 = none", -1, 3, (6,), "position"),
    _f("gold", "i1", "rank of the own marker on the gold tile, 1 = first, 0 = none", 0, 4, (4,), "tile"),
    _f("gold_passed", "i1", "number of gold milestones resolved", 0, 3),
    _f("neutral_passed", "i1", "bit per neutral milestone reached", 0, 3),
    _f("missions", "i2", "completed missions", 0, MAX_FRONT),
    _f("danger", "i2", "danger of own markers on Exertian spaces", 0, MOST_DANGER),
    _f("n_exertians", "i2", "Exertian cards held", 0, MAX_EXERTIANS),
    _f("exertians", "u1", "their card numbers", 0, N_CARDS, (MAX_EXERTIANS,), "card"),
    _f("exertian_played", "i1", "1 = that card lies face down in front", 0, 1, (MAX_EXERTIANS,), "card"),
    _f("exertian_passed", "i1", "number of Exertian milestones resolved", 0, 2),
    _f("message_mark", "i2", "score of the own message tile, -1 = none or resolved", -1, MOST_SCORE + 200),
    _f("forbidden", "i4", "mask of what an experiment forbids the seat: FORBID_*", 0, 1 << 26),
    # ---- the record of what was done
    _f("points", "i2", "points by source; their sum is the score", LEAST_SCORE, MOST_SCORE, (N_SOURCES,), "source"),
    _f("round_score", "i2", "score at the end of the round", LEAST_SCORE, MOST_SCORE, (N_ROUNDS,), "round"),
    _n("actions", "i1", "main actions taken", MOST_ACTIONS, (N_ROUNDS, 8), "round, action"),
    _f("tech_round", "i1", "round in which the technology was taken", 0, 5, (12,), "tech"),
    _f("tech_first", "i1", "1 = took the two-point tile of that stack", 0, 1, (12,), "tech"),
    _n("spent", "i2", "resources paid: credits, energy, publicity", MOST_SPENT, (3,), "resource"),
    _n("cards_played", "i2", "cards played for their effect", MOST_CARDS_PLAYED),
    _n("species_cards_played", "i2", "species cards among them", MOST_SPECIES_CARDS_PLAYED),
    _n("cards_corner", "i2", "cards used for their corner", MOST_CARDS_CORNER),
    _n("cards_signal", "i2", "hand cards discarded for a signal", MOST_CARDS_SIGNAL),
    _n("cards_exchanged", "i2", "hand cards exchanged", MOST_CARDS_EXCHANGED),
    _n("cards_bought", "i2", "cards bought for publicity", MOST_CARDS_BOUGHT),
    _n("signals", "i2", "signals marked", MOST_SIGNALS),
    _n("data_lost", "i2", "data lost to a full pool", MOST_DATA_LOST),
    _n("publicity_lost", "i2", "publicity lost at the limit", MOST_PUBLICITY_LOST),
    _n("launches", "i2", "probes launched", MOST_LAUNCHES),
    _n("steps", "i2", "probe steps moved", MOST_STEPS),
    _f("endgame_cards", "i2", "end-of-game cards in front", 0, MAX_FRONT),
    _n(
        "endgame_points",
        "u1",
        "what the end-of-game card at that place in front scored",
        MOST_ENDGAME_POINTS,
        (MAX_FRONT,),
        "front",
    ),
    _f("gold_mark", "i1", "which of the gold milestones put the marker on the tile, 0 = none", 0, 3, (4,), "tile"),
    _n("gold_points", "i2", "points of the tile in final scoring", MOST_GOLD_POINTS, (4,), "tile"),
    _f("milestone_round", "i1", "round in which it was reached, 0 = never", 0, 5, (N_MILESTONES,), "milestone"),
    _n("milestone_turn", "i1", "own turns taken by then", MOST_MILESTONE_TURN, (N_MILESTONES,), "milestone"),
    _f("neutral_placed", "i1", "bit per neutral milestone that put a nonplayer marker down", 0, 3),
    _f("orbiter_round", "i1", "round of the first own orbiter, 0 = never", 0, 5, (9,), "planet"),
    _f("lander_round", "i1", "round of the first own lander", 0, 5, (9,), "planet"),
    _f("moon_round", "i1", "round of the own lander", 0, 5, (N_MOONS,), "moon"),
    _f("win_round", "i1", "round of the first win", 0, 5, (N_STARS,), "star"),
    _f("trace_round", "i1", "round of the first trace by kind of place", 0, 5, (3,), "place"),
    _f("tucks", "i1", "cards tucked, those of the set-up in round 1", 0, MAX_FRONT, (N_ROUNDS,), "round"),
    _f(
        "choices",
        "i2",
        "decisions with several moves to look at, noted by the loop of play",
        0,
        MOST_TURNS,
        (N_ROUNDS,),
        "round",
    ),
    _f(
        "dead_turns",
        "i1",
        "turns whose only legal main action was to pass, noted by the loop of play",
        0,
        1,
        (N_ROUNDS,),
        "round",
    ),
    _n("idle_turns", "i1", "turns of others after the own pass", MOST_IDLE_TURNS, (N_ROUNDS,), "round"),
    _f(
        "trace_places",
        "i2",
        "traces by kind of place: discovery, overflow, species board",
        0,
        6 * MOST_MARKERS,
        (3,),
        "place",
    ),
    _n("exofossils_gained", "i2", "exofossils gained", MOST_EXOFOSSILS_GAINED),
    _n("exofossils_spent", "i2", "exofossils spent", MOST_EXOFOSSILS_SPENT),
    _f(
        "species_points",
        "i2",
        "points from the species' board, cards and mechanics",
        LEAST_SCORE,
        MOST_SCORE,
        (2,),
        "side",
    ),
]
PLAYER = record_dtype([(f.name, f.dtype, f.shape) for f in PLAYER_FIELDS])

GAME_FIELDS = [
    _f("seed", "u8", "seed of the run", 0, 0),
    _f("index", "i8", "number of the game in its run", 0, 0),
    _f("streams", "u8", "state of the random streams: S_*", 0, 0, (N_STREAMS,), "stream"),
    _f("n_players", "i2", "players", 2, 4),
    _f("over", "i1", "1 when the game has ended", 0, 1),
    _f("round_number", "i2", "1 to 5", 0, 6),
    _f("start", "i2", "seat that opens the round", 0, 3),
    _f("first_seat", "i2", "seat that opened the game", 0, 3),
    _f("active", "i2", "seat whose turn it is or has just been", 0, 3),
    _f("phase", "i1", "BEFORE_MAIN, AFTER_MAIN or BETWEEN_TURNS", 0, 2),
    _f("reminder", "i1", "1 = the first pass of the round will rotate", 0, 1),
    _f("turns", "i2", "turns taken", 0, MOST_TURNS),
    _f("decisions", "i4", "choices applied, forced ones too", 0, 1 << 30),
    _f("n_frames", "i2", "frames on the stack", 0, MAX_FRAMES),
    _f("frames", FRAME, "what is still to be resolved, the last one first", 0, 0, (MAX_FRAMES,), "frame"),
    # ---- solar system
    _f("disc_turn", "i1", "steps the disc has turned counter-clockwise", 0, 7, (3,), "disc"),
    _f("next_disc", "i1", "position in the order of discs", 0, 2),
    _f("cells", "i1", "what each place shows", 0, 12, (N_RINGS, N_PLACES), "ring, place"),
    _f("planet_ring", "i1", "ring of the planet, -1 = not there", -1, 3, (9,), "planet"),
    _f("planet_place", "i1", "place of the planet", 0, 7, (9,), "planet"),
    _f("star_place", "i1", "place of the star's sector", 0, 7, (N_STARS,), "star"),
    _f("place_star", "i1", "star of the sector", 0, 7, (N_PLACES,), "place"),
    # ---- sectors
    _f("filled", "i2", "markers in the slot", 0, MOST_ON_SLOT, (N_SLOTS,), "slot"),
    _f("markers", "i2", "markers in the slot by owner", 0, MOST_ON_SLOT, (N_SLOTS, MAX_PLAYERS), "slot, seat"),
    _f("latest", "i2", "when the owner's latest marker was placed", 0, 30000, (N_SLOTS, MAX_PLAYERS), "slot, seat"),
    _f("regular", "i1", "mask of seats with a marker there that is no excess marker", 0, 15, (N_SLOTS,), "slot"),
    _f("clock", "i2", "counts markers placed", 0, 30000),
    _f(
        "slot_version",
        "i2",
        "version counter: rises with every change of the slot",
        0,
        30000,
        (N_SLOTS,),
        "slot",
    ),
    _f("completed", "i2", "mask of completed slots that wait for their result", 0, 511),
    _f("won", "i1", "1 after the first win of the sector", 0, 1, (N_STARS,), "star"),
    # ---- planets
    _f("first_orbit", "i1", "owner of the orbiter on the first-orbit space, NEUTRAL: used up", -1, 4, (9,), "planet"),
    _f("first_land", "i1", "owner of the lander on that space, NEUTRAL: used up", -1, 4, (9, 3), "planet, space"),
    _f("planet_version", "i2", "version counter: rises with every figure placed or removed", 0, 30000, (9,), "planet"),
    # ---- technologies and gold tiles
    _f("tiles", "i1", "printed bonus of the tiles, top first", 0, 3, (12, 4), "tech, tile"),
    _f("tiles_taken", "i1", "tiles taken from the stack", 0, 4, (12,), "tech"),
    _f("gold_side", "i1", "visible side of the gold tile", 0, 1, (4,), "tile"),
    _f("gold_markers", "i1", "markers on the gold tile", 0, 4, (4,), "tile"),
    # ---- cards
    _f("n_deck", "i2", "cards in the deck; the top is the last", 0, N_DECK_CARDS),
    _f("deck", "u1", "card numbers", 0, N_DECK_CARDS, (N_DECK_CARDS,), "deck"),
    _f("n_discard", "i2", "cards in the discard pile", 0, N_DECK_CARDS),
    _f("discard", "u1", "card numbers", 0, N_DECK_CARDS, (N_DECK_CARDS,), "discard"),
    _f("row", "i2", "card row, -1 = gap", -1, N_CARDS, (3,), "slot"),
    _f("n_stack", "i2", "cards left in the round's stack", 0, 5, (4,), "round"),
    _f("stack", "i2", "end-of-round stacks", 0, N_CARDS, (4, 5), "round, card"),
    _f(
        "card_log",
        "u2",
        "4 bits (one a seat) each: held, played, and two for how it was discarded: 1 corner, 2 signal, 3 other",
        0,
        65535,
        (N_CARDS,),
        "card",
    ),
    # ---- species
    _f("species", "i1", "species left and right", 0, 4, (2,), "side"),
    _f("discovered", "i1", "round of the discovery, 0 = not yet", 0, 5, (2,), "side"),
    _f("discovery", "i1", "marker on the discovery space: seat, NEUTRAL or NOBODY", -1, 4, (2, 3), "side, colour"),
    _f("overflow", "i2", "overflow markers", 0, MOST_MARKERS, (2, 3, MAX_PLAYERS), "side, colour, seat"),
    _f("space_owner", "i1", "owner of the marker on the board space", -1, 3, (2, MAX_SPACES), "side, space"),
    _f("piled", "i2", "markers on an unlimited space", 0, MOST_MARKERS, (2, 3, MAX_PLAYERS), "side, colour, seat"),
    _f("pile_top", "i1", "owner of the latest marker on it", -1, 3, (2, 3), "side, colour"),
    _f("neutral_left", "i1", "nonplayer markers on the neutral milestone", 0, 2, (2,), "milestone"),
    _f("n_species_deck", "i2", "cards in the species deck", 0, 15, (2,), "side"),
    _f("species_deck", "i2", "card numbers, the top is the last", 0, N_CARDS, (2, 15), "side, card"),
    _f("face_up", "i2", "face-up species card, -1 = none", -1, N_CARDS, (2,), "side"),
    _f(
        "sample_where",
        "i1",
        "place of the sample token: 0 on Jupiter, 1 on Saturn, 2 capsule or delivered",
        0,
        2,
        (7,),
        "token",
    ),
    _f(
        "sample_on_space",
        "i1",
        "token on the token space (0 = set-up, 1-6 = deliveries), -1 = none",
        -1,
        6,
        (7,),
        "space",
    ),
    _f("anomaly_place", "i1", "place of the anomaly token, -1 = none", -1, 7, (3,), "token"),
    _f("anomaly_side", "i1", "visible side", 0, 1, (3,), "token"),
    _f("anomaly_order", "i1", "which token went to which of the three places", 0, 2, (3,), "token"),
    _f("tile_out", "i1", "1 when the Oumuamua tile is in play", 0, 1),
    _f("message_taken", "i1", "1 = that message reward is covered", 0, 1, (4,), "reward"),
    _f("exertian_mark", "i2", "score of the Exertian milestone, 0 = none", 0, MOST_SCORE + 200, (2,), "milestone"),
    # ---- effects in force this turn
    _f("n_this_turn", "i2", "effects waiting for events of the turn", 0, MAX_THIS_TURN),
    _f("this_turn", THIS_TURN, "those effects", 0, 0, (MAX_THIS_TURN,), "entry"),
    _f("no_asteroid_cost", "i1", "1 = leaving asteroids is free this turn", 0, 1),
    _f("no_move_publicity", "i1", "1 = moves give no publicity this turn", 0, 1),
    # ---- what the card being played has done so far
    _f("card", "i2", "card being played, -1 = none", -1, N_CARDS),
    _f("card_keeps", "i1", "where the card goes: 0 as usual, 1 tucked, 2 back to hand, 3 in front", 0, 3),
    _n("marked", "i2", "signals marked by the card, by sector colour", MOST_MARKED, (4,), "colour"),
    _f("marked_slots", "i2", "mask of slots marked by the card", 0, 511),
    _n("tile_marked", "i2", "signals put on the tile by the card", MOST_TILE_MARKED),
    _f("last_slot", "i2", "slot marked last by the card", -1, 8),
    _f("last_card", "i2", "card gained last by the card", -1, N_CARDS),
    _f("drawn", "i2", "cards drawn by the card", -1, N_CARDS, (4,), "card"),
    _f("taken_tech", "i2", "technology taken by the card, -1 = none", -1, 11),
    _f("taken_by_other", "i1", "1 = somebody else owned it before", 0, 1),
    _f("landed", "i2", "planet landed on by the card, -1 = none", -1, 8),
    _f("landed_moon", "i1", "1 = it was a moon", 0, 1),
    _f("acted_planet", "i2", "planet orbited or landed on by the card", -1, 8),
    _f("marked_trace", "i2", "colour of the trace marked by the card, -1 = none", -1, 2),
    _f("picked", "i2", "figure picked by the card, -1 = none", -1, MAX_FIGURES),
    _f("launched_place", "i2", "place where the card launched a probe, -1 = none", -1, 7),
    # ---- history
    _f("discovery_turn", "i2", "turn of the discovery", 0, MOST_TURNS, (2,), "side"),
    _f("contributors", "i1", "owners of the three discovery markers when discovered", -1, 4, (2, 3), "side, colour"),
    _f("last_sample", "i2", "token just delivered, -1 = none", -1, 6),
    _f("error", "i2", "0, or ERROR_* of engine/errors.py", 0, 100),
    _f("players", PLAYER, "the players by seat", 0, 0, (MAX_PLAYERS,), "seat"),
]
GAME = record_dtype([(f.name, f.dtype, f.shape) for f in GAME_FIELDS])


def move_list() -> np.record:
    """An empty list for :func:`seti_sim.engine.legal.legal_moves`: a record with MOVE[MAX_MOVES] in ``list``."""
    return cast(np.record, np.zeros(1, MOVES)[0])
