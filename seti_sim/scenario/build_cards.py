"""Building piles and hands. Cards that are not named anywhere fill what is left, in the order of their numbers."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from seti_sim.components.tables import N_DECK_CARDS, N_MAIN_CARDS
from seti_sim.engine.piles import log_card
from seti_sim.engine.state import LOG_HELD, MAX_FRONT, MAX_HAND
from seti_sim.scenario import words as sw
from seti_sim.scenario.build_players import build_front
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.given import Given

RESTS: Final = ("deck", "discard", "away")


def build_cards(given: Given, game: Any, tables: Any) -> None:
    """Hands, tucked cards, cards in front; then row, stacks, deck and discard pile."""
    used = Used(tables)
    for seat in range(int(game.n_players)):
        _deal(given, game, tables, seat, used)
    for side in range(2):
        used.take(list(game.species_deck[side, : game.n_species_deck[side]]), f"species_deck.{sw.SIDES[side]}")
        if game.face_up[side] >= 0:
            used.take([int(game.face_up[side])], f"face_up.{sw.SIDES[side]}")
    named = {path: _named(given, path, used) for path in ("row", "deck", "discard")}
    stacks = {i: _named(given, f"stack.{i + 1}", used) for i in range(4)}
    _lay_row(given, game, named["row"], used)
    for i in range(4):
        _lay_stack(given, game, tables, i, stacks[i], used)
    _lay_deck(given, game, named["deck"], named["discard"], used)


class Used:
    """Which cards have a place already."""

    def __init__(self, tables: Any) -> None:
        self.free = list(range(N_DECK_CARDS if tables.use_promos else N_MAIN_CARDS))
        self._taken: dict[int, str] = {}

    def take(self, cards: list[int], path: str) -> list[int]:
        """Note that these cards are there."""
        for card in map(int, cards):
            if card in self._taken:
                raise ScenarioError(f"{path}: card {sw.card_id(card)} is in {self._taken[card]} already")
            self._taken[card] = path
            if card in self.free:
                self.free.remove(card)
        return cards

    def next(self, number: int) -> list[int]:
        """The lowest cards that have no place yet."""
        cards, self.free = self.free[:number], self.free[number:]
        return cards


def _named(given: Given, path: str, used: Used, read: Callable[..., int] = sw.deck_card) -> list[int] | None:
    """The cards a scenario names for a place, None if it says nothing; ``read`` knows which ones can be there."""
    if not given.has(path):
        return None
    return used.take([read(card, path) for card in given.items(path) if card != sw.NONE], path)


def _deal(given: Given, game: Any, tables: Any, seat: int, used: Used) -> None:
    me = game.players[seat]
    held = partial(sw.held_card, tables=tables)
    path = f"player.{seat}.hand"
    for card in _named(given, path, used, held) or []:
        if me.n_hand == MAX_HAND:
            raise ScenarioError(f"{path}: at most {MAX_HAND} cards")
        me.hand[me.n_hand] = card
        me.n_hand += 1
        log_card(game, card, LOG_HELD, seat)
    path = f"player.{seat}.tucked"
    for card in (_named(given, path, used, held) or [])[:MAX_FRONT]:
        me.tucked[me.n_tucked] = card
        me.n_tucked += 1
        me.income[tables.cards[card].income] += 1
    used.take(build_front(given, game, tables, seat), f"player.{seat}.front")
    used.take([int(card) for card in me.exertians[: me.n_exertians]], f"player.{seat}.exertians")


def _lay_row(given: Given, game: Any, cards: list[int] | None, used: Used) -> None:
    """The three cards of the row; with fewer named the rest are gaps."""
    given.items("row", len(game.row))
    for i, card in enumerate(used.next(len(game.row)) if cards is None else cards):
        game.row[i] = card


def _lay_stack(given: Given, game: Any, tables: Any, i: int, cards: list[int] | None, used: Used) -> None:
    """An end-of-round stack: complete from the current round on, used up before it."""
    full = int(game.n_players) + int(tables.end_stack_over_players)
    given.items(f"stack.{i + 1}", game.stack.shape[1])
    if cards is None:
        cards = used.next(full) if i + 1 >= game.round_number else []
    for k, card in enumerate(cards):
        game.stack[i, k] = card
    game.n_stack[i] = len(cards)


def _lay_deck(given: Given, game: Any, top: list[int] | None, discard: list[int] | None, used: Used) -> None:
    """The deck: cards named from the top, then the rest, which ``rest`` may send elsewhere."""
    rest = given.value("rest", RESTS[0])
    sw.number_of(RESTS, rest, "rest")
    others = used.next(len(used.free))
    deck = (top or []) + (others if rest == "deck" else [])
    for i, card in enumerate(reversed(deck)):
        game.deck[i] = card
    game.n_deck = len(deck)
    pile = (discard or []) + (others if rest == "discard" else [])
    for i, card in enumerate(pile):
        game.discard[i] = card
    game.n_discard = len(pile)
