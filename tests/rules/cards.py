"""The page of all cards with the scenarios that show them: ``python -m tests.rules.cards > docs/cards.md``."""

import re
from pathlib import Path

from seti_sim.components import opcodes
from seti_sim.components.loader import Tables, card_label, load_tables
from seti_sim.components.tables import N_CARDS

SCENARIOS = Path(__file__).parents[1] / "scenarios"
HEAD = """# Cards and the scenarios that show them

Written by `python -m tests.rules.cards`; do not edit. *Words* are the instructions of the card's programs; the names
are files of `tests/scenarios/`.

| card | name | words | shown by |
| --- | --- | --- | --- |
"""
NAME = re.compile(r"^(?:(\d{3})|ET(\d\d))_")


def label_of(path: Path) -> str | None:
    """Printed id of the card a scenario file is named after, None for files about something else."""
    match = NAME.match(path.name)
    if match is None:
        return None
    return str(int(match[1])) if match[1] else f"ET.{int(match[2])}"


def files_by_card() -> dict[str, list[str]]:
    """Scenario files by printed card id."""
    found: dict[str, list[str]] = {}
    for folder in ("cards", "species_cards"):
        for path in sorted((SCENARIOS / folder).glob("*.toml")):
            label = label_of(path)
            if label is not None:
                found.setdefault(label, []).append(f"{folder}/{path.stem}")
    return found


def words_of(tables: Tables, card: int) -> list[str]:
    """Names of the instructions of all programs of a card, with the kinds of text it has."""
    row = tables.record.cards[card]
    programs = [row.effects, row.mission_gain, row.endgame, row.message_later, *row.triggers["gain"][: row.n_triggers]]
    ops = set().union(*(tables.reader.ops(int(program)) for program in programs)) - {opcodes.END}
    kinds = {
        "mission": row.mission_when >= 0,
        "triggers": row.n_triggers > 0,
        "endgame": bool(row.has_endgame),
        "message": row.message_ahead > 0,
        "condition": row.exertian_when >= 0,
    }
    return [opcodes.OP_NAMES[op] for op in sorted(ops)] + [kind for kind, has in kinds.items() if has]


def document() -> str:
    """The whole page."""
    tables, files = load_tables(), files_by_card()
    lines = []
    for card in range(N_CARDS):
        label = card_label(card)
        shown = ", ".join(f"`{name}`" for name in files.get(label, []))
        lines.append(f"| {label} | {tables.names.cards[card]} | {', '.join(words_of(tables, card))} | {shown} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(document(), end="")
