"""Paths to the numbers of the box, variants written with them, and what a variant changes."""

import pytest

from seti_sim.components.differences import show_variant
from seti_sim.components.loader import box_numbers, load_tables, load_variant, number_override
from seti_sim.components.paths import expanded, matching
from seti_sim.components.schema_base import ComponentError


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("actions.launch.credit", 3, lambda r: r.launch_credit),
        ("cards.39.cost", 0, lambda r: r.cards[38].cost),
        ("setup.start_score.4", 9, lambda r: r.start_score[3]),
        ("milestones.gold.2", 45, lambda r: r.gold_milestones[1]),
        ("gold.tile.tech.side_a.values.1", 12, lambda r: r.gold[0, 0]["values"][0]),
        ("free_actions.buy_card.pay.publicity", 2, lambda r: r.buy_card_publicity),
        ("species.centaurians.message_tile.ahead", 12, lambda r: r.message_tile_ahead),
        ("alien_cards.1.cost", 0, lambda r: r.cards[140].cost),
    ],
)
def test_a_path_sets_its_number_and_no_other(path, value, field):
    before, after = load_tables(), load_tables(number_override(path, value))
    assert int(field(before.record)) != value
    assert int(field(after.record)) == value
    assert len(show_variant(number_override(path, value)).splitlines()) == 1


def test_the_number_of_an_effect_has_a_path():
    changed = load_tables(number_override("planet.mars.land.score", 7))
    assert changed.reader.program_texts(changed.record.planets[4].land)[0] in ("score 7", "trace yellow 1")
    assert number_override("planet.mars.land.score", 7) == {
        "board": {"planet": {"mars": {"land": ["score 7", "trace yellow 1"]}}}
    }


def test_every_number_lies_in_its_range_and_setting_it_to_its_value_changes_nothing():
    every = box_numbers()
    assert len(every) > 1000
    assert len({number.path for number in every}) == len(every)
    for number in every:
        assert number.low <= number.value <= number.high, number.path
    for number in every[::40]:
        assert load_tables(number_override(number.path, number.value)).hash == load_tables().hash, number.path


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("setup.start_scor.4", 1, "unknown path 'setup.start_scor.4'; did you mean setup.start_score.4"),
        ("zzz", 1, "unknown path 'zzz'; seti-sim show numbers lists all paths"),
        ("setup.row_size", 7, "setup.row_size must be 1 to 3, not 7"),
        ("setup.main_deck", 100, "setup.main_deck is built in: only 138 is implemented"),
    ],
)
def test_a_path_or_value_that_cannot_be_is_one_line(path, value, line):
    with pytest.raises(ComponentError) as caught:
        number_override(path, value)
    assert str(caught.value).startswith(line)


def test_short_starts_are_written_out():
    assert expanded({"actions": {"launch": {"credit": 3}}}) == {"board": {"actions": {"launch": {"credit": 3}}}}
    assert expanded({"cards": {"39": {"cost": 1}}}) == {"cards": {"card": {"39": {"cost": 1}}}}
    assert expanded({"cards": {"card": {"39": {"cost": 1}}}}) == {"cards": {"card": {"39": {"cost": 1}}}}
    assert expanded({"rulings": {"overflow": "last_resort"}}) == {"rulings": {"overflow": "last_resort"}}
    with pytest.raises(ComponentError, match=r"both set board.setup.rounds"):
        expanded({"board": {"setup": {"rounds": 4}}, "setup": {"rounds": 3}})


def test_variants_combine_and_one_value_is_set_once(tmp_path):
    both = load_variant("refresher+promos")
    assert both["board"]["setup"] == {"use_promos": True}
    assert "discovery" in both["board"]
    with pytest.raises(
        ComponentError, match=r"^variant refresher and variant discovery_5_5 both set board.discovery.space.right$"
    ):
        load_variant("refresher+discovery_5_5")
    file = tmp_path / "a+b.toml"  # the name of a file is taken literally
    file.write_text("[setup]\nrounds = 4\n")
    assert load_variant(str(file)) == {"board": {"setup": {"rounds": 4}}}


def test_shipped_variants_are_what_they_say():
    assert load_tables(load_variant("printed")).hash == load_tables().hash
    assert load_tables(load_variant("refresher")).hash == load_tables(load_variant("discovery_5_5")).hash
    assert show_variant(load_variant("printed")) == "no difference from the printed box"


def test_what_a_variant_changes_is_said_in_words():
    text = show_variant(load_variant("refresher"))
    assert text == "discovery.space.right: gain 5 points and 1 publicity in place of gain 3 points and 1 publicity"
    rulings = show_variant({"rulings": {"overflow": "last_resort"}})
    assert rulings.startswith("ruling overflow (OPEN-18): last_resort")
    with pytest.raises(ComponentError):
        show_variant({"board": {"setup": {"rounds": 99}}})


def test_a_pattern_finds_paths():
    assert [number.path for number in matching(box_numbers(), "launch.credit")] == ["actions.launch.credit"]
    assert matching(box_numbers(), "planet.*score")
    assert not matching(box_numbers(), "no such")
