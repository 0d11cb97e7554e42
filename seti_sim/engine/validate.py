"""What must be true of every game at every decision, checked in plain Python and told in words.

``quick_checks`` has a compiled short form for many thousand games.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components.loader import card_label
from seti_sim.components.tables import N_DECK_CARDS, N_MAIN_CARDS, N_SLOTS, N_STARS, UNLIMITED
from seti_sim.engine import frames as f
from seti_sim.engine.computer import N_POSITIONS
from seti_sim.engine.solar import layer_cell
from seti_sim.engine.species.mascamites import N_SAMPLES, TAKEN
from seti_sim.engine.species_checks import SPECIES_TESTS, SPECIES_TEXTS
from seti_sim.engine.state import (
    CAPSULE,
    GAME_FIELDS,
    MAX_FIGURES,
    NEUTRAL,
    NOBODY,
    PLAYER_FIELDS,
    PROBE,
    Field,
)

SIDES: Final = ("left", "right")
SLOTS: Final = (*lex.STARS, "tile")
DISCS: Final = 3


def check_game(game: Any, tables: Any) -> list[str]:
    """One line for every broken invariant of a game; ``tables`` is the TABLES record."""
    return [line for check in CHECKS for line in check(game, tables)]


def seats(game: Any) -> range:
    """The seats that play."""
    return range(int(game.n_players))


# ------------------------------------------------------------------ ranges
def check_ranges(game: Any, _: Any) -> Iterator[str]:
    """Every field of the registry lies in its range."""
    yield from _out_of_range("", game, GAME_FIELDS)
    for seat in seats(game):
        yield from _out_of_range(f"player {seat} ", game.players[seat], PLAYER_FIELDS)


def _out_of_range(owner: str, record: Any, fields: list[Field]) -> Iterator[str]:
    for entry in fields:
        if entry.low == entry.high:
            continue  # no range given: records and random streams
        values = np.atleast_1d(record[entry.name])
        if values.min() < entry.low or values.max() > entry.high:
            yield f"{owner}{entry.name} is not within {entry.low} to {entry.high}: {record[entry.name]}"


def check_limits(game: Any, tables: Any) -> Iterator[str]:
    """Publicity and pool keep their limits (FAIL-03, DATA-01); empty seats stay empty."""
    for seat in seats(game):
        me = game.players[seat]
        if me.publicity > tables.publicity_limit:
            yield f"player {seat} has publicity {me.publicity}"
        if me.pool > tables.pool_limit:
            yield f"player {seat} has {me.pool} data in the pool"
    for seat in range(int(game.n_players), len(game.players)):
        if game.players[seat].score != 0 or game.players[seat].n_hand != 0:
            yield f"player {seat} does not exist but has points or cards"


# ------------------------------------------------------------------ cards
def card_places(game: Any) -> Iterator[tuple[int, str]]:
    """Every card in the game with where it is."""
    yield from ((int(card), "deck") for card in game.deck[: game.n_deck])
    yield from ((int(card), "discard pile") for card in game.discard[: game.n_discard])
    yield from ((int(card), "row") for card in game.row if card >= 0)
    for stack, size in enumerate(game.n_stack):
        yield from ((int(card), f"stack {stack + 1}") for card in game.stack[stack, :size])
    for side in range(2):
        yield from ((int(card), "species deck") for card in game.species_deck[side, : game.n_species_deck[side]])
        if game.face_up[side] >= 0:
            yield int(game.face_up[side]), "face up"
    for frame in game.frames[: game.n_frames]:
        if frame.op in (f.F_CARD_DONE, f.F_MESSAGE_DONE) and frame.a >= 0:
            yield int(frame.a), "being played"
    for seat in seats(game):
        yield from _own_cards(game.players[seat], seat)


def _own_cards(me: Any, seat: int) -> Iterator[tuple[int, str]]:
    yield from ((int(card), f"hand {seat}") for card in me.hand[: me.n_hand])
    yield from ((int(card), f"tucked {seat}") for card in me.tucked[: me.n_tucked])
    yield from ((int(card), f"exertians {seat}") for card in me.exertians[: me.n_exertians])
    yield from ((int(entry.card), f"front {seat}") for entry in me.front[: me.n_front])


def check_cards(game: Any, tables: Any) -> Iterator[str]:
    """Every card of the main deck is in exactly one place, every species card in one at most."""
    where: dict[int, list[str]] = {}
    for card, place in card_places(game):
        where.setdefault(card, []).append(place)
    for card in range(N_DECK_CARDS if tables.use_promos else N_MAIN_CARDS):
        if card not in where:
            yield f"card {card_label(card)} is nowhere"
    for card, places in sorted(where.items()):
        if len(places) > 1:
            yield f"card {card_label(card)} is in {len(places)} places: {', '.join(places)}"


def check_front(game: Any, tables: Any) -> Iterator[str]:
    """Tucked cards, missions, end-of-game cards and the mask of awaited events agree with their counters."""
    for seat in seats(game):
        me = game.players[seat]
        kinds = Counter(int(tables.cards[card].income) for card in me.tucked[: me.n_tucked])
        if [kinds[kind] for kind in range(len(opcodes.INCOMES))] != [int(n) for n in me.income]:
            yield f"player {seat}: income {me.income} does not fit the tucked cards"
        front = me.front[: me.n_front]
        done = sum(int(entry.done) for entry in front)
        if int(me.missions) != done:
            yield f"player {seat}: {me.missions} completed missions, but {done} cards are done"
        if int(me.endgame_cards) != sum(int(tables.cards[entry.card].has_endgame) for entry in front):
            yield f"player {seat}: {me.endgame_cards} end-of-game cards do not fit the cards in front"
        if int(me.watch) != _watch(me, tables):
            yield f"player {seat}: the mask of awaited events does not fit the cards in front"


def _watch(me: Any, tables: Any) -> int:
    mask = 0
    for entry in me.front[: me.n_front]:
        triggers = tables.cards[entry.card].triggers[: tables.cards[entry.card].n_triggers]
        for j, trigger in enumerate(triggers):
            if not entry.done and not int(entry.circles) >> j & 1:
                mask |= int(tables.event[trigger.event].kinds)
    return mask


# ------------------------------------------------------------------ points
def check_points(game: Any, _: Any) -> Iterator[str]:
    """The score is the sum of the points by source."""
    for seat in seats(game):
        me = game.players[seat]
        if int(me.score) != int(me.points.sum()):
            yield f"player {seat}: score {me.score}, but the sources add up to {me.points.sum()}"


def check_gold(game: Any, _: Any) -> Iterator[str]:
    """The markers of a gold tile have the ranks 1, 2, ... and every milestone resolved has its marker."""
    for tile, markers in enumerate(game.gold_markers):
        ranks = sorted(int(game.players[seat].gold[tile]) for seat in seats(game) if game.players[seat].gold[tile])
        if ranks != list(range(1, int(markers) + 1)):
            yield f"gold tile {lex.GOLD_TILES[tile]}: ranks {ranks} with {markers} markers"
    for seat in seats(game):
        me = game.players[seat]
        open_marks = sum(1 for frame in game.frames[: game.n_frames] if frame.op == f.F_GOLD and frame.player == seat)
        if int(me.gold_passed) != int((me.gold > 0).sum()) + open_marks:
            yield f"player {seat}: {me.gold_passed} gold milestones, but markers {me.gold}"


# ------------------------------------------------------------------ figures
def check_figures(game: Any, _: Any) -> Iterator[str]:
    """Nobody has more figures than were launched; first spaces are covered by somebody who is there."""
    for seat in seats(game):
        me = game.players[seat]
        figures = int((me.figure == PROBE).sum() + me.orbiters.sum() + me.landers.sum() + me.moon_landers.sum())
        if figures > me.launches:
            yield f"player {seat}: {figures} figures, but only {me.launches} launches"
    for planet, owner in enumerate(game.first_orbit):
        if owner not in (NOBODY, NEUTRAL) and game.players[owner].orbiters[planet] == 0:
            yield f"player {owner} covers the first orbit of {opcodes.PLANETS[planet]} without an orbiter"
    for planet in range(len(game.first_land)):
        covers = Counter(int(owner) for owner in game.first_land[planet] if owner not in (NOBODY, NEUTRAL))
        for owner, n in covers.items():
            if game.players[owner].landers[planet] < n:
                yield f"player {owner} covers {n} first-landing spaces of {opcodes.PLANETS[planet]} without the landers"


def check_samples(game: Any, _: Any) -> Iterator[str]:
    """Every sample token is on a planet, under one capsule or on one space of the board."""
    if not _in_play(game, opcodes.MASCAMITES):
        return
    places = Counter(int(token) for token in game.sample_on_space if token >= 0)
    for seat in seats(game):
        me = game.players[seat]
        places.update(int(me.token[i]) for i in range(MAX_FIGURES) if me.figure[i] == CAPSULE)
    for token in range(N_SAMPLES):
        expected = 1 if game.sample_where[token] == TAKEN else 0
        if places[token] != expected:
            yield f"sample {token + 1} is in {places[token] + 1 - expected} places"


def check_pieces_of_species(game: Any, tables: Any) -> Iterator[str]:
    """The compiled checks of samples, exofossils, messages, Exertian cards and anomalies."""
    for test in SPECIES_TESTS:
        number = int(test(game, tables))
        if number:
            yield SPECIES_TEXTS[number]


def check_solar(game: Any, tables: Any) -> Iterator[str]:
    """What the places show follows from the discs; every planet is seen once; the sectors are a permutation."""
    for ring in range(game.cells.shape[0]):
        for place in range(game.cells.shape[1]):
            layers = (layer_cell(game, tables, layer, ring, place, 0) for layer in range(DISCS + 1))
            cell = next(int(cell) for cell in layers if cell != opcodes.GAP)
            if cell != game.cells[ring, place]:
                yield f"ring {ring + 1} index {place} shows {opcodes.CELLS[cell]}"
    for planet in range(opcodes.N_PLANETS):
        seen = int((game.cells == planet).sum())
        if seen != (1 if planet != opcodes.OUMUAMUA else int(game.tile_out)):
            yield f"{opcodes.PLANETS[planet]} is seen {seen} times"
        elif seen and game.cells[game.planet_ring[planet], game.planet_place[planet]] != planet:
            yield f"{opcodes.PLANETS[planet]} is not where the record says"
    for star, place in enumerate(game.star_place):
        if game.place_star[place] != star:
            yield f"the sector of {lex.STARS[star]} is not where the record says"


# ------------------------------------------------------------------ sectors
def check_slots(game: Any, tables: Any) -> Iterator[str]:
    """The markers in a slot are those of its owners; a full slot waits for its result or is being resolved."""
    resolving = {int(frame.a) for frame in game.frames[: game.n_frames] if frame.op == f.F_SLOT_RESET}
    for slot in range(N_SLOTS):
        filled = int(game.filled[slot])
        if filled != int(game.markers[slot].sum()):
            yield f"{SLOTS[slot]}: {filled} markers, but owners {game.markers[slot]}"
        waits = bool(int(game.completed) >> slot & 1) or slot in resolving
        if (filled >= tables.slots[slot].capacity) != waits:
            yield f"{SLOTS[slot]}: {filled} markers and {'' if waits else 'not '}waiting for a result"
        if game.latest[slot].max() > game.clock or ((game.latest[slot] > 0) & (game.markers[slot] == 0)).any():
            yield f"{SLOTS[slot]}: the latest markers {game.latest[slot]} are not there"
    for star in range(N_STARS):
        wins = sum(int(game.players[seat].wins[star]) for seat in seats(game))
        if (wins > 0) != bool(game.won[star]):
            yield f"{lex.STARS[star]}: {wins} wins, first win {'' if game.won[star] else 'not '}taken"


# ------------------------------------------------------------------ technologies and computer
def check_technologies(game: Any, _: Any) -> Iterator[str]:
    """Tiles taken are owned, one two-point tile a stack, owners count their technologies in order."""
    for tech, taken in enumerate(game.tiles_taken):
        owners = [seat for seat in seats(game) if game.players[seat].tech[tech]]
        if len(owners) != taken:
            yield f"{lex.TECHS[tech]}: {taken} tiles taken by {len(owners)} players"
        firsts = sum(int(game.players[seat].tech_first[tech]) for seat in seats(game))
        if firsts != min(int(taken), 1):
            yield f"{lex.TECHS[tech]}: {firsts} two-point tiles for {taken} tiles"
        if sorted(game.tiles[tech]) != list(range(game.tiles.shape[1])):
            yield f"{lex.TECHS[tech]}: tiles {game.tiles[tech]}"
    for seat in seats(game):
        me = game.players[seat]
        if sorted(int(n) for n in me.tech if n) != list(range(1, int(me.n_tech) + 1)):
            yield f"player {seat}: {me.n_tech} technologies in the order {me.tech}"
        if ((me.tech > 0) != (me.tech_round > 0)).any():
            yield f"player {seat}: technologies without round, or the reverse"


def check_computers(game: Any, tables: Any) -> Iterator[str]:
    """Computer technologies lie in the slots made for them; data lie left to right, lower ones under upper ones."""
    for seat in seats(game):
        me = game.players[seat]
        laid = sorted(int(tech) for tech in me.computer if tech >= 0)
        if laid != [tech for tech in range(4) if me.tech[opcodes.COMPUTER_1 + tech]]:
            yield f"player {seat}: computer technologies {laid} in the slots"
        if any(me.computer[i] >= 0 and not tables.tech_space[i] for i in range(N_POSITIONS)):
            yield f"player {seat}: a computer technology lies where none may"
        if any(me.top[i + 1] > me.top[i] for i in range(N_POSITIONS - 1)):
            yield f"player {seat}: the top row is not filled left to right: {me.top}"
        if any(me.lower[i] and (me.computer[i] < 0 or not me.top[i]) for i in range(N_POSITIONS)):
            yield f"player {seat}: data on a lower space that is not open"


# ------------------------------------------------------------------ traces and species
def check_traces(game: Any, tables: Any) -> Iterator[str]:
    """Traces by species and colour are the markers on discovery spaces, overflow areas and boards."""
    for seat in seats(game):
        me = game.players[seat]
        board = 0
        for side in range(2):
            on_board = _board_markers(game, tables, side, seat)
            board += int(on_board.sum())
            markers = on_board + game.overflow[side, :, seat] + (game.discovery[side] == seat)
            if (markers != me.traces[side]).any():
                yield f"player {seat}, {SIDES[side]} species: traces {me.traces[side]}, but markers {markers}"
        places = [int((game.discovery == seat).sum()), int(game.overflow[:, :, seat].sum()), board]
        if [int(n) for n in me.trace_places] != places:
            yield f"player {seat}: traces by place {me.trace_places}, but markers {places}"
        if int(me.danger) != _danger(game, tables, seat):
            yield f"player {seat}: danger {me.danger} does not fit the markers on the board"


def _board_markers(game: Any, tables: Any, side: int, seat: int) -> Any:
    """Markers of a player on the board of a species, by colour."""
    counts = np.array(game.piled[side, :, seat])
    table = tables.species[game.species[side]]
    for space, owner in zip(table.spaces[: table.n_spaces], game.space_owner[side], strict=False):
        if owner == seat:
            counts[space.colour] += 1
    return counts


def _danger(game: Any, tables: Any, seat: int) -> int:
    danger = 0
    for side in range(2):
        table = tables.species[game.species[side]]
        for space, owner in zip(table.spaces[: table.n_spaces], game.space_owner[side], strict=False):
            danger += int(space.danger) if owner == seat else 0
    return danger


def check_species(game: Any, tables: Any) -> Iterator[str]:
    """Boards are used after discovery only; a discovered species has its three markers; neutral ones are counted."""
    if game.species[0] == game.species[1]:
        yield "both species are the same"
    for side in range(2):
        if not game.discovered[side] and ((game.space_owner[side] != NOBODY).any() or game.piled[side].any()):
            yield f"{SIDES[side]} species: markers on a board that is not discovered"
        if game.discovered[side] and (game.discovery[side] == NOBODY).any():
            yield f"{SIDES[side]} species: discovered without its three markers"
        for colour in range(3):
            top = int(game.pile_top[side, colour])
            if (top == NOBODY) != (game.piled[side, colour].sum() == 0) or (
                top != NOBODY and game.piled[side, colour, top] == 0
            ):
                yield f"{SIDES[side]} species: the latest marker of a pile is not there"
        table = tables.species[game.species[side]]
        for space, owner in zip(table.spaces[: table.n_spaces], game.space_owner[side], strict=False):
            if owner != NOBODY and space.capacity == UNLIMITED:
                yield f"{SIDES[side]} species: an unlimited space has an owner"
    used = 2 * int(tables.neutral_markers[game.n_players]) - int(game.neutral_left.sum())
    if used != int((game.discovery == NEUTRAL).sum()):
        yield f"{used} nonplayer markers used, but not on the discovery spaces"


def _in_play(game: Any, species: int) -> bool:
    return any(game.species[side] == species and game.discovered[side] for side in range(2))


# ------------------------------------------------------------------ course of the game
def check_course(game: Any, tables: Any) -> Iterator[str]:
    """The stack of frames makes sense; after the end nothing is pending."""
    if game.error:
        yield f"error {game.error}"
    for frame in game.frames[: game.n_frames]:
        if not 0 <= frame.player < game.n_players:
            yield f"a frame of player {frame.player}"
        if not (0 <= frame.op <= f.F_GAIN or f.F_TURN <= frame.op <= f.F_DRAWN):
            yield f"a frame with op {frame.op}"
    if not game.over:
        if game.n_frames == 0 or game.frames[game.n_frames - 1].op <= f.LAST_AUTOMATIC:
            yield "no decision is open"
        return
    if game.n_frames:
        yield f"the game is over, but {game.n_frames} frames are left"
    if game.completed or game.n_this_turn:
        yield "the game is over, but a sector or an effect of the turn is pending"
    passed = [int(game.players[seat].passed) for seat in seats(game)]
    if game.round_number != tables.rounds or not all(passed):
        yield f"the game is over in round {game.round_number}, passed: {passed}"
    late = any(game.discovered[side] == 0 and (game.discovery[side] != NOBODY).all() for side in range(2))
    if late and not tables.rulings.last_pause:
        yield "the game is over, but a species is due"


CHECKS: Final[tuple[Callable[[Any, Any], Iterator[str]], ...]] = (
    check_ranges,
    check_limits,
    check_cards,
    check_front,
    check_points,
    check_gold,
    check_figures,
    check_samples,
    check_pieces_of_species,
    check_solar,
    check_slots,
    check_technologies,
    check_computers,
    check_traces,
    check_species,
    check_course,
)


def shadowed_fields(dtype: np.dtype[Any]) -> list[str]:
    """Fields of a record dtype, nested ones too, whose name is an attribute of numpy's record scalar.

    Such a field could not be reached as ``record.name`` without compilation.
    """
    found = []
    for name in dtype.names or ():
        if hasattr(np.void, name):
            found.append(name)
        inner = dtype[name].base
        if inner.names:
            found += [f"{name}.{other}" for other in shadowed_fields(inner)]
    return found
