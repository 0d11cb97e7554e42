"""A small program of compiled functions, run in a process of its own with its own folder of compiled code."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import numpy as np
from seti_sim.jit import address, entry, inlined, jit

@jit
def twice(x):
    return 2 * x

@inlined
def third(values, i):
    return values[i] // 3

@jit
def total(values):
    result = 0
    for i in range(values.shape[0]):
        result += twice(values[i]) + third(values, i)
    return result

@entry
def larger(x, y):
    return twice(max(x, y))

@jit
def ask(function, x, y):
    return function(x, y)

print(total(np.array([3, 6], np.int8)), larger(3, np.int16(4)), ask(address(larger, "int64", 1, 1), 5, 6), twice(4))
"""
FOLDERS = ("SETI_SIM_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "SETI_SIM_PLAIN_NUMBA")
PRINTED = "21 8 12 8"


def completed(folder: Path, program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a file; its compiled code is kept in the folder."""
    (folder / "program.py").write_text(program)
    os.utime(folder / "program.py", (1, 1))  # compiled code of a changed file is not used again
    known = {"NUMBA_DISABLE_JIT": "0", "SETI_SIM_CACHE": str(folder / "cache")}
    settings = {name: value for name, value in os.environ.items() if name not in FOLDERS}
    settings |= {name: value for name, value in (known | environment).items() if value}
    return subprocess.run(
        [sys.executable, str(folder / "program.py")], env=settings, capture_output=True, text=True, check=False
    )


def run(folder: Path, program: str, **environment: str) -> str:
    """What a program prints."""
    done = completed(folder, program, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def code_files(folder: Path) -> list[Path]:
    """All files of compiled code."""
    return sorted((folder / "cache").rglob("*.nb?"))
