"""Tuning on made-up games whose best weights are known: found, repeatable, resumable, honest about noise."""

import json
import tomllib
from contextlib import ExitStack

import numpy as np
import pytest
from runner import fake_engine
from sealing import sealed

from seti_sim.policies.strategies import StrategyError, parse_strategy
from seti_sim.policies.weights import NAMES
from seti_sim.runner import parts, runs
from seti_sim.runner.errors import PlanError, RunError, StoreError
from seti_sim.runner.listener import Listener
from seti_sim.runner.tune import LOG, Generation, history, make_tuning, merit, open_search, tune

BEST = {"income": 1.6, "credit": 1.5, "card": 4.0}


def play_chunk(tables, seed, first, count, n_players, policies, params, species, plugins=(), seatings=None):
    """Random games in which a seat scores more the nearer its weights are to the best ones."""
    games = fake_engine.play_chunk(tables, seed, first, count, n_players, policies, params, species)
    for seat in range(n_players):
        off = sum((params[seat][NAMES.index(name)] - best) ** 2 for name, best in BEST.items())
        bonus = max(0, round(60 - 12 * off))
        games["players"]["points"][:, seat, 0] += bonus
        games["players"]["score"][:, seat] += bonus
    return games


@pytest.fixture
def search(monkeypatch, tmp_path):
    compiled = tmp_path / "compiled"
    compiled.mkdir()
    monkeypatch.setattr(runs, "cache_folder", lambda: compiled)
    monkeypatch.setattr(parts, "play_chunk", play_chunk)

    with ExitStack() as last:

        def make(folder="run", **changes):
            last.close()  # the folder before it
            values = {"weights": tuple(BEST), "games": 8, "players": 2} | changes
            return last.enter_context(open_search(tmp_path / folder, make_tuning("greedy", **values), "seti-sim tune"))

        yield make


def test_the_best_weights_are_found(search):
    values, generations = tune(search(), 40 * 7 * 8, threads=2)
    assert len(generations) == 40
    for name, best in BEST.items():
        assert values[name] == pytest.approx(best, abs=0.3)


def test_a_search_is_the_same_again_and_leaves_the_global_stream_alone(search):
    np.random.seed(3)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    one = tune(search("one"), 5 * 7 * 8, threads=1)
    two = tune(search("two"), 5 * 7 * 8, threads=2)
    assert one[0] == two[0]
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


def test_a_stopped_search_goes_on_as_if_nothing_had_happened(search):
    whole, _ = tune(search("whole"), 6 * 7 * 8)
    tune(search("run"), 3 * 7 * 8)
    log = search("run").path / LOG
    log.write_text(log.read_text() + '{"generation": 3, "los')  # killed while writing
    again, generations = tune(search("run"), 6 * 7 * 8)
    assert again == whole
    assert len(generations) == len(log.read_text().splitlines()) == 6
    assert log.read_text() == (search("whole").path / LOG).read_text()
    assert len(tune(search("run"), 7 * 8)[1]) == 6  # a smaller budget forgets nothing


def test_a_log_of_another_optimiser_is_refused(search):
    run = search()
    _, (first, second) = tune(run, 2 * 7 * 8)
    run.rewrite({0: Generation(0, first.places + 0.01, first.losses), 1: second})
    with pytest.raises(StoreError, match="another version of the optimiser"):
        tune(run, 3 * 7 * 8)


def test_damaged_lines_are_named_and_played_again(search):
    found, _ = tune(search("run"), 4 * 7 * 8)
    log = search("run").path / LOG
    whole = log.read_text()
    record = json.loads(whole.splitlines()[1])
    record["losses"][0] -= 1.0  # a lucky candidate
    lines = [*whole.splitlines(), ""]
    lines[0], lines[1] = "[" * 100_000, json.dumps(record)
    log.write_text("\n".join(lines))
    notes = []
    listener = Listener()
    listener.note = notes.append
    again, generations = tune(search("run"), 4 * 7 * 8, listener=listener)
    assert (again, len(generations), log.read_text()) == (found, 4, whole)
    assert notes == [f"{log.parent}: checksum mismatch, replaying: line 1 of {LOG}, line 2 of {LOG}"]


def test_a_search_of_another_program_or_at_the_same_time_is_refused(search, tmp_path):
    run = search("run")
    with pytest.raises(StoreError, match="is in use by another process"), open_search(run.path, run.tuning, ""):
        pass
    file = run.path / "tune.json"
    whole = json.loads(file.read_text())
    for change, line in (
        ({"source_hash": "0"}, "started with different code"),
        ({"versions": {"numba": "0.1"}}, r"begun with numba 0\.1"),
    ):
        file.write_text(json.dumps(sealed(whole | {"origin": whole["origin"] | change})))
        with pytest.raises(RunError, match=f"^{run.path}: {line}"):
            search("run")


def test_a_folder_holds_one_search(search, tmp_path):
    search()
    for changes, key in (({"seed": 2}, "seed"), ({"games": 20}, "setups"), ({"objective": "win"}, "objective")):
        with pytest.raises(StoreError, match=f"different {key}"):
            search(**changes)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").write_text("mine")
    with pytest.raises(StoreError, match="is in use"):
        search("full")
    with pytest.raises(PlanError, match="one generation takes 56 games"):
        tune(search("short"), 10)


def test_the_candidate_sits_once_at_every_seat(search):
    tuning = search(players=4, against=("random", "balanced")).tuning
    assert [lineup.index(0) for lineup in tuning.lineups] == [0, 1, 2, 3]
    assert all(sorted(lineup) == [0, 1, 1, 2] for lineup in tuning.lineups)
    assert search("alone", players=4).tuning.opponents[0].name == "greedy"


def test_the_merit_of_the_base_against_itself_is_zero(search):
    tuning = search(players=4).tuning
    assert merit(tuning, tuning.base, 0) == pytest.approx(0, abs=1e-9)
    win = search("win", players=4, objective="win").tuning
    assert merit(win, win.base, 0) == pytest.approx(0.25)
    good = win.candidate(BEST, "good")
    assert merit(win, good, 0) > 0.5


def test_the_new_strategy_is_a_file_with_its_history(search):
    run = search()
    values, generations = tune(run, 22 * 7 * 8)
    strategy = run.tuning.candidate(values, "better", history(run.tuning, generations), "Found.")
    assert parse_strategy(strategy.source, "again").digest == strategy.digest
    assert strategy.params[NAMES.index("income")] == values["income"]
    heads = [line for line in strategy.source.splitlines() if line.startswith("#")]
    assert len(heads) == 21
    assert heads[-1].split()[1] == "22"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"weights": ("luck", "income")}, "no weight is called 'luck'"),
        ({"weights": ("income",)}, "at least two"),
        ({"against": ("random",) * 2}, "2 opponents given where 1"),
        ({"objective": "fun"}, "no objective is called 'fun'; there are margin and win"),
        ({"games": 0}, "games must be at least 1"),
        ({"name": "a/b"}, "can't be the name of a file"),
    ],
)
def test_mistakes_are_one_line(changes, line):
    values = {"weights": tuple(BEST), "players": 2} | changes
    with pytest.raises(PlanError, match=line):
        make_tuning("greedy", **values)
    with pytest.raises(PlanError, match="picks moves at random"):
        make_tuning("random")
    with pytest.raises(StrategyError, match="without commas"):
        make_tuning("greedy", name="a,b")


def test_what_else_the_base_says_is_kept():
    tuning = make_tuning("expert", weights=("income", "card"), players=2)
    before, after = (tomllib.loads(item.source) for item in (tuning.base, tuning.candidate({"income": 1.25}, "new")))
    assert after["weights"] == before["weights"] | {"income": 1.25}
    assert (after["policy"], after["lookahead"]) == (before["policy"], before["lookahead"])
    assert after.get("evaluation") == before.get("evaluation")
