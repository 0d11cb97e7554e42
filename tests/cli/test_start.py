"""What the process of the command line arranges before anything heavy is imported."""

import gc
import os
import subprocess
import sys

import pytest

from seti_sim.cli import options, start


def test_garbage_is_collected_late_once_and_then_as_usual():
    usual, callbacks = gc.get_threshold(), list(gc.callbacks)
    start._collect_late()
    assert gc.get_threshold()[0] == start.LATE
    gc.collect()
    assert (gc.get_threshold(), gc.callbacks) == (usual, callbacks)


@pytest.mark.parametrize(
    ("threads", "before", "after"),
    [
        (1, None, "1"),
        (3, None, "3"),
        (1, "2", "2"),
        (4, None, None),
        (9, None, None),
        (0, None, None),
        (None, None, None),
    ],
)
def test_polars_takes_no_more_cores_than_play(monkeypatch, threads, before, after):
    monkeypatch.setattr(options.os, "cpu_count", lambda: 4)
    monkeypatch.delitem(sys.modules, "polars", raising=False)
    monkeypatch.setenv("POLARS_MAX_THREADS", before or "")
    if before is None:
        monkeypatch.delenv("POLARS_MAX_THREADS")
    assert options._no_more_cores(threads) == threads
    assert os.environ.get("POLARS_MAX_THREADS") == after


def test_tables_are_made_on_as_many_threads_as_play():
    program = (
        "import sys; sys.argv = ['seti-sim', 'run', '--threads', '1', '--games', '0']\n"
        "from seti_sim.cli.app import main\n"
        "try:\n    main()\nexcept SystemExit:\n    import polars\n    print(polars.thread_pool_size())"
    )
    environment = {name: value for name, value in os.environ.items() if name != "POLARS_MAX_THREADS"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.stdout, done.stderr.count("\n")) == ("1\n", 1), done.stderr
