"""Hashes of source code: of all that is compiled, and of all that decides the result tables.

Both follow the imports of the project's own modules, so that a module which is neither compiled nor used by compiled
code, such as a writer of documents, changes neither hash wherever it lives.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
COMPILED_FOLDERS: Final = ("engine", "policies")
"""Where functions are compiled; a test checks that they are compiled nowhere else."""
TABLE_WRITERS: Final = ("runner/parts.py", "runner/design.py")
"""Modules that turn games into result tables; whatever they import counts too."""
BLOCK_WRITERS: Final = ("runner/arms.py", "runner/blocks.py", "runner/treatments.py")
"""Modules that write tables as well, but import the machinery around them (progress, locks), which does not count."""

_COMPILED: Final = re.compile(r"^@(?:jit|entry|inlined)\b", re.MULTILINE)
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<module>{name})[ \t]+import[ \t]+(?P<names>\([^)]*\)|[^\n]+)"
    r"|import[ \t]+(?P<plain>{name}))".format(name=rf"{PACKAGE.name}[\w.]*"),
    re.MULTILINE,
)


def compiled_hash() -> str:
    """Hex digest, 16 characters, of the modules with compiled functions and of all modules these import."""
    return _digest(compiled_sources())


def source_hash() -> str:
    """Hex digest, 16 characters, of all modules that could change a byte of a result table."""
    return _digest(recorded_sources())


@cache
def compiled_sources() -> frozenset[Path]:
    """Files of the modules with compiled functions and of all modules these import."""
    files = (path for folder in COMPILED_FOLDERS for path in (PACKAGE / folder).rglob("*.py"))
    return import_closure(path for path in files if has_compiled_functions(path))


@cache
def recorded_sources() -> frozenset[Path]:
    """Files of all modules that could change a byte of a result table."""
    writers = import_closure(PACKAGE / name for name in TABLE_WRITERS)
    return compiled_sources() | writers | {PACKAGE / name for name in BLOCK_WRITERS}


def has_compiled_functions(path: Path) -> bool:
    """Whether a module declares a function with one of the decorators of :mod:`seti_sim.jit`."""
    return _COMPILED.search(_code(path)) is not None


def import_closure(roots: Iterable[Path]) -> frozenset[Path]:
    """The given files and the files of all modules of this package that they import, directly or not."""
    found: set[Path] = set()
    waiting = set(roots)
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= _imported(path) - found
    return frozenset(found)


def _imported(path: Path) -> set[Path]:
    """Files of the modules named in the import statements of a file, their packages included."""
    found: set[Path] = set()
    for match in _IMPORT.finditer(_code(path)):
        module = match["module"] or match["plain"]
        parts = module.split(".")
        names = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
        names += [f"{module}.{name}" for name in re.findall(r"\w+", match["names"] or "")]
        found.update(file for name in names if (file := _file_of(name)) is not None)
    return found


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module or package; None if the name is something inside a module."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


@cache
def _code(path: Path) -> str:
    """The text of a file without its long strings, which may hold examples of code (a test compares with ``ast``)."""
    text = "".join(path.read_text(encoding="utf-8").split("'''")[::2])
    return "".join(text.split('"""')[::2])


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
