"""Ways to damage a file: bytes, values in JSON and TOML, and something else in its place."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 3, 10**12, 10**50, 1.5, 1e308, float("nan"), float("inf"), "", "x", "../x", "\0",
    "a" * 5000, [], [[]], {}, "\N{ROCKET}", "/dev/zero", "name with ] and *",
)  # fmt: skip
NUMBERS = (
    "-1",
    "0",
    "1",
    "127",
    "300",
    "32768",
    "1000000000000",
    "9" * 50,
    "nan",
    "inf",
    "-0.0",
    "1e308",
    '"x"',
    "[]",
    "true",
)

Damage = Callable[[Random, Path], str]


def flip(random: Random, file: Path) -> str:
    """One bit."""
    content = bytearray(file.read_bytes() or b"\0")
    at = random.randrange(len(content))
    content[at] ^= 1 << random.randrange(8)
    file.write_bytes(content)
    return f"a bit of byte {at}"


def noise(random: Random, file: Path) -> str:
    """Some bytes in a row."""
    content = bytearray(file.read_bytes() or b"\0")
    at, size = random.randrange(len(content)), random.choice([1, 2, 8, 100])
    content[at : at + size] = random.randbytes(size)
    file.write_bytes(content)
    return f"{size} bytes from {at}"


def cut(random: Random, file: Path) -> str:
    """The end."""
    content = file.read_bytes()
    at = random.randrange(len(content) + 1)
    file.write_bytes(content[:at])
    return f"cut after {at}"


def lose(random: Random, file: Path) -> str:
    """Bytes out of the middle."""
    content = file.read_bytes()
    at, size = random.randrange(len(content) + 1), random.choice([1, 7, 64, 4096])
    file.write_bytes(content[:at] + content[at + size :])
    return f"{size} bytes lost at {at}"


def double(random: Random, file: Path) -> str:
    """A piece twice."""
    content = file.read_bytes()
    at = random.randrange(len(content) + 1)
    size = random.choice([1, 50, 5000])
    file.write_bytes(content[: at + size] + content[at:])
    return f"{size} bytes twice at {at}"


def zeros(random: Random, file: Path) -> str:
    """Zeros in place of a stretch, as after a power loss."""
    content = bytearray(file.read_bytes())
    at = random.randrange(len(content) + 1)
    content[at:] = bytes(len(content) - at)
    file.write_bytes(content)
    return f"zeros from {at}"


def append(random: Random, file: Path) -> str:
    """Something after the end."""
    with file.open("ab") as opened:
        opened.write(random.choice([b"\0", b"\n", b"x", b"{}", random.randbytes(50), b"[" * 3000]))
    return "something after the end"


def replace(random: Random, file: Path) -> str:
    """Other contents altogether."""
    contents = [
        b"",
        b"\n",
        b"{}",
        b"[]",
        b"null",
        b"PAR1",
        b"PAR1" * 100,
        b"[" * 100_000,
        b"\xff\xfe\0",
        random.randbytes(999),
    ]
    file.write_bytes(random.choice(contents))
    return "other contents"


def swap(random: Random, file: Path) -> str:
    """The contents of a file beside it."""
    others = [path for path in file.parents[1].rglob("*") if path.is_file() and path != file]
    other = random.choice(sorted(others))
    shutil.copy(other, file)
    return f"the contents of {other.name}"


def vanish(random: Random, file: Path) -> str:
    """Nothing, a folder, a pipe, an endless device or a loop in its place."""
    file.unlink()
    kind = random.choice(["nothing", "folder", "pipe", "endless", "loop", "dangling"])
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind in ("endless", "loop", "dangling"):
        file.symlink_to({"endless": "/dev/zero", "loop": file.name, "dangling": "nowhere"}[kind])
    return f"{kind} in its place"


def json_value(random: Random, file: Path) -> str:
    """A value, a key or the order of a list in JSON."""
    try:
        record = json.loads(file.read_text())
    except (ValueError, OSError):
        return "nothing"
    places = list(_places(record)) or [([None], 0)]
    holder, key = random.choice(places)
    what = random.choice(["value", "value", "remove", "rename", "reverse"])
    if what == "value" or isinstance(holder, list):
        if isinstance(holder, list) and what == "reverse":
            holder.reverse()
        else:
            holder[key] = random.choice(VALUES)
    elif what == "remove":
        del holder[key]
    elif what == "rename":
        holder[f"{key}_"] = holder.pop(key)
    elif isinstance(holder[key], list):
        holder[key].reverse()
    file.write_text(json.dumps(record))
    return f"{what} of {key!r}"


def _places(record: Any) -> Any:
    items = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    for key, value in list(items):
        yield record, key
        yield from _places(value)


def number(random: Random, file: Path) -> str:
    """A number or a word of a text."""
    text = file.read_text(encoding="latin-1")
    found = list(re.finditer(r"-?\d+(\.\d+)?|\"[^\"\n]*\"|\w+", text))
    if not found:
        return append(random, file)
    match = random.choice(found)
    new = random.choice(NUMBERS)
    file.write_text(text[: match.start()] + new + text[match.end() :], encoding="latin-1")
    return f"{match[0][:30]} becomes {new[:20]}"


BYTES: tuple[Damage, ...] = (flip, flip, flip, noise, noise, cut, lose, double, zeros, append, replace, swap, vanish)
JSON: tuple[Damage, ...] = (*BYTES, *[json_value] * 12)
TEXT: tuple[Damage, ...] = (flip, noise, cut, lose, double, append, replace, swap, vanish, *[number] * 12)
