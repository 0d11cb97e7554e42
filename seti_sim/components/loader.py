"""Loading: component files, perhaps with the changes of a variant, into one read-only record of tables."""

import copy
import dataclasses
import functools
import hashlib
import os
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from seti_sim.components import names as lex
from seti_sim.components import opcodes
from seti_sim.components import tables as t
from seti_sim.components.build import Catalogue, Record, build_record, build_with_program, card_number
from seti_sim.components.grammar import parse_effect
from seti_sim.components.limits import check_effect
from seti_sim.components.paths import Number, combined, expanded, numbers, setting
from seti_sim.components.programs import Reader
from seti_sim.components.rulings import SWITCHES, chosen
from seti_sim.components.schema_aliens import Aliens
from seti_sim.components.schema_base import ComponentError, one_line
from seti_sim.components.schema_board import Board
from seti_sim.components.schema_cards import AlienCards, Cards
from seti_sim.toml_files import parse_toml, read_text

FILES: Final = ("board", "cards", "aliens", "alien_cards")
RULINGS_KEY: Final = "rulings"
UNSUPPORTED_OPS: Final[frozenset[int]] = frozenset()
UNSUPPORTED_SPECIES: Final[frozenset[int]] = frozenset()
Model = TypeVar("Model", bound=BaseModel)


@dataclasses.dataclass(frozen=True)
class Names:
    """Names by number: what the numbers of the record are called."""

    cards: tuple[str, ...]
    planets: tuple[str, ...]
    moons: tuple[str, ...]
    stars: tuple[str, ...]
    techs: tuple[str, ...]
    species: tuple[str, ...]
    gold: tuple[str, ...]


@dataclasses.dataclass(frozen=True, eq=False)
class Tables:
    """The box. ``record`` is a read-only scalar of dtype TABLES, ``hash`` the sha256 of its bytes in hex."""

    record: Record
    names: Names
    hash: str
    catalogue: Catalogue

    @functools.cached_property
    def reader(self) -> Reader:
        """Reads texts back out of the record."""
        return Reader(self.record)


def load_tables(overrides: Mapping[str, Any] | None = None) -> Tables:
    """The tables of the box, with the numbers of ``overrides`` in place of the printed ones.

    ``overrides`` has the shape of the files: ``{"board": {"actions": {"launch": {"credit": 3}}}}``. Tables are merged,
    all other values replaced. An entry of a list of tables is named by its id, as in
    ``{"cards": {"card": {39: {"cost": 1}}}}``. ``{"rulings": {"overflow": "last_resort"}}`` chooses how open points of
    the rules are read (:mod:`seti_sim.components.rulings`).
    Raises ComponentError, one line, for anything that is not in the notation, is unknown or is out of range.
    """
    return _load_default() if not overrides else _load(overrides)


def with_gold_sides(tables: Tables, sides: Sequence[int]) -> Tables:
    """The same box with the gold tiles laid on given sides: 0 = a, 1 = b, -1 = drawn at set-up, in their order.

    The hash stays: like the species of a run, the sides are a choice of the set-up and no other box.
    """
    record = np.zeros(1, t.TABLES)
    record[0] = tables.record
    record[0].gold_fixed[:] = sides
    record.flags.writeable = False
    return dataclasses.replace(tables, record=record[0])


def with_program(tables: Tables, effects: Sequence[str]) -> tuple[Tables, int]:
    """The same box with the program of some effects added, and its index: what an experiment gives to a seat.

    The hash stays, since no rule of the box reads that program. Raises ComponentError for effects that are not in the
    notation or that a game cannot hold.
    """
    for text in effects:
        try:
            check_effect(parse_effect(text))
        except ValueError as error:
            raise ComponentError(f"{text!r}: {error}") from None
    choices = {switch.name: int(tables.record.rulings[switch.name]) for switch in SWITCHES}
    built, program = build_with_program(tables.catalogue, choices, effects)
    record = np.zeros(1, t.TABLES)
    record[0] = tables.record
    for name in ("program", "event", "count", "condition"):
        record[name] = built[name]
    record.flags.writeable = False
    return dataclasses.replace(tables, record=record[0]), program


def load_variant(name: str | Path) -> dict[str, Any]:
    """The overrides of a variant: a file, or the name of one of those in the folder ``variants`` of this package.

    Several with ``+`` between are combined. Raises ComponentError for one that is not there or no TOML, and for a value
    that two of them set.
    """
    found: dict[str, Any] = {}
    before: list[str] = []
    for part in variant_parts(name):
        change = expanded(_load_one(part))
        found = combined(found, change, f"variant {' + '.join(before)}", f"variant {part}")
        before.append(part)
    return found


def variant_parts(name: str | Path) -> list[str]:
    """The variants that a word names: those between ``+``, unless the whole is the name of a file or of a variant."""
    word = str(name)
    return [word] if word in variant_names() or os.path.lexists(word) else word.split("+")


def _load_one(name: str) -> dict[str, Any]:
    known = variant_names()
    source = resources.files(__package__) / "variants" / f"{name}.toml" if str(name) in known else Path(name)
    missing = f'no variant "{name}": neither a file nor one of {", ".join(known)}'
    return parse_toml(read_text(source, name, ComponentError, missing), name, ComponentError)


def box_numbers(overrides: Mapping[str, Any] | None = None) -> list[Number]:
    """Every number of the box with its path, as printed or with some overrides."""
    return numbers(contents(overrides or {}))


def number_override(path: str, value: int, overrides: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The overrides that set one number, in a box with some overrides already.

    Raises ComponentError for an unknown path or a value out of range.
    """
    return setting(contents(overrides or {}), path, value)


def contents(overrides: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The component files as plain data, merged with their overrides, and not checked."""
    return {file: merged(_read(file), overrides.get(file, {}), file) for file in FILES}


def variant_names() -> list[str]:
    """The variants that come with the package."""
    folder = resources.files(__package__) / "variants"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def unsupported(tables: Tables) -> list[str]:
    """One line for every card and species that cannot be played yet."""
    cards = [
        f"card {card_label(number)} {name}: {', '.join(_unsupported_words(tables.reader, tables.record.cards[number]))}"
        for number, name in enumerate(tables.names.cards)
        if not tables.record.cards[number].supported
    ]
    species = [f"species {opcodes.SPECIES[number]}" for number in sorted(UNSUPPORTED_SPECIES)]
    return cards + species


def card_label(number: int) -> str:
    """What is printed on a card: 1-138, 901, 902, ET.1 to ET.55."""
    if number >= t.N_DECK_CARDS:
        return f"ET.{number - t.N_DECK_CARDS + 1}"
    return str(number + 1 if number < t.N_MAIN_CARDS else number - t.N_MAIN_CARDS + 901)


# ------------------------------------------------------------------ files
@functools.cache
def _load_default() -> Tables:
    return _load({})


@functools.cache
def _read(file: str) -> dict[str, Any]:
    """A component file as plain data; never changed by anybody."""
    text = (resources.files(__package__) / "data" / f"{file}.toml").read_text(encoding="utf-8")
    return parse_toml(text, file, ComponentError)


def _load(overrides: Mapping[str, Any]) -> Tables:
    """The tables with some overrides."""
    if "readings" in overrides:
        raise ComponentError(f"overrides: the table [readings] is now called [{RULINGS_KEY}]; rename it")
    for file in overrides:
        if file not in (*FILES, RULINGS_KEY):
            raise ComponentError(f'overrides: unknown key "{file}"; there are {", ".join(FILES)} and {RULINGS_KEY}')
    try:
        choices = chosen(overrides.get(RULINGS_KEY, {}))
    except ValueError as error:
        raise ComponentError(f"overrides: {error}") from None
    catalogue = Catalogue(
        board=_checked(Board, "board", overrides),
        cards=_checked(Cards, "cards", overrides),
        aliens=_checked(Aliens, "aliens", overrides),
        alien_cards=_checked(AlienCards, "alien_cards", overrides),
    )
    record = _read_only(_mark_unsupported(build_record(catalogue, choices)))
    return Tables(record, _names(catalogue), hashlib.sha256(record.tobytes()).hexdigest(), catalogue)


def _checked(model: type[Model], file: str, overrides: Mapping[str, Any]) -> Model:
    """One file, merged with its overrides and checked."""
    data, label = _read(file), f"{file}.toml"
    if file in overrides:
        data, label = merged(data, overrides[file], file), f"{file}.toml with overrides"
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise one_line(label, data, error) from None


def merged(base: Any, change: Any, path: str) -> Any:
    """``base`` with the values of ``change``; lists of tables that have ids may be changed entry by entry."""
    if isinstance(base, list) and isinstance(change, Mapping):
        return _merged_entries(base, change, path)
    if isinstance(base, Mapping) != isinstance(change, Mapping):
        raise ComponentError(f"overrides: {path}: {'a table' if isinstance(base, Mapping) else 'no table'} is wanted")
    if not isinstance(base, Mapping):
        return copy.deepcopy(change)
    result = dict(base)
    for name, value in change.items():
        key = str(name)
        result[key] = merged(base[key], value, f"{path}.{key}") if key in base else copy.deepcopy(value)
    return result


def _merged_entries(base: Sequence[Any], change: Mapping[Any, Any], path: str) -> list[Any]:
    """A list of tables with changes by id."""
    ids = [str(entry.get("id")) if isinstance(entry, Mapping) else None for entry in base]
    result = list(base)
    for key, value in change.items():
        if str(key) not in ids:
            raise ComponentError(f'overrides: {path}: unknown key "{key}"')
        place = ids.index(str(key))
        result[place] = merged(base[place], value, f"{path} {key}")
    return result


# ------------------------------------------------------------------ finishing
def _mark_unsupported(record: Record) -> Record:
    """Clear the flag of cards and species that the engine cannot play."""
    reader = Reader(record)
    for row in record.cards:
        row.supported = not _unsupported_words(reader, row)
    for number in UNSUPPORTED_SPECIES:
        record.species[number].supported = 0
    return record


def _unsupported_words(reader: Reader, row: Record) -> list[str]:
    """The instructions of a card that have no implementation."""
    programs = [row.effects, row.mission_gain, row.endgame, row.message_later, *row.triggers["gain"]]
    ops = set().union(*(reader.ops(int(program)) for program in programs))
    return [opcodes.OP_NAMES[op] for op in sorted(ops & UNSUPPORTED_OPS)]


def _read_only(record: Record) -> Record:
    """A copy of the record that is closed against changes, field by field."""
    whole = np.zeros(1, t.TABLES)
    whole[0] = record
    whole.flags.writeable = False
    return whole[0]


def _names(catalogue: Catalogue) -> Names:
    """The names of everything that has a number."""
    main = {card_number(card): card.name for card in catalogue.cards.card}
    return Names(
        cards=(*(main[number] for number in sorted(main)), *(card.name for card in catalogue.alien_cards.card)),
        planets=opcodes.PLANETS,
        moons=lex.MOONS,
        stars=lex.STARS,
        techs=lex.TECHS,
        species=opcodes.SPECIES,
        gold=lex.GOLD_TILES,
    )
