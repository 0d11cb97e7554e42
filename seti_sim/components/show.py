"""What is in the box, as plain text for people: read back out of the compiled tables, not out of the files."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from seti_sim.components import explain_words as ew
from seti_sim.components import forms, opcodes
from seti_sim.components import tables as t
from seti_sim.components.explain import explain_effect, explain_event, explain_sequence, sentence
from seti_sim.components.explain_counts import explain_condition, explain_count
from seti_sim.components.loader import Tables, card_label, unsupported
from seti_sim.components.rulings import RULINGS
from seti_sim.components.schema_base import ComponentError

NOTHING: Final = "-"
TEXT_WIDTH: Final = 100


# ------------------------------------------------------------------ cards
def show_cards(tables: Tables) -> str:
    """One line for every card."""
    header = ("id", "name", "cost", "sector", "income", "corner", "text")
    rows = [_card_row(tables, number) for number in range(t.N_CARDS)]
    return _table([header, *rows])


def show_card(tables: Tables, label: str) -> str:
    """One card in the notation and in English. Raises ComponentError for an id that is not in the box."""
    number = find_card(label)
    row = tables.record.cards[number]
    facts = [
        f"{key} {value}" for key, value in zip(_FACTS, _card_facts(tables, number), strict=True) if value != NOTHING
    ]
    where = f"{ew.title(opcodes.SPECIES[row.species])} card" if row.species >= 0 else "main deck"
    lines = [f"{card_label(number)} {tables.names.cards[number]} ({where})", ", ".join(facts) or "not a hand card", ""]
    lines += [f"  {text}" for text in _card_notation(tables, row)]
    lines += ["", *_card_sentences(tables, row)]
    if not row.supported:
        lines += ["", "This card cannot be played yet."]
    return "\n".join(lines)


def find_card(label: str) -> int:
    """The number of a card by what is printed on it: 1-138, 901, 902, ET.1 to ET.55. Raises ComponentError."""
    wanted = label.strip().upper()
    for number in range(t.N_CARDS):
        if card_label(number) == wanted:
            return number
    raise ComponentError(f'no card "{label}": the ids are 1-{t.N_MAIN_CARDS}, 901, 902 and ET.1-ET.{t.N_SPECIES_CARDS}')


_FACTS: Final = ("cost", "sector", "income", "corner")


def _card_facts(tables: Tables, number: int) -> tuple[str, str, str, str]:
    """Cost, sector, income and corner of a card."""
    row = tables.record.cards[number]
    if row.exertian_when >= 0:
        return NOTHING, NOTHING, NOTHING, NOTHING
    cost = ew.amount(opcodes.ENERGY if row.cost_energy else opcodes.CREDIT, int(row.cost))
    corner = ", ".join(tables.reader.program_texts(row.corner_program))
    return cost, opcodes.SECTOR_COLOURS[row.sector], opcodes.INCOMES[row.income], corner


def _card_row(tables: Tables, number: int) -> tuple[str, ...]:
    """A card as a row of the list."""
    text = " | ".join(_card_notation(tables, tables.record.cards[number]))
    shortened = text if len(text) <= TEXT_WIDTH else text[: TEXT_WIDTH - 3] + "..."
    return card_label(number), tables.names.cards[number], *_card_facts(tables, number), shortened


def _card_notation(tables: Tables, row: Any) -> list[str]:
    """The text of a card in the notation, one line per part."""
    reader = tables.reader
    lines = reader.program_texts(row.effects)
    if row.mission_when >= 0:
        lines.append(f"mission {reader.condition_text(row.mission_when)}: {_effects(tables, row.mission_gain)}")
    for trigger in row.triggers[: row.n_triggers]:
        lines.append(f"trigger {reader.event_text(trigger.event)}: {_effects(tables, trigger.gain)}")
    lines += [f"endgame {text}" for text in reader.program_texts(row.endgame)]
    if row.message_ahead:
        lines.append(f"message ahead {row.message_ahead}: {_effects(tables, row.message_later)}")
    if row.exertian_when >= 0:
        lines.append(f"{reader.condition_text(row.exertian_when)}: score {row.points}, danger {row.danger}")
    return lines


def _card_sentences(tables: Tables, row: Any) -> list[str]:
    """The text of a card in English, one sentence per part."""
    reader = tables.reader
    lines = [sentence(explain_effect(effect)) for effect in reader.program(row.effects)]
    if row.mission_when >= 0:
        when = explain_condition(reader.condition(row.mission_when))
        lines.append(f"Mission: when {when}, {_english(tables, row.mission_gain)}.")
    for trigger in row.triggers[: row.n_triggers]:
        event = explain_event(reader.event(trigger.event))
        lines.append(f"Mission: once, when {event}, {_english(tables, trigger.gain)}.")
    lines += [f"End of the game: {explain_effect(effect)}." for effect in reader.program(row.endgame)]
    if row.message_ahead:
        later = _english(tables, row.message_later)
        lines.append(f"Later, when your score has grown by {row.message_ahead} points, {later}.")
    if row.exertian_when >= 0:
        when = explain_condition(reader.condition(row.exertian_when))
        lines.append(f"End of the game, if played: {ew.amount(opcodes.SCORE, int(row.points))} if {when}.")
        lines.append(f"Danger {row.danger} for whoever has played it.")
    return lines


# ------------------------------------------------------------------ boards
def show_planets(tables: Tables) -> str:
    """Planets and moons with what orbiting and landing give."""
    header = ("place", "orbit", "first orbiter", "land", "first landers")
    rows: list[Sequence[str]] = [header]
    for number, planet in enumerate(tables.record.planets):
        if not planet.is_planet:
            continue
        landers = " | ".join(_effects(tables, gain) for gain in planet.first_land[: planet.n_first_land])
        first = _effects(tables, planet.first_orbit)
        gains = _effects(tables, planet.orbit), first, _effects(tables, planet.land), landers
        rows.append((ew.title(opcodes.PLANETS[number]), *gains))
        for moon in range(planet.first_moon, planet.first_moon + planet.n_moons):
            name = ew.title(tables.names.moons[moon])
            rows.append((f"  {name}", NOTHING, NOTHING, _effects(tables, tables.record.moons[moon].land), NOTHING))
    return _table(rows)


def show_techs(tables: Tables) -> str:
    """Technologies with their gains and lasting effects; computer technologies with the gains of their two spaces."""
    rows: list[Sequence[str]] = [("technology", "once", "upper space", "lower space", "lasting")]
    for name, tech in zip(tables.names.techs, tables.record.techs, strict=True):
        gains = (_effects(tables, program) for program in (tech.also, tech.top, tech.lower))
        numbers = [int(tables.record[field]) for field in forms.TECH_NUMBERS.get(name, ())]
        rows.append((name, *gains, forms.tech_text(name, numbers) or NOTHING))
    tiles = " | ".join(_effects(tables, program) for program in tables.record.tile_gains)
    first = _effects(tables, tables.record.first_taken_gain)
    return f"{_table(rows)}\n\nOne tile of each stack with: {tiles}\nFirst tile of a stack: {first}"


def show_sectors(tables: Tables) -> str:
    """Stars with colour, data and gains."""
    rows: list[Sequence[str]] = [("star", "colour", "data", "first win", "later wins", "by position")]
    for name, slot in zip(tables.names.stars, tables.record.slots[: t.N_STARS], strict=True):
        wins = _effects(tables, slot.first_win), _effects(tables, slot.later_win)
        rows.append(
            (ew.title(name), opcodes.SECTOR_COLOURS[slot.colour], str(slot.capacity), *wins, _positions(tables, slot))
        )
    tile = tables.record.slots[t.TILE]
    gain = f"every owner of a marker: {_effects(tables, tile.first_win)}"
    rows.append(("Oumuamua tile", NOTHING, str(tile.capacity), gain, NOTHING, _positions(tables, tile)))
    return _table(rows)


def _positions(tables: Tables, slot: Any) -> str:
    """What markers gain by the position they take."""
    gains = [f"{i}: {_effects(tables, gain)}" for i, gain in enumerate(slot.position_gain, start=1) if gain]
    return "; ".join(gains) or NOTHING


def show_species(tables: Tables) -> str:
    """The boards of the five species."""
    return "\n\n".join(_species(tables, number) for number in range(t.N_SPECIES))


def _species(tables: Tables, number: int) -> str:
    """The board of one species."""
    species = tables.record.species[number]
    last = species.first_card + species.n_cards - 1
    head = f"{ew.title(opcodes.SPECIES[number])}: cards {card_label(species.first_card)} to {card_label(last)}"
    rows: list[Sequence[str]] = [("colour", "row", "room", "cost", "gain", "danger")]
    for space in species.spaces[: species.n_spaces]:
        room = "any number" if space.capacity == t.UNLIMITED else str(space.capacity)
        cost = NOTHING if space.cost_resource < 0 else ew.amount(int(space.cost_resource), int(space.cost_amount))
        place = opcodes.TRACE_COLOURS[space.colour], str(space.row), room
        rows.append((*place, cost, _effects(tables, space.gain), str(space.danger or NOTHING)))
    return "\n".join([head, *_dealing(species), _table(rows), *_SPECIALS[number](tables)])


def _dealing(species: Any) -> list[str]:
    """Which cards are dealt at the discovery."""
    dealt = f"Dealt: {species.deal_per_player} a player and {species.deal_per_marker} for each discovery marker"
    return [dealt + ("; then one card face up" if species.face_up_card else "")]


def _mascamites(tables: Tables) -> list[str]:
    samples = " | ".join(_effects(tables, program) for program in tables.record.samples)
    return [f"Samples, {tables.record.samples_per_planet} each at Jupiter and Saturn: {samples}"]


def _anomalies(tables: Tables) -> list[str]:
    lines = []
    for colour, sides in zip(tables.record.anomaly_colour, tables.record.anomaly_gain, strict=True):
        lines.append(f"Token {opcodes.TRACE_COLOURS[colour]}: {' or '.join(_effects(tables, side) for side in sides)}")
    return [*lines, f"Sectors from Earth, clockwise: {', '.join(str(n) for n in tables.record.anomaly_offsets)}"]


def _centaurians(tables: Tables) -> list[str]:
    rewards = tables.record.message_rewards[: tables.record.n_message_rewards]
    gains = " | ".join(_effects(tables, program) for program in rewards)
    return [f"Message tile, {tables.record.message_tile_ahead} points ahead: {gains}"]


def _exertians(tables: Tables) -> list[str]:
    marks = zip(tables.record.exertian_ahead, tables.record.exertian_cost, strict=True)
    return [
        f"Milestone {ahead} points ahead: you may play a card, cost {ew.amount(opcodes.CREDIT, int(n))}"
        for ahead, n in marks
    ]


_SPECIALS: Final[tuple[Callable[[Tables], list[str]], ...]] = (
    _mascamites,
    _anomalies,
    lambda _: ["Planet and tile: see planets and sectors"],
    _centaurians,
    _exertians,
)


def show_gold(tables: Tables) -> str:
    """Both sides of the gold tiles: points of the first, second and later markers for every unit of a count."""
    rows: list[Sequence[str]] = [("tile", "side", "values", "count", "in words")]
    for name, tile in zip(tables.names.gold, tables.record.gold, strict=True):
        for side, face in zip("AB", tile, strict=True):
            values = "/".join(str(value) for value in face["values"])
            count = tables.reader.count(face["count"])
            rows.append((name, side, values, tables.reader.count_text(face["count"]), explain_count(count)))
    return _table(rows)


def show_unsupported(tables: Tables) -> str:
    """What the engine cannot play yet."""
    return "\n".join(unsupported(tables)) or "everything is supported"


def show_rulings(tables: Tables) -> str:
    """Open points of the rules: the ruling in force, the others that a variant may choose, the rule."""
    rows: list[Sequence[str]] = [("ruling", "rule", "in force", "also", "question")]
    for ruling in RULINGS:
        number = int(tables.record.rulings[ruling.name]) if ruling.switchable else 0
        values = list(ruling.values)
        others = ", ".join(values[:number] + values[number + 1 :]) or "only this one is supported"
        rows.append((ruling.name, ruling.rule, values[number], others, ruling.question))
    return _table(rows)


TOPICS: Final[dict[str, Callable[[Tables], str]]] = {
    "cards": show_cards,
    "planets": show_planets,
    "techs": show_techs,
    "sectors": show_sectors,
    "species": show_species,
    "gold": show_gold,
    "rulings": show_rulings,
    "unsupported": show_unsupported,
}


# ------------------------------------------------------------------ common parts
def _effects(tables: Tables, program: int) -> str:
    """A program in the notation, on one line."""
    return ", ".join(tables.reader.program_texts(program)) or NOTHING


def _english(tables: Tables, program: int) -> str:
    """A program in English, as one phrase."""
    return explain_sequence(tables.reader.program(program))


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Columns of equal width; the first row is the header."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])
