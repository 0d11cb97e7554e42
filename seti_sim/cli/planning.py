"""``seti-sim plan``: how many games a wanted precision takes."""

from pathlib import Path
from typing import Annotated, Final

import typer

from seti_sim.cli.contests import check_players
from seti_sim.cli.options import Players

MOST_A_SECOND: Final = 1_000_000_000


def plan(
    until: Annotated[
        list[str], typer.Option(help="Target precision; may be given more than once.", show_default=False)
    ],
    players: Players = 4,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Folder of seti-sim compare, duel or profile from which to estimate the variance."),
    ] = None,
    rate: Annotated[float | None, typer.Option(help="Games per second, to estimate the time.")] = None,
) -> None:
    r"""Estimate how many games a target precision needs.

    UNTIL is one of: win share \[S] +-D; difference D \[from S] \[at power P]; score +-D;
    score difference D \[at power P]; elo E0 E1. Shares and their differences are in percent, see docs/compare.md.
    """
    from seti_sim.analysis.blocks import open_blocks
    from seti_sim.analysis.planning import games_needed, spread_of
    from seti_sim.runner.errors import PlanError

    check_players(players)
    if rate is not None and not 0 < rate <= MOST_A_SECOND:
        raise PlanError(f"rate must be above 0 and at most {MOST_A_SECOND:,}, not {rate:g}")
    spread = None
    if source is not None:
        found = open_blocks(source, columns=["order", "score"])
        if found.players != players:
            raise PlanError(f"{source} holds games of {found.players} players, not of {players}; say --players")
        spread = spread_of(found.table(), str(source))
    for answer in [games_needed(question, players, spread) for question in until]:
        side = " a side" if answer.a_side else ""
        total = answer.games * (2 if answer.a_side else 1)
        time = "" if rate is None else f", {_duration(total / rate)} at {rate:g} games a second"
        print(f"{answer.games:,} games{side}: {answer.what}; assumed: {answer.assumed}{time}")


def _duration(seconds: float) -> str:
    """``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
