"""Telling a game of a run again: played from the manifest alone, decision by decision, with what each move changed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from seti_sim.compilation.sources import source_hash
from seti_sim.components.opcodes import SPECIES
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import E_ENDLESS, E_RAISED, ERROR_TEXTS
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.setup import setup_game
from seti_sim.engine.state import GAME, MOVE, N_ROUNDS, move_list
from seti_sim.engine.text import move_text
from seti_sim.policies.play import MAX_DECISIONS, Seats
from seti_sim.policies.plugins import PluginError
from seti_sim.runner.checksums import SUMS, Sums
from seti_sim.runner.errors import GameFailed, RunError, with_context
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.manifest import check_same_games, recorded_inputs
from seti_sim.runner.outcomes import Array
from seti_sim.runner.parquet import READ_ERRORS, DamagedPartError, check_sizes, scan_parts, silent_panics
from seti_sim.runner.parts import failure_line
from seti_sim.runner.records import MANIFEST, Manifest, read_manifest
from seti_sim.runner.store import part_name
from seti_sim.scenario.view import ENTRIES, Shown, Value, normal, view

_setup: Final[Callable[..., None]] = setup_game
_legal: Final[Callable[..., int]] = legal_moves
_apply: Final[Callable[..., None]] = apply_legal

BEST: Final = 5
"""Candidates that are told with their values."""

COUNTS: Final = ("score", "credits", "energy", "publicity", "pool", "hand")
"""What is told of a player at the beginning of a turn."""

Changes = dict[str, tuple[Value, Value]]
"""Values before and after, by path."""


@dataclass(frozen=True)
class Candidate:
    """A legal move and what the strategy takes it to be worth."""

    move: str
    value: float


@dataclass(frozen=True)
class Decision:
    """A move that was made: ``options`` is the number of legal moves, ``seat`` who made it.

    ``possible`` are the legal moves, empty if they were not asked for.
    """

    number: int
    seat: int
    move: str
    options: int
    changed: Changes
    candidates: list[Candidate]
    possible: list[str]


@dataclass(frozen=True)
class Turn:
    """The decisions of a turn; turn 0 is the set-up. ``before`` are the counts of the seat as the turn begins."""

    round: int
    turn: int
    seat: int
    before: dict[str, int]
    decisions: list[Decision] = field(default_factory=list)


@dataclass(frozen=True)
class Transcript:
    """A whole game, or the part of it that was asked for."""

    run: str
    seed: int
    game: int
    players: int
    strategies: tuple[str, ...]
    species: tuple[str, ...]
    variant: str | None
    same_sources: bool
    scores: tuple[int, ...]
    turns: list[Turn]

    def as_dict(self) -> dict[str, Any]:
        """The game as plain lists and dictionaries."""
        return asdict(self)


def replay(
    path: Path,
    game: int,
    *,
    only_round: int | None = None,
    only_seat: int | None = None,
    trace: bool = False,
    possible: bool = False,
) -> Transcript:
    """Play one game of the run in folder ``path`` again and tell it.

    The narrowing keeps the decisions of one round and of one seat; ``trace`` adds the values of the best candidates,
    ``possible`` all legal moves.
    Raises ``RunError``, one line, if the game can't be told: no such game, an incomplete run, other rules, tables or
    strategies, or a game that does not end as it did in the run.
    """
    manifest = read_manifest(path)
    _check_asked(path, manifest, game, only_round, only_seat)
    stored = _stored_scores(path, manifest, game)
    inputs = recorded_inputs(manifest)
    with with_context(path):
        check_same_games(manifest, inputs)
    same = manifest.source_hash == source_hash()
    player = GameReplayer(inputs, game, trace, possible)
    turns = list(player.turns())
    scores = tuple(int(seat.score) for seat in player.game.players[: manifest.players])
    if stored != scores:
        why = "the files of the run were changed" if same else "it was played with different code"
        raise RunError(f"game {game} of {path} ended {_told(stored)}, now it ends {_told(scores)}: {why}")
    return Transcript(
        run=str(path),
        seed=manifest.seed,
        game=game,
        players=manifest.players,
        strategies=tuple(manifest.strategies[code].name for code in inputs.codes_by_seat(game, 1)[0]),
        species=tuple(SPECIES[code] for code in player.game.species),
        variant=None if manifest.variant is None else manifest.variant.name,
        same_sources=same,
        scores=scores,
        turns=[turn for turn in (_narrow(turn, only_round, only_seat) for turn in turns) if turn.decisions],
    )


def written_moves(inputs: Inputs, first: int, games: int) -> tuple[Array, Array]:
    """The moves of games ``first`` to ``first + games - 1``, for :func:`seti_sim.policies.retrace.retrace`.

    Returns all moves one after the other, dtype MOVE, and where each game begins and the last one ends,
    int64[games + 1].
    """
    made: list[np.void] = []
    starts = [0]
    for index in range(first, first + games):
        made += GameReplayer(inputs, index).moves()
        starts.append(len(made))
    return np.array(made, dtype=MOVE), np.array(starts, dtype=np.int64)


class GameReplayer:
    """Plays one game from its seed, move by move, as the runner does."""

    def __init__(self, inputs: Inputs, index: int, trace: bool = False, possible: bool = False) -> None:
        self.game = np.zeros(1, GAME)[0]
        self.tables: Any = inputs.tables.record
        self._inputs = inputs = inputs.at_game(index)
        self._trace = trace
        self._possible = possible
        self._seats: Any = Seats(self.tables, inputs.policies(), inputs.params(), inputs.plugins())
        self._moves = move_list()
        left, right = inputs.plan.species_codes
        _setup(self.game, self.tables, np.uint64(inputs.plan.seed), np.int64(index), inputs.plan.players, left, right)

    def turns(self) -> Iterator[Turn]:
        """Play the game to its end."""
        shown = self._view()
        turn = self._new_turn(shown)
        while not self.game.over:
            if int(self.game.turns) != turn.turn:
                yield turn
                turn = self._new_turn(shown)
            before = shown
            number, seat, text, options, candidates, possible = self._step()
            shown = self._view()
            turn.decisions.append(Decision(number, seat, text, options, _changes(before, shown), candidates, possible))
        yield turn

    def _step(self) -> tuple[int, int, str, int, list[Candidate], list[str]]:
        """Choose and apply one move."""
        game = self.game
        n = int(_legal(game, self.tables, self._moves))
        seat = int(game.frames[game.n_frames - 1].player)
        number = int(game.decisions)
        chosen = self._chosen(n)
        candidates = self._candidates(n, seat) if n > 1 and self._trace else []
        possible = [move_text(game, self.tables, move) for move in self._moves.list[:n]] if self._possible else []
        text = move_text(game, self.tables, self._moves.list[chosen])
        _apply(game, self.tables, self._moves.list[chosen])
        self._check()
        return number, seat, text, n, candidates, possible

    def _candidates(self, n: int, seat: int) -> list[Candidate]:
        """The best moves by the values of the strategy, the one it chose first."""
        found = self._seats.candidates(n, seat, BEST)
        return [
            Candidate(move_text(self.game, self.tables, self._moves.list[i]), round(value, 3)) for i, value in found
        ]

    def moves(self) -> list[np.void]:
        """Play the game to its end; the moves made, scalars of dtype MOVE."""
        made = []
        while not self.game.over:
            n = int(_legal(self.game, self.tables, self._moves))
            chosen = self._chosen(n)
            made.append(self._moves.list[chosen].copy())
            _apply(self.game, self.tables, self._moves.list[chosen])
            self._check()
        return made

    def _chosen(self, n: int) -> int:
        """Index of the move that the strategy of the seat chooses among ``n``."""
        try:
            return int(self._seats.choose(self.game, self._moves, n))
        except PluginError as error:
            self.game.error = E_RAISED
            raise GameFailed(failure_line(self._inputs, self.game, str(error))) from None

    def _check(self) -> None:
        """Raise :class:`GameFailed` if the move just made broke the game."""
        game = self.game
        if game.decisions >= MAX_DECISIONS:
            game.error = E_ENDLESS
        if game.error:
            raise GameFailed(f"game {game.index} of seed {game.seed} failed: {ERROR_TEXTS.get(int(game.error))}")

    def _view(self) -> dict[str, Shown]:
        """Everything that can be told, by path."""
        return view(self.game, self.tables, derived=False)

    def _new_turn(self, shown: Mapping[str, Shown]) -> Turn:
        seat = int(self.game.active)
        counts: dict[str, int] = {}
        for name in COUNTS:
            value = shown[f"player.{seat}.{name}"].value
            counts[name] = len(value) if isinstance(value, list) else int(value)
        return Turn(int(self.game.round_number), int(self.game.turns), seat, counts)


def _changes(before: Mapping[str, Shown], after: Mapping[str, Shown]) -> Changes:
    return {path: (before[path].value, now.value) for path, now in after.items() if _differs(before[path], now)}


def _differs(before: Shown, now: Shown) -> bool:
    """Whether a value has changed, and not only its order where that has no meaning."""
    return before.value != now.value and normal(now.entry, before.value) != normal(now.entry, now.value)


def _narrow(turn: Turn, only_round: int | None, only_seat: int | None) -> Turn:
    """The part of a turn that was asked for."""
    decisions = [item for item in turn.decisions if only_seat in (None, item.seat)]
    if only_round not in (None, turn.round):
        decisions = []
    return Turn(turn.round, turn.turn, turn.seat, turn.before, decisions)


# ------------------------------------------------------------------ what can't be told
def _check_asked(path: Path, manifest: Manifest, game: int, only_round: int | None, only_seat: int | None) -> None:
    if manifest.status != "complete":
        raise RunError(f"{path} is not complete ({manifest.status}); finish it first: seti-sim resume {path}")
    for word, number, low, high in (
        ("game", game, 0, manifest.games - 1),
        ("round", only_round, 1, N_ROUNDS),
        ("seat", only_seat, 0, manifest.players - 1),
    ):
        if number is not None and not low <= number <= high:
            raise RunError(f"{path} has no {word} {number}; there are {low} to {high}")


def _stored_scores(path: Path, manifest: Manifest, game: int) -> tuple[int, ...]:
    """The scores of a game in the run's table, of which one part is read, by seat."""
    chunk = manifest.chunks[game // manifest.plan.chunk]
    part = part_name("seats", chunk)
    if not Sums.read(path / SUMS, manifest.identity, MANIFEST).holds(path, part):
        raise RunError(
            f"can't read the seats of {path}: {part} is not as it was written ({SUMS}); seti-sim resume plays it again"
        )
    try:
        check_sizes([path / part], [chunk.games * manifest.players])
        with silent_panics():
            seats = scan_parts([path / part]).select("game", "seat", "score").collect().filter(game=game).sort("seat")
    except (*READ_ERRORS, DamagedPartError) as error:
        raise RunError(f"can't read the seats of {path}: {(str(error).splitlines() or ['a panic'])[0]}") from None
    return tuple(seats["score"].to_list())


def _told(scores: tuple[int, ...]) -> str:
    return ":".join(map(str, scores))


# ------------------------------------------------------------------ as text
SILENT: Final = ("turn", "start", "reminder", "row", "discard", "stack", "tiles", "neutral")
"""Families of paths that are left out of the text; ``as_dict`` has them all."""

ORDERED: Final = frozenset(entry.path.split(".")[0] for entry in ENTRIES if entry.ordered)


def transcript_lines(told: Transcript) -> Iterator[str]:
    """The game as lines of text."""
    variant = f", variant {told.variant}" if told.variant else ""
    yield f"Game {told.game} of {told.run}, seed {told.seed}{variant}"
    yield f"Species: {told.species[0]} on the left, {told.species[1]} on the right"
    yield "Seats: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(told.strategies))
    if not told.same_sources:
        yield "The run was played with different code; this game ends as it did then."
    for turn in told.turns:
        yield ""
        yield _turn_line(told, turn)
        for decision in turn.decisions:
            yield from _decision_lines(turn, decision)
    yield ""
    yield "Final scores: " + ", ".join(f"seat {seat} {score}" for seat, score in enumerate(told.scores))


def _turn_line(told: Transcript, turn: Turn) -> str:
    if turn.turn == 0:
        return "Set-up"
    counts = ", ".join(f"{_word(name)} {number}" for name, number in turn.before.items())
    return f"Round {turn.round}, turn {turn.turn}, seat {turn.seat} ({told.strategies[turn.seat]}): {counts}"


def _decision_lines(turn: Turn, decision: Decision) -> Iterator[str]:
    """A choice; a move without a choice only if it changed something."""
    changes = list(_change_texts(decision))
    if decision.options == 1 and not changes:
        return
    other = "" if decision.seat == turn.seat and turn.turn else f"seat {decision.seat}: "
    count = "the only move" if decision.options == 1 else f"1 of {decision.options}"
    yield f"  {other}{decision.move} ({count}){': ' if changes else ''}{'; '.join(changes)}"
    if decision.options > 1 and decision.possible:
        yield f"      possible: {', '.join(decision.possible)}"
    for candidate in decision.candidates:
        yield f"      {candidate.value:9.3f}  {candidate.move}"


def _change_texts(decision: Decision) -> Iterator[str]:
    """What a move changed, the counts of its player first."""
    own = f"player.{decision.seat}."
    for path, (before, after) in sorted(decision.changed.items(), key=lambda item: not item[0].startswith(own)):
        if path.split(".")[0] not in SILENT:
            yield f"{_path_text(path, own)} {_difference(path, before, after)}"


def _path_text(path: str, own: str) -> str:
    parts = path.removeprefix(own).split(".")
    if parts[0] == "player":
        parts[:2] = [f"seat {parts[1]}"]
    return " ".join(_word(part) for part in parts)


def _word(name: str) -> str:
    return "data" if name == "pool" else name.replace("_", " ")


def _difference(path: str, before: Value, after: Value) -> str:
    """Two values as what was added and taken away, or as they are."""
    if isinstance(before, list) and isinstance(after, list):
        old, new = Counter(map(str, before)), Counter(map(str, after))
        parts = [f"-{item}" for item in (old - new).elements()] + [f"+{item}" for item in (new - old).elements()]
        fixed = path.split(".", maxsplit=1)[0] in ORDERED and len(before) == len(after)
        return f"{_list(before)} -> {_list(after)}" if fixed or not parts else " ".join(parts)
    if isinstance(before, int) and isinstance(after, int) and not isinstance(after, bool):
        return f"{after - before:+d} = {after}"
    return f"{before} -> {after}"


def _list(items: list[Any]) -> str:
    return " ".join(map(str, items))
