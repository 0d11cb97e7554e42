"""Reading parts: every path is taken literally, and the decompressed size of a file is known before it is read.

Polars reads ``[ ]``, ``*`` and ``?`` in a path as a pattern, ``~`` as the home folder and ``name=value`` as a column;
here none of that is so.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import polars as pl

READ_ERRORS: Final = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)
"""What polars raises at a file that it cannot read."""
MOST_COLUMNS: Final = 2_000
"""Of a table; the widest of ours has about 250."""
PANIC: Final = b"panicked at"


class DamagedPartError(Exception):
    """A part holds what no part holds. The text is one line that names it."""


def scan_parts(paths: Sequence[Path], *, name_of_file: str | None = None) -> pl.LazyFrame:
    """The rows of some Parquet files, one after the other; ``name_of_file`` is a column with their absolute paths."""
    return pl.scan_parquet(
        [absolute(path) for path in paths], glob=False, hive_partitioning=False, include_file_paths=name_of_file
    )


def absolute(path: Path) -> str:
    """The absolute path, with nothing of it followed or expanded: polars takes it literally."""
    return str(path.absolute())


def check_sizes(paths: Sequence[Path], rows: Sequence[int], *, at_most: bool = False) -> None:
    """Raise :class:`DamagedPartError` unless each file says that it holds so many rows of whole numbers.

    Nothing is unpacked: a small file may hold a thousand million equal rows, or one text of a gigabyte. With
    ``at_most`` there may be fewer rows.
    """
    with silent_panics():
        schema = scan_parts(paths[:1]).collect_schema()
        if len(schema) > MOST_COLUMNS:
            raise DamagedPartError(f"{paths[0]}: {len(schema):,} columns; it is damaged")
        for name, kind in schema.items():
            if not kind.is_integer():
                raise DamagedPartError(f"{paths[0]}: the column {name} holds no whole numbers; it is damaged")
        found = _rows_in(paths)
        if found == sum(rows) or (at_most and found < sum(rows)):
            return
        for path, wanted in zip(paths, rows, strict=True):
            found = _rows_in([path])
            if found > wanted or (found < wanted and not at_most):
                raise DamagedPartError(f"{path}: {found} rows where {wanted} were written; it is damaged")


def _rows_in(paths: Sequence[Path]) -> int:
    return int(scan_parts(paths).select(pl.len()).collect().item())


@contextmanager
def silent_panics() -> Iterator[None]:
    """Keep what polars prints about a panic, which comes as an exception too, off stderr; other lines stay."""
    try:
        caught, stderr = tempfile.TemporaryFile(), os.dup(2)  # noqa: SIM115  (closed below)
    except OSError:  # no room, or no stderr
        yield
        return
    with caught:
        os.dup2(caught.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
            caught.seek(0)
            text = caught.read()
            if text and PANIC not in text:
                with suppress(OSError):
                    os.write(2, text)
