"""The arms of a comparison of boxes: the base, every variant, and variants with strategies tuned for them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from seti_sim.components.loader import load_variant, number_override
from seti_sim.components.paths import combined
from seti_sim.components.schema_base import ComponentError
from seti_sim.policies.strategies import Strategy
from seti_sim.runner.arms import Arm, Arms
from seti_sim.runner.errors import PlanError
from seti_sim.runner.inputs import Inputs, tables_of

BASE: Final = "base"


def overrides_of(word: str, base: Mapping[str, Any]) -> dict[str, Any]:
    """The overrides of a variant: a file, a name, or one number as ``actions.launch.credit=3``.

    Raises ComponentError or :class:`PlanError`, one line.
    """
    path, sign, value = word.partition("=")
    if not sign or os.path.lexists(word):
        return load_variant(word)
    number = value.strip()
    if not (number.removeprefix("-").isascii() and number.removeprefix("-").isdigit() and len(number) < 7):
        raise PlanError(f"{word!r}: {number!r} is no whole number; write a value as in actions.launch.credit=3")
    return number_override(path.strip(), int(number), base)


def in_box(inputs: Inputs, name: str, change: Mapping[str, Any]) -> Inputs:
    """The same games in the box of the base with further overrides, called ``name``.

    Raises ComponentError where both set one value, or the box cannot be.
    """
    base = inputs.variant or {}
    both = combined(base, change, f"variant {inputs.plan.variant}", f"variant {name}")
    word = name if inputs.plan.variant is None else f"{inputs.plan.variant}+{name}"
    plan = inputs.plan.model_copy(update={"variant": word})
    return replace(inputs, plan=plan, tables=tables_of(plan, both), variant=both)


def box_arms(inputs: Inputs, words: Sequence[str]) -> list[Arm]:
    """One arm for each variant, in the order given. Raises :class:`PlanError` for none, or for one that is repeated."""
    if not words:
        raise PlanError("name a variant: a file, one that comes with the program, or PATH=VALUE")
    for word in words:
        if words.count(word) > 1:
            raise PlanError(f"variant {word} is there twice")
    return [Arm(word, in_box(inputs, word, _change(word, inputs))) for word in words]


def _change(word: str, inputs: Inputs) -> dict[str, Any]:
    try:
        return overrides_of(word, inputs.variant or {})
    except ComponentError as error:
        raise ComponentError(f"variant {word}: {error}") from None


def whatif_arms(inputs: Inputs, arms: Sequence[Arm]) -> Arms:
    """The base and some arms."""
    return Arms("whatif", (Arm(BASE, inputs), *arms))


def retuned(arm: Arm, strategy: Strategy) -> Arm:
    """The box of an arm, played by a strategy that was tuned for it at every seat."""
    plan = arm.inputs.plan
    inputs = replace(arm.inputs, strategies=(strategy,), codes=(0,) * plan.players)
    return Arm(f"{arm.name}, retuned", inputs)
