from typing import Any

import pytest

from seti_sim.components.loader import load_tables


@pytest.fixture(scope="session")
def tables() -> Any:
    """The TABLES record."""
    return load_tables().record
