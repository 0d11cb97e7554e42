"""Planting a fault: the list of faults, and a copy of the sources with one of them."""

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "seti_sim" / "engine"
COPIED = ("seti_sim", "tests", "docs", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*_cache", ".hypothesis")


@dataclass(frozen=True)
class Fault:
    """A small change that breaks a rule."""

    rule: str
    what: str
    file: str
    old: str
    new: str


def read_faults() -> list[Fault]:
    """All faults of ``faults.toml``."""
    text = (Path(__file__).parent / "faults.toml").read_text(encoding="utf-8")
    return [Fault(**entry) for entry in tomllib.loads(text)["fault"]]


def with_fault(text: str, fault: Fault) -> str:
    """The source with the fault in it. Raises ValueError unless the text to replace stands there exactly once."""
    found = text.count(fault.old)
    if found != 1:
        raise ValueError(f"{fault.file}: the text stands {found} times: {fault.old!r}")
    return text.replace(fault.old, fault.new)


def plant(fault: Fault, folder: Path) -> None:
    """Copy what the rules suite needs into ``folder``, with the fault."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, folder / name)
    path = folder / "seti_sim" / "engine" / fault.file
    path.write_text(with_fault(path.read_text(encoding="utf-8"), fault), encoding="utf-8")
