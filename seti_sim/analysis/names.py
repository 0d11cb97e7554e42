"""Words of the tables as people say them."""

from typing import Final

ORDINALS: Final = ("first", "second", "third", "fourth")
_NAMES: Final = {
    # technologies: the board's places, with what they do
    "probe_1": "Probe 1 (two probes)",
    "probe_2": "Probe 2 (asteroids)",
    "probe_3": "Probe 3 (cheap landing)",
    "probe_4": "Probe 4 (moons)",
    "telescope_1": "Telescope 1 (adjacent sector)",
    "telescope_2": "Telescope 2 (Mercury)",
    "telescope_3": "Telescope 3 (hand signal)",
    "telescope_4": "Telescope 4 (launch or move)",
    "computer_1": "Computer 1 (credit)",
    "computer_2": "Computer 2 (energy)",
    "computer_3": "Computer 3 (card)",
    "computer_4": "Computer 4 (publicity)",
    # species
    "oumuamua": "\N{MODIFIER LETTER APOSTROPHE}Oumuamua",
    # moons and stars
    "phobos_deimos": "Phobos and Deimos",
    "barnards_star": "Barnard's Star",
    "sirius_a": "Sirius A",
    # sources of points
    "start": "Starting points",
    "card_effect": "Card effects",
    "card_corner": "Card corners",
    "mission": "Missions",
    "endgame_card": "End-of-game cards",
    "gold_tile": "Gold tiles",
    "orbit": "Orbits",
    "landing": "Landings on planets",
    "moon": "Landings on moons",
    "sector_position": "Second position of sectors",
    "sector_win": "Sector wins",
    "tech_first": "Two-point tiles of technologies",
    "tech_tile": "Bonuses printed on technologies",
    "computer": "Computer",
    "discovery_space": "Discovery spaces",
    "overflow_space": "Overflow spaces",
    "species_space": "Spaces of species boards",
    "species_card": "Species cards",
    "species_other": "Other species points",
    "exertian_end": "Exertian end scoring",
}


def display_name(word: str) -> str:
    """``kepler_22`` as ``Kepler 22``; words of the game by their names."""
    if word in _NAMES:
        return _NAMES[word]
    return " ".join(part[:1].upper() + part[1:] for part in word.split("_"))


def player(order: int) -> str:
    """Label of a place in the turn order of the first round, 0 = the player who starts."""
    return f"{ORDINALS[order].capitalize()} player"


def counted(number: int, noun: str) -> str:
    """``1 game``, ``1,200 games``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(words: list[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"


def caption(games: int, players: int, label: str) -> str:
    """The caption every chart begins with: sample, label, what the bars are."""
    return f"n = {counted(games, 'game')} of {players} players; {label}; bars are 95 % intervals."


def equal_share(players: int) -> str:
    """The win share of a fair seat: ``25 %``."""
    return f"{100 / players:.3g}\N{NO-BREAK SPACE}%"
