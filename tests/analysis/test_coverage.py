"""The intervals and the corrections do what they promise, over hundreds of runs with a known answer."""

from collections import Counter

import pytest
import synthetic
from synthetic import Plan

from seti_sim.analysis.action_values import action_values
from seti_sim.analysis.card_figures import COMPARED, card_figures
from seti_sim.analysis.comparisons import with_without
from seti_sim.analysis.families import settled
from seti_sim.analysis.load import from_frames
from seti_sim.analysis.manifest import parse_manifest
from seti_sim.analysis.regression import adjusted_differences, count_cells, triples_beyond_pairs
from seti_sim.analysis.seats import seat_order
from seti_sim.analysis.species import species_figures
from seti_sim.analysis.technology_rounds import within_rounds

TECHS = ["tech_probe_1", "tech_probe_3", "tech_computer_1", "tech_computer_2"]
PLANTED = {
    "seat_points": (0, 0, 1, 3),
    "species_points": {"anomalies": 3},
    "contributor_points": 3,
    "tech_points": {"probe_3": 4},
    "pair_points": {("probe_1", "probe_3"): 3},
    "strategies": ("a", "b", "a", "b"),
    "strategy_points": {"b": 3},
    "cards": 30,
    "card_points": {3: 4},
    "ahead_cards": (7,),
}
CORRECTED = (
    "advantage", "species", "spread", "contribution", "difference", "adjusted", "pairs", "triples", "same round",
    "species and seats", "action values", "shifts", "cards dealt", "cards held", "cards played", "cards tucked",
)  # fmt: skip
"""Families of which nothing may stand in noise more than once in twenty."""


def figures(**plan):
    """Named estimates of one run, by family."""
    games, seats, manifest, cards = synthetic.make_all(Plan(**plan))
    run = from_frames(parse_manifest(manifest), games, seats, cards)
    order, species = seat_order(run), species_figures(run)
    compared = with_without(run, TECHS, lambda block: block.seats(TECHS) > 0, TECHS)
    cells = count_cells(run, TECHS)
    adjusted, pairs = adjusted_differences(run, TECHS, TECHS, cells)
    triples = triples_beyond_pairs(run, TECHS, TECHS, cells)
    values, found = action_values(run), card_figures(run)
    return {
        "win share": order.wins,
        "advantage": order.advantage,
        "score": order.score_advantage,
        "places": tuple(figure for row in order.places for figure in row),
        "species": species.score,
        "spread": species.spread,
        "contribution": species.contribution,
        "discovery": tuple(item.ever for item in species.discovery),
        "rate": tuple(item.rate for item in compared),
        "difference": tuple(item.difference for item in compared),
        "adjusted": adjusted,
        "pairs": tuple(pairs.values()),
        "triples": tuple(triples.values()),
        "same round": within_rounds(run, TECHS, TECHS),
        "species and seats": tuple(figure for row in species.seat_wins for figure in row),
        "action values": values.having["scan"],
        "shifts": values.shift["scan"],
        "card rates": found.rates["played"],
        "cards raw": found.compared["played"].difference,
        **{f"cards {use}": found.compared[use].adjusted for use in COMPARED},
    }


@pytest.mark.full
def test_intervals_cover_the_truth_19_times_out_of_20_and_nothing_is_biased():
    truth = figures(games=400_000, seed=1, **PLANTED)
    runs = 500
    hits, seen, bias = Counter(), Counter(), Counter()
    for seed in range(2, runs + 2):
        for family, found in figures(games=400, seed=seed, **PLANTED).items():
            for figure, exact in zip(found, truth[family], strict=True):
                if not figure.defined:  # fewer than 40 seats
                    continue
                seen[family] += 1
                hits[family] += figure.low <= exact.value <= figure.high
                bias[family] += (figure.value - exact.value) / figure.standard_error
    coverage = {family: hits[family] / seen[family] for family in seen}
    assert {family: share for family, share in coverage.items() if not 0.93 <= share <= 0.97} == {}
    drift = {family: bias[family] / seen[family] for family in seen}
    assert {family: z for family, z in drift.items() if abs(z) > 0.15} == {}


@pytest.mark.full
def test_corrected_families_find_something_in_noise_at_most_once_in_twenty():
    alarms, runs = Counter(), 500
    for seed in range(1, runs + 1):
        found = figures(games=400, seed=seed)
        for family in CORRECTED:
            alarms[family] += any(settled(found[family]))
    # two standard errors of 500 runs above the promised 5 %
    assert {family: n for family, n in alarms.items() if n / runs > 0.07} == {}
