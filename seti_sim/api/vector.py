"""Many games in one call, as arrays: for learning at speed."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from seti_sim.api.plans import PathText, plan_of
from seti_sim.engine.state import GAME, MAX_MOVES, MOVES
from seti_sim.policies.batch import observe_games, start_games, step_games
from seti_sim.policies.play import appraisal_of
from seti_sim.policies.position import FEATURES as ROWS
from seti_sim.policies.strategies import load_strategy
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import RANDOM

_start: Any = start_games
_step: Any = step_games
_observe: Any = observe_games


class VectorGame:
    """Games that are stepped together: each waits at its next decision with at least two legal moves.

    >>> games = ss.VectorGame(1000, players=4, seed=1)
    >>> rng = np.random.default_rng(1)
    >>> while not games.over.all():
    ...     games.step(rng.integers(np.maximum(games.n_moves, 1)))
    >>> games.scores.mean(axis=0)

    Args:
        n: number of games.
        players: 2, 3 or 4.
        seed: of the games; game ``i`` is that of ``ss.Game(seed, players, index=i)``.
        species: species on the left and on the right, or ``random``.
        variant: name of a shipped variant or path of a variant file.

    Raises:
        PlanError, ComponentError: one line that names what is wrong.
    """

    FEATURES: ClassVar[tuple[str, ...]] = tuple(feature.name for feature in ROWS)
    """Names of the columns of :meth:`observe`."""
    MEANINGS: ClassVar[dict[str, str]] = {feature.name: feature.meaning for feature in ROWS}

    def __init__(
        self,
        n: int,
        players: int = 4,
        seed: int = 1,
        *,
        species: Sequence[str] = (RANDOM, RANDOM),
        variant: PathText | None = None,
    ) -> None:
        self._plan = plan_of(["random"], games=n, players=players, seed=seed, species=species, variant=variant)
        self.tables: Any = load_inputs(self._plan).tables.record
        self._appraisal = appraisal_of(self.tables, load_strategy("balanced").params).copy()
        self._lists = np.zeros(n, MOVES)
        self.n_moves: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        """Legal moves of each open decision, int64[n]; 0 when the game is over."""
        self.seats: npt.NDArray[np.int64] = np.zeros(n, np.int64)
        """Seat to decide, int64[n]; -1 when the game is over."""
        self.states: Any = np.zeros(n, GAME)
        """The whole state of each game, dtype ``GAME`` (``docs/state.md``)."""
        self._features = np.zeros((n, len(ROWS)))
        self.reset()

    def reset(self, first: int = 0) -> None:
        """Set all games up anew; ``first`` is the index of the first one."""
        self.states[:] = np.zeros(1, GAME)
        left, right = self._plan.species_codes
        _start(
            self.states, self.tables, np.uint64(self._plan.seed), np.int64(first), self._plan.players,
            np.array([left, right], np.int64), self._lists, self.n_moves, self.seats,
        )  # fmt: skip
        self._check()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play the move of place ``actions[i]`` in game ``i`` and go on to its next decision; games over stay.

        Args:
            actions: integers, shape (n,), each at least 0 and below ``n_moves`` (any number for games that are over).

        Raises:
            ValueError: names the first game whose number is out of range; nothing is played then.
        """
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != self.n_moves.shape:
            raise ValueError(f"{chosen.shape} actions for {self.n_moves.shape} games")
        wrong = ((chosen < 0) | (chosen >= self.n_moves)) & (self.n_moves > 0)
        if wrong.any():
            game = int(wrong.argmax())
            raise ValueError(f"game {game} has no move {chosen[game]}: there are {self.n_moves[game]}, from 0")
        _step(self.states, self.tables, self._lists, self.n_moves, self.seats, chosen)
        self._check()

    def _check(self) -> None:
        if self.states["error"].any():
            raise RuntimeError(f"game {int((self.states['error'] != 0).argmax())} failed")

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game has ended, bool[n]."""
        return np.asarray(self.n_moves == 0)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Points, int64[n, players]; final where the game is over."""
        found = self.states["players"]["score"][:, : self._plan.players]
        return np.asarray(found, dtype=np.int64)

    def moves(self, most: int = 64) -> npt.NDArray[np.int16]:
        """Legal moves as numbers ``kind, a, b, c``, int16[n, most, 4]; places from ``n_moves`` on are -1."""
        most = min(most, MAX_MOVES)
        listed = self._lists["list"][:, :most]
        found = np.stack([listed[name] for name in ("kind", "a", "b", "c")], axis=-1)
        found[np.arange(most) >= self.n_moves[:, None]] = -1
        return np.asarray(found, dtype=np.int16)

    def observe(self) -> npt.NDArray[np.float64]:
        """Features of the player to decide in each game, float64[n, len(FEATURES)]; zeros where the game is over.

        They are what look-ahead strategies evaluate: what the player sees, no hidden card or tile. The array is used
        again by the next call.
        """
        _observe(self.states, self.tables, self._appraisal, self.seats, self._features)
        return self._features
