"""``seti-sim experiment card --all``: an ordinary run whose random deals are the experiment."""

from typing import TYPE_CHECKING

from seti_sim.cli.contests import going_on

if TYPE_CHECKING:
    from pathlib import Path

    from seti_sim.cli.experiments import Common
    from seti_sim.runner.listener import Listener
    from seti_sim.runner.plan import RunPlan


def deal_all(common: "Common", command: str, threads: int | None, *, quiet: bool) -> None:
    """Play the run, or what is missing of it, and measure every card of the deck in the opening hand."""
    from seti_sim.analysis.dealt import card_effects, dealt_section, gather
    from seti_sim.analysis.load import open_run
    from seti_sim.cli.experiments import show
    from seti_sim.cli.progress import progress
    from seti_sim.components.loader import card_label
    from seti_sim.components.tables import N_MAIN_CARDS
    from seti_sim.reporting.experiments import write_dealt
    from seti_sim.runner.execute import number_of_threads

    threads = number_of_threads(threads)
    inputs = common.inputs()
    folder = common.folder
    with going_on(command), progress(quiet=quiet) as listener:
        play_run(inputs.plan, folder, threads, listener)
    run = open_run(folder)
    promos = 2 if inputs.tables.record.use_promos else 0
    names = [f"{card_label(i)} {name}" for i, name in enumerate(inputs.tables.names.cards[: N_MAIN_CARDS + promos])]
    found = card_effects(gather(run, len(names)), names)
    section = dealt_section(found, run.games, run.players)
    write_dealt(found, section, run, command, folder)
    show(section, folder, run.games, quiet=quiet)


def play_run(plan: "RunPlan", folder: "Path", threads: int, listener: "Listener") -> None:
    """Play a run into a new folder, or what is missing of it in its own; StoreError if it holds another."""
    from seti_sim.runner.errors import StoreError
    from seti_sim.runner.records import MANIFEST, read_manifest
    from seti_sim.runner.runs import resume_run, start_run

    if not (folder / MANIFEST).is_file():
        start_run(plan, folder, threads=threads, listener=listener)
        return
    if read_manifest(folder).plan != plan:
        raise StoreError(f"{folder} holds other games; choose another --out")
    resume_run(folder, threads=threads, listener=listener)
