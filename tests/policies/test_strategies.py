"""Strategy files: what is read from them, and the one-line refusals of wrong ones."""

import re
from pathlib import Path

import numpy as np
import pytest

from seti_sim.policies.describe import document
from seti_sim.policies.params import P_WIDTH
from seti_sim.policies.position import FEATURE_NAMES
from seti_sim.policies.strategies import StrategyError, available_strategies, library, load_strategy, parse_strategy
from seti_sim.policies.weights import DEFAULTS, N_WEIGHTS, NAMES, WEIGHTS


def test_the_library_has_the_first_strategies() -> None:
    """The built-in strategies are found by name and carry their weights."""
    names = [strategy.name for strategy in available_strategies()]
    assert {"random", "greedy", "balanced"} <= set(names)
    assert np.array_equal(load_strategy("greedy").params[:N_WEIGHTS], np.array(DEFAULTS))


def test_a_file_overrides_single_weights(tmp_path: Path) -> None:
    """Weights that are not named keep their default."""
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\n[weights]\ncredit = 9.5\n')
    strategy = load_strategy(str(path))
    assert strategy.name == "mine"
    assert strategy.params[NAMES.index("credit")] == 9.5
    assert strategy.params[NAMES.index("energy")] == DEFAULTS[NAMES.index("energy")]


def test_a_base_gives_what_a_file_does_not_set() -> None:
    """Weights, policy and tables come from the base; single weights and settings of tables are replaced."""
    balanced, expert = load_strategy("balanced"), load_strategy("expert")
    same = parse_strategy('name = "x"\nbase = "balanced"', "x.toml")
    assert (same.name, same.policy, same.about) == ("x", balanced.policy, balanced.about)
    assert np.array_equal(same.params, balanced.params)
    changed = parse_strategy('name = "x"\nabout = "y"\nbase = "balanced"\n[weights]\ncredit = 9.5', "x.toml")
    assert np.flatnonzero(changed.params != balanced.params).tolist() == [NAMES.index("credit")]
    assert (changed.params[NAMES.index("credit")], changed.about) == (9.5, "y")
    wider = parse_strategy('name = "x"\nbase = "expert"\n[lookahead]\nwidth = 3', "x.toml")
    assert wider.policy == expert.policy
    assert np.flatnonzero(wider.params != expert.params).tolist() == [P_WIDTH]


NAME = "f.toml: name must be a text of one line without commas"
CREDIT = "f.toml: weight 'credit' is not a number from -1e+09 to 1e+09"
FEATURE = f"f.toml: unknown feature 'moons' (known: {', '.join(FEATURE_NAMES)})"
SCORE = "f.toml: feature 'score' needs 5 numbers, one for each round, from -1e+09 to 1e+09"
DETERMINIZATIONS = "f.toml: lookahead.determinizations must be a whole number, 1 to 256"


def renamed(what: str, old: str, new: str) -> str:
    """The refusal of a former name."""
    return f"f.toml: unknown {what} {old!r} (it is called {new!r} now)"


LOOK = 'name = "a"\npolicy = "lookahead"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = 1", NAME),
        ('name = "a\\nb"', NAME),
        ('name = "  "', NAME),
        ('name = "a"\ncolour = 1', "f.toml: unknown key 'colour'"),
        ('name = "a"\npolicy = "oracle"', "f.toml: unknown policy 'oracle' (known: random, heuristic, lookahead)"),
        ('name = "a"\n[weights]\nmoon = 1', f"f.toml: unknown weight 'moon' (known: {', '.join(NAMES)})"),
        (
            'name = "a"\nbase = "b.toml"',
            f"f.toml: unknown base 'b.toml' (known: {', '.join(library())})",
        ),
        ('name = "a"\nbase = []', f"f.toml: unknown base [] (known: {', '.join(library())})"),
        ('name = "a"\n[weights]\ncredit = "x"', CREDIT),
        ('name = "a"\n[weights]\ncredit = nan', CREDIT),
        ('name = "a"\n[weights]\ncredit = true', CREDIT),
        ('name = "a"\n[weights]\ncredit = -1e31', CREDIT),
        ('name = "a"\n[weights]\ncredit = 1' + "0" * 400, CREDIT),
        ('name = "a"\nweights = 3', "f.toml: weights is not a table"),
        ('name = "a"\n[lookahead]', "f.toml: only the policy lookahead has the tables lookahead and evaluation"),
        (LOOK + "lookahead = 3", "f.toml: lookahead is not a table"),
        (
            LOOK + "lookahead = {depth = 3}",
            "f.toml: unknown setting of lookahead 'depth' (known: width, determinizations, horizon, nested_width)",
        ),
        (LOOK + "lookahead = {deals = 3}", renamed("setting of lookahead", "deals", "determinizations")),
        (LOOK + "lookahead = {turns = 3}", renamed("setting of lookahead", "turns", "horizon")),
        (LOOK + "lookahead = {inner = 3}", renamed("setting of lookahead", "inner", "nested_width")),
        ('name = "a"\n[attention]', renamed("key", "attention", "move_filter")),
        (LOOK + "lookahead = {width = 1}", "f.toml: lookahead.width must be a whole number, 2 to 32"),
        (
            LOOK + "lookahead = {determinizations = 1.5}",
            DETERMINIZATIONS,
        ),
        (LOOK + "evaluation = 3", "f.toml: evaluation is not a table"),
        (
            LOOK + "[evaluation]\nmoons = [1, 1, 1, 1, 1]",
            FEATURE,
        ),
        (LOOK + "[evaluation]\nscore = [1, 1]", SCORE),
        (LOOK + "[evaluation]\nscore = [1, 1, 1, 1, true]", SCORE),
        (LOOK + "[evaluation]\nscore = [1, 1, 1, 1, inf]", SCORE),
        (LOOK + "[evaluation]\nscore = [1, 1, 1, 1, 1" + "0" * 400 + "]", SCORE),
        (LOOK + "[evaluation]\nscore = 1", SCORE),
    ],
)
def test_wrong_files_are_refused_in_one_line(text: str, message: str) -> None:
    """The message names the file and the fault."""
    with pytest.raises(StrategyError, match=f"^{re.escape(message)}$"):
        parse_strategy(text, "f.toml")


def test_unknown_and_unreadable_strategies(tmp_path: Path) -> None:
    """Unknown names list the known ones; a missing file is named."""
    with pytest.raises(StrategyError, match="unknown strategy 'greddy'"):
        load_strategy("greddy")
    with pytest.raises(StrategyError, match="can't read "):
        load_strategy(str(tmp_path / "none.toml"))
    (tmp_path / "broken.toml").write_text("name = ")
    with pytest.raises(StrategyError, match="not valid TOML"):
        load_strategy(str(tmp_path / "broken.toml"))


def test_defaults_lie_in_their_ranges() -> None:
    """Every weight's default is within the range worth trying."""
    for weight in WEIGHTS:
        assert weight.low <= weight.default <= weight.high, weight.name


def test_the_page_is_up_to_date() -> None:
    """Run ``python -m seti_sim.policies.describe > docs/strategies.md`` when this fails."""
    page = Path(__file__).parents[2] / "docs" / "strategies.md"
    assert page.read_text(encoding="utf-8") == document()
