"""The wheel runs outside of the repository, and the source archive holds what it takes to work on the project."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import seti_sim

ROOT = Path(__file__).parents[2]
BUILD = "from setuptools import build_meta; build_meta.build_{kind}({out!r})"


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """Wheel and source archive, built from a copy of the files that git knows."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("packages")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    for kind in ("wheel", "sdist"):
        code = BUILD.format(kind=kind, out=str(out))
        done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return {path.suffix: path for path in out.iterdir()}


@pytest.mark.full
def test_the_wheel_runs_outside_of_the_repository(packages, tmp_path):
    with zipfile.ZipFile(packages[".whl"]) as archive:
        archive.extractall(tmp_path / "site")
    env = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    code = "import seti_sim, sys; print(seti_sim.__file__)"
    where = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert where.stdout.startswith(str(tmp_path))

    def seti(*words):
        return subprocess.run(
            [sys.executable, "-m", "seti_sim", *words], cwd=tmp_path, env=env, capture_output=True, text=True
        )

    for words in (
        ["show", "card", "39"],
        ["run", "--games", "100", "--strategies", "balanced", "--out", "first", "--quiet"],
        ["report", "first", "--out", "page"],
        ["doctor"],
    ):
        done = seti(*words)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "page" / "index.html").is_file()


@pytest.mark.full
def test_the_source_archive_holds_documents_scripts_and_tests(packages):
    with tarfile.open(packages[".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = {
        name
        for name in ("docs/architecture.md", "scripts/test", "scripts/quickstart", "LICENSE", "CITATION.cff")
        if name not in names
    }
    assert not missing
    assert len([name for name in names if name.startswith("tests/") and name.endswith(".py")]) > 150


def test_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "Operating System :: POSIX" in project["classifiers"]
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert cited[1] == seti_sim.__version__
