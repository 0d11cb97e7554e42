import shutil
import subprocess
import sys

import polars as pl
import pytest
import synthetic
from sealing import rewrite
from synthetic import Plan

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.load import merge, open_run, settings


@pytest.fixture
def run(tmp_path):
    return synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))


def change(folder, **keys):
    rewrite(folder / "manifest.json", **keys)


def seats_part(folder, number):
    return folder / "seats" / f"part-{number:05d}.parquet"


def shorten(file):
    pl.read_parquet(file)[:-4].write_parquet(file)
    synthetic.seal(file.parents[1])


def scribble(folder):
    seats_part(folder, 1).write_bytes(b"PAR1")
    return folder


def copy(folder, first, second):
    shutil.copy(seats_part(folder, first), seats_part(folder, second))
    return folder


def message(folder, **options):
    with pytest.raises(AnalysisError) as caught:
        open_run(folder, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_blocks_hold_whole_games_in_order(run):
    opened = open_run(run)
    assert (opened.games, opened.players, opened.mirrored, opened.notices) == (60, 4, True, ())
    (block,) = opened.blocks(["game", "seat", "score"], ["game", "margin"])
    assert (block.seat("game") == block.game("game")[:, None]).all()
    assert (block.seat("seat") == range(4)).all()
    assert block.seat("score").dtype == "int64"
    assert block.indicator("seat", 4).sum() == 240


def test_the_blocks_of_one_big_part_give_the_same_sums(run, monkeypatch):
    opened = open_run(run)

    def total(run):
        return run.fold(lambda block: {"score": block.seat("score").sum(), "games": block.games}, ["score"])

    whole = total(opened)
    monkeypatch.setattr("seti_sim.analysis.load.BLOCK_GAMES", 7)
    assert total(opened) == whole
    assert whole["games"] == 60


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (lambda f: (f / "manifest.json").unlink(), "not a run folder"),
        (lambda f: (f / "manifest.json").write_text("{"), "invalid JSON"),
        (lambda f: (f / "manifest.json").write_text("[]"), "input should be an object"),
        (lambda f: change(f, format=2), "has format 2; this version reads format 1"),
        (lambda f: change(f, players="four"), "can't use"),
        (lambda f: change(f, seats=[0, 0]), "2 seats for 4 players"),
        (lambda f: change(f, dictionaries={}), "has no key"),
        (lambda f: seats_part(f, 1).write_bytes(b"PAR1"), "part-00001.parquet: its bytes are not those that were"),
        (lambda f: synthetic.seal(scribble(f)), "part-00001.parquet: the part is damaged"),
        (lambda f: copy(f, 0, 1), "part-00001.parquet: its bytes are not those that were written (SHA256SUMS)"),
        (lambda f: shorten(seats_part(f, 2)), "part-00002.parquet: 76 rows where 80"),
        (lambda f: synthetic.seal(copy(f, 0, 1)), "holds other games than its own 20 to 39"),
    ],
)
def test_a_broken_run_is_one_clear_line(run, break_it, words):
    break_it(run)
    assert words in message(run)
    assert words in message(run, partial=True)


def test_a_missing_part_is_refused_or_reported(run):
    (run / "games" / "part-00001.parquet").unlink()
    assert "part 1 is missing, 20 of 60 games are not here" in message(run)
    opened = open_run(run, partial=True)
    assert opened.games == 40
    assert "part 1 is missing" in opened.notices[0]


def test_an_unfinished_run_is_refused_or_reported(run):
    synthetic.seal(run, status="running")
    assert "not finished (status: running)" in message(run)
    assert "not finished" in open_run(run, partial=True).notices[0]


def test_a_run_without_any_part_is_refused(run):
    for file in run.glob("seats/*.parquet"):
        file.unlink()
    assert "nothing to analyse" in message(run, partial=True)


def test_a_missing_column_is_named(run):
    with pytest.raises(AnalysisError, match="the table seats has no column luck"):
        next(open_run(run).blocks(["luck"]))


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"rules_version": 2}, "different rules version (1 against 2)"),
        ({"tables_hash": "feed"}, "different component tables"),
        ({"variant": "five-five"}, "different variant (none against five-five)"),
        ({"players": 3}, "different number of players (4 against 3)"),
        ({"strategies": ("random",)}, "different strategies by seat (greedy, greedy, greedy, greedy against random,"),
        ({"seed": 1}, "the same seed 1"),
    ],
)
def test_runs_of_different_games_are_never_pooled(tmp_path, other, difference):
    plan = Plan(games=10, seed=1)
    runs = [
        synthetic.write(tmp_path / "a", plan),
        synthetic.write(tmp_path / "b", Plan(**{"games": 10, "seed": 2} | other)),
    ]
    with pytest.raises(AnalysisError) as caught:
        merge([open_run(folder) for folder in runs])
    assert difference in str(caught.value)


def test_runs_of_one_setting_are_pooled_and_others_stand_side_by_side(tmp_path):
    plans = [Plan(games=10, seed=1), Plan(games=10, seed=2, players=3), Plan(games=10, seed=3)]
    runs = [open_run(synthetic.write(tmp_path / str(i), plan)) for i, plan in enumerate(plans)]
    four, three = settings(runs)
    assert (four.games, four.seeds, four.players) == (20, (1, 3), 4)
    assert (three.games, three.players) == (10, 3)
    with pytest.raises(AnalysisError, match="not of one game: different rules version"):
        settings([runs[0], open_run(synthetic.write(tmp_path / "x", Plan(games=10, rules_version=2)))])
    with pytest.raises(AnalysisError, match="no run"):
        settings([])


def test_reading_a_run_needs_no_compiler():
    program = "import sys, seti_sim.analysis.load; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
