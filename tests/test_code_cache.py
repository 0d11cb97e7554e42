"""Folders of compiled code: old ones go, held ones stay, and an unusable one is said and not used."""

import os
import subprocess
import sys

import pytest

from seti_sim.code_cache import ABANDONED, HELD, READY, hold, prune


@pytest.fixture
def folder(tmp_path):
    """Makes a folder of compiled code last used ``age`` seconds ago."""

    def make(number, age=0.0, ready=True):
        path = tmp_path / f"numba0.68.0-numpy2.4.1-py311-{number:016x}"
        path.mkdir()
        (path / "code.nbi").write_bytes(b"code")
        (path / HELD).touch()
        if ready:
            (path / READY).touch()
        now = (path / HELD).stat().st_mtime
        os.utime(path / HELD, (now - age, now - age))
        return path

    return make


def test_the_last_used_folders_stay(folder):
    own = folder(0, age=500)
    others = [folder(number, age=100 * number) for number in range(1, 7)]
    assert prune(own, kept=4) == others[3:]
    assert all(path.exists() for path in (own, *others[:3]))


def test_a_folder_that_a_process_holds_stays(folder):
    own, used, unused = folder(0), folder(1, age=200), folder(2, age=100)
    program = (
        f"from pathlib import Path; from seti_sim.code_cache import hold; hold(Path({str(used)!r})); print(1); input()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert prune(own, kept=1) == [unused]
        process.communicate(b"\n")
    assert prune(own, kept=1) == [used]


def test_what_was_never_completed_goes_after_a_day(folder):
    own, new, old = folder(0), folder(1, ready=False), folder(2, ABANDONED + 60, ready=False)
    assert prune(own, kept=4) == [old]
    assert new.exists()


def test_other_things_stay(folder, tmp_path):
    own = folder(0)
    (tmp_path / "mine").mkdir()
    (tmp_path / "numba-notes.txt").touch()
    assert prune(own, kept=1) == []


def test_a_folder_is_made_and_held_once(tmp_path):
    assert hold(tmp_path / "a" / "b") is None
    assert (tmp_path / "a" / "b" / HELD).exists()


def test_an_unusable_folder_is_one_line_and_nothing_is_kept_elsewhere():
    program = (
        "import seti_sim.jit as j\n"
        "@j.jit\ndef one(x):\n    return x\n"
        "print(j.CACHE_PROBLEM)\nprint(type(one._cache).__name__)"
    )
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment |= {"SETI_SIM_CACHE": "/dev/null/cache", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    line, kind = done.stdout.splitlines()
    assert line.startswith("compiled code can't be kept in /dev/null/cache/numba")
    assert line.endswith(": Not a directory")
    assert kind == "NullCache"
