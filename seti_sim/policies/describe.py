"""Writes ``docs/strategies.md``: ``python -m seti_sim.policies.describe > docs/strategies.md``."""

from seti_sim.policies.params import SETTINGS
from seti_sim.policies.play import POLICIES
from seti_sim.policies.position import FEATURES
from seti_sim.policies.strategies import available_strategies
from seti_sim.policies.weights import DETAILS, MAIN

HEAD = """# Strategies

Written by `python -m seti_sim.policies.describe`; do not edit.

A strategy is a policy and its numbers: named weights and, for look-ahead, settings and an evaluation. Built-in ones
are TOML files in `seti_sim/policies/library/`; your own is one file, used by its path:

```toml
name = "thrifty"
policy = "heuristic"
about = "Keeps its credits."

[weights]
credit = 5.0
```

```bash
seti-sim run --games 1000 --strategies thrifty.toml,balanced,balanced,balanced --out results/thrifty
```

Weights that are not named keep their default. With `base = "balanced"` a file starts from a built-in strategy: whatever
it does not set itself, single weights and settings included, is taken from there. `seti-sim show strategies` lists what
is there.

## How the heuristic plays

Every legal move gets a value in points, what it gains less what it costs, and the best move is played; passing and
ending the turn are worth about 0. Prices, rewards and limits are those of the box that is played, a variant included,
asked from the same functions as the payment itself. Resources lose value towards the end; a tucked card is worth its
incomes to come; a probe the best planet it can still reach, less the way; a signal its data, its position and its share
of the sector's reward; a card its effect and its mission by its chance, less its price. The heuristic sees its own hand
and what lies open, never decks, other hands or face-down tokens (a test deals these anew and demands the same choice).
It values one move at a time and makes no plans.

It is built in three layers: the *valuation* (`valuation.py`, filled by `appraise.py`), a table of what things are worth
under given weights in a given box, computed once; the *value cache* (`value_cache.py`), values of sectors, planets and
ways kept between decisions for as long as nothing they depend on has changed; and *search and pruning* (`search.py`,
`move_filter.py`, `pruning.py`), which moves are valued or played out at all.

Most legal moves are free actions, and most free actions are declined decision after decision. The move filter of a
strategy says which kinds are considered when; the others are neither listed nor valued:

```toml
[move_filter]
start = ["place", "corner", "step", "buy", "exchange"]   # before the main action
inside = []                                              # in the middle of effects
end = ["place", "mission", "step"]                       # after the main action
data = ["place"]                                         # the same, while data can be placed
```

The kinds are `place` (data into the computer), `mission`, `corner`, `step`, `buy` and `exchange`. A window that is not
named filters nothing; `data` defaults to `end`. All built-in heuristics use this table: they lose nothing by it
(docs/measurements.md) and play a third more games a second.

Kinds that cannot be the best move are pruned as well: corners, purchases and exchanges of which none can be worth more
than passing (before the main action) or ending the turn (after it). This changes no choice. The column `asked` of the
result tables counts how often a strategy was asked: decisions with at least two moves left after filter and pruning.
Strategies that look ahead, strategies in code and random players have neither and are asked wherever two moves are
legal.

## How look-ahead plays

The policy `lookahead` lets the heuristic value all legal moves by the same weights. The `width` moves of the highest
value are tried on copies of the game: everything hidden is dealt anew (a *determinization*; it depends on what is
unseen, not on where it really lies), the move is made, the heuristic plays for everybody until the turn is over (or
`horizon` turns, or the game), and the position reached is evaluated. After `determinizations` deals the worse half of
the moves is dropped, and so on until one is left: about 2 x `width` x `determinizations` play-outs a decision. With a
`nested_width` the player's own decisions in a play-out are searched too, to the end of their turn, which makes it a
search over whole turns. Other players' turns and the set-up are left to the heuristic.

The evaluation is a sum of named features, each times a weight for the round, in points: what the rest of the game is
expected to bring. `seti-sim fit` estimates the weights: it plays games, tries two of the better moves at random
decisions on the same deal, plays both out to the end, and regresses the difference in points on the difference in
features. Since the two share everything else, a feature is credited with what it causes, not with what it is
associated with.

```toml
name = "farsighted"
policy = "lookahead"

[lookahead]
width = 6
determinizations = 2
horizon = 1

[evaluation]
score = [1.0, 1.0, 1.0, 1.0, 1.0]
income_credit = [9.0, 7.0, 4.5, 2.0, 0.0]
```

## Built-in strategies

| name | policy | about |
| --- | --- | --- |
"""
PLUGIN = '''
## A strategy in code

A policy of your own is one compiled function, found through the entry-point group `seti_sim.policies`:

```python
"""Plays like the heuristic, but never passes while it can do anything else."""

from seti_sim.engine.moves import K_PASS
from seti_sim.jit import entry
from seti_sim.policies.heuristic import choose_heuristic


@entry
def tireless(game, tables, moves, n, a):
    """Index of the chosen move among the first n of moves.list; a holds weights (a.w) and a.memory, float64[64]."""
    choose_heuristic(game, tables, moves, n, a)  # leaves what every move is worth in a.value
    chosen = -1
    best = 0.0
    for i in range(n):
        if moves.list[i].kind == K_PASS:
            continue
        if chosen < 0 or a.value[i] > best:
            chosen = i
            best = a.value[i]
    return max(chosen, 0)
```

```toml
[project.entry-points."seti_sim.policies"]
tireless = "my_package.policies:tireless"
```

Once the package is installed, `--strategies tireless,balanced` plays it with the default weights, and a strategy file
with `policy = "tireless"` and `[weights]` with others. It is called by its address: the engine is not compiled again.
What it may look at is its own affair: `tests/policies/test_hidden_information.py` shows how to test it. A run notes the
source of the function; when it has changed, `resume` refuses. As everywhere in compiled code, a division by zero does
not raise: it gives infinity, or 0 for whole numbers.

The function is compiled when the strategy is read, before anything is written: one that does not compile, or returns
anything but a whole number on every path, is refused in one line with its file and line (exit code 2). A policy that
raises, or returns an index outside the list, ends the run with seed, game, decision and strategy (exit code 1).
'''
WEIGHT_HEAD = """
## Weights

`seti-sim tune` searches these unless others are named.

| weight | default | worth trying | meaning |
| --- | ---: | --- | --- |
"""
DETAIL_HEAD = """
## Details of the heuristic

Weights as well, for what the main ones leave open.

| weight | default | worth trying | meaning |
| --- | ---: | --- | --- |
"""


SETTING_HEAD = """
## Settings of look-ahead

| setting | default | bounds | meaning |
| --- | ---: | --- | --- |
"""
FEATURE_HEAD = """
## Features of the evaluation

| feature | meaning |
| --- | --- |
"""


def document() -> str:
    """The whole page."""
    rows = [f"| `{s.name}` | {POLICIES[s.policy]} | {s.about} |" for s in available_strategies()]
    weights, details = (
        [f"| `{w.name}` | {w.default:g} | {w.low:g} to {w.high:g} | {w.meaning} |" for w in group]
        for group in (MAIN, DETAILS)
    )
    settings = [f"| `{s.name}` | {s.default} | {s.low} to {s.high} | {s.meaning} |" for s in SETTINGS]
    features = [f"| `{f.name}` | {f.meaning} |" for f in FEATURES]
    parts = [
        HEAD + "\n".join(rows),
        PLUGIN.rstrip("\n"),
        WEIGHT_HEAD + "\n".join(weights),
        DETAIL_HEAD + "\n".join(details),
        SETTING_HEAD + "\n".join(settings),
        FEATURE_HEAD + "\n".join(features),
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(document(), end="")
