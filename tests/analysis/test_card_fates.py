"""Missions, end-of-game cards and tucked cards by card, against a table counted by polars."""

import dataclasses

import polars as pl
import pytest

from seti_sim.analysis.card_fates import fate_items
from seti_sim.analysis.cards import cards
from seti_sim.analysis.content import Table


@pytest.fixture
def run(run_of):
    return run_of(games=700, strategies=("a", "b", "a", "a"))


def rows_of(items, name):
    table = next(item for item in items if isinstance(item, Table) and item.id == name)
    return {row[0]: row[1:] for row in table.rows}


def joined(run):
    """The table of cards with strategy and win share of their holders."""
    seats = run.table("seats").select("game", "seat", "strategy", "winners").collect()
    return run.table("cards").collect().join(seats, on=["game", "seat"]).with_columns(
        share=pl.when(pl.col("winners") > 0).then(1 / pl.col("winners")).otherwise(0.0)
    )  # fmt: skip


def test_missions_completed_by_card(run):
    found = rows_of(fate_items(run), "cards-missions")
    table = joined(run).filter(pl.col("mission") >= 0)
    assert list(found) == [f"card {code}" for code in sorted(table["card"].unique())]
    own = table.filter(pl.col("card") == 6)
    rate, done, wins, others = found["card 6"]
    assert rate.value == pytest.approx(own.height / 2800)
    assert done.value == pytest.approx(own["mission"].mean())
    assert wins.value == pytest.approx(own.filter(pl.col("mission") == 1)["share"].mean())
    assert others.value == pytest.approx(own.filter(pl.col("mission") == 0)["share"].mean())
    assert (done.label, wins.label) == ("description", "association")


def test_points_of_end_of_game_cards(run):
    found = rows_of(fate_items(run), "cards-endgame")
    table = joined(run).filter(pl.col("endgame") >= 0)
    assert len(found) == 20
    for code in (1, 3, 39):
        own = table.filter(pl.col("card") == code)
        rate, points, wins = found[f"card {code}"]
        assert rate.value == pytest.approx(own.height / 2800)
        assert points.value == pytest.approx(own["endgame"].mean())
        assert points.low <= 4 <= points.high  # planted: 0 to 8, each alike
        assert wins.value == pytest.approx(own["share"].mean())


def test_a_card_that_scores_nothing_is_not_left_out(run):
    part = run.parts[0]
    zero = part.cards.with_columns(endgame=pl.col("endgame").clip(upper_bound=0))
    run = dataclasses.replace(run, parts=(dataclasses.replace(part, cards=zero),))
    found = rows_of(fate_items(run), "cards-endgame")
    assert len(found) == 20
    assert {cells[1].value for cells in found.values()} == {0}


def test_tucked_cards_by_strategy(run):
    items = fate_items(run)
    found = rows_of(items, "cards-tucked-by")
    own = joined(run).filter((pl.col("card") == 5) & (pl.col("tucked") == 1))
    for code, seats in ((0, 3), (1, 1)):
        count = own.filter(pl.col("strategy") == code).height
        assert found["card 5"][code].value == pytest.approx(count / 700 / seats)
    income = rows_of(items, "cards-income-by")
    seats = run.table("seats").collect().filter(pl.col("strategy") == 1)
    assert income["b"][0].value == pytest.approx(seats["income_credit"].mean())
    assert income["b"][-1].value == pytest.approx(seats["cards_tucked"].mean())


def test_a_planted_corner_card_is_an_association(run_of):
    """A card that is discarded for its corner only by winners goes with winning, whatever it is worth."""
    run = run_of(games=3000)
    part = run.parts[0]
    won = joined(run)["share"] > 0
    table = part.cards.with_columns(
        corner=pl.when(pl.col("card") == 4).then(won).otherwise(pl.col("corner")).cast(pl.Int8)
    )
    run = dataclasses.replace(run, parts=(dataclasses.replace(part, cards=table),))
    told = {finding.id: finding for finding in cards(run).findings if finding.significant}
    assert told["cards.corner.4"].estimate.label == "association"
    assert "discard card 4 for its corner" in told["cards.corner.4"].sentence
    assert not any(name.startswith("cards.signal") for name in told)
