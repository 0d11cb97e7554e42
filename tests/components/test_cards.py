"""Compiled programs of single cards, written out by hand from the printed cards."""

import pytest

from seti_sim.components import opcodes
from seti_sim.components.loader import Tables
from seti_sim.components.show import find_card

ALL_OTHER = opcodes.ALL_PLANETS & ~(1 << opcodes.EARTH)


def rows(tables: Tables, program: int) -> list[tuple[int, ...]]:
    """The instructions of a program, trailing zeros cut off."""
    result: list[tuple[int, ...]] = []
    for row in tables.record.program[program:].tolist():
        if row[0] == opcodes.END:
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
    return (opcodes.GAIN, resource, amount)


def source(kind: int, argument: int = 0) -> int:
    return kind + 16 * argument


EFFECTS = {
    "1": [],
    "9": [(opcodes.LAUNCH, 2, 1), gain(opcodes.PUBLICITY, 1)],
    "11": [(opcodes.CARD, 1), (opcodes.CORNER_LAST,)],
    "12": [(opcodes.LAND, opcodes.LAND_ANY_MOON)],
    "15": [
        (opcodes.DO, 1, 3),
        (opcodes.REMOVE_ORBITER, 1),
        gain(opcodes.SCORE, 3),
        gain(opcodes.DATA, 1),
        (opcodes.CARD, 1),
    ],
    "16": [(opcodes.LAND, opcodes.LAND_OCCUPIED)],
    "26": [(opcodes.NO_ASTEROID_COST,), (opcodes.MOVE, 2)],
    "28": [(opcodes.MOVE, 1), (opcodes.SIGNAL, opcodes.SRC_OWN_PROBE, 2, opcodes.SIGNAL_SAME_SECTOR)],
    "29": [
        (opcodes.MOVE, 1),
        (opcodes.SIGNAL, opcodes.SRC_OWN_PROBE, 1, opcodes.SIGNAL_SAME_SECTOR | opcodes.SIGNAL_WITH_NEIGHBORS),
    ],
    "30": [(opcodes.SIGNAL, opcodes.SRC_ANY_PROBE, 3, opcodes.SIGNAL_UP_TO)],
    "39": [(opcodes.SIGNAL, source(opcodes.SRC_STAR, 6), 2)],
    "32": [(opcodes.SIGNAL, source(opcodes.SRC_PLANET, opcodes.MERCURY), 2)],
    "48": [(opcodes.MOVE, 1), (opcodes.SIGNAL, source(opcodes.SRC_COLOUR, opcodes.RED), 1)],
    "67": [gain(opcodes.PUBLICITY, 1), (opcodes.ROTATE,), (opcodes.TECH, 2), (opcodes.SIGNAL, opcodes.SRC_HAND, 1)],
    "73": [(opcodes.CORNER_ROW, 3)],
    "81": [(opcodes.TECH, 7, opcodes.TECH_BY_OTHER | opcodes.TECH_NO_TILE_BONUS)],
    "83": [gain(opcodes.PUBLICITY, 1), (opcodes.SIGNAL, source(opcodes.SRC_PLANET, opcodes.EARTH), 2)],
    "84": [(opcodes.DO, 1, 1), (opcodes.REMOVE_LANDER, 1), (opcodes.TRACE, opcodes.TRACE_YELLOW, 1)],
    "89": [(opcodes.DRAW, 3)],
    "98": [(opcodes.TRACE, opcodes.TRACE_RED, 1, opcodes.TRACE_WHERE_SAME)],
    "118": [(opcodes.SIGNAL, opcodes.SRC_OWN_PROBE, 3, opcodes.SIGNAL_SAME_SECTOR | opcodes.SIGNAL_NO_DATA)],
    "122": [(opcodes.SIGNAL, opcodes.SRC_DECK, 3)],
    "126": [(opcodes.ROTATE,), (opcodes.TECH, 0b011)],
    "136": [
        (opcodes.SIGNAL, source(opcodes.SRC_COLOUR, c), 1, opcodes.SIGNAL_NO_DATA)
        for c in (opcodes.YELLOW, opcodes.RED, opcodes.BLUE, opcodes.BLACK)
    ],
    "901": [(opcodes.PLUTO,)],
    "ET.3": [(opcodes.OR, 1, 1), (opcodes.ORBIT,), (opcodes.LAND,), (opcodes.COLLECT_SAMPLE,)],
    "ET.5": [(opcodes.COPY_SAMPLE,)],
    "ET.15": [(opcodes.DRAW, 3), (opcodes.DRAWN_CORNER,), (opcodes.DRAWN_INCOME,)],
    "ET.24": [
        *[(opcodes.SIGNAL, source(opcodes.SRC_COLOUR, c), 1) for c in (opcodes.YELLOW, opcodes.RED, opcodes.BLUE)],
        (opcodes.MAY, 1, 1),
        (opcodes.PAY, opcodes.EXOFOSSIL, 1),
        (opcodes.SIGNAL, opcodes.SRC_ANY, 1),
    ],
    "ET.25": [(opcodes.MAY_REPEAT, 1, 1), (opcodes.PAY, opcodes.EXOFOSSIL, 1), (opcodes.MOVE, 2), (opcodes.LAND,)],
    "ET.40": [(opcodes.SIGNAL, opcodes.SRC_ANY, 2, opcodes.SIGNAL_SAME_SECTOR)],
}


@pytest.mark.parametrize("label", EFFECTS)
def test_effects(tables: Tables, label: str) -> None:
    assert rows(tables, tables.record.cards[find_card(label)].effects) == EFFECTS[label]


def visit(mask: int, flags: int = 0) -> tuple[int, int, int]:
    return (1 << opcodes.EV_VISIT, mask, flags)


THIS_TURN = {
    "19": (
        visit(opcodes.ALL_PLANETS),
        opcodes.THIS_TURN_EACH,
        [(opcodes.MAY, 1, 1), (opcodes.FORGO_PUBLICITY, 1), (opcodes.MOVE, 1)],
        (opcodes.MOVE, 2),
    ),
    "20": (visit(1 << opcodes.MERCURY), 0, [gain(opcodes.SCORE, 4)], (opcodes.MOVE, 2)),
    "25": (
        visit(opcodes.ALL_PLANETS),
        opcodes.THIS_TURN_EACH | opcodes.THIS_TURN_DISTINCT,
        [gain(opcodes.SCORE, 1)],
        (opcodes.MOVE, 4),
    ),
    "45": (
        (1 << opcodes.EV_COMPLETES_SECTOR, 1, 0),
        0,
        [gain(opcodes.ENERGY, 1)],
        (opcodes.SIGNAL, opcodes.SRC_ROW, 2),
    ),
    "124": (visit(1 << opcodes.COMET), 0, [gain(opcodes.SCORE, 4)], (opcodes.MOVE, 2)),
    "ET.27": (visit(1 << opcodes.OUMUAMUA), 0, [gain(opcodes.EXOFOSSIL, 1)], (opcodes.MOVE, 4)),
}


@pytest.mark.parametrize("label", THIS_TURN)
def test_this_turn(tables: Tables, label: str) -> None:
    awaited, flags, then, following = THIS_TURN[label]
    first, *others = rows(tables, tables.record.cards[find_card(label)].effects)
    assert event(tables, first[1]) == awaited
    assert (first[0], first[2], (*first, 0, 0)[3]) == (opcodes.THIS_TURN, len(then), flags)
    assert others == [*then, following]


# the IF or EACH at a place of a card's program: opcode, count row, comparison, number, the row that follows
GUARDED = {
    "13": (
        1,
        opcodes.IF,
        (opcodes.C_LANDED, 1 << opcodes.MARS | 1 << opcodes.MERCURY, 1, 0),
        (opcodes.CMP_AT_LEAST, 1),
        gain(opcodes.SCORE, 4),
    ),
    "17": (
        1,
        opcodes.IF,
        (opcodes.C_PICKED_ON, 1 << opcodes.ASTEROIDS, 0, 0),
        (opcodes.CMP_AT_LEAST, 1),
        gain(opcodes.DATA, 2),
    ),
    "18": (
        0,
        opcodes.IF,
        (opcodes.C_PROBE_ON, 1 << opcodes.ASTEROIDS, -1, 0),
        (opcodes.CMP_AT_LEAST, 1),
        (opcodes.TRACE, opcodes.TRACE_YELLOW, 1),
    ),
    "50": (1, opcodes.EACH, (opcodes.C_MARKED, -1, 0, 0), None, gain(opcodes.SCORE, 2)),
    "52": (1, opcodes.EACH, (opcodes.C_MARKED, opcodes.RED, 0, 0), None, gain(opcodes.SCORE, 2)),
    "71": (2, opcodes.EACH, (opcodes.C_TECHS, 4, 0, 0), None, gain(opcodes.SCORE, 2)),
    "72": (2, opcodes.IF, (opcodes.C_TECH_BY_OTHER, 0, 0, 0), (opcodes.CMP_AT_LEAST, 1), gain(opcodes.PUBLICITY, 2)),
    "74": (1, opcodes.EACH, (opcodes.C_SHOWN_CORNER, opcodes.CORNER_MOVE, 0, 0), None, (opcodes.MOVE, 1)),
    "75": (
        1,
        opcodes.EACH,
        (opcodes.C_TRACES, opcodes.TRACES_MARKED_COLOUR, opcodes.SCOPE_TOTAL, 0),
        None,
        gain(opcodes.SCORE, 1),
    ),
    "91": (0, opcodes.EACH, (opcodes.C_TUCKED, opcodes.INCOME_ENERGY, 0, 0), None, gain(opcodes.ENERGY, 1)),
    "108": (
        0,
        opcodes.IF,
        (opcodes.C_PUBLICITY, 0, 0, 0),
        (opcodes.CMP_AT_LEAST, 8),
        (opcodes.TRACE, opcodes.TRACE_RED, 1),
    ),
    "120": (1, opcodes.IF, (opcodes.C_SIGNALS_HERE, 0, 0, 0), (opcodes.CMP_EXACTLY, 1), (opcodes.RETURN_TO_HAND,)),
    "133": (
        1,
        opcodes.EACH,
        (opcodes.C_IN_EARTH_SECTOR, ALL_OTHER | 1 << opcodes.COMET, 0, 0),
        None,
        (opcodes.MOVE, 1),
    ),
    "ET.11": (1, opcodes.IF, (opcodes.C_LAUNCHED_ANOMALY, 0, 0, 0), (opcodes.CMP_AT_LEAST, 1), (opcodes.MOVE, 1)),
    "ET.22": (1, opcodes.IF, (opcodes.C_MARKED, -2, 0, 0), (opcodes.CMP_AT_LEAST, 1), gain(opcodes.EXOFOSSIL, 1)),
    "ET.30": (
        1,
        opcodes.IF,
        (opcodes.C_LANDED, 1 << opcodes.OUMUAMUA, 0, 0),
        (opcodes.CMP_AT_LEAST, 1),
        gain(opcodes.SCORE, 3),
    ),
}


@pytest.mark.parametrize("label", GUARDED)
def test_if_and_each(tables: Tables, label: str) -> None:
    place, op, counted, compared, then = GUARDED[label]
    program = rows(tables, tables.record.cards[find_card(label)].effects)
    head = (*program[place], 0, 0)
    assert head[0] == op
    if op == opcodes.IF:
        assert condition(tables, head[1]) == [(counted, *compared)]
        assert head[2] == 1
    else:
        assert count(tables, head[1]) == counted
    assert program[place + 1] == then


def figures(planet: int = -1, kinds: int = 3, flags: int = 0) -> tuple[int, int, int, int]:
    return (opcodes.C_FIGURES, kinds, planet, flags)


# mission: terms of the condition, program of the gain
MISSIONS = {
    "10": (
        [(figures(opcodes.NEPTUNE), opcodes.CMP_AT_LEAST, 1), (figures(opcodes.URANUS), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.SCORE, 5), (opcodes.CARD, 1)],
    ),
    "31": ([(figures(-1, 2, opcodes.FIGURES_NO_MOONS), opcodes.CMP_AT_LEAST, 3)], [gain(opcodes.CREDIT, 1)]),
    "39": (
        [((opcodes.C_WINS, opcodes.YELLOW, 0, 0), opcodes.CMP_AT_LEAST, 2)],
        [gain(opcodes.SCORE, 4), gain(opcodes.PUBLICITY, 1)],
    ),
    "51": ([((opcodes.C_PUBLICITY, 0, 0, 0), opcodes.CMP_AT_LEAST, 8)], [gain(opcodes.SCORE, 3), (opcodes.CARD, 1)]),
    "61": ([((opcodes.C_SCORE, 0, 0, 0), opcodes.CMP_AT_LEAST, 50)], [(opcodes.INCOME, 1)]),
    "64": (
        [((opcodes.C_TRACES, opcodes.TRACE_BLUE, opcodes.SCOPE_PER_SPECIES, 0), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.DATA, 2)],
    ),
    "87": (
        [((opcodes.C_PROBE_DISTANCE, opcodes.EARTH, 0, 0), opcodes.CMP_AT_LEAST, 5)],
        [gain(opcodes.SCORE, 3), gain(opcodes.ENERGY, 1)],
    ),
    "89": ([((opcodes.C_HAND, 0, 0, 0), opcodes.CMP_EXACTLY, 0)], [(opcodes.CARD, 1)]),
    "95": (
        [((opcodes.C_PROBE_ON, 1 << opcodes.ASTEROIDS, opcodes.EARTH, 0), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.SCORE, 5), (opcodes.CARD, 1)],
    ),
    "102": (
        [((opcodes.C_TRACES, opcodes.TRACES_EACH_COLOUR, opcodes.SCOPE_ONE_SPECIES, 0), opcodes.CMP_AT_LEAST, 1)],
        [(opcodes.TRACE, opcodes.TRACE_ANY, 1, opcodes.TRACE_THAT_SPECIES)],
    ),
    "103": ([((opcodes.C_WINS, -1, 1, 0), opcodes.CMP_AT_LEAST, 2)], [gain(opcodes.SCORE, 9)]),
    "112": (
        [((opcodes.C_BOTH_AT_PLANET, 0, 0, 0), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.SCORE, 3), gain(opcodes.DATA, 1)],
    ),
    "115": ([((opcodes.C_TECHS, opcodes.KIND_TELESCOPE, 0, 0), opcodes.CMP_AT_LEAST, 3)], [gain(opcodes.DATA, 1)]),
    "ET.7": ([((opcodes.C_DELIVER, opcodes.EARTH, 0, 0), opcodes.CMP_AT_LEAST, 1)], [(opcodes.SAMPLE, 2)]),
    "ET.8": (
        [((opcodes.C_TRACES, opcodes.TRACE_YELLOW, opcodes.SCOPE_THIS_SPECIES, 0), opcodes.CMP_AT_LEAST, 2)],
        [(opcodes.COPY_SAMPLE, 1 << opcodes.JUPITER | 1 << opcodes.SATURN)],
    ),
    "ET.17": (
        [((opcodes.C_TRACES, opcodes.TRACES_EACH_COLOUR, opcodes.SCOPE_THIS_SPECIES, 0), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.SCORE, 3), gain(opcodes.PUBLICITY, 2)],
    ),
    "ET.21": (
        [((opcodes.C_TRACES, opcodes.TRACES_ANY, opcodes.SCOPE_THIS_SPECIES, 1), opcodes.CMP_AT_LEAST, 1)],
        [gain(opcodes.DATA, 1)],
    ),
    "ET.23": (
        [((opcodes.C_EXOFOSSIL, 0, 0, 0), opcodes.CMP_AT_LEAST, 3)],
        [(opcodes.PAY, opcodes.EXOFOSSIL, 2), gain(opcodes.SCORE, 11)],
    ),
}


@pytest.mark.parametrize("label", MISSIONS)
def test_missions(tables: Tables, label: str) -> None:
    when, reward = MISSIONS[label]
    card = tables.record.cards[find_card(label)]
    assert condition(tables, card.mission_when) == when
    assert rows(tables, card.mission_gain) == reward
    assert card.n_triggers == 0


TRIGGERS = {
    "1": [
        (visit(1 << opcodes.JUPITER), [gain(opcodes.DATA, 1)]),
        (visit(1 << opcodes.SATURN), [gain(opcodes.SCORE, 4)]),
    ],
    "76": [
        ((1 << opcodes.EV_TECH, 1, 0), [gain(opcodes.ENERGY, 1)]),
        ((1 << opcodes.EV_TECH, 2, 0), [gain(opcodes.PUBLICITY, 1)]),
        ((1 << opcodes.EV_TECH, 4, 0), [(opcodes.CARD, 1)]),
    ],
    "82": [
        ((1 << opcodes.EV_ORBIT, opcodes.ALL_ORBITED, 0), [gain(opcodes.PUBLICITY, 2)]),
        ((1 << opcodes.EV_LAND, opcodes.ALL_ORBITED, 0), [gain(opcodes.PUBLICITY, 2)]),
    ],
    "106": [
        ((1 << opcodes.EV_PLAY_CARD, 1 << 1, 0), [gain(opcodes.SCORE, 2)]),
        ((1 << opcodes.EV_PLAY_CARD, 1 << 2, 0), [(opcodes.CARD, 1)]),
        ((1 << opcodes.EV_PLAY_CARD, 1 << 3, 0), [gain(opcodes.PUBLICITY, 2)]),
    ],
    "117": [
        ((1 << opcodes.EV_ORBIT | 1 << opcodes.EV_LAND, opcodes.ALL_ORBITED, 0), [(opcodes.LAUNCH, 1)]),
        ((1 << opcodes.EV_ORBIT | 1 << opcodes.EV_LAND, opcodes.ALL_ORBITED, 0), [gain(opcodes.ENERGY, 1)]),
    ],
    "128": [
        (visit(ALL_OTHER), [gain(opcodes.ENERGY, 1)]),
        (visit(ALL_OTHER), [gain(opcodes.DATA, 1)]),
        (visit(ALL_OTHER), [(opcodes.MOVE, 1)]),
    ],
    "129": [(visit(1 << opcodes.ASTEROIDS, opcodes.EVENT_OWN_TURN), [gain(opcodes.DATA, 1)])] * 3,
    "138": [
        ((1 << opcodes.EV_HAND_CORNER, opcodes.CORNER_PUBLICITY, 0), [gain(opcodes.PUBLICITY, 1)]),
        ((1 << opcodes.EV_HAND_CORNER, opcodes.CORNER_DATA, 0), [gain(opcodes.DATA, 1)]),
        ((1 << opcodes.EV_HAND_CORNER, opcodes.CORNER_MOVE, 0), [(opcodes.MOVE, 1)]),
    ],
    "902": [
        (
            (1 << opcodes.EV_ORBIT | 1 << opcodes.EV_LAND | 1 << opcodes.EV_PLAY_FLAVOUR_MARS, 1 << opcodes.MARS, 0),
            [gain(opcodes.PUBLICITY, 2)],
        ),
        (
            (1 << opcodes.EV_ORBIT | 1 << opcodes.EV_LAND | 1 << opcodes.EV_PLAY_FLAVOUR_MARS, 1 << opcodes.MARS, 0),
            [gain(opcodes.SCORE, 5)],
        ),
    ],
    "ET.29": [
        ((1 << opcodes.EV_TRACE, 7, 0), [gain(opcodes.DATA, 1)]),
        ((1 << opcodes.EV_TRACE, 7, 0), [gain(opcodes.PUBLICITY, 1)]),
        ((1 << opcodes.EV_TRACE, 7, 0), [gain(opcodes.SCORE, 3)]),
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
    "12": [(opcodes.EACH, figures(opcodes.JUPITER), gain(opcodes.SCORE, 3))],
    "38": [(opcodes.EACH, (opcodes.C_WINS, opcodes.RED, 0, 0), gain(opcodes.SCORE, 3))],
    "86": [(opcodes.EACH, (opcodes.C_SIGNALS_SECTORS, 0, 0, 0), gain(opcodes.SCORE, 1))],
    "ET.5": [
        (opcodes.EACH, (opcodes.C_TRACES, opcodes.TRACES_ANY, opcodes.SCOPE_THIS_SPECIES, 0), gain(opcodes.SCORE, 1))
    ],
}


@pytest.mark.parametrize("label", ENDGAMES)
def test_endgame(tables: Tables, label: str) -> None:
    card = tables.record.cards[find_card(label)]
    head, line = rows(tables, card.endgame)
    assert card.has_endgame == 1
    assert [(head[0], count(tables, (*head, 0)[1]), line)] == ENDGAMES[label]


def test_endgame_conditions(tables: Tables) -> None:
    head, line = rows(tables, tables.record.cards[find_card("127")].endgame)
    assert condition(tables, head[1]) == [
        ((opcodes.C_PROBE_ON, 1 << opcodes.ASTEROIDS, -1, 0), opcodes.CMP_AT_LEAST, 1)
    ]
    assert line == gain(opcodes.SCORE, 13)
    assert rows(tables, tables.record.cards[find_card("113")].endgame) == [(opcodes.GOLD_UNMARKED,)]


def test_numbers_of_cards(tables: Tables) -> None:
    card = tables.record.cards[find_card("39")]
    assert (card.cost, card.sector, card.income, card.corner) == (
        2,
        opcodes.BLUE,
        opcodes.INCOME_CARD,
        opcodes.CORNER_MOVE,
    )
    assert rows(tables, card.corner_program) == [(opcodes.MOVE, 1)]
    card = tables.record.cards[find_card("ET.3")]
    assert (card.species, card.cost, card.cost_energy, card.sector) == (opcodes.MASCAMITES, 1, 0, opcodes.YELLOW)
    assert card.corner == opcodes.CORNER_SCORE | opcodes.CORNER_DATA
    assert rows(tables, card.corner_program) == [gain(opcodes.SCORE, 1), gain(opcodes.DATA, 1)]


def test_centaurian_messages(tables: Tables) -> None:
    card = tables.record.cards[find_card("ET.37")]
    assert (card.cost, card.cost_energy, card.message_ahead) == (2, 1, 15)
    assert rows(tables, card.message_later) == [gain(opcodes.CREDIT, 1), (opcodes.TRACE, opcodes.TRACE_ANY, 1)]
    assert rows(tables, tables.record.cards[find_card("ET.31")].message_later) == [(opcodes.INCOME_SELF,)]


def test_exertian_cards(tables: Tables) -> None:
    card = tables.record.cards[find_card("ET.50")]
    assert condition(tables, card.exertian_when) == [
        (figures(-1, 3, opcodes.FIGURES_SAME_PLANET), opcodes.CMP_AT_LEAST, 3)
    ]
    assert (card.points, card.danger, card.sector, card.income, card.effects) == (10, 2, -1, -1, 0)
    other = condition(tables, tables.record.cards[find_card("ET.53")].exertian_when)
    assert other == [((opcodes.C_TRACES, opcodes.TRACES_ANY, opcodes.SCOPE_OTHER_SPECIES, 0), opcodes.CMP_AT_LEAST, 6)]
    missions = condition(tables, tables.record.cards[find_card("ET.55")].exertian_when)
    assert missions == [((opcodes.C_MISSIONS, 0, 0, 0), opcodes.CMP_AT_LEAST, 5)]


def test_flavour_of_mars(tables: Tables) -> None:
    labels = ["13", "14", "22", "34", "76", "84", "85", "119", "ET.4"]
    flagged = {number for number, card in enumerate(tables.record.cards) if card.flavour_mars}
    assert flagged == {find_card(label) for label in labels}
