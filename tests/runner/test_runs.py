"""Whole runs with made-up games: the same tables whatever the threads, chunks and accidents."""

import errno
import json
import os
import platform
import shlex
import shutil
import subprocess
from functools import partial

import numpy as np
import polars as pl
import pytest
from numba.core.event import trigger_event
from sealing import sealed

import seti_sim
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.load import open_run
from seti_sim.compilation.folders import READY
from seti_sim.engine.errors import E_ENDLESS
from seti_sim.runner import parts, runs, store
from seti_sim.runner.errors import GameFailed, Interrupted, RunError, StoreError
from seti_sim.runner.execute import Threads
from seti_sim.runner.listener import Listener
from seti_sim.runner.records import read_manifest
from seti_sim.runner.runs import resume_run, start_run


def rows(folder, table="seats"):
    return pl.read_parquet(folder / table / "*.parquet")


def same_bytes(left, right):
    return left.schema == right.schema and all(
        a.to_numpy().tobytes() == b.to_numpy().tobytes() for a, b in zip(left, right, strict=True)
    )


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.parquet")}


class Stopper(Listener):
    """Presses Ctrl-C after some chunks."""

    def __init__(self, after):
        self.left = after
        self.notes = []

    def note(self, text):
        self.notes.append(text)

    def advance(self, games):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_a_run_holds_every_game_once(tmp_path, fake, plan):
    start_run(plan(), tmp_path / "run")
    assert rows(tmp_path / "run", "games")["game"].to_list() == list(range(23))
    assert rows(tmp_path / "run")["game"].to_list() == [game for game in range(23) for _ in range(4)]


@pytest.mark.parametrize("table", ["games", "seats", "cards"])
def test_threads_and_chunks_change_no_byte(tmp_path, fake, plan, table):
    start_run(plan(games=60, chunk=1000), tmp_path / "one", threads=1)
    for threads, chunk in ((1, 7), (2, 10), (2, 1000), (3, 1)):
        start_run(plan(games=60, chunk=chunk), tmp_path / f"{threads}-{chunk}", threads=threads)
        assert same_bytes(rows(tmp_path / "one", table), rows(tmp_path / f"{threads}-{chunk}", table))


def test_the_manifest_tells_everything(tmp_path, fake, plan):
    out = tmp_path / "my run"
    start_run(plan(seed=9, species=("random", "exertians")), out, threads=2)
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["format"], manifest["status"], manifest["error"]) == (1, "complete", None)
    assert (manifest["seed"], manifest["games"], manifest["players"], manifest["threads"]) == (9, 23, 4, 2)
    assert manifest["plan"]["species"] == ["random", "exertians"]
    assert manifest["seats"] == [0, 1, 0, 0]
    assert [item["name"] for item in manifest["strategies"]] == manifest["dictionaries"]["strategies"]
    assert manifest["strategies"][1]["source"] == 'name = "random"\n'
    assert manifest["rules_version"] == seti_sim.RULES_VERSION
    assert manifest["versions"]["python"] == platform.python_version()
    assert manifest["chunks"] == [[0, 0, 5], [1, 5, 5], [2, 10, 5], [3, 15, 5], [4, 20, 3]]
    assert shlex.split(manifest["command"])[-2:] == ["--out", str(out)]
    assert {"species", "sources", "techs", "planets", "moons", "stars"} <= manifest["dictionaries"].keys()


def test_an_interrupted_run_can_be_resumed_to_the_same_bytes(tmp_path, fake, plan):
    start_run(plan(), tmp_path / "whole")
    with pytest.raises(Interrupted, match="resume with: seti-sim resume"):
        start_run(plan(), tmp_path / "run", threads=1, listener=Stopper(2))
    assert read_manifest(tmp_path / "run").status == "interrupted"
    assert 2 <= len(files(tmp_path / "run")) // 2 < 5
    resume_run(tmp_path / "run", threads=2)
    assert files(tmp_path / "run") == files(tmp_path / "whole")
    assert read_manifest(tmp_path / "run").status == "complete"


@pytest.mark.parametrize("content", [None, b"", b"PAR1 broken PAR1", "cut", "other"])
def test_a_damaged_part_is_played_again(tmp_path, fake, plan, content):
    out = tmp_path / "run"
    start_run(plan(), out)
    whole = files(out)
    part = out / "seats" / "part-00001.parquet"
    if content is None:
        part.unlink()
    elif content == "cut":
        part.write_bytes(part.read_bytes()[:-100])
    elif content == "other":
        shutil.copy(out / "seats" / "part-00002.parquet", part)
    else:
        part.write_bytes(content)
    resume_run(out)
    assert files(out) == whole


def test_a_complete_run_is_checked_and_left_alone(tmp_path, fake, plan, monkeypatch):
    start_run(plan(), tmp_path / "run")
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    listener = Stopper(0)
    resume_run(tmp_path / "run", listener=listener)
    assert listener.notes == [f"{tmp_path / 'run'} is complete: 23 games, every part has its checksum"]
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before


def test_a_cache_that_cannot_be_used_is_said(tmp_path, fake, plan, monkeypatch):
    monkeypatch.setattr(runs, "CACHE_PROBLEM", "compiled code can't be kept in /full: No space left on device")
    listener = Stopper(0)
    start_run(plan(), tmp_path / "run", listener=listener)
    (line,) = listener.notes
    assert line.startswith("compiled code can't be kept in /full: No space left on device; every start compiles")


def test_compiling_is_said_also_where_a_cache_was_complete_once(tmp_path, fake, plan, monkeypatch):
    def play_chunk(*arguments):
        for _ in range(2):
            with trigger_event("numba:compile"):
                pass
        return fake.play_chunk(*arguments)

    (tmp_path / READY).touch()
    monkeypatch.setattr(runs, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(parts, "play_chunk", play_chunk)
    listener = Stopper(0)
    start_run(plan(), tmp_path / "run", listener=listener)
    assert listener.notes == [runs.COMPILING]


def test_a_broken_game_is_named_and_the_run_fails(tmp_path, fake, plan, monkeypatch):
    def break_one(*arguments):
        games = fake.play_chunk(*arguments)
        games["error"][games["index"] == 11] = E_ENDLESS
        return games

    monkeypatch.setattr(parts, "play_chunk", break_one)
    line = "game 11 of seed 1 failed: the game did not end within the bound on decisions"
    with pytest.raises(GameFailed, match=line):
        start_run(plan(), tmp_path / "run", threads=2)
    manifest = read_manifest(tmp_path / "run")
    assert (manifest.status, manifest.error) == ("failed", line)


def test_a_game_that_did_not_end_fails_the_run(tmp_path, fake, plan, monkeypatch):
    def stop_early(*arguments):
        games = fake.play_chunk(*arguments)
        games["over"] = 0
        return games

    monkeypatch.setattr(parts, "play_chunk", stop_early)
    with pytest.raises(GameFailed, match="game 0 of seed 1 failed: error 0, not finished"):
        start_run(plan(), tmp_path / "run")


def test_a_full_disk_is_one_line_and_the_run_can_be_resumed(tmp_path, fake, plan, monkeypatch):
    start_run(plan(), tmp_path / "whole")
    real, written = store.write_atomic, []

    def fill_up(path, content):
        written.append(path)
        if len(written) > 6:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, content)

    monkeypatch.setattr(store, "write_atomic", fill_up)
    with pytest.raises(StoreError, match="No space left on device; once mended: seti-sim resume") as caught:
        start_run(plan(), tmp_path / "run", threads=1)
    assert "\n" not in str(caught.value)
    monkeypatch.setattr(store, "write_atomic", real)
    assert read_manifest(tmp_path / "run").status == "running"  # there was no room to say more
    resume_run(tmp_path / "run")
    assert files(tmp_path / "run") == files(tmp_path / "whole")


def test_a_disk_that_is_full_at_once_leaves_nothing(tmp_path, fake, plan, monkeypatch):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store, "write_atomic", full)
    with pytest.raises(StoreError, match="No space left on device"):
        start_run(plan(), tmp_path / "run")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("rules_version", 999, "begun under rules version 999"),
        ("tables_hash", "0", "component tables have changed"),
        ("strategies", None, "strategy 'greedy' has changed"),
        ("format", 999, "has format 999; this version reads format 1"),
        ("source_hash", "0", r"started with different code \(seti_sim .*, hash 0; here "),
        ("versions", {"numba": "0.1"}, "begun with numba 0.1, here it is "),
    ],
)
def test_a_run_of_another_game_is_not_resumed(tmp_path, fake, plan, key, value, line):
    out = tmp_path / "run"
    start_run(plan(), out)
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["status"] = "interrupted"
    if key == "strategies":
        manifest["strategies"][0]["digest"] = "another"
    else:
        manifest[key] = value
    (out / "manifest.json").write_text(json.dumps(sealed(manifest)))
    with pytest.raises(RunError, match=line):
        resume_run(out)


def test_parts_with_other_numbers_are_named_and_played_again(tmp_path, fake, plan):
    out = tmp_path / "run"
    start_run(plan(), out)
    whole = files(out)
    part = out / "seats" / "part-00003.parquet"
    pl.read_parquet(part).with_columns(pl.col("score") + 1).write_parquet(part)
    (out / "games" / "part-00001.parquet").unlink()
    listener = Stopper(0)
    resume_run(out, listener=listener)
    names = "games/part-00001.parquet, seats/part-00003.parquet"
    assert listener.notes == [f"{out}: checksum mismatch, replaying: {names}"]
    assert files(out) == whole


def test_a_long_list_of_damaged_parts_is_cut(tmp_path, fake, plan):
    out = tmp_path / "run"
    start_run(plan(), out)
    shutil.rmtree(out / "seats")
    listener = Stopper(0)
    (out / "games" / "part-00001.parquet").unlink()
    resume_run(out, listener=listener)
    assert listener.notes[0].endswith("seats/part-00003.parquet and 1 more")


def test_checksums_are_those_of_the_parts(tmp_path, fake, plan):
    out = tmp_path / "run"
    start_run(plan(), out, threads=2)
    done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=out, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": OK") == 15


def test_without_checksums_nothing_is_trusted(tmp_path, fake, plan):
    out = tmp_path / "run"
    start_run(plan(), out)
    sums, whole = (out / "SHA256SUMS").read_bytes(), files(out)
    (out / "SHA256SUMS").unlink()
    played = []
    listener = Stopper(0)
    listener.advance = played.append
    resume_run(out, listener=listener)
    assert sum(played) == 23
    assert ((out / "SHA256SUMS").read_bytes(), files(out)) == (sums, whole)


@pytest.mark.parametrize("size", [0, 10, 40])
def test_with_checksums_cut_off_nothing_is_trusted(tmp_path, fake, plan, size):
    out = tmp_path / "run"
    start_run(plan(), out)
    whole, sums = files(out), (out / "SHA256SUMS").read_bytes()
    (out / "SHA256SUMS").write_bytes(sums[:size])
    resume_run(out)
    assert ((out / "SHA256SUMS").read_bytes(), files(out)) == (sums, whole)


def test_what_stops_a_cluster_says_how_to_go_on(tmp_path, fake, plan):
    class Gone(Threads):
        def stored(self, *unused):
            raise RunError("the scheduler is gone")
            yield

    with pytest.raises(RunError, match=r"the scheduler is gone; once mended: seti-sim resume .*/run"):
        start_run(plan(), tmp_path / "run", executor=Gone(1))


def test_parts_and_checksums_of_another_run_are_refused(tmp_path, fake, plan):
    start_run(plan(seed=1), tmp_path / "one")
    start_run(plan(seed=2), tmp_path / "two")
    for name in ("SHA256SUMS", "games/part-00000.parquet", "seats/part-00000.parquet", "cards/part-00000.parquet"):
        shutil.copy(tmp_path / "two" / name, tmp_path / "one" / name)
    with pytest.raises(StoreError, match=r"SHA256SUMS belongs to another run than manifest\.json beside it"):
        resume_run(tmp_path / "one")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"plan": {"games": -1}}, "plan.games must be at least 1, not -1"),
        ({"plan": {"seed": 5}}, "seed: 1 here and 5 in the plan"),
        ({"games": 24}, "games: 24 here and 23 in the plan"),
        ({"chunks": [[0, 0, 23]]}, "chunks: they are not those of 23 games in parts of 5"),
        ({"seats": [0, 1]}, "seats: strategies of 2 seats for 4 players"),
        ({"seats": [0, 1, 0, 2]}, "seats: a seat has a strategy that is not listed"),
        ({"surprise": 1}, "surprise: unknown key"),
    ],
)
def test_a_manifest_edited_by_hand_is_refused_by_everybody(tmp_path, fake, plan, change, line):
    out = tmp_path / "run"
    start_run(plan(), out)
    manifest = json.loads((out / "manifest.json").read_text())
    change = {"plan": manifest["plan"] | change["plan"]} if "plan" in change else change
    (out / "manifest.json").write_text(json.dumps(manifest | change))
    whole = f"can't use {out / 'manifest.json'}: {line}"
    for read in (resume_run, open_run):
        with pytest.raises((RunError, AnalysisError)) as caught:
            read(out)
        assert str(caught.value) == whole


def test_a_start_that_was_killed_at_once_can_be_made_again(tmp_path, fake, plan):
    out = tmp_path / "run"
    for name in ("games", "seats", "cards"):
        (out / name).mkdir(parents=True)
    (out / ".lock").touch()
    (out / ".manifest.json.77.tmp").write_text("{")
    start_run(plan(), out)
    assert rows(out, "games").height == 23


def test_two_strategies_of_one_name_are_refused(tmp_path, fake, plan, monkeypatch):
    from dataclasses import replace

    from seti_sim.runner import inputs

    def load(name):
        greedy = fake.load_strategy("greedy")
        return greedy if name == "greedy" else replace(greedy, digest="another")

    monkeypatch.setattr(inputs, "load_strategy", load)
    with pytest.raises(RunError, match=r"greedy and mine\.toml are different and both named 'greedy'"):
        start_run(plan(strategies=["greedy", "mine.toml", "greedy", "greedy"]), tmp_path / "run")
    assert os.listdir(tmp_path) == []


def test_memory_does_not_grow_with_the_number_of_games(tmp_path, fake, plan, monkeypatch):
    alive, most = set(), [0]

    def count(*arguments):
        games = np.zeros(arguments[3], fake.GAME).view(Tracked)
        games["over"], games["index"] = 1, range(arguments[2], arguments[2] + arguments[3])
        alive.add(id(games))
        games.dies = partial(alive.discard, id(games))
        most[0] = max(most[0], len(alive))
        return games

    class Tracked(np.ndarray):
        dies = None

        def __del__(self):
            if self.dies:
                self.dies()

    monkeypatch.setattr(parts, "play_chunk", count)
    start_run(plan(games=200, chunk=2), tmp_path / "run", threads=2)
    assert most[0] <= 6
