"""What is printed: losing stderr loses no run, losing stdout is quiet or one line, and every character has a form.

Light: it comes before anything heavy is imported.
"""

import codecs
import os
import sys
from io import TextIOBase
from typing import Any, Final

PLAIN: Final = {
    "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{PLUS-MINUS SIGN}": "+-",
    "\N{NO-BREAK SPACE}": " ", "\N{THIN SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{MULTIPLICATION SIGN}": "x",
    "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{RIGHTWARDS ARROW}": "->",
}  # fmt: skip
"""What is printed in place of a character that the encoding of the output does not have."""
HANDLER: Final = "seti_sim.plain"


class ReaderGone(Exception):
    """Nobody reads what is printed any more, as in ``seti-sim show cards | head``."""


class OutputFailed(Exception):
    """What is printed cannot be written; the text is one line. It is no OSError, of which typer makes exit code 1."""


class Stream(TextIOBase):
    """A text stream that says in its own way that it failed; everything else is that of the stream below."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write the text."""
        try:
            self._stream.write(text)
        except (OSError, ValueError) as error:
            self._failed(error)
        return len(text)

    def flush(self) -> None:
        """Write what waits."""
        try:
            self._stream.flush()
        except (OSError, ValueError) as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        """What is left in its buffer would fail again when the process ends."""
        lose(self._stream)
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        raise OutputFailed(f"can't write to standard output: {getattr(error, 'strerror', None) or error}") from None

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return bool(self._stream.isatty())

    def fileno(self) -> int:
        """Number of the file."""
        return int(self._stream.fileno())

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Of the stream."""
        return str(self._stream.encoding)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Log(Stream):
    """A stream that may be lost: what cannot be written to it is left out."""

    def _failed(self, error: Exception) -> None:  # noqa: ARG002
        lose(self._stream)


def prepare() -> None:
    """Let all three streams be there, whatever was closed, and print what the encoding has no character for."""
    for number in (0, 1, 2):  # or else the next file that is opened would be taken for one of them
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))
    codecs.register_error(HANDLER, plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)
    sys.stdout, sys.stderr = Stream(sys.stdout), Log(sys.stderr)


def plain(error: UnicodeError) -> tuple[str, int]:
    """The form of characters that an encoding does not have (an error handler of ``codecs``)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(PLAIN.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in letters), (
        error.end
    )


def lose(stream: Any) -> None:
    """Let what is printed to a stream from now on, and what waits in its buffer, go nowhere."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass
