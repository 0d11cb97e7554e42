"""Which part of a difference in score is the largest: the difference of a species or a technology by source."""

from collections.abc import Sequence

from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import outstanding

HALF = 0.5


def main_part(titles: Sequence[str], parts: Sequence[Estimate], whole: Estimate) -> str:
    """A sentence on the parts that sum to ``whole``: the largest if it is demonstrably the largest, else that none is.

    Args:
        titles: of the sources of points.
        parts: difference in points of each source.
        whole: difference in the final score.
    """
    best = outstanding(list(parts))
    if best is None or whole.value is None or parts[best].value is None:
        return "no single source of points is demonstrably the largest part"
    part, of = parts[best], whole.text
    if (part.value or 0.0) * whole.value < 0:
        return f"the largest change, in {_lower(titles[best])} ({part.text}), runs against the whole ({of})"
    share = (part.value or 0.0) / whole.value
    word = "most of it" if share > HALF else "the largest part"
    return f"{word} comes from {_lower(titles[best])}: {part.text} ({part.interval_text}) of {of} points"


def _lower(title: str) -> str:
    return title[0].lower() + title[1:]
