"""Building species: discovery spaces, overflow areas, boards, and what each discovered species brings."""

from typing import Any, Final

from seti_sim.components import opcodes
from seti_sim.components.tables import UNLIMITED
from seti_sim.engine.probes import place_figure
from seti_sim.engine.solar import look_at_places
from seti_sim.engine.species.mascamites import N_SAMPLES, TAKEN
from seti_sim.engine.state import CAPSULE, MAX_EXERTIANS, NEUTRAL, NOBODY, PROBE
from seti_sim.scenario import words as sw
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.given import Given

DEFAULT_SPECIES: Final = ["mascamites", "anomalies"]
DEFAULT_SAMPLES: Final = ([1, 2, 3], [4, 5, 6])


def build_species(given: Given, game: Any, tables: Any) -> None:
    """The two species; a discovered one has three nonplayer markers by default and its usual set-up."""
    names = given.value("species", DEFAULT_SPECIES)
    if len(names) != 2 or names[0] == names[1]:
        raise ScenarioError(f"species: two different ones are wanted, not {names}")
    for side, name in enumerate(names):
        game.species[side] = sw.number_of(opcodes.SPECIES, name, "species")
        game.discovered[side] = given.number(f"discovered.{sw.SIDES[side]}", 0, 0, int(game.round_number))
        _mark_traces(given, game, tables, side)
    for m, number in enumerate(given.numbers("neutral", _neutral_left(game, tables), high=2)):
        game.neutral_left[m] = number
    for side in range(2):
        if game.discovered[side]:
            _lay_species_deck(given, game, tables, side)
    _set_up_species(given, game, tables)


def _neutral_left(game: Any, tables: Any) -> list[int]:
    """Nonplayer markers left when those on discovery spaces were taken from the lower milestone first."""
    each = int(tables.neutral_markers[game.n_players])
    used = int((game.discovery == NEUTRAL).sum())
    return [max(each - used, 0), max(min(2 * each - used, each), 0)]


# ------------------------------------------------------------------ traces
def _mark_traces(given: Given, game: Any, tables: Any, side: int) -> None:
    players = int(game.n_players)
    name = sw.SIDES[side]
    for colour, word in enumerate(opcodes.TRACE_COLOURS):
        path = f"discovery.{name}.{word}"
        default: Any = sw.NEUTRAL_WORD if game.discovered[side] else sw.NONE
        owner = given.value(path, None) if given.has(path) else default
        game.discovery[side, colour] = _owner(given, path, owner, players)
        if 0 <= game.discovery[side, colour] < players:
            _count_trace(game, side, colour, int(owner), 0)
        for seat in given.seats(f"overflow.{name}.{word}", players):
            game.overflow[side, colour, seat] += 1
            _count_trace(game, side, colour, seat, 1)
    if game.discovered[side]:
        _mark_board(given, game, tables, side)
        game.contributors[side] = game.discovery[side]


def _owner(given: Given, path: str, value: Any, players: int) -> int:
    if value in (sw.NONE, sw.NEUTRAL_WORD):
        return NOBODY if value == sw.NONE else NEUTRAL
    return given.seat(path, value, players)


def _count_trace(game: Any, side: int, colour: int, seat: int, place: int) -> None:
    game.players[seat].traces[side, colour] += 1
    game.players[seat].trace_places[place] += 1


def _mark_board(given: Given, game: Any, tables: Any, side: int) -> None:
    """Markers on the spaces of a discovered board, the latest last."""
    table = tables.species[game.species[side]]
    for i, space in enumerate(table.spaces[: table.n_spaces]):
        colour = int(space.colour)
        path = f"board.{sw.SIDES[side]}.{opcodes.TRACE_COLOURS[colour]}.{space.row}"
        seats = given.seats(path, int(game.n_players))
        if len(seats) > space.capacity:
            raise ScenarioError(f"{path}: there is room for one marker")
        for seat in seats:
            if space.capacity == UNLIMITED:
                game.piled[side, colour, seat] += 1
                game.pile_top[side, colour] = seat
            else:
                game.space_owner[side, i] = seat
            game.players[seat].danger += space.danger
            _count_trace(game, side, colour, seat, 2)


# ------------------------------------------------------------------ cards
def _lay_species_deck(given: Given, game: Any, tables: Any, side: int) -> None:
    """Face-up card and deck: cards named from the top, then all that have no other place, in order."""
    name = sw.SIDES[side]
    table = tables.species[game.species[side]]
    if not table.face_up_card:
        return
    first, count = int(table.first_card), int(table.n_cards)
    path = f"species_deck.{name}"
    top = [sw.card_among(card, path, first, count) for card in given.items(path, count)]
    elsewhere = _named_elsewhere(given, int(game.n_players))
    rest = [card for card in range(first, first + count) if card not in {*top, *elsewhere}]
    path = f"face_up.{name}"
    if given.has(path):
        value = given.value(path, None)
        game.face_up[side] = -1 if value == sw.NONE else sw.card_among(value, path, first, count)
        rest = [card for card in rest if card != game.face_up[side]]
    else:
        game.face_up[side] = rest.pop(0) if rest else -1
    if given.value(f"species_rest.{name}", "deck") == "away":
        rest = []
    for i, card in enumerate(reversed(top + rest)):
        game.species_deck[side, i] = card
    game.n_species_deck[side] = len(top) + len(rest)


def _named_elsewhere(given: Given, players: int) -> set[int]:
    """Cards in hands, tucked or in front."""
    found = set()
    for seat in range(players):
        for place in ("hand", "tucked", "front"):
            path = f"player.{seat}.{place}"
            found |= {sw.card_number(str(card).partition(" ")[0], path) for card in given.items(path)}
    return found


# ------------------------------------------------------------------ set-up of the species
def _set_up_species(given: Given, game: Any, tables: Any) -> None:
    in_play = {int(game.species[side]) for side in range(2) if game.discovered[side]}
    if opcodes.MASCAMITES in in_play:
        _lay_samples(given, game)
    if opcodes.ANOMALIES in in_play:
        _lay_anomalies(given, game, tables)
    if opcodes.OUMUAMUA_SPECIES in in_play:
        game.tile_out = 1
        look_at_places(game, tables)
    if opcodes.CENTAURIANS in in_play:
        _lay_messages(given, game, tables)
    if opcodes.EXERTIANS in in_play:
        _deal_exertians(given, game, tables)


def _lay_samples(given: Given, game: Any) -> None:
    """Sample tokens: 1 to 3 on Jupiter, 4 to 6 on Saturn, 7 on the board by default; all others are taken."""
    for token in range(N_SAMPLES):
        game.sample_where[token] = TAKEN
    named: set[int] = set()
    for where, planet in enumerate(("jupiter", "saturn")):
        path = f"samples.{planet}"
        for token in given.value(path, list(DEFAULT_SAMPLES[where])):
            game.sample_where[_token(token, path)] = where
            if given.has(path) and token in named:
                raise ScenarioError(f"{path}: sample {token} is named twice")
            named |= {token} if given.has(path) else set()
    for space, token in enumerate(given.value("samples.board", [7])[:N_SAMPLES]):
        if token != sw.NONE:
            game.sample_on_space[space] = _token(token, "samples.board")


def _token(value: Any, path: str) -> int:
    if value not in range(1, N_SAMPLES + 1):
        raise ScenarioError(f"{path}: {value!r} is no sample; they are 1 to 7")
    return int(value) - 1


def _lay_anomalies(given: Given, game: Any, tables: Any) -> None:
    """Tokens red, yellow, blue: in Earth's sector, 3 clockwise and 3 counter-clockwise of it, side a, by default."""
    for colour, word in enumerate(opcodes.TRACE_COLOURS):
        path = f"anomaly.{word}"
        usual = (int(game.planet_place[opcodes.EARTH]) + int(tables.anomaly_offsets[colour])) % 8
        token = given.value(path, [usual, sw.DECK_SIDES[0]])
        if len(token) != 2 or token[0] not in range(8):
            raise ScenarioError(f"{path}: an index and a side are wanted, as in [5, 'a'], not {token}")
        game.anomaly_order[colour] = colour
        game.anomaly_place[colour] = token[0]
        game.anomaly_side[colour] = sw.number_of(sw.DECK_SIDES, token[1], path)


def _lay_messages(given: Given, game: Any, tables: Any) -> None:
    """Message tiles 15 ahead of the scores by default; rewards covered."""
    for seat in range(int(game.n_players)):
        me = game.players[seat]
        me.message_mark = given.number(
            f"player.{seat}.message_mark", int(me.score) + int(tables.message_tile_ahead), low=-1
        )
    for reward in given.items("messages"):
        if reward not in range(1, int(tables.n_message_rewards) + 1):
            raise ScenarioError(f"messages: {reward!r} is no message reward")
        game.message_taken[reward - 1] = 1


def _deal_exertians(given: Given, game: Any, tables: Any) -> None:
    """Exertian cards as given; milestones 20 and 40 ahead of the highest score by default."""
    best = max(int(game.players[seat].score) for seat in range(int(game.n_players)))
    table = tables.species[opcodes.EXERTIANS]
    first, count = int(table.first_card), int(table.n_cards)
    marks = given.numbers("exertian_marks", [best + int(ahead) for ahead in tables.exertian_ahead], high=3000)
    for m, mark in enumerate(marks):
        game.exertian_mark[m] = mark
    for seat in range(int(game.n_players)):
        path = f"player.{seat}.exertians"
        me = game.players[seat]
        for i, text in enumerate(given.items(path, MAX_EXERTIANS)):
            label, *words = str(text).split(" ")
            if words not in ([], ["played"]):
                raise ScenarioError(f"{path}: unknown words {' '.join(words)!r}; known is played")
            me.exertians[i] = sw.card_among(label, path, first, count)
            me.exertian_played[i] = bool(words)
            me.n_exertians += 1
        me.exertian_passed = given.number(f"player.{seat}.exertian_passed", 0, 0, 2)


# ------------------------------------------------------------------ figures in space
def place_probes(given: Given, game: Any) -> None:
    """Probes on spaces or planets, capsules as ``"3.5 sample 2"``; after the species, since 'Oumuamua is a planet."""
    for seat in range(int(game.n_players)):
        path = f"player.{seat}.probes"
        for text in given.items(path, 8):
            place_figure(game, seat, PROBE, *sw.read_place(game, text, path), -1)
            game.players[seat].launches += 1
        path = f"player.{seat}.capsules"
        for text in given.items(path, 4):
            where, _, token = str(text).partition(" sample ")
            number = _token(int(token) if token.isdecimal() else token, path)
            place_figure(game, seat, CAPSULE, *sw.read_place(game, where, path), number)
            game.sample_where[number] = TAKEN
