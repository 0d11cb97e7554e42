"""Outputs that are closed, full or cannot say a character, and surroundings that nothing works with: real processes."""

import json
import os
import subprocess
import sys

import pytest

SEE = [sys.executable, "-m", "seti_sim.cli"]
FULL = "/dev/full"


def seti(tmp_path, shell_words, **environment):
    """Run ``seti-sim`` in a shell, which redirects; gives exit code, stdout and stderr."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "PYTHONIOENCODING")}
    program = f"{sys.executable} -m seti_sim.cli"
    done = subprocess.run(
        ["bash", "-c", shell_words.replace("seti-sim", program)],
        cwd=tmp_path, capture_output=True, timeout=300, env=kept | environment,
    )  # fmt: skip
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1")


def is_whole(folder, games):
    record = json.loads((folder / "manifest.json").read_text())
    return (record["status"], record["games"]) == ("complete", games)


FOLDERS = ("HOME", "SETI_SIM_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
RUN = "seti-sim run --games 600 --players 2 --strategies random --chunk 50 --out r"


@pytest.mark.parametrize(
    "words",
    [
        f"{RUN} --json-progress | head -1; exit ${{PIPESTATUS[0]}}",
        f"{RUN} 2>/dev/full",
        f"{RUN} 2>&-",
        f"{RUN} >&- 2>&- <&-",
        f"{RUN} 2>&1 | true; exit ${{PIPESTATUS[0]}}",
        f"{RUN} --json-progress >/dev/full",
    ],
)
def test_losing_the_log_loses_no_run(tmp_path, words):
    code, _, err = seti(tmp_path, words)
    assert code == 0, err
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    assert is_whole(tmp_path / "r", 600)
    done = subprocess.run([*SEE, "resume", "r"], cwd=tmp_path, capture_output=True, text=True)
    assert "every part has its checksum" in done.stderr


@pytest.mark.parametrize("command", ["show cards", "--help", "replay r --game 0", "plan --until 'win share +-1'"])
def test_a_full_output_is_one_line(tmp_path, command):
    seti(tmp_path, RUN.replace("600", "5"))
    code, _, err = seti(tmp_path, f"seti-sim {command} >/dev/full")
    err = "".join(line for line in err.splitlines(keepends=True) if not line.startswith("compiling"))
    assert (code, err.count("\n")) == (2, 1), err
    assert err == "seti-sim: can't write to standard output: No space left on device\n"


@pytest.mark.parametrize("command", ["show cards", "--help", "plan --until 'win share +-1'"])
def test_a_closed_pipe_ends_quietly(tmp_path, command):
    code, _, err = seti(tmp_path, f"seti-sim {command} | true; exit ${{PIPESTATUS[0]}}")
    assert (code, err) == (0, "")


@pytest.mark.parametrize("encoding", [{"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
                                      {"PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "ascii"}])  # fmt: skip
def test_every_character_has_a_form(tmp_path, encoding):
    words = "seti-sim compare random greedy --games 12 --players 2 --out ./c"
    code, out, err = seti(tmp_path, words, **encoding)
    assert code == 0, err
    assert "Traceback" not in err
    assert "-" in out
    code, again, _ = seti(tmp_path, words)
    assert out.splitlines()[1:] != []
    assert len(out.splitlines()) == len(again.encode("latin-1").decode("utf-8").splitlines())


def test_a_run_is_not_written_into_the_place_of_a_closed_output(tmp_path):
    """With stderr closed the first file that is opened would have its number."""
    code, _, _ = seti(tmp_path, f"{RUN} 2>&- 1>&-")
    assert code == 0
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or b"games/s" not in file.read_bytes()


# ---------------------------------------------------------------- surroundings
@pytest.mark.parametrize(
    ("words", "environment", "line"),
    [
        (
            "mkdir gone; cd gone; rmdir ../gone; seti-sim show techs",
            {},
            "the working folder cannot be used: No such file",
        ),
        ("mkdir $'\\xff'; cd $'\\xff'; seti-sim show techs", {}, "the name of the working folder is not UTF-8 text: '"),
        ("seti-sim run --out $'a\\xff'", {}, "the argument 'a\\udcff' is not UTF-8 text"),
        ("seti-sim report $'a\\xff'", {}, "the argument 'a\\udcff' is not UTF-8 text"),
        ("seti-sim report x", {"POLARS_MAX_THREADS": "0"}, "POLARS_MAX_THREADS must be 1 to 1024, not '0'"),
        ("seti-sim report x", {"POLARS_MAX_THREADS": "many"}, "POLARS_MAX_THREADS must be 1 to 1024, not 'many'"),
        ("seti-sim report x", {"POLARS_MAX_THREADS": "9" * 50}, "POLARS_MAX_THREADS must be 1 to 1024, not '999"),
        ("seti-sim run /dev/zero", {}, "can't read /dev/zero: not a regular file"),
        ("seti-sim run . ", {}, "can't read .: Is a directory"),
        ("mkfifo p.toml; seti-sim run p.toml", {}, "can't read p.toml: not a regular file"),
        ("head -c 9000000 /dev/zero >p.toml; seti-sim run p.toml", {}, "can't read p.toml: more than 4,194,304 bytes"),
        ("mkdir r; mkfifo r/manifest.json; seti-sim resume r", {}, "r is not a run folder: it holds no manifest.json"),
    ],
)
def test_surroundings_that_nothing_works_with_are_one_line(tmp_path, words, environment, line):
    code, out, err = seti(tmp_path, words, **environment)
    assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith(f"seti-sim: {line}")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("plan --until 'win share +-1' --from {long}", "can't use {long}/blocks.json: File name too long"),
        ("fit greedy --out {long}.toml", "out: a name of 305 bytes, more than 200"),
        ("fit greedy --out {two}.toml", "out: a name of 245 bytes, more than 200"),
        ("run --out {two}", "out: a name of 240 bytes, more than 200"),
        ("compare greedy random --out {two}", "out: a name of 240 bytes, more than 200"),
        ("tune greedy --name {two}", "name: a name of 245 bytes, more than 200"),
        ("report {long}", "can't use {long}/plan.json: File name too long"),
        ("resume {long}", "can't use {long}/plan.json: File name too long"),
        ("replay {long} --game 0", "can't use {long}/manifest.json: File name too long"),
        ("run {long}.toml", "can't read {long}.toml: File name too long"),
        ("run --strategies {long}.toml --out x", "can't read {long}.toml: File name too long"),
    ],
)
def test_a_name_that_is_too_long_is_one_line(tmp_path, words, line):
    names = {"long": "x" * 300, "two": "y" * 240}
    code, out, err = seti(tmp_path, f"seti-sim {words.format(**names)}")
    assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
    assert err.startswith(f"seti-sim: {line.format(**names)}"), err
    assert not list(tmp_path.iterdir())


def test_without_a_home_folder_compiled_code_is_kept_among_temporary_files(tmp_path):
    program = (
        "import pathlib\n"
        "def home():\n    raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.home = home\n"
        "import seti_sim.jit as j\nprint(j.CACHE_PROBLEM, j.cache_folder().parent.name)"
    )
    kept = {name: value for name, value in os.environ.items() if name not in FOLDERS} | {"TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=kept, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"None seti_sim-{os.getuid()}\n", "")
