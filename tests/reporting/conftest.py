import pytest
import synthetic
from synthetic import Plan

from seti_sim.reporting.build import build_report

NASTY = "a<b>&\"$x$|`*_'"
"""A strategy's name that would break HTML, SVG, Markdown, CSV and mathematical text."""


@pytest.fixture(scope="session")
def nasty_name():
    return NASTY


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """A report on games of a strategy with a nasty name against a plain one."""
    folder = tmp_path_factory.mktemp("report")
    plan = Plan(games=600, strategies=(NASTY, "plain", NASTY, "plain"), tech_points={"probe_3": 6}, chunk=200)
    run = synthetic.write(folder / "run", plan)
    return build_report([run], folder / "out").parent
