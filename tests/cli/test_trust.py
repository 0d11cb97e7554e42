"""What a command reads it checks first: damaged, edited, swapped and oversized files, names that look like patterns."""

import json
import os
import shutil

import polars as pl
import pytest
import synthetic
from runner import fake_engine
from sealing import rewrite, sealed
from synthetic import Plan

from seti_sim.runner import blocks, inputs, parts

ODD_NAMES = ["run [1]", "a*b", "what?", "{x,y}", "~", "~root", "game=1", "100%", "a\\b", "-dash"]


@pytest.fixture(autouse=True)
def fake(monkeypatch, compiled):
    for module in (inputs, blocks):
        monkeypatch.setattr(module, "load_strategy", fake_engine.load_strategy)
    monkeypatch.setattr(parts, "play_chunk", fake_engine.play_chunk)


@pytest.fixture
def refused(command):
    """Run a command that has to be refused in one line; gives the line."""

    def run(*words):
        code, out, err = command(*words)
        assert (code, out) == (2, ""), (code, out, err)
        assert err.startswith("seti-sim: "), err
        assert err.count("\n") == 1, err
        return err

    return run


def flip(file, at=-40):
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


# ---------------------------------------------------------------- bytes that changed
@pytest.mark.parametrize("table", ["games", "seats", "cards"])
@pytest.mark.parametrize("at", [40, 300, -40])
def test_a_flipped_bit_is_seen_by_every_reader_of_a_run(refused, command, tmp_path, table, at):
    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    synthetic.write(tmp_path / "fresh", Plan(games=60, chunk=20, seed=2))
    flip(run / table / "part-00001.parquet", at)
    line = f"run/{table}/part-00001.parquet: its bytes are not those that were written (SHA256SUMS); seti-sim resume"
    assert line in refused("report", "run", "--quiet")
    assert line in refused("report", "fresh", "--confirm", "run", "--quiet")
    assert not (tmp_path / "reports").exists()


def test_parts_of_another_run_are_refused(refused, tmp_path):
    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    other = synthetic.write(tmp_path / "other", Plan(games=60, chunk=20, seed=2))
    for table in ("games", "seats", "cards"):
        shutil.copy(other / table / "part-00001.parquet", run / table / "part-00001.parquet")
    assert "games/part-00001.parquet: its bytes are not those that were written" in refused("report", "run")
    shutil.copy(other / "SHA256SUMS", run / "SHA256SUMS")
    assert "run/SHA256SUMS belongs to another run than manifest.json beside it" in refused("report", "run")
    shutil.copy(other / "manifest.json", run / "manifest.json")
    assert "games/part-00000.parquet: its bytes are not those that were written" in refused("report", "run")


def test_checksums_that_are_lost_vouch_for_nothing(refused, tmp_path):
    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    lines = (run / "SHA256SUMS").read_text().splitlines(keepends=True)
    (run / "SHA256SUMS").write_text("".join(line for line in lines if "seats/part-00002" not in line))
    assert "run/seats/part-00002.parquet: it has no line in SHA256SUMS" in refused("report", "run")
    for text in ("", "".join(lines[1:]), "# run 0123\n" + "".join(lines[1:])):
        (run / "SHA256SUMS").write_text(text)
        assert "run: SHA256SUMS is missing or damaged, so no part can be trusted" in refused("report", "run")
    (run / "SHA256SUMS").write_bytes(b"\xff\xfe" + "".join(lines).encode())
    assert "run: SHA256SUMS is missing or damaged" in refused("report", "run")


def test_a_replay_reads_no_damaged_part(refused, command, tmp_path):
    command("run", "--games", 10, "--players", 2, "--out", "run", "--quiet")
    flip(tmp_path / "run/seats/part-00000.parquet")
    line = "seti-sim: can't read the seats of run: seats/part-00000.parquet is not as it was written (SHA256SUMS)"
    assert line in refused("replay", "run", "--game", 3)


def test_a_spread_is_not_taken_from_a_damaged_part(refused, command, tmp_path):
    command("compare", "greedy", "random", "--games", 60, "--out", "c", "--quiet")
    part = tmp_path / "results/c/blocks/part-00000.parquet"
    whole = part.read_bytes()
    frame = pl.read_parquet(part)
    frame.with_columns(pl.col("score") * 2).write_parquet(part)
    line = "results/c/blocks/part-00000.parquet: its bytes are not those that were written"
    assert line in refused("plan", "--until", "score +-1", "--from", "results/c")
    part.write_bytes(whole)
    rewrite(tmp_path / "results/c/blocks.json", entrants=["random", "greedy"])
    line = "SHA256SUMS belongs to another run than blocks.json beside it"
    assert line in refused("plan", "--until", "score +-1", "--from", "results/c")


def test_damaged_lines_of_the_checksums_are_removed(command, tmp_path):
    command("run", "--games", 10, "--players", 2, "--chunk", 5, "--out", "run", "--quiet")
    sums = (tmp_path / "run/SHA256SUMS").read_bytes()
    stray = sums.splitlines()[-1].replace(b"00001", b"00099")
    (tmp_path / "run/SHA256SUMS").write_bytes(sums + b"not a line\n" + stray + b"\n")
    _, _, err = command("resume", "run")
    assert "run: damaged lines of SHA256SUMS are removed" in err
    assert (tmp_path / "run/SHA256SUMS").read_bytes() == sums


@pytest.mark.parametrize("kind", ["pipe", "endless", "loop", "folder"])
@pytest.mark.parametrize("name", ["seats/part-00001.parquet", "SHA256SUMS", "manifest.json"])
def test_what_is_no_file_is_not_waited_for(refused, tmp_path, kind, name):
    file = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20)) / name
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to("/dev/zero" if kind == "endless" else file.name)
    assert "run" in refused("report", "run")


# ---------------------------------------------------------------- records edited by hand
@pytest.mark.parametrize(
    "edit",
    [
        lambda m: m["dictionaries"]["strategies"].reverse(),
        lambda m: m["dictionaries"]["species"].reverse(),
        lambda m: m["strategies"][0].update(source="name = 'other'"),
        lambda m: m.update(command="seti-sim run --games 5"),
        lambda m: m.update(started="2020-01-01"),
        lambda m: m.update(status="interrupted"),
        lambda m: m["versions"].update(numba="0.1"),
        lambda m: m.pop("sha256"),
    ],
)
def test_an_edited_manifest_is_refused_by_report_and_resume(refused, command, tmp_path, edit):
    command("run", "--games", 10, "--players", 2, "--strategies", "greedy,random", "--out", "run", "--quiet")
    file = tmp_path / "run/manifest.json"
    manifest = json.loads(file.read_text())
    edit(manifest)
    file.write_text(json.dumps(manifest))
    for words in (["report", "run"], ["resume", "run"], ["replay", "run", "--game", 0]):
        line = refused(*words)
        assert "run/manifest.json: " in line or "SHA256SUMS belongs to another run than manifest.json" in line


def test_a_sealed_manifest_of_other_contents_is_not_that_of_the_parts(refused, command, tmp_path):
    command("run", "--games", 10, "--players", 2, "--strategies", "greedy,random", "--out", "run", "--quiet")
    file = tmp_path / "run/manifest.json"
    manifest = json.loads(file.read_text())
    manifest["dictionaries"]["species"].reverse()
    file.write_text(json.dumps(sealed(manifest)))
    for words in (["report", "run"], ["resume", "run"]):
        assert "SHA256SUMS belongs to another run than manifest.json beside it" in refused(*words)


@pytest.mark.parametrize(
    "edit",
    [
        lambda plan: plan["cells"][0]["plan"].pop("chunk"),
        lambda plan: plan["cells"][0].update(name="2p-gready"),
        lambda plan: plan["cells"].pop(),
        lambda plan: plan["cells"].reverse(),
        lambda plan: plan["meaning"]["strategies"].update(greedy="0"),
        lambda plan: plan.pop("sha256"),
        lambda plan: plan["cells"][0].update(name="2p-\0"),
    ],
)
def test_an_edited_plan_is_refused_by_report_and_resume(refused, command, tmp_path, edit):
    (tmp_path / "p.toml").write_text('games = 10\nplayers = 2\nstrategies = ["greedy", "random"]\nchunk = 5\n')
    command("run", "p.toml", "--out", "p", "--quiet")
    record = json.loads((tmp_path / "p/plan.json").read_text())
    edit(record)
    (tmp_path / "p/plan.json").write_text(json.dumps(record))
    for words in (["report", "p"], ["resume", "p"]):
        assert "seti-sim: can't use p/plan.json: " in refused(*words)
    assert sorted(path.name for path in (tmp_path / "p").iterdir() if path.is_dir()) == ["2p-greedy", "2p-random"]


def test_a_cell_that_holds_another_run_is_refused_by_a_report(refused, command, tmp_path):
    (tmp_path / "p.toml").write_text('games = 10\nplayers = 2\nstrategies = ["greedy", "random"]\n')
    command("run", "p.toml", "--out", "p", "--quiet")
    shutil.rmtree(tmp_path / "p/2p-greedy")
    shutil.copytree(tmp_path / "p/2p-random", tmp_path / "p/2p-greedy")
    assert "seti-sim: p/2p-greedy holds another run than p/plan.json says" in refused("report", "p")


def test_a_manifest_of_an_earlier_version_is_read_and_said_to_be_one(command, tmp_path):
    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["sha256"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    from seti_sim.runner.records import read_manifest

    lines = (run / "SHA256SUMS").read_text().splitlines(keepends=True)
    (run / "SHA256SUMS").write_text(f"# run {read_manifest(run).identity}\n" + "".join(lines[1:]))
    code, _, _ = command("report", "run", "--sections", "seats", "--quiet")
    assert code == 0
    text = (tmp_path / "reports/run/report.md").read_text()
    assert "the manifest is that of an earlier version, without a checksum of its own" in text


def test_a_manifest_of_a_million_million_games_is_refused_at_once(refused, command, tmp_path):
    command("run", "--games", 10, "--players", 2, "--out", "run", "--quiet")
    file = tmp_path / "run/manifest.json"
    record = json.loads(file.read_text())
    for games, chunk, line in (
        (10**12, 500, "plan.games must be at most 1000000000, not 1000000000000"),
        (10**9, 1, "chunk: 1000000000 games in parts of 1 make 1000000000 parts, more than 200000"),
    ):
        plan = record["plan"] | {"games": games, "chunk": chunk}
        file.write_text(json.dumps(sealed(record | {"games": games, "plan": plan})))
        for words in (["resume", "run"], ["replay", "run", "--game", 0], ["report", "run"]):
            assert f"can't use run/manifest.json: {line}" in refused(*words)


def test_the_checksums_of_a_run_are_the_same_from_every_checkout(command, monkeypatch, tmp_path):
    from seti_sim.runner import manifest

    words = ["--games", 10, "--players", 2, "--quiet", "--out"]
    for name, revision in (("one", "abc"), ("two", None)):
        monkeypatch.setattr(manifest, "git_revision", lambda _, found=revision: found)
        monkeypatch.setattr(manifest, "library_versions", lambda found=name: {"python": found})
        command("run", *words, name)
    assert (tmp_path / "one/SHA256SUMS").read_bytes() == (tmp_path / "two/SHA256SUMS").read_bytes()


# ---------------------------------------------------------------- small files that unpack to much
@pytest.mark.parametrize("table", ["games", "seats", "cards"])
def test_a_part_of_too_many_rows_is_refused_before_it_is_read(refused, tmp_path, table):
    run = synthetic.write(tmp_path / "run", Plan(games=60, chunk=20))
    part = run / table / "part-00001.parquet"
    few = pl.read_parquet(part)[:1]
    pl.concat([few] * 100_000).write_parquet(part)
    synthetic.seal(run)
    assert f"run/{table}/part-00001.parquet: 100000 rows where " in refused("report", "run")


@pytest.mark.parametrize("table", ["games", "seats", "cards"])
def test_a_part_with_a_text_is_refused_before_it_is_read(refused, tmp_path, table):
    run = synthetic.write(tmp_path / "run", Plan(games=20, chunk=20))
    part = run / table / "part-00000.parquet"
    pl.read_parquet(part).with_columns(pl.lit("a" * 1_000_000).alias("more")).write_parquet(part)
    assert part.stat().st_size < 1_000_000
    synthetic.seal(run)
    assert f"run/{table}/part-00000.parquet: the column more holds no whole numbers" in refused("report", "run")


# ---------------------------------------------------------------- names that look like patterns
@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_run_folder_may_have_any_name(command, tmp_path, name):
    words = ["run", "--games", 12, "--players", 2, "--strategies", "greedy,random", "--chunk", 5, "--quiet"]
    for folder, seed in ((name, 1), ("run 1", 2), ("aXb", 3), ("whatX", 4), ("x", 5)):
        assert command(*words, "--seed", seed, "--out", f"./{folder}")[0] == 0
    assert command("report", f"./{name}", "--sections", "seats", "--out", "./r", "--quiet") == (0, "", "")
    assert json.loads((tmp_path / "r/summary.json").read_text())["runs"][0]["seeds"] == [1]
    assert command("resume", f"./{name}", "--quiet") == (0, "", "")
    assert command("report", f"./{name}", "--sections", "seats", "--out", f"./r {name}", "--quiet") == (0, "", "")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_folder_of_blocks_may_have_any_name(command, tmp_path, name):
    """Beside a folder that the name would match as a pattern."""
    for folder in ("run 1", "aXb", "whatX", "x"):
        command("compare", "greedy", "random", "--games", 12, "--seed", 9, "--out", f"./{folder}", "--quiet")
    for kind in (["compare", "--games", 60], ["duel", "--max-blocks", 5], ["profile", "--games", 20]):
        out = f"./{name}/{kind[0]}"
        assert command(kind[0], "greedy", "random", *kind[1:], "--out", out, "--quiet") == (0, "", "")
        assert command(kind[0], "greedy", "random", *kind[1:], "--out", out, "--quiet") == (0, "", "")
        assert command(kind[0], "greedy", "random", *kind[1:], "--out", f"./plain/{kind[0]}", "--quiet")[0] == 0
        odd, plain = (json.loads((tmp_path / p / f"{kind[0]}.json").read_text()) for p in (out, f"plain/{kind[0]}"))
        assert odd | {"command": "", "sentences": ""} == plain | {"command": "", "sentences": ""}
    assert command("plan", "--until", "score +-1", "--from", f"./{name}/compare")[0] == 0


def test_resume_names_the_runs_in_a_folder_of_any_name(refused, command, tmp_path):
    command("run", "--games", 5, "--players", 2, "--out", "./[a]/run", "--quiet")
    assert "seti-sim: [a] is not a run folder: it holds no manifest.json; there are runs in it: [a]/run" in refused(
        "resume", "[a]"
    )
