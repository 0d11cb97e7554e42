"""Tests see the policies in code that they install themselves, and none of the machine's."""

from pathlib import Path

import pytest

from seti_sim.policies import plugins


@pytest.fixture(autouse=True)
def only_own_plugins(tmp_path, monkeypatch):
    """Leave out packages that are installed elsewhere than in the test's folder."""
    found = plugins.installed

    def installed():
        return [point for point in found() if Path(str(point.dist.locate_file(""))).is_relative_to(tmp_path)]

    monkeypatch.setattr(plugins, "installed", installed)
