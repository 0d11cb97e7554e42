"""Runs from Python: the tables, the report and the games of the same run on the command line."""

import gc
from pathlib import Path

import polars as pl
import pytest

import seti_sim as ss
from seti_sim.runner.errors import RunError


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "first"
    return ss.run(60, players=2, strategies=["greedy", "random"], seed=3, out=folder)


def test_tables_have_names_in_place_of_codes(run):
    assert run.games.height == 60
    assert run.seats.height == 120
    assert set(run.seats["strategy"].unique()) == {"greedy", "random"}
    assert set(run.games["species_left"].unique()) <= {
        "mascamites",
        "anomalies",
        "oumuamua",
        "centaurians",
        "exertians",
    }
    assert {"Grant", "ALICE", "Juno Probe"} <= set(run.cards["card"].cast(pl.String).unique())
    assert run.manifest.plan.seed == 3


def test_a_run_is_opened_again(run):
    again = ss.load(run.folder)
    assert again.seats.equals(run.seats)
    assert repr(again) == "<Run of 60 2-player games, greedy, random, seed 3>"
    assert "greedy" in again._repr_html_()
    assert ss.resume(run.folder).games.equals(run.games)


def test_a_game_is_played_again(run):
    told = run.replay(17)
    scores = run.seats.filter(pl.col("game") == 17).sort("seat")["score"].to_list()
    assert list(told.scores) == scores
    assert "Final scores: " in str(told)
    assert told.as_dict()["game"] == 17
    assert "<pre>" in told._repr_html_()
    with pytest.raises(RunError, match="has no game 60; there are 0 to 59"):
        run.replay(60)


def test_a_report_is_written(run, tmp_path):
    page = run.report(tmp_path / "report", sections=["seats"])
    assert page == tmp_path / "report" / "index.html"
    assert page.is_file()


def test_a_run_without_a_folder_goes_with_its_object():
    run = ss.run(20, players=2, strategies=["random"])
    folder = run.folder
    assert run.seats.height == 40
    del run
    gc.collect()
    assert not Path(folder).exists()


def test_wrong_arguments_get_one_line():
    with pytest.raises(Exception, match="players") as caught:
        ss.run(10, players=5)
    assert "\n" not in str(caught.value)
    with pytest.raises(RunError, match="is not a run folder"):
        ss.load("nowhere")
