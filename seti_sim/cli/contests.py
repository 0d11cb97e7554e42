"""``seti-sim compare``: strategies against each other in blocks of games from the same set-ups."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from seti_sim.cli.options import (
    Games,
    Players,
    Quiet,
    Seed,
    Species,
    Strategies,
    Threads,
    Variant,
    command_line,
    folder_of,
    words,
)

if TYPE_CHECKING:
    from seti_sim.runner.blocks import BlockFolder

Out = Annotated[
    str | None,
    typer.Option(help="Folder, or a name below results; one that exists goes on.", show_default="compare-DATE"),
]


def compare(
    strategies: Strategies,
    games: Games = 2000,
    players: Players = 4,
    seed: Seed = 1,
    out: Out = None,
    threads: Threads = None,
    species: Species = "random,random",
    variant: Variant = None,
    quiet: Quiet = False,
) -> None:
    """Play strategies against each other, every set-up with all seat assignments, and say who is stronger.

    Two strategies play every balanced seat assignment of a set-up; three and more a balanced design, see
    docs/compare.md. A comparison that was stopped goes on with the same command.
    """
    from seti_sim.analysis.blocks import open_blocks
    from seti_sim.analysis.compare import comparison_section
    from seti_sim.analysis.contest import contest
    from seti_sim.reporting.contests import write_comparison
    from seti_sim.reporting.terminal import print_section
    from seti_sim.runner.blocks import BlockFolder, load_blocks
    from seti_sim.runner.design import balanced_design
    from seti_sim.runner.errors import PlanError
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    if games < 1:
        raise PlanError(f"games must be at least 1, not {games}")
    design = balanced_design(len(strategies), check_players(players))
    folder = folder_of(out, "compare")
    command = command_line(
        "compare", *strategies, games=games, players=players, seed=seed, out=folder, variant=variant,
        species=None if species == "random,random" else species,
    )  # fmt: skip
    blocks = load_blocks(strategies, design, seed=seed, species=words(species), variant=variant)
    number = max(2 * design.round_blocks, design.blocks_for(games))
    store = BlockFolder(folder, blocks)
    store.begin(command)
    play_all(store, number, command, threads=threads, quiet=quiet)
    found = open_blocks(folder, number, ["order", "score"])
    result = contest(found.table())
    section = comparison_section(result)
    write_comparison(result, [section], found.settings, folder)
    if not quiet:
        print_section(section)
        print(f"\n{result.table.games:,} games in {number:,} blocks: {folder}")


def check_players(players: int) -> int:
    """The number of players, which a design needs before anything else is read."""
    from seti_sim.runner.errors import PlanError

    if not 2 <= players <= 4:
        raise PlanError(f"players must be 2 to 4, not {players}")
    return players


def play_all(store: "BlockFolder", number: int, command: str, *, threads: int | None, quiet: bool) -> None:
    """Play the first ``number`` blocks of a folder."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.blocks import play_blocks

    with progress(quiet=quiet) as listener, going_on(command):
        for _ in play_blocks(store, number, threads=threads, listener=listener):
            pass


@contextmanager
def going_on(command: str) -> Iterator[None]:
    """Turn Ctrl-C into the line that says how to go on: with the same command."""
    from seti_sim.runner.errors import Interrupted

    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; what was played is kept; go on with: {command}") from None
