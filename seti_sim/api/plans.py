"""From the arguments of the Python interface to a plan, with the runner's own checks."""

from collections.abc import Sequence
from os import PathLike
from typing import Any

from seti_sim.runner.plan import RunPlan, make_plan

PathText = str | PathLike[str]


def plan_of(strategies: Sequence[PathText], **given: Any) -> RunPlan:
    """The plan of the arguments that are given (not None); paths may be path objects.

    Raises ``PlanError``, one line that names the argument.
    """
    values = {name: value for name, value in given.items() if value is not None}
    if "species" in values:
        values["species"] = tuple(values["species"])
    if "variant" in values:
        values["variant"] = str(values["variant"])
    return make_plan(strategies=[str(name) for name in strategies], **values)
