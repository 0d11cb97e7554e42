"""The commands of ``seti-sim``. Heavy imports happen inside the commands, so that ``--help`` answers at once."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from seti_sim import RULES_VERSION, __version__
from seti_sim.cli import contests, doctor, experiments, fitting, planning, profiles, tuning, whatif
from seti_sim.cli.errors import DIFFERENT, check_surroundings, error_boundary
from seti_sim.cli.options import Quiet, Threads, Variants, joined
from seti_sim.cli.stopping import STOPPED

REPORTS: Final = Path("reports")

app = typer.Typer(
    help="Simulate thousands of games of SETI and measure its balance.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
scenario = typer.Typer(help="Positions and moves written down as files, see docs/scenarios.md.", no_args_is_help=True)
app.add_typer(scenario, name="scenario")
app.command()(contests.compare)
app.command()(contests.duel)
app.command()(tuning.tune)
app.command()(fitting.fit)
app.command()(profiles.profile)
app.command()(planning.plan)
app.command()(doctor.doctor)
app.command()(doctor.warmup)
app.command()(experiments.experiment)
app.command()(whatif.whatif)

Cluster = Annotated[
    str | None, typer.Option(help="Play on Dask workers: local:4 or tcp://host:8786 (docs/cluster.md).")
]
JsonProgress = Annotated[
    bool, typer.Option("--json-progress", help="Print progress as JSON lines on stdout (docs/runs.md).")
]


def main() -> None:
    """Run the command of ``sys.argv`` and leave with its exit code; the process itself begins in ``start``."""
    with error_boundary():
        check_surroundings()
        code = app(prog_name="seti-sim", standalone_mode=False)
        sys.stdout.flush()
        if code == STOPPED:  # what typer makes of Ctrl-C, without a word
            raise KeyboardInterrupt
        sys.exit(code)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"seti-sim {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


@app.command()
def run(
    plan: Annotated[
        Path | None, typer.Argument(help="Plan file, a grid of runs (docs/runs.md); in place of options for the games.")
    ] = None,
    games: Annotated[int | None, typer.Option(help="Number of games.", show_default="1000")] = None,
    players: Annotated[int | None, typer.Option(help="Players in a game, 2 to 4.", show_default="4")] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            help="A name or file for each player, with commas between; or a single one for all.", show_default="greedy"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games.", show_default="1")] = None,
    species: Annotated[
        str | None,
        typer.Option(help="LEFT,RIGHT: alien species of every game, or 'random'.", show_default="random,random"),
    ] = None,
    gold: Annotated[
        str | None, typer.Option(help="Sides of gold tiles, as in tech=a,income=b.", show_default="drawn")
    ] = None,
    seating: Annotated[
        str | None,
        typer.Option(help="Order of the strategies: 'random' in every game, or 'fixed'.", show_default="random"),
    ] = None,
    variant: Variants = None,
    chunk: Annotated[
        int | None, typer.Option(help="Games per Parquet part; does not affect results.", show_default="500")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="New folder for the results.", show_default="results/NAME-DATE-TIME")
    ] = None,
    threads: Threads = None,
    cluster: Cluster = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print cells, games, time and disk.")] = False,
    quiet: Quiet = False,
    json_progress: JsonProgress = False,
) -> None:
    """Play games and store their outcomes: one run given by options, or a plan of many."""
    from seti_sim.cli.running import GameOptions, RunOptions, run_games

    wanted = GameOptions(games, players, strategies, seed, species, gold, seating, joined(variant or ()), chunk)
    run_games(plan, wanted, out, RunOptions(threads, cluster, quiet, json_progress), dry=dry_run)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(help="Folder of an interrupted run or plan.", show_default=False)],
    threads: Threads = None,
    cluster: Cluster = None,
    quiet: Quiet = False,
    json_progress: JsonProgress = False,
) -> None:
    """Finish an interrupted run or plan; the results match an uninterrupted one."""
    from seti_sim.cli.running import RunOptions, resume_games

    resume_games(folder, RunOptions(threads, cluster, quiet, json_progress))


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of complete runs or plans.", show_default=False)],
    out: Annotated[Path | None, typer.Option(help="Folder for the report.", show_default="reports/NAME")] = None,
    sections: Annotated[
        str | None,
        typer.Option(help="Only these sections, with commas between, as in seats,species,tech.", show_default="all"),
    ] = None,
    confirm: Annotated[
        list[Path] | None,
        typer.Option(help="Run with new seeds, used to confirm findings; may be given more than once."),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(help="Run to compare with, paired by seed and game where possible; may be given more than once."),
    ] = None,
    worth: Annotated[
        float,
        typer.Option(help="Smallest difference of interest: percentage points of win share and points.", min=0, max=50),
    ] = 1.0,
    cell: Annotated[
        list[str] | None,
        typer.Option(help="Only this cell of a plan; may be given more than once.", show_default="all"),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write a balance report of one or more runs, or of the cells of a plan side by side."""
    from seti_sim.cli.reports import report_on

    names = None if sections is None else [name.strip() for name in sections.split(",") if name.strip()]
    target = REPORTS / runs[0].resolve().name if out is None else out
    note = partial(print, file=sys.stderr)
    page = report_on(runs, target, names, cell or (), confirm or (), note, against or (), worth)
    if not quiet:
        print(f"report: {page}")


@app.command()
def show(
    what: Annotated[str, typer.Argument(help="One of the things named above.", show_default=False)],
    identity: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Which card or strategy.", show_default=False)
    ] = None,
) -> None:
    """Print what is in the box.

    WHAT is cards, card ID, planets, techs, sectors, species, gold, rulings, unsupported, strategies, strategy ID,
    variant FILE (what it changes) or numbers PATTERN (paths for variants).
    """
    from seti_sim.cli.show import text_of

    print(text_of(what, identity))


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="Folder of a complete run.", show_default=False)],
    game: Annotated[int, typer.Option(help="Number of the game, from 0.", show_default=False)],
    only_round: Annotated[int | None, typer.Option("--round", help="Only this round.", show_default="all")] = None,
    seat: Annotated[int | None, typer.Option(help="Only decisions of this seat.", show_default="all")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Add the strategy's values of the best candidates.")] = False,
    possible: Annotated[bool, typer.Option("--possible", help="Add all moves that were legal.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with everything that changed.")] = False,
) -> None:
    """Replay one game of a run: what was chosen out of how many moves, and what it changed."""
    import json

    from seti_sim.cli.progress import told_if_compiled
    from seti_sim.runner.replay import replay as replay_game
    from seti_sim.runner.replay import transcript_lines

    with told_if_compiled():
        told = replay_game(folder, game, only_round=only_round, only_seat=seat, trace=trace, possible=possible)
    print(json.dumps(told.as_dict(), indent=1) if as_json else "\n".join(transcript_lines(told)))


@app.command()
def outliers(
    folder: Annotated[Path, typer.Argument(help="Folder of a complete run.", show_default=False)],
    by: Annotated[str, typer.Option(help="Measure: score, margin or turns.")] = "score",
    count: Annotated[int, typer.Option(help="Games from either end.", min=1, max=1000)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the highest and lowest games of a run, each with the command that replays it."""
    import json

    from seti_sim.analysis.outliers import find_outliers, outlier_lines

    found = find_outliers(folder, by, count)
    print(json.dumps(found.as_dict(), indent=1) if as_json else "\n".join(outlier_lines(found)))


@scenario.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.", show_default=False)],
) -> None:
    """Play scenario files and print everything that is not as they expect."""
    from seti_sim.cli.scenario import check_files

    if check_files(files):
        raise typer.Exit(DIFFERENT)
