"""The intervals and the corrections do what they promise, over hundreds of runs with a known answer."""

import pytest
from coverage_study import RUNS, coverage, false_alarms, most_alarms


def test_the_tolerance_is_that_of_the_binomial_distribution():
    assert most_alarms(500) == 41  # P(more than 41 of 500 at 5 %) = 0.0008
    assert most_alarms(100_000) / 100_000 == pytest.approx(0.05, abs=0.0025)


@pytest.mark.full
def test_intervals_cover_the_truth_19_times_out_of_20_and_nothing_is_biased():
    found = coverage(range(2, RUNS + 2))
    assert {family: share for family, (share, _, _) in found.items() if not 0.93 <= share <= 0.97} == {}
    assert {family: bias for family, (_, bias, _) in found.items() if abs(bias) > 0.15} == {}
    assert len(found) >= 35


@pytest.mark.full
def test_corrected_families_find_something_in_noise_at_most_once_in_twenty():
    alarms = false_alarms(range(1, RUNS + 1))
    assert {family: n for family, n in alarms.items() if n > most_alarms(RUNS)} == {}
    # over all families the noise of single ones averages out
    assert sum(alarms.values()) <= 0.05 * RUNS * len(alarms)
    assert len(alarms) >= 25
