"""Ctrl-C at any moment: one line on stderr, exit code 130, in processes of their own."""

import os
import subprocess
import sys

import pytest

HEAD = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process may have been told to ignore it
def press(number=signal.SIGINT):
    os.kill(os.getpid(), number)
"""
AT_AN_IMPORT = """
class Presser:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            press(signal.{number})
sys.meta_path.insert(0, Presser())
from seti_sim.cli.start import main
main()
"""
IN_PLAY = """
from seti_sim.cli import stopping
from seti_sim.cli.start import main
stopping.listen()  # once and before anything is imported, as in life: polars comes later
stopping.listen = lambda: None
import threading, time
import numpy as np
from seti_sim.engine.state import GAME
from seti_sim.runner import parts
def play(*_):
    if threading.current_thread() is not threading.main_thread():
        time.sleep(0.5)  # until the main thread waits
        press()
        time.sleep(0.5)
        press()
        time.sleep(20)  # the chunk goes on: who waits for it may lose patience
    games = np.zeros(1, GAME)
    games["over"] = 1
    return games
parts.play_chunk = play
main()
"""
AT_ONCE = "seti-sim: stopped at once; what is stored can be gone on with\n"
WARMING = """
from seti_sim.cli.start import main
from seti_sim.runner import parts
parts.play_chunk = lambda *_: exec("press()")  # compiled from text: Python would end by the signal after all
main()
"""
NOTHING_PLAYED = "seti-sim: stopped with 0 of 2 games stored; resume with: seti-sim resume r\n"


def run(folder, program, *words):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "module", "number"),
    [
        ("--help", "seti_sim.cli.app", "SIGINT"),
        ("run", "typer", "SIGINT"),
        ("run", "seti_sim.cli.running", "SIGTERM"),
        ("run", "polars", "SIGINT"),
        ("compare greedy random", "seti_sim.analysis.contest", "SIGINT"),
        ("show cards", "seti_sim.cli.show", "SIGINT"),
    ],
)
def test_before_anything_is_written_a_stop_ends_at_once(tmp_path, words, module, number):
    program = AT_AN_IMPORT.format(module=module, number=number)
    assert run(tmp_path, program, *words.split()) == (130, "", "seti-sim: stopped\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("program", "line", "status"),
    [
        (IN_PLAY, AT_ONCE, "running"),
        (WARMING, NOTHING_PLAYED, "interrupted"),
    ],
)
def test_in_play_the_first_stop_puts_things_in_order_and_the_second_ends_at_once(tmp_path, program, line, status):
    words = ("run", "--games", "2", "--out", "r", "--threads", "1", "--quiet")
    assert run(tmp_path, program, *words) == (130, "", line)
    assert f'"status": "{status}"' in (tmp_path / "r/manifest.json").read_text()


def test_a_signal_that_is_ignored_from_the_start_stays_ignored(tmp_path):
    program = AT_AN_IMPORT.format(module="typer", number="SIGINT").replace(
        "sys.meta_path", "signal.signal(signal.SIGINT, signal.SIG_IGN)\nsys.meta_path"
    )
    code, out, err = run(tmp_path, program, "--version")
    assert (code, out.split()[0], err) == (0, "seti-sim", "")
