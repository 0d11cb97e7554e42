"""The named weights of the heuristic: one registry for the strategy files, the compiled code and the docs.

Every weight has a default, a unit and the range worth trying. ``W_<NAME>`` is its position in the row of floats
that a strategy is turned into. ``seti-sim tune`` searches the main ones and leaves the details alone unless they are
named.
"""

from typing import Final, NamedTuple

from seti_sim.components.opcodes import DATA, RESOURCES, TECH_KINDS
from seti_sim.policies.registry import check_constants, check_run


class Weight(NamedTuple):
    """One weight: name in strategy files, default, range worth trying, meaning with its unit."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


MAIN: Final = (
    Weight("score", 1.0, 0.5, 2.0, "value of a point; the unit of all other weights"),
    Weight("credit", 2.8, 1.0, 5.0, "points a credit is worth early in the game"),
    Weight("energy", 2.4, 1.0, 5.0, "points an energy is worth early in the game"),
    Weight("publicity", 1.2, 0.3, 3.0, "points a publicity is worth early in the game"),
    Weight("data", 1.6, 0.3, 3.0, "points a data is worth early in the game"),
    Weight("exofossil", 3.5, 0.5, 8.0, "points an exofossil is worth"),
    Weight("card", 2.6, 0.5, 5.0, "points a chosen card is worth early in the game"),
    Weight("draw", 2.2, 0.5, 5.0, "points an unseen card is worth early in the game"),
    Weight("species_card", 4.0, 0.5, 8.0, "points a species card is worth"),
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
DETAILS: Final = (
    Weight("trace_reward", 4.0, 0.0, 10.0, "score expected of the place of a trace that is not chosen yet"),
    Weight("board_trace", 1.0, 0.0, 6.0, "points of a trace on a species board on top of that, in an analysis"),
    Weight("discovery_late", 0.6, 0.0, 1.0, "factor on discovery in the last round"),
    Weight("danger", 0.4, 0.0, 2.0, "points lost by a danger of a space of the Exertians"),
    Weight("win_share", 0.5, 0.0, 1.0, "share of a sector win that a signal can bring nearer"),
    Weight("win_rival", 0.5, 0.0, 1.0, "share of the open positions of a sector counted as the rival's"),
    Weight("win_far", 0.3, 0.0, 1.0, "how fast that share falls with every open position"),
    Weight("win_lost", 0.2, 0.0, 1.0, "share of a sector win lost by filling the sector for somebody else"),
    Weight("figure", 8.0, 0.0, 16.0, "score expected of an orbit or a landing given by an effect"),
    Weight("scan_signals", 2.0, 0.0, 4.0, "signals expected of a scan given by an effect"),
    Weight("scan_extra", 1.0, 0.0, 4.0, "points of each of these on top of signal and data"),
    Weight("scan_hand", 1.0, 0.0, 4.0, "points of a scan whose owner may add a signal by a hand card"),
    Weight("free_signal", 1.0, 0.0, 3.0, "points of a step of a scan that costs nothing, so that it comes first"),
    Weight("scan_move", 0.5, 0.0, 3.0, "points of the move of a scan with something in space"),
    Weight("scan_move_idle", 0.01, 0.0, 1.0, "the same with nothing in space"),
    Weight("pluto", 6.0, 0.0, 20.0, "points of the effect that opens Pluto"),
    Weight("sample", 0.55, 0.0, 2.0, "value of a sample that is not known yet, per mean reward of a sample"),
    Weight("condition_open", 0.3, 0.0, 1.0, "share of an effect whose condition is not met now"),
    Weight("option", 0.5, 0.0, 1.0, "share of what an optional effect gives"),
    Weight("mean_count", 2.0, 0.0, 6.0, "what an effect is counted by in an average position"),
    Weight("infeasible_penalty", 6.0, 0.0, 12.0, "points lost by an effect that may be impossible"),
    Weight("chance_last", 0.2, 0.0, 1.0, "chance in the last round that something open still comes about"),
    Weight("chance_round", 0.2, 0.0, 0.3, "what is added to this chance for every round left"),
    Weight("mission_now", 2.0, 0.0, 6.0, "points of completing a mission on top of its reward"),
    Weight("circle", 1.0, 0.0, 6.0, "points of covering a circle on top of its reward"),
    Weight("message", 0.6, 0.0, 1.5, "share of what a message ahead will give"),
    Weight("forgo", -1.0, -4.0, 4.0, "points of a move in place of the publicity of a visit"),
    Weight("card_spent", 0.8, 0.0, 2.0, "share of an unseen card that playing one from the hand costs"),
    Weight("keep_least", 0.6, 0.0, 1.0, "least value of a card in hand, in unseen cards"),
    Weight("keep_most", 2.0, 1.0, 4.0, "highest value of a card in hand, in unseen cards"),
    Weight("keep_play", 0.25, 0.0, 1.0, "share of what playing a card is worth that counts while it is in hand"),
    Weight("take_play", 0.5, 0.0, 1.0, "the same for a card that may be taken"),
    Weight("open_species_card", -1.0, -4.0, 4.0, "points of the face-up species card compared with one from the deck"),
    Weight("tuck_play", 0.8, 0.0, 2.0, "share of what playing a card is worth that tucking it costs"),
    Weight("tuck_least", 0.7, 0.0, 2.0, "least that tucking a card costs, in unseen cards"),
    Weight("tuck_setup", 0.6, 0.0, 2.0, "factor on what tucking costs in the set-up"),
    Weight("exertian", -1.0, -6.0, 6.0, "points of playing an Exertian card on top of what it may score"),
    Weight("exertian_chance", 0.45, 0.0, 1.0, "chance in the middle round that an Exertian card scores"),
    Weight("exertian_growth", 0.1, 0.0, 0.25, "what is added to this chance with every round"),
    Weight("exertian_danger", 0.8, 0.0, 3.0, "points lost by a danger of an Exertian card"),
    Weight("tech_covered", -1.0, -4.0, 2.0, "points of a computer technology slid under data"),
    Weight("tech_left", 0.1, 0.0, 1.0, "points of a computer technology for every place further left"),
    Weight("moons", 2.0, 0.0, 6.0, "points of the technology of moons for every round after those without"),
    Weight("moons_from", 2.0, 0.0, 5.0, "rounds without them; before, they are taken off"),
    Weight("gold_growth", 0.4, 0.0, 2.0, "sets of a gold tile expected of every round left and of this one"),
    Weight("way", 0.8, 0.0, 2.0, "factor on the energy of the way of a probe to a planet"),
    Weight("far", 0.2, 0.0, 1.0, "factor on a planet that the energy at hand and to come does not reach"),
    Weight("reach", 3.0, 0.0, 6.0, "energy to come with every round left, as far as probes may fly by it"),
    Weight("reach_spare", 2.0, 0.0, 2.0, "energy left over for orbit or landing at the end of the way"),
    Weight("asteroids", 0.7, 0.0, 2.0, "factor on the energy it takes to leave asteroids later"),
    Weight("lower_place", 0.2, -2.0, 3.0, "points of data placed on the lower row on top of the reward covered"),
    Weight("lower_data", 0.5, 0.0, 2.0, "share of a data that placing it there costs"),
    Weight("publicity_full", 1.5, 0.0, 4.0, "points of buying a card when publicity would soon be lost"),
    Weight("exchange_same", -1.0, -4.0, 0.0, "points of an exchange for the same kind"),
    Weight("plenty_from", 3.0, 0.0, 6.0, "units of a resource from which on it is cheaper to spend"),
    Weight("plenty_span", 6.0, 1.0, 9.0, "units above that with the whole of plenty taken off"),
)
WEIGHTS: Final = MAIN + DETAILS
TUNED: Final = tuple(w.name for w in MAIN)
"""The weights that a search changes by default."""
NAMES: Final = tuple(w.name for w in WEIGHTS)
DEFAULTS: Final = tuple(w.default for w in WEIGHTS)
N_WEIGHTS: Final = len(WEIGHTS)
(
    W_SCORE, W_CREDIT, W_ENERGY, W_PUBLICITY, W_DATA, W_EXOFOSSIL, W_CARD, W_DRAW, W_SPECIES_CARD, W_MOVE,
    W_ROUND_4, W_ROUND_5, W_INCOME, W_TRACE, W_DISCOVERY, W_SIGNAL, W_WIN, W_LAUNCH, W_ORBIT, W_LAND, W_PROSPECT,
    W_SCAN, W_ANALYZE, W_PLACE, W_RESEARCH, W_TECH_PROBE, W_TECH_TELESCOPE, W_TECH_COMPUTER, W_TECH_LATE,
    W_PLAY, W_MISSION, W_ENDGAME, W_CORNER, W_GOLD, W_PASS_FIRST, W_PLENTY, W_NEED, W_THRESHOLD,
    W_TRACE_REWARD, W_BOARD_TRACE, W_DISCOVERY_LATE, W_DANGER, W_WIN_SHARE, W_WIN_RIVAL, W_WIN_FAR, W_WIN_LOST,
    W_FIGURE, W_SCAN_SIGNALS, W_SCAN_EXTRA, W_SCAN_HAND, W_FREE_SIGNAL, W_SCAN_MOVE, W_SCAN_MOVE_IDLE, W_PLUTO,
    W_SAMPLE, W_CONDITION_OPEN, W_OPTION, W_MEAN_COUNT, W_INFEASIBLE_PENALTY, W_CHANCE_LAST,
    W_CHANCE_ROUND, W_MISSION_NOW, W_CIRCLE, W_MESSAGE, W_FORGO, W_CARD_SPENT, W_KEEP_LEAST, W_KEEP_MOST,
    W_KEEP_PLAY, W_TAKE_PLAY, W_OPEN_SPECIES_CARD, W_TUCK_PLAY, W_TUCK_LEAST, W_TUCK_SETUP, W_EXERTIAN,
    W_EXERTIAN_CHANCE, W_EXERTIAN_GROWTH, W_EXERTIAN_DANGER, W_TECH_COVERED, W_TECH_LEFT, W_MOONS, W_MOONS_FROM,
    W_GOLD_GROWTH, W_WAY, W_FAR, W_REACH, W_REACH_SPARE, W_ASTEROIDS, W_LOWER_PLACE, W_LOWER_DATA, W_PUBLICITY_FULL,
    W_EXCHANGE_SAME, W_PLENTY_FROM, W_PLENTY_SPAN,
) = range(N_WEIGHTS)  # fmt: skip
check_constants("W_", NAMES, globals())
check_run(NAMES, W_CREDIT, RESOURCES[: DATA + 1])  # W_CREDIT + resource
check_run(NAMES, W_TECH_PROBE, [f"tech_{kind}" for kind in TECH_KINDS])  # W_TECH_PROBE + kind
