"""When things happen, what places score, and what turns there are: planted numbers come out as they were planted."""

import dataclasses

import numpy as np
import polars as pl
import pytest
import synthetic
from synthetic import MILESTONES, PLACES, Plan, changed

from seti_sim.analysis.board import board
from seti_sim.analysis.content import Lines, Note, Stacked, Table
from seti_sim.analysis.flow import flow
from seti_sim.analysis.gold import gold
from seti_sim.analysis.load import merge, open_run
from seti_sim.analysis.place_points import points_per_use
from seti_sim.analysis.resources import resources
from seti_sim.analysis.sections import analyse
from seti_sim.analysis.timing import timings
from seti_sim.analysis.turns import turn_figures


def named(section, kind, name):
    return next(item for item in section.items if isinstance(item, kind) and item.id == name)


def section_of(analysis, name):
    return next(section for section in analysis.sections if section.id == name)


def with_seats(run, **columns):
    """The run with other columns of seats."""
    part = run.parts[0]
    frames = {name: pl.Series(np.asarray(values).ravel()) for name, values in columns.items()}
    return dataclasses.replace(run, parts=(dataclasses.replace(part, seats=part.seats.with_columns(**frames)),))


def covers(figure, value):
    return figure.low <= value <= figure.high


# ---------------------------------------------------------------- timing
def test_rounds_are_those_planted(run_of):
    rng = np.random.default_rng(3)
    chances = [0.4, 0.0, 0.1, 0.3, 0.15, 0.05]  # never, then rounds 1 to 5
    run = with_seats(run_of(games=2000), round_wins_vega=rng.choice(6, (2000, 4), p=chances))
    (found,) = timings(run, ["a win"], ["round_wins_vega"])
    assert found.reached.value == pytest.approx(0.6, abs=0.02)
    for figure, chance in zip(found.by_round, [*chances[1:], chances[0]], strict=True):
        assert figure.value == pytest.approx(chance, abs=0.02)
    assert sum(figure.value for figure in found.by_round) == pytest.approx(1)
    assert sum(figure.value for figure in found.among) == pytest.approx(1)
    assert found.among[2].value == pytest.approx(found.by_round[2].value / found.reached.value)
    assert found.seats == round(8000 * found.reached.value)
    assert found.median.value == 3
    assert found.mean.value == pytest.approx(sum(r * c for r, c in enumerate(chances)) / 0.6, abs=0.05)


def test_what_never_happens_has_no_round(run_of):
    run = with_seats(run_of(games=50), round_wins_vega=np.zeros((50, 4), dtype=int))
    (found,) = timings(run, ["a win"], ["round_wins_vega"])
    assert (found.reached.value, found.by_round[-1].value) == (0, 1)
    assert not found.median.defined
    assert not found.mean.defined


def test_shares_by_round_are_clustered_by_game(run_of):
    """If all players of a game do the same, a game tells as much as one player."""
    rng = np.random.default_rng(4)
    once = np.repeat(rng.integers(0, 2, (500, 1)), 4, axis=1)
    (same,) = timings(with_seats(run_of(games=500), round_wins_vega=once), ["x"], ["round_wins_vega"])
    apart = rng.integers(0, 2, (500, 4))
    (free,) = timings(with_seats(run_of(games=500), round_wins_vega=apart), ["x"], ["round_wins_vega"])
    assert same.reached.half_width == pytest.approx(2 * free.reached.half_width, rel=0.1)


# ---------------------------------------------------------------- gold tiles and milestones
def test_gold_markers_by_round_milestone_and_points(run_of):
    """The first marker of the mission tile: always in round 2, at the second milestone, worth 7 points."""
    run = run_of(games=800)
    ranks = run.parts[0].seats["gold_mission"].to_numpy()
    first = ranks == 1
    run = with_seats(
        run,
        gold_round_mission=np.where(first, 2, np.where(ranks > 0, 4, 0)),
        gold_mark_mission=np.where(first, 2, np.where(ranks > 0, 3, 0)),
        gold_points_mission=np.where(first, 7, np.where(ranks > 0, 3, 0)),
    )
    section = gold(run)
    rows = {row[0]: row for row in named(section, Table, "gold-timing").rows}
    row = rows["Mission tile, first marker"]
    assert named(section, Table, "gold-timing").columns[2:6] == ("Median round", "25 points", "50 points", "70 points")
    assert [cell.value for cell in row[2:7]] == [2, 0, 1, 0, 7]
    assert rows["Mission tile, third marker"][6].value == 3
    games = np.mean(first.reshape(-1, 4).any(1))
    assert row[1].value == pytest.approx(games)
    chart = named(section, Stacked, "gold-rounds")
    cells = chart.cells[chart.rows.index("Mission tile, first marker")]
    assert [cell.value for cell in cells] == pytest.approx([0, games, 0, 0, 0, 1 - games])
    use = {row[0]: row for row in named(section, Table, "gold-use").rows}
    shown = run.parts[0].games["gold_mission"].to_numpy() == 0
    marked = (ranks.reshape(-1, 4) > 0).sum(1)[shown]
    _, _, markers, some, contested, points = use["Mission tile (missions)"]
    assert markers.value == pytest.approx(marked.mean())
    assert contested.value == pytest.approx((marked > 1).sum() / (marked > 0).sum())
    assert some.value == pytest.approx((marked > 0).mean())
    assert points.value == pytest.approx((7 + 3 * (marked[marked > 0] - 1)).sum() / marked.sum())


def test_milestones_by_round_and_turn(run_of):
    rng = np.random.default_rng(5)
    when = rng.choice([0, 3, 4], (600, 4), p=[0.2, 0.7, 0.1])
    turns = np.where(when == 3, 12, np.where(when == 4, 18, 0))
    placed = np.zeros((600, 4), dtype=int)
    placed[:, 0] = when[:, 0] > 0
    run = with_seats(
        run_of(games=600), milestone_round_neutral_2=when, milestone_turn_neutral_2=turns, placed_neutral_2=placed
    )
    section = gold(run)
    rows = {row[0]: row for row in named(section, Table, "milestones").rows}
    assert list(rows) == ["20 points (neutral)", "30 points (neutral)", "25 points (gold)", "50 points (gold)",
                          "70 points (gold)"]  # fmt: skip
    _, reached, median, mean, turn, contested, nonplayer, points, _ = rows["30 points (neutral)"]
    assert reached.value == pytest.approx((when > 0).mean())
    assert (median.value, turn.value) == (3, 12)
    assert mean.value == pytest.approx(when[when > 0].mean())
    assert contested.value == pytest.approx(((when > 0).sum(1) > 1).sum() / (when > 0).any(1).sum())
    assert nonplayer.value == pytest.approx(placed.sum() / (when > 0).sum())
    assert not points.defined
    assert rows["70 points (gold)"][7].defined


def test_the_earliest_at_a_milestone_share_their_wins(run_of):
    """The earliest are those with the fewest own turns; here always the winners."""
    run = run_of(games=300)
    won = run.parts[0].seats["winners"].to_numpy() > 0
    run = with_seats(run, milestone_round_gold_3=np.full(1200, 5), milestone_turn_gold_3=np.where(won, 20, 30))
    row = named(gold(run), Table, "milestones").rows[-1]
    assert row[-1].value == pytest.approx(300 / won.sum())


# ---------------------------------------------------------------- places
def test_points_of_a_use_are_those_planted(run_of):
    run = run_of(games=1500, seed=2)
    seats = run.parts[0].seats
    worth = {"orbiters_mars": 3, "orbiters_venus": 5, "orbiters_saturn": 0}
    points = sum(value * seats[name].to_numpy().astype(int) for name, value in worth.items())
    run = with_seats(run, points_orbit=points)
    for figure, value in zip(points_per_use(run, "points_orbit", [[n] for n in worth]), worth.values(), strict=True):
        assert figure.value == value
        assert value - 0.005 < figure.low <= value <= figure.high < value + 0.005
    noise = np.random.default_rng(8).integers(-2, 3, points.shape)
    run = with_seats(run, points_orbit=points + noise * seats["orbiters_mars"].to_numpy())
    noisy = points_per_use(run, "points_orbit", [[n] for n in worth])
    assert covers(noisy[0], 3)
    assert 0 < noisy[0].half_width < 0.15


def test_errors_of_points_of_a_use_are_as_large_as_the_scatter(run_of):
    """Of 60 runs with the same planted value, nearly all intervals cover it."""
    rng = np.random.default_rng(12)
    run = run_of(games=400)
    uses = run.parts[0].seats["orbiters_mars"].to_numpy().astype(int)
    hits = 0
    for _ in range(60):
        game = np.repeat(rng.integers(-3, 4, 400), 4)  # shared by the seats of a game
        noisy = with_seats(run, points_orbit=uses * (4 + game))
        hits += covers(points_per_use(noisy, "points_orbit", [["orbiters_mars"]])[0], 4)
    assert hits >= 51  # fewer have a chance of one in a thousand at 95 %


def test_rare_places_have_no_points_of_a_use(run_of):
    run = with_seats(run_of(games=200), orbiters_mars=np.eye(1, 800, dtype=int), points_orbit=np.eye(1, 800, dtype=int))
    assert not points_per_use(run, "points_orbit", [["orbiters_mars"]])[0].defined


def test_the_board_tells_use_timing_and_points(run_of):
    section = board(run_of(games=500))
    timing = named(section, Table, "board-timing")
    assert len(timing.rows) == len(PLACES)
    use = {row[0]: row for row in named(section, Table, "board-use").rows}
    assert len(use) == len(PLACES) + 1
    assert not use["Win of Vega"][4].defined
    assert use["Win of any sector"][4].defined
    assert use["Overflow space"][3].defined
    assert len(named(section, Stacked, "board-sector-rounds").rows) == 11


def test_a_win_of_a_sector_has_the_score_that_goes_with_it_among_equals(run_of):
    """The strong strategy wins Vega more often; among equals such a win goes with the 6 points planted."""
    run = run_of(games=3000, strategies=("weak", "strong", "weak", "strong"), strategy_points={"strong": 15})
    strong = run.parts[0].seats["strategy"].to_numpy().reshape(-1, 4) == 1
    wins = np.random.default_rng(4).random(strong.shape) < np.where(strong, 0.6, 0.2)
    zero = dict.fromkeys((name for name in PLACES if name.startswith("wins_")), np.zeros(wins.shape, dtype=int))
    run = changed(run, 6 * wins, **zero | {"wins_vega": wins})
    row = next(row for row in named(board(run), Table, "board-sectors").rows if row[0] == "Win of Vega")
    score = run.parts[0].seats["score"].to_numpy().reshape(wins.shape)
    assert score[wins].mean() - score[~wins].mean() > 10
    figure = row[-1]
    design = np.column_stack([wins.ravel(), strong.ravel(), np.ones(wins.size)])
    assert figure.value == pytest.approx(np.linalg.lstsq(design, score.ravel())[0][0])
    assert covers(figure, 6)
    assert (figure.label, figure.unit.name) == ("association", "points difference")


# ---------------------------------------------------------------- turns
def test_turns_and_choices_are_means_of_the_columns(run_of):
    run = run_of(games=300, strategies=("a", "b", "a", "b"))
    seats = run.parts[0].seats
    found = turn_figures(run, ["a", "b"], lambda block: block.indicator("strategy", 2), ["strategy"])
    own = seats.filter(pl.col("strategy") == 1)
    assert found["choices"][1][2].value == pytest.approx(own["asked_r3"].mean())
    assert found["idle"][1][5].value == pytest.approx(sum(own[f"idle_r{r}"].mean() for r in range(1, 6)))
    assert found["dead"][1][0].value == pytest.approx(own["dead_r1"].mean())
    actions = [f"{action}_r4" for action in synthetic.ACTIONS]
    assert found["turns"][1][3].value == pytest.approx(own.select(pl.sum_horizontal(actions)).to_series().mean())


def test_a_round_of_nothing_but_passing_is_empty(run_of):
    run = run_of(games=40)
    columns = {f"{a}_r2": np.zeros((40, 4), dtype=int) for a in synthetic.ACTIONS}
    columns["pass_r2"] = np.ones((40, 4), dtype=int)
    found = turn_figures(with_seats(run, **columns), ["x"], lambda block: np.ones((block.games, 4, 1), int), [])
    assert found["empty"][0][1].value == 1
    assert found["turns"][0][1].value == 1
    assert found["empty"][0][0].value < 0.1


def test_the_section_shows_turns_by_round_place_and_strategy(run_of):
    section = flow(run_of(games=100, strategies=("a", "b", "a", "b")))
    assert len(named(section, Table, "flow-turns").rows) == 6
    assert [row[0] for row in named(section, Table, "flow-strategies").rows] == ["a", "b"]
    assert len(named(section, Table, "flow-places").rows) == 4
    assert named(section, Lines, "flow-dead").x[0] == "round 1"
    alone = flow(run_of(games=100))
    assert not any(getattr(item, "id", "") == "flow-strategies" for item in alone.items)


def test_tucked_cards_by_round_and_strategy(run_of):
    run = run_of(games=200, strategies=("a", "b", "a", "b"))
    table = named(resources(run), Table, "income-rounds")
    seats = run.parts[0].seats.filter(pl.col("strategy") == 1)
    assert [row[0] for row in table.rows] == ["All players", "a", "b"]
    assert [cell.value for cell in table.rows[2][1:6]] == pytest.approx(
        [seats[f"tucked_r{r}"].mean() for r in range(1, 6)]
    )
    kinds = named(resources(run), Table, "income-kinds")
    assert kinds.rows[0][0] == "Credit"
    everybody = run.parts[0].seats["income_credit"]
    assert kinds.rows[0][1].value == pytest.approx((everybody > 0).mean())
    assert kinds.rows[0][2].value == pytest.approx(everybody.mean())


# ---------------------------------------------------------------- runs of earlier versions
LATER = {
    "gold": ["The rounds and points of gold markers", "The rounds in which milestones are reached"],
    "board": ["The rounds in which places are used first"],
    "flow": ["Decisions, dead and idle turns"],
    "resources": ["The rounds in which cards are tucked"],
    "cards": ["counted together as spent", "Missions completed and points of end-of-game cards by card"],
}


def test_an_earlier_run_says_what_it_cannot_tell(run_of):
    (found,) = analyse([run_of(games=1500, older=True)], list(LATER))
    for section in found.sections:
        notes = " ".join(item.text for item in section.items if isinstance(item, Note))
        assert "earlier version" in notes
        for words in LATER[section.id]:
            assert words in notes, section.id
        assert len(section.items) > len(LATER[section.id])
    cards = section_of(found, "cards")
    assert "Spent" in named(cards, Table, "cards").columns
    assert {finding.id.split(".")[1] for finding in cards.findings} == {"dealt", "played", "tucked"}


def test_a_new_run_says_all_of_it(run_of):
    (found,) = analyse([run_of(games=1500)], list(LATER))
    for section in found.sections:
        assert not any("earlier version" in item.text for item in section.items if isinstance(item, Note))
    assert {finding.id.split(".")[1] for finding in section_of(found, "cards").findings} == {
        "dealt", "played", "tucked", "corner", "signal",
    }  # fmt: skip


def test_an_earlier_and_a_new_run_together_tell_what_both_keep(tmp_path):
    runs = [
        open_run(synthetic.write(tmp_path / name, Plan(games=60, chunk=20, seed=seed, older=older)))
        for name, seed, older in (("old", 1, True), ("new", 2, False))
    ]
    for order in (runs, runs[::-1]):
        run = merge(order)
        assert run.lacks("seats", [f"milestone_round_{name}" for name in MILESTONES]) == "milestone_round_neutral_1"
        (found,) = analyse([run], list(LATER))
        cards = section_of(found, "cards")
        assert named(cards, Table, "cards").columns[5] == "Spent"
        spent = sum(part.cards is not None for part in run.parts)
        assert spent == 6
        total = sum(row[5].value for row in named(cards, Table, "cards").rows)
        counts = 0
        for one in runs:
            table = one.table("cards").collect()
            ways = [name for name in ("spent", "corner", "signal", "other") if name in table.columns]
            counts += table.select(pl.max_horizontal(ways)).to_series().sum()
        assert total == pytest.approx(counts / 480)


def test_decisions_of_an_earlier_run_are_read_by_their_earlier_name(tmp_path):
    for name, seed in (("old", 1), ("new", 2)):
        synthetic.write(tmp_path / name, Plan(games=60, chunk=20, seed=seed))
    for file in (tmp_path / "old/seats").iterdir():
        frame = pl.read_parquet(file)
        frame.rename({f"asked_r{r}": f"choices_r{r}" for r in range(1, 6)}).write_parquet(file)
    synthetic.seal(tmp_path / "old")
    old, new = open_run(tmp_path / "old"), open_run(tmp_path / "new")
    for run in (old, new):
        (found,) = analyse([run], ["flow"])
        assert named(found.sections[0], Table, "flow-turns").rows
    both = merge([old, new])
    (found,) = analyse([both], ["flow"])
    notes = [item.text for item in found.sections[0].items if isinstance(item, Note)]
    assert any("Decisions, dead and idle turns are not known" in text for text in notes)
