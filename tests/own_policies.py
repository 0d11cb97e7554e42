"""A package with a policy in code, as pip would install it."""

from pathlib import Path

MODULE = "own_policies_of_tests"
HEAD = "from seti_sim.jit import entry, jit\n\n@entry\ndef tireless(game, tables, moves, n, a):\n"


def write_package(folder: Path, source: str, target: str = "tireless") -> None:
    """Write a module with the policy ``tireless`` and what its installation notes into a folder of the path."""
    (folder / f"{MODULE}.py").write_text(source)
    info = folder / f"{MODULE}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[seti_sim.policies]\ntireless = {MODULE}:{target}\n")
