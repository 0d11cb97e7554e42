"""Models of ``cards.toml`` and ``alien_cards.toml``."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from seti_sim.components import limits, opcodes
from seti_sim.components import tables as t
from seti_sim.components.schema_base import (
    Amount,
    Condition,
    Effects,
    Event,
    Income,
    Prose,
    SectorColour,
    Species,
    Strict,
    expect,
    one_of,
    unique,
)

PROMO_IDS = (901, 902)
MAIN_INCOMES = opcodes.INCOMES[:3]
MAIN_CORNERS = ("move", "publicity", "data")


class Mission(Strict):
    """A conditional mission."""

    when: Condition
    gain: Effects


class Trigger(Strict):
    """One event of a triggered mission with its reward."""

    on: Event
    gain: Effects


Triggers = Annotated[list[Trigger], Field(max_length=t.MAX_TRIGGERS)]


class Pluto(Strict):
    """The planet of card 901, in words: nothing of it is implemented."""

    owner_only: bool
    probe_on: Prose
    orbit_spaces: Amount
    land_spaces: Amount
    cost: Prose
    counts_as_planet: bool
    orbit: Effects
    land: Effects


class Card(Strict):
    """A card of the main deck or a promotional card."""

    id: int
    name: str
    cost: Amount
    corner: Annotated[str, one_of(MAIN_CORNERS)]
    sector: SectorColour
    income: Annotated[str, one_of(MAIN_INCOMES)]
    effects: Effects
    mission: Mission | None = None
    triggers: Triggers = Field(default_factory=list)
    endgame: Effects = Field(default_factory=list)
    promo: bool = False
    pluto: Pluto | None = None
    flavour_mars: list[int] = Field(default_factory=list)
    flavour_mars_alien: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _one_mission(self) -> Self:
        one_kind_of_mission(self)
        return self


def one_kind_of_mission(card: "Card | AlienCard") -> None:
    """Raise ValueError if a card has both a conditional and a triggered mission."""
    if card.mission is not None and card.triggers:
        raise ValueError("both mission and triggers")


class Cards(Strict):
    """The file ``cards.toml``."""

    card: list[Card]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        main = [card.id for card in self.card if not card.promo]
        promos = [card.id for card in self.card if card.promo]
        unique(main + promos, "card id")
        expect(len(main), t.N_MAIN_CARDS, "cards of the main deck")
        expect(sorted(main), list(range(1, t.N_MAIN_CARDS + 1)), "as the ids of the main deck")
        expect(sorted(promos), list(PROMO_IDS), "as the ids of the promos")
        return self


class Message(Strict):
    """The part of a Centaurian card that is resolved later, at a marker some points ahead."""

    ahead: Annotated[int, Field(ge=1, le=200)]
    later: Effects


class AlienCard(Strict):
    """A species card; Exertian cards have a condition, points and danger in place of all that a hand card has."""

    id: int
    species: Species
    name: str
    cost: Amount | None = None
    cost_energy: Amount | None = None
    corner: Effects = Field(default_factory=list)
    sector: SectorColour | None = None
    income: Income | None = None
    effects: Effects = Field(default_factory=list)
    mission: Mission | None = None
    triggers: Triggers = Field(default_factory=list)
    endgame: Effects = Field(default_factory=list)
    message: Message | None = None
    condition: Condition | None = None
    points: Annotated[int, Field(ge=0, le=limits.GAINS[opcodes.SCORE])] | None = None
    danger: Annotated[int, Field(ge=0, le=limits.SPACE_DANGER)] | None = None

    @model_validator(mode="after")
    def _fields_of_its_species(self) -> Self:
        exertian = {"danger", "condition", "points"}
        hand = {"corner", "sector", "income", "effects", "cost_energy" if self.species == "centaurians" else "cost"}
        wanted = exertian if self.species == "exertians" else hand
        optional = set() if self.species == "exertians" else {"mission", "triggers", "endgame", "message"}
        one_kind_of_mission(self)
        given = self.model_fields_set - {"id", "species", "name"}
        for key in sorted(wanted - given):
            raise ValueError(f'missing key "{key}"')
        for key in sorted(given - wanted - optional):
            raise ValueError(f'key "{key}" does not belong to a card of the {self.species}')
        return self


class AlienCards(Strict):
    """The file ``alien_cards.toml``."""

    card: list[AlienCard]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        ids = [card.id for card in self.card]
        unique(ids, "card id")
        expect(len(ids), t.N_SPECIES_CARDS, "species cards")
        expect(ids, list(range(1, t.N_SPECIES_CARDS + 1)), "as the ids of the species cards")
        order = [opcodes.SPECIES.index(card.species) for card in self.card]
        expect(order, sorted(order), "as the order of the species")
        return self
