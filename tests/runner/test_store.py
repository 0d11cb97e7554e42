import errno
import os
import shutil

import pytest

from seti_sim.runner import store
from seti_sim.runner.errors import StoreError
from seti_sim.runner.records import read_manifest
from seti_sim.runner.store import check_free, new_run, open_folder, write_atomic


def test_a_write_replaces_the_file_in_one_step(tmp_path):
    file = tmp_path / "manifest.json"
    write_atomic(file, b"one")
    write_atomic(file, b"two")
    assert file.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["manifest.json"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, error):
    file = tmp_path / "manifest.json"
    write_atomic(file, b"one")

    def fail(handle):
        raise error

    monkeypatch.setattr(store.os, "fsync", fail)
    with pytest.raises(type(error)):
        write_atomic(file, b"two")
    assert file.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["manifest.json"]


def test_a_folder_in_use_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match="is in use; choose another --out"), new_run(tmp_path):
        pass
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is in use"):
        check_free(tmp_path / "file")
    with (
        pytest.raises(StoreError, match=r"can't (make|use) .*: Not a directory"),
        new_run(tmp_path / "file" / "run"),
    ):
        pass


def test_an_empty_folder_is_taken(tmp_path):
    out = tmp_path / "run"
    out.mkdir()
    with new_run(out) as folder:
        assert folder.path == out
    assert os.listdir(out) == []  # nothing was stored, so nothing stays


def test_a_start_that_fails_leaves_nothing(tmp_path):
    out = tmp_path / "a" / "b" / "run"
    with pytest.raises(RuntimeError), new_run(out):
        raise RuntimeError
    assert os.listdir(tmp_path) == []


def test_a_second_process_is_refused(tmp_path):
    out = tmp_path / "run"
    with new_run(out), pytest.raises(StoreError, match=r"run is (in use|.*another process)"), new_run(out):
        pass
    with new_run(out):
        for name in ("games", "seats", "cards"):
            (out / name).rmdir()
        with pytest.raises(StoreError, match="in use by another process"), new_run(out):
            pass
        assert (out / ".lock").exists()  # the first owner's


def test_what_is_not_a_run_folder_cannot_be_opened(tmp_path):
    with pytest.raises(StoreError, match="is not a run folder"), open_folder(tmp_path / "nothing"):
        pass


@pytest.mark.parametrize(
    ("text", "line"),
    [("{", "invalid JSON"), ("{}", "plan: field required"), ('{"format": 1, "surprise": 2}', "surprise: unknown key")],
)
def test_a_broken_manifest_is_one_line(tmp_path, text, line):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match=line) as caught:
        read_manifest(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_manifest_that_is_no_text_is_one_line(tmp_path):
    (tmp_path / "manifest.json").write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match="it is not UTF-8 text"):
        read_manifest(tmp_path)


def test_a_folder_name_that_is_no_text_is_refused(tmp_path):
    with pytest.raises(StoreError, match="is not UTF-8 text"), new_run(tmp_path / "bad\udcff"):
        pass


def test_leftovers_of_a_killed_process_are_removed(tmp_path, fake, plan):
    from seti_sim.runner.runs import start_run

    out = tmp_path / "run"
    start_run(plan(), out)
    (out / "seats" / ".part-00000.parquet.1.tmp").write_bytes(b"half")
    with open_folder(out):
        assert not list(out.rglob(".*.tmp"))
    shutil.rmtree(out)
