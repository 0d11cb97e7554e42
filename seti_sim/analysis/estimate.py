"""The one type that carries a figure: :class:`Estimate`, and how it is written.

Tables and charts accept nothing else, so no number is shown without its error, its sample and its meaning. The digits
shown are limited by the Monte Carlo error: the last one is the first digit of the standard error.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from math import floor, isfinite, log10
from typing import Final, Literal

Label = Literal["effect", "association", "description"]
"""``effect``: of something drawn or assigned at random; ``association``: of something the players chose, or that
follows from how well they did; ``description``: a level, which compares nothing."""

LABELS: Final[tuple[Label, ...]] = ("effect", "association", "description")
Z95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
CONFIDENCE: Final = 0.95
MISSING: Final = "-"
MINUS: Final = "\N{MINUS SIGN}"
MAX_DECIMALS: Final = 4
TOO_FEW: Final = "too few games"
"""Method of a figure that is left out for its sample."""
NOTHING: Final = "nothing to estimate"
"""Method of a difference where the outcome does not vary, or the model explains all of it."""
NO_SPREAD: Final = "no spread"
"""Method of a figure that is the same in all its games or blocks: these say nothing about its error."""
RELIABLE: Final = 12
"""Digits of a figure that do not depend on the order in which it was computed."""
SLACK: Final = 1e-9
"""What rounding may add to a figure."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What a figure counts and how it is written: ``value * scale`` with ``suffix``, always signed for differences.

    ``low`` and ``high`` are the ends of what is possible, ``None`` where there is none; no interval runs past them.
    """

    name: str
    scale: float = 1.0
    suffix: str = ""
    signed: bool = False
    low: float | None = None
    high: float | None = None

    def holds(self, value: float) -> bool:
        """Whether a figure of the unit can have this value."""
        return (self.low is None or value >= self.low - SLACK) and (self.high is None or value <= self.high + SLACK)


NBSP: Final = "\N{NO-BREAK SPACE}"
SHARE: Final = Unit("share", 100.0, f"{NBSP}%", low=0.0, high=1.0)
WIN_SHARE: Final = Unit("win share", 100.0, f"{NBSP}%", low=0.0, high=1.0)
"""Of games won, ties split: beside it stands its lift, the multiple of an equal share."""
SHARE_DIFFERENCE: Final = Unit("percentage points", 100.0, f"{NBSP}pp", signed=True, low=-1.0, high=1.0)
SHARE_SUM: Final = Unit("percentage points", 100.0, f"{NBSP}pp", signed=True)
"""Sums and differences of several shares, and slopes: these can exceed a whole."""
POINTS: Final = Unit("points", low=0.0)
POINTS_OR_LOSS: Final = Unit("points")
"""Of sources that can also cost points."""
COSTLY: Final = ("exertian_end", "species_other")
"""Sources that can cost points."""
POINTS_DIFFERENCE: Final = Unit("points difference", signed=True)
ROUND: Final = Unit("round", low=1.0, high=5.0)
COUNT: Final = Unit("count", low=0.0)
COUNT_DIFFERENCE: Final = Unit("count difference", signed=True)
RATING: Final = Unit("Elo points", signed=True)


def points_from(source: str) -> Unit:
    """The unit of points of a source."""
    return POINTS_OR_LOSS if source in COSTLY else POINTS


def ranked(last: int) -> Unit:
    """The unit of a place or rank from 1 to ``last``."""
    return Unit("place", low=1.0, high=float(last))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval.

    Attributes:
        value: the point estimate in the unit's base scale (a share is 0 to 1); ``None`` if undefined (0/0).
        low, high: ends of the 95 % interval; ``None`` exactly when ``value`` is.
        n: number of independent observations behind it, mostly games.
        unit: what it counts.
        of: whose number of what total, for example ``"games of the first player"``.
        label: effect, association or description.
        method: the interval's method, as named in ``docs/statistics.md``.
        error: the standard error where the method knows it apart from the interval, which may be lopsided or cut.

    Raises:
        ValueError: for an interval that does not contain its value, a negative ``n`` or half an undefined figure.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    unit: Unit
    of: str
    label: Label = "description"
    method: str = ""
    error: float | None = None

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError(f"{self.of}: a sample cannot have {self.n} members")
        if self.label not in LABELS:
            raise ValueError(f"{self.of}: unknown label {self.label!r}")
        if self.error is not None and not (isfinite(self.error) and self.error > 0 and self.value is not None):
            raise ValueError(f"{self.of}: a standard error cannot be {self.error}")
        if self.value is None or self.low is None or self.high is None:
            if (self.value, self.low, self.high) != (None, None, None):
                raise ValueError(f"{self.of}: an estimate is defined as a whole or not at all")
            return
        if not all(map(isfinite, (self.value, self.low, self.high))):
            raise ValueError(f"{self.of}: not a finite estimate: {self.value} ({self.low}, {self.high})")
        slack = SLACK * max(1.0, abs(self.value))
        if not self.low - slack <= self.value <= self.high + slack:
            raise ValueError(f"{self.of}: {self.value} lies outside its interval ({self.low}, {self.high})")
        if self.unit.holds(self.value) and not (self.unit.holds(self.low) and self.unit.holds(self.high)):
            raise ValueError(f"{self.of}: no {self.unit.name} reaches from {self.low} to {self.high}")

    # ------------------------------------------------------------------ makers
    @classmethod
    def undefined(cls, unit: Unit, of: str, label: Label = "description", n: int = 0) -> "Estimate":
        """The figure 0/0: no observation to compute it from. Written ``-``."""
        return cls(None, None, None, n, unit, of, label)

    @classmethod
    def exact(cls, value: float, unit: Unit, of: str, n: int) -> "Estimate":
        """A count or another figure without sampling error: its interval is the figure itself."""
        return cls(value, value, value, n, unit, of, "description", "exact")

    @classmethod
    def nothing(cls, unit: Unit, of: str, label: Label = "association", n: int = 0) -> "Estimate":
        """A difference that is left out: nothing varies that it could explain. Written ``-``, with the reason."""
        return cls(None, None, None, n, unit, of, label, NOTHING)

    @property
    def suppressed(self) -> "Estimate":
        """Of the same question without an answer, for it would rest on too few games; ``n`` says on how many."""
        return replace(self, value=None, low=None, high=None, method=TOO_FEW, error=None)

    def relabel(self, label: Label) -> "Estimate":
        """The same figure under another label."""
        return replace(self, label=label)

    # ------------------------------------------------------------------ what it says
    @property
    def defined(self) -> bool:
        """Whether there was anything to compute it from."""
        return self.value is not None

    @property
    def half_width(self) -> float:
        """Half the length of the interval, in the base scale; 0 if undefined."""
        return 0.0 if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def standard_error(self) -> float:
        """Standard error as the method has it, else as the interval implies it: half width / 1.96."""
        return self.half_width / Z95 if self.error is None else self.error

    def lift(self, players: int) -> str:
        """A win share as a multiple of an equal one, with a digit more than its percentages: ``1.08``."""
        return MISSING if self.value is None else f"{self.value * players:.{self.decimals + 1}f}"

    def excludes(self, null: float) -> bool:
        """Whether the interval lies wholly on one side of ``null``."""
        return self.low is not None and self.high is not None and not self.low <= null <= self.high

    # ------------------------------------------------------------------ how it is written
    @property
    def decimals(self) -> int:
        """Decimals shown: up to the first digit of the standard error, none for an exact whole number."""
        error = self.standard_error * self.unit.scale
        if error <= 0.0:
            shown = (self.value or 0.0) * self.unit.scale
            return 0 if shown == round(shown) else 2
        return min(MAX_DECIMALS, max(0, -floor(log10(error))))

    def _write(self, number: float | None) -> str:
        if number is None:
            return MISSING
        exact = Decimal(f"{number * self.unit.scale:.{RELIABLE}g}")  # equal figures are written alike however computed
        rounded = exact.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        text = f"{rounded:{'+' if self.unit.signed else ''},.{self.decimals}f}"
        if not text.strip("+-0.,"):
            text = text.lstrip("+-")  # a rounded zero has no sign
        return text.replace("-", MINUS)

    @property
    def text(self) -> str:
        """The value alone, for example ``24.3 %``; ``-`` if undefined."""
        return self._write(self.value) + (self.unit.suffix if self.defined else "")

    @property
    def interval_text(self) -> str:
        """The interval alone, for example ``23.8 to 24.8``; ``-`` if undefined, empty if exact."""
        if not self.defined:
            return MISSING
        if self.method == "exact":
            return ""
        if self.method == NO_SPREAD:
            return f"no interval: the same in all {self.n:,}"
        return f"{self._write(self.low)} to {self._write(self.high)}"

    @property
    def full_text(self) -> str:
        """Value, interval and sample, for sentences and captions."""
        if not self.defined:
            return f"{MISSING} (n = {self.n:,})"
        if self.method == "exact":
            return self.text
        if self.method == NO_SPREAD:
            return f"{self.text} ({self.interval_text})"
        return f"{self.text} (95 % interval {self.interval_text}, n = {self.n:,})"

    def __str__(self) -> str:
        return self.full_text


def written(value: Estimate | str) -> str:
    """The text of a table cell: names are as they are, figures are written with their digits."""
    return value if isinstance(value, str) else value.text


def sort_key(value: Estimate | str) -> float | str:
    """What a table is sorted by: the number, undefined ones last."""
    if isinstance(value, str):
        return value
    return float("-inf") if value.value is None else value.value


def largest(estimates: list[Estimate], key: Callable[[Estimate], float]) -> Estimate | None:
    """The defined estimate with the largest ``key``, the first one among equals; ``None`` if there is none."""
    defined = [estimate for estimate in estimates if estimate.defined]
    return max(defined, key=key) if defined else None
