"""Playing a scenario and telling what is not as expected."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from seti_sim.components.loader import load_tables
from seti_sim.components.schema_base import ComponentError
from seti_sim.engine.apply import apply_legal
from seti_sim.engine.errors import ERROR_TEXTS
from seti_sim.engine.frames import F_MOVE
from seti_sim.engine.legal import legal_moves
from seti_sim.engine.moves import K_END_TURN, K_EXCHANGE, K_PLACE, K_STEP
from seti_sim.engine.state import move_list
from seti_sim.engine.text import MoveImpossibleError, MoveTextError, move_text, parse_move
from seti_sim.engine.validate import CHECKS
from seti_sim.scenario.build import build_game
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.files import Scenario, Step, load_scenario
from seti_sim.scenario.view import Shown, normal, view
from seti_sim.scenario.words import did_you_mean

MOST_FORCED: Final = 60
MOST_SHOWN: Final = 12
_PREFIX: Final = re.compile(r"(\d): (.+)")


@dataclass
class Position:
    """A game with its tables and room for the list of legal moves."""

    game: Any
    tables: Any
    moves: Any

    def legal(self) -> list[Any]:
        """The legal moves."""
        return [move.copy() for move in self.moves.list[: legal_moves(self.game, self.tables, self.moves)]]

    def own(self) -> list[Any]:
        """The legal moves without free actions."""
        return [move for move in self.legal() if not self._is_free(int(move.kind))]

    def texts(self, moves: list[Any]) -> list[str]:
        """Moves as text."""
        return [move_text(self.game, self.tables, move) for move in moves]

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self._frame.player)

    @property
    def _frame(self) -> Any:
        return self.game.frames[max(int(self.game.n_frames) - 1, 0)]

    def _is_free(self, kind: int) -> bool:
        return K_PLACE <= kind <= K_EXCHANGE and not (kind == K_STEP and self._frame.op == F_MOVE)


def check_scenario(source: str | Path | Scenario) -> list[str]:
    """Play a scenario (a file, or one already read) and return one line for everything that is not as expected.

    Raises ScenarioError, one line, for a file that is damaged or names unknown paths, cards or moves.
    """
    scenario = source if isinstance(source, Scenario) else load_scenario(source)
    try:
        return list(_check(scenario))
    except ScenarioError as error:
        place = "" if isinstance(source, Scenario) else f"{source}: "
        raise ScenarioError(f"{place}{error}") from None


def _check(scenario: Scenario) -> Iterator[str]:
    position = build_position(scenario)
    sound = [check for check in CHECKS if not list(check(position.game, position.tables))]
    for number, step in enumerate(scenario.steps, 1):
        place = f"step {number}: " if len(scenario.steps) > 1 else ""
        before = view(position.game, position.tables)
        try:
            stopped = play(position, step)
            lines = [stopped] if stopped else list(_compare_step(position, step, before))
        except ScenarioError as error:
            raise ScenarioError(f"{place}{error}") from None
        yield from (place + line for line in lines)
        if stopped:
            return
        for check in sound:
            yield from (f"{place}broken: {line}" for line in check(position.game, position.tables))


def build_position(scenario: Scenario) -> Position:
    """The position a scenario starts from."""
    try:
        tables = load_tables(scenario.overrides).record
    except ComponentError as error:
        raise ScenarioError(f"tables: {error}") from None
    try:
        game = build_game(scenario.given, tables)
    except ScenarioError as error:
        raise ScenarioError(f"given: {error}") from None
    return Position(game, tables, move_list())


# ------------------------------------------------------------------ moves
def play(position: Position, step: Step) -> str:
    """Apply the moves of a step; return what stopped it, or nothing."""
    for number, text in enumerate(step.moves, 1):
        try:
            stopped = _play_one(position, text)
        except ScenarioError as error:
            raise ScenarioError(f"move {number}: {error}") from None
        if stopped:
            return f'move {number} "{text}": {stopped}'
        if position.game.error:
            return f'move {number} "{text}": {ERROR_TEXTS.get(int(position.game.error), "error")}'
    return ""


def _play_one(position: Position, text: str) -> str:
    """Apply one move, before it whatever is forced; return what stopped it."""
    seat, _ = _seat_and_move(text)
    here = ""
    for _ in range(MOST_FORCED):
        if position.game.over:
            return here or "the game is over"
        move = _find(position, text)
        if move is not None:
            apply_legal(position.game, position.tables, move)
            return ""
        here = here or _not_legal(position, seat)
        if not _apply_forced(position, seat):
            return here
    return here


def _seat_and_move(text: str) -> tuple[int, str]:
    """The seat a text begins with, -1 for none, and the rest."""
    match = _PREFIX.fullmatch(text.strip())
    return (int(match[1]), match[2]) if match else (-1, text)


def _find(position: Position, text: str) -> Any:
    """The legal move a text says, None if it is not legal here. Raises ScenarioError for a text that is no move."""
    seat, said = _seat_and_move(text)
    if seat not in (-1, position.seat):
        return None
    try:
        wanted = parse_move(position.game, position.tables, said)
    except MoveImpossibleError:
        return None
    except MoveTextError as error:
        raise ScenarioError(str(error)) from None
    except OverflowError:
        raise ScenarioError(f'unknown move "{said}": a number is too large') from None
    return next((move for move in position.legal() if tuple(move) == tuple(wanted)), None)


def _apply_forced(position: Position, seat: int) -> bool:
    """Take the only own option of the decision; the end of a turn only if another seat is to move."""
    own = position.own()
    if len(own) != 1 or (own[0].kind == K_END_TURN and seat in (-1, position.seat)):
        return False
    apply_legal(position.game, position.tables, own[0])
    return True


def _not_legal(position: Position, seat: int) -> str:
    texts = position.texts(position.own())
    shown = ", ".join(texts[:MOST_SHOWN]) + (", ..." if len(texts) > MOST_SHOWN else "")
    who = (
        f"seat {position.seat} decides" if seat in (-1, position.seat) else f"seat {position.seat}, not {seat}, decides"
    )
    return f"not legal; {who}, own options: {shown}"


# ------------------------------------------------------------------ comparison
def _compare_step(position: Position, step: Step, before: Mapping[str, Shown]) -> Iterator[str]:
    """Everything that is not as a step expects."""
    after = view(position.game, position.tables)
    for key, wanted in (("expect", step.expect), ("changed", step.changed or {})):
        for path in wanted:
            if path not in after:
                raise ScenarioError(f'{key}: unknown path "{path}"{did_you_mean(path, after)}')
    yield from compare(step, before, after)
    yield from compare_moves(position, step)


def compare(step: Step, before: Mapping[str, Shown], after: Mapping[str, Shown]) -> Iterator[str]:
    """Differences between what a step expects and the position."""
    for path, wanted in step.expect.items():
        yield from _compare_path(path, wanted, before, after)
    if step.changed is None:
        return
    for path, wanted in step.changed.items():
        yield from _compare_path(path, wanted, before, after)
    for path, shown in after.items():
        if shown.entry.derived or path in step.changed or path in step.expect:
            continue
        if normal(shown.entry, shown.value) != normal(shown.entry, before[path].value):
            yield f"{path} changed from {before[path].value} to {shown.value}"


def _compare_path(path: str, wanted: Any, before: Mapping[str, Shown], after: Mapping[str, Shown]) -> Iterator[str]:
    shown = after[path]
    value = _with_spaces(wanted, after) if path.endswith(".probes") else wanted
    was = before[path].value
    if path.startswith("sector.") and isinstance(wanted, list):
        value = [_marker(item) for item in wanted]
        kept = after[path.replace("sector.", "kept.", 1)].value
        for seat in value:
            if f"kept {seat}" in wanted and kept != seat:
                yield f"{path} has no kept marker of seat {seat} alone"
    if isinstance(was, int) and isinstance(wanted, str) and re.fullmatch(r"[+-]\d+", wanted):
        value = was + int(wanted)
    if normal(shown.entry, value) != normal(shown.entry, shown.value):
        more = f" ({wanted})" if value != wanted else ""
        yield f"{path} is {shown.value}, expected {value}{more}"


def _marker(item: Any) -> Any:
    """The seat of a marker, kept or not."""
    match = re.fullmatch(r"kept (\d)", str(item))
    return int(match[1]) if match else item


def _with_spaces(wanted: Any, after: Mapping[str, Shown]) -> Any:
    """A list of spaces in which planets are replaced by the spaces that hold them now."""
    if not isinstance(wanted, list):
        return wanted
    return [after[f"planet.{item}"].value if f"planet.{item}" in after else item for item in wanted]


def compare_moves(position: Position, step: Step) -> Iterator[str]:
    """Moves that should be legal or not, and the exact own options, at the end of a step."""
    for text in step.legal:
        if _find_expected(position, "legal", text) is None:
            yield f'"{text}" should be legal, but is not; own options: {", ".join(position.texts(position.own()))}'
    for text in step.illegal:
        if _find_expected(position, "illegal", text) is not None:
            yield f'"{text}" should not be legal, but is'
    if step.options is None:
        return
    options = set(position.texts(position.own()))
    for text in sorted(options - set(step.options)):
        yield f'"{text}" is an own option, but not expected'
    for text in sorted(set(step.options) - options):
        yield f'"{text}" should be an own option, but is not'


def _find_expected(position: Position, key: str, text: str) -> Any:
    """The legal move that a text of ``expect`` says, None if it is not legal."""
    try:
        return _find(position, text)
    except ScenarioError as error:
        raise ScenarioError(f"expect: {key}: {error}") from None
