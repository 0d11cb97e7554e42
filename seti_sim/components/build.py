"""From the checked models to the record of tables: one ``fill_*`` function per part of the box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seti_sim.components import forms, opcodes
from seti_sim.components import names as lex
from seti_sim.components import tables as t
from seti_sim.components.programs import Compiler
from seti_sim.components.schema_aliens import Aliens, Space, SpeciesModel
from seti_sim.components.schema_base import ComponentError
from seti_sim.components.schema_board import Board
from seti_sim.components.schema_cards import AlienCard, AlienCards, Card, Cards, Mission, Trigger

Record = Any  # a scalar of dtype TABLES; numpy has no static type for its fields
EXCHANGE_GIVE = 2  # "pay_same_two_of"
SAMPLES_PER_PLANET = 3  # "Put 3 of them ... on Jupiter and 3 on Saturn"


@dataclass(frozen=True)
class Catalogue:
    """The four component files as checked models."""

    board: Board
    cards: Cards
    aliens: Aliens
    alien_cards: AlienCards


def build_record(catalogue: Catalogue, choices: Mapping[str, int]) -> Record:
    """The filled record of dtype TABLES, with the number of the value of every ruling.

    Raises ComponentError for a fact that the tables cannot hold.
    """
    return build_with_program(catalogue, choices, ())[0]


def build_with_program(catalogue: Catalogue, choices: Mapping[str, int], effects: Sequence[str]) -> tuple[Record, int]:
    """The same with one program more, that of ``effects``, and its index; the rows of all others stay as they are."""
    record = np.zeros(1, t.TABLES)[0]
    for name, value in choices.items():
        record["rulings"][name] = value
    compiler = Compiler()
    board, aliens = catalogue.board, catalogue.aliens
    fill_setup(record, compiler, board)
    fill_costs(record, compiler, board)
    fill_technology_numbers(record, board)
    fill_solar(record, board, aliens)
    fill_sectors(record, compiler, board)
    fill_planets(record, compiler, board)
    fill_techs(record, compiler, board)
    fill_discovery_and_gold(record, compiler, board)
    fill_species(record, compiler, catalogue)
    fill_oumuamua(record, compiler, aliens)
    fill_tokens(record, compiler, aliens)
    fill_messages_and_exertians(record, compiler, aliens)
    fill_main_cards(record, compiler, catalogue)
    fill_species_cards(record, compiler, catalogue)
    try:
        program = compiler.program(effects)
        compiler.fill(record)
    except ValueError as error:
        raise ComponentError(str(error)) from None
    return record, program


# ------------------------------------------------------------------ board
def fill_setup(record: Record, compiler: Compiler, board: Board) -> None:
    """Set-up, limits and milestones."""
    setup, limits, milestones = board.setup, board.limits, board.milestones
    record.rounds = setup.rounds
    record.start_credit, record.start_energy = setup.start.credit, setup.start.energy
    record.start_publicity, record.start_data = setup.start.publicity, setup.start.data
    record.start_cards, record.start_tuck = setup.start_cards, setup.start_tuck
    record.start_score[:] = setup.start_score
    record.round_income = compiler.program(setup.round_income)
    record.row_size = setup.row_size
    record.end_stacks = setup.end_stacks
    record.end_stack_over_players = setup.end_stack_size_over_players
    record.tiles_per_stack = setup.tiles_per_stack
    record.use_promos = setup.use_promos
    record.publicity_limit, record.pool_limit = limits.publicity, limits.data_pool
    record.hand_limit, record.probe_limit = limits.hand_when_passing, limits.probes_in_space
    record.gold_milestones[:] = milestones.gold
    record.neutral_milestones[:] = milestones.neutral
    for players, markers in milestones.neutral_markers_each.items():
        record.neutral_markers[int(players)] = markers


def fill_costs(record: Record, compiler: Compiler, board: Board) -> None:
    """Costs of main and free actions."""
    actions, free = board.actions, board.free_actions
    record.launch_credit = actions.launch.credit
    record.orbit_credit, record.orbit_energy = actions.orbit.credit, actions.orbit.energy
    record.land_energy = actions.land.energy
    record.land_energy_orbiter = actions.land.energy_if_any_orbiter
    record.scan_credit, record.scan_energy = actions.scan.credit, actions.scan.energy
    record.analyze_energy = actions.analyze.energy
    record.analyze_steps = compiler.program(actions.analyze.steps)
    record.research_publicity = actions.research.publicity
    record.move_energy = forms.amount_of("energy", [free.move_from_energy.pay])
    record.step_cost, record.asteroid_exit = free.move_cost, free.asteroid_exit
    record.buy_card_publicity = forms.amount_of("publicity", [free.buy_card.pay])
    record.exchange_give = EXCHANGE_GIVE


def fill_technology_numbers(record: Record, board: Board) -> None:
    """The numbers inside the lasting effects of technologies; their form is built in."""
    for stack in board.tech.stack:
        numbers = forms.tech_numbers(stack.id, stack.lasting, stack.scan_extra)
        for field, number in zip(forms.TECH_NUMBERS.get(stack.id, ()), numbers, strict=True):
            record[field] = number


def fill_solar(record: Record, board: Board, aliens: Aliens) -> None:
    """The discs and the board, the publicity for visits, the notch of the Oumuamua tile."""
    solar = board.solar
    record.layers["cells"] = opcodes.GAP
    for number, layer in enumerate(solar.layer):
        for ring, cells in enumerate(layer.cells()):
            if cells is not None:
                record.layers[number].cells[ring] = [opcodes.CELLS.index(cell) for cell in cells]
    record.disc_order[:] = [disc - 1 for disc in solar.turn_order]
    visit = solar.publicity_on_visit
    record.publicity_on_visit[: opcodes.OUMUAMUA] = visit.planet
    record.publicity_on_visit[opcodes.EARTH] = visit.earth
    record.publicity_on_visit[opcodes.OUMUAMUA] = forms.amount_of("publicity", aliens.species.oumuamua.tile.visit)
    record.publicity_on_visit[opcodes.EMPTY] = visit.empty
    record.publicity_on_visit[opcodes.ASTEROIDS] = visit.asteroids
    record.publicity_on_visit[opcodes.COMET] = visit.comet
    record.tile_ring = solar.oumuamua_place.ring - 1
    record.tile_index = solar.oumuamua_place.index


def fill_sectors(record: Record, compiler: Compiler, board: Board) -> None:
    """The four sector boards and the slots of their eight stars."""
    sectors = board.sectors
    record.sector_places[:] = sectors.places
    record.contributor_publicity = forms.amount_of("publicity", sectors.contributor_gain)
    for number, sector_board in enumerate(sectors.board):
        record.boards[number] = [lex.STARS.index(star.id) for star in sector_board.stars]
        for star in sector_board.stars:
            slot = record.slots[lex.STARS.index(star.id)]
            slot.colour = opcodes.SECTOR_COLOURS.index(star.colour)
            slot.capacity = star.data
            slot.first_win = compiler.program(star.first_win)
            slot.later_win = compiler.program(star.later_win)
            for position, gain in sectors.position_gain.items():
                slot.position_gain[int(position) - 1] = compiler.program(gain)


def fill_planets(record: Record, compiler: Compiler, board: Board) -> None:
    """Planets and moons; Oumuamua is filled from the file of the species."""
    moon_number = 0
    for number, name in enumerate(opcodes.PLANETS):
        row = record.planets[number]
        row.first_moon = moon_number
        if name not in board.planet:
            continue
        planet = board.planet[name]
        row.is_planet = 1
        row.orbit, row.land = compiler.program(planet.orbit), compiler.program(planet.land)
        row.n_first_orbit, row.first_orbit = 1, compiler.program(planet.first_orbit)
        row.n_first_land = len(planet.first_land)
        row.first_land[: len(planet.first_land)] = [compiler.program([gain]) for gain in planet.first_land]
        row.n_moons = len(planet.moons)
        for moon in planet.moons:
            record.moons[moon_number] = (number, compiler.program(moon.land))
            moon_number += 1


def fill_techs(record: Record, compiler: Compiler, board: Board) -> None:
    """Technologies, their tiles, and the computer."""
    for stack in board.tech.stack:
        row = record.techs[lex.TECHS.index(stack.id)]
        row.kind = opcodes.TECH_KINDS.index(stack.kind)
        row.also = compiler.program(stack.also)
        row.top, row.lower = compiler.program(stack.top), compiler.program(stack.lower)
    record.tile_gains[:] = [compiler.program([gain]) for gain in board.tech.tile_gains]
    record.first_taken_gain = compiler.program(board.tech.first_taken_gain)
    record.computer_top[:] = [compiler.program(gain) for gain in board.computer.top]
    record.tech_space[[space - 1 for space in board.computer.tech_spaces]] = 1


def fill_discovery_and_gold(record: Record, compiler: Compiler, board: Board) -> None:
    """Discovery and overflow spaces, gold tiles."""
    space = board.discovery.space
    right = space.left if record.rulings.right_discovery_space else space.right
    record.discovery_gain[:] = [compiler.program(space.left), compiler.program(right)]
    record.overflow_gain = compiler.program(board.discovery.overflow)
    record.gold_fixed[:] = -1
    for number, tile in enumerate(board.gold.tile):
        for side, face in enumerate((tile.side_a, tile.side_b)):
            record.gold[number, side] = (compiler.count(face.count), tuple(face.values))


# ------------------------------------------------------------------ species
def fill_species(record: Record, compiler: Compiler, catalogue: Catalogue) -> None:
    """What the tables of all species share: cards, dealing and trace spaces."""
    owners = [card.species for card in catalogue.alien_cards.card]
    for number, species in enumerate(catalogue.aliens.species.in_order()):
        row = record.species[number]
        row.supported = 1
        row.first_card = t.N_DECK_CARDS + owners.index(opcodes.SPECIES[number])
        row.n_cards = owners.count(opcodes.SPECIES[number])
        row.face_up_card = species.face_up_card
        row.deal_per_marker = species.deal_on_discovery.per_discovery_marker
        row.deal_per_player = species.deal_on_discovery.per_player
        _fill_spaces(row, compiler, species)


def _fill_spaces(row: Record, compiler: Compiler, species: SpeciesModel) -> None:
    """The trace spaces of a species board."""
    row.n_spaces = len(species.spaces)
    for number, space in enumerate(species.spaces):
        _fill_space(row.spaces[number], compiler, space)


def _fill_space(row: Record, compiler: Compiler, space: Space) -> None:
    """One trace space."""
    row.colour = opcodes.TRACE_COLOURS.index(space.color)
    row.row = space.row
    row.capacity = 1 if space.capacity == 1 else t.UNLIMITED
    row.cost_resource, row.cost_amount = forms.price(space.cost)
    row.gain = compiler.program(space.gain)
    row.danger = space.danger
    row.token = forms.token_number(space.token_from)


def fill_oumuamua(record: Record, compiler: Compiler, aliens: Aliens) -> None:
    """Planet Oumuamua and the slot of its tile."""
    species = aliens.species.oumuamua
    planet = record.planets[opcodes.OUMUAMUA]
    planet.is_planet = 1
    planet.orbit, planet.land = compiler.program(species.orbit.gain), compiler.program(species.land.gain)
    planet.n_first_orbit, planet.first_orbit = 1, compiler.program(species.orbit.first[0])
    planet.n_first_land = len(species.land.first)
    planet.first_land[: len(species.land.first)] = [compiler.program(gain) for gain in species.land.first]
    planet.first_moon = t.N_MOONS
    record.tile_first_orbit = planet.first_orbit
    record.exofossils = species.components.exofossils or 0
    slot = record.slots[t.TILE]
    slot.colour = -1
    slot.capacity = species.tile.data
    slot.first_win = slot.later_win = compiler.program(species.tile.completion_gain_each_owner)
    for position, gain in enumerate(species.tile.signal_gain):
        slot.position_gain[position] = compiler.program(gain)


def fill_tokens(record: Record, compiler: Compiler, aliens: Aliens) -> None:
    """Sample tokens of the Mascamites and tokens of the Anomalies."""
    record.samples[:] = [compiler.program(sample.gain) for sample in aliens.species.mascamites.samples]
    record.samples_per_planet = SAMPLES_PER_PLANET
    anomalies = aliens.species.anomalies
    record.anomaly_offsets[:] = anomalies.token_sectors_from_earth
    for number, token in enumerate(anomalies.tokens):
        record.anomaly_colour[number] = opcodes.TRACE_COLOURS.index(token.color)
        record.anomaly_gain[number] = [compiler.program(side) for side in token.sides]


def fill_messages_and_exertians(record: Record, compiler: Compiler, aliens: Aliens) -> None:
    """Message tiles of the Centaurians and milestones of the Exertians."""
    centaurians, exertians = aliens.species.centaurians, aliens.species.exertians
    record.message_tile_ahead = centaurians.message_tile.ahead
    record.n_message_rewards = len(centaurians.message_rewards)
    for number, reward in enumerate(centaurians.message_rewards):
        record.message_rewards[number] = compiler.program(reward.gain)
    record.exertian_ahead[:] = [milestone.ahead for milestone in exertians.milestones]
    record.exertian_cost[:] = [forms.amount_of("credit", milestone.cost) for milestone in exertians.milestones]


# ------------------------------------------------------------------ cards
def fill_main_cards(record: Record, compiler: Compiler, catalogue: Catalogue) -> None:
    """The main deck and the promotional cards."""
    for card in catalogue.cards.card:
        row = record.cards[card_number(card)]
        row.supported = 1
        row.promo = card.promo
        row.species = -1
        row.cost = card.cost
        row.sector, row.income = opcodes.SECTOR_COLOURS.index(card.sector), opcodes.INCOMES.index(card.income)
        row.corner = opcodes.CORNERS[card.corner]
        row.corner_program = compiler.program([f"{card.corner} 1"])
        row.exertian_when = -1
        _fill_text(row, compiler, card)
        if card.pluto is not None:
            record.pluto_orbit = compiler.program(card.pluto.orbit)
            record.pluto_land = compiler.program(card.pluto.land)
    for card in catalogue.cards.card:
        for flavoured in card.flavour_mars:
            record.cards[flavoured - 1].flavour_mars = 1


def fill_species_cards(record: Record, compiler: Compiler, catalogue: Catalogue) -> None:
    """The cards ET.1 to ET.55."""
    mars = {name for card in catalogue.cards.card for name in card.flavour_mars_alien}
    for card in catalogue.alien_cards.card:
        row = record.cards[t.N_DECK_CARDS + card.id - 1]
        row.supported = 1
        row.species = opcodes.SPECIES.index(card.species)
        row.cost_energy = card.cost_energy is not None
        row.cost = card.cost_energy or card.cost or 0
        row.sector = -1 if card.sector is None else opcodes.SECTOR_COLOURS.index(card.sector)
        row.income = -1 if card.income is None else opcodes.INCOMES.index(card.income)
        row.corner = sum(opcodes.CORNERS[gain.split(" ")[0]] for gain in card.corner)
        row.corner_program = compiler.program(card.corner)
        row.message_ahead = card.message.ahead if card.message else 0
        row.message_later = compiler.program(card.message.later if card.message else [])
        row.exertian_when = -1 if card.condition is None else compiler.condition(card.condition)
        row.points, row.danger = card.points or 0, card.danger or 0
        row.flavour_mars = f"{card.species}: {card.name}" in mars
        _fill_text(row, compiler, card)


def _fill_text(row: Record, compiler: Compiler, card: Card | AlienCard) -> None:
    """What the cards of all decks share: effects, mission, triggers and end-of-game lines."""
    row.effects = compiler.program(card.effects)
    _fill_mission(row, compiler, card.mission, card.triggers)
    row.has_endgame = bool(card.endgame)
    row.endgame = compiler.program(card.endgame)


def _fill_mission(row: Record, compiler: Compiler, mission: Mission | None, triggers: list[Trigger]) -> None:
    """The conditional or the triggered mission of a card."""
    row.mission_when = compiler.condition(mission.when) if mission else -1
    row.mission_gain = compiler.program(mission.gain) if mission else 0
    row.n_triggers = len(triggers)
    row.triggers["event"] = -1
    for number, trigger in enumerate(triggers):
        row.triggers[number] = (compiler.event(trigger.on), compiler.program(trigger.gain))


def card_number(card: Card) -> int:
    """The number of a card of the main deck or of a promotional card: 0-137, 138, 139."""
    return card.id - 1 if not card.promo else t.N_MAIN_CARDS + card.id - 901
