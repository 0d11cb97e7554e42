"""How often the first page of a report says something false: real games in which nothing has to do with the outcome.

The outcomes of a run (scores, places, wins, points by source and round) are dealt out anew: games exchange them, and
the seats within a game. Whatever a report then says of seats, species, technologies, strategies or cards is false; what
it says of the outcomes among themselves (who leads wins, where points come from) and of how much things are used stays
true, and is checked against all games of the line-up together.

``python -m tests.null_reports FOLDER...`` takes run folders of ``seti-sim run`` and prints a line for each report with
something false, then the share of such reports. ``docs/measurements.md`` says how the folders were made.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from seti_sim.analysis.dead_content import HARDLY, judged, uses
from seti_sim.analysis.headlines import Headline, family_of
from seti_sim.analysis.load import Run, open_run, settings
from seti_sim.analysis.sections import analyse

OUTCOMES = ("score", "place", "winners")
PREFIXES = ("score_r", "place_r", "points_")
OF_GAMES = ("winners", "top_score", "margin")
STAYS_TRUE = ("points", "flow")
"""Families of findings on the outcomes among themselves."""
FALSE_WORDS = ("account for", "even the places out", "With these points", "NULL EXPERIMENT FAILED")
FALSE_QUESTIONS = (("species", "Why"), ("technologies", "Where the points come from"))


def without_causes(run: Run, seed: int) -> Run:
    """The run with its outcomes dealt out to other games and seats."""
    (games, seats, cards) = (run.table(name).collect() for name in ("games", "seats", "cards"))
    rng = np.random.default_rng(seed)
    order = rng.permutation(run.games)
    places = rng.permuted(np.tile(np.arange(run.players), (run.games, 1)), axis=1)
    rows = (order[:, None] * run.players + places).ravel()
    names = [name for name in seats.columns if name in OUTCOMES or name.startswith(PREFIXES)]
    seats = seats.with_columns(seats[name].gather(rows) for name in names)
    games = games.with_columns(games[name].gather(order) for name in OF_GAMES)
    part = replace(run.parts[0], first=0, count=run.games, games=games, seats=seats, cards=cards)
    return replace(run, parts=(part,))


def false_lines(run: Run, unused: frozenset[str]) -> Iterator[str]:
    """What the first page of a run without causes says although it is false; ``unused`` are truly hardly used."""
    (found,) = analyse([run])
    for line in found.headlines:
        if false(line):
            yield line.text
    for use in judged(list(uses(run))):
        if use.dead and use.name not in unused:
            yield f"hardly used: {use.name} {use.share}"


def false(line: Headline) -> bool:
    """Whether a line claims something where there is nothing."""
    if line.finding is not None:
        return line.finding.significant and family_of(line.finding) not in STAYS_TRUE
    return any(word in line.text for word in FALSE_WORDS) or (line.block, line.question) in FALSE_QUESTIONS


def main(folders: Sequence[Path]) -> None:
    """Print the reports that say something false, and their share."""
    runs = [open_run(folder) for folder in folders]
    truths = {}
    for pooled in settings(runs):
        truths[pooled.manifest.by_seat] = frozenset(
            use.name for use in uses(pooled) if (use.share.value or 0.0) < HARDLY
        )
    wrong = 0
    for number, run in enumerate(runs):
        lines = list(false_lines(without_causes(run, number), truths[run.manifest.by_seat]))
        wrong += bool(lines)
        for line in lines:
            print(f"{run.name}: {line}", flush=True)
        if (number + 1) % 10 == 0:
            print(f"{number + 1} reports, {wrong} of them with a false line", flush=True)
    print(f"{wrong} of {len(runs)} reports ({wrong / len(runs):.1%}) say something false on the first page")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    main(parser.parse_args().folders)
