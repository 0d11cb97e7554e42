"""Blocks: who sits where, the same rows for any threads, going on, and a folder that is never mixed."""

import json
import shutil
from collections import Counter
from contextlib import ExitStack
from itertools import combinations

import polars as pl
import pytest
from runner import fake_engine
from sealing import sealed

from seti_sim.runner import blocks as blocks_module
from seti_sim.runner.blocks import entrants, load_blocks, open_blocks, play_blocks
from seti_sim.runner.design import balanced_design, mirror_design
from seti_sim.runner.errors import PlanError, RunError, StoreError
from seti_sim.runner.listener import Listener


@pytest.fixture
def folder(fake, monkeypatch, tmp_path):
    """Make or open a folder of blocks between made-up strategies; the one before it is closed."""
    monkeypatch.setattr(blocks_module, "load_strategy", fake_engine.load_strategy)
    with ExitStack() as last:

        def make(name, *strategies, players=4, seed=1, design=balanced_design):
            last.close()
            blocks = load_blocks(strategies, design(len(strategies), players), seed=seed)
            return last.enter_context(open_blocks(tmp_path / name, blocks, "seti-sim compare"))

        make.close = last.close
        yield make


class Notes(Listener):
    """Writes down what it is told."""

    def __init__(self):
        self.notes, self.found, self.played = [], 0, 0

    def note(self, text):
        self.notes.append(text)

    def begin(self, games, done=0):
        self.found = done

    def advance(self, games):
        self.played += games


def played(folder, number, threads=1, listener=None):
    return pl.concat(list(play_blocks(folder, number, threads=threads, listener=listener or Listener())))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategies", [2, 3, 4, 5, 7])
def test_the_design_is_balanced(strategies, players):
    design = balanced_design(strategies, players)
    sits, meets = Counter(), Counter()
    for block in range(design.round_blocks):
        seats_in_block = Counter((code, seat) for line in design.lineups(block) for seat, code in enumerate(line))
        for code in range(strategies):  # within a block at every seat equally often
            assert len({seats_in_block[code, seat] for seat in range(players)}) == 1
        sits += seats_in_block
        for lineup in design.lineups(block):
            assert len(lineup) == players
            meets.update(frozenset(pair) for pair in combinations(lineup, 2) if pair[0] != pair[1])
    assert len(sits) == strategies * players
    assert len(set(sits.values())) == 1
    assert len(meets) == strategies * (strategies - 1) // 2
    assert len(set(meets.values())) == 1


def test_two_strategies_play_every_line_up_once():
    assert sorted(balanced_design(2, 2).lineups(5)) == [(0, 1), (1, 0)]
    assert len(set(balanced_design(2, 4).lineups(0))) == 6
    assert sorted(map(sum, balanced_design(2, 3).lineups(0))) == [1, 1, 1, 2, 2, 2]


def test_every_round_sits_in_another_order():
    design = balanced_design(4, 4)
    assert (design.round_blocks, len(design.cycle), design.games_a_block) == (1, 6, 4)
    assert len({frozenset(lineups) for lineups in design.cycle}) == 6
    assert design.blocks_for(9) == 3
    assert balanced_design(5, 4).blocks_for(1) == 5


def test_a_mirror_is_each_among_its_like():
    assert mirror_design(2, 3).lineups(9) == ((0, 0, 0), (1, 1, 1))


@pytest.mark.parametrize("number", [0, 1, 17])
def test_a_comparison_takes_two_to_sixteen(number):
    with pytest.raises(PlanError, match="strategies: a comparison takes 2 to 16"):
        balanced_design(number, 4)


def test_a_block_is_one_set_up(folder):
    rows = played(folder("one", "greedy", "random"), 30)
    assert rows.shape[0] == 30 * 6 * 4
    assert rows["block"].to_list() == sorted(rows["block"].to_list())
    same = rows.group_by("block", "seat").agg(pl.col("score").n_unique(), pl.col("order").n_unique())
    assert same.select("score", "order").unique().rows() == [(1, 1)]  # the stand-in does not look at strategies
    codes = rows.filter(pl.col("block") == 3).group_by("lineup", maintain_order=True).agg("strategy")
    assert [tuple(codes) for codes in codes["strategy"]] == list(balanced_design(2, 4).lineups(3))


def test_rows_do_not_depend_on_threads_and_come_in_order(folder):
    one = played(folder("one", "greedy", "random", players=3), 100)
    assert played(folder("two", "greedy", "random", players=3), 100, threads=2).equals(one)


def test_more_games_go_on_where_a_folder_ends(folder, monkeypatch):
    first = folder("run", "greedy", "random")
    short = played(first, 25)
    again = folder("run", "greedy", "random")
    whole = played(again, 60)
    assert whole.filter(pl.col("block") < 25).equals(short)
    monkeypatch.setattr(blocks_module, "games_of", None)  # nothing is left to play
    monkeypatch.setattr(blocks_module, "warm_up", lambda *_: None)
    assert played(folder("run", "greedy", "random"), 60).equals(whole)
    assert played(folder("run", "greedy", "random"), 25).equals(short)


@pytest.mark.parametrize("content", ["other numbers", "another part", None])
def test_a_damaged_part_is_named_and_played_again(folder, content):
    run = folder("run", "greedy", "random")
    whole = played(run, 45)
    part = run.path / "blocks/part-00001.parquet"
    before = part.read_bytes()
    if content == "other numbers":
        pl.read_parquet(part).with_columns(pl.col("score") + 1).write_parquet(part)
    elif content == "another part":
        shutil.copy(run.path / "blocks/part-00000.parquet", part)
    else:
        part.unlink()
    notes = Notes()
    assert played(folder("run", "greedy", "random"), 45, listener=notes).equals(whole)
    assert part.read_bytes() == before
    assert notes.notes == [f"{run.path}: checksum mismatch, replaying: blocks/part-00001.parquet"]
    assert (notes.found, notes.played) == (25 * 6, 20 * 6)


def test_parts_without_checksums_or_with_those_of_others_are_not_trusted(folder, tmp_path):
    whole = played(folder("run", "greedy", "random"), 45)
    folder.close()
    sums = (tmp_path / "run/SHA256SUMS").read_bytes()
    (tmp_path / "run/SHA256SUMS").unlink()
    notes = Notes()
    assert played(folder("run", "greedy", "random"), 45, listener=notes).equals(whole)
    assert (notes.found, notes.played) == (0, 45 * 6)
    played(folder("other", "greedy", "random", seed=2), 45)
    folder.close()
    assert (tmp_path / "run/SHA256SUMS").read_bytes() == sums
    shutil.copy(tmp_path / "other/SHA256SUMS", tmp_path / "run/SHA256SUMS")
    with pytest.raises(StoreError, match=r"SHA256SUMS belongs to another run than blocks\.json beside it"):
        folder("run", "greedy", "random")


def test_a_second_process_is_refused(folder, tmp_path):
    run = folder("run", "greedy", "random")
    with pytest.raises(StoreError, match="is in use by another process"), open_blocks(run.path, run.blocks, ""):
        pass


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"rules_version": 999}, "begun under rules version 999"),
        ({"tables_hash": "0"}, "the component tables have changed"),
        ({"source_hash": "0"}, r"started with different code \(seti_sim .*, hash 0; here "),
        ({"versions": {"numba": "0.1"}}, r"begun with numba 0\.1, here it is "),
        ({"strategies": "another"}, "strategy 'greedy' has changed"),
    ],
)
def test_blocks_of_another_program_are_refused(folder, tmp_path, change, line):
    folder("run", "greedy", "random")
    file = tmp_path / "run/blocks.json"
    record = json.loads(file.read_text())
    if "strategies" in change:
        record["origin"]["strategies"][0]["digest"] = "another"
    else:
        record["origin"] |= change
    file.write_text(json.dumps(sealed(record)))
    with pytest.raises(RunError, match=f"^{tmp_path}/run: {line}"):
        folder("run", "greedy", "random")


def test_stopping_early_keeps_what_was_played(folder):
    run = folder("run", "greedy", "random")
    play = play_blocks(run, 200, threads=1)
    first = next(play)
    play.close()
    assert first["block"].unique().to_list() == list(range(run.blocks.chunk))
    assert (run.path / "blocks/part-00000.parquet").exists()
    assert not (run.path / "blocks/part-00009.parquet").exists()


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"seed": 2}, "different seed"),
        ({"players": 3}, "different players"),
        ({"design": mirror_design}, "different design"),
    ],
)
def test_a_folder_holds_one_setting(folder, changes, line):
    folder("run", "greedy", "random")
    with pytest.raises(StoreError, match=line):
        folder("run", "greedy", "random", **changes)
    with pytest.raises(StoreError, match="different entrants"):
        folder("run", "random", "greedy")


def test_a_folder_of_something_else_is_refused(folder, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("mine")
    with pytest.raises(StoreError, match="is in use"):
        folder("mine", "greedy", "random")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StoreError, match="is in use"):
        folder("file", "greedy", "random")
    for text in ("{", "[]", "[" * 100_000):
        (tmp_path / "mine" / "blocks.json").write_text(text)
        with pytest.raises(StoreError, match=r"can't use .*blocks\.json"):
            folder("mine", "greedy", "random")


def test_the_same_strategy_twice_is_two_entrants(folder):
    assert entrants(["a", "a", "b", "a"]) == ("a", "a (2)", "b", "a (3)")
    assert folder("aa", "greedy", "greedy").blocks.entrants == ("greedy", "greedy (2)")
