import numpy as np
import pytest
import synthetic

from seti_sim.analysis.content import DotPlot, Note, Stacked, Table
from seti_sim.analysis.families import SMALLEST_SHARE
from seti_sim.analysis.significance import games_to_settle
from seti_sim.analysis.technologies import technologies, technology_figures


def test_a_planted_technology_is_found_raw_and_adjusted(run_of):
    run = run_of(games=6000, tech_points={"probe_3": 6})
    found = technology_figures(run)
    at = found.ids.index("probe_3")
    assert found.compared[at].difference.low > 0.05
    assert found.adjusted[at].low > 0.05
    assert found.compared[at].difference.label == found.adjusted[at].label == "association"
    section = technologies(run)
    assert section.items[0].title.startswith("Probe 3 (cheap landing) is most strongly associated with winning: +")
    stands = [finding.id for finding in section.findings if finding.significant and finding.id.count(".") == 1]
    assert stands == ["technologies.probe_3"]


def test_a_technology_taken_by_the_lucky_is_an_association(run_of):
    """No effect is planted: those who are ahead take it. The report may say association, never effect."""
    section = technologies(run_of(games=3000, ahead_tech={"computer_1": 0.2}))
    finding = next(finding for finding in section.findings if finding.id == "technologies.computer_1")
    assert finding.significant
    assert finding.estimate.label == "association"


def test_strategy_is_adjusted_for(run_of):
    """The strong strategy takes a technology more often; adjusted, the technology is worth nothing."""
    run = run_of(games=6000, strategies=("a", "b", "a", "b"), strategy_points={"b": 15})
    part = run.parts[0]
    strategy = part.seats["strategy"].to_numpy()
    took = part.seats["tech_probe_2"].to_numpy().copy()
    took[(strategy == 0) & (np.arange(len(took)) % 3 > 0)] = 0
    seats = part.seats.with_columns(tech_probe_2=took)
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 6000, part.games, seats),))
    found = technology_figures(run)
    at = found.ids.index("probe_2")
    assert found.compared[at].difference.low > 0.05
    assert not found.adjusted[at].excludes(0)


def test_counts_add_up(run_of):
    run = run_of(games=500)
    found = technology_figures(run)
    for t, item in enumerate(found.compared):
        assert sum(figure.value for figure in found.by_round[t]) == pytest.approx(1)
        assert found.by_round[t][-1].value == pytest.approx(1 - item.rate.value)
        assert sum(figure.value for figure in found.first_by_player[t]) == pytest.approx(1)
    mean = sum(item.having.value * item.rate.value for item in found.compared)
    mean += sum(item.lacking.value * (1 - item.rate.value) for item in found.compared)
    assert mean == pytest.approx(12 * 0.25)


def test_the_charts_draw_the_figures_largest_first(run_of):
    run = run_of(games=800, tech_points={"probe_3": 8})
    found = technology_figures(run)
    section = technologies(run)
    dots = next(item for item in section.items if isinstance(item, DotPlot))
    raw, adjusted = dots.panels[0].series
    assert dots.panels[0].rows[0] == "Probe 3 (cheap landing)"
    assert set(raw.points) == {item.difference for item in found.compared}
    assert [figure.value for figure in adjusted.points] == sorted((f.value for f in found.adjusted), reverse=True)
    assert (raw.filled, adjusted.filled) == (False, True)
    bars = next(item for item in section.items if isinstance(item, Stacked))
    assert sorted(bars.rows) == sorted(found.names)


def test_no_technology_at_all_is_said(run_of):
    run = run_of(games=50)
    part = run.parts[0]
    names = [name for name in part.seats.columns if name.startswith(("tech_", "order_", "first_"))]
    seats = part.seats.with_columns(**{name: part.seats[name] * 0 for name in names})
    run = type(run)(run.name, run.manifest, run.seeds, (type(part)(0, 50, part.games, seats),))
    section = technologies(run)
    assert isinstance(section.items[0], Note)
    assert not section.findings


def test_pairs_and_triples_are_findings_asked_of_every_strategy(run_of):
    run = run_of(games=8000, pair_points={("probe_1", "probe_3"): 12}, strategies=("a", "b", "c", "a"))
    section = technologies(run)
    found = {finding.id: finding for finding in section.findings}
    pair = found["technologies.pairs.probe_1+probe_3"]
    assert pair.significant
    assert pair.robustness == "same under every strategy"
    assert [name for name, _ in pair.by_strategy] == ["a", "b", "c"]
    assert pair.estimate.label == "association"
    assert pair.sentence == "Players who have Probe 1 and Probe 3 win more often than the parts explain"
    triples = [finding for key, finding in found.items() if key.startswith("technologies.triples.")]
    assert len(triples) == 220
    assert all(len(finding.by_strategy) == 3 for finding in triples)
    assert sum(finding.significant for finding in triples) <= 11
    for name in ("technologies-pairs", "technologies-triples"):
        table = next(item for item in section.items if isinstance(item, Table) and item.id == name)
        assert table.columns[-2:] == ("Significant", "By strategy")


def test_what_has_no_causal_figure_is_counted_in_words(run_of):
    note = next(item for item in technologies(run_of(games=1500)).items if isinstance(item, Note))
    assert "for any of the 12 technologies, nor for any of the 66 pairs and 220 triples" in note.text
    few = next(item for item in technologies(run_of(games=10)).items if isinstance(item, Note))
    assert "the 0 pairs and 0 triples" in few.text


def test_games_that_would_settle_a_comparison_follow_from_the_adjusted_error(run_of):
    """Technologies that nearly always go together: the adjusted error is larger than the raw one, and it counts."""
    run = run_of(games=1500, tech_rate=0.5)
    (part,) = run.parts
    taken = part.seats["tech_probe_1"].to_numpy().reshape(-1, run.players)
    flip = np.random.default_rng(5).random(taken.shape) < 0.03
    run = synthetic.changed(run, tech_probe_2=np.where(flip, 1 - (taken > 0), taken).astype(np.int8))
    found = technology_figures(run)
    at = found.ids.index("probe_2")
    finding = next(finding for finding in technologies(run).findings if finding.id == "technologies.probe_2")
    assert not finding.significant
    raw = games_to_settle(found.compared[at].difference, SMALLEST_SHARE, run.games)
    assert finding.games_needed == games_to_settle(found.adjusted[at], SMALLEST_SHARE, run.games)
    assert finding.games_needed > 5 * raw
