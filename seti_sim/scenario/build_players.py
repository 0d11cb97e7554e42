"""Building the players: resources, computers, missions in front, wins, gold markers."""

from typing import Any, Final

from seti_sim.components import names as lex
from seti_sim.engine.events import set_watch
from seti_sim.engine.state import MAX_FRONT, P_START
from seti_sim.scenario import words as sw
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.given import Given

TOP_SPACES: Final = 6
MOST_POINTS: Final = 10_000


def build_players(given: Given, game: Any, tables: Any) -> None:
    """What the players have; resources are those of set-up by default, the score is 0."""
    for seat in range(int(game.n_players)):
        _give_resources(given, game, tables, seat)
        _fill_computer(given, game, seat)
        path = f"player.{seat}.wins"
        for name in given.items(path):
            game.players[seat].wins[sw.number_of(lex.STARS, name, path)] += 1


def _give_resources(given: Given, game: Any, tables: Any, seat: int) -> None:
    me = game.players[seat]
    path = f"player.{seat}"
    me.credits = given.number(f"{path}.credits", int(tables.start_credit))
    me.energy = given.number(f"{path}.energy", int(tables.start_energy))
    me.publicity = given.number(f"{path}.publicity", int(tables.start_publicity), high=int(tables.publicity_limit))
    me.pool = given.number(f"{path}.pool", 0, high=int(tables.pool_limit))
    me.exofossils = me.exofossils_gained = given.number(f"{path}.exofossils", 0)
    me.score = given.number(f"{path}.score", 0)
    me.points[P_START] = me.score
    me.passed = given.value(f"{path}.passed", False)


def _fill_computer(given: Given, game: Any, seat: int) -> None:
    me = game.players[seat]
    for position in range(given.number(f"player.{seat}.top", 0, 0, TOP_SPACES)):
        me.top[position] = 1
    path = f"player.{seat}.lower"
    for position in given.items(path):
        if position not in range(1, TOP_SPACES + 1):
            raise ScenarioError(f"{path}: {position!r} is no space; they are 1 to 6")
        me.lower[position - 1] = 1


# ------------------------------------------------------------------ gold tiles and milestones
def build_gold(given: Given, game: Any, tables: Any) -> None:
    """Sides and markers of the gold tiles, and which milestones lie behind the players."""
    players = int(game.n_players)
    for tile, name in enumerate(lex.GOLD_TILES):
        side = given.value(f"gold_side.{name}", sw.DECK_SIDES[0])
        game.gold_side[tile] = sw.number_of(sw.DECK_SIDES, side, f"gold_side.{name}")
        for seat in given.seats(f"gold.{name}", players):
            if game.players[seat].gold[tile]:
                raise ScenarioError(f"gold.{name}: seat {seat} is named twice")
            game.gold_markers[tile] += 1
            game.players[seat].gold[tile] = game.gold_markers[tile]
    for seat in range(players):
        _pass_milestones(given, game, tables, seat)


def _pass_milestones(given: Given, game: Any, tables: Any, seat: int) -> None:
    """By default everything the score has reached has been resolved."""
    me = game.players[seat]
    score = int(me.score)
    passed = sum(score >= mark for mark in tables.gold_milestones)
    me.gold_passed = given.number(f"player.{seat}.gold_passed", int(passed), 0, len(tables.gold_milestones))
    marks = [int(mark) for mark in tables.neutral_milestones]
    path = f"player.{seat}.neutral_passed"
    for mark in given.value(path, [mark for mark in marks if score >= mark]):
        me.neutral_passed |= 1 << sw.number_of(marks, mark, path)


# ------------------------------------------------------------------ cards in front
def build_front(given: Given, game: Any, tables: Any, seat: int) -> list[int]:
    """Cards in front: ``5``, ``"5 done"``, ``"76 circles 1 2"``, ``"ET.31 at 40"``; returns their numbers."""
    path = f"player.{seat}.front"
    me = game.players[seat]
    cards = []
    for text in given.items(path, MAX_FRONT):
        card, *words = str(text).split(" ")
        entry = me.front[me.n_front]
        entry.card = sw.held_card(card, path, tables)
        entry.mark = -1
        table = tables.cards[entry.card]
        _read_entry(entry, words, table, f"{path}: card {card}")
        me.missions += entry.done
        me.endgame_cards += table.has_endgame
        me.n_front += 1
        cards.append(int(entry.card))
    set_watch(game, tables, seat)
    return cards


def _read_entry(entry: Any, words: list[str], table: Any, place: str) -> None:
    """Read what stands behind the id of a card in front."""
    if words == ["done"]:
        if table.mission_when < 0 and not table.n_triggers:
            raise ScenarioError(f"{place} is no mission")
        entry.done = 1
        entry.circles = (1 << int(table.n_triggers)) - 1
    elif words[:1] == ["circles"] and all(word in ("1", "2", "3") for word in words[1:]):
        for word in words[1:]:
            if int(word) > table.n_triggers:
                raise ScenarioError(f"{place} has no circle {word}")
            entry.circles |= 1 << (int(word) - 1)
    elif len(words) == 2 and words[0] == "at" and words[1].isdecimal():
        if not table.message_ahead:
            raise ScenarioError(f"{place} is no message")
        if int(words[1]) > MOST_POINTS:
            raise ScenarioError(f"{place}: {words[1]} is not within 0 to {MOST_POINTS}")
        entry.mark = int(words[1])
    elif words:
        raise ScenarioError(f"{place}: unknown words {' '.join(words)!r}; known are done, circles 1 2 and at 40")
