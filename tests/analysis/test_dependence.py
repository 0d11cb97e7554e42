"""Whether a finding depends on how people play: planted answers, answers on few games, and nothing planted."""

import numpy as np
import polars as pl
import pytest
from synthetic import changed

from seti_sim.analysis.cards import cards
from seti_sim.analysis.comparisons import having_and_lacking
from seti_sim.analysis.estimate import SHARE_DIFFERENCE, Estimate
from seti_sim.analysis.families import reliable, robustness
from seti_sim.analysis.flow import MIDDLE, flow
from seti_sim.analysis.gold import gold
from seti_sim.analysis.sections import analyse
from seti_sim.analysis.shares import WIN_UNITS, share_difference
from seti_sim.reporting.view import answers_of, cell_view

STRATEGIES = ("a", "b", "c", "a")


def difference(value, half, n=1000):
    return Estimate(value, value - half, value + half, n, SHARE_DIFFERENCE, "games", "effect", "test")


@pytest.mark.parametrize(
    ("answers", "label"),
    [
        ([(0.05, 0.01)], "inconclusive"),
        ([(0.05, 0.01), (0.05, 0.01)], "inconclusive"),
        ([(0.05, 0.01), (0.055, 0.01), (0.05, 0.01)], "same under every strategy"),
        ([(0.114, 0.01), (0.02, 0.01), (0.027, 0.01), (0.02, 0.01)], "same direction, sizes differ"),
        ([(0.114, 0.01), (0.02, 0.01)], "inconclusive"),
        ([(0.05, 0.01), (0.05, 0.01), (-0.05, 0.01)], "depends on the strategy"),
        ([(0.05, 0.01), (0.05, 0.01), (0.0, 0.01)], "depends on the strategy"),
        ([(0.05, 0.06), (0.05, 0.06), (0.01, 0.06)], "inconclusive"),
        ([], "inconclusive"),
    ],
)
def test_robustness(answers, label):
    assert robustness([(str(i), difference(*answer)) for i, answer in enumerate(answers)]) == label


def test_shares_are_robust_on_one_side_of_an_equal_share():
    answers = [("a", difference(0.5, 0.01)), ("b", difference(0.49, 0.01)), ("c", difference(0.5, 0.01))]
    assert robustness(answers, 0.25) == "same under every strategy"
    assert robustness([*answers, ("d", difference(0.2, 0.01))], 0.25) == "depends on the strategy"


# ---------------------------------------------------------------- answers on few games
def test_answers_on_few_games_do_not_count():
    clear = [("a", difference(0.05, 0.01)), ("b", difference(0.05, 0.01)), ("c", difference(0.05, 0.01))]
    assert robustness(clear) == "same under every strategy"
    thin = difference(-0.2, 0.01, n=29)
    assert robustness([*clear, ("d", thin)]) == "same under every strategy"
    assert robustness([*clear[:2], ("d", thin)]) == "inconclusive"
    assert robustness([*clear, ("d", difference(-0.2, 0.01, n=30))]) == "depends on the strategy"
    shown = reliable([("d", thin), ("e", clear[0][1])])
    assert (shown[0][1].text, shown[0][1].n, shown[1][1]) == ("-", 29, clear[0][1])


def test_a_strategy_that_hardly_ever_lands_there_shows_on_how_few_games(run_of):
    run = run_of(games=3000, strategies=STRATEGIES, seating="fixed")
    lands = np.random.default_rng(1).random((3000, 4)) < 0.3
    lands[:, 2] = np.arange(3000) < 12
    run = changed(run, np.where(np.arange(4) == 2, -60, 12) * lands, landers_triton=lands)
    (found,) = analyse([run], ["board"])
    finding = next(f for f in found.sections[0].findings if f.id == "board.landers_triton")
    assert finding.significant
    assert finding.robustness == "inconclusive"
    rows = {row[0]: row for row in found.sections[-1].items[0].rows}
    _, _, a, b, c, label = rows[finding.sentence]
    assert a.low > 0.1
    assert b.low > 0.1
    assert (cell_view(c, 4).text, cell_view(c, 4).interval, label) == ("-", "n = 12", "inconclusive")
    assert answers_of(finding).endswith(", c - (n = 12)")


def test_a_strategy_that_plays_in_several_runs_answers_once(run_of):
    """Two strategies in four line-ups are not three strategies."""
    lines = (("a",), ("b",), ("a", "b", "a", "b"), ("b", "a", "b", "a"))
    runs = [run_of(games=2000, seed=i, strategies=line, seat_points=(0, 0, 0, 9)) for i, line in enumerate(lines, 1)]
    found = [analysis.sections[0].findings[3] for analysis in analyse(runs, ["seats"])]
    alone = [analyse([run], ["seats"])[0].sections[0].findings[3] for run in runs]
    for finding in found:
        assert finding.significant
        assert [name for name, _ in finding.by_strategy] == ["a", "b"]
        assert finding.robustness == "inconclusive"
    # the answer of the run itself, else of the first run in which the strategy plays
    assert found[2].by_strategy == alone[2].by_strategy
    assert found[0].by_strategy == (*alone[0].by_strategy, *alone[1].by_strategy)


# ---------------------------------------------------------------- planted
PLANTED = {"both ways": (6, 6, -6), "one way": (6, 6, 6), "nothing": (0, 0, 0)}


def three_questions(run, points):
    """Points for marking a tile, tucking a card and leading after the middle round, by strategy; their findings."""
    part = run.parts[0]
    more = np.array(points)[part.seats["strategy"].to_numpy().reshape(-1, 4)]
    tucks = part.cards.with_columns(
        tucked=pl.when(card=5).then(1 - pl.col("played")).otherwise(pl.col("tucked")).cast(pl.Int8)
    )
    tucked = np.zeros(more.shape, dtype=bool)
    at = tucks.filter(card=5, tucked=1)
    tucked[at["game"].to_numpy(), at["seat"].to_numpy()] = True
    marked = np.random.default_rng(1).random(more.shape) < 0.5
    track = part.seats[f"score_r{MIDDLE + 1}"].to_numpy().reshape(-1, 4)
    leads = track == track.max(1, keepdims=True)
    # who leads wins twice as often as an equal share: it takes three times as many points to turn that
    run = changed(
        run, more * (marked.astype(int) + tucked) + leads * np.where(more < 0, 3 * more, more), tucks, gold_tech=marked
    )
    wanted = ("gold.tech_a", "gold.tech_b", "cards.tucked.5", "flow.leader")
    findings = [*gold(run).findings, *cards(run).findings, *flow(run).findings]
    return [finding for finding in findings if finding.id in wanted]


@pytest.mark.parametrize("what", PLANTED)
def test_gold_tiles_leaders_and_tucked_cards_that_turn_with_the_strategy_are_marked(run_of, what):
    found = three_questions(run_of(games=6000, strategies=STRATEGIES, seating="fixed", cards=28), PLANTED[what])
    assert len(found) == 4
    for finding in found:
        assert [name for name, _ in finding.by_strategy] == ["a", "b", "c"], finding.id
        if what == "both ways":
            turned = {"depends on the strategy"}
            if finding.id == "flow.leader":  # who leads is ahead of the others of the strategy, less so where turned
                turned.add("same direction, sizes differ")
            assert finding.robustness in turned, finding.id
        elif what == "one way" or finding.id == "flow.leader":  # who leads wins more often than not anyway
            assert finding.robustness == "same under every strategy", finding.id
        else:
            assert finding.robustness == "inconclusive", finding.id


def test_nothing_planted_is_said_to_depend_once_in_a_hundred():
    """Also of things that few have and hardly any of them won with: 1 % is what Cochran's Q promises."""
    rng = np.random.default_rng(1)
    depends = []
    for games, rate in ((4000, 0.01), (1000, 0.05), (500, 0.5)) * 12:
        units = (np.arange(4) == rng.integers(0, 4, games)[:, None]) * WIN_UNITS
        has = rng.random((games, 4, 60)) < rate
        who = [np.broadcast_to(np.arange(4) == seat, (games, 4)) for seat in range(3)]
        sums = [having_and_lacking(has, own, units) for own in who]
        for i in range(60):
            answers = [(str(seat), share_difference(own[i], 0, 1, "wins")) for seat, own in enumerate(sums)]
            if len([answer for _, answer in reliable(answers) if answer.defined]) == 3:
                depends.append(robustness(answers) == "depends on the strategy")
    assert len(depends) > 1800
    assert 0.004 < np.mean(depends) < 0.014


# ---------------------------------------------------------------- as the section shows it
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
    assert fourth[-1] in ("same under every strategy", "same direction, sizes differ")
    assert all(figure.low > 0 for figure in fourth[1:-1])
    anomalies = rows["With Anomalies in play all players score higher than with an average species"]
    assert anomalies[-1] == "same under every strategy"
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
    assert finding.significant
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
    assert finding.significant
    assert finding.robustness == "depends on the strategy"
    planted = {"a": 0, "b": 12, "c": 0}
    assert all(abs(figure.value - planted[name]) < 4 * figure.standard_error for name, figure in finding.by_strategy)
