"""What is left of numbers that cancel but for rounding: the one place that says how small that is.

Sums of products that should cancel leave about 1e-16 of their terms, and the root of such a variance 1e-8 of the spread
it belongs to. No whole numbers give so little: n blocks of which one differs by a unit have a standard error of 1/n.
Every comparison of a computed error, spread or difference with zero goes through here.
"""

from typing import Any, Final, overload

import numpy as np
from numpy.typing import NDArray

CANCELLED: Final = 1e-14
"""A sum below this share of its terms has cancelled."""
RESIDUE: Final = 1e-7
"""An error below this share of its figure's scale is none: the root of :data:`CANCELLED`."""


@overload
def without_residue(value: float, terms: float) -> float: ...
@overload
def without_residue(value: NDArray[Any], terms: NDArray[Any] | float) -> NDArray[np.float64]: ...
def without_residue(value: Any, terms: Any) -> Any:
    """``value``, and 0 where it is only what rounding left of ``terms``, the sum of the sizes of what was added."""
    found = np.where(np.abs(value) <= CANCELLED * np.abs(terms), 0.0, value)
    return found if isinstance(value, np.ndarray) else float(found)


def true_error(error: float, scale: float) -> float:
    """A standard error, or 0 where it is a residue of rounding beside the ``scale`` of its figure."""
    return 0.0 if abs(error) <= RESIDUE * abs(scale) else error


def same(value: float, other: float, scale: float = 1.0) -> bool:
    """Whether two figures differ by no more than rounding beside the larger of them and ``scale``."""
    return abs(value - other) <= CANCELLED * 100 * max(abs(value), abs(other), abs(scale))
