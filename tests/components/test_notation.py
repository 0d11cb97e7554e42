"""Text to program to text is the identity for every line of notation in the box."""

import numpy as np
import pytest
from components import facts

from seti_sim.components import grammar, tables
from seti_sim.components.programs import Compiler, Reader
from seti_sim.components.syntax import NotationError

LINES = facts.all_lines()


def there_and_back(kind: str, text: str) -> list[str]:
    compiler = Compiler()
    index = compiler.program([text]) if kind == "effect" else getattr(compiler, kind)(text)
    record = np.zeros(1, tables.TABLES)[0]
    compiler.fill(record)
    reader = Reader(record)
    return reader.program_texts(index) if kind == "effect" else [getattr(reader, f"{kind}_text")(index)]


def test_the_walk_finds_the_lines() -> None:
    kinds = [kind for _, kind, _ in LINES]
    found = {kind: kinds.count(kind) for kind in set(kinds)}
    assert found["effect"] > 200
    assert found["condition"] > 45
    assert found["event"] > 25
    assert found["count"] == 8


@pytest.mark.parametrize(("file", "kind", "text"), LINES)
def test_identity(file: str, kind: str, text: str) -> None:
    assert there_and_back(kind, text) == [text]


def test_a_card_s_whole_program_is_kept() -> None:
    for card in facts.read("cards")["card"]:
        compiler = Compiler()
        index = compiler.program(card["effects"])
        record = np.zeros(1, tables.TABLES)[0]
        compiler.fill(record)
        assert Reader(record).program_texts(index) == card["effects"]


def test_equal_texts_share_an_index() -> None:
    compiler = Compiler()
    assert compiler.program([]) == 0
    assert compiler.program(["move 1"]) == compiler.program(["move 1"]) > 0
    assert compiler.program(["move 1"]) != compiler.program(["move 2"])
    assert compiler.event("scan") == compiler.event("scan") != compiler.event("launch")
    assert compiler.count("techs any") == compiler.count("techs any") != compiler.count("techs probe")
    assert compiler.condition("hand = 0") == compiler.condition("hand = 0") != compiler.condition("hand 0")


UNKNOWN = [
    ("sginal yellow 1", "sginal"),
    ("signal purple 1", "purple"),
    ("signal star:rigel 1", "rigel"),
    ("signal planet:pluto 1", "pluto"),
    ("signal yellow 1 quickly", "quickly"),
    ("trace black 1", "black"),
    ("tech rocket", "rocket"),
    ("land softly", "softly"),
    ("gold 3", "gold"),
    ("if wins green >= 2: score 1", "green"),
    ("each tucked gold: score 1", "gold"),
    ("this_turn visits pluto: score 1", "pluto"),
    ("copy_sample pluto", "pluto"),
    ("launch 2 nolimit", "launch"),
]


@pytest.mark.parametrize(("text", "word"), UNKNOWN)
def test_unknown_words_are_named(text: str, word: str) -> None:
    with pytest.raises(NotationError, match=f'^unknown word "{word}"$'):
        grammar.parse_effect(text)


MALFORMED = [
    "",
    "score",
    "score -1",
    "score 01",
    "score  1",
    "score 1.5",
    "score 99999",
    " score 1",
    "may: ",
    "do: launch 1",
    "may: pay energy 1 ->",
    "or(move 1)",
    "or(move 1; move 2; move 3)",
    "if publicity 8: score 1",
    "if wins red: score 1",
    "each wins red: rotate",
    "each wins red: trace red 1",
    "do: launch 1 -> score 1",
    "do: remove orbiter 2 -> score 1",
    "may: move 1 -> score 1",
    "may: pay credit 1, pay energy 1 -> score 1",
    "may_repeat: score 1",
    "each wins red score 1",
    "signal yellow",
    "signal yellow 1 no_data no_data",
    "tech telescope|probe",
    "copy_sample saturn|jupiter",
    "this_turn scan or visits mars: score 1",
    "this_turn weather: score 1",
    "if probe_on asteroids near earth: score 1",
    "each techs any probe: score 1",
    "each traces red this_species twice: score 1",
    "trace red many",
    "this_turn play_card credit 12: score 1",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_effects_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        grammar.parse_effect(text)


@pytest.mark.parametrize("text", ["min(wins red)", "half(wins red; wins blue)", "wins", "traces red on_mars", "hand 0"])
def test_malformed_counts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        grammar.parse_count(text)


def test_another_spelling_is_answered_with_the_usual_one() -> None:
    with pytest.raises(NotationError, match=r'^"publicity >= 8" is written "publicity 8"$'):
        grammar.parse_condition("publicity >= 8")
