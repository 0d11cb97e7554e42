"""What runs on Dask workers besides games: the preload of ``--cluster local:N``, and what a worker would play with."""

import signal
from typing import Any

import seti_sim
from seti_sim.jit import source_hash
from seti_sim.runner.manifest import LIBRARIES, library_versions


def dask_setup(_worker: Any) -> None:
    """Leave Ctrl-C to the process that runs the cluster: in a terminal it reaches all processes at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def program() -> dict[str, str]:
    """What games are played with here: sources of the package and versions that could change a byte."""
    versions = library_versions()
    sources = f"{seti_sim.__version__}, sources {source_hash()}"
    return {"seti_sim": sources, **{name: versions[name] for name in LIBRARIES}}
