"""The appraisal: all that a seat brings to a decision besides the game and the box, one record."""

from seti_sim.components.tables import MAX_PLAYERS, record_dtype
from seti_sim.engine.state import MAX_MOVES, N_ROUNDS
from seti_sim.policies.params import WINDOWS
from seti_sim.policies.valuation import VALUATION
from seti_sim.policies.value_cache import VALUE_CACHE
from seti_sim.policies.weights import N_WEIGHTS

MAX_FEATURES = 64
MEMORY = 64
APPRAISAL = record_dtype(
    [
        # ---- the strategy: never changed while games are played
        ("w", "f8", (N_WEIGHTS,)),  # weights, see weights.py
        ("table", VALUATION),  # what follows from them and the box
        ("position", "f8", (N_ROUNDS, MAX_FEATURES)),  # weights of the evaluation, see position.py
        ("move_filter", "i8", (len(WINDOWS),)),  # masks of the free actions not considered, by window
        ("width", "i8"),  # settings of look-ahead, see params.py
        ("determinizations", "i8"),
        ("horizon", "i8"),
        ("nested_width", "i8"),
        # ---- remembered between decisions
        ("cache", VALUE_CACHE, (MAX_PLAYERS,)),  # one for each player
        ("memory", "f8", (MEMORY,)),  # for plug-in policies: kept from decision to decision of a chunk
        # ---- results of the latest decision
        ("value", "f8", (MAX_MOVES,)),  # value of every legal move, PRUNED for those not considered
        ("searched", "i8"),  # candidate moves of the search, 0 = the heuristic decided
        # ---- scratch
        ("x", "f8", (MAX_FEATURES,)),  # features of an evaluation
    ]
)
