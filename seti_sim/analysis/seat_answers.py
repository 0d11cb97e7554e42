"""What the first page says of seats beside the findings: by how much, why, and what would make them fair."""

from collections.abc import Sequence
from typing import Final

from seti_sim.analysis.content import Answer
from seti_sim.analysis.estimate import Estimate, Label
from seti_sim.analysis.load import Run
from seti_sim.analysis.names import ORDINALS, equal_share, listed
from seti_sim.analysis.significance import Test
from seti_sim.analysis.starting_points import StartingPoints, starting_points

STRICT: Final = 0.001
"""Level of the test of equal win shares without the starting points, a question beside all others of a report."""


def seat_answers(
    run: Run, label: Label, wins: Sequence[Estimate], handicap: Sequence[Estimate], test: Test | None
) -> tuple[Answer, ...]:
    """The lines of the block on seats; none where too few games were played to compare the places."""
    if test is None or not all(figure.defined for figure in wins):
        return ()
    cause = starting_points(run, label)
    gaps = [(figure.value or 0.0) - 1 / run.players for figure in wins]
    seat = max(range(run.players), key=lambda s: abs(gaps[s]))
    why = (explained(cause, seat, gaps[seat]), unexplained(cause))
    fair = (_fair(run, handicap, needed=True), _fair(run, handicap, needed=False))
    return (
        Answer("seats", "By how much", f"Win shares: {_listed(run, wins)}; {test.text} for equal shares", label),
        Answer("seats", "Why", why[0], "description", "seats", why[1]),
        Answer("seats", "What would make it fair", fair[0], label, "seats", fair[1]),
    )


def _listed(run: Run, wins: Sequence[Estimate]) -> str:
    return ", ".join(
        f"{ORDINALS[s]} player {figure.text} ({figure.interval_text}; lift {figure.lift(run.players)})"
        for s, figure in enumerate(wins)
    )


def explained(cause: StartingPoints, seat: int, gap: float) -> str:
    """What the starting points have to do with a gap in win shares: what was tested and how it came out."""
    if not cause.differ:
        return "All players start with the same points, so these explain no difference; no other cause was tested"
    found = {
        "all": "The starting points account for it",
        "open": "The starting points account for a part of it; whether anything else does is inconclusive",
        "part": "The starting points account for a part of it",
        "against": "The starting points are no cause, they make the gap smaller",
        "none": "Tested, and no cause is demonstrable in the starting points",
    }[cause.verdict(seat, gap)]
    return f"{found}: {_without(cause)}"


def unexplained(cause: StartingPoints) -> str:
    """The same where the places win equally often."""
    if not cause.differ or cause.test is None or cause.test.p_value > STRICT:
        return "No difference to explain"
    best = max(range(len(cause.without)), key=lambda s: cause.without[s].value or 0.0)
    even = "No difference to explain; the starting points even the places out, without them the "
    return f"{even}{ORDINALS[best]} player would be ahead: {_without(cause)}"


def _without(cause: StartingPoints) -> str:
    shares = listed([figure.text for figure in cause.without])
    test = f" ({cause.test.text})" if cause.test is not None else ""
    return f"with the starting points left out of the final scores, as played, the places win {shares}{test}"


def _fair(run: Run, handicap: Sequence[Estimate], *, needed: bool) -> str:
    if not handicap[-1].defined:
        return "No handicap can be estimated from these games"
    points = listed(
        [f"{ORDINALS[s]} player {figure.text} ({figure.interval_text})" for s, figure in enumerate(handicap) if s]
    )
    given = "points on top of the starting points, against the first player"
    if needed:
        start = f"With these {given}, all would win {equal_share(run.players)} if nobody played differently for them"
        return f"{start}: {points}"
    return f"No difference is demonstrable, so no handicap is called for; estimated {given}: {points}"
