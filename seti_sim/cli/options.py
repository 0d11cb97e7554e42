"""Options that several commands share. Light, so that ``--help`` answers at once."""

import os
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

RESULTS: Final = Path("results")


def _no_more_cores(threads: int | None) -> int | None:
    """Let polars, which makes tables and files on all cores, use as many as play; it asks once, when it is imported."""
    if threads is not None and 0 < threads < (os.cpu_count() or 1) and "polars" not in sys.modules:
        os.environ.setdefault("POLARS_MAX_THREADS", str(threads))
    return threads


Strategies = Annotated[
    list[str], typer.Argument(help="Strategies: names, or files ending in .toml.", show_default=False)
]
Games = Annotated[int, typer.Option(help="Games, rounded up to whole rounds of the design.")]
Players = Annotated[int, typer.Option(help="Players in a game, 2 to 4.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Threads = Annotated[
    int | None,
    typer.Option(help="Threads that play; all cores if not given.", show_default=False, callback=_no_more_cores),
]
Species = Annotated[str, typer.Option(help="LEFT,RIGHT: alien species of every game; either may be 'random'.")]
Variant = Annotated[
    str | None, typer.Option(help="A name or file that overrides component values.", show_default="none")
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        help="A name or file that overrides component values; may be given more than once.",
        show_default="none",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def joined(variants: Sequence[str]) -> str | None:
    """Several variants as the one word that a plan keeps; None for none."""
    return "+".join(variants) or None


def out_option(kind: str) -> Any:
    """``--out`` of a command whose folder, named by ``kind`` and the time if not given, is resumed if it exists."""
    return typer.Option(
        help="Folder, or a name below results; an existing folder is resumed.", show_default=f"{kind}-DATE"
    )


def words(text: str) -> list[str]:
    """The parts of a list with commas between."""
    return [word.strip() for word in text.split(",")]


def folder_of(out: str | None, kind: str) -> Path:
    """Where results go: below ``results`` for a bare name, else the path given; a name of the time if none is."""
    from seti_sim.runner.errors import PlanError

    if out is None:
        return new_name(kind)
    if not out.strip():
        raise PlanError("out: the name of the folder is empty")
    return RESULTS / out if Path(out).name == out and out != ".." else Path(out)


def new_name(stem: str) -> Path:
    """A folder below ``results`` named by the time in microseconds: two commands started at once differ."""
    return RESULTS / f"{stem}-{datetime.now():%Y%m%d-%H%M%S-%f}"


def out_word(folder: Path) -> str:
    """What ``--out`` has to be for a folder to be found again by :func:`folder_of`."""
    return f"./{folder}" if folder.name == str(folder) else str(folder)


def command_line(command: str, *arguments: str, **options: object) -> str:
    """The shell command that does the same again; options that are ``None`` are left out."""
    parts = ["seti-sim", command, *arguments]
    for name, value in options.items():
        if value is not None:
            parts += [f"--{name.replace('_', '-')}", *(map(str, value) if isinstance(value, tuple) else [str(value)])]
    return shlex.join(parts)
