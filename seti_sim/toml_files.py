"""Reading TOML files: one clear line for whatever may be wrong with one, in the error of the caller's floor."""

import errno
import json
import os
import stat
import tomllib
from io import BufferedReader
from pathlib import Path
from typing import Any, Final, Protocol

DEEPEST: Final = 50
"""Tables and lists inside one another: far more than any of our files has, far fewer than Python can stand."""
MOST_BITS: Final = 4096
"""Of a whole number. TOML's have 64, ``tomllib`` takes any, and Python does not print one of thousands of digits."""


MOST_BYTES: Final = 4 * 1024 * 1024
"""Of a TOML file; the largest of ours has 100 kB."""
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"


class Readable(Protocol):
    """A path, or a file inside a package."""

    def read_text(self, encoding: str) -> str:
        """The whole file."""


def read_text(file: Readable, where: str | Path, fault: type[Exception], missing: str | None = None) -> str:
    """The text of a file; ``fault`` with one line if it can't be read or is no text.

    ``where`` is what the file is called, ``missing`` what is said in place of the usual where there is no such file.
    """
    try:
        text = read_limited(file, MOST_BYTES) if isinstance(file, Path) else file.read_text(encoding="utf-8")
        return text.removeprefix(BOM)
    except UnicodeDecodeError:
        raise fault(f"{where}: it is not UTF-8 text") from None
    except FileNotFoundError as error:
        raise fault(missing or f"can't read {where}: {error.strerror}") from None
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise fault(f"can't read {where}: {getattr(error, 'strerror', None) or error}") from None


def open_regular(file: Path) -> BufferedReader:
    """A regular file for reading. Raises OSError, also for pipes and devices, which may never end or never begin."""
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(number, os.strerror(number) if stat.S_ISDIR(mode) else "not a regular file")
    return os.fdopen(handle, "rb")


def read_limited(file: Path, most: int, errors: str = "strict") -> str:
    """The UTF-8 text of a regular file of at most ``most`` bytes.

    Raises OSError for what is no such file and ValueError for more bytes, or for no text if ``errors`` is strict.
    """
    with open_regular(file) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise ValueError(f"more than {most:,} bytes")
    return content.decode("utf-8", errors)


def parse_toml(text: str, where: str | Path, fault: type[Exception]) -> dict[str, Any]:
    """The document that a text holds; ``fault`` with one line if it is no TOML or nested too deep."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError is one, and so is a whole number of thousands of digits
        raise fault(f"{where}: not valid TOML: {error}") from None
    except RecursionError:
        raise fault(_too_deep(where)) from None
    level: list[Any] = [document]
    for _ in range(DEEPEST):
        inside = [value for item in level for value in (item.values() if isinstance(item, dict) else item)]
        if any(isinstance(value, int) and value.bit_length() > MOST_BITS for value in inside):
            raise fault(f"{where}: not valid TOML: a whole number has more than {MOST_BITS} bits")
        level = [value for value in inside if isinstance(value, dict | list)]
        if not level:
            return document
    raise fault(_too_deep(where))


def read_toml(file: Path, fault: type[Exception]) -> dict[str, Any]:
    """The document in a file; ``fault`` with one line that names the file."""
    return parse_toml(read_text(file, file, fault), file, fault)


def quoted(text: str) -> str:
    """A text as a TOML string. JSON's form is TOML's, but for characters beyond the first plane and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def comment(text: str) -> str:
    """A line of comment: what is not printable, as the end of a line, is escaped."""
    return "# " + "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _too_deep(where: str | Path) -> str:
    return f"{where}: tables and lists are nested more than {DEEPEST} deep"
