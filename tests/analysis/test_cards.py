import dataclasses
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
import synthetic
from synthetic import Plan

from seti_sim.analysis.card_figures import COMPARED, card_figures
from seti_sim.analysis.cards import cards
from seti_sim.analysis.comparisons import having_and_lacking
from seti_sim.analysis.content import DotPlot, Note, Table
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.load import open_run
from seti_sim.analysis.sections import analyse
from seti_sim.analysis.shares import WIN_UNITS, group_share, share_difference, win_units
from seti_sim.analysis.sparse import SparseSums


def named(section, kind, name):
    return next(item for item in section.items if isinstance(item, kind) and item.id == name)


def stand(found, use):
    figures = found.compared[use].adjusted
    return {i for i, yes in enumerate(is_significant(figures)) if yes}


def test_a_null_card_played_only_when_ahead_is_an_association_and_no_effect(run_of):
    run = run_of(games=6000, ahead_cards=(7,))
    found = card_figures(run)
    dealt, played = found.compared["dealt"].adjusted[7], found.compared["played"].adjusted[7]
    assert (dealt.label, played.label) == ("effect", "association")
    assert stand(found, "dealt") == set()
    assert dealt.low < 0 < dealt.high
    assert stand(found, "played") == {7}
    assert played.low > 0.15
    section = cards(run)
    told = {finding.id: finding for finding in section.findings if finding.significant}
    assert told["cards.played.7"].estimate.label == "association"
    assert "cards.dealt.7" not in told
    assert "association" in named(section, DotPlot, "cards-played").caption
    assert named(section, DotPlot, "cards-played").title.startswith(
        "Playing card 7 is most strongly associated with winning: +"
    )
    assert named(section, DotPlot, "cards-dealt").title == "No card of the opening hand demonstrably changes who wins"


def test_a_planted_card_is_an_effect_of_the_deal(run_of):
    found = card_figures(run_of(games=6000, card_points={3: 6}, strategies=("a", "b", "a", "b")))
    assert stand(found, "dealt") == {3}
    figure = found.compared["dealt"].adjusted[3]
    assert figure.low > 0.05
    assert [name for name, _ in found.compared["dealt"].by_strategy[3]] == ["a", "b"]
    # a quarter of the wins, on average over those with and without it
    rate, one, other = (found.rates["dealt"][3], found.compared["dealt"].having[3], found.compared["dealt"].lacking[3])
    assert rate.value * one.value + (1 - rate.value) * other.value == pytest.approx(0.25)


def test_what_becomes_of_cards_adds_up(run_of):
    run = run_of(games=500)
    found = card_figures(run)
    table = run.table("cards").collect()
    assert sum(figure.value for figure in found.rates["dealt"]) == pytest.approx(3)  # cards of an opening hand
    for i in range(40):
        values = {use: row[i].value for use, row in found.rates.items()}
        assert values["held"] == pytest.approx(sum(values[use] for use in ("played", "tucked", "spent", "unused")))
        assert values["held"] == pytest.approx(table.filter(pl.col("card") == i).height / 2000)
        spent = sum(values[way] for way in ("corner", "signal", "other"))  # a synthetic card is spent once at most
        assert values["spent"] == pytest.approx(spent)
    section = cards(run)
    assert len(named(section, Table, "cards").rows) == 40
    rows = named(section, Table, "cards-bands").rows
    assert len(rows) == 40
    assert set(rows[0][1:]) <= {"above", "below", "level", "too few"}


def test_with_without_all_of_sparse_sums():
    """The effect of a card is with minus without (10 points), not with minus all (8)."""
    game = np.arange(2000)
    won = (np.arange(10_000) < 1200) | ((np.arange(10_000) >= 2000) & (np.arange(10_000) < 6000))
    units = won * WIN_UNITS
    sums = SparseSums.of(game, np.zeros(2000, dtype=int), units[:2000], units, 1, 1).having_and_lacking(1)[0]
    assert [group_share(sums, i, "games").value for i in range(2)] == [0.6, 0.5]
    assert share_difference(sums, 0, 1, "games").value == pytest.approx(0.10)


def test_sparse_sums_are_those_of_planes(run_of, monkeypatch):
    run = run_of(games=300)
    (block,) = run.blocks(["winners"], cards=True)
    units, rows = win_units(block.seat("winners")), block.cards
    has = np.zeros((300, 4, 40), dtype=bool)
    has[rows.game, rows.seat, rows.card] = True
    has[:9, :, 11] = True  # a card of which everybody had one
    game, seat, card = np.nonzero(has)
    monkeypatch.setattr("seti_sim.analysis.sparse.SLICE_GAMES", 70)
    sparse = SparseSums.of(game, card, units[game, seat], units.sum(1), 4, 40).having_and_lacking(4)
    planes = having_and_lacking(has, np.ones_like(units, dtype=bool), units)
    for field in dataclasses.fields(planes):
        assert np.array_equal(getattr(sparse, field.name), getattr(planes, field.name)), field.name


def test_adjusted_differences_are_those_of_statsmodels(run_of):
    run = run_of(games=900, strategies=("a", "b", "a", "b"), strategy_points={"b": 8}, card_points={3: 5})
    found = card_figures(run)
    columns = ["winners", "order", "strategy"]
    (block,) = run.blocks(columns, ["species_left", "species_right"], cards=True)
    won = np.where(block.seat("winners") > 0, 1 / np.maximum(block.seat("winners"), 1), 0.0).ravel()
    left, right = block.game("species_left"), block.game("species_right")
    pair = (np.minimum(left, right) * 5 + np.maximum(left, right))[:, None]
    _, stratum = np.unique(
        ((block.seat("strategy") * 4 + block.seat("order")) * 25 + pair).ravel(), return_inverse=True
    )
    dummies = np.eye(stratum.max() + 1)[stratum.ravel()]
    for use in COMPARED:
        rows = block.cards
        at = np.ones(len(rows.game), dtype=bool) if use == "held" else rows.uses[use] > 0
        has = np.zeros((900, 4, 40))
        has[rows.game[at], rows.seat[at], rows.card[at]] = 1
        design = np.column_stack([has[..., 3].ravel(), dummies])
        model = sm.OLS(won, design).fit(cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(900), 4)})
        figure = found.compared[use].adjusted[3]
        assert figure.value == pytest.approx(model.params[0], abs=1e-10)
        assert figure.standard_error == pytest.approx(model.bse[0], rel=0.02)  # Student's quantile
        answers = [answer.value for _, answer in found.compared[use].by_strategy[3]]
        if use in ("dealt", "played"):  # done by 40 players of either strategy
            assert min(answers) <= figure.value <= max(answers)
            for code, answer in enumerate(answers):
                own = block.seat("strategy").ravel() == code
                rows = design[own][:, design[own].any(0)]
                assert answer == pytest.approx(np.linalg.lstsq(rows, won[own])[0][0], abs=1e-10)


def test_strategy_is_adjusted_for(run_of):
    """The strong strategy plays a worthless card more often; among equals it is worth nothing."""
    run = run_of(games=6000, strategies=("a", "b", "a", "b"), seating="fixed", strategy_points={"b": 15})
    part = run.parts[0]
    keep = ~((pl.col("card") == 5) & (pl.col("seat") % 2 == 0) & (pl.col("game") % 3 > 0))
    fewer = part.cards.with_columns(played=pl.when(keep).then(pl.col("played")).otherwise(0).cast(pl.Int8))
    found = card_figures(dataclasses.replace(run, parts=(dataclasses.replace(part, cards=fewer),)))
    assert found.compared["played"].difference[5].low > 0.03
    assert not found.compared["played"].adjusted[5].excludes(0.0)


def test_blocks_and_parts_change_nothing(tmp_path, run_of, monkeypatch):
    plan = {"games": 300, "strategies": ("a", "b", "a", "b")}
    whole = card_figures(run_of(**plan))
    opened = open_run(synthetic.write(tmp_path / "run", Plan(**plan, chunk=40)))
    monkeypatch.setattr("seti_sim.analysis.load.BLOCK_GAMES", 90)
    found = card_figures(opened)
    assert found.rates == whole.rates
    for use in COMPARED:
        one, other = found.compared[use], whole.compared[use]
        assert (one.having, one.difference) == (other.having, other.difference)
        answers = [[figure for row in of.by_strategy for _, figure in row] for of in (one, other)]
        # errors are sums of fractions
        for figure, same in zip([*one.adjusted, *answers[0]], [*other.adjusted, *answers[1]], strict=True):
            assert figure.value == same.value
            assert figure.half_width == pytest.approx(same.half_width, rel=1e-9)


# ---------------------------------------------------------------- runs that say little
@pytest.fixture
def stored(tmp_path):
    return synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))


def test_a_run_without_the_table_says_so_in_place_and_at_the_top(stored):
    for part in range(3):
        (stored / "cards" / f"part-{part:05d}.parquet").unlink()
    synthetic.seal(stored)
    run = open_run(stored)
    (found,) = analyse([run], ["seats", "cards"])
    (note,) = found.sections[1].items
    assert isinstance(note, Note)
    assert note.text.startswith("This section cannot be made: run has no table cards, it was played by an earlier")
    assert found.sections[0].findings
    assert run.notices == (f"{stored}: the table cards is missing, so there are no figures on cards",)


def test_a_part_without_the_table_is_left_out_of_the_section_and_named_at_the_top(stored):
    whole = open_run(stored)
    assert whole.notices == ()
    (stored / "cards" / "part-00001.parquet").unlink()
    synthetic.seal(stored)
    run = open_run(stored)
    assert run.notices == (f"{stored}: the table cards lacks 1 of 3 parts; the section on cards covers 40 of 60 games",)
    section = cards(run)
    rest = replace(whole, parts=(whole.parts[0], whole.parts[2]))
    assert section.items == cards(rest).items
    assert run.games == 60


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [("card", 40, "a card out of range"), ("game", 77, "a game out of range"), ("game", 5, "is not sorted by game")],
)
def test_a_damaged_table_is_one_line(stored, column, value, words):
    file = stored / "cards" / "part-00001.parquet"
    frame = pl.read_parquet(file)
    changed = [value, *frame[column][1:].to_list()] if value != 5 else [*frame[column][:-1].to_list(), value + 16]
    frame.with_columns(pl.Series(column, changed, frame[column].dtype)).write_parquet(file)
    synthetic.seal(stored)
    with pytest.raises(AnalysisError, match=words):
        analyse([open_run(stored)], ["cards"])


def test_few_games_say_nothing_about_single_cards(run_of):
    section = cards(run_of(games=10))
    assert section.findings == ()
    assert "none of 0 cards stands out" in " ".join(item.text for item in section.items if isinstance(item, Note))


def test_of_a_run_without_cards_nothing_is_drawn(run_of):
    run = run_of(games=200)
    empty = dataclasses.replace(run.parts[0], cards=run.parts[0].cards.clear())
    section = cards(dataclasses.replace(run, parts=(empty,)))
    assert named(section, Table, "cards").rows == ()
