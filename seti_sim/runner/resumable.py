"""Folders that the same command resumes: comparisons, duels, profiles, searches and experiments.

They are kept like runs (``store``): locked by the process that plays, every part with its checksum, and resumed only
with the rules, tables, strategies, sources and libraries that they were started with.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from seti_sim.runner.errors import StoreError, with_context
from seti_sim.runner.inputs import Inputs
from seti_sim.runner.manifest import check_same_games, check_same_program
from seti_sim.runner.records import ResumableRecord, read_record
from seti_sim.runner.store import Layout, PartFolder, new_folder, old_folder


@contextmanager
def opened(path: Path, layout: Layout, mine: ResumableRecord, inputs: Inputs) -> Iterator[tuple[PartFolder, str]]:
    """Lock the folder, a new one or one that was started with the same settings by the same program.

    Yields the folder and the identity of the record in it, which its parts carry.
    Raises ``RunError`` with one line that names the folder and the first difference.
    """
    if (path / layout.record).is_file():
        with old_folder(PartFolder(path, layout)) as folder:
            there = read_record(path / layout.record, type(mine))
            _check_same(path, there, mine, inputs)
            yield folder, there.identity
    else:
        with new_folder(path, layout) as folder:
            folder.write_record(mine.text())
            yield folder, mine.identity


@contextmanager
def opened_parts(path: Path, layout: Layout, mine: ResumableRecord, inputs: Inputs) -> Iterator[tuple[PartFolder, str]]:
    """The same for a folder whose results are parts: checksums are read, and put in order in the end."""
    with opened(path, layout, mine, inputs) as (folder, identity):
        folder.begin_parts(identity)
        try:
            yield folder, identity
        finally:
            with suppress(StoreError):  # in order they are nicer; they hold as they are
                folder.write_sums()


def _check_same(path: Path, there: ResumableRecord, mine: ResumableRecord, inputs: Inputs) -> None:
    if there.format != mine.format:
        raise StoreError(f"{path} has format {there.format}; this version reads format {mine.format}")
    for key, value in there.deciding().items():
        if value != getattr(mine, key):
            raise StoreError(f"{path} holds {mine.OTHER} (different {key}); choose another --out")
    with with_context(path):
        check_same_games(there.origin, inputs)
        check_same_program(there.origin)
