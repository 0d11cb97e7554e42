"""Sector results and final scoring once more, as plain Python from rules.md and the component facts.

Nothing here looks into the engine. A position is what ``seti_sim.scenario.view`` shows of it: paths and values.
"""

import re
from collections import Counter
from typing import Any

from components import facts
from naive.twins import BOARD, CARDS, COLOURS, MOONS, SIDES, View, cells, front_cards, gold_sets, gold_value, traces

ALIENS = facts.read("aliens")
STARS = {star["id"]: star for board in BOARD["sectors"]["board"] for star in board["stars"]}
TILES = ("tech", "mission", "income", "other")
LAND = r"(orbiters\|landers|orbiters|landers)"


# ------------------------------------------------------------------ sector results (SECT-10 to SECT-15, O10)
class Slots:
    """The markers of every slot in the order placed, kept up from one position to the next."""

    def __init__(self, view: View) -> None:
        self.order = {path.removeprefix("sector."): [*view[path]] for path in view if path.startswith("sector.")}

    def see(self, view: View) -> list[str]:
        """Note new markers; return the slots whose markers became fewer, and forget theirs."""
        reset = []
        for name, order in self.order.items():
            now, before = Counter(view[f"sector.{name}"]), Counter(order)
            if before - now:
                reset.append(name)
                order.clear()
            order.extend((now - Counter(order)).elements())
        return reset


def best(order: list[int], left_out: int | None) -> int | None:
    """Who has most markers, the latest one deciding among equals (SECT-10, SECT-13)."""
    counts = Counter(seat for seat in order if seat != left_out)
    most = max(counts.values(), default=0)
    tied = {seat for seat, number in counts.items() if number == most}
    return next((seat for seat in reversed(order) if seat in tied), None)


def win_reward(view: View, name: str) -> list[str]:
    """What the winner gains: more for the first win of the sector in the game (SECT-11)."""
    won = any(name in view[path] for path in view if path.endswith(".wins"))
    return [*STARS[name]["later_win" if won else "first_win"]]


# ------------------------------------------------------------------ counts of scoring lines and conditions
def figures(view: View, seat: int, kinds: str) -> list[str]:
    """Planets of own orbiters, of landers or of both, moons as their planet (LAND-09)."""
    found = []
    for kind in kinds.split("|"):
        found += [MOONS.get(place, place) for place in view[f"player.{seat}.{kind}"]]
    return found


def traces_of(view: View, seat: int, side: str) -> int:
    """Own markers of a species place: discovery spaces, overflow area and board (TRACE-08)."""
    total = 0
    for colour in COLOURS:
        total += view[f"discovery.{side}.{colour}"] == seat
        total += view[f"overflow.{side}.{colour}"].count(seat)
        total += sum(view[f"board.{side}.{colour}.{row}"].count(seat) for row in range(1, 10))
    return total


def side_of(view: View, species: str) -> str:
    """The place of a species."""
    return SIDES[view["species"].index(species)]


def number_of(view: View, seat: int, text: str, species: str | None) -> int:
    """A count of the notation; ``species`` is the one of the card it stands on."""
    me = f"player.{seat}."
    if match := re.fullmatch(rf"{LAND}(?:@(\w+))?", text):
        planets = figures(view, seat, match[1])
        return planets.count(match[2]) if match[2] else len(planets)
    if match := re.fullmatch(rf"{LAND} same_planet", text):
        return max(Counter(figures(view, seat, match[1])).values(), default=0)
    if match := re.fullmatch(r"wins (\w+)", text):
        return sum(STARS[star]["colour"] == match[1] for star in view[f"{me}wins"])
    if match := re.fullmatch(r"techs (\w+)", text):
        return sum(name.startswith(match[1]) for name in view[f"{me}technologies"])
    if match := re.fullmatch(r"traces any (this|other)_species", text):
        mine = side_of(view, species or "")
        return traces_of(view, seat, mine if match[1] == "this" else SIDES[1 - SIDES.index(mine)])
    if text == "traces one_colour":
        return max(traces(view, seat)[colour] for colour in COLOURS)
    if match := re.fullmatch(r"traces (\w+)", text):
        return traces(view, seat)[match[1]]
    return {
        "signals_sectors": lambda: sum(seat in view[f"sector.{star}"] for star in STARS),
        "tucked any": lambda: len(view[f"{me}tucked"]),
        "missions": lambda: front_cards(view, seat)[0],
    }[text]()


def probes_on(view: View, seat: int, cell: str) -> int:
    """Own probes and capsules on such spaces (M6)."""
    shown = cells(view)
    spaces = [text.split(" ")[0] for kind in ("probes", "capsules") for text in view[f"player.{seat}.{kind}"]]
    return sum(shown[int(space[0]), int(space[2])] == cell for space in spaces)


# ------------------------------------------------------------------ final scoring (END-01 to END-13, E5 to E8)
def line_points(view: View, seat: int, line: str, species: str | None) -> int:
    """Points of an end-of-game line of a card."""
    if line == "gold_tile unmarked rightmost":
        unmarked = [tile for tile in TILES if seat not in view[f"gold.{tile}"]]
        sides = {tile: view[f"gold_side.{tile}"] for tile in unmarked}
        return max(
            (gold_value(tile, side, 9) * gold_sets(view, seat, f"{tile} {side}") for tile, side in sides.items()),
            default=0,
        )
    if match := re.fullmatch(r"if probe_on (\w+): score (\d+)", line):
        return int(match[2]) if probes_on(view, seat, match[1]) else 0
    match = re.fullmatch(r"each (.+): score (\d+)", line)
    assert match, line
    return int(match[2]) * number_of(view, seat, match[1], species)


def card_points(view: View, seat: int, *, of_species: bool) -> int:
    """Points of the end-of-game cards in front, of the main deck or of the species (END-02)."""
    total = 0
    for text in view[f"player.{seat}.front"]:
        card = CARDS[str(text).split()[0]]
        if ("species" in card) == of_species:
            total += sum(line_points(view, seat, line, card.get("species")) for line in card.get("endgame", []))
    return total


def met(view: View, seat: int, condition: str) -> bool:
    """Whether the condition of an Exertian card holds."""
    match = re.fullmatch(r"(.+?)(?: >=)? (\d+)", condition)
    assert match, condition
    return number_of(view, seat, match[1], "exertians") >= int(match[2])


def exertian_cards(view: View, seat: int) -> list[dict[str, Any]]:
    """Own Exertian cards that lie played in front."""
    return [CARDS[text.split()[0]] for text in map(str, view[f"player.{seat}.exertians"]) if text.endswith(" played")]


def danger(view: View, seat: int) -> int:
    """Danger of own markers on the board and of own played cards (E5)."""
    side = side_of(view, "exertians")
    spaces = ALIENS["species"]["exertians"]["spaces"]
    board = sum(space["danger"] * view[f"board.{side}.{space['color']}.{space['row']}"].count(seat) for space in spaces)
    return board + sum(card["danger"] for card in exertian_cards(view, seat))


def exertian_points(view: View, players: int, scores: list[int]) -> list[int]:
    """What the Exertians add to and take from the scores reached before them (E6 to E8, END-13)."""
    if "exertians" not in view["species"] or not view[f"discovered.{side_of(view, 'exertians')}"]:
        return [0] * players
    gained = [
        sum(card["points"] for card in exertian_cards(view, seat) if met(view, seat, card["condition"]))
        for seat in range(players)
    ]
    dangers = [danger(view, seat) for seat in range(players)]
    return [
        points - ((scores[seat] + points) // 10 if dangers[seat] == max(dangers) else 0)
        for seat, points in enumerate(gained)
    ]
