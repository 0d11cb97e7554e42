"""The engine against the naive twins of scoring in whole games: SECT-10 to SECT-15, O10, END-01 to END-13, E5 to E8."""

from collections import Counter

import pytest
from engine.games import PAIRS
from naive import scoring, twins
from naive.play import explore, probes_of, steps, values

from seti_sim.components.loader import load_tables
from seti_sim.components.tables import N_RINGS
from seti_sim.engine.state import move_list
from seti_sim.scenario.build import build_game
from seti_sim.scenario.check import Position

LEAST = {"sector": 60, "tie": 20, "tile": 1, "card": 10, "species card": 1, "tenth": 3, "condition": 1,
         "single card": 15, "tile points": 60}  # fmt: skip
GAMES = [(500 + index, 2 + index % 3, *PAIRS[index % len(PAIRS)]) for index in range(20)]


@pytest.fixture(scope="module")
def tables():
    return load_tables().record


def check_reset(name, order, opened, now, reward, players):
    """One sector result from the choice to resolve it (``opened``) to the reset (``now``)."""
    contributors = set(order)
    if name == "tile":
        for seat in range(players):
            path = f"player.{seat}.exofossils"
            assert now[path] == opened[path] + (seat in contributors), path
        assert now["sector.tile"] == []
        return
    winner = scoring.best(order, None)
    second = scoring.best(order, winner)
    assert now["sector." + name] == ([] if second is None else [second])
    for seat in range(players):
        wins, publicity = f"player.{seat}.wins", f"player.{seat}.publicity"
        assert Counter(now[wins]) - Counter(opened[wins]) == Counter([name] * (seat == winner))
        if seat != winner:
            assert now[publicity] == min(10, opened[publicity] + (seat in contributors)), publicity
    if not any(effect.startswith("trace") for effect in reward):
        score = sum(int(effect.split()[1]) for effect in reward if effect.startswith("score"))
        path = f"player.{winner}.points.sector_win"
        assert now[path] == opened[path] + score


def follow_game(tables, game, compared):
    """Play a game and compare its sector results on the way and its scores in the end; count what was compared."""
    slots, opened, pending, shown = None, {}, None, {}
    for position, move in steps(tables, *game):
        shown = values(position, derived=True)
        slots = slots or scoring.Slots(shown)
        orders = {name: [*order] for name, order in slots.order.items()}
        for name in slots.see(shown):
            assert pending == name
            reward = [] if name == "tile" else scoring.win_reward(opened, name)
            check_reset(name, orders[name], opened, shown, reward, game[1])
            compared["tile" if name == "tile" else "sector"] += 1
            compared["tie"] += len(set(Counter(orders[name]).values())) < len(set(orders[name]))
        text = position.texts([move])[0]
        if text.startswith("resolve "):
            pending, opened = text.removeprefix("resolve "), shown
    check_scores(shown, values(position, derived=True), game[1], compared)
    check_each(shown, position.game, game[1], compared)


def check_scores(before, shown, players, compared):
    """Cards, gold tiles, Exertian cards and the tenth of the most dangerous, from what lies on the table."""
    scores = []
    for seat in range(players):
        me = f"player.{seat}."
        cards = scoring.card_points(shown, seat, of_species=False)
        assert shown[f"{me}points.endgame_card"] == cards
        assert shown[f"{me}points.gold_tile"] == twins.gold_points(shown, seat)
        if not any(" at " in str(card) for card in before[f"{me}front"]):
            gained = shown[f"{me}points.species_card"] - before[f"{me}points.species_card"]
            assert gained == scoring.card_points(shown, seat, of_species=True)
            compared["species card"] += gained > 0
        compared["card"] += cards > 0
        scores.append(shown[f"{me}score"] - shown[f"{me}points.exertian_end"])
    exertians = [shown[f"player.{seat}.points.exertian_end"] for seat in range(players)]
    assert exertians == scoring.exertian_points(shown, players, scores)
    compared["tenth"] += min(exertians) < 0
    compared["condition"] += max(exertians) > 0


def check_each(before, game, players, compared):
    """The points noted for every single end-of-game card and gold tile (END-02, END-03)."""
    for seat in range(players):
        me = game.players[seat]
        pending = any(" at " in str(card) for card in before[f"player.{seat}.front"])
        for i, text in enumerate(before[f"player.{seat}.front"]):
            card = twins.CARDS[str(text).split()[0]]
            lines = card.get("endgame", [])
            if "species" not in card or not pending:
                points = sum(scoring.line_points(before, seat, line, card.get("species")) for line in lines)
                assert me.endgame_points[i] == points, text
                compared["single card"] += points > 0
        for i, tile in enumerate(scoring.TILES):
            markers, side = before[f"gold.{tile}"], before[f"gold_side.{tile}"]
            worth = 0
            if seat in markers:
                worth = twins.gold_value(tile, side, markers.index(seat))
                worth *= twins.gold_sets(before, seat, f"{tile} {side}")
            assert me.gold_points[i] == worth, tile
            compared["tile points"] += worth > 0


def test_sector_results_and_final_scoring_of_whole_games(tables):
    """Winner, ties by the latest marker, reward, publicity, second place, reset; then every point of the end."""
    compared = Counter()
    for game in GAMES:
        try:
            follow_game(tables, game, compared)
        except AssertionError as error:
            raise AssertionError(f"game {game}: {error}") from error
    assert all(compared[kind] >= least for kind, least in LEAST.items()), compared


@pytest.mark.parametrize("technologies", [[], ["probe_2"]])
def test_spaces_reachable_with_and_without_the_asteroids_technology(tables, technologies):
    """MOVE-02, MOVE-04: every start among asteroids and beside them, over turned discs."""
    from_asteroids = 0
    for turn in range(8):
        given = {
            "discs": [turn, 3 * turn % 8, 5 * turn % 8],
            "player.0.energy": 3,
            "player.0.technologies": technologies,
        }
        for ring in range(1, N_RINGS + 1):
            game = build_game(given | {"player.0.probes": [f"{ring}.{turn}"]}, tables)
            position = Position(game, tables, move_list())
            (space,) = probes_of(position, 0).values()
            shown, found = values(position), {}
            explore(position, space, 0, 3, found)
            assert found == twins.reachable(shown, 0, space, 3)
            from_asteroids += twins.cells(shown)[space] == "asteroids"
    assert from_asteroids >= 2
