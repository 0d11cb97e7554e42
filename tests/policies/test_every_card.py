"""Many games of every kind: no error, all invariants, and every card, mission and end-of-game line used."""

import numpy as np
import pytest

from seti_sim.components.loader import load_tables, load_variant
from seti_sim.components.tables import N_CARDS, N_DECK_CARDS
from seti_sim.policies.play import play_chunk
from seti_sim.policies.strategies import load_strategy
from tests.policies.compiled_checks import count_uses, failures

CHUNK = 1000
RANDOM_GAMES = 50_000
GREEDY_GAMES = 20_000
TABLES = load_tables(load_variant("promos")).record


def play_all(strategy: str, players: int, count: int, uses: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    """Play ``count`` games in chunks, check each, and add up the uses of cards."""
    one = load_strategy(strategy)
    policies, params = np.full(4, one.policy), np.tile(one.params, (4, 1))
    for first in range(0, count, CHUNK):
        games = play_chunk(TABLES, 77, first, CHUNK, players, policies, params, np.array([-1, -1]))
        assert not games["error"].any(), f"{strategy}, {players} players, game {first + games['error'].argmax()}"
        assert len(failures(games, TABLES)) == 0, f"{strategy}, {players} players, games {first} to {first + CHUNK}"
        count_uses(games, *uses)


def least_used(uses: np.ndarray, cards: list[int]) -> str:
    """The five cards with the fewest uses, by position in the tables."""
    order = sorted(cards, key=lambda card: int(uses[card]))[:5]
    return ", ".join(f"{card}: {uses[card]}" for card in order)


@pytest.mark.full
def test_every_card_mission_and_scoring_line_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    """Over 50,000 random and 20,000 games of each heuristic per player count every card is used in every way."""
    uses = (np.zeros(N_CARDS, np.int64), np.zeros(N_CARDS, np.int64), np.zeros(N_CARDS, np.int64))
    for players in (2, 3, 4):
        play_all("random", players, RANDOM_GAMES, uses)
        play_all("greedy", players, GREEDY_GAMES, uses)
        play_all("missionary", players, GREEDY_GAMES, uses)
    cards = TABLES.cards
    with_effect = [c for c in range(N_CARDS) if c < N_DECK_CARDS or cards[c].exertian_when < 0]
    missions = [c for c in range(N_DECK_CARDS) if cards[c].mission_when >= 0 or cards[c].n_triggers > 0]
    endgames = [c for c in range(N_DECK_CARDS) if cards[c].has_endgame]
    with capsys.disabled():
        print(f"\nleast played: {least_used(uses[0], with_effect)}")
        print(f"least completed: {least_used(uses[1], missions)}")
        print(f"least scored: {least_used(uses[2], endgames)}")
    assert uses[0][with_effect].min() > 0
    assert uses[1][missions].min() > 0
    assert uses[2][endgames].min() > 0
    assert len(missions) > 50
    assert len(endgames) > 10
