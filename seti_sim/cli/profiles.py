"""``seti-sim profile``: how strategies play."""

from typing import Annotated, Final

import typer

from seti_sim.cli.contests import check_players, going_on, play_all, with_legend
from seti_sim.cli.options import (
    Players,
    Quiet,
    Seed,
    Species,
    Strategies,
    Threads,
    Variant,
    command_line,
    folder_of,
    out_option,
    out_word,
    words,
)

MAX_PROFILED: Final = 500_000
"""Games of each strategy: all their columns are in memory at once, some 2 kB a game."""


def profile(
    strategies: Strategies,
    games: Annotated[int, typer.Option(help="Games of each strategy.")] = 500,
    players: Players = 4,
    seed: Seed = 1,
    out: Annotated[str | None, out_option("profile")] = None,
    threads: Threads = None,
    species: Species = "random,random",
    variant: Variant = None,
    quiet: Quiet = False,
) -> None:
    """Say how strategies play: main actions by round, technologies, where their points come from.

    Each strategy plays against copies of itself, all from the same set-ups. The report of a run has the same section
    for the strategies that met in it.
    """
    from seti_sim.analysis.blocks import open_blocks as read_blocks
    from seti_sim.analysis.content import Section
    from seti_sim.analysis.names import counted
    from seti_sim.analysis.profile import Words, profile_items, profile_sums
    from seti_sim.analysis.profile import profile as profile_of
    from seti_sim.reporting.contests import write_profile
    from seti_sim.reporting.terminal import print_section
    from seti_sim.runner.blocks import load_blocks, open_blocks
    from seti_sim.runner.design import mirror_design
    from seti_sim.runner.errors import in_range
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    in_range("games", games, 2, MAX_PROFILED)
    design = mirror_design(len(strategies), check_players(players))
    folder = folder_of(out, "profile")
    command = command_line(
        "profile", *strategies, games=games, players=players, seed=seed, out=out_word(folder), variant=variant,
        species=None if species == "random,random" else species,
    )  # fmt: skip
    blocks = load_blocks(strategies, design, seed=seed, species=words(species), variant=variant)
    with going_on(command), open_blocks(folder, blocks, command) as store:
        play_all(store, games, threads=threads, quiet=quiet)
        found = read_blocks(folder, games)
        dictionary = found.settings["dictionaries"]
        vocabulary = Words(*(tuple(dictionary[name]) for name in ("actions", "sources", "techs")))
        result = profile_of(profile_sums(found.block(), len(found.names), vocabulary), found.names, vocabulary)
        sample = f"n = {counted(games, 'game')} of each strategy, {players} of a kind at the table; effect"
        section = Section("profile", "How strategies play", tuple(profile_items(result, sample)))
        section = with_legend(section, blocks.legend)
        write_profile(section, found.settings, games, folder)
    if not quiet:
        print_section(section)
        print(f"\n{folder}")
