"""Whole plans with made-up games: a run folder for each cell, interrupted, resumed, damaged."""

import json
import shutil

import polars as pl
import pytest
from sealing import sealed

from seti_sim.runner.cells import cell_folders, is_plan, read_plan
from seti_sim.runner.errors import Interrupted, PlanError, RunError, StoreError
from seti_sim.runner.execute import Threads
from seti_sim.runner.listener import SILENT, Listener
from seti_sim.runner.plans import Played, resume_plan, start_plan
from seti_sim.runner.records import read_manifest

TEXT = 'games = 23\nchunk = 5\nplayers = [2, 3]\nstrategies = ["greedy", "random"]\n'
CELLS = ["2p-greedy", "2p-random", "3p-greedy", "3p-random"]


def files(folder):
    found = (path for path in folder.rglob("*") if path.suffix == ".parquet" or path.name == "SHA256SUMS")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "styles.toml"
    path.write_text(TEXT)
    return path


class Teller(Listener):
    """Writes down what it is told; presses Ctrl-C after some chunks."""

    def __init__(self, after=-1):
        self.left = after
        self.told = []

    def begin(self, games, done=0):
        self.told.append(("begin", games))

    def enter(self, cell, number, of):
        self.told.append(("enter", cell, number, of))

    def found(self, games):
        self.told.append(("found", games))

    def advance(self, games):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_every_cell_is_a_run_folder(tmp_path, fake, file):
    out = tmp_path / "plan"
    teller = Teller()
    played = start_plan(file, out, Threads(2), teller)
    assert played[:2] == Played(4, 92, 0.0)[:2]
    assert is_plan(out)
    assert [cell.name for cell in read_plan(out).cells] == CELLS
    assert read_plan(out).source == TEXT
    for name in CELLS:
        assert read_manifest(out / name).status == "complete"
        assert pl.read_parquet(out / name / "games" / "*.parquet").height == 23
    assert teller.told[:3] == [("begin", 92), ("enter", "2p-greedy", 1, 4), ("found", 0)]
    assert [item for item in teller.told if item[0] == "begin"] == [("begin", 92)]


def test_an_interrupted_plan_is_resumed_to_the_same_bytes(tmp_path, fake, file):
    start_plan(file, tmp_path / "whole", Threads(1), SILENT)
    out = tmp_path / "plan"
    line = f"stopped; resume with: seti-sim resume {out}"
    with pytest.raises(Interrupted) as caught:
        start_plan(file, out, Threads(1), Teller(7))
    assert str(caught.value) == line
    assert read_manifest(out / "2p-random").status == "interrupted"
    assert not (out / "3p-greedy").exists()
    with pytest.raises(Interrupted):
        resume_plan(out, Threads(1), Teller(6))
    file.unlink()
    (out / "2p-greedy" / "seats" / "part-00000.parquet").write_bytes(b"damaged")
    teller = Teller()
    resume_plan(out, Threads(2), teller)
    assert files(out) == files(tmp_path / "whole")
    assert ("found", 18) in teller.told  # the cell with the damaged part


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("strategies", {"greedy": "digest of greedy", "random": "another"}, "strategy 'random' has changed"),
        ("tables", {"": "0"}, "the component tables have changed"),
        ("rules_version", 999, "begun under rules version 999"),
        ("source_hash", "0", r"started with different code .* hash 0; here "),
        ("versions", {"numba": "0.1"}, r"begun with numba 0\.1"),
    ],
)
def test_cells_not_begun_are_those_of_the_plan_or_refused(tmp_path, fake, file, key, value, line):
    out = tmp_path / "plan"
    with pytest.raises(Interrupted):
        start_plan(file, out, Threads(1), Teller(6))
    shutil.rmtree(out / "2p-random")
    record = json.loads((out / "plan.json").read_text())
    record["meaning"][key] = value
    (out / "plan.json").write_text(json.dumps(sealed(record)))
    with pytest.raises(RunError, match=rf"^{out}/2p-random: {line}"):
        resume_plan(out, Threads(1), SILENT)
    assert not (out / "2p-random").exists()
    del record["meaning"], record["sha256"]  # as it was written once
    record["format"] = 1
    (out / "plan.json").write_text(json.dumps(record))
    resume_plan(out, Threads(1), SILENT)


def test_a_fault_of_the_disk_names_the_plan(tmp_path, fake, file, monkeypatch):
    from seti_sim.runner import store

    real = store.write_atomic

    def full(path, content):
        if "3p" in str(path):
            raise OSError(28, "No space left on device")
        real(path, content)

    monkeypatch.setattr(store, "write_atomic", full)
    with pytest.raises(StoreError, match=r"No space left on device; once mended: seti-sim resume \S+/plan$"):
        start_plan(file, tmp_path / "plan", Threads(1), SILENT)
    monkeypatch.setattr(store, "write_atomic", real)
    resume_plan(tmp_path / "plan", Threads(1), SILENT)
    assert len(files(tmp_path / "plan")) == 4 * 16


def test_a_mistake_leaves_nothing(tmp_path, fake, file):
    file.write_text(TEXT + "speed = 3\n")
    with pytest.raises(PlanError, match=r"styles.toml: speed: unknown key"):
        start_plan(file, tmp_path / "plan", Threads(1), SILENT)
    assert not (tmp_path / "plan").exists()


def test_an_existing_plan_is_refused(tmp_path, fake, file):
    start_plan(file, tmp_path / "plan", Threads(1), SILENT)
    with pytest.raises(StoreError, match="is an existing plan folder; choose another --out"):
        start_plan(file, tmp_path / "plan", Threads(1), SILENT)


def test_a_cell_with_another_run_is_refused(tmp_path, fake, file):
    out = tmp_path / "plan"
    start_plan(file, out, Threads(1), SILENT)
    (out / "2p-greedy").rename(out / "aside")
    (out / "2p-random").rename(out / "2p-greedy")
    with pytest.raises(RunError, match=r"2p-greedy holds another run than .*plan.json says"):
        resume_plan(out, Threads(1), SILENT)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"format": 9}, "has format 9; this version reads format 2"),
        ({"cells": [{"name": "../x", "plan": None}]}, "cells.0.plan: input should be"),
        ({"extra": 9}, "extra: unknown key"),
    ],
)
def test_an_edited_record_is_one_line(tmp_path, fake, file, change, line):
    out = tmp_path / "plan"
    start_plan(file, out, Threads(1), SILENT)
    record = json.loads((out / "plan.json").read_text())
    (out / "plan.json").write_text(json.dumps(sealed(record | change)))
    with pytest.raises(StoreError, match=line):
        resume_plan(out, Threads(1), SILENT)


def test_a_cell_cannot_lead_out_of_the_folder(tmp_path, fake, file):
    out = tmp_path / "plan"
    start_plan(file, out, Threads(1), SILENT)
    text = (out / "plan.json").read_text()
    record = json.loads(text.replace('"2p-greedy"', '"../2p-greedy"'))
    (out / "plan.json").write_text(json.dumps(sealed(record)))
    with pytest.raises(StoreError, match=r"'\.\./2p-greedy' is no name of a cell"):
        resume_plan(out, Threads(1), SILENT)


def test_folders_of_cells(tmp_path, fake, file):
    out = tmp_path / "plan"
    start_plan(file, out, Threads(1), SILENT)
    assert [folder.name for folder in cell_folders(out)] == CELLS
    assert cell_folders(out, ["3p-greedy", "2p-random"]) == [out / "2p-random", out / "3p-greedy"]
    assert cell_folders(out / "2p-greedy") == [out / "2p-greedy"]
    with pytest.raises(PlanError, match="has no cell '4p-greedy'; there are 2p-greedy, 3p-greedy"):
        cell_folders(out, ["4p-greedy"])
    with pytest.raises(PlanError, match="is not the folder of a plan"):
        cell_folders(out / "2p-greedy", ["x"])
