import csv
import json
import re
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
import synthetic
from synthetic import Plan

from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.sections import SECTIONS
from seti_sim.reporting.build import build_report
from seti_sim.reporting.pages import code, escape_markdown
from seti_sim.reporting.view import SCROLLED_ROWS


class Page(HTMLParser):
    """Collects the texts, ids, links and loaded addresses of a page and checks that tags are balanced."""

    VOID = frozenset({"meta", "link", "input", "br", "img"})

    def __init__(self, html):
        super().__init__()
        self.open, self.texts, self.ids, self.links, self.loads = [], [], [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if tag == "a" else []
        self.loads += [v for k, v in attrs if k == "src" or (tag == "link" and k == "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def lines_of(file):
    return file.read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def page(report):
    return Page((report / "index.html").read_text(encoding="utf-8"))


def test_the_page_is_whole_and_loads_nothing(report, page):
    assert page.loads == ["data:,"]
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert (report / link).is_file()
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", (report / "index.html").read_text(encoding="utf-8"))
    assert (report / "index.html").stat().st_size < 5_000_000


def test_tables_of_many_columns_are_marked_so_that_they_fit_on_paper(report):
    html = (report / "index.html").read_text(encoding="utf-8")
    boxes = re.findall(r'<div class="scroll([^"]*)".*?<thead><tr>(.*?)</tr>', html, re.DOTALL)
    assert len(boxes) == len(list(report.glob("tables/*")))
    widths = [head.count("<th ") for _, head in boxes]
    assert ["many" in kinds for kinds, _ in boxes] == [width > 9 for width in widths]
    assert max(widths) > 9


def test_every_section_and_every_headline_is_on_the_page(page, report):
    text = " ".join(page.texts)
    for _, _, title in SECTIONS.values():
        assert title in text
    (run,) = json.loads((report / "summary.json").read_text(encoding="utf-8"))["runs"]
    for line in run["headlines"]:
        assert line["text"].split(":")[0] in text


def test_nasty_names_are_text_everywhere(report, page, nasty_name):
    html = (report / "index.html").read_text(encoding="utf-8")
    assert nasty_name in " ".join(page.texts)
    assert "<b>&" not in html.replace("<b>&#34;", "")
    for file in report.glob("charts/*.svg"):
        ElementTree.parse(file)
    rows = list(csv.reader(lines_of(report / "tables" / "strategies-profile.csv")))
    assert rows[0][1] == nasty_name
    markdown = (report / "report.md").read_text(encoding="utf-8")
    assert escape_markdown(nasty_name) in markdown
    assert nasty_name not in re.sub(r"`.*?`", "", markdown)


def test_markdown_tables_have_one_width(report):
    lines = (report / "report.md").read_text(encoding="utf-8").splitlines()
    width = None
    for line in lines:
        if not line.startswith("|"):
            width = None
            continue
        cells = len(re.findall(r"(?<!\\)\|", line))
        assert width in (None, cells)
        width = cells
    assert sum(line.startswith("| First player |") for line in lines) == 2  # seats, turns
    shown = sum(line.startswith("| ---") for line in lines)
    named = sum(" rows: [tables/" in line for line in lines)
    assert shown + named == len(list(report.glob("tables/*")))
    assert named > 10
    assert (report / "report.md").stat().st_size < 60_000
    for name in re.findall(r"!\[.*\]\((.*)\)", "\n".join(lines)):
        assert (report / name).is_file()


def test_tables_hold_value_interval_and_sample(report):
    rows = list(csv.DictReader(lines_of(report / "tables" / "seats.csv")))
    assert [row["Player"] for row in rows] == ["First player", "Second player", "Third player", "Fourth player"]
    assert sum(float(row["Win share"]) for row in rows) == pytest.approx(1)
    for row in rows:
        assert float(row["Win share low"]) < float(row["Win share"]) < float(row["Win share high"])
        assert row["Win share n"] == "600"
        assert float(row["Win share lift"]) == pytest.approx(4 * float(row["Win share"]))
    assert "Net score lift" not in rows[0]


def test_win_shares_have_their_lift_beside_them(page, report):
    rows = list(csv.DictReader(lines_of(report / "tables" / "seats.csv")))
    for row in rows:
        lift = f"\N{MULTIPLICATION SIGN}{4 * float(row['Win share']):.1f}"
        assert any(lift in text for text in page.texts)
        assert lift in (report / "report.md").read_text(encoding="utf-8")


def check(value, schema, root):
    """The few words of JSON Schema that the summary's schema uses."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    if "anyOf" in schema:
        assert any(fits(value, option, root) for option in schema["anyOf"]), value
    if "const" in schema:
        assert value == schema["const"]
    if "enum" in schema:
        assert value in schema["enum"]
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        allowed = tuple(kinds.get(name, (int, float)) for name in names)
        assert any(isinstance(value, kind) for kind in allowed), (value, names)
    if isinstance(value, dict):
        assert set(schema.get("required", ())) <= set(value)
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                check(value[key], inner, root)
    if isinstance(value, list):
        for item in value:
            check(item, schema.get("items", {}), root)


def fits(value, schema, root):
    try:
        check(value, schema, root)
    except AssertionError:
        return False
    return True


def test_the_summary_keeps_its_schema(report):
    schema = json.loads((files("seti_sim.reporting") / "summary.schema.json").read_text(encoding="utf-8"))
    summary = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    check(summary, schema, schema)
    (run,) = summary["runs"]
    assert [section["id"] for section in run["sections"]] == list(SECTIONS)
    assert {chart["id"] for s in run["sections"] for chart in s["charts"]} | {run["overview"]["id"]} == {
        f.stem for f in report.glob("charts/*.png")
    }
    assert {table["id"] for s in run["sections"] for table in s["tables"]} == {f.stem for f in report.glob("tables/*")}
    with pytest.raises(AssertionError):
        check({"schema": "other", "runs": []}, schema, schema)


# ---------------------------------------------------------------- the folder
@pytest.fixture
def run(tmp_path):
    return synthetic.write(tmp_path / "run", Plan(games=40, chunk=20))


def test_a_report_is_replaced_by_the_same_report(tmp_path, run):
    out = tmp_path / "deep" / "out"
    build_report([run], out, ["seats"])
    first = {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
    build_report([run], out, ["seats"])
    second = {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
    assert first == second
    assert [entry.name for entry in out.parent.iterdir()] == ["out"]


def test_a_report_removes_only_what_an_earlier_one_wrote(tmp_path, run):
    out = tmp_path / "out"
    build_report([run], out, ["seats", "species"])
    mine = {"notes.txt": b"mine", "tables/mine.csv": b"1,2", "deep/er/photo.png": b"PNG", "charts/.hidden": b""}
    for name, content in mine.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    (out / "empty").mkdir()
    (out / "link").symlink_to("notes.txt")
    edited = out / "tables/species.csv"
    edited.write_text("by hand")
    (out / "index.html").write_text("by hand too")
    build_report([run], out, ["seats"])
    assert {name: (out / name).read_bytes() for name in mine} == mine
    assert (out / "empty").is_dir()
    assert (out / "link").readlink() == Path("notes.txt")
    assert edited.read_text() == "by hand"  # it is no longer what was written
    assert "by hand" not in (out / "index.html").read_text()
    assert [file.name for file in out.glob("tables/species*")] == ["species.csv"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["out", "run"]
    build_report([run], out, ["species"])
    assert {name: (out / name).read_bytes() for name in mine} == mine
    assert edited.read_text() != "by hand"
    assert not list(out.glob("tables/seats*"))


def test_a_report_lists_what_it_wrote(tmp_path, run):
    out = build_report([run], tmp_path / "out", ["seats"]).parent
    done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=out, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    names = {str(file.relative_to(out)) for file in out.rglob("*") if file.is_file()}
    assert {line.partition(":")[0] for line in done.stdout.splitlines()} == names - {"SHA256SUMS"}


@pytest.mark.parametrize("name", [".", "..", "sub/.."])
def test_a_report_needs_a_folder_with_a_name(tmp_path, run, name, monkeypatch):
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    with pytest.raises(AnalysisError, match="the report needs a folder with a name"):
        build_report([run], Path(name), ["seats"])


def test_only_the_sections_wanted(tmp_path, run):
    out = build_report([run], tmp_path / "out", ["tech"]).parent
    assert {file.stem for file in out.glob("tables/*")} == {
        "technologies", "technologies-rounds", "technologies-first", "technologies-pairs",
        "technologies-triples", "technologies-why",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda out: out.write_text("a letter"), "is not a folder"),
        (lambda out: (out / "photos").mkdir(parents=True), "holds something else than a report"),
        (lambda out: out.symlink_to(out.parent), "is not a folder"),
    ],
)
def test_nothing_but_a_report_is_replaced(tmp_path, run, prepare, words):
    out = tmp_path / "out"
    prepare(out)
    with pytest.raises(AnalysisError, match=words):
        build_report([run], out)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path, run):
    (tmp_path / "file").write_text("")
    with pytest.raises(AnalysisError, match=r"^cannot write .*: [A-Z]"):
        build_report([run], tmp_path / "file" / "out", ["seats"])


def test_a_failed_report_leaves_the_old_one(tmp_path, run, monkeypatch):
    out = tmp_path / "out"
    build_report([run], out, ["seats"])
    before = (out / "index.html").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(AnalysisError, match="No space left on device"):
        build_report([run], out, ["seats"])
    assert (out / "index.html").read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["out", "run"]


# ---------------------------------------------------------------- runs that say little
@pytest.mark.parametrize(
    ("plan", "sections"),
    [
        ({"games": 10, "players": 2}, None),
        ({"games": 1}, ["seats", "species", "flow"]),
        ({"games": 60, "discovery_rate": 0.0}, ["seats", "species"]),
    ],
)
def test_small_runs_give_a_report_that_says_what_cannot_be_said(tmp_path, plan, sections):
    run = synthetic.write(tmp_path / "run", Plan(**plan))
    page = Page(build_report([run], tmp_path / "out", sections).read_text(encoding="utf-8"))
    text = " ".join(page.texts)
    assert "greedy alone cannot show" in text
    assert "No fair handicap" in text
    if "discovery_rate" in plan:
        assert "No species was discovered" in text


def test_a_missing_part_is_told_at_the_top(tmp_path, run):
    (run / "seats" / "part-00001.parquet").unlink()
    page = Page(build_report([run], tmp_path / "out", ["seats"]).read_text(encoding="utf-8"))
    assert any("Incomplete:" in text and "part 1 is missing, 20 of 40 games" in text for text in page.texts)
    assert "Incomplete: " in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


def test_a_damaged_part_is_one_line(tmp_path, run):
    (run / "seats" / "part-00001.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(AnalysisError, match=r"part-00001.parquet: its bytes are not those"):
        build_report([run], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_several_settings_stand_side_by_side(tmp_path):
    plans = [
        Plan(games=60, strategies=(name,), seed=i, players=n)
        for i, (name, n) in enumerate([("a", 4), ("b", 4), ("a", 2)])
    ]
    runs = [synthetic.write(tmp_path / f"run{i}", plan) for i, plan in enumerate(plans)]
    out = build_report(runs, tmp_path / "out", ["seats", "flow"]).parent
    page = Page((out / "index.html").read_text(encoding="utf-8"))
    assert {"1-seats", "2-seats", "3-flow"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert (out / "charts" / "3-seats-wins.png").is_file()
    assert len(json.loads((out / "summary.json").read_text(encoding="utf-8"))["runs"]) == 3


def test_fresh_games_confirm_what_is_told(tmp_path):
    plan = {"games": 3000, "seat_points": (0, 0, 0, 6)}
    first, fresh = (synthetic.write(tmp_path / f"run{i}", Plan(**plan, seed=i)) for i in (1, 2))
    out = build_report([first], tmp_path / "out", ["seats"], confirm=[fresh]).parent
    page = Page((out / "index.html").read_text(encoding="utf-8"))
    assert "confirmed" in page.texts
    assert any("confirmed on fresh games" in text for text in page.texts)
    (run,) = json.loads((out / "summary.json").read_text(encoding="utf-8"))["runs"]
    assert {item["finding"]: item["holds"] for item in run["confirmations"]}["seats.fourth"]


def test_runs_of_different_rules_are_refused(tmp_path, run):
    other = synthetic.write(tmp_path / "other", Plan(games=10, rules_version=7))
    with pytest.raises(AnalysisError, match=r"not of one game: different rules version \(1 against 7\)"):
        build_report([run, other], tmp_path / "out")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a|b", r"a\|b"), ("<i>", r"\<i\>"), ("a & b", "a &amp; b"), ("two\nlines", "two lines"), ("x_y", r"x\_y")],
)
def test_markdown_is_escaped(text, escaped):
    assert escape_markdown(text) == escaped


def test_code_spans_hold_backticks():
    assert code("run `x`") == "`` run `x` ``"
    assert code("run x") == "`run x`"


# ---------------------------------------------------------------- sizes
NAMES = ("balanced", "explorer", "observer", "engineer")


def test_a_report_of_one_setting_is_short(tmp_path):
    """As many cards as the real deck, four strategies, every section: the page, Markdown and what is folded."""
    plan = Plan(games=1500, strategies=NAMES, cards=180, seat_points=(0, 0, 0, 5), tech_points={"probe_3": 5})
    out = build_report([synthetic.write(tmp_path / "run", plan)], tmp_path / "out").parent
    text = (out / "index.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 3_000_000
    assert len((out / "report.md").read_bytes()) < 60_000
    folded = re.findall(r'<details class="more"><summary>(.*?) \((\d+) rows\)</summary>', text)
    assert len(folded) > 5
    assert all(int(rows) > SCROLLED_ROWS for _, rows in folded)
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    for section in summary["runs"][0]["sections"]:
        for table in section["tables"]:
            rows = list(csv.reader(lines_of(out / "tables" / f"{table['id']}.csv")))
            assert len(rows) == len(table["rows"]) + 1


def test_a_report_of_eight_settings_is_short_and_keeps_its_charts_as_files(tmp_path):
    plans = [Plan(games=300, strategies=(f"s{i}",), seed=i, cards=180) for i in range(8)]
    runs = [synthetic.write(tmp_path / f"run{i}", plan) for i, plan in enumerate(plans)]
    out = build_report(runs, tmp_path / "out").parent
    page = (out / "index.html").read_bytes()
    assert len(page) < 8_000_000
    for name in re.findall(rb'<img src="([^"]+)"', page):
        assert (out / name.decode()).is_file()
    assert page.count(b"<img") > 100
    assert page.count(b"<svg") == 2 * len(runs)  # the picture of the first page, for wide and narrow screens


def test_the_picture_of_the_first_page_is_a_file_with_its_texts(report):
    text = (report / "charts" / "overview.svg").read_text(encoding="utf-8")
    for words in ("Seats: who wins", "Species: scores of all players", "Technologies: who wins", "95 % intervals"):
        assert words in text
    assert (report / "charts" / "overview.png").stat().st_size > 10_000
