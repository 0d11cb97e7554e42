"""One game, step by step: look at it, list the legal moves, play one, copy it, ask a strategy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from html import escape
from typing import Any

import numpy as np

from seti_sim.api.plans import PathText, plan_of
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import ERROR_TEXTS
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, move_list
from seti_sim.engine.text import move_text
from seti_sim.policies.play import Seats
from seti_sim.policies.strategies import load_strategy
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.plan import RANDOM
from seti_sim.scenario.observe import observed
from seti_sim.scenario.view import Value, view

_apply: Any = apply_legal
_legal: Any = legal_moves
_setup: Any = setup_game
SHOWN_MOVES = 8


class IllegalMoveError(ValueError):
    """A move that is not legal now; the message names the legal ones that come near."""


class GameOverError(ValueError):
    """A decision was asked of a game that is over."""


@dataclass(frozen=True)
class Move:
    """A legal move: its text, and the numbers ``kind``, ``a``, ``b``, ``c`` of :mod:`seti_sim.engine.moves`."""

    text: str
    kind: int
    a: int
    b: int
    c: int

    def __str__(self) -> str:
        return self.text


class Game:
    """A game that is played by hand; the rules do everything that is no choice.

    >>> game = ss.Game(seed=1, players=2)
    >>> game.seat, game.legal_moves()[:2]
    >>> game.play(game.legal_moves()[0])

    Args:
        seed: of the run whose game this is; the same seed and ``index`` give the same set-up as in ``ss.run``.
        players: 2, 3 or 4.
        index: number of the game in its run.
        species: species on the left and on the right, or ``random``.
        variant: name of a shipped variant or path of a variant file.

    Raises:
        PlanError, ComponentError: one line that names what is wrong.
    """

    def __init__(
        self,
        seed: int = 1,
        players: int = 4,
        *,
        index: int = 0,
        species: Sequence[str] = (RANDOM, RANDOM),
        variant: PathText | None = None,
    ) -> None:
        plan = plan_of(["random"], games=1, players=players, seed=seed, species=species, variant=variant)
        self.tables: Any = load_inputs(plan).tables.record
        self.state: Any = np.zeros(1, GAME)[0]
        self._list: Any = move_list()
        self._moves: list[Move] | None = None
        left, right = plan.species_codes
        _setup(self.state, self.tables, np.uint64(seed), np.int64(index), players, left, right)

    # ------------------------------------------------------------------ what is open
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.state.n_players)

    @property
    def round(self) -> int:
        """Round, from 1."""
        return int(self.state.round_number)

    @property
    def seat(self) -> int:
        """Seat whose decision is open, from 0. Raises :class:`GameOverError` when the game is over."""
        self._check_open()
        return int(self.state.frames[self.state.n_frames - 1].player)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat; final when the game is over."""
        return tuple(int(me.score) for me in self.state.players[: self.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the most points; several if they tie."""
        most = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == most)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the open decision; none when the game is over."""
        if self._moves is None:
            n = 0 if self.over else int(_legal(self.state, self.tables, self._list))
            self._moves = [
                Move(move_text(self.state, self.tables, move), *(int(move[name]) for name in ("kind", "a", "b", "c")))
                for move in self._list.list[:n]
            ]
        return tuple(self._moves)

    def legal_moves(self) -> list[str]:
        """The same as texts, in the words of scenario files (``docs/scenarios.md``)."""
        return [move.text for move in self.moves()]

    # ------------------------------------------------------------------ playing
    def play(self, move: str | int | Move) -> "Game":
        """Play a legal move, given by its text, its place in :meth:`moves` or itself; return the game.

        Raises :class:`IllegalMoveError`, which names near or possible moves, and :class:`GameOverError`.
        """
        self._check_open()
        texts = self.legal_moves()
        if isinstance(move, int | np.integer):
            if not 0 <= move < len(texts):
                raise IllegalMoveError(f"no move {move}: there are {len(texts)}, from 0")
            return self._apply(int(move))
        said = " ".join(str(move).split())
        if said not in texts:
            near = get_close_matches(said, texts, n=3)
            hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"legal: {_listed(texts)}"
            raise IllegalMoveError(f"{said!r} is not legal for seat {self.seat}; {hint}")
        return self._apply(texts.index(said))

    def _apply(self, index: int) -> "Game":
        self._moves = None
        _apply(self.state, self.tables, self._list.list[index])
        if self.state.error:
            raise RuntimeError(f"the game failed: {ERROR_TEXTS.get(int(self.state.error))}")
        return self

    def play_forced(self) -> "Game":
        """Play moves as long as there is only one; return the game."""
        while not self.over and len(self.moves()) == 1:
            self._apply(0)
        return self

    def advise(self, strategy: str = "balanced") -> str:
        """The move that a strategy would play now. It sees what a player at this seat sees."""
        return self.legal_moves()[self._choice(self._player(strategy))]

    def play_out(self, strategies: "str | Policy | Sequence[str | Policy]" = "balanced") -> "Game":
        """Play the game to its end with one player for all seats or one for each; return the game.

        A player is the name or file of a strategy, or a Python function ``(game, seat) -> move`` that returns what
        :meth:`play` takes. Functions run at the speed of Python: some seconds a game.
        """
        many = [strategies] * self.players if isinstance(strategies, str) or callable(strategies) else [*strategies]
        if len(many) != self.players:
            raise ValueError(f"{len(many)} strategies for {self.players} players")
        known = {name: self._player(name) for name in many if isinstance(name, str)}
        while not self.over:
            who = many[self.seat]
            if len(self.moves()) == 1:
                self._apply(0)
            elif isinstance(who, str):
                self._apply(self._choice(known[who]))
            else:
                self.play(who(self, self.seat))
        return self

    def _player(self, name: str) -> Seats:
        one = load_strategy(str(name))
        plugins = () if one.plugin is None else (one.plugin,) * 4
        return Seats(self.tables, np.full(4, one.policy), np.tile(one.params, (4, 1)), plugins)

    def _choice(self, player: Seats) -> int:
        return player.choose(self.state, self._list, len(self.moves()))

    # ------------------------------------------------------------------ looking
    def view(self) -> dict[str, Value]:
        """Everything in the game by path, hidden things too, as scenario files name it."""
        return {path: shown.value for path, shown in view(self.state, self.tables).items()}

    def observation(self, seat: int | None = None) -> dict[str, Value]:
        """What the player at a seat (the one to decide if left out) can see, by path: nothing hidden."""
        return observed(self.state, self.tables, self.seat if seat is None else seat)

    def copy(self) -> "Game":
        """A copy that is played by itself; its future draws are those of the original."""
        other = object.__new__(Game)
        other.tables, other._list, other._moves = self.tables, move_list(), None
        other.state = np.frombuffer(bytearray(self.state.tobytes()), GAME)[0]  # .copy() leaves padding as it finds it
        return other

    def _check_open(self) -> None:
        if self.over:
            raise GameOverError("the game is over")

    def __repr__(self) -> str:
        state = "over" if self.over else f"round {self.round}, seat {self.seat} to decide"
        return f"<Game of {self.players} players, {state}, scores {':'.join(map(str, self.scores))}>"

    def _repr_html_(self) -> str:
        """The position as a table of players, and the legal moves, for notebooks."""
        names = ("score", "credits", "energy", "publicity", "pool")
        heads = "".join(f"<th>{'data' if name == 'pool' else name}</th>" for name in ("seat", *names))
        shown = self.view()
        rows = ""
        for seat in range(self.players):
            cells = [seat, *(shown[f"player.{seat}.{name}"] for name in names)]
            rows += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        moves = "" if self.over else f"<p>{escape(_listed(self.legal_moves()))}</p>"
        return f"<p>{escape(repr(self))}</p><table><tr>{heads}</tr>{rows}</table>{moves}"


Policy = Callable[[Game, int], str | int | Move]


def _listed(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
    return ", ".join(map(repr, texts[:SHOWN_MOVES])) + more
