"""How the rules are read where the sources leave something open: named options, each with its default.

One entry for every open point of ``docs/rules.md`` (OPEN-01, ...), for every line of ``aliens.toml`` marked (inferred)
and for the rulings of single words that can be switched. A variant chooses in its table ``[rulings]``; the choices
lie in ``TABLES.rulings``, so that nothing is compiled anew. An entry with one value says that no other ruling is
implemented.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Ruling:
    """One option: its name, the rule it belongs to, the question, and its values with their meaning, default first."""

    name: str
    rule: str
    question: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value in force when a variant says nothing."""
        return next(iter(self.values))

    @property
    def switchable(self) -> bool:
        """Whether there is more than one value."""
        return len(self.values) > 1


RULINGS: Final = (
    Ruling(
        "setup_tuck",
        "OPEN-01",
        "May the card tucked at set-up be declined?",
        {"must": "no", "may": "yes, as for `income` gained in play"},
    ),
    Ruling(
        "end_stack_secret",
        "OPEN-02",
        "Who knows the end-of-round stacks?",
        {"passer_only": "nobody before passing; a passer sees the cards left at that moment"},
    ),
    Ruling(
        "lost_corner",
        "OPEN-03",
        "May a corner be used when its whole benefit is lost?",
        {"allowed": "yes, triggers on using a corner still work", "refused": "no: some part of it must have an effect"},
    ),
    Ruling(
        "mixed_move_points",
        "OPEN-04",
        "May move points of different sources pay one step together?",
        {"added": "yes, within that step", "one_source": "no: one effect, or energy alone, pays the whole step"},
    ),
    Ruling(
        "removed_figure",
        "OPEN-05",
        "Does a figure taken off a planet reopen what it covered?",
        {
            "reopens": "yes: the first-orbit space, the first-landing space or the moon",
            "first_spaces_stay": "only the moon; first-orbit and first-landing spaces stay used",
        },
    ),
    Ruling(
        "effect_analyze",
        "OPEN-06",
        "Does `analyze` as an effect need a full top row?",
        {"full_row": "yes, otherwise it is skipped", "any_row": "no: whatever lies there is discarded"},
    ),
    Ruling(
        "this_turn_sees",
        "OPEN-07",
        "Which events does `this_turn` on a card see?",
        {"from_the_card_on": "those from the start of the card's resolution to the end of the turn"},
    ),
    Ruling(
        "end_card_and_income",
        "OPEN-08",
        "When is the end-of-round card chosen, when is income paid?",
        {"fixed_moments": "the card at once and for good, income between rounds only"},
    ),
    Ruling(
        "late_sectors",
        "OPEN-09",
        "When is a sector resolved that was completed outside a main action?",
        {"after_the_cause": "right after what completed it"},
    ),
    Ruling(
        "sector_result",
        "OPEN-10",
        "In which order does a sector result go?",
        {
            "reward_first": "winner's reward, publicity for all, second place, reset",
            "publicity_first": "publicity for all, winner's reward, second place, reset",
        },
    ),
    Ruling(
        "excess_markers",
        "OPEN-11",
        "What has a player with excess markers only?",
        {"full_rights": "publicity and a claim to second place", "no_rights": "neither; they only count for the win"},
    ),
    Ruling(
        "push_onto_asteroids",
        "OPEN-12",
        "Does a push onto asteroids give the publicity of the asteroids technology?",
        {"publicity": "yes", "nothing": "no"},
    ),
    Ruling(
        "reshuffle",
        "OPEN-13",
        "When is the discard pile shuffled into a new deck?",
        {"when_needed": "when the next card is needed", "when_empty": "as soon as the deck is empty"},
    ),
    Ruling(
        "species_discards",
        "OPEN-14",
        "Where do species cards go that are discarded or played without staying?",
        {"leave_the_game": "out of the game; the species deck is never reshuffled"},
    ),
    Ruling(
        "own_sector_results",
        "OPEN-15",
        "May the results of sectors a card completed trigger this card's mission?",
        {"results_only": "the results may, the card's signals may not"},
    ),
    Ruling(
        "one_event",
        "OPEN-16",
        "What is one event?",
        {"single_deed": "each single deed; a landing and its trace are two, two signals are two"},
    ),
    Ruling(
        "right_discovery_space",
        "OPEN-17",
        "What do the discovery spaces of the right species give?",
        {"as_printed": "what `discovery.space` of `board.toml` says: 3 points", "as_left": "the same as the left ones"},
    ),
    Ruling(
        "overflow",
        "OPEN-18",
        "May the overflow area be chosen while another matching place is free?",
        {"always": "yes", "last_resort": "no: only if no other place of that colour can be marked"},
    ),
    Ruling(
        "two_discoveries",
        "OPEN-19",
        "Which of two discoveries at once comes first?",
        {"left_first": "the left one", "right_first": "the right one"},
    ),
    Ruling(
        "last_pause",
        "OPEN-20",
        "Are milestones and discoveries of the very last turn carried out?",
        {"carried_out": "yes, before final scoring", "dropped": "no"},
    ),
    Ruling(
        "equal_milestones",
        "OPEN-21",
        "Which of a player's own milestones at the same value comes first?",
        {"gold_first": "gold before species", "species_first": "species before gold"},
    ),
    Ruling(
        "caused_in_the_pause",
        "OPEN-22",
        "When is resolved what the pause between turns causes?",
        {"same_pause": "in the same pause, until nothing is due"},
    ),
    Ruling(
        "windows",
        "OPEN-23",
        "How fine are the windows for free actions?",
        {"between_steps": "at every decision of the own turn between two steps"},
    ),
    Ruling(
        "reward_move",
        "OPEN-24",
        "Does a reward `move` gained in another player's turn work?",
        {"at_once": "yes, with the points of that reward alone", "lost": "no, it is lost"},
    ),
    Ruling(
        "slot_sizes",
        "OPEN-25",
        "How many data does a sector hold?",
        {"as_printed": "what `board.toml` says; any size from 2 up may be set there"},
    ),
    Ruling(
        "discovery_order",
        "C3",
        "In which order is a discovery carried out?",
        {"board_cards_setup": "board, cards dealt, the rest of the set-up"},
    ),
    Ruling(
        "exchanged_species_cards",
        "C10",
        "Can species cards be given in an exchange of two cards?",
        {"allowed": "yes, they are hand cards", "refused": "no"},
    ),
    Ruling(
        "species_deck",
        "C13",
        "Are discarded species cards used again?",
        {"never_reshuffled": "no: their deck is never reshuffled"},
    ),
    Ruling(
        "anomaly_places",
        "anomalies.setup",
        "Which anomaly token goes to which of the three sectors?",
        {"random": "drawn at random", "as_listed": "red to Earth's sector, yellow clockwise, blue counter-clockwise"},
    ),
    Ruling(
        "capsule_value",
        "M4",
        "Who knows the value of a capsule?",
        {"owner_only": "its owner"},
    ),
    Ruling(
        "figures_in_the_gap",
        "oumuamua.setup",
        "What does the 'Oumuamua tile give to figures standing in its gap?",
        {
            "once_a_player": "publicity once for every player with a figure there",
            "each_figure": "publicity for every figure there",
            "nothing": "nothing: they have not visited it",
        },
    ),
    Ruling(
        "tile_result",
        "O10",
        "When is the completed 'Oumuamua tile resolved?",
        {"with_sectors": "with the completed sectors, in the order the active player chooses"},
    ),
    Ruling(
        "exofossil_supply",
        "O14",
        "Can exofossils run out?",
        {"unlimited": "no", "limited": "yes: beyond those of the box nothing is gained; spent ones come back"},
    ),
    Ruling(
        "message_moment",
        "Z4",
        "When is a message that is due resolved?",
        {"pause": "in the pause between turns, like a milestone"},
    ),
    Ruling(
        "unusual_incomes",
        "Z8",
        "Do cards tucked with a data or publicity corner count where just tucked cards are counted?",
        {"counted": "yes", "left_out": "no"},
    ),
    Ruling(
        "points_of_the_pause",
        "Z12",
        "May points of the pause reach further tiles and markers?",
        {"same_pause": "yes, they are resolved in the same pause"},
    ),
    Ruling(
        "exertian_secret",
        "E2",
        "What do the others see of played Exertian cards?",
        {"number_and_owner": "their number and owner, not their faces"},
    ),
    Ruling(
        "tie_at_no_danger",
        "E8",
        "Who loses a tenth if nobody has any danger?",
        {"all_lose": "all players", "nobody_loses": "nobody"},
    ),
    Ruling(
        "pass_is_own_turn",
        "PASS-07",
        "Is the turn of passing an own turn (`own_turn`, card 129)?",
        {"yes": "yes: a push by the first pass counts", "no": "no"},
    ),
    Ruling(
        "land_occupied",
        "LAND-07",
        "Does `land occupied` (card 16) open occupied moons to everybody?",
        {"moon_landers_only": "no: only to those who may land on moons", "everybody": "yes, occupied moons only"},
    ),
)

BY_NAME: Final = {ruling.name: ruling for ruling in RULINGS}
SWITCHES: Final = tuple(ruling for ruling in RULINGS if ruling.switchable)


def chosen(choices: Any) -> dict[str, int]:
    """The number of the value in force of every switch: 0, the default, or what ``choices`` (name: value) says.

    Raises ValueError, one line, for an unknown name or a value that is not implemented.
    """
    if not isinstance(choices, Mapping):
        raise ValueError("rulings: a table is wanted")
    for name, value in choices.items():
        if name not in BY_NAME:
            raise ValueError(f'rulings: unknown key "{name}"; seti-sim show rulings lists them')
        values = list(BY_NAME[name].values)
        if value not in values:
            supported = f"only {values[0]} is supported" if len(values) == 1 else f"there are {', '.join(values)}"
            raise ValueError(f"rulings: {name}: {supported}, not {value!r}")
    return {switch.name: list(switch.values).index(choices.get(switch.name, switch.default)) for switch in SWITCHES}
