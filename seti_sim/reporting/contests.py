"""The files of comparisons, duels and profiles: JSON after a schema, a CSV file a table, charts."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from seti_sim.analysis.compare import ranked
from seti_sim.analysis.content import Note, Section, Table
from seti_sim.analysis.contest import Contest, cycles
from seti_sim.analysis.duel import Duel
from seti_sim.analysis.errors import AnalysisError
from seti_sim.analysis.names import player
from seti_sim.reporting.charts import pictures
from seti_sim.reporting.summary import csv_text, plain
from seti_sim.runner.store import write_atomic

SCHEMA: Final = "seti_sim/compare/1"
PROFILE_SCHEMA: Final = "seti_sim/profile/1"
DUEL_SCHEMA: Final = "seti_sim/duel/1"
SETTINGS: Final = ("command", "seed", "players", "species", "variant", "rules_version", "tables_hash", "seti_sim")


def write_comparison(found: Contest, sections: Sequence[Section], settings: Mapping[str, Any], out: Path) -> None:
    """Write ``compare.json``, ``tables/*.csv`` and ``charts/*`` of a comparison into its folder.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    record = comparison_record(found, settings) | {"sentences": notes(sections[0])}
    write_files(out, {"compare.json": json_text(record)} | section_files(sections))


def comparison_record(found: Contest, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The comparison for programs; see ``compare.schema.json``. Strategies in the order of their wins."""
    table, names = found.table, found.table.names
    effect, seat = found.strategy_effects, found.seat_effects
    strategies = [
        {
            "name": names[i], "digest": settings["digests"][i], "win_share": plain(found.wins[i]),
            "effect": plain(effect.figures[i]), "p_value": plain(effect.p_values[i]),
            "significant": effect.significant[i], "score": plain(found.scores[i]), "rating": plain(found.ratings[i]),
        }
        for i in ranked(found)
    ]  # fmt: skip
    seats = [
        {
            "place": player(i), "effect": plain(seat.figures[i]), "p_value": plain(seat.p_values[i]),
            "significant": seat.significant[i], "rating": plain(found.places[i]),
        }
        for i in range(table.players)
    ]  # fmt: skip
    pairs = [
        {
            "first": names[i], "second": names[j],
            "ahead": plain(found.ahead.figures[at]), "ahead_p_value": plain(found.ahead.p_values[at]),
            "ahead_significant": found.ahead.significant[at],
            "score_difference": plain(found.gaps.figures[at]), "score_p_value": plain(found.gaps.p_values[at]),
            "score_significant": found.gaps.significant[at],
        }
        for at, (i, j) in enumerate(found.pairs)
    ]  # fmt: skip
    return {
        "schema": SCHEMA,
        **{key: settings[key] for key in SETTINGS},
        "blocks": table.blocks,
        "games": table.games,
        "games_a_block": table.strategy.shape[1],
        "strategies": strategies,
        "seats": seats,
        "pairs": pairs,
        "cycles": [[names[i] for i in circle] for circle in cycles(found.beats())],
        "rated_together": [[names[i] for i in members] for members in found.rated],
        "effective_number": plain(found.effective),
    }


def write_duel(fought: Duel, section: Section, settings: Mapping[str, Any], out: Path) -> None:
    """Write ``duel.json`` (schema ``duel.schema.json``), its tables and the ratio block by block into a folder.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    course = ["block,twelfths_won,log_likelihood_ratio"]
    course += [
        f"{i},{won},{ratio:.6f}" for i, (won, ratio) in enumerate(zip(fought.scores, fought.ratios, strict=True))
    ]
    files = {"duel.json": json_text(duel_record(fought, settings) | {"sentences": notes(section)})}
    write_files(out, files | section_files([section]) | {"tables/duel-course.csv": ("\n".join(course) + "\n").encode()})


def duel_record(fought: Duel, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The duel for programs; see ``duel.schema.json``."""
    logistic, normalised = fought.ratings()
    cells, counts = fought.cells()
    test = fought.test
    return {
        "schema": DUEL_SCHEMA,
        **{key: settings[key] for key in SETTINGS},
        "strategies": [
            {"name": name, "digest": digest} for name, digest in zip(fought.names, settings["digests"], strict=True)
        ],
        "test": {
            "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta, "model": test.model,
            "lower": plain(test.bounds[0]), "upper": plain(test.bounds[1]),
        },
        "verdict": fought.verdict,
        "ratio": plain(fought.ratio),
        "blocks": len(fought.scores),
        "games": len(fought.scores) * fought.games,
        "games_a_block": fought.games,
        "scores": [
            {"twelfths": int(cell), "blocks": int(count)} for cell, count in zip(cells, counts, strict=True)
        ],
        "score": plain(fought.score()),
        "logistic_elo": plain(logistic),
        "normalised_elo": plain(normalised),
    }  # fmt: skip


def write_profile(section: Section, settings: Mapping[str, Any], games: int, out: Path) -> None:
    """Write ``profile.json`` (schema ``profile.schema.json``), its tables and charts into a folder.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    record = {
        "schema": PROFILE_SCHEMA,
        **{key: settings[key] for key in SETTINGS},
        "games": games,
        "strategies": list(settings["entrants"]),
        "sentences": notes(section),
        "tables": [plain(item) for item in section.items if isinstance(item, Table)],
    }
    write_files(out, {"profile.json": json_text(record)} | section_files([section]))


def section_files(sections: Sequence[Section]) -> dict[str, bytes]:
    """CSV files of the tables and SVG and PNG files of the charts of some sections, by path."""
    files: dict[str, bytes] = {}
    for section in sections:
        for item in section.items:
            if isinstance(item, Table):
                files[f"tables/{item.id}.csv"] = csv_text(item).encode()
            elif not isinstance(item, Note):
                drawn = pictures(item, item.id)
                files[f"charts/{item.id}.svg"] = (drawn.svg + "\n").encode()
                files[f"charts/{item.id}.png"] = drawn.png
    return files


def write_files(out: Path, files: Mapping[str, bytes]) -> None:
    """Write files below a folder, each complete or not at all; :class:`AnalysisError` if one cannot be written."""
    try:
        for name, content in files.items():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, content)
    except OSError as error:
        raise AnalysisError(f"cannot write {out}: {error.strerror or error}") from None


def notes(section: Section) -> list[str]:
    """The sentences of a section."""
    return [item.text for item in section.items if isinstance(item, Note)]


def json_text(record: Mapping[str, Any]) -> bytes:
    """A record as a JSON file."""
    return (json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()
