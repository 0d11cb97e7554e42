"""The engine against the naive twins in random games: MOVE-02, MOVE-03, MOVE-04, ROT-03, ROUND-04, EOR-02, END-03."""

from collections import Counter

import pytest
from engine.games import PAIRS
from naive import twins
from naive.play import explore, probes_of, steps, values

from seti_sim.components.loader import load_tables

GAMES = [(index, 2 + index % 3, *PAIRS[index % len(PAIRS)]) for index in range(20)]
DEEPEST = 4


@pytest.fixture(scope="module")
def tables():
    return load_tables().record


@pytest.mark.parametrize("game", GAMES)
def test_visible_cells_after_any_turns(tables, game):
    seen = set()
    for position, _ in steps(tables, *game):
        key = (*map(int, position.game.disc_turn), *map(int, position.game.discovered))
        if key in seen:
            continue
        seen.add(key)
        shown = values(position, derived=True)
        cells = twins.cells(shown)
        assert {f"cell.{ring}.{index}": cell for (ring, index), cell in cells.items()} == {
            path: value for path, value in shown.items() if path.startswith("cell.")
        }
        places = {cell: f"{ring}.{index}" for (ring, index), cell in cells.items()}
        for planet in (*twins.PLANETS, "earth"):
            assert shown[f"planet.{planet}"] == places.get(planet, "-"), planet
    assert len(seen) > 5


@pytest.mark.parametrize("game", GAMES)
def test_legal_main_actions(tables, game):
    met = Counter()
    for position, _ in steps(tables, *game):
        if position.game.phase != 0:
            continue
        own = {text.partition(" taking data space")[0] for text in position.texts(position.own())}
        if "pass" not in own:
            continue
        assert own == twins.main_actions(values(position), position.seat, probes_of(position, position.seat))
        met.update({text.split()[0] for text in own})
    assert {"launch", "scan", "play", "research", "pass"} <= set(met)


@pytest.mark.parametrize("game", GAMES[:8])
def test_spaces_reachable_with_energy(tables, game):
    compared = 0
    for position, _ in steps(tables, *game):
        seat = position.seat
        me = position.game.players[seat]
        shown = values(position)
        if position.game.phase == 2 or shown[f"player.{seat}.front"] or not 1 <= me.energy <= DEEPEST:
            continue
        if "pass" not in position.texts(position.own()) or compared > 25:
            continue
        for space in probes_of(position, seat).values():
            best = {}
            explore(position, space, seat, int(me.energy), best)
            assert best == twins.reachable(shown, seat, space, int(me.energy))
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("game", GAMES)
def test_income_between_rounds(tables, game):
    compared = 0
    before, round_before, decider = None, 0, 0
    for position, move in steps(tables, *game):
        if before is not None and position.game.round_number != round_before:
            shown = values(position)
            if all(before[f"discovered.{side}"] == shown[f"discovered.{side}"] for side in twins.SIDES):
                compared += 1
                check_income(position, before, shown, decider)
        before = None
        if position.texts([move])[0].startswith("keep card"):
            before, round_before, decider = values(position), int(position.game.round_number), position.seat
    assert compared >= 1


def check_income(position, before, after, decider):
    for seat in range(int(position.game.n_players)):
        gains = twins.income(before, seat)
        me = f"player.{seat}."
        assert after[f"{me}credits"] == before[f"{me}credits"] + gains["credit"]
        assert after[f"{me}energy"] == before[f"{me}energy"] + gains["energy"]
        assert after[f"{me}publicity"] == min(10, before[f"{me}publicity"] + gains["publicity"])
        assert after[f"{me}pool"] == min(6, before[f"{me}pool"] + gains["data"])
        assert len(after[f"{me}hand"]) == len(before[f"{me}hand"]) + gains["card"] + (seat == decider)


@pytest.mark.parametrize("game", GAMES)
def test_gold_tiles_and_final_scores(tables, game):
    *_, (position, _) = steps(tables, *game)
    shown = values(position, derived=True)
    for seat in range(int(position.game.n_players)):
        me = f"player.{seat}."
        assert shown[f"{me}points.gold_tile"] == twins.gold_points(shown, seat)
        assert shown[f"{me}score"] == sum(shown[path] for path in shown if path.startswith(f"{me}points."))
        assert shown[f"{me}missions"] == twins.front_cards(shown, seat)[0]
        for colour in twins.COLOURS:
            on_boards = twins.traces(shown, seat)[colour]
            assert on_boards == sum(shown[f"{me}traces.{side}.{colour}"] for side in twins.SIDES)
