"""The rules once more, as plain Python from rules.md and the component facts, for what can be computed two ways.

Nothing here looks into the engine. A position is what ``seti_sim.scenario.view`` shows of it: paths and values.
"""

import re
from collections import Counter
from typing import Any

from components import facts

View = dict[str, Any]
Space = tuple[int, int]

BOARD = facts.read("board")
PLANETS = {*BOARD["planet"], "oumuamua"}
MOONS = {moon["id"]: planet for planet, entry in BOARD["planet"].items() for moon in entry["moons"]}
CARDS = {str(card["id"]): card for card in facts.read("cards")["card"]} | {
    f"ET.{card['id']}": card for card in facts.read("alien_cards")["card"]
}
COLOURS = ("red", "yellow", "blue")
SIDES = ("left", "right")


# ------------------------------------------------------------------ solar system (MOVE-03, ROT-03, O1, O2)
def cells(view: View) -> dict[Space, str]:
    """What every space shows: the first layer from the top that is not cut away there."""
    notch = BOARD["solar"]["oumuamua_place"]
    tile = any(view["species"][i] == "oumuamua" and view[f"discovered.{side}"] for i, side in enumerate(SIDES))
    shown = {}
    for ring in range(1, 5):
        for index in range(8):
            for layer, turn in zip(BOARD["solar"]["layer"], [*view["discs"], 0], strict=True):
                at = (index + turn) % 8
                cell = layer[f"ring{ring}"][at] if ring in layer["rings"] else "gap"
                if tile and layer["id"] == "disc3" and (ring, at) == (notch["ring"], notch["index"]):
                    cell = "oumuamua"
                if cell != "gap":
                    shown[ring, index] = cell
                    break
    return shown


def neighbours(space: Space) -> list[Space]:
    """The spaces a step away (MOVE-02)."""
    ring, index = space
    around = [(ring, (index + 1) % 8), (ring, (index - 1) % 8), (ring - 1, index), (ring + 1, index)]
    return [(r, i) for r, i in around if 1 <= r <= 4]


def exit_cost(view: View, seat: int, cell: str) -> int:
    """Points for a step off a space (MOVE-04)."""
    return 2 if cell == "asteroids" and "probe_2" not in view[f"player.{seat}.technologies"] else 1


def reachable(view: View, seat: int, start: Space, budget: int) -> dict[Space, int]:
    """The spaces a probe can reach with so many points, and the points that are left at best."""
    shown = cells(view)
    left = {start: budget}
    queue = [start]
    while queue:
        space = queue.pop()
        rest = left[space] - exit_cost(view, seat, shown[space])
        for target in neighbours(space):
            if rest >= 0 and rest > left.get(target, -1):
                left[target] = rest
                queue.append(target)
    return left


# ------------------------------------------------------------------ main actions (LAUNCH to RESEARCH, PASS-01)
def main_actions(view: View, seat: int, figures: dict[int, Space]) -> set[str]:
    """The legal main actions as text, first-landing spaces left out; ``figures`` are the probes by number."""
    me = {name: view[f"player.{seat}.{name}"] for name in ("credits", "energy", "publicity", "technologies", "hand")}
    shown = cells(view)
    found = {"pass"}
    limit = 2 if "probe_1" in me["technologies"] else 1
    if me["credits"] >= 2 and len(view[f"player.{seat}.probes"]) < limit:
        found.add("launch")
    if me["credits"] >= 1 and me["energy"] >= 2:
        found.add("scan")
    if me["energy"] >= 1 and view[f"player.{seat}.top"] == 6:
        found.add("analyze")
    if me["publicity"] >= 6 and len(me["technologies"]) < 12:
        found.add("research")
    found |= {f"play card {card}" for card in me["hand"] if payable(CARDS[str(card)], me)}
    for number, space in figures.items():
        planet = shown[space]
        if planet not in PLANETS:
            continue
        if me["credits"] >= 1 and me["energy"] >= 1:
            found.add(f"orbit {planet} with probe {number}")
        if me["energy"] >= land_price(view, me["technologies"], planet):
            found |= {f"land on {ground} with probe {number}" for ground in grounds(view, me["technologies"], planet)}
    return found


def payable(card: dict[str, Any], me: dict[str, Any]) -> bool:
    """Whether a card can be paid, in energy where that is its price (PLAY-01)."""
    if "cost_energy" in card:
        return bool(me["energy"] >= card["cost_energy"])
    return bool(me["credits"] >= card["cost"])


def land_price(view: View, technologies: list[str], planet: str) -> int:
    """Energy for a landing (LAND-01)."""
    orbiter = any(planet in view[path] for path in view if path.endswith(".orbiters"))
    return 3 - orbiter - ("probe_3" in technologies)


def grounds(view: View, technologies: list[str], planet: str) -> set[str]:
    """The planet, and with the technology its moons without a lander (LAND-05)."""
    taken = {ground for path in view if path.endswith(".landers") for ground in view[path]}
    moons = {moon for moon, home in MOONS.items() if home == planet and moon not in taken}
    return {planet} | (moons if "probe_4" in technologies else set())


# ------------------------------------------------------------------ income (EOR-02, SETUP-14)
def income(view: View, seat: int) -> Counter[str]:
    """What a player gets between two rounds."""
    gains = Counter({"credit": 3, "energy": 2, "card": 1})
    gains.update(CARDS[str(card)]["income"] for card in view[f"player.{seat}.tucked"])
    return gains


# ------------------------------------------------------------------ gold tiles (MILE-03, END-03 to END-12)
def gold_points(view: View, seat: int) -> int:
    """Points of a player's gold tiles in the end."""
    return sum(
        gold_value(tile, view[f"gold_side.{tile}"], view[f"gold.{tile}"].index(seat))
        * gold_sets(view, seat, f"{tile} {view[f'gold_side.{tile}']}")
        for tile in ("tech", "mission", "income", "other")
        if seat in view[f"gold.{tile}"]
    )


def gold_value(tile: str, side: str, rank: int) -> int:
    """The value under a marker; whoever comes after the last one printed gets that one too."""
    values = next(entry for entry in BOARD["gold"]["tile"] if entry["id"] == tile)[f"side_{side}"]["values"]
    return int(values[min(rank, len(values) - 1)])


def gold_sets(view: View, seat: int, side: str) -> int:
    """How many sets a player has by the visible side of a tile."""
    technologies = [re.split(r"[_ ]", name)[0] for name in view[f"player.{seat}.technologies"]]
    kinds = Counter(technologies)
    tucked = Counter(CARDS[str(card)]["income"] for card in view[f"player.{seat}.tucked"])
    missions, scoring = front_cards(view, seat)
    figures = len(view[f"player.{seat}.orbiters"]) + len(view[f"player.{seat}.landers"])
    return {
        "tech a": min(kinds["probe"], kinds["telescope"], kinds["computer"]),
        "tech b": len(technologies) // 2,
        "mission a": missions,
        "mission b": (missions + scoring) // 2,
        "income a": min(tucked["credit"], tucked["energy"], tucked["card"]),
        "income b": max(tucked["credit"], tucked["energy"]),
        "other a": min(traces(view, seat)[colour] for colour in COLOURS),
        "other b": min(len(view[f"player.{seat}.wins"]), figures),
    }[side]


def front_cards(view: View, seat: int) -> tuple[int, int]:
    """Completed missions and scoring cards in front of a player."""
    missions = scoring = 0
    for text in view[f"player.{seat}.front"]:
        card = CARDS[str(text).split()[0]]
        scoring += "endgame" in card
        missions += str(text).endswith(" done") and ("mission" in card or "triggers" in card)
    return missions, scoring


def traces(view: View, seat: int) -> Counter[str]:
    """Own traces by colour, counted on the boards."""
    found: Counter[str] = Counter()
    for side in SIDES:
        for colour in COLOURS:
            found[colour] += view[f"discovery.{side}.{colour}"] == seat
            found[colour] += view[f"overflow.{side}.{colour}"].count(seat)
            for row in range(1, 10):
                found[colour] += view[f"board.{side}.{colour}.{row}"].count(seat)
    return found
