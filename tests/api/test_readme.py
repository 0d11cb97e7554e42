"""The Python code of the README runs as written."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_python_of_the_readme_runs(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)
    lines = capsys.readouterr().out.splitlines()
    assert "seat" in "".join(lines)
    assert names["game"].over
    assert len(names["games"].seats) == 1000
