"""Experiments and comparisons of boxes as from a shell: files, words, resuming, and one line for what is wrong."""

import json

import pytest


def test_an_experiment_writes_its_files_and_is_resumed(command, tmp_path):
    words = ["experiment", "forbid", "action:scan", "tech:probe_1", "--strategies", "random", "--out", "x"]
    code, out, _ = command(*words, "--games", 100)
    assert code == 0
    assert "forbid action:scan" in out
    folder = tmp_path / "results/x"
    record = json.loads((folder / "experiment.json").read_text())
    assert [effect["name"] for effect in record["effects"]] == ["forbid action:scan", "forbid tech:probe_1"]
    assert record["games"] == 100
    assert (folder / "tables/experiment.csv").is_file()
    assert (folder / "charts/experiment-points.svg").is_file()
    before = (folder / "experiment.json").read_bytes()
    (folder / "arms/part-00000.parquet").unlink()
    assert command(*words, "--games", 100, "--quiet")[0] == 0
    assert (folder / "experiment.json").read_bytes() == before


def test_every_card_is_measured_from_one_run(command, tmp_path):
    words = ["experiment", "card", "--all", "--strategies", "random", "--games", 300, "--out", "x"]
    assert command(*words)[0] == 0
    record = json.loads((tmp_path / "results/x/experiment.json").read_text())
    assert len(record["cards"]) == 138
    assert command(*words)[0] == 0
    code, _, err = command(*words[:-1], "x", "--seed", 2)
    assert (code, err.splitlines()[-1]) == (2, "seti-sim: results/x holds other games; choose another --out")


def test_a_comparison_of_boxes_stops_at_the_precision_wanted(command, tmp_path):
    words = ["whatif", "printed", "setup.start_score.4=9", "--strategies", "random", "--until", "score:5", "--out", "x"]
    code, out, _ = command(*words)
    assert code == 0
    assert "printed: changes no game." in out
    record = json.loads((tmp_path / "results/x/whatif.json").read_text())
    assert record["games"] == 500
    changes = {change["measure"]: change["change"] for change in record["variants"][1]["changes"]}
    assert changes["Score: Fourth player"]["low"] <= 5 <= changes["Score: Fourth player"]["high"]
    same = [change["change"] for change in record["variants"][0]["changes"] if change["change"]["value"] is not None]
    assert {(figure["value"], figure["low"], figure["high"]) for figure in same} == {(0, 0, 0)}


def test_the_price_list_has_a_row_for_each_thing(command, tmp_path):
    words = ["experiment", "prices", "credit", "trace", "--round", "1,5", "--strategies", "random", "--games", 40]
    code, out, _ = command(*words, "--out", "x")
    assert code == 0
    assert "Points that one more is worth, by round" in out
    assert (tmp_path / "results/x/tables/prices.csv").read_text().count("\n") == 3


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["experiment", "luck"], "unknown experiment 'luck'; expected one of tech, card, species"),
        (["experiment", "tech", "probe_1", "--all"], "name a tech or take --all, not both"),
        (["experiment", "tech"], "nothing to compare: name something or take --all"),
        (["experiment", "tech", "--all", "--how", "sell"], "how: unknown 'sell'; expected give or forbid"),
        (["experiment", "give", "credit:1", "--round", "6"], "round must be 1 to 5, or all, not '6'"),
        (["experiment", "forbid", "action:scan", "--round", "2"], "round: only what is given has a round"),
        (["experiment", "card", "39", "40"], "name one card, as in 39, or take --all"),
        (["experiment", "prices", "luck"], "unknown price 'luck'"),
        (["experiment", "forbid", "action:scan", "--games", "1"], "games must be at least 2, not 1"),
        (["whatif", "nowhere.toml"], "variant nowhere.toml: no variant"),
        (["whatif", "setup.row_size=9"], "variant setup.row_size=9: setup.row_size must be 1 to 3, not 9"),
        (
            ["whatif", "promos", "--variant", "promos"],
            "variant promos and variant promos both set board.setup.use_promos",
        ),
        (["whatif", "promos", "--until", "luck:1"], "until: 'luck:1' is no precision"),
        (["whatif", "promos", "--retune", "5"], "retune must be at least"),
        (["show", "numbers", "zzz"], "no number of the box has 'zzz' in its path"),
        (["show", "variant"], "which variant? a file, or one of"),
        (
            ["run", "--variant", "refresher", "--variant", "discovery_5_5"],
            "variant refresher and variant discovery_5_5",
        ),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_played(command, tmp_path, words, line):
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert err.startswith(f"seti-sim: {line}")
    assert err.count("\n") == 1
    assert not (tmp_path / "results").exists()


def test_numbers_and_differences_are_shown(command):
    code, out, _ = command("show", "numbers", "launch.credit")
    assert (code, out.split()) == (0, ["actions.launch.credit", "2", "0", "to", "999", "credits"])
    assert command("show", "variant", "printed")[1] == "no difference from the printed box\n"


def test_a_strategy_is_tuned_for_the_variant_first(command, tmp_path):
    words = ["whatif", "actions.analyze.energy=2", "--strategies", "greedy", "--games", 60, "--retune", 3600]
    assert command(*words, "--out", "x")[0] == 0
    record = json.loads((tmp_path / "results/x/whatif.json").read_text())
    assert [one["name"] for one in record["variants"]] == [
        "actions.analyze.energy=2", "actions.analyze.energy=2, retuned",
    ]  # fmt: skip
    score = [one["changes"][0]["variant"]["value"] for one in record["variants"]]
    assert score[0] != score[1]
    assert (tmp_path / "results/x-retuned-1/generations.jsonl").is_file()
    assert command(*words, "--out", "x", "--quiet")[0] == 0
    assert command("whatif", "promos", "--strategies", "greedy,random", "--retune", 3600)[0] == 2
