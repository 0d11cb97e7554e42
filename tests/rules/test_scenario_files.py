"""What the runner says about scenarios that are damaged, impossible or not met."""

import random
import re

import pytest

from seti_sim.components.loader import load_tables
from seti_sim.engine.text import FORMS
from seti_sim.scenario.build import build_game
from seti_sim.scenario.check import check_scenario
from seti_sim.scenario.errors import ScenarioError
from seti_sim.scenario.files import load_scenario, read_scenario
from seti_sim.scenario.view import ENTRIES, normal, view

USUAL = "launch, scan, pass"
HEAD = 'title = "t"\nrules = ["LAUNCH-01"]\n'


def differences(text):
    return check_scenario(read_scenario(HEAD + text))


def error(text, head=HEAD):
    with pytest.raises(ScenarioError) as caught:
        check_scenario(read_scenario(head + text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("given = {", "the scenario: not valid TOML: "),
        ("", "nothing is expected"),
        ("titel = 3", 'unknown key "titel", did you mean title?'),
        ("moves = [3]", "moves: texts wanted, not 3"),
        ("given = 3\nmoves = []", "given: dict wanted, not 3"),
        ("[given]\nmoves = []", "given: moves must stand above the first line in square brackets"),
        ("[[step]]\nmove = []", 'step 1: unknown key "move", did you mean moves?'),
        (
            "given = { player.0.credit = 3 }\nmoves = []",
            'given: unknown path "player.0.credit", did you mean player.0.credits?',
        ),
        ("given = { player.2.credits = 3 }\nmoves = []", 'given: unknown path "player.2.credits"'),
        ("given = { player.0.credits = '3' }\nmoves = []", "given: player.0.credits: int wanted, not '3'"),
        ("given = { player.0.publicity = 11 }\nmoves = []", "given: player.0.publicity: 11 is not within 0 to 10"),
        ("given = { player.0.hand = [139] }\nmoves = []", "given: player.0.hand: no card 139"),
        ("given = { player.0.hand = [5], row = [5] }\nmoves = []", "given: row: card 5 is in player.0.hand already"),
        (
            "given = { player.0.probes = ['5.1'] }\nmoves = []",
            "given: player.0.probes: '5.1' is neither a planet nor a space",
        ),
        ("given = { player.0.probes = ['oumuamua'] }\nmoves = []", "given: player.0.probes: oumuamua is not in play"),
        ("given = { sector.vega = [2] }\nmoves = []", "given: sector.vega: 2 is no seat of 2 players"),
        ("given = { phase = 'middle' }\nmoves = []", "given: phase: unknown word 'middle'"),
        ("given = { player.0.technologies = ['computer_1'] }\nmoves = []", "must name a free computer slot"),
        ("given = { players = 5 }\nmoves = []", "given: players: 5 is not within 2 to 4"),
        (
            "given = { species = ['anomalies', 'anomalies'] }\nmoves = []",
            "given: species: two different ones are wanted",
        ),
        ("tables.board.actions.launch.credit = 'x'\nmoves = []", "tables: "),
        ("moves = ['launch', 'fly']", 'move 2: unknown move "fly"'),
        ("expect = { illegal = ['fly'] }", 'expect: illegal: unknown move "fly"'),
        ("expect = { legal = ['fly'] }", 'expect: legal: unknown move "fly"'),
        ("expect = { player.0.credit = 3 }", 'expect: unknown path "player.0.credit", did you mean player.0.credits?'),
        ("changed = { player.0.credit = 3 }", 'changed: unknown path "player.0.credit"'),
        ("[[step]]\n[[step]]\nmoves = ['fly']", 'step 2: move 1: unknown move "fly"'),
        ("[[step]]\n[[step]]\nexpect = { turns = 1 }", 'step 2: expect: unknown path "turns"'),
        (f"moves = ['take technology computer_1 in slot {10**30}']", "a number is too large"),
        ("given = { gold.tech = [0, 0] }\nmoves = []", "given: gold.tech: seat 0 is named twice"),
        ("given = { discovered.left = 2 }\nmoves = []", "given: discovered.left: 2 is not within 0 to 1"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_one_line(text, message):
    assert message in error(text)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("row = ['ET.31']", "row: card 'ET.31' does not belong here"),
        ("deck = ['ET.31']", "deck: card 'ET.31' does not belong here"),
        ("player.0.hand = ['ET.41']", "player.0.hand: card 'ET.41' does not belong here"),
        ("player.0.tucked = ['ET.41']", "player.0.tucked: card 'ET.41' does not belong here"),
        ("player.0.front = ['ET.41']", "player.0.front: card 'ET.41' does not belong here"),
        ("player.0.front = ['5 circles 3']", "player.0.front: card 5 has no circle 3"),
        ("player.0.front = ['18 done']", "player.0.front: card 18 is no mission"),
        ("player.0.front = ['39 at 40']", "player.0.front: card 39 is no message"),
        ("player.0.front = ['ET.31 at 99999']", "player.0.front: card ET.31: 99999 is not within 0 to 10000"),
        ("player.0.exertians = ['ET.31']", "player.0.exertians: card 'ET.31' does not belong here"),
        ("player.0.exertians = ['ET.41 plaid']", "player.0.exertians: unknown words 'plaid'; known is played"),
        ("face_up.left = 39", "face_up.left: card 39 does not belong here"),
        ("species_deck.left = ['ET.1']", "species_deck.left: card 'ET.1' does not belong here"),
    ],
)
def test_a_card_where_it_cannot_be_is_one_line(value, message):
    species = "species = ['centaurians', 'exertians'], discovered = { left = 1, right = 1 }"
    assert error(f"given = {{ {species}, {value} }}\nmoves = []") == f"given: {message}"


def test_a_sample_lies_in_one_place():
    species = "species = ['mascamites', 'exertians'], discovered.left = 1"
    for value in ("samples.jupiter = [1, 1]", "samples.jupiter = [1], samples.saturn = [1]"):
        assert "sample 1 is named twice" in error(f"given = {{ {species}, {value} }}\nmoves = []")


def test_title_and_rules_are_wanted():
    assert error("moves = []", head="") == "title and rules must be given"


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text(HEAD + "given = { playe")
    with pytest.raises(ScenarioError, match=r"broken\.toml: not valid TOML"):
        load_scenario(path)
    with pytest.raises(ScenarioError, match=r"missing\.toml: No such file"):
        check_scenario(tmp_path / "missing.toml")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="it is not UTF-8 text"):
        load_scenario(path)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("moves = ['launch']\nexpect = { player.0.credits = 3 }", ["player.0.credits is 2, expected 3"]),
        ("moves = ['launch']\nexpect = { player.0.credits = '+1' }", ["player.0.credits is 2, expected 5 (+1)"]),
        ("moves = ['launch']\nchanged = { player.0.credits = '-2' }", ["player.0.probes changed from [] to ['1.5']"]),
        ("moves = ['launch']\nexpect = { row = [1, 2] }", ["row is [1, 2, 3], expected [1, 2]"]),
        (
            "expect = { legal = ['analyze'] }",
            ['"analyze" should be legal, but is not; own options: ' + USUAL],
        ),
        ("expect = { illegal = ['scan'] }", ['"scan" should not be legal, but is']),
        (
            "expect = { options = ['launch', 'scan', 'research'] }",
            ['"pass" is an own option, but not expected', '"research" should be an own option, but is not'],
        ),
        ("moves = ['analyze']", ['move 1 "analyze": not legal; seat 0 decides, own options: ' + USUAL]),
        (
            "moves = ['1: launch']",
            ['move 1 "1: launch": not legal; seat 0, not 1, decides, own options: ' + USUAL],
        ),
        ("[[step]]\nmoves = ['launch']\n[[step]]\nexpect = { turn = 1 }", ["step 2: turn is 0, expected 1"]),
    ],
)
def test_what_is_not_met_is_told_in_readable_paths(text, lines):
    assert differences(text) == lines


KEPT = "given = { sector.vega = ['kept 1', 0], sector.procyon = [1, 0] }\n"


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("sector.vega = ['kept 1', 0], sector.procyon = [0, 1], kept.vega = 1, kept.procyon = '-'", []),
        ("sector.vega = [0, 1]", []),
        ("sector.vega = ['kept 0', 1]", ["sector.vega has no kept marker of seat 0 alone"]),
        ("sector.procyon = ['kept 1', 0]", ["sector.procyon has no kept marker of seat 1 alone"]),
        ("sector.vega = ['kept 1']", ["sector.vega is [0, 1], expected [1] (['kept 1'])"]),
        ("kept.vega = 0", ["kept.vega is 1, expected 0"]),
    ],
)
def test_a_kept_marker_is_expected_as_it_is_given(expected, lines):
    assert differences(f"{KEPT}expect = {{ {expected} }}") == lines


def test_forced_moves_are_applied_where_they_are_needed():
    assert (
        differences("given = { player.0.hand = [13] }\nmoves = ['play card 13', 'end turn']\nexpect = { turn = 1 }")
        == []
    )


def test_the_turn_ends_only_when_told_or_when_another_seat_moves():
    assert differences("moves = ['launch', '1: launch']\nexpect = { turn = 1 }") == []
    assert len(differences("moves = ['launch', 'scan']")) == 1


def test_a_broken_invariant_is_reported(monkeypatch):
    from seti_sim.scenario import check

    def suspicious(game, _):
        if game.players[0].launches:
            yield "somebody launched"

    monkeypatch.setattr(check, "CHECKS", (suspicious,))
    assert differences("moves = ['launch']\n") == ["broken: somebody launched"]


RICH = """
title = "everything"
rules = ["SETUP-16"]
moves = []
[given]
players = 3
round = 3
turn = 1
start = 2
reminder = false
discs = [3, 1, 7]
next_disc = 2
species = ["exertians", "centaurians"]
discovered = { left = 1, right = 2 }
sector = { vega = ["kept 1", 0], procyon = [2, 2] }
row = [10, 11]
deck = [12]
stack.3 = [13, 14]
discard = [15, 16]
tiles.probe_1 = ["card", "score", "energy", "publicity"]
gold.tech = [2, 1]
gold_side.other = "b"
discovery.left = { red = 1, yellow = "neutral", blue = 0 }
overflow.right.blue = [0, 0, 2]
board = { left.red.2 = [1], right.blue.5 = [2, 0] }
neutral = [0, 1]
face_up.right = "ET.33"
messages = [2, 4]
exertian_marks = [33, 53]
[given.player.0]
score = 27
credits = 1
energy = 2
publicity = 3
pool = 4
hand = [20, "ET.31"]
front = ["5 done", "76 circles 1 3", "ET.32 at 40"]
tucked = [30, 31]
probes = ["3.2", "1.0"]
orbiters = ["mars", "mars"]
landers = ["venus", "io"]
wins = ["vega", "vega"]
technologies = ["telescope_2", "computer_3 in slot 5"]
top = 6
lower = [5]
gold_passed = 1
neutral_passed = [20]
message_mark = -1
exertians = ["ET.41", "ET.44 played"]
exertian_passed = 1
passed = true
exofossils = 2
"""


def test_what_is_given_is_what_is_shown():
    tables = load_tables().record
    given = read_scenario(RICH).given
    shown = view(build_game(given, tables), tables)
    for path, value in given.items():
        if path in ("players", "deck"):
            continue
        wanted = {"sector.vega": [1, 0], "row": [10, 11, "-"]}.get(path, value)
        assert normal(shown[path].entry, shown[path].value) == normal(shown[path].entry, wanted), path


ODD = (
    0, -1, 7, 99999, "", "-", "x", "3.5", "mars", "ET.99", "kept x", True, 1.5, [], [-1], [7], [99999], [""], ["x"],
    [None], [[1]], [1.5], [True], ["kept"], ["kept 9"], ["5 at"], ["5 circles 9"], ["ET.1 sample"], ["3.5 sample x"],
    ["computer_1 in slot 9"], [9, "a"], ["a", 5], [1] * 60,
)  # fmt: skip
MORE = ("samples.jupiter", "samples.board", "anomaly.red", "player.0.capsules", "stars", "species_deck.left", "won")


def test_odd_values_are_refused_in_one_line():
    tables = load_tables().record
    given = dict(read_scenario(RICH).given)
    species = given | {"species": ["mascamites", "anomalies"], "player.0.hand": [20], "player.0.front": [5]}
    for path in ("exertian_marks", "messages", "face_up.right", "board.right.blue.5", "player.0.message_mark"):
        del species[path]
    del species["player.0.exertians"], species["player.0.exertian_passed"]
    build_game(species, tables)
    paths = [(given, path) for path in given] + [(species, path) for path in MORE]
    tries = [(base, path, odd) for base, path in paths for odd in ODD]
    for base, path, odd in random.Random(1).sample(tries, 500):
        assert refusal(build_game, base | {path: odd}, tables).count("\n") == 0


def test_truncated_files_are_refused_in_one_line():
    for length in range(0, len(RICH), 7):
        assert refusal(lambda text: check_scenario(read_scenario(text)), RICH[:length]).count("\n") == 0


def refusal(function, *arguments):
    """The text of the ScenarioError, empty if there is none; every other exception is a fault."""
    try:
        function(*arguments)
    except ScenarioError as error:
        return str(error)
    return ""


def page():
    from rules.coverage import TESTS

    return (TESTS.parent / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_every_move_is_documented():
    section = page().partition("## Moves")[2].partition("## What is given")[0]
    examples = re.findall(r"`([^`]+)`", section)
    for form in FORMS:
        assert any(form.regex().fullmatch(example) for example in examples), form.text


def test_the_example_of_the_page_holds():
    example = page().partition("```toml\n")[2].partition("```")[0]
    assert check_scenario(read_scenario(example)) == []
    assert check_scenario(read_scenario(example.replace("score = 2", "score = 3"))) != []


def test_every_path_is_documented():
    text = page()
    for entry in ENTRIES:
        assert f"`{entry.path}`" in text, entry.path
