"""``seti-sim experiment``: one seat of each game is given, forbidden or dealt something, and the effect is measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from seti_sim.cli.contests import going_on
from seti_sim.cli.options import (
    Players,
    Quiet,
    Seed,
    Species,
    Threads,
    Variants,
    command_line,
    folder_of,
    joined,
    out_option,
    out_word,
    words,
)

if TYPE_CHECKING:
    from seti_sim.analysis.content import Section
    from seti_sim.runner.arms import ArmsFolder
    from seti_sim.runner.chunks import Chunk
    from seti_sim.runner.inputs import Inputs
    from seti_sim.runner.treatments import Treatment

MAX_BLOCKS: Final = 2_000_000
"""Games of each arm: some columns of all of them are in memory at once."""
SORTS: Final = ("tech", "card", "species", "gold", "forbid", "give", "prices")
ALL: Final = "all"

Line = Annotated[
    str, typer.Option("--strategies", help="A name or file for each player, with commas between; or one for all.")
]
ArmGames = Annotated[int, typer.Option("--games", help="Games of each arm, all from the same set-ups.")]


def experiment(
    sort: Annotated[str, typer.Argument(help="tech, card, species, gold, forbid, give or prices.", show_default=False)],
    names: Annotated[
        list[str] | None, typer.Argument(help="What is treated, as in probe_1, 39, action:scan, credit:1.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Everything of the sort, corrected together.")] = False,
    how: Annotated[str, typer.Option(help="Of tech: 'give' it at no cost, or 'forbid' taking it.")] = "give",
    rounds: Annotated[
        str,
        typer.Option(
            "--round", help="Give it in the first turn of these rounds: commas between, or 'all'.", show_default="1"
        ),
    ] = "",
    games: ArmGames = 10_000,
    strategies: Line = "balanced",
    players: Players = 4,
    seed: Seed = 1,
    species: Species = "random,random",
    variant: Variants = None,
    out: Annotated[str | None, out_option("experiment")] = None,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Treat one seat of each game, drawn at random, and measure what that changes.

    tech: give or forbid technologies. card: deal a card into the opening hand. species, gold, forbid: take away a
    species, a gold tile, or any of action:scan, tech:probe_1, card:39. give: credit:1, or any effect such as
    'trace any 1'. prices: a list of what resources are worth, by round. See docs/what_if.md.
    """
    from seti_sim.runner.errors import PlanError

    asked = Asked(sort, tuple(names or ()), every, how, rounds)
    if sort not in SORTS:
        raise PlanError(f"unknown experiment {sort!r}; expected one of {', '.join(SORTS)}")
    common = Common(games, strategies, players, seed, species, tuple(variant or ()), folder_of(out, "experiment"))
    if sort == "card" and every:
        from seti_sim.cli.dealt import deal_all

        asked.refuse_names()
        deal_all(common, asked.command(common), threads, quiet=quiet)
        return
    treatments, control = treatments_of(asked)
    play_experiment(common, asked, treatments, control, threads, quiet=quiet)


@dataclass(frozen=True)
class Common:
    """The options that say which games are played."""

    games: int
    strategies: str
    players: int
    seed: int
    species: str
    variant: tuple[str, ...]
    folder: Path

    def inputs(self) -> "Inputs":
        """Everything read from files; one clear line for what is wrong."""
        from seti_sim.runner.errors import in_range
        from seti_sim.runner.inputs import load_inputs
        from seti_sim.runner.plan import make_plan

        in_range("games", self.games, 2, MAX_BLOCKS)
        plan = make_plan(
            games=self.games, players=self.players, strategies=words(self.strategies), seed=self.seed,
            species=tuple(words(self.species)), variant=joined(self.variant),
        )  # fmt: skip
        return load_inputs(plan)

    def command(self, command: str, *arguments: str, variants: bool = True) -> str:
        """The shell command that says them again, after the words of its own."""
        given = [word for name in self.variant for word in ("--variant", name)] if variants else []
        return command_line(
            command, *arguments, *given, games=self.games, strategies=self.strategies, players=self.players,
            seed=self.seed, species=None if self.species == "random,random" else self.species,
            out=out_word(self.folder),
        )  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """The words of an experiment."""

    sort: str
    names: tuple[str, ...]
    every: bool
    how: str
    rounds: str

    def command(self, common: Common) -> str:
        """The shell command that resumes the experiment."""
        options = [*(["--all"] if self.every else []), *(["--how", self.how] if self.sort == "tech" else [])]
        options += ["--round", self.rounds] if self.rounds else []
        return common.command("experiment", self.sort, *self.names, *options)

    def refuse_names(self) -> None:
        """Raise :class:`PlanError` where names are given beside --all."""
        from seti_sim.runner.errors import PlanError

        if self.names:
            raise PlanError(f"name a {self.sort} or take --all, not both")


def treatments_of(asked: Asked) -> tuple[list["Treatment"], "Treatment | None"]:
    """The treatments asked for, and that of the control where it is no ordinary game."""
    from seti_sim.runner.errors import PlanError
    from seti_sim.runner.experiments import of_all, of_card, of_prices
    from seti_sim.runner.treatments import Treatment

    if asked.how not in ("give", "forbid"):
        raise PlanError(f"how: unknown {asked.how!r}; expected give or forbid")
    gives = asked.sort in ("give", "prices") or (asked.sort, asked.how) == ("tech", "give")
    if asked.rounds and not gives:
        raise PlanError("round: only what is given has a round")
    rounds = rounds_of(asked.rounds or (ALL if asked.sort == "prices" else "1"))
    if asked.sort == "card":
        if len(asked.names) != 1:
            raise PlanError("name one card, as in 39, or take --all")
        control, treatment = of_card(asked.names[0])
        return [treatment], control
    if asked.sort in ("give", "forbid"):
        if asked.every:
            raise PlanError(f"{asked.sort} has no --all: name what to {asked.sort}")
        rounds = rounds if asked.sort == "give" else [1]
        return [Treatment(asked.sort, name, number) for name in asked.names for number in rounds], None
    if asked.sort == "prices":
        return of_prices(asked.names, rounds), None
    kind = asked.how if asked.sort == "tech" else "forbid"
    found = [of_all(kind, asked.sort, asked.names, every=asked.every, round_number=number) for number in rounds]
    return [treatment for some in found for treatment in some], None


def rounds_of(text: str) -> list[int]:
    """The rounds of a list with commas between; :class:`PlanError` for what is no round."""
    from seti_sim.engine.state import N_ROUNDS
    from seti_sim.runner.errors import PlanError

    if text == ALL:
        return list(range(1, N_ROUNDS + 1))
    numbers = words(text)
    for number in numbers:
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= N_ROUNDS):
            raise PlanError(f"round must be 1 to {N_ROUNDS}, or all, not {number!r}")
    return [int(number) for number in numbers]


def play_experiment(
    common: Common, asked: Asked, treatments: Sequence["Treatment"], control: "Treatment | None", threads: int | None,
    *, quiet: bool,
) -> None:  # fmt: skip
    """Play the arms of an experiment, write its files and print its table."""
    from seti_sim.analysis.arm_differences import arm_table
    from seti_sim.analysis.experiments import COLUMNS, columns_for, effects, experiment_section
    from seti_sim.analysis.prices import price_items
    from seti_sim.reporting.experiments import write_experiment
    from seti_sim.runner.arms import open_arms
    from seti_sim.runner.experiments import experiment_arms

    inputs = common.inputs()
    arms = experiment_arms(inputs, treatments, control)
    things = {number: treatment.what for number, treatment in enumerate(treatments, start=1)}
    command = asked.command(common)
    with going_on(command), open_arms(common.folder, arms, command) as folder:
        chunks = play_all_arms(folder, common.games, threads, quiet=quiet)
        rows = folder.read(chunks, [*COLUMNS, *columns_for(things)])
        table = arm_table(rows, len(arms.arms), common.players, common.games)
        known = folder.record.dictionaries["species"]
        names = [arm.name for arm in arms.arms[1:]]
        found = effects(table, names, things, ordinary=control is None, species=known)
        name = "an ordinary game" if control is None else control.name
        section = experiment_section(found, common.games, common.players, name)
        if asked.sort == "prices":
            section = price_items(found, [(item.what, item.round_number) for item in treatments], section)
        write_experiment(found, section, folder.record, common.games, common.folder)
    show(section, common.folder, common.games * len(arms.arms), quiet=quiet)


def play_all_arms(folder: "ArmsFolder", blocks: int, threads: int | None, *, quiet: bool) -> Sequence["Chunk"]:
    """Play the first blocks of a folder; the chunks that hold them."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.arms import play_arms
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    chunks: Sequence[Chunk] = ()
    with progress(quiet=quiet) as listener:
        for done in play_arms(folder, blocks, threads=threads, listener=listener):
            chunks = done
    return chunks


def show(section: "Section", folder: Path, games: int, *, quiet: bool) -> None:
    """Print a section and where its files are."""
    from seti_sim.reporting.terminal import print_section

    if not quiet:
        print_section(section)
        print(f"\n{games:,} games: {folder}")
