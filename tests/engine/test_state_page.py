"""The page of the state is what the registry says."""

from pathlib import Path

from seti_sim.engine.describe import document

PAGE = Path(__file__).parents[2] / "docs" / "state.md"


def test_the_page_is_up_to_date() -> None:
    """Run ``python -m seti_sim.engine.describe > docs/state.md`` when this fails."""
    assert PAGE.read_text(encoding="utf-8") == document()
