"""``seti-sim tune``: better weights for a strategy, tried on games they were not found on."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seti_sim.cli.contests import MAX_COMPARED, check_players, going_on, play_all
from seti_sim.cli.options import (
    Players,
    Quiet,
    Seed,
    Species,
    Threads,
    Variant,
    command_line,
    folder_of,
    out_option,
    out_word,
    words,
)

if TYPE_CHECKING:
    from seti_sim.analysis.contest import Contest
    from seti_sim.policies.strategies import Strategy
    from seti_sim.runner.tune import Generation, Tuning


def tune(
    base: Annotated[str, typer.Argument(help="The strategy to start from.", show_default=False)],
    budget: Annotated[int, typer.Option(help="Games of the search, held-out games not counted.")] = 100_000,
    weights: Annotated[
        str | None, typer.Option(help="Weights to search, with commas between.", show_default="main weights")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Opponents at the other seats, with commas between.", show_default="BASE")
    ] = None,
    objective: Annotated[
        str, typer.Option(help="margin (score less the mean of the others) or win (share of games won).")
    ] = "margin",
    games: Annotated[int, typer.Option(help="Games of a candidate, rounded up to every seat equally often.")] = 200,
    held_out: Annotated[int, typer.Option(help="Games of the result against BASE on fresh set-ups.")] = 2000,
    players: Players = 4,
    seed: Seed = 1,
    name: Annotated[str | None, typer.Option(help="Name of the new strategy.", show_default="BASE-tuned")] = None,
    out: Annotated[str | None, out_option("tune")] = None,
    threads: Threads = None,
    species: Species = "random,random",
    variant: Variant = None,
    quiet: Quiet = False,
) -> None:
    """Search for better weights with CMA-ES and write them as a new strategy with its history and its held-out result.

    A search that was stopped goes on with the same command; a larger --budget goes on where it ended.
    """
    from seti_sim.runner.tune import make_tuning

    folder = folder_of(out, "tune")
    command = command_line(
        "tune", base, budget=budget, weights=weights, against=against, objective=objective, games=games,
        held_out=held_out, players=players, seed=seed, name=name, out=out_word(folder), variant=variant,
        species=None if species == "random,random" else species,
    )  # fmt: skip
    tuning = make_tuning(
        base, against=[] if against is None else words(against), weights=[] if weights is None else words(weights),
        games=games, players=check_players(players), objective=objective, seed=seed, species=words(species),
        variant=variant, name=name,
    )  # fmt: skip
    told = search(tuning, folder, command, budget, held_out, threads=threads, quiet=quiet)
    if not quiet:
        print("\n".join(told))


def search(
    tuning: "Tuning", folder: Path, command: str, budget: int, held_out: int, *, threads: int | None, quiet: bool
) -> list[str]:
    """Search, hold out, write the strategy; give the lines to be told."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.errors import PlanError, in_range
    from seti_sim.runner.execute import number_of_threads
    from seti_sim.runner.plan import MAX_GAMES
    from seti_sim.runner.tune import open_search
    from seti_sim.runner.tune import tune as tune_weights

    threads = number_of_threads(threads)
    in_range("held-out", held_out, 1, MAX_COMPARED)
    in_range("budget", budget, 1, MAX_GAMES)
    if budget < tuning.population * tuning.games:
        raise PlanError(f"budget must be at least {tuning.population * tuning.games}, one generation, not {budget}")
    with going_on(command), open_search(folder, tuning, command) as store:
        with progress(quiet=quiet) as listener:
            values, generations = tune_weights(store, budget, threads=threads, listener=listener)
        tuned = tuning.candidate(values, tuning.name)
        held = hold_out(tuning, tuned, folder, held_out, command, threads=threads, quiet=quiet)
        return write_tuned(tuning, values, generations, held, command, folder)


def hold_out(
    tuning: "Tuning", tuned: "Strategy", folder: Path, games: int, command: str, *, threads: int, quiet: bool
) -> "Contest":
    """The new strategy against its base, on the set-ups of the next seed."""
    from dataclasses import replace

    from seti_sim.analysis.blocks import open_blocks as read_blocks
    from seti_sim.analysis.contest import contest
    from seti_sim.runner.blocks import Blocks, entrants, open_blocks, with_strategies
    from seti_sim.runner.design import balanced_design

    design = balanced_design(2, tuning.players)
    inputs = with_strategies(tuning.inputs, (tuned, tuning.base))
    inputs = replace(inputs, plan=inputs.plan.model_copy(update={"seed": tuning.seed + 1}))
    blocks = Blocks(inputs, design, entrants([tuned.name, tuning.base.name]))
    number = max(2, design.blocks_for(games))
    with open_blocks(folder / f"held-out-{tuned.digest[:8]}", blocks, command) as store:
        play_all(store, number, threads=threads, quiet=quiet)
        return contest(read_blocks(store.path, number, ["order", "score"]).table())


def write_tuned(
    tuning: "Tuning", values: dict[str, float], generations: "list[Generation]", held: "Contest", command: str,
    folder: Path,
) -> list[str]:  # fmt: skip
    """Write the strategy file with what is known of it on top; the same lines are told."""
    from seti_sim.reporting.contests import write_files
    from seti_sim.runner.tune import history

    games = len(generations) * tuning.population * tuning.games
    effect, gap = held.strategy_effects, held.gaps
    ahead = all((*effect.significant, *gap.significant)) and (gap.figures[0].value or 0) > 0
    verdict = "better" if ahead else "not shown better"
    size = f"{len(generations)} generations of {tuning.population} candidates, {games:,} games"
    fresh = f"{held.table.games:,} games on the set-ups of seed {tuning.seed + 1}"
    told = [
        f"{tuning.name}: {tuning.base.name} tuned by CMA-ES, {size} of {tuning.players} players.",
        f"Made by: {command}",
        f"Held out, {fresh}, against {tuning.base.name}: {verdict}.",
        f"  win share {held.wins[0].full_text}",
        f"  score difference {gap.figures[0].full_text}",
        *history(tuning, generations),
    ]
    told = [line.replace("\N{NO-BREAK SPACE}", " ") for line in told]
    about = f"{tuning.base.name} tuned by CMA-ES over {games:,} games; {verdict} than it on fresh set-ups."
    strategy = tuning.candidate(values, tuning.name, told, about)
    file = f"{tuning.name}.toml"
    write_files(folder, {file: strategy.source.encode()})
    return [*told, f"{folder / file}"]
