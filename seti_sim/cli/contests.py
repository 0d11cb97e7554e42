"""``seti-sim compare`` and ``duel``: strategies against each other in blocks of games from the same set-ups."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

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
    out_option,
    out_word,
    words,
)
from seti_sim.cli.stopping import careful

if TYPE_CHECKING:
    from seti_sim.analysis.content import Section
    from seti_sim.analysis.duel import Duel
    from seti_sim.runner.blocks import BlockFolder

MAX_COMPARED: Final = 20_000_000
"""Games of a comparison: its figures are made of all blocks at once, some 60 bytes a game."""
MAX_BLOCKS: Final = 10_000_000
"""Of a duel; its course is held in memory."""

Out = Annotated[str | None, out_option("compare")]

DuelOut = Annotated[str | None, out_option("duel")]


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
    docs/compare.md. Run the same command again to resume.
    """
    from seti_sim.analysis.blocks import open_blocks as read_blocks
    from seti_sim.analysis.compare import comparison_section
    from seti_sim.analysis.contest import contest
    from seti_sim.reporting.contests import write_comparison
    from seti_sim.reporting.terminal import print_section
    from seti_sim.runner.blocks import load_blocks, open_blocks
    from seti_sim.runner.design import balanced_design
    from seti_sim.runner.errors import in_range
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    in_range("games", games, 1, MAX_COMPARED)
    design = balanced_design(len(strategies), check_players(players))
    folder = folder_of(out, "compare")
    command = command_line(
        "compare", *strategies, games=games, players=players, seed=seed, out=out_word(folder), variant=variant,
        species=None if species == "random,random" else species,
    )  # fmt: skip
    blocks = load_blocks(strategies, design, seed=seed, species=words(species), variant=variant)
    number = max(2 * design.round_blocks, design.blocks_for(games))
    with going_on(command), open_blocks(folder, blocks, command) as store:
        play_all(store, number, threads=threads, quiet=quiet)
        found = read_blocks(folder, number, ["order", "score"])
        result = contest(found.table())
        section = with_legend(comparison_section(result), blocks.legend)
        write_comparison(result, [section], found.settings, folder)
    if not quiet:
        print_section(section)
        print(f"\n{result.table.games:,} games in {number:,} blocks: {folder}")


def with_legend(section: "Section", legend: str | None) -> "Section":
    """The section after a note that explains its names, where there is one."""
    from dataclasses import replace

    from seti_sim.analysis.content import Note

    return section if legend is None else replace(section, items=(Note(legend), *section.items))


def check_players(players: int) -> int:
    """The number of players, which a design needs before anything else is read."""
    from seti_sim.runner.errors import PlanError

    if not 2 <= players <= 4:
        raise PlanError(f"players must be 2 to 4, not {players}")
    return players


def play_all(store: "BlockFolder", number: int, *, threads: int | None, quiet: bool) -> None:
    """Play the first ``number`` blocks of a folder."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.blocks import play_blocks

    with progress(quiet=quiet) as listener:
        for _ in play_blocks(store, number, threads=threads, listener=listener):
            pass


@contextmanager
def going_on(command: str) -> Iterator[None]:
    """Let whatever stops the body say how to go on: with the same command."""
    from seti_sim.runner.errors import ONCE_MENDED, Interrupted, Unwritten

    try:
        with careful():
            yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; what was played is kept; resume with: {command}") from None
    except Unwritten as error:
        raise Unwritten(f"{error}{ONCE_MENDED}{command}") from None


def duel(
    first: Annotated[str, typer.Argument(help="The strategy that may be stronger.", show_default=False)],
    second: Annotated[str, typer.Argument(help="The strategy it is tested against.", show_default=False)],
    sprt: Annotated[
        tuple[float, float], typer.Option(help="ELO0 ELO1: the difference is tested to be ELO1, not ELO0.")
    ] = (0.0, 5.0),
    alpha: Annotated[float, typer.Option(help="Chance to accept ELO1 where ELO0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept ELO0 where ELO1 is true.")] = 0.05,
    model: Annotated[str, typer.Option(help="What Elo means: logistic or normalised.")] = "logistic",
    players: Players = 2,
    seed: Seed = 1,
    max_blocks: Annotated[int, typer.Option(help="Give up after this many blocks.")] = 20_000,
    out: DuelOut = None,
    threads: Threads = None,
    species: Species = "random,random",
    variant: Variant = None,
    quiet: Quiet = False,
) -> None:
    """Play two strategies until a sequential test decides between two Elo differences.

    Blocks are looked at in their order, so the verdict does not depend on the threads; see docs/compare.md.
    """
    from seti_sim.analysis.duel import Duel, blocks_wanted, duel_section
    from seti_sim.analysis.sprt import hypotheses
    from seti_sim.reporting.contests import write_duel
    from seti_sim.reporting.terminal import print_section
    from seti_sim.runner.blocks import load_blocks, open_blocks
    from seti_sim.runner.design import balanced_design
    from seti_sim.runner.errors import in_range
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    test = hypotheses(*sprt, alpha, beta, model)
    in_range("max-blocks", max_blocks, 1, MAX_BLOCKS)
    design = balanced_design(2, check_players(players))
    folder = folder_of(out, "duel")

    def command(most: int) -> str:
        return command_line(
            "duel", first, second, sprt=(f"{sprt[0]:g}", f"{sprt[1]:g}"), alpha=alpha, beta=beta, model=model,
            players=players, seed=seed, max_blocks=most, out=out_word(folder), variant=variant,
            species=None if species == "random,random" else species,
        )  # fmt: skip

    blocks = load_blocks([first, second], design, seed=seed, species=words(species), variant=variant)
    with going_on(command(max_blocks)), open_blocks(folder, blocks, command(max_blocks)) as store:
        fought = Duel((blocks.entrants[0], blocks.entrants[1]), players, design.games_a_block, test)
        fight(store, fought, max_blocks, threads=threads, quiet=quiet)
        more = min(max(2 * max_blocks, blocks_wanted(fought)), MAX_BLOCKS)
        section = duel_section(fought, max_blocks, command(more) if more > max_blocks else None)
        section = with_legend(section, blocks.legend)
        write_duel(fought, section, store.record.model_dump(mode="json"), folder)
    if not quiet:
        print_section(section)
        print(f"\n{folder}")


def fight(store: "BlockFolder", fought: "Duel", most: int, *, threads: int, quiet: bool) -> None:
    """Play blocks and feed them to the test in their order until it has decided."""
    from contextlib import closing

    from seti_sim.analysis.blocks import table_of
    from seti_sim.cli.progress import progress
    from seti_sim.runner.blocks import play_blocks

    with (
        progress(quiet=quiet) as listener,
        closing(play_blocks(store, most, threads=threads, listener=listener)) as played,
    ):
        for rows in played:
            won, _ = table_of(rows, fought.names, fought.players).share_of(0)
            if fought.add(won):
                break
