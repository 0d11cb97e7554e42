"""What ``seti-sim scenario`` prints: differences between scenario files and the game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from seti_sim.cli.errors import UsageError
from seti_sim.cli.progress import told_if_compiled
from seti_sim.scenario.check import check_scenario
from seti_sim.scenario.files import load_scenario

PATTERN: Final = "*.toml"


def check_files(places: Sequence[Path]) -> int:
    """Play scenario files, print every difference and a last line that counts; return the number of failing files.

    Raises ScenarioError, one line, at the first damaged file, and a usage error for a folder without scenarios. All
    files are read before the first one is played.
    """
    files = [file for place in places for file in _files(place)]
    for file in files:
        load_scenario(file)
    different = 0
    with told_if_compiled():
        for file in files:
            lines = check_scenario(file)
            different += bool(lines)
            for line in lines:
                print(f"{file}: {line}")
    print(f"{len(files)} {_plural(len(files), 'file')}, {different} with differences")
    return different


def _files(place: Path) -> list[Path]:
    """The scenario files at a place: the file itself, or those in the folder and its subfolders."""
    if not place.is_dir():
        return [place]
    found = sorted(place.rglob(PATTERN))
    if not found:
        raise UsageError(f"{place}: no scenario files ({PATTERN}) in this folder")
    return found


def _plural(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"
