"""The commands of ``seti-sim``. Heavy imports happen inside the commands, so that ``--help`` answers at once."""

import signal
import sys
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Final

import typer

from seti_sim import RULES_VERSION, __version__
from seti_sim.cli import contests, tuning
from seti_sim.cli.errors import DIFFERENT, error_boundary

if TYPE_CHECKING:
    from seti_sim.runner.manifest import Manifest

RESULTS: Final = Path("results")
REPORTS: Final = Path("reports")

app = typer.Typer(
    help="Simulate the board game SETI by the thousand and see how balanced it is.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
scenario = typer.Typer(help="Positions and moves written down as files, see docs/scenarios.md.", no_args_is_help=True)
app.add_typer(scenario, name="scenario")
app.command()(contests.compare)
app.command()(contests.duel)
app.command()(tuning.tune)

Threads = Annotated[int | None, typer.Option(help="Threads that play; all cores if not given.", show_default=False)]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def main() -> None:
    """Entry point of the console script."""
    signal.signal(signal.SIGTERM, _as_interrupt)
    with error_boundary():
        sys.exit(app(prog_name="seti-sim", standalone_mode=False))


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"seti-sim {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


@app.command()
def run(
    games: Annotated[int, typer.Option(help="Number of games.")] = 1000,
    players: Annotated[int, typer.Option(help="Players in a game, 2 to 4.")] = 4,
    strategies: Annotated[
        str, typer.Option(help="A name or file for each seat, with commas between; or a single one for all seats.")
    ] = "greedy",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="New folder for the results.", show_default="results/run-DATE-TIME")
    ] = None,
    threads: Threads = None,
    chunk: Annotated[
        int | None, typer.Option(help="Games in one part of the tables; changes no game.", show_default="500")
    ] = None,
    species: Annotated[
        str, typer.Option(help="LEFT,RIGHT: alien species of every game; either may be 'random'.")
    ] = "random,random",
    variant: Annotated[
        str | None, typer.Option(help="A name or file that overrides numbers of the box.", show_default="none")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Play games and store their outcomes."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.plan import DEFAULT_CHUNK, make_plan
    from seti_sim.runner.runs import start_run

    plan = make_plan(
        games=games,
        players=players,
        strategies=_words(strategies),
        seed=seed,
        chunk=DEFAULT_CHUNK if chunk is None else chunk,
        species=tuple(_words(species)),
        variant=variant,
    )
    folder = RESULTS / f"run-{datetime.now():%Y%m%d-%H%M%S}" if out is None else out
    with progress(quiet=quiet) as listener:
        manifest = start_run(plan, folder, threads=threads, listener=listener)
    _tell(manifest, folder, quiet=quiet)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(help="Folder of an interrupted run.", show_default=False)],
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Play what is missing of a run; the tables become the same as without the interruption."""
    from seti_sim.cli.progress import progress
    from seti_sim.runner.runs import resume_run

    with progress(quiet=quiet) as listener:
        manifest = resume_run(folder, threads=threads, listener=listener)
    _tell(manifest, folder, quiet=quiet)


@app.command()
def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of complete runs.", show_default=False)],
    out: Annotated[Path | None, typer.Option(help="Folder for the report.", show_default="reports/NAME")] = None,
    section: Annotated[
        list[str] | None, typer.Option(help="Only this section; may be given more than once.", show_default="all")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write a balance report of one or more runs."""
    from seti_sim.reporting.build import build_report

    page = build_report(runs, REPORTS / runs[0].resolve().name if out is None else out, section or None)
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

    WHAT is cards, card ID, planets, techs, sectors, species, gold, unsupported, strategies or strategy ID.
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with everything that changed.")] = False,
) -> None:
    """Tell one game of a run again: what was chosen out of how many moves, and what it changed."""
    import json

    from seti_sim.runner.replay import replay as replay_game
    from seti_sim.runner.replay import told_lines

    told = replay_game(folder, game, only_round=only_round, only_seat=seat, trace=trace)
    print(json.dumps(told.as_dict(), indent=1) if as_json else "\n".join(told_lines(told)))


@scenario.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.", show_default=False)],
) -> None:
    """Play scenario files and print everything that is not as they expect."""
    from seti_sim.cli.scenario import check_files

    if check_files(files):
        raise typer.Exit(DIFFERENT)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _tell(manifest: "Manifest", folder: Path, *, quiet: bool) -> None:
    """The last line of a run."""
    if not quiet:
        print(f"{manifest.games:,} games of {manifest.players} players in {manifest.seconds:.1f} s: {folder}")


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    """Let a polite request to end be handled like Ctrl-C, so that the run can be resumed."""
    raise KeyboardInterrupt
