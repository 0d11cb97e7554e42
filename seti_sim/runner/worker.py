"""What runs on Dask workers besides games: the preload of ``--cluster local:N``, and what a worker would play with."""

import signal
from typing import Any

import seti_sim
from seti_sim.compilation.sources import source_hash
from seti_sim.components.schema_base import ComponentError
from seti_sim.policies.strategies import StrategyError
from seti_sim.runner.errors import RunError
from seti_sim.runner.manifest import LIBRARIES, library_versions
from seti_sim.runner.parts import Parts, play_elsewhere


def dask_setup(_worker: Any) -> None:
    """Leave Ctrl-C to the process that runs the cluster: in a terminal it reaches all processes at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def program() -> dict[str, str]:
    """What games are played with here: sources of the package and versions that could change a byte."""
    versions = library_versions()
    sources = f"{seti_sim.__version__}, sources {source_hash()}"
    return {"seti_sim": sources, **{name: versions[name] for name in LIBRARIES}}


def play_here(origin: str, part: int, first: int, games: int) -> Parts:
    """``play_elsewhere`` on this worker, whose address is put before what keeps it from playing."""
    from distributed import get_worker

    try:
        return play_elsewhere(origin, part, first, games)
    except (RunError, StrategyError, ComponentError) as error:
        raise RunError(f"the worker {get_worker().address}: {error}") from None
