"""The named weights of the heuristic: one registry for the strategy files, the compiled code and the docs.

Every weight has a default, a unit and the range worth trying. ``W_<NAME>`` is its position in the row of floats
that a strategy is turned into.
"""

from typing import Final, NamedTuple


class Weight(NamedTuple):
    """One weight: name in strategy files, default, range worth trying, meaning with its unit."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


WEIGHTS: Final = (
    Weight("score", 1.0, 0.5, 2.0, "value of a point; the unit of all other weights"),
    Weight("credit", 2.8, 1.0, 5.0, "points a credit is worth early in the game"),
    Weight("energy", 2.4, 1.0, 5.0, "points an energy is worth early in the game"),
    Weight("publicity", 1.2, 0.3, 3.0, "points a publicity is worth early in the game"),
    Weight("data", 1.6, 0.3, 3.0, "points a data is worth early in the game"),
    Weight("exofossil", 3.5, 0.5, 8.0, "points an exofossil is worth"),
    Weight("card", 2.6, 0.5, 5.0, "points a chosen card is worth early in the game"),
    Weight("draw", 2.2, 0.5, 5.0, "points an unseen card is worth early in the game"),
    Weight("alien_card", 4.0, 0.5, 8.0, "points a species card is worth"),
    Weight("move", 1.3, 0.2, 3.0, "points a move point is worth to the owner of a probe"),
    Weight("round_4", 0.85, 0.3, 1.2, "factor on resources in round 4"),
    Weight("round_5", 0.35, 0.0, 1.0, "factor on resources in round 5"),
    Weight("income", 0.85, 0.2, 2.0, "factor on what a tucked card will yield in later rounds"),
    Weight("trace", 1.5, 0.0, 6.0, "points of a trace on top of the reward of its place"),
    Weight("discovery", 1.0, 0.0, 6.0, "points for a marker on a discovery space: cards when the species is found"),
    Weight("signal", 1.2, 0.0, 4.0, "points of a signal on top of its data and position"),
    Weight("win", 5.0, 0.0, 12.0, "points of a sector win on top of its reward, shared over the slot"),
    Weight("launch", 5.0, 0.0, 12.0, "points of a launch given by an effect"),
    Weight("orbit", 1.0, -4.0, 8.0, "points of an orbit on top of its rewards"),
    Weight("land", 1.0, -4.0, 8.0, "points of a landing on top of its rewards"),
    Weight("prospect", 0.75, 0.2, 1.2, "factor on what a probe on its way may still earn"),
    Weight("scan", 0.0, -4.0, 6.0, "points of a scan on top of its signals"),
    Weight("analyze", 3.0, -4.0, 10.0, "points of an analysis on top of its trace"),
    Weight("place", 1.0, 0.0, 3.0, "points of data placed on the computer on top of the reward covered"),
    Weight("research", 0.0, -4.0, 8.0, "points of the research action on top of its technology"),
    Weight("tech_probe", 7.0, 0.0, 14.0, "points of a probe technology in round 1"),
    Weight("tech_telescope", 7.0, 0.0, 14.0, "points of a telescope technology in round 1"),
    Weight("tech_computer", 7.5, 0.0, 14.0, "points of a computer technology in round 1"),
    Weight("tech_late", 0.45, 0.0, 1.0, "factor on technologies in the last round, linear in between"),
    Weight("play", 0.0, -4.0, 6.0, "points of playing a card on top of its effect"),
    Weight("mission", 0.45, 0.0, 1.2, "factor on the reward of a mission that is still open"),
    Weight("endgame", 3.0, 0.0, 8.0, "points expected of an end-of-game card beyond what it counts now"),
    Weight("corner", 0.0, -3.0, 3.0, "points of using a corner on top of its gain"),
    Weight("gold", 1.0, 0.0, 3.0, "factor on the value of a gold tile by the sets it counts now, plus one"),
    Weight("pass_first", 0.6, 0.0, 4.0, "points of being the first to pass in a round"),
    Weight("plenty", 0.5, 0.0, 1.0, "how much cheaper a resource is to spend when the player holds many of it"),
    Weight("need", 0.8, 0.0, 3.0, "how much more an exchanged resource is worth when the player holds few of it"),
    Weight("threshold", 0.3, -2.0, 4.0, "points an action must be worth to be preferred to passing"),
)
NAMES: Final = tuple(w.name for w in WEIGHTS)
DEFAULTS: Final = tuple(w.default for w in WEIGHTS)
N_WEIGHTS: Final = len(WEIGHTS)
(
    W_SCORE, W_CREDIT, W_ENERGY, W_PUBLICITY, W_DATA, W_EXOFOSSIL, W_CARD, W_DRAW, W_ALIEN_CARD, W_MOVE,
    W_ROUND_4, W_ROUND_5, W_INCOME, W_TRACE, W_DISCOVERY, W_SIGNAL, W_WIN, W_LAUNCH, W_ORBIT, W_LAND, W_PROSPECT,
    W_SCAN, W_ANALYZE, W_PLACE, W_RESEARCH, W_TECH_PROBE, W_TECH_TELESCOPE, W_TECH_COMPUTER, W_TECH_LATE,
    W_PLAY, W_MISSION, W_ENDGAME, W_CORNER, W_GOLD, W_PASS_FIRST, W_PLENTY, W_NEED, W_THRESHOLD,
) = range(N_WEIGHTS)  # fmt: skip
