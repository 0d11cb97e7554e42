"""The list of planted faults fits the sources, and the script that plants them tells caught from survived."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from faults.planting import ENGINE, Fault, read_faults, with_fault
from rules.coverage import rule_ids

ROOT = Path(__file__).parents[2]
FAULTS = read_faults()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule} {fault.file}")
def test_the_text_to_replace_stands_exactly_once(fault):
    text = (ENGINE / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.old) == 1
    assert with_fault(text, fault) != text
    compile(with_fault(text, fault), fault.file, "exec")


def test_the_faults_are_spread_over_the_engine():
    assert len(FAULTS) >= 50
    assert {fault.rule for fault in FAULTS} <= set(rule_ids())
    assert len({fault.what for fault in FAULTS}) == len(FAULTS)
    files = Counter(fault.file for fault in FAULTS)
    assert len(files) >= 20
    assert sum(number for name, number in files.items() if name.startswith("species/")) >= 6


def test_a_text_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"gains\.py: the text stands 0 times"):
        with_fault("", Fault("FAIL-03", "nothing", "gains.py", "x", "y"))


@pytest.mark.parametrize(
    ("words", "message"), [(["--only", "0"], "there are faults 1 to "), (["--only", "x"], "invalid")]
)
def test_a_fault_that_does_not_exist_is_one_line(words, message):
    done = subprocess.run([sys.executable, "scripts/faults", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
