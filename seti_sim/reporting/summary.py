"""The report for programs: ``summary.json`` after ``summary.schema.json``, and a CSV file for every table."""

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from seti_sim.analysis.content import Finding, Section, Table
from seti_sim.analysis.estimate import NO_SPREAD, WIN_SHARE, Estimate
from seti_sim.analysis.sections import Analysis
from seti_sim.analysis.significance import Test
from seti_sim.reporting.view import figures, tables

SCHEMA: Final = "seti_sim/report/1"
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with."""
SIGNED: Final = re.compile(r"[+-](\d[\d.,]*)?(\s?(%|pp|points?))?")
"""Numbers with a sign, and a sign alone, are none."""


def summary(analyses: Sequence[Analysis]) -> str:
    """The JSON text of a report."""
    record = {"schema": SCHEMA, "runs": [_run(analysis) for analysis in analyses]}
    return json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"


def _run(analysis: Analysis) -> dict[str, Any]:
    run, manifest = analysis.run, analysis.run.manifest
    return {
        "name": run.name,
        "games": run.games,
        "players": run.players,
        "strategies": list(manifest.by_seat),
        "seating": manifest.seating,
        "species": list(manifest.species),
        "seeds": list(run.seeds),
        "rules_version": manifest.rules_version,
        "tables_hash": manifest.tables_hash,
        "variant": manifest.variant,
        "unsupported": list(manifest.unsupported),
        "version": manifest.version,
        "started": manifest.started,
        "command": manifest.command,
        "notices": list(run.notices),
        "null_experiment": {
            "passed": analysis.null.passed,
            "verdict": analysis.null.verdict,
            "wins": _test(analysis.null.wins),
            "scores": _test(analysis.null.scores),
        },
        "headlines": [
            {
                "text": item.text,
                "finding": None if item.finding is None else item.finding.id,
                "block": item.block,
                "question": item.question,
                "label": item.label,
            }
            for item in analysis.headlines
        ],
        "overview": None
        if analysis.overview is None
        else {"type": type(analysis.overview).__name__} | plain(analysis.overview),
        "confirmations": [
            {"finding": item.finding.id, "fresh": plain(item.fresh), "holds": item.holds}
            for item in analysis.confirmations
        ],
        "sections": [_section(section, analysis) for section in analysis.sections],
    }


def _section(section: Section, analysis: Analysis) -> dict[str, Any]:
    return {
        "id": section.id,
        "title": section.title,
        "findings": [_finding(finding) for finding in section.findings],
        "tables": [plain(table) for table in tables(analysis) if table in section.items],
        "charts": [
            {"type": type(chart).__name__} | plain(chart) for chart in figures(analysis) if chart in section.items
        ],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "sentence": finding.sentence,
        "estimate": plain(finding.estimate),
        "size": finding.size,
        "significant": finding.significant,
        "robustness": finding.robustness,
        "by_strategy": [{"strategy": name, "estimate": plain(figure)} for name, figure in finding.by_strategy],
        "games_needed": finding.games_needed,
        "negligible": finding.negligible,
    }


def _test(test: Test | None) -> dict[str, Any] | None:
    if test is None:
        return None
    return {"statistic": test.statistic, "degrees": test.degrees, "p_value": test.p_value}


def plain(value: Any) -> Any:
    """Records as JSON objects; an estimate with the name of its unit."""
    if isinstance(value, Estimate):
        low, high = _ends(value)
        return {
            "value": plain(value.value),
            "low": plain(low),
            "high": plain(high),
            "n": value.n,
            "unit": value.unit.name,
            "of": value.of,
            "label": value.label,
            "method": value.method,
        }
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, float):
        return float(f"{value:.12g}")  # what rounding of the last bits cannot change
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


def csv_text(table: Table, players: int | None = None) -> str:
    """A table as CSV: each column of figures becomes value, low, high and n; shares are 0 to 1, undefined is empty.

    Columns of win shares have their lift over an equal share of so many ``players`` too.
    """
    kinds = [_kind(table, i, players) for i in range(len(table.columns))]
    heads: list[str] = []
    for name, parts in zip(table.columns, kinds, strict=True):
        heads += [name, *(f"{name} {part}" for part in parts)]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(map(harmless, heads))
    for row in table.rows:
        cells: list[str] = []
        for cell, parts in zip(row, kinds, strict=True):
            if isinstance(cell, Estimate):
                lift = [] if "lift" not in parts else [_number(_lift(cell, players or 0))]
                cells += [_number(cell.value), *map(_number, _ends(cell)), str(cell.n), *lift]
            else:
                cells += [harmless(cell), *([""] * len(parts))]
        writer.writerow(cells)
    return buffer.getvalue()


def _kind(table: Table, at: int, players: int | None) -> tuple[str, ...]:
    """What stands beside the value in a column."""
    figures = [cell for row in table.rows if isinstance(cell := row[at], Estimate)]
    if not figures:
        return ()
    wins = players is not None and any(figure.unit == WIN_SHARE for figure in figures)
    return ("low", "high", "n", *(("lift",) if wins else ()))


def _lift(figure: Estimate, players: int) -> float | None:
    return figure.value * players if figure.value is not None and figure.unit == WIN_SHARE else None


def _ends(figure: Estimate) -> tuple[float | None, float | None]:
    """The interval; none where a figure is the same in all its games or blocks."""
    return (None, None) if figure.method == NO_SPREAD else (figure.low, figure.high)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: what looks like one comes after an apostrophe."""
    return f"'{text}" if text[:1] in FORMULA and not SIGNED.fullmatch(text) else text


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"
