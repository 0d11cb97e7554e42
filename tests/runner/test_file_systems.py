"""File systems and tools that answer in unusual ways: one line, or nothing lost."""

import subprocess

import pytest

from seti_sim.runner import manifest, store
from seti_sim.runner.errors import StoreError


def test_a_file_system_without_locks_is_one_line(tmp_path, monkeypatch):
    def refuse(handle, operation):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(store.fcntl, "flock", refuse)
    with pytest.raises(StoreError) as caught, store.locked(tmp_path):
        raise AssertionError("the folder was not locked")
    line = f"can't lock {tmp_path}, on a file system without locks: Operation not supported"
    assert str(caught.value) == line


def test_a_lock_of_another_process_is_one_line(tmp_path, monkeypatch):
    def held(handle, operation):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(store.fcntl, "flock", held)
    with pytest.raises(StoreError, match="is in use by another process"), store.locked(tmp_path):
        raise AssertionError("the folder was not locked")


def test_output_of_git_that_is_not_utf_8_stops_nothing(tmp_path, monkeypatch):
    def answer(words, **_):
        out = str(tmp_path).encode() if "--show-toplevel" in words else b"1234\xff\xfe"
        return subprocess.CompletedProcess(words, 0, stdout=out, stderr=b"")

    monkeypatch.setattr(manifest.subprocess, "run", answer)
    revision = manifest.git_revision(tmp_path)
    assert revision is not None
    assert revision.startswith("1234")
    assert revision.isprintable() or "\N{REPLACEMENT CHARACTER}" in revision
