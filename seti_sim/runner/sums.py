"""Checksums of the parts of a run, in the form that ``sha256sum --check`` reads.

A line is added when the parts of a chunk are on the disk, so a part without its line was never finished. The first
line names the run itself: parts and sums of another run are noticed.
"""

import hashlib
import os
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from seti_sim.runner.errors import StoreError
from seti_sim.runner.records import Origin

SUMS: Final = "SHA256SUMS"
_HEAD: Final = re.compile(r"# run [0-9a-f]{64}")
_LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")


def identity_of(origin: Origin) -> str:
    """Hex sha256 of everything that decides the parts of a run."""
    digests = [item.digest for item in origin.strategies]
    what = (origin.plan.model_dump_json(), origin.seats, digests, origin.tables_hash, origin.rules_version)
    return hashlib.sha256(repr((*what, origin.source_hash)).encode()).hexdigest()


class Sums:
    """The checksums of one run folder, by the name of the part. Threads may add at the same time."""

    def __init__(self, file: Path, identity: str, known: Mapping[str, str]) -> None:
        self._file = file
        self._identity = identity
        self._known = dict(known)
        self._lock = threading.Lock()

    @classmethod
    def read(cls, file: Path, identity: str, record: str) -> "Sums":
        """The sums in a file, none if it is absent; :class:`StoreError` if they are those of another run.

        ``record`` is the name of the file beside it that says which run it is.
        """
        try:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return cls(file, identity, {})
        except OSError as error:
            raise StoreError(f"can't read {file}: {error.strerror}") from None
        if lines and _HEAD.fullmatch(lines[0]) and lines[0] != _head(identity):
            raise StoreError(f"{file} belongs to another run than {record} beside it")
        found = [match for line in lines if (match := _LINE.fullmatch(line))]
        return cls(file, identity, {match[2]: match[1] for match in found})

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
        if name not in self._known:
            return False
        try:
            with (folder / name).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == self._known[name]
        except OSError:
            return False


def _head(identity: str) -> str:
    return f"# run {identity}"
