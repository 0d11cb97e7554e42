"""The files of experiments and comparisons of boxes: JSON, a CSV file a table, charts."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any, Final

from seti_sim.analysis.content import Section, Table
from seti_sim.analysis.dealt import CardEffect
from seti_sim.analysis.experiments import Effect
from seti_sim.analysis.load import Run
from seti_sim.analysis.whatif import Compared
from seti_sim.reporting.contests import json_text, notes, section_files, write_files
from seti_sim.reporting.summary import plain
from seti_sim.runner.arms import ArmsRecord

EXPERIMENT_SCHEMA: Final = "seti_sim/experiment/1"
WHATIF_SCHEMA: Final = "seti_sim/whatif/1"
DEALT_SCHEMA: Final = "seti_sim/dealt/1"


def write_experiment(found: Sequence[Effect], section: Section, record: ArmsRecord, blocks: int, out: Path) -> None:
    """Write ``experiment.json``, the tables and the charts into a folder.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    write_section(
        section, EXPERIMENT_SCHEMA, "experiment.json", record, blocks, out, {"effects": effect_records(found)}
    )


def write_section(
    section: Section, schema: str, name: str, record: ArmsRecord, blocks: int, out: Path, more: Mapping[str, Any]
) -> None:
    """Write the JSON file ``name`` of a folder of arms, and the tables and charts of its section."""
    content = {
        "schema": schema,
        **settings_of(record),
        "games": blocks,
        **more,
        "sentences": notes(section),
        "tables": [plain(item) for item in section.items if isinstance(item, Table)],
    }
    write_files(out, {name: json_text(content)} | section_files([section]))


def settings_of(record: ArmsRecord) -> dict[str, Any]:
    """What a reader of the file needs to know about the games."""
    arms = [{"name": arm.name, "treatment": arm.treatment, "tables_hash": arm.tables_hash} for arm in record.arms]
    return {
        "kind": record.kind,
        "seed": record.seed,
        "players": record.players,
        "strategies": list(record.strategies),
        "species": list(record.species),
        "arms": arms,
        "rules_version": record.origin.rules_version,
        "source_hash": record.origin.source_hash,
    }


def effect_records(found: Sequence[Effect]) -> list[dict[str, Any]]:
    """Effects as JSON objects; an infinite factor (no game differs) is null."""
    return [
        {
            "name": effect.name,
            "points": plain(effect.points),
            "win_share": plain(effect.wins),
            "others": plain(effect.others),
            "differing": plain(effect.differing),
            "pairing": finite(asdict(effect.pairing)),
            "association": plain(effect.association),
            "association_win_share": plain(effect.association_wins),
            "significant": effect.significant,
            "significant_win_share": effect.significant_wins,
        }
        for effect in found
    ]


def finite(figures: Mapping[str, float]) -> dict[str, float | None]:
    """The figures with ``null`` for what is no number."""
    return {name: plain(float(value)) if isfinite(value) else None for name, value in figures.items()}


def write_dealt(found: Sequence[CardEffect], section: Section, run: Run, command: str, out: Path) -> None:
    """Write ``experiment.json``, the table and the chart of an experiment with all cards beside its run.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    content = {
        "schema": DEALT_SCHEMA,
        "command": command,
        "seed": run.manifest.seed,
        "players": run.players,
        "strategies": list(run.strategies),
        "games": run.games,
        "cards": [plain(effect) for effect in found],
        "sentences": notes(section),
    }
    write_files(out, {"experiment.json": json_text(content)} | section_files([section]))


def write_whatif(found: Sequence[Compared], section: Section, record: ArmsRecord, blocks: int, out: Path) -> None:
    """Write ``whatif.json``, the tables and the chart of a comparison of boxes into its folder.

    Raises:
        AnalysisError: one line, for a folder that cannot be written.
    """
    variants = [
        {
            "name": one.name,
            "differing": plain(one.differing),
            "changes": [
                {
                    "measure": change.name,
                    "base": plain(change.base),
                    "variant": plain(change.variant),
                    "change": plain(change.change),
                    "significant": change.significant,
                    "pairing": finite(asdict(change.pairing)),
                }
                for change in one.changes
            ],
        }
        for one in found
    ]
    write_section(section, WHATIF_SCHEMA, "whatif.json", record, blocks, out, {"variants": variants})
