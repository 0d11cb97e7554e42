"""``seti-sim fit`` from start to file, on made-up pairs."""

import numpy as np
import pytest

from seti_sim.policies.pairs import PAIR
from seti_sim.policies.params import P_MOVE_FILTER, P_POSITION, P_WIDTH
from seti_sim.policies.play import LOOKAHEAD
from seti_sim.policies.position import FEATURE_NAMES, N_FEATURES, X_CREDITS
from seti_sim.policies.strategies import load_strategy
from seti_sim.runner import fit


def play_pairs(tables, seed, first, count, *rest):
    """Pairs in which a credit is worth two points."""
    rng = np.random.default_rng([seed, first])
    pairs = np.zeros(count, PAIR)
    pairs["at_round"] = rng.integers(1, 6, (count, 1))
    pairs["features"] = rng.normal(0, 1, (count, 2, N_FEATURES))
    pairs["score"] = 2 * pairs["features"][:, :, X_CREDITS] + rng.normal(0, 0.1, (count, 2))
    return pairs


@pytest.fixture(autouse=True)
def fake(monkeypatch):
    monkeypatch.setattr(fit, "play_pairs", play_pairs)
    monkeypatch.setattr(fit, "PAIRS_A_CHUNK", 500)


def test_fit_writes_a_strategy_and_tells_its_evaluation(command, tmp_path):
    code, out, _ = command(
        "fit", "balanced", "--out", "seer.toml", "--pairs", 4000, "--width", 5, "--determinizations", 2
    )
    assert code == 0
    assert "4,000 pairs" in out
    assert len([line for line in out.splitlines() if line.split(" ")[0] in FEATURE_NAMES]) == N_FEATURES
    found = load_strategy(str(tmp_path / "seer.toml"))
    assert (found.name, found.policy) == ("seer", LOOKAHEAD)
    balanced = load_strategy("balanced").params
    assert np.allclose(found.params[:P_WIDTH], balanced[:P_WIDTH])
    assert found.params[P_WIDTH:P_MOVE_FILTER].tolist() == [5, 2, 1, 0]
    assert found.params[P_MOVE_FILTER:P_POSITION].tolist() == balanced[P_MOVE_FILTER:P_POSITION].tolist()
    credits_worth = found.params[P_POSITION:].reshape(5, N_FEATURES)[:, X_CREDITS]
    assert np.allclose(credits_worth, 2, atol=0.3)
    assert "# written by: seti-sim fit balanced --out seer.toml --pairs 4000" in found.source


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["balanced", "--out", "seer.txt"], "out must end in .toml: seer.txt"),
        (["random", "--out", "seer.toml"], "strategy random: only the policies heuristic and lookahead can be fitted"),
        (["balanced", "--out", "seer.toml", "--pairs", 0], "pairs must be at least 1, not 0"),
        (["balanced", "--out", "seer.toml", "--width", 99], "lookahead.width must be a whole number, 2 to 32"),
        (["balanced", "--out", "none/seer.toml"], "out: there is no folder none"),
        (["greddy", "--out", "seer.toml"], "unknown strategy 'greddy'"),
    ],
)
def test_wrong_words_give_one_line(command, tmp_path, words, message):
    code, out, err = command("fit", *words, "--quiet")
    assert code not in (0, 130)
    assert message in err
    assert err.count("\n") == 1
    assert out == ""
    assert not (tmp_path / "seer.toml").exists()


def test_a_file_that_is_there_stays_as_it_is(command, tmp_path):
    (tmp_path / "seer.toml").write_text("mine")
    line = "seti-sim: out: seer.toml exists; choose another name or remove it first\n"
    assert command("fit", "balanced", "--out", "seer.toml") == (2, "", line)
    assert (tmp_path / "seer.toml").read_text() == "mine"


def test_ctrl_c_writes_nothing(command, monkeypatch, tmp_path):
    def stopped(*words):
        raise KeyboardInterrupt

    monkeypatch.setattr(fit, "play_pairs", stopped)
    code, _, err = command("fit", "balanced", "--out", "seer.toml", "--quiet")
    assert code == 130
    assert "stopped; nothing was written" in err
    assert not (tmp_path / "seer.toml").exists()
