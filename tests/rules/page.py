"""The generated tables of docs/rules.md: ``python -m tests.rules.page`` writes them anew.

Each stands between two comments: the options of ``seti_sim/components/rulings.py`` with the scenarios that show their
other values, and every rule with what shows it.
"""

import tomllib
from pathlib import Path

from seti_sim.components.rulings import RULINGS, Ruling
from tests.rules.coverage import RULES, TESTS, rule_ids, scenario_files, shown

MOST_NAMES = 2


def scenarios_by_choice() -> dict[tuple[str, str], list[str]]:
    """Scenario files by the ruling and the value their ``tables.rulings`` chooses."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in scenario_files():
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for choice in data.get("tables", {}).get("rulings", {}).items():
            found.setdefault(choice, []).append(str(path.relative_to(TESTS / "scenarios")).removesuffix(".toml"))
    return found


def options_table() -> str:
    """One row for every value of every ruling, the default first."""
    rows = ["| option | rule | question | value | meaning | shown by |", "| --- | --- | --- | --- | --- | --- |"]
    files, rules = scenarios_by_choice(), shown()
    for ruling in RULINGS:
        usual = [name for name in rules.get(ruling.rule, []) if not name.startswith("scenarios/rulings/")]
        named = {ruling.default: [_short(name) for name in _scenarios_first(usual)[:MOST_NAMES]]}
        named |= {value: files.get((ruling.name, value), []) for value in list(ruling.values)[1:]}
        rows += [_option_row(ruling, value, names) for value, names in named.items()]
    return "\n".join(rows)


def _option_row(ruling: Ruling, value: str, files: list[str]) -> str:
    first = value == ruling.default
    head = f"`{ruling.name}` | {ruling.rule} | {ruling.question}" if first else "| |"
    kind = "default" if ruling.switchable else "only ruling supported"
    return f"| {head} | `{value}`{f' ({kind})' if first else ''} | {ruling.values[value]} | {', '.join(files)} |"


def _short(name: str) -> str:
    return name.removeprefix("scenarios/").removesuffix(".toml")


def _scenarios_first(names: list[str]) -> list[str]:
    return sorted(names, key=lambda name: not name.startswith("scenarios/"))


def rules_table() -> str:
    """One row for every rule with up to two scenarios or tests that show it."""
    table = shown()
    rows = ["| rule | shown by |", "| --- | --- |"]
    for rule in rule_ids():
        names = _scenarios_first(table[rule])
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        rows.append(f"| {rule} | {', '.join(names[:MOST_NAMES])}{more} |")
    return "\n".join(rows)


def with_tables(text: str) -> str:
    """The page with both tables written anew. Raises ValueError if a mark is missing."""
    for mark, table in (("options", options_table()), ("rules", rules_table())):
        begin, end = f"<!-- begin {mark} -->\n", f"<!-- end {mark} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"{RULES.name} has no {begin.strip()} ... {end}")
        text = f"{before}{begin}\n{table}\n\n{end}{after}"
    return text


def main() -> None:
    """Write the page."""
    path = Path(RULES)
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
