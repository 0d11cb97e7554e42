"""The box in plain text."""

import pytest

from seti_sim.components import show
from seti_sim.components import tables as t
from seti_sim.components.explain import explain_effect
from seti_sim.components.grammar import parse_effect
from seti_sim.components.loader import Tables, card_label, load_tables
from seti_sim.components.schema_base import ComponentError

CARD_39 = """\
39 61 Virginis Observation (main deck)
cost 2 credits, sector blue, income card, corner move 1

  signal star:61_virginis 2
  mission wins yellow >= 2: score 4, publicity 1

Mark 2 signals in the sector of 61 Virginis.
Mission: when you have won at least 2 yellow sectors, gain 4 points and 1 publicity."""

CARD_ET_31 = """\
ET.31 Vessel Designs (Centaurians card)
cost 1 energy, sector blue, income publicity, corner score 1, data 1

  launch 1
  message ahead 15: income self

Launch 1 probe free of charge.
Later, when your score has grown by 15 points, tuck this card for income in place of discarding it."""

CARD_ET_44 = """\
ET.44 Pierced Exoplanet (Exertians card)
not a hand card

  wins red >= 2: score 12, danger 4

End of the game, if played: 12 points if you have won at least 2 red sectors.
Danger 4 for whoever has played it."""


@pytest.mark.parametrize(("label", "text"), [("39", CARD_39), ("ET.31", CARD_ET_31), ("et.44", CARD_ET_44)])
def test_whole_cards(tables: Tables, label: str, text: str) -> None:
    assert show.show_card(tables, label) == text


SENTENCES = {
    "9": "Launch 2 probes free of charge (the limit of probes in space does not apply).",
    "13": "If that landing was on Mars, Mercury or a moon, gain 4 points.",
    "15": (
        "Take 1 orbiter of yours off the board if you can; if you do, gain 3 points and 1 data and take 1 card from "
        "the row or the deck."
    ),
    "19": (
        "This turn, each time a probe of yours visits a planet, you may forgo 1 publicity of that visit to gain 1 move "
        "point."
    ),
    "29": "Mark 1 signal in a sector that holds a probe of yours and as many in each of the two sectors beside it.",
    "38": "End of the game: for each red sector you have won, gain 3 points.",
    "61": "Mission: when you have at least 50 points, you may tuck 1 hand card for income.",
    "67": "You may discard 1 card from your hand and mark a signal in a sector of its colour.",
    "89": "Mission: when you have exactly 0 cards in hand, take 1 card from the row or the deck.",
    "95": (
        "Mission: when a probe of yours is on asteroids next to Earth, gain 5 points and take 1 card from the row or "
        "the deck."
    ),
    "106": "Mission: once, when you play a card for exactly 2 credits, take 1 card from the row or the deck.",
    "117": "Mission: once, when you orbit or land, gain 1 energy.",
    "120": "If you have exactly 1 signal in the sector just marked, take this card back into your hand.",
    "901": "Own Pluto as a planet of your own: once an orbit, once a landing, from the outermost ring.",
    "902": "Mission: once, when you orbit or land at Mars or you play a card about Mars, gain 5 points.",
    "ET.3": "Choose one: orbit a planet free of charge; or land free of charge.",
    "ET.22": "If there is at least 1 signal marked on the Oumuamua tile by this card, gain 1 exofossil.",
    "ET.25": "As often as you like, you may pay 1 exofossil to gain 2 move points.",
    "ET.53": "End of the game, if played: 20 points if you have at least 6 traces on the other species.",
}


@pytest.mark.parametrize("label", SENTENCES)
def test_sentences(tables: Tables, label: str) -> None:
    assert SENTENCES[label] in show.show_card(tables, label).splitlines()


ODD = {
    "each min(hand; exofossil): score 1": (
        "for each unit of the smallest of: cards of yours in hand and exofossils of yours, gain 1 point"
    ),
    "if half(techs any) >= 2: move 1": (
        "if there are at least 2 units of half of: technologies of yours, rounded down, gain 1 move point"
    ),
    "each landed mars: score 1": "for each time that that landing was on Mars, gain 1 point",
    "if probe_on comet >= 2: score 1": "if you have at least 2 probes on a comet, gain 1 point",
    "signal red 2": "mark 2 signals in red sectors of your choice",
    "may: play_exertian": "you may play an Exertian card face down",
    "or(data 1, rotate; move 2)": "choose one: gain 1 data and rotate the solar system; or gain 2 move points",
}


@pytest.mark.parametrize("text", ODD)
def test_effects_of_no_printed_card(text: str) -> None:
    assert explain_effect(parse_effect(text)) == ODD[text]


@pytest.mark.parametrize("number", range(t.N_CARDS))
def test_every_card_is_explained(tables: Tables, number: int) -> None:
    text = show.show_card(tables, card_label(number))
    assert show.find_card(card_label(number)) == number
    assert text.splitlines()[0].startswith(f"{card_label(number)} {tables.names.cards[number]}")
    sentences = text.split("\n\n")[2].splitlines()
    assert sentences
    assert all(one.endswith(".") and "_" not in one and ".." not in one for one in sentences)


@pytest.mark.parametrize("label", ["0", "139", "903", "ET.0", "ET.56", "Hubble", "", "1.0"])
def test_a_wrong_id_is_answered_with_one_line(tables: Tables, label: str) -> None:
    with pytest.raises(ComponentError) as raised:
        show.show_card(tables, label)
    assert str(raised.value) == f'no card "{label}": the ids are 1-138, 901, 902 and ET.1-ET.55'


LINES = {
    "planets": ("Mars", "card 1, signal planet:mars 1, income 1", "data 2 | data 1"),
    "techs": ("probe_2", "when visits asteroids: publicity 1, asteroid_exit 0"),
    "sectors": ("Vega", "black", "4", "score 2, trace red 1", "score 5", "2: score 2"),
    "species": ("yellow", "energy 1, card 1"),
    "gold": ("income", "B", "5/4/3", "the largest of: cards of yours tucked for credits"),
    "rulings": ("overflow", "OPEN-18", "always", "last_resort", "May the overflow area be chosen"),
    "unsupported": ("everything is supported",),
    "cards": ("61 Virginis Observation", "2 credits", "blue", "signal star:61_virginis 2"),
}


@pytest.mark.parametrize("topic", show.TOPICS)
def test_topics(tables: Tables, topic: str) -> None:
    text = show.TOPICS[topic](tables)
    assert any(all(part in line for part in LINES[topic]) for line in text.splitlines())
    assert all(line == line.rstrip() for line in text.splitlines())


def test_every_card_is_listed(tables: Tables) -> None:
    assert len(show.show_cards(tables).splitlines()) == t.N_CARDS + 2


def test_what_is_shown_is_what_was_compiled() -> None:
    changed = load_tables({"board": {"tech": {"stack": {"probe_1": {"lasting": ["limit probes 3"]}}}}})
    assert "limit probes 3" in show.show_techs(changed)
