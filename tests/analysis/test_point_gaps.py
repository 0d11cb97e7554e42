"""The claim that one source sets winners apart most: made where it is planted, and not where sources are equal."""

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.points import points


def moved(run, source, more):
    """The run with more points from a source; the scores, places and winners stay as they are."""
    part = run.parts[0]
    column = f"points_{source}"
    seats = part.seats.with_columns((pl.col(column) + pl.Series(more.ravel().astype(np.int16))).alias(column))
    return type(run)(run.name, run.manifest, run.seeds, (type(part)(0, part.games.height, part.games, seats),))


def winners(run):
    return run.parts[0].seats["winners"].to_numpy().reshape(-1, 4) > 0


@pytest.mark.parametrize("seed", range(1, 11))
def test_equal_sources_make_no_claim(run_of, seed):
    section = points(run_of(games=1500, seed=seed))
    assert [finding for finding in section.findings if finding.significant] == []
    assert section.items[1].title == "No source of points sets winners apart demonstrably more than every other"


def test_a_planted_source_is_named(run_of):
    run = run_of(games=1500)
    section = points(moved(run, "orbit", 12 * winners(run)))
    (finding,) = section.findings
    assert (finding.id, finding.significant) == ("points.orbit", True)
    assert finding.sentence == "Orbits set winners apart from the others more than any other source of points"
    assert finding.estimate.low > 8
    assert section.items[1].title.startswith("Orbits set winners apart most: +")


def test_two_equal_sources_ahead_of_the_rest_make_no_claim(run_of):
    run = run_of(games=1500)
    both = moved(moved(run, "orbit", 12 * winners(run)), "landing", 12 * winners(run))
    assert not any(finding.significant for finding in points(both).findings)


def test_what_the_stronger_strategy_does_is_no_cause_among_its_players(run_of):
    """Strong players take orbits and win; among players of one strategy orbits do not set winners apart."""
    run = run_of(games=3000, strategies=("weak", "strong", "weak", "strong"), strategy_points={"strong": 15})
    strong = run.parts[0].seats["strategy"].to_numpy().reshape(-1, 4)
    found = moved(run, "orbit", 20 * strong)
    assert not any(finding.significant for finding in points(found).findings)
    (finding,) = points(moved(found, "landing", 12 * winners(run))).findings
    assert (finding.id, finding.significant) == ("points.landing", True)
    assert [name for name, _ in finding.by_strategy] == ["weak", "strong"]
