"""A game told again from its manifest ends as in the tables of the run; what can't be told is one line."""

import json
import subprocess
import sys

import polars as pl
import pytest
import synthetic

from seti_sim.policies.strategies import library
from seti_sim.runner.errors import RunError
from seti_sim.runner.plan import make_plan
from seti_sim.runner.replay import replay, transcript_lines
from seti_sim.runner.runs import start_run

GAMES = 4
VARIANT = "[board.actions.launch]\ncredit = 1\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A small run of which strategy and variant files no longer exist."""
    folder = tmp_path_factory.mktemp("replay")
    own = folder / "own.toml"
    own.write_text(library()["greedy"].replace('"greedy"', '"own"'))
    variant = folder / "cheap.toml"
    variant.write_text(VARIANT)
    strategies = ["random", str(own), "balanced"]
    plan = make_plan(
        games=GAMES, players=3, strategies=strategies, seed=11, chunk=3, variant=str(variant), seating="fixed"
    )
    start_run(plan, folder / "run", threads=1)
    own.unlink()
    variant.unlink()
    return folder / "run"


@pytest.mark.parametrize("game", range(GAMES))
def test_final_scores_are_those_of_the_run(run, game):
    seats = pl.read_parquet(run / "seats" / "*.parquet").filter(pl.col("game") == game).sort("seat")
    games = pl.read_parquet(run / "games" / "*.parquet").filter(pl.col("game") == game)
    told = replay(run, game)
    assert list(told.scores) == seats["score"].to_list()
    assert told.turns[-1].turn == games["turns"].item()
    assert sum(len(turn.decisions) for turn in told.turns) == games["decisions"].item()
    assert told.strategies == ("random", "own", "balanced")


def test_changes_add_up_to_the_final_scores(run):
    told = replay(run, 1)
    scores = {}
    for turn in told.turns:
        for decision in turn.decisions:
            for path, (before, after) in decision.changed.items():
                if path.endswith(".score"):
                    assert scores.setdefault(path, before) == before
                    scores[path] = after
    assert scores == {f"player.{seat}.score": score for seat, score in enumerate(told.scores)}


def test_the_variant_of_the_run_is_played(run):
    moves = [item for turn in replay(run, 0).turns for item in turn.decisions if item.move == "launch"]
    assert moves
    for item in moves:
        before, after = item.changed[f"player.{item.seat}.credits"]
        assert before - after == 1


def test_the_move_chosen_is_the_best_candidate(run):
    choices = [item for turn in replay(run, 0, trace=True).turns for item in turn.decisions if item.options > 1]
    assert {item.seat for item in choices if item.candidates} == {1, 2}
    for item in choices:
        if item.seat == 0:
            assert not item.candidates
            continue
        assert item.candidates[0].move == item.move
        assert 1 <= len(item.candidates) <= min(5, item.options)  # fewer where the strategy overlooks some
        values = [candidate.value for candidate in item.candidates]
        assert values == sorted(values, reverse=True)


def test_the_moves_that_were_possible_are_told(run):
    told = replay(run, 0, only_round=1, trace=True, possible=True)
    decisions = [item for turn in told.turns for item in turn.decisions]
    for item in decisions:
        assert len(set(item.possible)) == item.options
        assert {item.move, *(candidate.move for candidate in item.candidates)} <= set(item.possible)
    lines = [line for line in transcript_lines(told) if line.startswith("      possible: ")]
    assert any(", scan, " in line and ", pass" in line for line in lines)
    assert len(lines) == sum(item.options > 1 for item in decisions)
    assert not any(item.possible for turn in replay(run, 0).turns for item in turn.decisions)


def test_the_trace_changes_nothing(run):
    plain, traced = replay(run, 2), replay(run, 2, trace=True)
    assert [[item.move for item in turn.decisions] for turn in plain.turns] == [
        [item.move for item in turn.decisions] for turn in traced.turns
    ]


def test_it_can_be_narrowed(run):
    whole = replay(run, 0)
    part = replay(run, 0, only_round=2, only_seat=1)
    assert {turn.round for turn in part.turns} == {2}
    wanted = [item for turn in whole.turns if turn.round == 2 for item in turn.decisions if item.seat == 1]
    assert [item for turn in part.turns for item in turn.decisions] == wanted
    assert part.scores == whole.scores


def test_the_text_names_choices_and_changes(run):
    lines = list(transcript_lines(replay(run, 0, trace=True)))
    assert lines[0].startswith(f"Game 0 of {run}, seed 11, variant ")
    assert lines[2] == "Seats: 0 random, 1 own, 2 balanced"
    assert any(line.startswith("Round 1, turn 1, seat ") for line in lines)
    assert any(
        line.startswith("  launch (1 of ") and "credits -1 = " in line and "; probes +1." in line for line in lines
    )
    assert lines[-1].startswith("Final scores: seat 0 ")
    assert all(len(line) < 1000 and "\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"game": GAMES}, "has no game 4; there are 0 to 3"),
        ({"game": -1}, "has no game -1; there are 0 to 3"),
        ({"game": 0, "only_round": 6}, "has no round 6; there are 1 to 5"),
        ({"game": 0, "only_seat": 3}, "has no seat 3; there are 0 to 2"),
    ],
)
def test_what_is_not_there_is_one_line(run, asked, message):
    with pytest.raises(RunError, match=message):
        replay(run, **asked)


def test_no_run_is_one_line(tmp_path):
    with pytest.raises(RunError, match="is not a run folder"):
        replay(tmp_path, 0)


@pytest.fixture
def changed(run, tmp_path):
    """Copies the run with other values in its manifest."""

    def change(**values):
        folder = tmp_path / "changed"
        for table in ("games", "seats", "cards"):
            (folder / table).mkdir(parents=True)
            for part in (run / table).glob("*.parquet"):
                (folder / table / part.name).write_bytes(part.read_bytes())
        manifest = json.loads((run / "manifest.json").read_text())
        manifest["plan"] |= values.pop("plan", {})
        (folder / "manifest.json").write_text(json.dumps(manifest | values))
        return synthetic.seal(folder)

    return change


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"status": "interrupted"}, r"is not complete \(interrupted\); finish it first: seti-sim resume"),
        ({"rules_version": 0}, "begun under rules version 0"),
        ({"tables_hash": "0"}, "the component tables have changed"),
        ({"plan": {"seed": 12}, "seed": 12}, "the files of the run were changed"),
        (
            {"plan": {"seed": 12}, "seed": 12, "source_hash": "0"},
            r"now it ends \d+:\d+:\d+: it was played with different code",
        ),
    ],
)
def test_a_run_that_cannot_be_told_is_one_line(changed, values, message):
    with pytest.raises(RunError, match=message) as caught:
        replay(changed(**values), 0)
    assert "\n" not in str(caught.value)


def test_other_sources_with_the_same_result_are_mentioned(changed):
    lines = list(transcript_lines(replay(changed(source_hash="0"), 0)))
    assert lines[3] == "The run was played with different code; this game ends as it did then."


def test_a_lost_part_of_the_tables_is_one_line(changed):
    folder = changed()
    for part in (folder / "seats").glob("*"):
        part.unlink()
    with pytest.raises(RunError, match="can't read the seats of"):
        replay(folder, 0)


def test_the_command_prints_text_and_json(run):
    words = [sys.executable, "-m", "seti_sim.cli", "replay", str(run), "--game", "3", "--round", "1", "--seat", "2"]
    lines = list(transcript_lines(replay(run, 3, only_round=1, only_seat=2)))  # and nothing is left to compile
    text = subprocess.run(words, capture_output=True, text=True)
    assert (text.returncode, text.stderr) == (0, "")
    assert text.stdout.splitlines() == lines
    found = json.loads(subprocess.run([*words, "--json", "--trace"], capture_output=True, text=True).stdout)
    assert (found["game"], found["seed"], found["turns"][-1]["round"]) == (3, 11, 1)
    beyond = subprocess.run([*words[:5], "4"], capture_output=True, text=True)
    assert (beyond.returncode, beyond.stdout, beyond.stderr.count("\n")) == (2, "", 1)
