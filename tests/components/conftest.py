import pytest

from seti_sim.components.loader import Tables, load_tables


@pytest.fixture(scope="session")
def tables() -> Tables:
    return load_tables()
