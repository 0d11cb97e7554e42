"""Checksums of the parts of a run, in the form that ``sha256sum --check`` reads.

A line is added when the parts of a chunk are on the disk, so a part without its line was never finished. The first
line names the run itself: parts and sums of another run, and a record beside them that is not theirs, are noticed.
Everything that reads parts asks here first (:meth:`Sums.states`), as ``resume`` does.
"""

import hashlib
import os
import re
import threading
import time
from collections.abc import Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from typing import Final

from seti_sim.runner.errors import StoreError
from seti_sim.toml_files import open_regular, read_limited

SUMS: Final = "SHA256SUMS"
_HEAD: Final = re.compile(r"# run [0-9a-f]{64}")
_LINE: Final = re.compile(r"([0-9a-f]{64})  ([a-z]+/part-[0-9]{5,7}\.parquet)")


MOST_BYTES: Final = 256 * 1024 * 1024
"""Of the file; the longest run has a quarter of that."""
READERS: Final = 4
"""Files that are hashed at the same time."""
SETTLED: Final = 2.0
"""Seconds after its last change from which on the time stamp of a file shows another change."""
_digests: dict[tuple[str, int, int, int, int], str] = {}


class State(Enum):
    """What a part is, compared with its line."""

    WHOLE = "whole"
    """Its bytes are those that were written."""
    ABSENT = "absent"
    """There is no such file."""
    UNLISTED = "unlisted"
    """It has no line: it was never finished, or the line is lost."""
    DAMAGED = "damaged"
    """Its bytes are not those that were written, or cannot be read."""


class Sums:
    """The checksums of one run folder, by the name of the part. Threads may add at the same time."""

    def __init__(self, file: Path, identity: str, known: Mapping[str, str], *, named: bool = False) -> None:
        self._file = file
        self._identity = identity
        self._known = dict(known)
        self._lock = threading.Lock()
        self.named = named
        """Whether the file begins with the line that names the run: without it none of its lines is trusted."""

    @classmethod
    def read(cls, file: Path, identity: str, record: str, names: Container[str] | None = None) -> "Sums":
        """The sums in a file, none if it is absent; :class:`StoreError` if they are those of another run.

        ``record`` is the name of the file beside it that says which run it is, ``names`` the parts that it may have.
        """
        try:
            lines = read_limited(file, MOST_BYTES).split("\n")
        except FileNotFoundError:
            return cls(file, identity, {})
        except UnicodeDecodeError:
            return cls(file, identity, {})  # damaged: no line of it is trusted
        except (OSError, ValueError) as error:
            raise StoreError(f"can't read {file}: {getattr(error, 'strerror', None) or error}") from None
        if not _HEAD.fullmatch(lines[0]):
            return cls(file, identity, {})  # without the line that names the run nothing is trusted
        if lines[0] != _head(identity):
            raise StoreError(f"{file} belongs to another run than {record} beside it")
        found = [match for line in lines[:-1] if (match := _LINE.fullmatch(line))]
        found = [match for match in found if names is None or match[2] in names]
        return cls(file, identity, {match[2]: match[1] for match in found}, named=True)

    def text(self) -> str:
        """All sums, sorted by name, after the line that names the run."""
        lines = [_head(self._identity), *(f"{digest}  {name}" for name, digest in sorted(self._known.items()))]
        return "\n".join(lines) + "\n"

    def add(self, parts: Mapping[str, bytes]) -> None:
        """Write down the sums of parts that are on the disk."""
        new = {name: hashlib.sha256(content).hexdigest() for name, content in parts.items()}
        text = "".join(f"{digest}  {name}\n" for name, digest in new.items())
        with self._lock, self._file.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            self._known |= new

    def knows(self, name: str) -> bool:
        """Whether the part was finished once."""
        return name in self._known

    def holds(self, folder: Path, name: str) -> bool:
        """Whether the part in the folder has the bytes that were written."""
        return self._state(folder, name) is State.WHOLE

    def states(self, folder: Path, names: Sequence[str]) -> dict[str, State]:
        """What each of the parts named is. Every file is read once in a process, as long as it does not change."""
        with ThreadPoolExecutor(READERS) as pool:
            return dict(zip(names, pool.map(lambda name: self._state(folder, name), names), strict=True))

    def is_in_order(self) -> bool:
        """Whether the file holds these sums and nothing else, in their order."""
        try:
            return read_limited(self._file, MOST_BYTES) == self.text()
        except (OSError, ValueError):
            return False

    def _state(self, folder: Path, name: str) -> State:
        try:
            if name not in self._known:
                return State.UNLISTED if (folder / name).is_file() else State.ABSENT
            return State.WHOLE if digest_of(folder / name) == self._known[name] else State.DAMAGED
        except FileNotFoundError:
            return State.ABSENT
        except OSError:
            return State.DAMAGED


def digest_of(file: Path) -> str:
    """Hex sha256 of a file, remembered as long as its size and time stamps stay; OSError if it cannot be read."""
    with open_regular(file) as opened:
        there = os.fstat(opened.fileno())
        key = (str(file), there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns)
        if key not in _digests:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
            if time.time() - max(there.st_mtime, there.st_ctime) < SETTLED:
                return digest
            _digests[key] = digest
        return _digests[key]


def _head(identity: str) -> str:
    return f"# run {identity}"
