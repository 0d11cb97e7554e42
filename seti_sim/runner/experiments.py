"""The families of treatments that an experiment compares, and the arms that play them."""

from collections.abc import Sequence
from typing import Final

from seti_sim.components.names import GOLD_TILES, TECHS
from seti_sim.components.opcodes import SPECIES
from seti_sim.runner.arms import Arm, Arms
from seti_sim.runner.errors import PlanError
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.treatments import ACTION_BITS, Treatment, prepare

CONTROL: Final = "control"
NAMES: Final = {
    "tech": TECHS,
    "action": tuple(ACTION_BITS),
    "gold": GOLD_TILES,
    "species": SPECIES,
}
"""What ``--all`` of a sort means."""
PRICED: Final = {
    "credit": "credit 1",
    "energy": "energy 1",
    "data": "data 1",
    "publicity": "publicity 1",
    "card": "card 1",
    "move": "move 1",
    "signal": "signal any 1",
    "trace": "trace any 1",
    "technology": "tech any",
}
"""The things of the price list, each as an effect of the notation."""


def experiment_arms(
    inputs: Inputs, treatments: Sequence[Treatment], control: Treatment | None = None, names: Sequence[str] = ()
) -> Arms:
    """The control and one arm for each treatment, all on the same set-ups.

    Raises :class:`PlanError` for no treatment, or for one that is there twice.
    """
    labels = list(names) or [treatment.name for treatment in treatments]
    if not labels:
        raise PlanError("nothing to compare: name something or take --all")
    for label in labels:
        if labels.count(label) > 1:
            raise PlanError(f"{label} is there twice")
    arms = [_arm(CONTROL, inputs, control)]
    arms += [_arm(label, inputs, item) for label, item in zip(labels, treatments, strict=True)]
    return Arms("experiment", tuple(arms))


def _arm(name: str, inputs: Inputs, treatment: Treatment | None) -> Arm:
    return Arm(name, inputs, treatment, None if treatment is None else prepare(treatment, inputs.tables))


def of_all(kind: str, sort: str, names: Sequence[str], *, every: bool, round_number: int = 1) -> list[Treatment]:
    """Treatments of one kind for the names given, or for all of the sort."""
    if every and names:
        raise PlanError(f"name a {sort} or take --all, not both")
    return [Treatment(kind, f"{sort}:{name}", round_number) for name in (NAMES[sort] if every else names)]


def of_prices(names: Sequence[str], rounds: Sequence[int]) -> list[Treatment]:
    """One treatment for each thing of the price list, or of those named, and each round."""
    for name in names:
        if name not in PRICED:
            raise PlanError(f"unknown price {name!r}; expected one of {', '.join(PRICED)}")
    return [Treatment("give", PRICED[name], number) for name in (names or PRICED) for number in rounds]


def of_card(label: str) -> tuple[Treatment, Treatment]:
    """The control and the treatment of a card: withheld from the opening hand, and dealt into it."""
    return Treatment("withhold", f"card:{label}"), Treatment("deal", f"card:{label}")
