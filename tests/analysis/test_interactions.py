"""Interactions: those planted are found, and only those; errors and values against plain least squares."""

import numpy as np
import pytest
import statsmodels.api as sm

from seti_sim.analysis.cards import cards
from seti_sim.analysis.content import Note, Table
from seti_sim.analysis.interactions import KINDS, interactions, rows_of
from seti_sim.analysis.sections import analyse
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.significance import holm, p_value
from seti_sim.analysis.stratified import setting_codes

BY = {kind.key: kind for kind in KINDS}
CARD = 3
BALANCED = {(CARD, "centaurians"): 15.0}
"""With ``card_points`` of -6 the card is worth nothing on average: the species is in play in two of five games."""


def found(run):
    return {finding.id.removeprefix("interactions.") for finding in interactions(run).findings}


def test_a_card_that_helps_with_one_species_and_hurts_without_it_is_found(run_of):
    run = run_of(games=12_000, card_points={CARD: -6.0}, card_species_points=BALANCED)
    table = next(item for item in cards(run).items if isinstance(item, Table) and item.id == "cards-dealt")
    assert table.rows[CARD][-1] == "level"  # to everything else the card is worth nothing
    section = interactions(run)
    assert [finding.id for finding in section.findings] == [f"interactions.card_species.{CARD}+centaurians"]
    (finding,) = section.findings
    assert finding.estimate.label == "effect"
    assert finding.estimate.low > 0.1
    assert "is worth more with Centaurians in play (+" in finding.sentence
    (analysis,) = analyse([run], ["interactions", "cards"])
    assert any(line.finding is not None and line.finding.id == finding.id for line in analysis.headlines)


def test_a_technology_that_is_worth_more_with_a_species_is_found(run_of):
    run = run_of(games=4000, tech_species_points={("probe_2", "anomalies"): 9.0})
    assert found(run) == {"technology_species.probe_2+anomalies"}
    (finding,) = interactions(run).findings
    assert finding.estimate.label == "association"


def test_a_card_that_is_worth_more_with_a_technology_is_found(run_of):
    run = run_of(games=8000, card_tech_points={(CARD, "computer_1"): 12.0})
    assert found(run) == {f"card_technology.{CARD}+computer_1"}


def test_effects_without_interaction_are_none(run_of):
    """A good card, a good species and a good technology that add up: no interaction is claimed."""
    planted = {"card_points": {CARD: 6.0}, "species_points": {"centaurians": 6}, "tech_points": {"computer_1": 6}}
    assert found(run_of(games=8000, **planted)) == set()


def test_nothing_is_found_where_nothing_is_planted(run_of):
    """Of 30 runs with nothing planted few find any interaction, and p-values have their level."""
    wrong, p_values = 0, []
    for seed in range(30):
        run = run_of(games=1000, seed=seed)
        wrong += bool(interactions(run).findings)
        p_values += [p_value(row.figure) for kind in KINDS for row in rows_of(run, kind)]
    assert wrong <= 2
    assert 0.03 < np.mean(np.array(p_values) < 0.05) < 0.06
    assert np.mean(np.array(p_values) < 0.001) < 0.002


@pytest.mark.parametrize("key", ["technology_species", "card_technology"])
def test_values_are_those_of_least_squares_and_errors_of_its_clusters(run_of, key):
    run = run_of(games=700, cards=30, strategies=("a", "b", "a", "b"), tech_rate=0.5)
    kind = BY[key]
    rows = {row.key: row for row in rows_of(run, kind)}
    (block,) = run.blocks(
        ["order", "strategy", "winners", *(f"tech_{name}" for name in run.names("techs"))],
        ["species_left", "species_right"],
        cards=True,
    )
    setting, y = setting_codes(block, run).ravel(), win_units(block.seat("winners")).ravel() / WIN_UNITS
    game = np.repeat(np.arange(block.games), run.players)
    if key == "technology_species":
        thing, code = "probe_1", run.names("species").index("anomalies")
        x = block.seat("tech_probe_1").ravel() > 0
        inside = np.repeat((block.game("species_left") == code) | (block.game("species_right") == code), run.players)
        name = f"{thing}+anomalies"
    else:
        at = (block.cards.card == 5) & (block.cards.uses["dealt"] > 0)
        x = np.zeros(len(y), dtype=bool)
        x[block.cards.game[at] * run.players + block.cards.seat[at]] = True
        inside, name = block.seat("tech_probe_3").ravel() > 0, "5+probe_3"
    strata = np.unique(setting * 2 + inside, return_inverse=True)[1]
    design = np.column_stack([x & inside, x & ~inside, np.eye(strata.max() + 1)[strata]]).astype(float)
    fit = sm.OLS(y, design).fit(cov_type="cluster", cov_kwds={"groups": game, "use_correction": False})
    row = rows[name]
    assert row.inside == pytest.approx(fit.params[0])
    assert row.figure.value == pytest.approx(fit.params[0] - fit.params[1])
    cluster = float(fit.t_test(np.array([1.0, -1.0, *[0.0] * (strata.max() + 1)])).sd.item())
    assert row.figure.standard_error >= cluster * 0.999
    assert row.figure.standard_error < 1.35 * cluster


def test_a_run_without_cards_says_so_and_has_the_rest(run_of):
    run = run_of(games=500)
    (part,) = run.parts
    section = interactions(type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 500, part.games, part.seats),)))
    notes = [item.text for item in section.items if isinstance(item, Note)]
    assert sum("are left out: run has no table cards" in note for note in notes) == 2
    assert [item.id for item in section.items if isinstance(item, Table)] == ["interactions-technology_species"]


def test_rejections_keep_the_family_wise_level():
    p = np.random.default_rng(1).random((2000, 50))
    assert np.mean([holm(row, 0.05).any() for row in p]) < 0.065
