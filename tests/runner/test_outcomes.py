"""The tables against the document that promises them, and against a slow and obvious twin."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from seti_sim.components.loader import load_tables
from seti_sim.components.names import GOLD_TILES, MOONS, STARS, TECHS
from seti_sim.components.opcodes import INCOMES, PLANETS
from seti_sim.engine.state import ACTIONS, GAME, LOG_HELD, LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH, SOURCES
from seti_sim.runner.card_uses import card_table, opening_hands
from seti_sim.runner.chunks import Chunk
from seti_sim.runner.errors import GameFailed
from seti_sim.runner.inputs import load_inputs
from seti_sim.runner.outcomes import outcome_tables, places
from seti_sim.runner.parts import finished_games
from seti_sim.runner.plan import RunPlan

DOCUMENT = Path(__file__).parents[2] / "docs" / "results.md"
NAMES = {
    "source": SOURCES,
    "action": ACTIONS,
    "id": TECHS,
    "star": STARS,
    "moon": MOONS,
    "planet": [planet for planet in PLANETS if planet != "earth"],
}
STRATEGIES = (0, 1, 0, 0)


@pytest.fixture
def games(fake):
    return fake.play_chunk(None, 7, 100, 60, 4, None, None, (-1, -1))


@pytest.fixture(scope="module")
def box():
    return load_tables().record


@pytest.fixture
def tables(games, box):
    rng = np.random.default_rng(5)
    games["card_log"] = rng.integers(0, 1 << 16, games["card_log"].shape) * (rng.random(games["card_log"].shape) < 0.2)
    dealt = rng.random((60, 4, 195)) < 0.03
    players = games["players"]
    players["tucked"] = rng.integers(0, 138, players["tucked"].shape)
    cards = rng.permuted(np.broadcast_to(np.arange(138), (60, 4, 138)), axis=2)
    players["front"]["card"] = cards[..., :32]
    players["front"]["done"] = rng.integers(0, 2, players["front"].shape)
    players["n_front"] = rng.integers(0, 33, (60, 4))
    return outcome_tables(games, STRATEGIES) | {"cards": card_table(games, 4, dealt, box)}


def documented(table):
    """Column names and types that docs/results.md lists for a table."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"\n## `{table}`")[1].split("\n## ")[0]
    columns = {}
    for cell, types in re.findall(r"^\| (`.*?) \| ([\w, ]+?) \|", section, flags=re.MULTILINE):
        patterns = [name for text in re.findall(r"`([^`]+)`", rounds_spelled_out(cell)) for name in expand(text)]
        kinds = types.split(", ")
        if len(kinds) == 1:
            kinds = kinds * len(patterns)
        columns |= dict(zip(patterns, kinds, strict=True))
    return columns


def rounds_spelled_out(cell):
    """``score_r1 … score_r5`` as one name for each round."""
    cell = re.sub(r"`(\w+)_r1` … `\1_r5`", r"`\1_r{1,2,3,4,5}`", cell)
    return re.sub(r"`(\{action\})_r1` … `_r5`", r"`\1_r{1,2,3,4,5}`", cell)


def expand(pattern):
    """All names of a pattern such as ``traces_{left,right}_{red,yellow,blue}`` or ``wins_{star}``."""
    parts = re.split(r"\{([^}]*)\}", pattern)
    choices = [parts[i].split(",") if "," in parts[i] else NAMES[parts[i]] for i in range(1, len(parts), 2)]
    for chosen in product(*choices):
        yield parts[0] + "".join(word + rest for word, rest in zip(chosen, parts[2::2], strict=True))


@pytest.mark.parametrize("table", ["games", "seats", "cards"])
def test_columns_and_types_are_the_documented_ones(tables, table):
    found = {name: str(kind) for name, kind in tables[table].schema.items()}
    assert found == documented(table)


@pytest.mark.parametrize("table", ["games", "seats", "cards"])
def test_every_code_is_a_small_integer_without_gaps(tables, table):
    assert all(kind.is_signed_integer() for kind in tables[table].dtypes)
    assert sum(tables[table].null_count().row(0)) == 0


def test_rows_are_sorted_by_game_and_seat(tables):
    assert tables["games"]["game"].to_list() == list(range(100, 160))
    keys = tables["seats"].select("game", "seat").rows()
    assert keys == [(game, seat) for game in range(100, 160) for seat in range(4)]


def test_places_count_the_players_ahead():
    scores = np.array([[10, 20, 20, 5], [1, 1, 1, 1], [4, 3, 2, 1]], dtype=np.int16)
    assert places(scores).tolist() == [[3, 1, 1, 4], [1, 1, 1, 1], [1, 2, 3, 4]]


def test_games_agree_with_a_slow_twin(games, tables):
    for game, row in zip(games, tables["games"].iter_rows(named=True), strict=True):
        scores = sorted((int(player["score"]) for player in game["players"]), reverse=True)
        assert row["winners"] == scores.count(scores[0])
        assert (row["top_score"], row["margin"]) == (scores[0], scores[0] - scores[1])
        assert (row["players"], row["first_seat"]) == (4, game["first_seat"])
        assert (row["turns"], row["decisions"]) == (game["turns"], game["decisions"])
        assert (row["species_left"], row["species_right"]) == tuple(game["species"])
        assert (row["discovered_left"], row["discovery_turn_right"]) == (
            game["discovered"][0],
            game["discovery_turn"][1],
        )
        assert row["contributor_left_yellow"] == game["contributors"][0][1]
        assert row["contributor_right_blue"] == game["contributors"][1][2]
        assert (row["gold_tech"], row["gold_other"]) == (game["gold_side"][0], game["gold_side"][3])


def test_seats_agree_with_a_slow_twin(games, tables):
    rows = tables["seats"].iter_rows(named=True)
    for game in games:
        scores = [int(player["score"]) for player in game["players"]]
        for seat, player in enumerate(game["players"]):
            row = next(rows)
            assert row["order"] == (seat - game["first_seat"]) % 4
            assert row["strategy"] == STRATEGIES[seat]
            assert row["place"] == 1 + sum(score > scores[seat] for score in scores)
            assert row["winners"] == (scores.count(scores[seat]) if scores[seat] == max(scores) else 0)
            assert row["score"] == scores[seat] == sum(row[f"points_{source}"] for source in SOURCES)
            assert row["score_r3"] == player["round_score"][2]
            assert row["scan_r4"] == player["actions"][3][ACTIONS.index("scan")]
            assert row["tech_telescope_2"] == player["tech_round"][5]
            assert row["order_telescope_2"] == player["tech"][5]
            assert row["first_computer_4"] == player["tech_first"][11]
            assert row["left_data"] == player["pool"]
            assert row["left_cards"] == player["n_hand"]
            assert row["cards_tucked"] == player["n_tucked"]
            assert row["income_publicity"] == player["income"][INCOMES.index("publicity")]
            assert row["traces_right_yellow"] == player["traces"][1][1]
            assert row["traces_board"] == player["trace_places"][2]
            assert row["wins_vega"] == player["wins"][STARS.index("vega")]
            assert row["orbiters_mars"] == player["orbiters"][PLANETS.index("mars")]
            assert row["landers_oumuamua"] == player["landers"][PLANETS.index("oumuamua")]
            assert row["landers_titan"] == player["moon_landers"][MOONS.index("titan")]
            assert row["gold_income"] == player["gold"][2]
            for tile, name in enumerate(GOLD_TILES):
                mark = int(player["gold_mark"][tile])
                assert row[f"gold_mark_{name}"] == mark
                assert row[f"gold_round_{name}"] == (player["milestone_round"][1 + mark] if mark else 0)
                assert row[f"gold_points_{name}"] == player["gold_points"][tile]
            assert row["milestone_turn_gold_3"] == player["milestone_turn"][4]
            assert row["milestone_round_neutral_2"] == player["milestone_round"][1]
            assert (row["placed_neutral_1"], row["placed_neutral_2"]) == two_bits(player["neutral_placed"])
            assert row["round_orbiters_mars"] == player["orbiter_round"][PLANETS.index("mars")]
            assert row["round_landers_venus"] == player["lander_round"][PLANETS.index("venus")]
            assert row["round_landers_titan"] == player["moon_round"][MOONS.index("titan")]
            assert row["round_wins_vega"] == player["win_round"][STARS.index("vega")]
            assert row["round_traces_overflow"] == player["trace_round"][1]
            assert row["tucked_r4"] == player["tucks"][3]
            assert (row["asked_r2"], row["dead_r5"]) == (player["choices"][1], player["dead_turns"][4])
            assert row["idle_r3"] == player["idle_turns"][2]
            assert row["species_points_right"] == player["species_points"][1]


def two_bits(mask):
    """The two bits of a mask, the lower one first."""
    return int(mask) & 1, int(mask) >> 1 & 1


def test_win_shares_sum_to_the_games(tables):
    shares = tables["seats"].filter(pl.col("winners") > 0).group_by("winners").len()
    assert sum(count / winners for winners, count in shares.rows()) == pytest.approx(60)


def test_points_that_do_not_sum_to_the_score_fail(games):
    games["players"]["score"][3, 2] += 1
    with pytest.raises(GameFailed, match="game 103 of seed 7: the points of seat 2"):
        outcome_tables(games, STRATEGIES)


def test_a_number_too_large_for_its_column_is_an_error(games):
    games["players"]["wins"][0, 0, 0] = 200
    with pytest.raises(OverflowError):
        outcome_tables(games, STRATEGIES)


def test_empty_seats_leave_no_rows(fake):
    games = fake.play_chunk(None, 1, 0, 5, 2, None, None, (-1, -1))
    assert games.dtype == GAME
    assert outcome_tables(games, (0, 0))["seats"].height == 10


def test_cards_agree_with_a_slow_twin(games, tables, box):
    rows = {(game, seat, card): uses for game, seat, card, *uses in tables["cards"].rows()}
    assert list(rows) == sorted(rows)
    dealt = {key for key, uses in rows.items() if uses[0]}
    for game in games:
        for seat, player in enumerate(game["players"]):
            tucked = set(player["tucked"][: player["n_tucked"]].tolist())
            front = {int(player["front"]["card"][i]): i for i in range(int(player["n_front"]))}
            for card, log in enumerate(game["card_log"].tolist()):
                held, played, low, high = (
                    (log >> (4 * kind + seat)) & 1 for kind in (LOG_HELD, LOG_PLAYED, LOG_WAY, LOG_WAY_HIGH)
                )
                way = low + 2 * high
                key = (int(game["index"]), seat, card)
                assert (key in rows) == (bool(held or played or way or card in tucked) or key in dealt)
                if key in rows:
                    assert rows[key][1:6] == [played, card in tucked, way == 1, way == 2, way == 3]
                    assert rows[key][6:] == in_front(player, front.get(card), box.cards[card])


def in_front(player, place, card):
    """Columns ``mission`` and ``endgame`` of a card at a place in front of a player, or not in front."""
    if place is None:
        return [-1, -1]
    mission = card["mission_when"] >= 0 or card["n_triggers"] > 0
    return [
        int(player["front"]["done"][place]) if mission else -1,
        int(player["endgame_points"][place]) if card["has_endgame"] else -1,
    ]


def test_the_opening_hand_is_five_cards_that_were_held():
    plan = RunPlan(games=12, players=3, strategies=("random",) * 3, seed=3)
    inputs, chunk = load_inputs(plan), Chunk(1, 4, 8)
    games = finished_games(inputs, chunk)
    dealt = opening_hands(inputs, chunk)
    assert dealt.shape == (8, 3, 195)
    assert (dealt.sum(2) == 5).all()
    assert dealt[:, :, 138:].sum() == 0  # neither promos nor species cards
    held = (games["card_log"][:, None, :] >> np.arange(3)[None, :, None]) & 1
    assert (held[dealt] == 1).all()
    table = card_table(games, 3, dealt, inputs.tables.record)
    counted = {"played": "cards_played", "tucked": "n_tucked", "signal": "cards_signal"}
    for use, count in counted.items():
        assert 0 < table[use].sum() <= games["players"][count][:, :3].sum()
