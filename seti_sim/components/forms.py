"""Facts that the engine knows in one form only: the form is checked here and its numbers are read out.

The lasting effects of technologies are such facts. Their numbers may be changed by a variant, their wording may not.
All functions raise NotationError, a ValueError, so that they can be used as validators.
"""

import re
from collections.abc import Sequence
from typing import Final

from seti_sim.components import opcodes
from seti_sim.components.grammar import parse_effect
from seti_sim.components.limits import PROBE_LIMIT
from seti_sim.components.syntax import NotationError, Simple

_GAP: Final = "{}"  # stands for a number
PROBES: Final = "limit probes {}"
_LASTING: Final = {
    "probe_1": (PROBES,),
    "probe_2": ("when visits asteroids: publicity {}", "asteroid_exit {}"),
    "probe_3": ("land_cost -{}",),
    "probe_4": ("land_on moons",),
    "telescope_1": ("replace signal earth 1: or(signal earth 1; signal beside:earth 1)",),
}
_SCAN_EXTRA: Final = {
    "telescope_2": ("may: pay publicity {} -> signal planet:mercury 1",),
    "telescope_3": ("signal hand 1",),
    "telescope_4": ("or(may: pay energy {} -> launch 1; move {})",),
}
# the fields of TABLES that hold those numbers, in reading order
TECH_NUMBERS: Final = {
    "probe_1": ("probe_limit_tech",),
    "probe_2": ("asteroid_publicity_tech", "asteroid_exit_tech"),
    "probe_3": ("land_tech_discount",),
    "telescope_2": ("mercury_publicity",),
    "telescope_4": ("launch_tech_energy", "launch_tech_move"),
}


def tech_numbers(tech: str, lasting: Sequence[str], scan_extra: Sequence[str]) -> list[int]:
    """The numbers in the lasting effects of a technology and in what it adds to Scan, in reading order."""
    return _numbers(lasting, _LASTING.get(tech, ())) + _numbers(scan_extra, _SCAN_EXTRA.get(tech, ()))


def tech_text(tech: str, numbers: Sequence[int]) -> str:
    """The lasting effects of a technology and what it adds to Scan, with these numbers."""
    parts = [*_LASTING.get(tech, ()), *(f"scan: {form}" for form in _SCAN_EXTRA.get(tech, ()))]
    return ", ".join(parts).format(*numbers)


def _numbers(lines: Sequence[str], forms: Sequence[str]) -> list[int]:
    """The numbers of lines that must have the given forms."""
    if len(lines) != len(forms):
        raise NotationError(f"{len(lines)} lines in place of {len(forms)}")
    numbers: list[int] = []
    for line, form in zip(lines, forms, strict=True):
        match = re.fullmatch(re.escape(form).replace(re.escape(_GAP), "([0-9]{1,2})"), line)
        if match is None:
            raise NotationError(f'"{line}" is a form that is not implemented')
        numbers.extend(int(group) for group in match.groups())
        if form == PROBES and numbers[-1] > PROBE_LIMIT:
            raise NotationError(f"{numbers[-1]} is more than a game can hold; at most {PROBE_LIMIT}")
    return numbers


def price(effects: Sequence[str]) -> tuple[int, int]:
    """Resource and amount of a list of at most one plain amount; resource -1 for an empty list."""
    if not effects:
        return -1, 0
    effect = parse_effect(effects[0])
    if len(effects) > 1 or not isinstance(effect, Simple) or effect.op != opcodes.GAIN:
        raise NotationError(f'"{", ".join(effects)}" is not an amount of one resource')
    return effect.a, effect.b


def amount_of(resource: str, effects: Sequence[str]) -> int:
    """The amount of a list that is empty or an amount of this resource."""
    found, amount = price(effects)
    if found not in (-1, opcodes.RESOURCES.index(resource)):
        raise NotationError(f'"{effects[0]}" is not an amount of {resource}')
    return amount


def token_number(origin: str | None) -> int:
    """-1 for a space without token, 0 for a token from set-up, n for the token of delivery n."""
    if origin is None:
        return -1
    if origin == "setup":
        return 0
    match = re.fullmatch(r"delivery ([1-6])", origin)
    if match is None:
        raise NotationError(f'"{origin}" is neither "setup" nor "delivery 1" to "delivery 6"')
    return int(match[1])
