"""``seti-sim whatif``: the same set-ups under the box as it is and under variants of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from seti_sim.cli.contests import going_on
from seti_sim.cli.experiments import Common, Line, play_all_arms, show
from seti_sim.cli.options import Players, Quiet, Seed, Species, Threads, Variants, folder_of, out_option

if TYPE_CHECKING:
    from seti_sim.analysis.whatif import Compared
    from seti_sim.runner.arms import Arm, Arms, ArmsFolder
    from seti_sim.runner.inputs import Inputs

TUNING_GAMES: Final = 200
"""Games of a candidate of the search for weights."""
FIRST_LOOK: Final = 500
"""Games of each box after which the precision is looked at for the first time; then after half as many again."""


def whatif(
    variants: Annotated[
        list[str], typer.Argument(help="Variants: names, files, or PATH=VALUE (docs/what_if.md).", show_default=False)
    ],
    games: Annotated[int, typer.Option(help="Games of each box at most, all from the same set-ups.")] = 10_000,
    strategies: Line = "balanced",
    until: Annotated[
        str | None,
        typer.Option(help="Stop at this precision, as in score:0.3; also spread, turns, first.", show_default="none"),
    ] = None,
    retune: Annotated[
        int | None, typer.Option(help="Tune the strategy for each variant first, with so many games.", min=1)
    ] = None,
    players: Players = 4,
    seed: Seed = 1,
    species: Species = "random,random",
    variant: Variants = None,
    out: Annotated[str | None, out_option("whatif")] = None,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Compare variants of the box with the base on the same set-ups, game by game.

    Prints paired intervals for score, spread, length, win share by seat, species, technologies and sources of points,
    and what the pairing saves. --variant changes the base.
    """
    from seti_sim.runner.whatif import box_arms

    goal = goal_of(until)
    common = Common(games, strategies, players, seed, species, tuple(variant or ()), folder_of(out, "whatif"))
    inputs = common.inputs()
    options = [*(["--until", until] if until else []), *(["--retune", str(retune)] if retune else [])]
    command = common.command("whatif", *variants, *options)
    arms = box_arms(inputs, variants)
    if retune is not None:
        arms += tuned_arms(arms, inputs, common.folder, retune, command, threads, quiet=quiet)
    compare_boxes(inputs, arms, common, goal, command, threads, quiet=quiet)


def compare_boxes(
    inputs: "Inputs", arms: Sequence["Arm"], common: Common, goal: tuple[str, float] | None, command: str,
    threads: int | None, *, quiet: bool,
) -> None:  # fmt: skip
    """Play, write the files and print the tables."""
    from seti_sim.analysis.whatif import whatif_section
    from seti_sim.reporting.experiments import write_whatif
    from seti_sim.runner.arms import open_arms
    from seti_sim.runner.whatif import whatif_arms

    every = whatif_arms(inputs, arms)
    with going_on(command), open_arms(common.folder, every, command) as folder:
        found, blocks = play_until(folder, every, common.games, goal, threads, quiet=quiet)
        base = "the printed box" if inputs.plan.variant is None else inputs.plan.variant
        section = whatif_section(found, blocks, common.players, base)
        write_whatif(found, section, folder.record, blocks, common.folder)
    show(section, common.folder, blocks * len(every.arms), quiet=quiet)


def play_until(
    folder: "ArmsFolder", arms: "Arms", games: int, goal: tuple[str, float] | None, threads: int | None, *, quiet: bool
) -> tuple[list["Compared"], int]:
    """Play all games, or until every variant has the precision wanted; the comparisons and the games of each box.

    Looks are at fixed numbers of games, so the result depends neither on the threads nor on interruptions.
    """
    from seti_sim.analysis.arm_differences import arm_table
    from seti_sim.analysis.whatif import columns, compare

    names = [arm.name for arm in arms.arms]
    blocks = games if goal is None else min(games, FIRST_LOOK)
    while True:
        chunks = play_all_arms(folder, blocks, threads, quiet=quiet)
        rows = folder.read(chunks, columns(folder.record.dictionaries))
        table = arm_table(rows, len(names), arms.inputs.plan.players, blocks)
        found = compare(table, names, folder.record.dictionaries)
        if blocks == games or (goal is not None and all(one.of(goal[0]).change.half_width <= goal[1] for one in found)):
            return found, blocks
        blocks = min(games, blocks + blocks // 2)


def goal_of(text: str | None) -> tuple[str, float] | None:
    """The measure and the half width of ``score:0.3``; :class:`PlanError` for anything else."""
    from seti_sim.analysis.whatif import MEASURES
    from seti_sim.runner.errors import PlanError

    if text is None:
        return None
    name, _, number = text.partition(":")
    try:
        width = float(number)
    except ValueError:
        width = 0.0
    if name not in MEASURES or not 0 < width < 1e6:
        raise PlanError(f"until: {text!r} is no precision; write one of {', '.join(f'{key}:0.3' for key in MEASURES)}")
    return MEASURES[name], width / 100 if name == "first" else width


def tuned_arms(
    arms: Sequence["Arm"],
    inputs: "Inputs",
    folder: Path,
    budget: int,
    command: str,
    threads: int | None,
    *,
    quiet: bool,
) -> list["Arm"]:
    """The boxes of some arms once more, played by the strategy tuned for each of them."""
    from dataclasses import replace

    from seti_sim.cli.progress import progress
    from seti_sim.runner.errors import PlanError, in_range
    from seti_sim.runner.execute import number_of_threads
    from seti_sim.runner.plan import MAX_GAMES
    from seti_sim.runner.tune import make_tuning, open_search, tune
    from seti_sim.runner.whatif import retuned

    plan = inputs.plan
    if len(inputs.strategies) != 1:
        raise PlanError("retune: one strategy has to play at all seats")
    in_range("retune", budget, 1, MAX_GAMES)
    found = []
    for number, arm in enumerate(arms, start=1):
        name = f"{inputs.strategies[0].name}-retuned-{number}"
        tuning = make_tuning(
            plan.strategies[0], games=TUNING_GAMES, players=plan.players, seed=plan.seed + 1, species=plan.species,
            name=name,
        )  # fmt: skip
        box = tuning.inputs.plan.model_copy(update={"variant": arm.inputs.plan.variant})
        changed = replace(tuning.inputs, plan=box, tables=arm.inputs.tables, variant=arm.inputs.variant)
        tuning = replace(tuning, inputs=changed)
        if budget < tuning.population * tuning.games:
            raise PlanError(f"retune must be at least {tuning.population * tuning.games}, one generation, not {budget}")
        place = folder.with_name(f"{folder.name}-retuned-{number}")
        with going_on(command), open_search(place, tuning, command) as store, progress(quiet=quiet) as listener:
            values, _ = tune(store, budget, threads=number_of_threads(threads), listener=listener)
        found.append(retuned(arm, tuning.candidate(values, tuning.name)))
    return found
