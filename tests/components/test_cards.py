"""Compiled programs of single cards, written out by hand from the printed cards."""

import pytest

from seti_sim.components import opcodes as w
from seti_sim.components.loader import Tables
from seti_sim.components.show import find_card

ALL_OTHER = w.ALL_PLANETS & ~(1 << w.EARTH)


def rows(tables: Tables, program: int) -> list[tuple[int, ...]]:
    """The instructions of a program, trailing zeros cut off."""
    result: list[tuple[int, ...]] = []
    for row in tables.record.program[program:].tolist():
        if row[0] == w.END:
            return result
        length = max((i + 1 for i, number in enumerate(row) if number), default=0)
        result.append(tuple(row[: max(length, 1)]))
    raise AssertionError("no end")


def count(tables: Tables, index: int) -> tuple[int, ...]:
    return tuple(tables.record.count[index].tolist())


def condition(tables: Tables, index: int) -> list[tuple[tuple[int, ...], int, int]]:
    """The terms of a condition: count row, comparison, number."""
    terms = []
    while index >= 0:
        number, compare, n, index = tables.record.condition[index].tolist()
        terms.append((count(tables, number), compare, n))
    return terms


def event(tables: Tables, index: int) -> tuple[int, ...]:
    return tuple(tables.record.event[index].tolist())


def gain(resource: int, amount: int) -> tuple[int, ...]:
    return (w.GAIN, resource, amount)


def source(kind: int, argument: int = 0) -> int:
    return kind + 16 * argument


EFFECTS = {
    "1": [],
    "9": [(w.LAUNCH, 2, 1), gain(w.PUBLICITY, 1)],
    "11": [(w.CARD, 1), (w.CORNER_LAST,)],
    "12": [(w.LAND, w.LAND_ANY_MOON)],
    "15": [(w.DO, 1, 3), (w.REMOVE_ORBITER, 1), gain(w.SCORE, 3), gain(w.DATA, 1), (w.CARD, 1)],
    "16": [(w.LAND, w.LAND_OCCUPIED)],
    "26": [(w.NO_ASTEROID_COST,), (w.MOVE, 2)],
    "28": [(w.MOVE, 1), (w.SIGNAL, w.SRC_OWN_PROBE, 2, w.SIGNAL_SAME_SECTOR)],
    "29": [
        (w.MOVE, 1),
        (w.SIGNAL, w.SRC_OWN_PROBE, 1, w.SIGNAL_SAME_SECTOR | w.SIGNAL_WITH_NEIGHBORS),
    ],
    "30": [(w.SIGNAL, w.SRC_ANY_PROBE, 3, w.SIGNAL_UP_TO)],
    "39": [(w.SIGNAL, source(w.SRC_STAR, 6), 2)],
    "32": [(w.SIGNAL, source(w.SRC_PLANET, w.MERCURY), 2)],
    "48": [(w.MOVE, 1), (w.SIGNAL, source(w.SRC_COLOUR, w.RED), 1)],
    "67": [gain(w.PUBLICITY, 1), (w.ROTATE,), (w.TECH, 2), (w.SIGNAL, w.SRC_HAND, 1)],
    "73": [(w.CORNER_ROW, 3)],
    "81": [(w.TECH, 7, w.TECH_BY_OTHER | w.TECH_NO_TILE_BONUS)],
    "83": [gain(w.PUBLICITY, 1), (w.SIGNAL, source(w.SRC_PLANET, w.EARTH), 2)],
    "84": [(w.DO, 1, 1), (w.REMOVE_LANDER, 1), (w.TRACE, w.TRACE_YELLOW, 1)],
    "89": [(w.DRAW, 3)],
    "98": [(w.TRACE, w.TRACE_RED, 1, w.TRACE_WHERE_SAME)],
    "118": [(w.SIGNAL, w.SRC_OWN_PROBE, 3, w.SIGNAL_SAME_SECTOR | w.SIGNAL_NO_DATA)],
    "122": [(w.SIGNAL, w.SRC_DECK, 3)],
    "126": [(w.ROTATE,), (w.TECH, 0b011)],
    "136": [(w.SIGNAL, source(w.SRC_COLOUR, c), 1, w.SIGNAL_NO_DATA) for c in (w.YELLOW, w.RED, w.BLUE, w.BLACK)],
    "901": [(w.PLUTO,)],
    "ET.3": [(w.OR, 1, 1), (w.ORBIT,), (w.LAND,), (w.COLLECT_SAMPLE,)],
    "ET.5": [(w.COPY_SAMPLE,)],
    "ET.15": [(w.DRAW, 3), (w.DRAWN_CORNER,), (w.DRAWN_INCOME,)],
    "ET.24": [
        *[(w.SIGNAL, source(w.SRC_COLOUR, c), 1) for c in (w.YELLOW, w.RED, w.BLUE)],
        (w.MAY, 1, 1),
        (w.PAY, w.EXOFOSSIL, 1),
        (w.SIGNAL, w.SRC_ANY, 1),
    ],
    "ET.25": [(w.MAY_REPEAT, 1, 1), (w.PAY, w.EXOFOSSIL, 1), (w.MOVE, 2), (w.LAND,)],
    "ET.40": [(w.SIGNAL, w.SRC_ANY, 2, w.SIGNAL_SAME_SECTOR)],
}


@pytest.mark.parametrize("label", EFFECTS)
def test_effects(tables: Tables, label: str) -> None:
    assert rows(tables, tables.record.cards[find_card(label)].effects) == EFFECTS[label]


def visit(mask: int, flags: int = 0) -> tuple[int, int, int]:
    return (1 << w.EV_VISIT, mask, flags)


THIS_TURN = {
    "19": (visit(w.ALL_PLANETS), w.THIS_TURN_EACH, [(w.MAY, 1, 1), (w.FORGO_PUBLICITY, 1), (w.MOVE, 1)], (w.MOVE, 2)),
    "20": (visit(1 << w.MERCURY), 0, [gain(w.SCORE, 4)], (w.MOVE, 2)),
    "25": (visit(w.ALL_PLANETS), w.THIS_TURN_EACH | w.THIS_TURN_DISTINCT, [gain(w.SCORE, 1)], (w.MOVE, 4)),
    "45": ((1 << w.EV_COMPLETES_SECTOR, 1, 0), 0, [gain(w.ENERGY, 1)], (w.SIGNAL, w.SRC_ROW, 2)),
    "124": (visit(1 << w.COMET), 0, [gain(w.SCORE, 4)], (w.MOVE, 2)),
    "ET.27": (visit(1 << w.OUMUAMUA), 0, [gain(w.EXOFOSSIL, 1)], (w.MOVE, 4)),
}


@pytest.mark.parametrize("label", THIS_TURN)
def test_this_turn(tables: Tables, label: str) -> None:
    awaited, flags, then, following = THIS_TURN[label]
    first, *others = rows(tables, tables.record.cards[find_card(label)].effects)
    assert event(tables, first[1]) == awaited
    assert (first[0], first[2], (*first, 0, 0)[3]) == (w.THIS_TURN, len(then), flags)
    assert others == [*then, following]


# the IF or EACH at a place of a card's program: opcode, count row, comparison, number, the row that follows
GUARDED = {
    "13": (1, w.IF, (w.C_LANDED, 1 << w.MARS | 1 << w.MERCURY, 1, 0), (w.CMP_AT_LEAST, 1), gain(w.SCORE, 4)),
    "17": (1, w.IF, (w.C_PICKED_ON, 1 << w.ASTEROIDS, 0, 0), (w.CMP_AT_LEAST, 1), gain(w.DATA, 2)),
    "18": (
        0,
        w.IF,
        (w.C_PROBE_ON, 1 << w.ASTEROIDS, -1, 0),
        (w.CMP_AT_LEAST, 1),
        (w.TRACE, w.TRACE_YELLOW, 1),
    ),
    "50": (1, w.EACH, (w.C_MARKED, -1, 0, 0), None, gain(w.SCORE, 2)),
    "52": (1, w.EACH, (w.C_MARKED, w.RED, 0, 0), None, gain(w.SCORE, 2)),
    "71": (2, w.EACH, (w.C_TECHS, 4, 0, 0), None, gain(w.SCORE, 2)),
    "72": (2, w.IF, (w.C_TECH_BY_OTHER, 0, 0, 0), (w.CMP_AT_LEAST, 1), gain(w.PUBLICITY, 2)),
    "74": (1, w.EACH, (w.C_SHOWN_CORNER, w.CORNER_MOVE, 0, 0), None, (w.MOVE, 1)),
    "75": (1, w.EACH, (w.C_TRACES, w.TRACES_MARKED_COLOUR, w.SCOPE_TOTAL, 0), None, gain(w.SCORE, 1)),
    "91": (0, w.EACH, (w.C_TUCKED, w.INCOME_ENERGY, 0, 0), None, gain(w.ENERGY, 1)),
    "108": (0, w.IF, (w.C_PUBLICITY, 0, 0, 0), (w.CMP_AT_LEAST, 8), (w.TRACE, w.TRACE_RED, 1)),
    "120": (1, w.IF, (w.C_SIGNALS_HERE, 0, 0, 0), (w.CMP_EXACTLY, 1), (w.RETURN_TO_HAND,)),
    "133": (1, w.EACH, (w.C_IN_EARTH_SECTOR, ALL_OTHER | 1 << w.COMET, 0, 0), None, (w.MOVE, 1)),
    "ET.11": (1, w.IF, (w.C_LAUNCHED_ANOMALY, 0, 0, 0), (w.CMP_AT_LEAST, 1), (w.MOVE, 1)),
    "ET.22": (1, w.IF, (w.C_MARKED, -2, 0, 0), (w.CMP_AT_LEAST, 1), gain(w.EXOFOSSIL, 1)),
    "ET.30": (1, w.IF, (w.C_LANDED, 1 << w.OUMUAMUA, 0, 0), (w.CMP_AT_LEAST, 1), gain(w.SCORE, 3)),
}


@pytest.mark.parametrize("label", GUARDED)
def test_if_and_each(tables: Tables, label: str) -> None:
    place, op, counted, compared, then = GUARDED[label]
    program = rows(tables, tables.record.cards[find_card(label)].effects)
    head = (*program[place], 0, 0)
    assert head[0] == op
    if op == w.IF:
        assert condition(tables, head[1]) == [(counted, *compared)]
        assert head[2] == 1
    else:
        assert count(tables, head[1]) == counted
    assert program[place + 1] == then


def figures(planet: int = -1, kinds: int = 3, flags: int = 0) -> tuple[int, int, int, int]:
    return (w.C_FIGURES, kinds, planet, flags)


# mission: terms of the condition, program of the gain
MISSIONS = {
    "10": (
        [(figures(w.NEPTUNE), w.CMP_AT_LEAST, 1), (figures(w.URANUS), w.CMP_AT_LEAST, 1)],
        [gain(w.SCORE, 5), (w.CARD, 1)],
    ),
    "31": ([(figures(-1, 2, w.FIGURES_NO_MOONS), w.CMP_AT_LEAST, 3)], [gain(w.CREDIT, 1)]),
    "39": ([((w.C_WINS, w.YELLOW, 0, 0), w.CMP_AT_LEAST, 2)], [gain(w.SCORE, 4), gain(w.PUBLICITY, 1)]),
    "51": ([((w.C_PUBLICITY, 0, 0, 0), w.CMP_AT_LEAST, 8)], [gain(w.SCORE, 3), (w.CARD, 1)]),
    "61": ([((w.C_SCORE, 0, 0, 0), w.CMP_AT_LEAST, 50)], [(w.INCOME, 1)]),
    "64": ([((w.C_TRACES, w.TRACE_BLUE, w.SCOPE_PER_SPECIES, 0), w.CMP_AT_LEAST, 1)], [gain(w.DATA, 2)]),
    "87": (
        [((w.C_PROBE_DISTANCE, w.EARTH, 0, 0), w.CMP_AT_LEAST, 5)],
        [gain(w.SCORE, 3), gain(w.ENERGY, 1)],
    ),
    "89": ([((w.C_HAND, 0, 0, 0), w.CMP_EXACTLY, 0)], [(w.CARD, 1)]),
    "95": (
        [((w.C_PROBE_ON, 1 << w.ASTEROIDS, w.EARTH, 0), w.CMP_AT_LEAST, 1)],
        [gain(w.SCORE, 5), (w.CARD, 1)],
    ),
    "102": (
        [((w.C_TRACES, w.TRACES_EACH_COLOUR, w.SCOPE_ONE_SPECIES, 0), w.CMP_AT_LEAST, 1)],
        [(w.TRACE, w.TRACE_ANY, 1, w.TRACE_THAT_SPECIES)],
    ),
    "103": ([((w.C_WINS, -1, 1, 0), w.CMP_AT_LEAST, 2)], [gain(w.SCORE, 9)]),
    "112": ([((w.C_BOTH_AT_PLANET, 0, 0, 0), w.CMP_AT_LEAST, 1)], [gain(w.SCORE, 3), gain(w.DATA, 1)]),
    "115": ([((w.C_TECHS, w.KIND_TELESCOPE, 0, 0), w.CMP_AT_LEAST, 3)], [gain(w.DATA, 1)]),
    "ET.7": ([((w.C_DELIVER, w.EARTH, 0, 0), w.CMP_AT_LEAST, 1)], [(w.SAMPLE, 2)]),
    "ET.8": (
        [((w.C_TRACES, w.TRACE_YELLOW, w.SCOPE_THIS_SPECIES, 0), w.CMP_AT_LEAST, 2)],
        [(w.COPY_SAMPLE, 1 << w.JUPITER | 1 << w.SATURN)],
    ),
    "ET.17": (
        [((w.C_TRACES, w.TRACES_EACH_COLOUR, w.SCOPE_THIS_SPECIES, 0), w.CMP_AT_LEAST, 1)],
        [gain(w.SCORE, 3), gain(w.PUBLICITY, 2)],
    ),
    "ET.21": ([((w.C_TRACES, w.TRACES_ANY, w.SCOPE_THIS_SPECIES, 1), w.CMP_AT_LEAST, 1)], [gain(w.DATA, 1)]),
    "ET.23": ([((w.C_EXOFOSSIL, 0, 0, 0), w.CMP_AT_LEAST, 3)], [(w.PAY, w.EXOFOSSIL, 2), gain(w.SCORE, 11)]),
}


@pytest.mark.parametrize("label", MISSIONS)
def test_missions(tables: Tables, label: str) -> None:
    when, reward = MISSIONS[label]
    card = tables.record.cards[find_card(label)]
    assert condition(tables, card.mission_when) == when
    assert rows(tables, card.mission_gain) == reward
    assert card.n_triggers == 0


TRIGGERS = {
    "1": [(visit(1 << w.JUPITER), [gain(w.DATA, 1)]), (visit(1 << w.SATURN), [gain(w.SCORE, 4)])],
    "76": [
        ((1 << w.EV_TECH, 1, 0), [gain(w.ENERGY, 1)]),
        ((1 << w.EV_TECH, 2, 0), [gain(w.PUBLICITY, 1)]),
        ((1 << w.EV_TECH, 4, 0), [(w.CARD, 1)]),
    ],
    "82": [
        ((1 << w.EV_ORBIT, w.ALL_ORBITED, 0), [gain(w.PUBLICITY, 2)]),
        ((1 << w.EV_LAND, w.ALL_ORBITED, 0), [gain(w.PUBLICITY, 2)]),
    ],
    "106": [
        ((1 << w.EV_PLAY_CARD, 1 << 1, 0), [gain(w.SCORE, 2)]),
        ((1 << w.EV_PLAY_CARD, 1 << 2, 0), [(w.CARD, 1)]),
        ((1 << w.EV_PLAY_CARD, 1 << 3, 0), [gain(w.PUBLICITY, 2)]),
    ],
    "117": [
        ((1 << w.EV_ORBIT | 1 << w.EV_LAND, w.ALL_ORBITED, 0), [(w.LAUNCH, 1)]),
        ((1 << w.EV_ORBIT | 1 << w.EV_LAND, w.ALL_ORBITED, 0), [gain(w.ENERGY, 1)]),
    ],
    "128": [
        (visit(ALL_OTHER), [gain(w.ENERGY, 1)]),
        (visit(ALL_OTHER), [gain(w.DATA, 1)]),
        (visit(ALL_OTHER), [(w.MOVE, 1)]),
    ],
    "129": [(visit(1 << w.ASTEROIDS, w.EVENT_OWN_TURN), [gain(w.DATA, 1)])] * 3,
    "138": [
        ((1 << w.EV_HAND_CORNER, w.CORNER_PUBLICITY, 0), [gain(w.PUBLICITY, 1)]),
        ((1 << w.EV_HAND_CORNER, w.CORNER_DATA, 0), [gain(w.DATA, 1)]),
        ((1 << w.EV_HAND_CORNER, w.CORNER_MOVE, 0), [(w.MOVE, 1)]),
    ],
    "902": [
        ((1 << w.EV_ORBIT | 1 << w.EV_LAND | 1 << w.EV_PLAY_FLAVOUR_MARS, 1 << w.MARS, 0), [gain(w.PUBLICITY, 2)]),
        ((1 << w.EV_ORBIT | 1 << w.EV_LAND | 1 << w.EV_PLAY_FLAVOUR_MARS, 1 << w.MARS, 0), [gain(w.SCORE, 5)]),
    ],
    "ET.29": [
        ((1 << w.EV_TRACE, 7, 0), [gain(w.DATA, 1)]),
        ((1 << w.EV_TRACE, 7, 0), [gain(w.PUBLICITY, 1)]),
        ((1 << w.EV_TRACE, 7, 0), [gain(w.SCORE, 3)]),
    ],
}


@pytest.mark.parametrize("label", TRIGGERS)
def test_triggers(tables: Tables, label: str) -> None:
    card = tables.record.cards[find_card(label)]
    found = [(event(tables, one.event), rows(tables, one.gain)) for one in card.triggers[: card.n_triggers]]
    assert found == TRIGGERS[label]
    assert card.mission_when == -1
    assert all(one.event == -1 for one in card.triggers[card.n_triggers :])


def test_identical_trigger_rewards_share_a_program(tables: Tables) -> None:
    first, second, third = tables.record.cards[find_card("129")].triggers
    assert first == second == third
    publicity = {one.gain for one in tables.record.cards[find_card("94")].triggers}
    assert publicity == {tables.record.cards[find_card("82")].triggers[0].gain}


ENDGAMES = {
    "12": [(w.EACH, figures(w.JUPITER), gain(w.SCORE, 3))],
    "38": [(w.EACH, (w.C_WINS, w.RED, 0, 0), gain(w.SCORE, 3))],
    "86": [(w.EACH, (w.C_SIGNALS_SECTORS, 0, 0, 0), gain(w.SCORE, 1))],
    "ET.5": [(w.EACH, (w.C_TRACES, w.TRACES_ANY, w.SCOPE_THIS_SPECIES, 0), gain(w.SCORE, 1))],
}


@pytest.mark.parametrize("label", ENDGAMES)
def test_endgame(tables: Tables, label: str) -> None:
    card = tables.record.cards[find_card(label)]
    head, line = rows(tables, card.endgame)
    assert card.has_endgame == 1
    assert [(head[0], count(tables, (*head, 0)[1]), line)] == ENDGAMES[label]


def test_endgame_conditions(tables: Tables) -> None:
    head, line = rows(tables, tables.record.cards[find_card("127")].endgame)
    assert condition(tables, head[1]) == [((w.C_PROBE_ON, 1 << w.ASTEROIDS, -1, 0), w.CMP_AT_LEAST, 1)]
    assert line == gain(w.SCORE, 13)
    assert rows(tables, tables.record.cards[find_card("113")].endgame) == [(w.GOLD_UNMARKED,)]


def test_numbers_of_cards(tables: Tables) -> None:
    card = tables.record.cards[find_card("39")]
    assert (card.cost, card.sector, card.income, card.corner) == (2, w.BLUE, w.INCOME_CARD, w.CORNER_MOVE)
    assert rows(tables, card.corner_program) == [(w.MOVE, 1)]
    card = tables.record.cards[find_card("ET.3")]
    assert (card.species, card.cost, card.cost_energy, card.sector) == (w.MASCAMITES, 1, 0, w.YELLOW)
    assert card.corner == w.CORNER_SCORE | w.CORNER_DATA
    assert rows(tables, card.corner_program) == [gain(w.SCORE, 1), gain(w.DATA, 1)]


def test_centaurian_messages(tables: Tables) -> None:
    card = tables.record.cards[find_card("ET.37")]
    assert (card.cost, card.cost_energy, card.message_ahead) == (2, 1, 15)
    assert rows(tables, card.message_later) == [gain(w.CREDIT, 1), (w.TRACE, w.TRACE_ANY, 1)]
    assert rows(tables, tables.record.cards[find_card("ET.31")].message_later) == [(w.INCOME_SELF,)]


def test_exertian_cards(tables: Tables) -> None:
    card = tables.record.cards[find_card("ET.50")]
    assert condition(tables, card.exertian_when) == [(figures(-1, 3, w.FIGURES_SAME_PLANET), w.CMP_AT_LEAST, 3)]
    assert (card.points, card.danger, card.sector, card.income, card.effects) == (10, 2, -1, -1, 0)
    other = condition(tables, tables.record.cards[find_card("ET.53")].exertian_when)
    assert other == [((w.C_TRACES, w.TRACES_ANY, w.SCOPE_OTHER_SPECIES, 0), w.CMP_AT_LEAST, 6)]
    missions = condition(tables, tables.record.cards[find_card("ET.55")].exertian_when)
    assert missions == [((w.C_MISSIONS, 0, 0, 0), w.CMP_AT_LEAST, 5)]


def test_flavour_of_mars(tables: Tables) -> None:
    labels = ["13", "14", "22", "34", "76", "84", "85", "119", "ET.4"]
    flagged = {number for number, card in enumerate(tables.record.cards) if card.flavour_mars}
    assert flagged == {find_card(label) for label in labels}
