"""Folders of compiled code: old ones go, held ones stay, and an unusable one is said and not used."""

import os
import subprocess
import sys

import pytest

from seti_sim.compilation import folders
from seti_sim.compilation.folders import ABANDONED, CHECKSUMS, HELD, READY, guard, hold, prune, record


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
        "from pathlib import Path; from seti_sim.compilation.folders import hold; "
        f"hold(Path({str(used)!r})); print(1); input()"
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
    environment = os.environ | {"SETI_SIM_CACHE": "/dev/null/cache", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    line, kind = done.stdout.splitlines()
    assert line.startswith("compiled code can't be kept in /dev/null/cache/numba")
    assert line.endswith(": Not a directory")
    assert kind == "NullCache"


@pytest.mark.parametrize(("mode", "who"), [(0o777, "other users can write to"), (0o775, "other users of its group")])
def test_a_folder_that_others_can_write_is_not_used(tmp_path, mode, who):
    own = tmp_path / "cache"
    own.mkdir()
    own.chmod(mode)
    assert who in hold(own)
    assert list(own.iterdir()) == []


def test_a_folder_below_one_that_others_can_write_is_not_used(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o777)
    assert f"other users can write to {tmp_path / 'shared'}" in hold(tmp_path / "shared" / "cache")
    (tmp_path / "shared").chmod(0o1777)  # as /tmp: nobody can replace what belongs to another user
    assert hold(tmp_path / "shared" / "cache") is None


def test_a_folder_of_another_user_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(folders.os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    if tmp_path.stat().st_uid == 0:
        os.chown(tmp_path, 4711, -1)
    assert "belongs to another user" in hold(tmp_path)


def test_a_new_folder_is_open_to_nobody_else(tmp_path):
    assert hold(tmp_path / "cache") is None
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def test_a_complete_folder_that_is_read_only_is_used_as_it_is(tmp_path, monkeypatch):
    (tmp_path / READY).touch()
    monkeypatch.setattr(folders.os, "access", lambda path, mode: False)
    assert hold(tmp_path) is None
    assert [path.name for path in tmp_path.iterdir()] == [READY]


def test_a_file_system_without_locks_is_used_and_nothing_is_removed_there(folder, monkeypatch):
    def refuse(handle, operation):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(folders.fcntl, "flock", refuse)
    own, old = folder(0), folder(1, age=200)
    assert hold(own) is None
    assert prune(own, kept=1) == []
    assert old.exists()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"SETI_SIM_CACHE": "/a", "NUMBA_CACHE_DIR": "/b", "XDG_CACHE_HOME": "/c"}, "/a"),
        ({"SETI_SIM_CACHE": "", "NUMBA_CACHE_DIR": "/b", "XDG_CACHE_HOME": "/c"}, "/b"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/seti_sim"),
        ({"XDG_CACHE_HOME": "", "HOME": "/d"}, "/d/.cache/seti_sim"),
    ],
)
def test_where_compiled_code_is_kept(monkeypatch, settings, expected):
    for name in ("SETI_SIM_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert str(folders.base_folder()) == expected


def test_without_a_home_folder_compiled_code_is_kept_among_temporary_files(monkeypatch, tmp_path):
    def unknown():
        raise RuntimeError("Could not determine home directory.")

    for name in ("SETI_SIM_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(folders.Path, "home", unknown)
    monkeypatch.setattr(folders.tempfile, "gettempdir", lambda: str(tmp_path))
    assert folders.base_folder() == tmp_path / f"seti_sim-{os.getuid()}"


@pytest.fixture
def written(tmp_path):
    """A held folder with two files of code and their checksums."""
    assert hold(tmp_path) is None
    (tmp_path / "engine").mkdir()
    for name in ("one", "two"):
        (tmp_path / "engine" / f"{name}.1.nbc").write_bytes(name.encode())
    record(tmp_path)
    return tmp_path


def names(folder):
    return sorted(path.name for path in (folder / "engine").iterdir())


def test_files_that_match_their_checksums_stay(written):
    guard(written)
    assert names(written) == ["one.1.nbc", "two.1.nbc"]


@pytest.mark.parametrize("content", [b"", b"two", b"onE"])
def test_damaged_and_exchanged_files_are_removed_in_one_line(written, monkeypatch, content):
    lines = []
    monkeypatch.setattr(folders, "_said", set())
    monkeypatch.setattr(folders, "_notify", [lines.append])
    (written / "engine" / "one.1.nbc").write_bytes(content)
    guard(written)
    assert names(written) == ["two.1.nbc"]
    assert lines == [f"{written}: damaged compiled code removed; it is compiled again"]


@pytest.mark.parametrize("listed", [b"", b"[1, 2]", b"{" * 100_000])
def test_files_without_a_checksum_are_removed(written, listed):
    (written / CHECKSUMS).write_bytes(listed)
    guard(written)
    assert names(written) == []


def test_files_without_a_checksum_stay_while_another_process_may_be_writing_them(written):
    program = (
        "from pathlib import Path; from seti_sim.compilation.folders import hold; "
        f"hold(Path({str(written)!r})); print(1); input()"
    )
    (written / "engine" / "three.1.nbc").write_bytes(b"three")
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        guard(written)
        assert names(written) == ["one.1.nbc", "three.1.nbc", "two.1.nbc"]
        process.communicate(b"\n")
    guard(written)
    assert names(written) == ["one.1.nbc", "two.1.nbc"]
