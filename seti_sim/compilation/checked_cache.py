"""Numba's cache of compiled functions on the disk, with a checksum in every file.

A file is 32 bytes of SHA-256 over its folder, its name and its content, then the content. What does not match (cut,
overwritten, under another file's name, from another folder) is removed before anything of it is executed, and the
function is compiled again. A disk that is full loses the cache, never the run.

The classes that are extended here are not part of numba's documented interface; where one is missing, numba's own cache
is used (:mod:`seti_sim.compilation.plain`).
"""

import hashlib
import os
import pickle  # numba's own format for compiled code; never for results
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from seti_sim.compilation.folders import damage_line, notice

DIGEST = 32
"""Bytes of the checksum at the head of a file."""


def _sealed(path: Path, content: bytes) -> bytes:
    """The checksum of a file's content."""
    return hashlib.sha256(f"{path.parent.parent.name}/{path.parent.name}/{path.name}\0".encode() + content).digest()


class CheckedFile(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """Index and code of one function; both carry their checksum."""

    def _load_index(self) -> dict[Any, str]:
        """Names of the files of code by signature; empty without an index for this source file."""
        found = self._read(Path(self._index_path))
        if found is None:
            return {}
        stamp, overloads = found
        return cast(dict[Any, str], overloads) if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(Path(self._index_path), (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(Path(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(Path(self._data_path(name)), data)

    def _read(self, path: Path) -> Any:
        """The object in a file; None if there is no file, or a damaged one, which is removed."""
        try:
            whole = path.read_bytes()
        except FileNotFoundError:
            return None
        content = whole[DIGEST:]
        if whole[:DIGEST] == _sealed(path, content):
            return pickle.loads(content)  # noqa: S301  # its checksum matches, and nobody else can write here
        path.unlink(missing_ok=True)
        notice(damage_line(path.parent.parent))
        return None

    def _write(self, path: Path, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(path) as file:
            file.write(_sealed(path, content))
            file.write(content)


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]  # numba has no types
    """Places a function's files in the project's folder of compiled code, whether or not it can be written to."""

    folder = ""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = os.path.join(self.folder, self.get_suitable_cache_subpath(py_file))  # noqa: PTH118

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class CheckedImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
    """How a compiled function is written to the disk."""

    _locator_classes = (_Locator,)


class CheckedCache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """Compiled functions on the disk, in files with checksums."""

    _impl_class = CheckedImpl
    _full = False

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        self._cache_file = CheckedFile(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None if it has to be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except OSError as error:
            self._lost(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function; a disk that takes nothing more is told once and is not tried again."""
        if CheckedCache._full:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            CheckedCache._full = True
            self._lost(error)

    def _lost(self, error: OSError) -> None:
        notice(f"compiled code can't be kept in {_Locator.folder}: {error.strerror or error}")


def use_folder(folder: Path) -> None:
    """Set the folder of compiled code for all functions declared from now on."""
    _Locator.folder = str(folder)
