"""The row of floats that a strategy is turned into: weights, settings of look-ahead, move filter, evaluation."""

from typing import Final, NamedTuple

from seti_sim.engine.state import N_ROUNDS
from seti_sim.policies.position import N_FEATURES
from seti_sim.policies.weights import N_WEIGHTS


class Setting(NamedTuple):
    """One setting of look-ahead: name in strategy files, default, bounds, meaning."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


MAX_WIDTH: Final = 32
WINDOWS: Final = ("start", "inside", "end", "data")
"""When free actions may be taken: before the main action, in the middle of effects, after the main action, and after it
while data can be placed."""
SETTINGS: Final = (
    Setting("width", 8, 2, MAX_WIDTH, "candidate moves per decision: those with the highest values"),
    Setting("determinizations", 1, 1, 256, "deals of the hidden cards played out before the worse half is dropped"),
    Setting("horizon", 1, 0, 40, "turns of all players played out, with the current one; 0 = to the end of the game"),
    Setting(
        "nested_width", 0, 0, MAX_WIDTH, "candidate moves per own decision of a play-out; 0 = the heuristic decides"
    ),
)
RENAMED: Final = {
    "attention": "move_filter",
    "deals": "determinizations",
    "turns": "horizon",
    "inner": "nested_width",
}
"""Former names in strategy files, refused with a hint."""
SETTING_NAMES: Final = tuple(setting.name for setting in SETTINGS)
P_WIDTH: Final = N_WEIGHTS
P_MOVE_FILTER: Final = P_WIDTH + len(SETTINGS)
P_POSITION: Final = P_MOVE_FILTER + len(WINDOWS)
N_PARAMS: Final = P_POSITION + N_ROUNDS * N_FEATURES
