"""Facts that the engine knows in one form only: the form is checked here and its numbers are read out.

The lasting effects of technologies are such facts. Their numbers may be changed by a variant, their wording may not.
"""

import re
from collections.abc import Sequence

from seti_sim.components import words as w
from seti_sim.components.grammar import parse_effect
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.schema_board import TechStack, Trade
from seti_sim.components.syntax import Simple

SAMPLES_PER_PLANET = 3
_N = r"([0-9]+)"
_LASTING = {
    "probe_1": (f"limit probes {_N}",),
    "probe_2": (f"when visits asteroids: publicity {_N}", f"asteroid_exit {_N}"),
    "probe_3": (f"land_cost -{_N}",),
    "probe_4": ("land_on moons",),
    "telescope_1": (r"replace signal earth 1: or\(signal earth 1; signal beside:earth 1\)",),
}
_SCAN_EXTRA = {
    "telescope_2": (f"may: pay publicity {_N} -> signal planet:mercury 1",),
    "telescope_3": ("signal hand 1",),
    "telescope_4": (rf"or\(may: pay energy {_N} -> launch 1; move {_N}\)",),
}


def lasting(stack: TechStack) -> list[int]:
    """The numbers in the lasting effects and scan additions of a technology, in reading order."""
    where = f"board.toml: tech.stack {stack.id}"
    return _numbers(stack.lasting, _LASTING.get(stack.id, ()), f"{where}: lasting") + _numbers(
        stack.scan_extra, _SCAN_EXTRA.get(stack.id, ()), f"{where}: scan_extra"
    )


def _numbers(lines: Sequence[str], forms: Sequence[str], where: str) -> list[int]:
    """The numbers of lines that must have the given forms."""
    if len(lines) != len(forms):
        raise ComponentError(f"{where}: {len(lines)} lines in place of {len(forms)}")
    numbers: list[int] = []
    for line, form in zip(lines, forms, strict=True):
        match = re.fullmatch(form, line)
        if match is None:
            raise ComponentError(f'{where}: "{line}" is a form that is not implemented')
        numbers.extend(int(group) for group in match.groups())
    return numbers


def move_energy(trade: Trade) -> int:
    """The energy that buys one move point."""
    _expect_gain(trade, "move 1", "move_from_energy")
    return plain_cost([trade.pay], "energy")


def card_publicity(trade: Trade) -> int:
    """The publicity that buys one card."""
    _expect_gain(trade, "card 1", "buy_card")
    return plain_cost([trade.pay], "publicity")


def _expect_gain(trade: Trade, gain: str, key: str) -> None:
    """The free actions buy one thing each."""
    if trade.gain != gain:
        raise ComponentError(f'board.toml: free_actions.{key}: only gain = "{gain}" is implemented')


def plain_gain(effects: Sequence[str], resource: str) -> int:
    """The amount of a list that is empty or a gain of one resource."""
    return plain_cost(effects, resource)


def plain_cost(effects: Sequence[str], resource: str) -> int:
    """The amount of a cost in one resource: 0 for no cost."""
    found, amount = price(effects)
    if found not in (-1, w.RESOURCES.index(resource)):
        raise ComponentError(f'"{effects[0]}": only an amount of {resource} is implemented here')
    return amount


def price(effects: Sequence[str]) -> tuple[int, int]:
    """Resource and amount of a list of at most one effect; resource -1 for an empty list."""
    if not effects:
        return -1, 0
    effect = parse_effect(effects[0])
    if len(effects) > 1 or not isinstance(effect, Simple) or effect.op != w.GAIN:
        raise ComponentError(f'"{", ".join(effects)}": only an amount of one resource is implemented here')
    return effect.a, effect.b


def token_number(token_from: str | None) -> int:
    """-1 for a space without token, 0 for a token from set-up, n for the token of delivery n."""
    if token_from is None:
        return -1
    if token_from == "setup":
        return 0
    match = re.fullmatch(r"delivery ([1-6])", token_from)
    if match is None:
        raise ComponentError(f'aliens.toml: unknown token_from "{token_from}"')
    return int(match[1])
