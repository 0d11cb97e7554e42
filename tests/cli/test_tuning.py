"""``seti-sim tune`` from start to file, on made-up games."""

import pytest
from runner.test_tune import BEST, play_chunk

from seti_sim.policies.strategies import load_strategy
from seti_sim.runner import parts, tune

WORDS = ["tune", "greedy", "--weights", ",".join(BEST), "--games", 8, "--players", 2, "--held-out", 40, "--out", "t"]


@pytest.fixture(autouse=True)
def fake(monkeypatch, compiled):
    monkeypatch.setattr(parts, "play_chunk", play_chunk)


def test_tune_writes_a_strategy_that_is_better_on_fresh_set_ups(command, tmp_path):
    code, out, _ = command(*WORDS, "--budget", 15 * 7 * 8)
    assert code == 0
    assert "against greedy: better." in out
    assert out.endswith("results/t/greedy-tuned.toml\n")
    tuned = load_strategy(str(tmp_path / "results/t/greedy-tuned.toml"))
    assert tuned.name == "greedy-tuned"
    assert "better than it on fresh set-ups" in tuned.about
    assert "# Held out, 40 games on the set-ups of seed 2, against greedy: better." in tuned.source
    assert (tmp_path / "results/t/generations.jsonl").exists()


def test_ctrl_c_loses_nothing(command, monkeypatch, tmp_path):
    losses, calls = tune._losses, []

    def stopped(*words):
        calls.append(words)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return losses(*words)

    monkeypatch.setattr(tune, "_losses", stopped)
    code, _, err = command(*WORDS, "--budget", 5 * 7 * 8, "--quiet")
    assert code == 130
    assert "resume with: seti-sim tune greedy --budget 280" in err
    assert len((tmp_path / "results/t/generations.jsonl").read_text().splitlines()) == 2
    assert command(*WORDS, "--budget", 5 * 7 * 8, "--quiet") == (0, "", "")
    assert len((tmp_path / "results/t/generations.jsonl").read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--budget", 10], "budget must be at least 56, one generation, not 10"),
        (["--weights", "luck"], "weights: no weight is called 'luck'"),
        (["--objective", "fun"], "no objective is called 'fun'"),
        (["--held-out", 0], "held-out must be at least 1"),
        (["--against", "nobody"], "unknown strategy 'nobody'"),
        (["--name", "a,b"], "a,b: name must be a text of one line without commas"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_nothing(command, tmp_path, words, line):
    code, out, err = command(*WORDS, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"seti-sim: {line}"), err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
