"""Damaged files of compiled code are removed, named in one line and compiled again; a full disk loses nothing else."""

import random
import shutil

import pytest
from compilation.programs import PRINTED, PROGRAM, code_files, completed, run

LINE = "damaged compiled code removed; it is compiled again"


def damage(files, rng):
    """Change one or two files the way disks and people do."""
    path, other = rng.sample(files, 2)
    whole = path.read_bytes()
    kind = rng.choice(["cut", "empty", "zeroed", "flipped", "longer", "exchanged", "copied"])
    if kind == "cut":
        path.write_bytes(whole[: rng.randrange(len(whole))])
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "zeroed":
        path.write_bytes(bytes(len(whole)))
    elif kind == "flipped":
        at = rng.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
    elif kind == "longer":
        path.write_bytes(whole + bytes(rng.randrange(1, 100)))
    elif kind == "exchanged":
        path.write_bytes(other.read_bytes())
        other.write_bytes(whole)
    else:
        path.write_bytes(other.read_bytes())
    return kind


@pytest.mark.parametrize("plain", ["", "1"], ids=["linked", "plain"])
@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_change_nothing(tmp_path, seed, plain):
    check_damage(tmp_path, seed, plain)


@pytest.mark.full
@pytest.mark.parametrize("plain", ["", "1"], ids=["linked", "plain"])
@pytest.mark.parametrize("seed", range(3, 50))
def test_damaged_files_change_nothing_a_hundred_times(tmp_path, seed, plain):
    check_damage(tmp_path, seed, plain)


def check_damage(folder, seed, plain):
    rng = random.Random(seed)
    assert run(folder, PROGRAM, SETI_SIM_PLAIN_NUMBA=plain) == PRINTED
    kind = damage(code_files(folder), rng)
    done = completed(folder, PROGRAM, SETI_SIM_PLAIN_NUMBA=plain)
    assert (done.returncode, done.stdout.strip()) == (0, PRINTED), (kind, done.stderr)
    lines = done.stderr.splitlines()
    assert len(lines) <= 1, (kind, lines)  # none where nobody had to read the damaged file
    assert all(line.startswith("seti-sim: ") and line.endswith(LINE) for line in lines)
    again = completed(folder, PROGRAM, SETI_SIM_PLAIN_NUMBA=plain)
    assert (again.returncode, again.stdout.strip(), again.stderr) == (0, PRINTED, "")


def test_every_file_that_is_read_is_checked(tmp_path):
    """With all files damaged the line is said once and everything is compiled again."""
    run(tmp_path, PROGRAM)
    for path in code_files(tmp_path):
        path.write_bytes(path.read_bytes()[:-1])
    done = completed(tmp_path, PROGRAM)
    assert (done.returncode, done.stdout.strip()) == (0, PRINTED)
    assert len(done.stderr.splitlines()) == 1


def test_code_of_another_folder_is_not_executed(tmp_path):
    """Files have the same names in the folder of code that checks bounds, and do not match here."""
    run(tmp_path, PROGRAM)
    (folder,) = (tmp_path / "cache").iterdir()
    run(tmp_path, PROGRAM, NUMBA_BOUNDSCHECK="1")
    (other,) = set((tmp_path / "cache").iterdir()) - {folder}
    for path in other.rglob("*.nb?"):
        shutil.copy(path, folder / path.relative_to(other))
    done = completed(tmp_path, PROGRAM)
    assert done.stdout.strip() == PRINTED
    assert done.stderr.endswith(LINE + "\n")


def test_a_folder_named_to_numba_holds_hashed_folders_too(tmp_path):
    """With NUMBA_CACHE_DIR alone, code that was compiled from other sources is not used (issue of old rules)."""
    run(tmp_path, PROGRAM, SETI_SIM_CACHE="", NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    (folder,) = (tmp_path / "cache").iterdir()
    assert folder.name.startswith("numba")
    assert code_files(tmp_path)


@pytest.mark.parametrize("plain", ["", "1"], ids=["linked", "plain"])
def test_a_full_disk_is_one_line(tmp_path, plain):
    """A limit on the size of files stands for a disk that is full."""
    limit = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    ask = "import sys, seti_sim.jit\nprint(seti_sim.jit.CACHE_PROBLEM or '', file=sys.stderr)\n"
    done = completed(tmp_path, limit + PROGRAM + ask, SETI_SIM_PLAIN_NUMBA=plain)
    assert (done.returncode, done.stdout.strip()) == (0, PRINTED), done.stderr
    (line,) = done.stderr.split("\n")[: -1 if plain else 1][:1]
    assert "compiled code can't be kept in" in line
    assert line.endswith("File too large")
