"""Which rules are shown by which scenario or test: ``python -m tests.rules.coverage`` lists the gaps.

The rule ids are those of ``docs/rules.md`` (SETUP-01, ...) and of the species in ``components/data/aliens.toml`` (C1,
M1, A1, O1, Z1, E1, ...). A scenario names them in ``rules``, a test anywhere in its file. The exit code is 1 if there
is a gap or if something names a rule that does not exist. ``--table`` prints every rule with what shows it.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules.md"
SECTIONS = (
    "SETUP", "ROUND", "FREE", "LAUNCH", "MOVE", "ORBIT", "LAND", "SCAN", "ANALYZE", "PLAY", "RESEARCH", "PASS", "SECT",
    "DATA", "TECH", "ROT", "CARD", "MISS", "TRACE", "DISC", "MILE", "EOR", "END", "COUNT", "TIME", "FAIL", "OPEN",
)  # fmt: skip
RULE_ID = re.compile(rf"\b(?:{'|'.join(SECTIONS)})-\d\d\b")
SPECIES_ID = re.compile(r"\b[CMAOZE]\d{1,2}\b")


def rule_ids() -> list[str]:
    """All rules, in the order of the documents."""
    text = RULES.read_text(encoding="utf-8")
    general = [found[1] for found in re.finditer(r"^\**([A-Z]+-\d\d)\b", text, flags=re.MULTILINE)]
    return general + species_ids()


def species_ids() -> list[str]:
    """The rules of the species."""
    path = resources.files("seti_sim.components") / "data" / "aliens.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables = [data["common"], *data["species"].values()]
    return [re.split(r"[ :]", rule)[0] for table in tables for rule in table["rules"]]


def scenario_files() -> list[Path]:
    """All scenario files."""
    return sorted((TESTS / "scenarios").rglob("*.toml"))


def mentions() -> Iterator[tuple[str, str]]:
    """Pairs of a rule and the name of a scenario or test file that shows it."""
    for path in scenario_files():
        for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("rules", []):
            yield rule, str(path.relative_to(TESTS))
    for folder in ("rules", "engine", "naive"):
        for path in sorted((TESTS / folder).glob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            for rule in sorted({*RULE_ID.findall(text), *SPECIES_ID.findall(text)}):
                yield rule, str(path.relative_to(TESTS))


def shown() -> dict[str, list[str]]:
    """Every rule with what shows it."""
    table: dict[str, list[str]] = {rule: [] for rule in rule_ids()}
    for rule, name in mentions():
        if name not in table.setdefault(rule, []):
            table[rule].append(name)
    return table


def gaps() -> list[str]:
    """Rules that nothing shows."""
    table = shown()
    return [rule for rule in rule_ids() if not table[rule]]


def unknown() -> list[str]:
    """Rules that are named but do not exist, with the first place."""
    known = set(rule_ids())
    return [f"{rule} in {names[0]}" for rule, names in shown().items() if rule not in known]


def main() -> int:
    """Print the gaps, with ``--table`` everything."""
    table = shown()
    if "--table" in sys.argv[1:]:
        for rule in rule_ids():
            print(f"{rule:12} {', '.join(table[rule]) or '-'}")
    missing = gaps()
    strangers = unknown()
    print(f"{len(rule_ids()) - len(missing)} of {len(rule_ids())} rules are shown by a scenario or test")
    for rule in missing:
        print(f"not shown: {rule}")
    for line in strangers:
        print(f"no such rule: {line}")
    return 1 if missing or strangers else 0


if __name__ == "__main__":
    sys.exit(main())
