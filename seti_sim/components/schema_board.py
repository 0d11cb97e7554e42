"""Models of ``board.toml``: set-up, limits, actions, boards, discs, technologies, gold tiles."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from seti_sim.components import forms, limits, opcodes
from seti_sim.components import names as lex
from seti_sim.components import tables as t
from seti_sim.components.schema_base import (
    Amount,
    Cell,
    Count,
    Effect,
    Effects,
    Moon,
    Positive,
    Prose,
    SectorColour,
    Star,
    Strict,
    exactly,
    expect,
    one_of,
    only,
    unique,
)

RingCells = Annotated[list[Cell], Field(min_length=t.N_PLACES, max_length=t.N_PLACES)]
PlaceIndex = Annotated[int, Field(ge=0, lt=t.N_PLACES)]
DiscNumber = Annotated[int, Field(ge=1, le=3)]
Three = Annotated[list[Amount], Field(min_length=3, max_length=3)]
Programs = list[Effects]


# ------------------------------------------------------------------ set-up, limits, actions
StartScore = Annotated[int, Field(ge=0, le=limits.START_SCORE)]


class Start(Strict):
    """What every player starts with."""

    credit: Annotated[int, Field(ge=0, le=limits.START_RESOURCE)]
    energy: Annotated[int, Field(ge=0, le=limits.START_RESOURCE)]
    publicity: Annotated[int, Field(ge=0, le=limits.MOST_PUBLICITY)]
    data: Annotated[int, Field(ge=0, le=limits.MOST_DATA)]


class Setup(Strict):
    """The table ``[setup]``. Games of fewer rounds or stacks than printed are possible, of more they are not."""

    rounds: Annotated[int, Field(ge=1, le=5)]
    players_min: Annotated[int, Field(ge=1, le=t.MAX_PLAYERS)]
    players_max: Annotated[int, Field(ge=1, le=t.MAX_PLAYERS)]
    start: Start
    start_cards: Annotated[int, Field(ge=0, le=20)]
    start_tuck: Annotated[int, Field(ge=0, le=20)]
    start_score: Annotated[list[StartScore], Field(min_length=t.MAX_PLAYERS, max_length=t.MAX_PLAYERS)]
    round_income: Effects
    round_income_rounds: list[Positive]
    row_size: Annotated[int, Field(ge=1, le=3)]
    main_deck: Annotated[int, exactly(t.N_MAIN_CARDS)]
    use_promos: bool = False
    end_stacks: Annotated[int, Field(ge=0, le=4)]
    end_stack_size_over_players: Annotated[int, Field(ge=0, le=1)]
    species_in_box: Annotated[int, exactly(t.N_SPECIES)]
    species_in_game: Annotated[int, exactly(2)]
    gold_tiles: Annotated[int, exactly(4)]
    tech_stacks: Annotated[int, exactly(opcodes.N_TECHS)]
    tiles_per_stack: Annotated[int, exactly(4)]
    two_point_tiles_per_stack: Annotated[int, exactly(1)]
    first_disc_to_turn: DiscNumber
    solar_discs_start: Prose
    sector_boards_start: Prose
    start_player_shift: Prose

    @model_validator(mode="after")
    def _possible(self) -> Self:
        expect(self.round_income_rounds, [2, 3, 4, 5], "as round_income_rounds")
        if self.start_tuck > self.start_cards:
            raise ValueError(f"start_tuck {self.start_tuck} is more than start_cards {self.start_cards}")
        return self


class Limits(Strict):
    """The table ``[limits]``."""

    publicity: Annotated[int, Field(ge=0, le=limits.MOST_PUBLICITY)]
    data_pool: Annotated[int, Field(ge=0, le=limits.MOST_DATA)]
    hand_when_passing: Annotated[int, Field(ge=0, le=limits.HAND_LIMIT)]
    probes_in_space: Annotated[int, Field(ge=0, le=limits.PROBE_LIMIT)]
    figures_in_box_per_player: Positive
    markers_in_box_per_player: Positive
    unlimited: list[Prose]
    orbiters_per_planet: Prose
    landers_per_planet: Prose
    landers_per_moon: Annotated[int, exactly(1)]
    score_wrap: Annotated[int, exactly(100)]


class LaunchCost(Strict):
    """Cost of Launch."""

    credit: Amount


class OrbitCost(Strict):
    """Cost of Orbit."""

    credit: Amount
    energy: Amount


class LandCost(Strict):
    """Cost of Land, without and with any orbiter at the planet."""

    energy: Amount
    energy_if_any_orbiter: Amount


class ScanAction(Strict):
    """Cost and steps of Scan; the steps are built in because technologies change them."""

    credit: Amount
    energy: Amount
    steps: Annotated[list[Effect], exactly(["signal earth 1", "signal row 1"])]


class AnalyzeAction(Strict):
    """Cost and steps of Analyze."""

    energy: Amount
    needs: Prose
    steps: Effects
    clears: Prose


class PlayCardAction(Strict):
    """Cost of playing a card, in words."""

    cost: Prose


class ResearchAction(Strict):
    """Cost and steps of Research; the steps are built in."""

    publicity: Amount
    steps: Annotated[list[Effect], exactly(["rotate", "tech any"])]


class PassAction(Strict):
    """The steps of passing, in words."""

    steps: list[Prose]


class Actions(Strict):
    """The table ``[actions]``."""

    launch: LaunchCost
    orbit: OrbitCost
    land: LandCost
    scan: ScanAction
    analyze: AnalyzeAction
    play_card: PlayCardAction
    research: ResearchAction
    pass_: Annotated[PassAction, Field(alias="pass")]


class Trade(Strict):
    """A free action that pays one thing for another."""

    pay: Effect
    gain: Effect


class MoveTrade(Trade):
    """Energy for a move point."""

    gain: Annotated[Effect, exactly("move 1")]

    @model_validator(mode="after")
    def _pays_energy(self) -> Self:
        forms.amount_of("energy", [self.pay])
        return self


class CardTrade(Trade):
    """Publicity for a card."""

    gain: Annotated[Effect, exactly("card 1")]

    @model_validator(mode="after")
    def _pays_publicity(self) -> Self:
        forms.amount_of("publicity", [self.pay])
        return self


class Exchange(Strict):
    """The exchange of two equal things for one; built in."""

    pay_same_two_of: Annotated[list[str], exactly(["credit", "energy", "card"])]
    gain_one_of: Annotated[list[str], exactly(["credit", "energy", "card"])]


class FreeActions(Strict):
    """The table ``[free_actions]``."""

    move_from_energy: MoveTrade
    buy_card: CardTrade
    exchange: Exchange
    place_data: Prose
    card_corner: Prose
    complete_mission: Prose
    move_cost: Amount
    asteroid_exit: Amount


class Milestones(Strict):
    """The table ``[milestones]``."""

    gold: Three
    neutral: Annotated[list[Amount], Field(min_length=2, max_length=2)]
    neutral_markers_each: dict[Annotated[str, one_of(("1", "2", "3", "4"))], Annotated[int, Field(ge=0, le=2)]]
    neutral_goes_to: Prose
    order: Prose


# ------------------------------------------------------------------ planets and discovery spaces
class MoonModel(Strict):
    """A moon with one landing space."""

    id: Moon
    land: Effects


class Planet(Strict):
    """A table ``[planet.NAME]``."""

    orbit: Effects
    first_orbit: Effects
    land: Effects
    first_land: Annotated[Effects, Field(max_length=3)]
    moons: list[MoonModel]


class DiscoverySpace(Strict):
    """Gains of the discovery spaces of the left and of the right species."""

    left: Effects
    right: Effects


class Discovery(Strict):
    """The table ``[discovery]``."""

    colours: Annotated[list[str], exactly(list(opcodes.TRACE_COLOURS))]
    space: DiscoverySpace
    overflow: Effects
    neutral_gain: Annotated[Effects, exactly([])]


# ------------------------------------------------------------------ solar system and sectors
class Layer(Strict):
    """A disc, or the board below the discs; None for a ring outside the disc."""

    id: str
    rings: list[int]
    ring1: RingCells
    ring2: RingCells | None = None
    ring3: RingCells | None = None
    ring4: RingCells | None = None

    def cells(self) -> list[list[str] | None]:
        """The four rings, from the sun outwards."""
        return [self.ring1, self.ring2, self.ring3, self.ring4]

    @model_validator(mode="after")
    def _rings_as_listed(self) -> Self:
        there = [i for i, ring in enumerate(self.cells(), start=1) if ring is not None]
        expect(there, self.rings, "as rings")
        return self


class SolarCheck(Strict):
    """A worked example: what every place shows at the given turns of the discs."""

    turns: Annotated[list[PlaceIndex], Field(min_length=3, max_length=3)]
    ring1: RingCells
    ring2: RingCells
    ring3: RingCells
    ring4: RingCells


class TilePlace(Strict):
    """The notch of the Oumuamua tile."""

    disc: Annotated[int, exactly(3)]
    ring: Annotated[int, Field(ge=1, le=4)]
    index: PlaceIndex


class VisitPublicity(Strict):
    """Publicity for moving onto a cell."""

    comet: Amount
    planet: Amount
    earth: Amount
    asteroids: Amount
    empty: Amount


class Solar(Strict):
    """The table ``[solar]``."""

    rings: Annotated[int, exactly(t.N_RINGS)]
    spaces_per_ring: Annotated[int, exactly(t.N_PLACES)]
    index_direction: Prose
    turn_direction: Prose
    layers_top_down: Annotated[list[str], exactly(["disc1", "disc2", "disc3", "board"])]
    publicity_on_visit: VisitPublicity
    turn_order: Annotated[list[DiscNumber], Field(min_length=3, max_length=3)]
    turns_with: Annotated[dict[str, list[int]], exactly({"1": [1], "2": [1, 2], "3": [1, 2, 3]})]
    turn_step: Annotated[int, exactly(1)]
    ride: Prose
    push: Prose
    oumuamua_place: TilePlace
    layer: list[Layer]
    check: list[SolarCheck]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        expect([layer.id for layer in self.layer], self.layers_top_down, "as the order of the layers")
        unique(self.turn_order, "in turn_order: disc")
        board = [cell for ring in self.layer[-1].cells() if ring is not None for cell in ring if cell != "gap"]
        expect(len(board), t.N_RINGS * t.N_PLACES, "board cells")
        planets = [
            cell for layer in self.layer for ring in layer.cells() for cell in ring or () if cell in opcodes.PLANETS
        ]
        expect(sorted(planets), sorted(opcodes.PLANETS[: opcodes.OUMUAMUA]), "as the planets of the layers")
        return self


class StarModel(Strict):
    """A star: half of a sector board."""

    id: Star
    colour: SectorColour
    data: Annotated[int, Field(ge=1, le=6)]
    first_win: Effects
    later_win: Effects


class SectorBoard(Strict):
    """A sector board with its two stars, clockwise."""

    id: int
    stars: Annotated[list[StarModel], Field(min_length=2, max_length=2)]


class Sectors(Strict):
    """The table ``[sectors]``."""

    places: list[Annotated[list[PlaceIndex], Field(min_length=2, max_length=2)]]
    position_gain: dict[Annotated[str, one_of(("1", "2", "3", "4", "5", "6"))], Effects]
    over_full: Prose
    contributor_gain: Annotated[Effects, only("publicity")]
    tie: Prose
    second_place: Prose
    refill: Prose
    first_win_is: Prose
    board: list[SectorBoard]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        expect(len(self.board), 4, "sector_boards")
        unique([board.id for board in self.board], "sector board")
        unique([star.id for board in self.board for star in board.stars], "star")
        expect(sorted(place for pair in self.places for place in pair), list(range(t.N_PLACES)), "as places")
        return self


# ------------------------------------------------------------------ technologies, computer, gold tiles
class TechStack(Strict):
    """A stack of equal technologies."""

    id: Annotated[str, one_of(lex.TECHS)]
    kind: Annotated[str, one_of(opcodes.TECH_KINDS)]
    number: Annotated[int, Field(ge=1, le=4)]
    also: Effects
    lasting: list[str] = Field(default_factory=list)
    scan_extra: Effects = Field(default_factory=list)
    top: Effects = Field(default_factory=list)
    lower: Effects = Field(default_factory=list)

    @model_validator(mode="after")
    def _as_built_in(self) -> Self:
        expect(self.id, f"{self.kind}_{self.number}", "as id")
        forms.tech_numbers(self.id, self.lasting, self.scan_extra)
        return self


class Tech(Strict):
    """The table ``[tech]``."""

    tile_gains: Annotated[Effects, Field(min_length=4, max_length=4)]
    first_taken_gain: Effects
    own_copies_max: Annotated[int, exactly(1)]
    order: list[Prose]
    stack: list[TechStack]

    @model_validator(mode="after")
    def _all_stacks(self) -> Self:
        expect(len(self.stack), opcodes.N_TECHS, "tech stacks")
        unique([stack.id for stack in self.stack], "tech stack")
        return self


class Computer(Strict):
    """The table ``[computer]``."""

    top: Annotated[Programs, Field(min_length=6, max_length=6)]
    tech_spaces: list[Annotated[int, Field(ge=1, le=6)]]
    fill_top: Prose
    fill_lower: Prose

    @model_validator(mode="after")
    def _spaces_differ(self) -> Self:
        unique(self.tech_spaces, "tech space")
        return self


class GoldSide(Strict):
    """A side of a gold tile: points per unit of a count for the first, second and later markers."""

    count: Count
    values: Three


class GoldTile(Strict):
    """A gold tile."""

    id: Annotated[str, one_of(lex.GOLD_TILES)]
    side_a: GoldSide
    side_b: GoldSide


class Gold(Strict):
    """The table ``[gold]``."""

    markers_per_player_per_tile: Annotated[int, exactly(1)]
    tile: list[GoldTile]

    @model_validator(mode="after")
    def _all_tiles(self) -> Self:
        expect([tile.id for tile in self.tile], list(lex.GOLD_TILES), "as the gold tiles")
        return self


class Board(Strict):
    """The file ``board.toml``."""

    setup: Setup
    limits: Limits
    actions: Actions
    free_actions: FreeActions
    milestones: Milestones
    planet: dict[Annotated[str, one_of(opcodes.PLANETS)], Planet]
    discovery: Discovery
    solar: Solar
    sectors: Sectors
    tech: Tech
    computer: Computer
    gold: Gold

    @model_validator(mode="after")
    def _whole(self) -> Self:
        expect(sorted(self.planet), sorted(set(opcodes.PLANETS) - {"earth", "oumuamua"}), "as the planets")
        by_planet = [moon.id for name in opcodes.PLANETS if name in self.planet for moon in self.planet[name].moons]
        expect(by_planet, list(lex.MOONS), "as the moons")
        expect(self.setup.first_disc_to_turn, self.solar.turn_order[0], "as first_disc_to_turn")
        return self
