"""The row of floats that a strategy is turned into: weights, settings of look-ahead, attention, evaluation."""

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
    Setting("width", 8, 2, MAX_WIDTH, "moves looked at: those the weights like best"),
    Setting("deals", 1, 1, 256, "deals of the hidden cards tried before the worse half of the moves is dropped"),
    Setting("turns", 1, 0, 40, "turns of anybody looked ahead, the running one included; 0 = to the end of the game"),
    Setting("inner", 0, 0, MAX_WIDTH, "moves looked at in own decisions on the way; 0 = the heuristic plays on"),
)
SETTING_NAMES: Final = tuple(setting.name for setting in SETTINGS)
P_WIDTH: Final = N_WEIGHTS
P_ATTENTION: Final = P_WIDTH + len(SETTINGS)
P_POSITION: Final = P_ATTENTION + len(WINDOWS)
N_PARAMS: Final = P_POSITION + N_ROUNDS * N_FEATURES
