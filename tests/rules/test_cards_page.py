"""Every card has a scenario of its own, and the page of cards says which."""

from pathlib import Path

from seti_sim.components.loader import card_label
from seti_sim.components.tables import N_CARDS
from tests.rules.cards import SCENARIOS, document, files_by_card

PAGE = Path(__file__).parents[2] / "docs" / "cards.md"


def test_every_card_has_a_scenario_with_its_whole_difference() -> None:
    """Cards that are played have one with ``changed``; Exertian cards only score at the end."""
    files = files_by_card()
    for card in range(N_CARDS):
        label = card_label(card)
        texts = [(SCENARIOS / f"{name}.toml").read_text() for name in files.get(label, [])]
        hidden = label.startswith("ET.") and int(label.removeprefix("ET.")) > 40
        assert any("changed = " in text or hidden for text in texts), label


def test_the_page_is_up_to_date() -> None:
    """Run ``python -m tests.rules.cards > docs/cards.md`` when this fails."""
    assert PAGE.read_text(encoding="utf-8") == document()
