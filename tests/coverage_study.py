"""Do the intervals and the corrections of a report do what they promise? Hundreds of runs with a known answer.

``tests/analysis/test_coverage.py`` takes 500 runs of either kind; more of them, as a table:

    python tests/coverage_study.py --runs 5000

A run is a synthetic one of 400 games: with nothing planted, or with effects of seats, species, technologies, pairs,
strategies and cards. What an interval should cover is told by one run of 200,000 games with the same effects.
"""

import argparse
from collections import Counter
from collections.abc import Iterable

import synthetic
from scipy import stats
from synthetic import Plan

from seti_sim.analysis.board import board_figures
from seti_sim.analysis.card_figures import COMPARED, card_figures
from seti_sim.analysis.comparisons import with_without
from seti_sim.analysis.estimate import Estimate
from seti_sim.analysis.families import is_significant
from seti_sim.analysis.gold import gold_figures
from seti_sim.analysis.headlines import family_of
from seti_sim.analysis.load import from_frames
from seti_sim.analysis.manifest import parse_manifest
from seti_sim.analysis.regression import adjusted_differences, count_cells, triples_beyond_pairs
from seti_sim.analysis.seats import seat_order
from seti_sim.analysis.species import species_figures
from seti_sim.analysis.technology_rounds import within_rounds

RUNS = 500
GAMES = 400
TRUTH_GAMES = 200_000
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
LEVELS = (
    "win share", "score", "margin", "place", "places", "discovery", "rate", "card rates", "contributors",
    "first player", "pair spread", "points from species",
)  # fmt: skip
"""Families that compare nothing, or that are not zero when nothing is planted: no false alarm can be raised there."""
Figures = dict[str, tuple[Estimate, ...]]


def figures(**plan: object) -> Figures:
    """Estimates of one run by family: those of every section that compares anything."""
    games, seats, manifest, cards = synthetic.make_all(Plan(**plan))
    run = from_frames(parse_manifest(manifest), games, seats, cards)
    order, species, found = seat_order(run), species_figures(run), card_figures(run)
    compared = with_without(run, TECHS, lambda block: block.seats(TECHS) > 0, TECHS)
    cells = count_cells(run, TECHS)
    adjusted, pairs = adjusted_differences(run, TECHS, TECHS, cells)
    by_family: dict[str, list[Estimate]] = {}
    tiles, places = gold_figures(run), board_figures(run)
    for finding in (*tiles.findings, *places.findings):
        by_family.setdefault(family_of(finding), []).append(finding.estimate)
    return {
        "win share": order.wins,
        "seats": order.advantage,
        "score": order.score_advantage,
        "margin": order.margin,
        "place": order.place,
        "places": tuple(figure for row in order.places for figure in row),
        "handicap": order.handicap[1:],
        "species": species.score,
        "species spread": species.spread,
        "species pairs": species.pair_score,
        "pair spread": species.pair_spread,
        "contributors": species.contributing,
        "contribution": species.contribution,
        "discovery": tuple(item.ever for item in species.discovery),
        "species and seats": tuple(figure for row in species.seat_wins for figure in row),
        "species and actions": tuple(figure for _, row in species.actions for figure in row),
        "first player": species.first_player,
        "points from species": species.points,
        "length": species.length,
        "action values": species.values.having["scan"],
        "shifts": species.values.shift["scan"],
        "rate": tuple(item.rate for item in compared),
        "technologies": tuple(item.difference for item in compared),
        "technologies adjusted": adjusted,
        "pairs": tuple(pairs.values()),
        "triples": tuple(triples_beyond_pairs(run, TECHS, TECHS, cells).values()),
        "same round": within_rounds(run, TECHS, TECHS),
        "card rates": found.rates["played"],
        **{f"cards {use}": found.compared[use].adjusted for use in COMPARED},
        **{f"cards {use}, raw": found.compared[use].difference for use in COMPARED},
        **{family: tuple(row) for family, row in by_family.items()},
        "sector scores": tuple(places.scores),
    }


def false_alarms(seeds: Iterable[int], **plan: object) -> Counter[str]:
    """Runs with nothing planted in which something of a family stands after its correction."""
    alarms: Counter[str] = Counter()
    for seed in seeds:
        for family, found in figures(games=GAMES, seed=seed, **plan).items():
            if family not in LEVELS:
                alarms[family] += any(is_significant(found))
    return alarms


def coverage(seeds: Iterable[int]) -> dict[str, tuple[float, float, int]]:
    """By family: share of the intervals that cover the truth, mean error in standard errors, number of figures."""
    truth = figures(games=TRUTH_GAMES, seed=1, **PLANTED)
    hits: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    bias: dict[str, float] = dict.fromkeys(truth, 0.0)
    for seed in seeds:
        for family, found in figures(games=GAMES, seed=seed, **PLANTED).items():
            for figure, exact in zip(found, truth[family], strict=True):
                if figure.value is None or exact.value is None or figure.standard_error == 0:  # fewer than 40 seats
                    continue
                seen[family] += 1
                hits[family] += figure.low <= exact.value <= figure.high
                bias[family] += (figure.value - exact.value) / figure.standard_error
    return {family: (hits[family] / n, bias[family] / n, n) for family, n in seen.items()}


def most_alarms(runs: int, level: float = 0.05, doubt: float = 0.001) -> int:
    """The number of alarms that a family with a true rate of ``level`` exceeds in one study of a thousand."""
    return int(stats.binom.isf(doubt, runs, level))


def main() -> None:
    """Print both halves of the study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--tech-rate", type=float, default=0.4, help="how often the null runs take a technology")
    wanted = parser.parse_args()
    alarms = false_alarms(range(1, wanted.runs + 1), tech_rate=wanted.tech_rate)
    print(f"{'family':24s} alarms  (at most {most_alarms(wanted.runs) / wanted.runs:.1%} of {wanted.runs} by chance)")
    for family, n in alarms.items():
        print(f"{family:24s} {n / wanted.runs:6.1%}")
    print(f"{'family':24s} cover   bias   figures")
    for family, (share, bias, n) in coverage(range(2, wanted.runs + 2)).items():
        print(f"{family:24s} {share:6.1%} {bias:+.3f} {n:7d}")


if __name__ == "__main__":
    main()
