from seti_sim.api.games import Game as Game
from seti_sim.api.games import GameOverError as GameOverError
from seti_sim.api.games import IllegalMoveError as IllegalMoveError
from seti_sim.api.games import Move as Move
from seti_sim.api.runs import ReplayedGame as ReplayedGame
from seti_sim.api.runs import Run as Run
from seti_sim.api.runs import load as load
from seti_sim.api.runs import resume as resume
from seti_sim.api.runs import run as run
from seti_sim.api.vector import VectorGame as VectorGame

__version__: str
RULES_VERSION: int
__all__: list[str]
