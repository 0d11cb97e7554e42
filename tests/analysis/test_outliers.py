"""The games farthest out, in order, with the commands that replay them."""

import numpy as np
import pytest
import synthetic

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.outliers import MEASURES, find_outliers, outlier_lines

PLAN = synthetic.Plan(games=700, strategies=("a", "b", "a", "b"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return synthetic.write(
        tmp_path_factory.mktemp("runs") / "run [1]", synthetic.Plan(games=700, strategies=("a", "b", "a", "b"))
    )


@pytest.mark.parametrize("measure", MEASURES)
def test_both_ends_are_named_in_order(folder, measure):
    games, seats, _ = synthetic.make(PLAN)
    score = seats["score"].to_numpy().reshape(-1, 4)
    values = score.max(1) if measure == "score" else games[measure].to_numpy()
    found = find_outliers(folder, measure, 3)
    assert [item.value for item in found.highest] == sorted(values.tolist(), reverse=True)[:3]
    assert [item.value for item in found.lowest] == sorted(values.tolist())[:3]
    for item in (*found.highest, *found.lowest):
        assert values[item.game] == item.value
        assert item.scores == tuple(score[item.game])
        assert item.deviations == pytest.approx((item.value - values.mean()) / values.std())
        assert item.replay.endswith(f"--game {item.game}")
        assert "'" in item.replay  # the folder's name needs quotes
    assert found.mean == pytest.approx(values.mean())


def test_lines_name_who_played(folder):
    found = find_outliers(folder, "score", 2)
    lines = outlier_lines(found)
    assert lines[0].startswith("highest score of a player: mean ")
    assert "n = 700 games" in lines[0]
    first = found.highest[0]
    assert f"{first.strategies[0]} {first.scores[0]}" in lines[2]
    assert lines[3].strip() == first.replay


def test_games_that_are_all_alike_lie_nowhere_out(folder, monkeypatch):
    import seti_sim.analysis.outliers as module

    monkeypatch.setattr(module, "_measured", lambda block, measure: np.full(block.games, 7))
    assert {item.deviations for item in find_outliers(folder, "turns").highest} == {0.0}


def test_an_unknown_measure_is_refused_in_one_line(folder):
    with pytest.raises(AnalysisError, match="unknown measure 'luck'; expected one of score, margin, turns"):
        find_outliers(folder, "luck")
