"""Commands run as from a shell, in an empty folder."""

import sys
from contextlib import nullcontext

import pytest

from seti_sim.cli import app, progress
from seti_sim.compilation.folders import READY
from seti_sim.runner import runs


@pytest.fixture
def command(monkeypatch, capfd, tmp_path):
    """Run a command in an empty folder; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "compiling", lambda _: nullcontext())  # else the first test to play would be told

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["seti-sim", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            app.main()
        text = capfd.readouterr()
        return left.value.code or 0, text.out, text.err

    return run


@pytest.fixture
def compiled(monkeypatch, tmp_path_factory):
    """Nothing is said about compiling: it is done."""
    folder = tmp_path_factory.getbasetemp()
    (folder / READY).touch()
    monkeypatch.setattr(runs, "cache_folder", lambda: folder)
