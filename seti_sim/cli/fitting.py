"""``seti-sim fit``: an evaluation for look-ahead, fitted to played-out moves."""

import os
from math import isfinite
from pathlib import Path
from typing import Annotated, Final

import typer

from seti_sim.cli.options import Players, Quiet, Seed, Threads, Variant, command_line

MOST_RIVAL: Final = 10
"""How much a point of the best other player may count."""


def fit(
    base: Annotated[str, typer.Argument(help="The strategy whose weights value moves.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The strategy file to write.", show_default=False)],
    pairs: Annotated[int, typer.Option(help="Pairs of played-out moves, rounded up to thousands.")] = 200_000,
    rival: Annotated[float, typer.Option(help="How much a point of the best other player counts.")] = 0.3,
    width: Annotated[int, typer.Option(help="Candidate moves per decision.")] = 8,
    determinizations: Annotated[int, typer.Option(help="Deals of the hidden cards, of the new strategy.")] = 1,
    players: Players = 4,
    seed: Seed = 1,
    threads: Threads = None,
    variant: Variant = None,
    quiet: Quiet = False,
) -> None:
    """Fit the evaluation of look-ahead and write a new strategy file.

    The file's name is the strategy's; weights are printed with standard errors.
    """
    from seti_sim.cli.progress import progress, told_if_compiled
    from seti_sim.policies.strategies import parse_strategy
    from seti_sim.runner.errors import Interrupted, StoreError
    from seti_sim.runner.execute import number_of_threads
    from seti_sim.runner.fit import fit_evaluation, nothing_fitted, strategy_text
    from seti_sim.runner.inputs import load_inputs
    from seti_sim.runner.plan import make_plan
    from seti_sim.runner.store import write_atomic

    threads = number_of_threads(threads)
    check_options(out, rival)
    settings = (("width", width), ("determinizations", determinizations), ("horizon", 1))
    table = ", ".join(f"{name} = {value}" for name, value in settings)
    parse_strategy(f'name = "a"\npolicy = "lookahead"\nlookahead = {{{table}}}', "fit")
    command = command_line(
        "fit", base, out=out, pairs=pairs, rival=rival, width=width, determinizations=determinizations,
        players=players, seed=seed, variant=variant,
    )  # fmt: skip
    inputs = load_inputs(make_plan(games=1, players=players, strategies=[base], seed=seed, variant=variant))
    note = f"written by: {command}"
    parse_strategy(strategy_text(inputs.strategies[0], out.stem, nothing_fitted(), settings, note), f"out: {out}")
    try:
        with progress(quiet=quiet) as listener, told_if_compiled(listener):
            listener.begin(pairs, 0)
            found = fit_evaluation(inputs, pairs, rival, threads, listener.advance)
    except KeyboardInterrupt:
        raise Interrupted("stopped; nothing was written") from None
    text = strategy_text(inputs.strategies[0], out.stem, found, settings, note)
    parse_strategy(text, str(out))
    try:
        write_atomic(out, text.encode())
    except OSError as error:
        raise StoreError(f"can't write {out}: {error.strerror or error}") from None
    if not quiet:
        show(found.weights.T.tolist(), found.errors.T.tolist())
        print(f"\n{found.pairs:,} pairs, {found.spread:.1f} points residual SD: {out}")


def check_options(out: Path, rival: float) -> None:
    """Raise ``RunError`` with one line for a file that cannot be written in the end, or a rival that makes no sense."""
    from seti_sim.runner.errors import PlanError, StoreError
    from seti_sim.runner.store import check_name

    if out.suffix != ".toml":
        raise PlanError(f"out must end in .toml: {out}")
    check_name(out.name, "out")
    if not (isfinite(rival) and abs(rival) <= MOST_RIVAL):
        raise PlanError(f"rival must be from {-MOST_RIVAL} to {MOST_RIVAL}, not {rival:g}")
    if not out.parent.is_dir():
        raise PlanError(f"out: there is no folder {out.parent}")
    if out.exists():
        raise PlanError(f"out: {out} exists; choose another name or remove it first")
    if not os.access(out.parent, os.W_OK | os.X_OK):
        raise StoreError(f"can't write to {out.parent}")


def show(weights: list[list[float]], errors: list[list[float]]) -> None:
    """Print the fitted weights by feature and round with their standard errors."""
    from seti_sim.policies.position import FEATURE_NAMES

    print(f"{'points per unit, round':24}" + "".join(f"{number:>16}" for number in range(1, 6)))
    for name, row, spread in zip(FEATURE_NAMES, weights, errors, strict=True):
        print(f"{name:24}" + "".join(f"{w:8.2f} ±{e:6.2f}" for w, e in zip(row, spread, strict=True)))
