"""Arms: the same set-ups in every arm, ordinary games where nothing is treated, the same bytes for any threads."""

import numpy as np
import polars as pl
import pytest

from seti_sim.components.schema_base import ComponentError
from seti_sim.runner.arms import Arm, Arms, open_arms, play_arms
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import PlanError, StoreError
from seti_sim.runner.experiments import NAMES, experiment_arms, of_all, of_card
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.outcomes import outcome_tables
from seti_sim.runner.parts import finished_games
from seti_sim.runner.plan import make_plan
from seti_sim.runner.treatments import Treatment, prepare
from seti_sim.runner.whatif import box_arms, whatif_arms


def inputs_of(strategy="random", players=4, seed=3, **more):
    return load_inputs(make_plan(games=1, players=players, strategies=[strategy], seed=seed, **more))


def rows_of(arms, blocks=20):
    rows = arms.rows(0, blocks)
    return [rows.filter(pl.col("arm") == number) for number in range(len(arms.arms))]


def scores(frame, players=4):
    return frame["score"].to_numpy().reshape(-1, players)


def test_games_without_a_treatment_are_those_of_an_ordinary_run():
    inputs = inputs_of("greedy")
    arms = experiment_arms(inputs, [Treatment("forbid", "action:scan")])
    control = rows_of(arms)[0]
    games = finished_games(inputs, Chunk(0, 0, 20))
    seats = outcome_tables(games, np.zeros(4, np.int64))["seats"].rename({"game": "block"})
    assert control.select(seats.columns).equals(seats)


def test_the_treated_loop_plays_the_same_games_where_its_treatment_does_nothing():
    inputs = inputs_of("greedy", species=("mascamites", "anomalies"))
    arms = experiment_arms(inputs, [Treatment("forbid", "species:exertians")])
    control, treated = rows_of(arms)
    assert control.drop("arm").equals(treated.drop("arm"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_treated_seat_is_drawn_evenly_and_never_changes_with_the_arms(players):
    one = experiment_arms(inputs_of(players=players), [Treatment("forbid", "action:scan")])
    two = experiment_arms(inputs_of(players=players), of_all("forbid", "tech", [], every=True))
    seats = one.treated_seats(0, 3000)
    assert (seats == two.treated_seats(0, 3000)).all()
    assert (seats[1000:1100] == one.treated_seats(1000, 100)).all()
    counts = np.bincount(seats, minlength=players)
    assert abs(counts - 3000 / players).max() < 4 * (3000 / players) ** 0.5
    assert (experiment_arms(inputs_of(players=players, seed=4), [Treatment("forbid", "action:scan")])
            .treated_seats(0, 3000) != seats).any()  # fmt: skip


def test_only_the_treated_seat_lacks_the_forbidden_action():
    arms = experiment_arms(inputs_of("greedy"), [Treatment("forbid", "action:scan")])
    control, treated = rows_of(arms)
    rounds = [f"scan_r{number}" for number in range(1, 6)]
    scans = treated.select("treated", scans=pl.sum_horizontal(rounds))
    assert scans.filter(pl.col("treated") == 1)["scans"].sum() == 0
    assert scans.filter(pl.col("treated") == 0)["scans"].sum() > 0
    assert control.filter(pl.col("treated") == 1).select(pl.sum_horizontal(rounds)).to_series().sum() > 0


def test_a_forbidden_technology_and_card_are_never_used_by_the_treated_seat():
    inputs = inputs_of("greedy")
    arms = experiment_arms(inputs, [Treatment("forbid", "tech:computer_1"), Treatment("forbid", "gold:tech")])
    control, tech, gold = rows_of(arms)
    mine = pl.col("treated") == 1
    assert control.filter(mine)["tech_computer_1"].max() > 0
    assert tech.filter(mine)["tech_computer_1"].max() == 0
    assert tech.filter(~mine)["tech_computer_1"].max() > 0
    assert control.filter(mine)["gold_tech"].max() > 0
    assert gold.filter(mine)["gold_tech"].max() == 0


def test_a_forbidden_card_is_not_played_for_its_effect():
    treated = prepare(Treatment("forbid", "card:39"), inputs_of().tables)
    assert treated.own["cards"]["supported"][38] == 0
    assert treated.tables.record["cards"]["supported"][38] == 1


def test_a_technology_that_is_given_is_owned_from_that_round_on():
    arms = experiment_arms(inputs_of("greedy"), [Treatment("give", "tech:probe_2", 2)])
    _, given = rows_of(arms)
    mine = given.filter(pl.col("treated") == 1)
    assert mine["tech_probe_2"].min() >= 1
    assert mine["tech_probe_2"].max() <= 2
    assert (mine["n_tech"] >= 1).all()


def test_points_that_are_given_at_once_are_points():
    arms = experiment_arms(inputs_of("random"), [Treatment("give", "score:3", 5)])
    control, given = rows_of(arms, 60)
    gained = (given["points_start"] - control["points_start"]).to_numpy()
    assert (gained == 3 * control["treated"].to_numpy()).all()


def test_bytes_are_the_same_for_any_threads_and_after_an_interruption(tmp_path):
    arms = experiment_arms(inputs_of("random"), of_all("forbid", "species", [], every=True))
    parts = {}
    for name, threads in (("one", 1), ("three", 3)):
        with open_arms(tmp_path / name, arms, "again") as folder:
            for _ in play_arms(folder, 100, threads=threads):
                pass
        parts[name] = {path.name: path.read_bytes() for path in (tmp_path / name / "arms").iterdir()}
        parts[name]["sums"] = (tmp_path / name / "SHA256SUMS").read_bytes()
    assert parts["one"] == parts["three"]
    assert len(parts["one"]) == 4
    (tmp_path / "one/arms/part-00001.parquet").unlink()
    with open_arms(tmp_path / "one", arms, "again") as folder:
        assert len(list(play_arms(folder, 100, threads=1))[-1]) == 3
    again = {path.name: path.read_bytes() for path in (tmp_path / "one/arms").iterdir()}
    assert again.items() <= parts["one"].items()


def test_a_folder_of_other_arms_is_refused(tmp_path):
    one = experiment_arms(inputs_of(), [Treatment("forbid", "action:scan")])
    other = experiment_arms(inputs_of(), [Treatment("forbid", "action:launch")])
    with open_arms(tmp_path / "x", one, "again"):
        pass
    with (
        pytest.raises(StoreError, match=r"holds other games \(different arms\)"),
        open_arms(tmp_path / "x", other, "a"),
    ):
        pass


@pytest.mark.parametrize(
    ("treatment", "line"),
    [
        (Treatment("forbid", "action:scn"), "unknown action 'scn'; expected one of launch, orbit, land, scan"),
        (Treatment("forbid", "action:pass"), "unknown action 'pass'"),
        (Treatment("forbid", "scan"), "can't forbid 'scan'; expected one of tech:NAME, action:NAME"),
        (Treatment("give", "tech:probe_9"), "unknown tech 'probe_9'"),
        (Treatment("give", "credit:1", 6), "round must be at most 5, not 6"),
        (Treatment("deal", "card:901"), "card 901 is never dealt into an opening hand"),
        (Treatment("take", "credit:1"), "unknown treatment 'take'"),
    ],
)
def test_words_that_make_no_sense_are_one_line(treatment, line):
    with pytest.raises(PlanError) as caught:
        prepare(treatment, inputs_of().tables)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("words", ["credits:1", "credit:101", "nonsense", "card:999", "deal card:39"])
def test_effects_that_are_not_in_the_notation_are_one_line(words):
    with pytest.raises(ComponentError) as caught:
        prepare(Treatment("give", words), inputs_of().tables)
    assert "\n" not in str(caught.value)


def test_an_effect_that_is_given_leaves_every_other_program_as_it_is():
    inputs = inputs_of()
    treated = prepare(Treatment("give", "trace any 1"), inputs.tables)
    before, after = inputs.tables.record, treated.tables.record
    used = int(treated.record["program"])
    assert (before["program"][:used] == after["program"][:used]).all()
    for name in before.dtype.names:
        if name not in ("program", "event", "count", "condition"):
            assert before[name].tobytes() == after[name].tobytes(), name
    assert treated.tables.hash == inputs.tables.hash


def test_a_family_names_everything_once():
    assert [item.what for item in of_all("give", "tech", [], every=True)] == [f"tech:{name}" for name in NAMES["tech"]]
    with pytest.raises(PlanError, match="not both"):
        of_all("give", "tech", ["probe_1"], every=True)
    with pytest.raises(PlanError, match="is there twice"):
        experiment_arms(inputs_of(), [Treatment("forbid", "action:scan")] * 2)
    with pytest.raises(PlanError, match="nothing to compare"):
        experiment_arms(inputs_of(), [])


def test_the_arms_of_a_card_differ_in_the_opening_hand():
    control, treatment = of_card("39")
    arms = experiment_arms(inputs_of("random"), [treatment], control)
    assert [arm.treatment.name for arm in arms.arms] == ["withhold card:39", "deal card:39"]
    assert (scores(rows_of(arms)[0]) != scores(rows_of(arms)[1])).any()


def test_a_variant_that_changes_nothing_gives_the_same_games():
    inputs = inputs_of("greedy")
    arms = whatif_arms(inputs, box_arms(inputs, ["printed", "cards.902.cost=0", "setup.start_score.4=9"]))
    base, same, unused, more = rows_of(arms)
    assert base.drop("arm").equals(same.drop("arm"))
    assert base.drop("arm").equals(unused.drop("arm"))  # a promo card is not in the deck
    last = base["order"] == 3
    gained = (more["points_start"] - base["points_start"]).to_numpy()
    assert (gained == 5 * last.to_numpy()).all()


def test_arms_in_boxes_that_cannot_be_are_one_line():
    inputs = inputs_of("random", variant="refresher")
    with pytest.raises(ComponentError, match=r"both set board.discovery.space.right"):
        box_arms(inputs, ["discovery_5_5"])
    with pytest.raises(ComponentError, match=r"^variant setup.row_size=9: setup.row_size must be 1 to 3, not 9$"):
        box_arms(inputs, ["setup.row_size=9"])
    with pytest.raises(PlanError, match=r"'many' is no whole number"):
        box_arms(inputs, ["setup.row_size=many"])
    assert isinstance(box_arms(inputs, ["promos"])[0], Arm)
    assert isinstance(whatif_arms(inputs, []), Arms)
