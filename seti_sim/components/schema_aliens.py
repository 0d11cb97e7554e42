"""Models of ``aliens.toml``: the five species, their boards, tokens and tiles."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from seti_sim.components import forms, limits, opcodes
from seti_sim.components import tables as t
from seti_sim.components.schema_base import (
    Amount,
    Effects,
    Positive,
    Prose,
    Strict,
    TraceColour,
    checked,
    exactly,
    expect,
    only,
    unique,
)

Rules = list[Prose]
Ids = list[int]


def _one_amount(effects: list[str]) -> list[str]:
    """Keep a cost that is empty or an amount of one resource."""
    forms.price(effects)
    return effects


class CommonDiscovery(Strict):
    """The discovery spaces, repeated from the board for the reader; ``board.toml`` is what counts."""

    per_species: Annotated[int, exactly(3)]
    one_of_each_colour: Annotated[bool, exactly(True)]
    capacity: Annotated[int, exactly(1)]
    left_gain: Effects
    right_gain: Effects


class CommonOverflow(Strict):
    """The overflow spaces, repeated from the board for the reader; ``board.toml`` is what counts."""

    per_species: Annotated[int, exactly(3)]
    one_of_each_colour: Annotated[bool, exactly(True)]
    capacity: Annotated[str, exactly("unlimited")]
    gain: Effects


class Common(Strict):
    """The table ``[common]``."""

    species_in_play: Annotated[int, exactly(2)]
    positions: Annotated[list[str], exactly(["left", "right"])]
    trace_colours: Annotated[list[str], exactly(list(opcodes.TRACE_COLOURS))]
    discovery_spaces: CommonDiscovery
    overflow_spaces: CommonOverflow
    deck_species: Annotated[list[str], exactly(list(opcodes.SPECIES[: opcodes.EXERTIANS]))]
    rules: Rules


class Components(Strict):
    """How many pieces of each kind the box holds."""

    cards: Positive
    samples: Positive | None = None
    anomaly_tokens: Positive | None = None
    exofossils: Positive | None = None
    tile: Positive | None = None
    message_tiles: Positive | None = None
    milestone_tiles: Positive | None = None


class CardsOf(Strict):
    """How the cards of a species are handled; built in, kept for the reader."""

    in_hand: bool
    in_hand_limit: bool
    discardable: bool
    cost: Literal["credit", "energy", "none"]
    missions: Ids
    endgame: Ids


class Deal(Strict):
    """Cards dealt to a player at the discovery."""

    per_discovery_marker: Amount
    per_player: Amount


class Space(Strict):
    """A trace space of a species board. ``capacity`` is 1 or "unlimited", ``token_from`` says when its token comes."""

    color: TraceColour
    row: Positive
    capacity: Literal[1, "unlimited"]
    gain: Effects
    cost: Annotated[Effects, AfterValidator(_one_amount)] = Field(default_factory=list)
    danger: Annotated[int, Field(ge=0, le=limits.SPACE_DANGER)] = 0
    token_from: Annotated[str, checked(forms.token_number)] | None = None


class SpeciesModel(Strict):
    """What the tables of all species share."""

    components: Components
    cards: CardsOf
    deal_on_discovery: Deal
    face_up_card: bool
    setup: Rules
    spaces: Annotated[list[Space], Field(max_length=t.MAX_SPACES)]
    rules: Rules
    solo: Rules

    @model_validator(mode="after")
    def _spaces_differ(self) -> Self:
        unique([(space.color, space.row) for space in self.spaces], "space")
        unique([space.color for space in self.spaces if space.capacity == "unlimited"], "unlimited space of colour")
        return self


class Sample(Strict):
    """A sample token."""

    id: int
    gain: Effects


class Mascamites(SpeciesModel):
    """The table ``[species.mascamites]``."""

    samples: list[Sample]

    @model_validator(mode="after")
    def _all_samples(self) -> Self:
        expect(len(self.samples), 7, "samples")
        unique([sample.id for sample in self.samples], "sample")
        return self


class AnomalyToken(Strict):
    """An anomaly token with the rewards of its two sides."""

    color: TraceColour
    sides: Annotated[list[Effects], Field(min_length=2, max_length=2)]


class Anomalies(SpeciesModel):
    """The table ``[species.anomalies]``."""

    token_sectors_from_earth: Annotated[list[int], Field(min_length=3, max_length=3)]
    tokens: Annotated[list[AnomalyToken], Field(min_length=3, max_length=3)]


class OumuamuaTile(Strict):
    """The tile that fits into disc 3. Its place is taken from ``solar.oumuamua_place`` of the board."""

    disc: Annotated[int, exactly(3)]
    ring: Annotated[int, exactly(3)]
    clockwise_steps_from_jupiter: Positive
    counter_clockwise_steps_from_saturn: Positive
    visit: Annotated[Effects, only("publicity")]
    data: Annotated[int, Field(ge=1, le=6)]
    signal_gain: Annotated[list[Effects], Field(max_length=6)]
    completion_gain_each_owner: Effects


class TileFigures(Strict):
    """Gains of orbiters or landers at Oumuamua; ``first`` for the earliest ones."""

    capacity: Annotated[str, exactly("unlimited")]
    first: Annotated[list[Effects], Field(min_length=1, max_length=3)]
    gain: Effects


class Oumuamua(SpeciesModel):
    """The table ``[species.oumuamua]``."""

    tile: OumuamuaTile
    orbit: TileFigures
    land: TileFigures
    moons: Annotated[int, exactly(0)]


class Ahead(Strict):
    """A distance on the score track."""

    ahead: Annotated[int, Field(ge=1, le=200)]
    of: Prose
    per_player: Annotated[int, exactly(1)] = 1
    per_card: Annotated[int, exactly(1)] = 1


class MessageReward(Strict):
    """A reward of the message tiles."""

    place: int
    capacity: Annotated[int, exactly(1)]
    gain: Effects


class Centaurians(SpeciesModel):
    """The table ``[species.centaurians]``."""

    message_tile: Ahead
    message_marker: Ahead
    message_rewards: Annotated[list[MessageReward], Field(min_length=1, max_length=t.MAX_MESSAGES)]


class ExertianMilestone(Strict):
    """A milestone at which Exertian cards may be played."""

    ahead: Annotated[int, Field(ge=1, le=200)]
    of: Prose
    cost: Annotated[Effects, only("credit")]
    gain: Annotated[Effects, exactly(["may: play_exertian"])]


class Exertians(SpeciesModel):
    """The table ``[species.exertians]``."""

    milestones: Annotated[list[ExertianMilestone], Field(min_length=2, max_length=2)]
    danger_by_row: list[Annotated[int, Field(ge=0, le=limits.SPACE_DANGER)]]
    endgame: list[Prose]

    @model_validator(mode="after")
    def _danger_as_by_row(self) -> Self:
        by_row = dict(enumerate(self.danger_by_row, start=1))
        for space in self.spaces:
            expect(space.danger, by_row.get(space.row), f"as danger in row {space.row}")
        deal = self.deal_on_discovery
        if deal.per_player + 3 * deal.per_discovery_marker > limits.MAX_EXERTIANS:
            raise ValueError(f"more than {limits.MAX_EXERTIANS} cards for one player")
        if t.MAX_PLAYERS * deal.per_player + 3 * deal.per_discovery_marker > self.components.cards:
            raise ValueError(f"more than the {self.components.cards} cards are dealt")
        return self


class SpeciesTables(Strict):
    """All tables ``[species.NAME]``."""

    mascamites: Mascamites
    anomalies: Anomalies
    oumuamua: Oumuamua
    centaurians: Centaurians
    exertians: Exertians

    def in_order(self) -> list[SpeciesModel]:
        """The five species in the order of their numbers."""
        return [getattr(self, name) for name in opcodes.SPECIES]


class Aliens(Strict):
    """The file ``aliens.toml``."""

    common: Common
    species: SpeciesTables
