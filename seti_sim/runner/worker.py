"""Loaded by the Dask workers of ``--cluster local:N`` when they start (Dask calls this a preload)."""

import signal
from typing import Any


def dask_setup(_worker: Any) -> None:
    """Leave Ctrl-C to the process that runs the cluster: in a terminal it reaches all processes at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
