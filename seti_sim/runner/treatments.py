"""What an experiment does to a seat, from words to records: given, forbidden, dealt, withheld, or priced differently.

``give credit:1``, ``give tech:probe_1``, ``forbid action:scan``, ``forbid tech:probe_1``, ``forbid card:39``,
``forbid gold:tech``, ``forbid species:exertians``, ``deal card:39``, ``withhold card:39``, ``price cards.39.cost=0``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seti_sim.components.loader import Tables, with_program
from seti_sim.components.names import GOLD_TILES, TECHS
from seti_sim.components.opcodes import SPECIES
from seti_sim.components.show import find_card
from seti_sim.components.tables import N_MAIN_CARDS, TABLES
from seti_sim.engine.state import A_PASS, ACTIONS, FORBID_ACTION, FORBID_GOLD, FORBID_TECH, N_ROUNDS
from seti_sim.engine.treatments import new_treatment
from seti_sim.runner.errors import PlanError, in_range

KINDS: Final = {
    "give": ("tech", "an effect"),
    "forbid": ("tech", "action", "card", "gold", "species"),
    "deal": ("card",),
    "withhold": ("card",),
}
"""What each kind of treatment can be about."""
TECH_BITS: Final = {name: 1 << (FORBID_TECH + number) for number, name in enumerate(TECHS)}
ACTION_BITS: Final = {name: 1 << (FORBID_ACTION + number) for number, name in enumerate(ACTIONS) if number != A_PASS}
GOLD_BITS: Final = {name: 1 << (FORBID_GOLD + number) for number, name in enumerate(GOLD_TILES)}


@dataclass(frozen=True)
class Treatment:
    """A treatment in words: its kind, what it is about, and from which round a thing is given."""

    kind: str
    what: str
    round_number: int = 1

    @property
    def name(self) -> str:
        """As in ``give credit:1, round 2``."""
        rounds = f", round {self.round_number}" if self.kind == "give" else ""
        return f"{self.kind} {self.what}{rounds}"


@dataclass(frozen=True)
class Treated:
    """A treatment ready to be played: the box of all, the box that the treated seat decides by, and the record."""

    tables: Tables
    own: Any
    record: Any


def prepare(treatment: Treatment, tables: Tables) -> Treated:
    """Turn the words of a treatment into records. Raises :class:`PlanError` or ComponentError, one line."""
    if treatment.kind not in KINDS:
        raise PlanError(f"unknown treatment {treatment.kind!r}; expected one of {', '.join(KINDS)}")
    sort, sign, name = treatment.what.partition(":")
    if treatment.kind == "give":
        return _given(treatment, tables, sort, name)
    if not sign or sort not in KINDS[treatment.kind]:
        kinds = ", ".join(f"{kind}:NAME" for kind in KINDS[treatment.kind])
        raise PlanError(f"can't {treatment.kind} {treatment.what!r}; expected one of {kinds}")
    if sort == "card":
        return _of_card(treatment.kind, tables, name)
    if sort == "species":
        return Treated(tables, tables.record, new_treatment(species=SPECIES.index(_known("species", name, SPECIES))))
    bits = {"tech": TECH_BITS, "action": ACTION_BITS, "gold": GOLD_BITS}[sort]
    return Treated(tables, tables.record, new_treatment(forbidden=bits[_known(sort, name, tuple(bits))]))


def _given(treatment: Treatment, tables: Tables, sort: str, name: str) -> Treated:
    """A technology, or whatever an effect of the notation gives: ``credit:1`` is written for ``credit 1``."""
    rounds = in_range("round", treatment.round_number, 1, N_ROUNDS)
    if sort == "tech" and name in TECHS:
        return Treated(tables, tables.record, new_treatment(round_number=rounds, tech=TECHS.index(name)))
    if sort == "tech" and name:
        _known("tech", name, TECHS)
    text = f"{sort} {name}" if name.isdigit() else treatment.what
    if int(tables.record.rounds) < rounds:
        raise PlanError(f"round {rounds}: this box has {int(tables.record.rounds)} rounds")
    box, program = with_program(tables, [text])
    return Treated(box, box.record, new_treatment(round_number=rounds, program=program))


def _of_card(kind: str, tables: Tables, label: str) -> Treated:
    number = find_card(label)
    if kind == "forbid":
        own = np.zeros(1, TABLES)
        own[0] = tables.record
        own[0]["cards"]["supported"][number] = 0
        return Treated(tables, own[0], new_treatment())
    if number >= N_MAIN_CARDS + (2 if tables.record.use_promos else 0):
        raise PlanError(f"card {label} is never dealt into an opening hand")
    return Treated(tables, tables.record, new_treatment(**{"dealt" if kind == "deal" else "withheld": number}))


def _known(sort: str, name: str, names: Sequence[str]) -> str:
    if name not in names:
        raise PlanError(f"unknown {sort} {name!r}; expected one of {', '.join(names)}")
    return name
