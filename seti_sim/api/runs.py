"""Runs from Python: play, open, look at the tables, replay a game, write a report."""

import shutil
import tempfile
import weakref
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

import polars as pl

from seti_sim.analysis.load import open_run
from seti_sim.api.plans import PathText, plan_of
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.plan import RANDOM
from seti_sim.runner.records import Manifest, read_manifest
from seti_sim.runner.replay import Transcript, replay, transcript_lines
from seti_sim.runner.runs import resume_run, start_run

DICTIONARIES: Final = {"strategy": "strategies", "species_left": "species", "species_right": "species", "card": "cards"}
"""Columns of codes and the dictionary of the manifest that explains each."""


def with_names(table: pl.DataFrame, manifest: Manifest) -> pl.DataFrame:
    """The table with names (``pl.Enum``) in place of the codes of strategies, species and cards."""
    found = []
    for column, dictionary in DICTIONARIES.items():
        if column in table.columns:
            names = manifest.dictionaries[dictionary]
            codes = dict(enumerate(names))
            found.append(pl.col(column).cast(pl.Int64).replace_strict(codes, return_dtype=pl.Enum(names)))
    return table.with_columns(found)


class Run:
    """A finished run: its result tables, its manifest, and what can be made of them.

    Tables are read when they are first asked for and kept. A part that does not match its checksum raises
    ``AnalysisError``, one line that names the file.
    """

    def __init__(self, folder: PathText) -> None:
        self.folder = Path(folder)
        self.manifest: Manifest = read_manifest(self.folder)
        """What was played: plan, seed, strategies, versions, checksums of sources and tables."""
        self._tables: dict[str, pl.DataFrame] = {}

    @property
    def seats(self) -> pl.DataFrame:
        """One row for each game and seat; columns as in ``docs/results.md``, with names in place of codes."""
        return self._table("seats")

    @property
    def games(self) -> pl.DataFrame:
        """One row for each game."""
        return self._table("games")

    @property
    def cards(self) -> pl.DataFrame:
        """One row for each card that a player held: what became of it."""
        return self._table("cards")

    def _table(self, name: str) -> pl.DataFrame:
        if name not in self._tables:
            opened = open_run(self.folder)  # checks every part against its checksum
            self._tables[name] = with_names(opened.table(name).collect(), self.manifest)
        return self._tables[name]

    def report(
        self, out: PathText | None = None, *, sections: Sequence[str] | None = None, confirm: Sequence["Run"] = ()
    ) -> Path:
        """Write the balance report of this run; return its page.

        Args:
            out: folder of the report; ``report`` in the folder of the run if left out.
            sections: names of the sections to write; all if left out.
            confirm: runs with other seeds on which the findings are tested again.

        Raises:
            AnalysisError: one line, if the run cannot be read or the folder cannot be written.
        """
        from seti_sim.reporting.build import build_report

        target = self.folder / "report" if out is None else Path(out)
        return build_report([self.folder], target, sections, [run.folder for run in confirm])

    def replay(
        self, game: int, *, only_round: int | None = None, only_seat: int | None = None, trace: bool = False
    ) -> "ReplayedGame":
        """Play one game again, from its seed, and describe it; ``print`` the result to read it.

        Args:
            game: index of the game, from 0.
            only_round: keep one round, from 1.
            only_seat: keep the decisions of one seat, from 0.
            trace: add the values of the best candidates of every decision.

        Raises:
            RunError: one line: no such game, or code, tables or strategies that play it differently now.
        """
        return ReplayedGame(replay(self.folder, game, only_round=only_round, only_seat=only_seat, trace=trace))

    def __repr__(self) -> str:
        plan = self.manifest.plan
        return f"<Run of {plan.games:,} {plan.players}-player games, {', '.join(plan.strategies)}, seed {plan.seed}>"

    def _repr_html_(self) -> str:
        """Wins and scores by seat and strategy, for notebooks."""
        table = self.seats.group_by("strategy").agg(
            pl.len().alias("seats"),
            pl.when(pl.col("winners") > 0)
            .then(1 / pl.col("winners"))
            .otherwise(0.0)
            .mean()
            .round(3)
            .alias("win share"),
            pl.col("score").mean().round(1),
        )
        return f"<p>{escape(repr(self))}</p>{table.sort('strategy')._repr_html_()}"


class ReplayedGame:
    """One game of a run, turn by turn."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript

    @property
    def scores(self) -> tuple[int, ...]:
        """Final scores by seat."""
        return self.transcript.scores

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain lists and dictionaries, as ``seti-sim replay --json`` prints it."""
        return self.transcript.as_dict()

    def __str__(self) -> str:
        return "\n".join(transcript_lines(self.transcript))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def run(
    games: int = 1000,
    *,
    players: int = 4,
    strategies: Sequence[str] = ("balanced",),
    seed: int = 1,
    species: Sequence[str] = (RANDOM, RANDOM),
    gold: dict[str, str] | None = None,
    seating: str | None = None,
    variant: PathText | None = None,
    out: PathText | None = None,
    threads: int | None = None,
    listener: Listener = SILENT,
) -> Run:
    """Play games and return the finished run.

    Args:
        games: number of games.
        players: 2, 3 or 4.
        strategies: names of built-in strategies or paths of strategy files: one for all seats, or one for each.
        seed: the same seed gives the same games on every machine and for every number of threads.
        species: species on the left and on the right, or ``random``.
        gold: sides of gold tiles by name, as in ``{"tech": "a"}``; the others are drawn.
        seating: ``random`` (default of several strategies) or ``fixed``.
        variant: name of a shipped variant or path of a variant file.
        out: new folder of the run; a temporary one, removed with the returned object, if left out.
        threads: all cores if left out.
        listener: what is called while games are played.

    Raises:
        PlanError, StrategyError, ComponentError, RunError: one line that names what is wrong and where.
    """
    plan = plan_of(
        strategies,
        games=games,
        players=players,
        seed=seed,
        species=species,
        gold=gold,
        seating=seating,
        variant=variant,
    )
    if out is not None:
        start_run(plan, Path(out), threads=threads, listener=listener)
        return Run(out)
    parent = Path(tempfile.mkdtemp(prefix="seti-sim-"))
    try:
        start_run(plan, parent / "run", threads=threads, listener=listener)
        found = Run(parent / "run")
    except BaseException:
        shutil.rmtree(parent, ignore_errors=True)
        raise
    weakref.finalize(found, shutil.rmtree, parent, ignore_errors=True)
    return found


def load(folder: PathText) -> Run:
    """Open the folder of a finished run. Raises ``RunError``, one line, if it is none."""
    return Run(folder)


def resume(folder: PathText, *, threads: int | None = None, listener: Listener = SILENT) -> Run:
    """Play what is missing or damaged of an interrupted run; the tables match those of an uninterrupted one."""
    resume_run(Path(folder), threads=threads, listener=listener)
    return Run(folder)
