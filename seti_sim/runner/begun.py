"""Folders that the same command goes on with: comparisons, duels, profiles and searches.

They are kept like runs (``store``): locked by the process that plays, every part with its checksum, and gone on with
only by the rules, tables, strategies, sources and libraries that they were begun with.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ConfigDict

from seti_sim.runner.errors import StoreError, told_of
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.manifest import check_same_games, check_same_program
from seti_sim.runner.records import Origin, Record, read_record
from seti_sim.runner.store import Layout, PartFolder, new_folder, old_folder
from seti_sim.runner.sums import identity_of


class Begun(Record):
    """What was begun in a folder. Subclasses add the settings; ``DECIDE`` names those that have to be the same."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    DECIDE: ClassVar[tuple[str, ...]] = ()
    OTHER: ClassVar[str] = "something else"

    format: str
    command: str
    origin: Origin

    @property
    def identity(self) -> str:
        """Hex sha256 of everything that decides the parts."""
        return hashlib.sha256(repr((self.deciding(), identity_of(self.origin))).encode()).hexdigest()

    def deciding(self) -> dict[str, Any]:
        """The settings that have to be the same, by name."""
        return {key: getattr(self, key) for key in self.DECIDE}

    def text(self) -> str:
        """The record as a JSON file."""
        return self.model_dump_json(indent=1) + "\n"


@contextmanager
def opened(path: Path, layout: Layout, mine: Begun, inputs: Inputs) -> Iterator[PartFolder]:
    """Lock the folder, a new one or one that was begun with the same settings by the same program.

    Raises ``RunError`` with one line that names the folder and the first difference.
    """
    if (path / layout.record).is_file():
        with old_folder(PartFolder(path, layout)) as folder:
            _check_same(path, read_record(path / layout.record, type(mine)), mine, inputs)
            yield folder
    else:
        with new_folder(path, layout) as folder:
            folder.write_record(mine.text())
            yield folder


def _check_same(path: Path, there: Begun, mine: Begun, inputs: Inputs) -> None:
    if there.format != mine.format:
        raise StoreError(f"{path} has format {there.format}; this version reads format {mine.format}")
    for key, value in there.deciding().items():
        if value != getattr(mine, key):
            raise StoreError(f"{path} holds {mine.OTHER} (different {key}); choose another --out")
    with told_of(path):
        check_same_games(there.origin, inputs)
        check_same_program(there.origin)
