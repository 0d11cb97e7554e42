import numpy as np
import pytest

from seti_sim.analysis.content import Finding
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.families import robustness
from seti_sim.analysis.headlines import MOST, round_up, tell
from seti_sim.analysis.sections import SECTIONS, analyse, section_ids


def difference(value, half, n=1000):
    return Estimate(value, value - half, value + half, n, SHARE_DIFFERENCE, "games", "effect", "test")


def test_at_most_ten_sentences_with_effect_interval_sample_and_labels(run_of):
    (found,) = analyse([run_of(games=4000, tech_points={"probe_3": 6, "probe_4": 5}, seat_points=(0, 0, 0, 4))])
    assert len(found.headlines) <= MOST
    told = [line for line in found.headlines if line.finding is not None]
    assert {"seats.fourth", "technologies.probe_3"} <= {line.finding.id for line in told}
    for line in told:
        assert "95 % interval" in line.text
        assert "n = " in line.text
        assert line.finding.estimate.label in line.text
        assert line.finding.robustness in line.text
    for label in ("effect", "association"):
        sizes = [line.finding.size for line in told if line.finding.estimate.label == label]
        assert sizes == sorted(sizes, reverse=True)


def test_the_last_sentences_say_what_the_run_cannot_answer(run_of):
    (found,) = analyse([run_of(games=400)], ["seats", "technologies"])
    limits = [line.text for line in found.headlines if line.finding is None]
    assert "no difference that stands" in limits[0]
    assert "takes about" in limits[0]
    assert "would take about 730,000 games" in limits[1]
    assert "greedy alone" in limits[2]
    assert limits[-1] == "Nothing here speaks of other player counts than 4."


@pytest.mark.parametrize("seed", range(1, 11))
def test_noise_makes_no_headlines_but_the_seat_order(run_of, seed):
    (found,) = analyse([run_of(games=600, seed=seed)], ["seats", "species", "technologies", "gold", "board"])
    told = [line.finding for line in found.headlines if line.finding is not None]
    assert [finding.id.split(".")[0] for finding in told] == ["seats"]
    assert not told[0].settled


def test_a_finding_is_told_in_one_sentence():
    finding = Finding("x.y", "Owners win more often", difference(0.05, 0.01), 0.2, True, "robust")
    assert tell(finding) == (
        "Owners win more often: +5.0\N{NO-BREAK SPACE}pp (95 % interval +4.0 to +6.0; n = 1,000 games; effect; robust)."
    )


@pytest.mark.parametrize(
    ("answers", "label"),
    [
        ([(0.05, 0.01)], "cannot tell yet"),
        ([(0.05, 0.01), (0.05, 0.01)], "cannot tell yet"),
        ([(0.05, 0.01), (0.055, 0.01), (0.05, 0.01)], "robust"),
        ([(0.05, 0.01), (0.05, 0.01), (-0.05, 0.01)], "depends on the strategy"),
        ([(0.05, 0.01), (0.05, 0.01), (0.0, 0.01)], "depends on the strategy"),
        ([(0.05, 0.06), (0.05, 0.06), (0.01, 0.06)], "cannot tell yet"),
        ([], "cannot tell yet"),
    ],
)
def test_robustness(answers, label):
    assert robustness([(str(i), difference(*answer)) for i, answer in enumerate(answers)]) == label


def test_shares_are_robust_on_one_side_of_an_equal_share():
    answers = [("a", difference(0.5, 0.01)), ("b", difference(0.48, 0.01)), ("c", difference(0.4, 0.01))]
    assert robustness(answers, 0.25) == "robust"
    assert robustness([*answers, ("d", difference(0.2, 0.01))], 0.25) == "depends on the strategy"


def test_three_runs_of_three_strategies_make_a_finding_robust(run_of):
    runs = [run_of(games=3000, seed=i, strategies=(name,), seat_points=(0, 0, 0, 6)) for i, name in enumerate("abc", 1)]
    for found in analyse(runs, ["seats"]):
        finding = found.sections[0].findings[3]
        assert finding.robustness == "robust"
        assert [name for name, _ in finding.by_strategy] == ["a", "b", "c"]
    alone = analyse(runs[:1], ["seats"])[0].sections[0].findings[3]
    assert alone.robustness == "cannot tell yet"


def test_player_counts_are_never_compared(run_of):
    runs = [run_of(games=800, players=n, strategies=("a",)) for n in (2, 3, 4)]
    for found in analyse(runs, ["seats"]):
        assert len(found.sections[0].findings[0].by_strategy) == 1


def test_sections_by_name():
    assert section_ids(None) == tuple(SECTIONS)
    assert section_ids(["tech", "seats"]) == ("seats", "technologies")
    with pytest.raises(AnalysisError, match="no section is called 'luck'; there are seats, species"):
        section_ids(["luck"])
    with pytest.raises(AnalysisError, match="no section was named"):
        section_ids([])


def test_a_section_without_its_columns_says_so(run_of):
    run = run_of(games=60)
    part = run.parts[0]
    seats = part.seats.drop("gold_tech")
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 60, part.games, seats),))
    (found,) = analyse([run], ["gold", "seats"])
    assert "the table seats has no column gold_tech" in found.sections[1].items[0].text
    assert found.sections[0].findings


@pytest.mark.parametrize(("games", "rounded"), [(7, 7), (99, 99), (101, 110), (76_543, 77_000), (1_000_000, 1_000_000)])
def test_numbers_to_plan_with_have_two_digits(games, rounded):
    assert round_up(games) == rounded


@pytest.mark.parametrize("games", [1, 2, 10])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiny_runs_of_every_player_count_are_analysed(run_of, games, players):
    (found,) = analyse([run_of(games=games, players=players)])
    assert len(found.sections) == len(SECTIONS)
    assert found.headlines


def test_every_finding_that_stands_is_shown_with_its_answer_under_each_strategy(run_of):
    plan = {"strategies": ("a", "b", "c", "a"), "seat_points": (0, 0, 0, 9), "species_points": {"anomalies": 5}}
    (found,) = analyse(
        [run_of(games=6000, strategy_points={"c": 9}, **plan)], ["seats", "species", "strategies", "gold"]
    )
    asked = found.sections[-1]
    assert asked.title == "Does it depend on how people play?"
    table = asked.items[0]
    assert table.columns == ("Finding", "All", "a", "b", "c", "Answer")
    rows = {row[0]: row for row in table.rows}
    fourth = rows["The fourth player wins more often than an equal share of 25\N{NO-BREAK SPACE}%"]
    assert fourth[-1] in ("robust", "depends on the strategy")
    assert all(figure.low > 0 for figure in fourth[1:-1])
    assert rows["With Anomalies in play all players score higher than without"][-1] == "robust"
    # a strategy is asked against its opponents, on the first page and not in this table
    assert not any("mean of the strategies" in sentence for sentence in rows)
    strongest = next(f for section in found.sections for f in section.findings if f.id == "strategies.c")
    assert [name for name, _ in strongest.by_strategy] == ["against a", "against b"]
    assert all(figure.low > 0 for _, figure in strongest.by_strategy)


def test_nothing_is_compared_between_strategies_where_fewer_than_three_play(run_of):
    (found,) = analyse([run_of(games=2000, strategies=("a", "b", "a", "b"), seat_points=(0, 0, 0, 9))], ["seats"])
    assert [section.id for section in found.sections] == ["seats"]


def test_an_effect_on_one_strategy_only_is_marked(run_of):
    run = run_of(games=6000, strategies=("a", "b", "c", "a"))
    part = run.parts[0]
    games = part.games
    with_it = np.repeat(((games["species_left"] == 1) | (games["species_right"] == 1)).to_numpy(), 4)
    more = 12 * (with_it & (part.seats["strategy"] == 1).to_numpy())
    seats = part.seats.with_columns(score=part.seats["score"] + more.astype(np.int16))
    changed = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 6000, games, seats),))
    (found,) = analyse([changed], ["species"])
    finding = next(f for f in found.sections[0].findings if f.id == "species.score.anomalies")
    assert finding.settled
    assert finding.robustness == "depends on the strategy"
    table = found.sections[-1].items[0]
    assert [row[-1] for row in table.rows if row[0] == finding.sentence] == ["depends on the strategy"]


def test_the_side_of_a_gold_tile_that_helps_one_strategy_only_is_marked(run_of):
    run = run_of(games=6000, strategies=("a", "b", "c", "a"))
    part = run.parts[0]
    side = np.repeat((part.games["gold_tech"] == 0).to_numpy(), 4)
    more = 12 * (side & (part.seats["strategy"] == 1).to_numpy())
    seats = part.seats.with_columns(score=part.seats["score"] + more.astype(np.int16))
    changed = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 6000, part.games, seats),))
    (found,) = analyse([changed], ["gold"])
    finding = next(f for f in found.sections[0].findings if f.id == "gold.side.tech")
    assert finding.settled
    assert finding.robustness == "depends on the strategy"
    planted = {"a": 0, "b": 12, "c": 0}
    assert all(abs(figure.value - planted[name]) < 4 * figure.standard_error for name, figure in finding.by_strategy)


def test_gold_tiles_leaders_and_tucked_cards_are_asked_of_every_strategy(run_of):
    (found,) = analyse([run_of(games=4000, strategies=("a", "b", "c", "a"))], ["gold", "flow", "cards"])
    families = ("gold.", "flow.leader", "cards.tucked.", "cards.corner.")
    asked = {f.id: f for section in found.sections for f in section.findings if f.id.startswith(families)}
    assert {name.split(".")[1] for name in asked} >= {"side", "leader", "tucked", "corner", "tech_a"}
    for finding in asked.values():
        assert [name for name, _ in finding.by_strategy] == ["a", "b", "c"], finding.id
    assert asked["flow.leader"].robustness == "robust"
