import numpy as np
import pytest
import synthetic

from seti_sim.analysis.content import HeatMap, Note, Table
from seti_sim.analysis.estimate import ROUND
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.medians import median_of_counts
from seti_sim.analysis.shares import WIN_UNITS, win_units
from seti_sim.analysis.species import pairs, species_figures
from seti_sim.analysis.species_section import species


def test_a_planted_species_is_recovered(run_of):
    """Effects sum to zero: four fifths of the planted gain, and minus a fifth of it for each of the others."""
    found = species_figures(run_of(games=20_000, species_points={"anomalies": 4}))
    assert found.score[1].low < 3.2 < found.score[1].high
    for other in (0, 2, 3, 4):
        assert found.score[other].low < -0.8 < found.score[other].high
    assert sum(figure.value for figure in found.score) == pytest.approx(0, abs=1e-9)
    assert all(figure.label == "effect" for figure in found.score)
    assert all(not figure.excludes(0) or abs(figure.value) < 0.6 for figure in found.spread)
    assert not any(is_significant(found.pair_beyond))


def test_only_the_planted_species_is_named(run_of):
    """The others differ from games without them, but carry nothing themselves."""
    section = species(run_of(games=20_000, species_points={"centaurians": 4}))
    findings = [finding for finding in section.findings if finding.id.startswith("species.score")]
    assert [finding.id for finding in findings if finding.significant] == ["species.score.centaurians"]
    assert section.items[0].title == f"Centaurians raise scores: {findings[3].estimate.text}"


def test_two_planted_species_are_both_named(run_of):
    found = species_figures(run_of(games=20_000, species_points={"centaurians": 4, "mascamites": -3}))
    assert found.outstanding == (True, False, False, True, False)


def test_without_a_planted_species_none_is_named_in_nineteen_runs_of_twenty(run_of):
    named = [any(species_figures(run_of(games=400, seed=seed)).outstanding) for seed in range(1, 61)]
    assert sum(named) <= 8  # 60 runs at 5 %: more than 8 once in 500 studies


def test_a_pair_beyond_the_sum_of_its_species_is_found(run_of):
    run = run_of(games=20_000)
    part = run.parts[0]
    sides = np.stack([part.games["species_left"].to_numpy(), part.games["species_right"].to_numpy()])
    both = np.repeat(np.isin(sides, (0, 2)).all(0), 4)
    seats = part.seats.with_columns(score=part.seats["score"] + 4 * both.astype(np.int16))
    changed = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 20_000, part.games, seats),))
    found = species_figures(changed)
    at = pairs(found.names).index((0, 2))
    assert is_significant(found.pair_beyond)[at]
    chart = next(item for item in species(changed).items if isinstance(item, HeatMap))
    assert "Mascamites and" in chart.title or "Several pairs" in chart.title


def test_pairs_hold_the_sum_of_their_species(run_of):
    found = species_figures(run_of(games=20_000, species_points={"anomalies": 4, "exertians": 2}))
    level = dict(zip(pairs(found.names), found.pair_score, strict=True))
    assert level[1, 4].value - level[0, 2].value == pytest.approx(6, abs=1)
    assert sum(figure.value for figure in found.pair_score) == pytest.approx(0, abs=1e-9)
    assert sum(found.pair_games) == 20_000


def test_contributors_of_discovered_species_only(run_of):
    run = run_of(games=6000, contributor_points=6, discovery_rate=0.5)
    found = species_figures(run)
    assert all(figure.low > 0.04 for figure in found.contribution)
    assert all(figure.label == "association" for figure in found.contribution)
    assert all(item.ever.value == pytest.approx(0.5, abs=0.05) for item in found.discovery)
    for item in (*found.discovery, *found.sides):
        assert sum(figure.value for figure in item.by_round) == pytest.approx(1)
        assert item.by_round[-1].value == pytest.approx(1 - item.ever.value)


def test_no_discovery_is_said_and_drawn_as_a_dash(run_of):
    section = species(run_of(games=300, discovery_rate=0.0))
    assert any(isinstance(item, Note) and "No species was discovered" in item.text for item in section.items)
    table = next(item for item in section.items if isinstance(item, Table) and item.id == "species")
    assert table.rows[0][table.columns.index("Contributors win")].text == "-"
    assert not any(finding.significant for finding in section.findings if "contribution" in finding.id)


def test_species_chosen_by_hand_are_not_compared(run_of):
    run = run_of(games=100)
    object.__setattr__(run.manifest, "species", ("anomalies", "random"))
    section = species(run)
    assert "not drawn at random" in section.items[0].text
    assert not any(finding.id.startswith("species.score") for finding in section.findings)


def test_the_heat_map_has_scores_above_and_spreads_below(run_of):
    run = run_of(games=500)
    chart = next(item for item in species(run).items if isinstance(item, HeatMap))
    found = species_figures(run)
    for p, (i, j) in enumerate(pairs(found.names)):
        assert chart.cells[i][j] == found.pair_score[p]
        assert chart.cells[j][i] == found.pair_spread[p]
    assert all(chart.cells[i][i] is None for i in range(5))


@pytest.mark.parametrize(("counts", "median"), [([0, 5, 0], 2.0), ([1, 1, 0], 1.5), ([3, 2, 2], 2.0), ([1, 0, 0], 1.0)])
def test_medians_of_counts(counts, median):
    figure = median_of_counts(np.array(counts), 1, ROUND, "games")
    assert figure.value == median
    assert figure.low <= median <= figure.high


def test_the_median_of_nothing_is_undefined():
    assert not median_of_counts(np.zeros(5, dtype=int), 1, ROUND, "games").defined


def table_of(section, name):
    return next(item for item in section.items if isinstance(item, Table) and item.id == name)


def test_the_effect_on_every_strategy_averages_to_the_effect_on_all(run_of):
    run = run_of(games=8000, species_points={"anomalies": 4}, strategies=("a", "b", "c", "d"))
    found = species_figures(run)
    for whole, parts in zip(found.score, found.score_by_strategy, strict=True):
        assert [name for name, _ in parts] == ["a", "b", "c", "d"]
        assert np.mean([figure.value for _, figure in parts]) == pytest.approx(whole.value, abs=0.05)
    finding = next(f for f in species(run).findings if f.id == "species.score.anomalies")
    assert finding.robustness == "same under every strategy"
    assert species_figures(run_of(games=100)).score_by_strategy == ((),) * 5


def test_who_contributes_is_told_by_place_and_strategy(run_of):
    table = table_of(species(run_of(games=4000, strategies=("a", "b", "a", "b"))), "species-who")
    assert table.columns[1:] == ("First player", "Second player", "Third player", "Fourth player", "a", "b")
    chance = 1 - (3 / 4) ** 3  # three markers of a species, each of a seat drawn at random
    for row in table.rows:
        for figure in row[1:]:
            assert abs(figure.value - chance) < 4 * figure.standard_error


def test_a_species_that_is_better_on_the_left_is_found(run_of):
    run = run_of(games=4000)
    assert table_of(species(run), "species-sides").title == "No species demonstrably depends on its side"
    part = run.parts[0]
    left = np.repeat(part.games["species_left"].to_numpy() == 1, 4)
    seats = part.seats.with_columns(score=part.seats["score"] + 5 * left.astype(np.int16))
    better = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 4000, part.games, seats),))
    table = table_of(species(better), "species-sides")
    figure = table.rows[1][table.columns.index("Score, left minus right")]
    assert figure.low < 5 < figure.high
    assert figure.label == "effect"
    # the others lie right in the games that have it on the left
    others = [
        row[table.columns.index("Score, left minus right")].value for row in table.rows if row is not table.rows[1]
    ]
    assert all(-5 < value < 1 for value in others)
    assert table.title.startswith("Left or right: ")


def test_the_table_of_pairs_agrees_with_the_figures(run_of):
    run = run_of(games=3000, species_points={"anomalies": 4}, discovery_rate=0.5)
    found, table = species_figures(run), table_of(species(run), "species-pairs")
    level = [row[1].value for row in table.rows]
    for row, figure in zip(table.rows, found.pair_score, strict=True):
        assert row[1].value - np.mean(level) == pytest.approx(figure.value)
        assert row[6].value == pytest.approx(0.5, abs=0.08)
        assert row[4] in ("yes", "no")


def test_a_species_that_favours_a_place_is_found_at_its_size(run_of):
    """The third player has eight points more with Centaurians in play: its win share is what games with them say."""
    run = run_of(games=20_000, seed=6)
    (part,) = run.parts
    order = part.seats["order"].to_numpy().reshape(-1, run.players)
    code = run.names("species").index("centaurians")
    sides = [part.games[f"species_{side}"].to_numpy() == code for side in ("left", "right")]
    present = (sides[0] | sides[1])[:, None]
    run = synthetic.changed(run, 8 * (present & (order == 2)))
    found = species_figures(run)
    won = win_units(run.parts[0].seats["winners"].to_numpy().reshape(-1, run.players)) / WIN_UNITS
    third = (won * (order == 2)).sum(1)
    gap = third[present[:, 0]].mean() - third[~present[:, 0]].mean()
    figure = found.seat_wins[2][code]
    assert figure.value == pytest.approx(0.8 * gap, rel=0.1)  # in place of an average species, itself among the five
    assert figure.low > 0.05
    section = species(run)
    assert {f.id for f in section.findings if f.significant and f.id.startswith("species.seats")} >= {
        "species.seats.centaurians+third"
    }
    plain = species(run_of(games=20_000, seed=6))
    assert not any(f.significant for f in plain.findings if f.id.startswith("species.seats"))
