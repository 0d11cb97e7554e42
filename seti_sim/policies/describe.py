"""Writes ``docs/strategies.md``: ``python -m seti_sim.policies.describe > docs/strategies.md``."""

from seti_sim.policies.params import SETTINGS
from seti_sim.policies.play import POLICIES
from seti_sim.policies.position import FEATURES
from seti_sim.policies.strategies import available_strategies
from seti_sim.policies.weights import WEIGHTS

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

Weights that are not named keep their default. `seti-sim show strategies` lists what is there.

## How the heuristic plays

For every legal move it adds up what the move gains less what it costs, in points, and plays the best one; passing and
ending the turn stand near 0. Resources are worth less towards the end; a tucked card is worth its incomes to come; a
probe is worth the best planet it can still reach less the way; a signal is worth its data, its position and its share
of the sector; a card is worth its effect, its mission by its chance, and less its price. It sees its own hand and what
lies open, never decks, other hands or face-down tokens (a test re-deals these and demands the same choice). It looks
one move ahead and plans nothing over turns.

Most of the moves a player may make are free actions, and most of them are passed over decision after decision. A
strategy can say which kinds it looks at when; the others are neither listed nor valued:

```toml
[attention]
start = ["place", "corner", "step", "buy", "exchange"]   # before the main action
inside = []                                              # in the middle of effects
end = ["place", "mission", "step"]                       # after the main action
data = ["place"]                                         # the same, while data can be placed
```

The kinds are `place` (data into the computer), `mission`, `corner`, `step`, `buy` and `exchange`. A window that is not
named leaves nothing out; `data` is then the same as `end`. All built-in heuristics play with this table: they lose
nothing by it (docs/measurements.md) and play a third more games a second.

A heuristic also knows without listing them when no corner, no purchase or no exchange can be worth more than passing
(before the main action) or ending the turn (after it): such kinds are left out, which changes no choice. The column
`asked` of the result tables counts how often the strategy was asked: decisions with at least two moves left. Strategies
that look ahead, strategies in code and random players have no such filter and are asked wherever two moves are legal.

## How look-ahead plays

The policy `lookahead` first lets the heuristic value all legal moves by the same weights. The likeliest `width` of
them are tried on copies of the game: everything hidden is dealt anew (the deal depends on what is unseen, not on
where it really lies), the move is made, the heuristic plays on for everybody until the turn is over (or `turns`
turns, or the game), and the position reached is evaluated. After `deals` deals the worse half of the moves is
dropped, and so on until one is left: about 2 x `width` x `deals` play-outs a decision. With `inner` moves the own
decisions on the way are looked ahead from in their turn, which makes it a search over whole turns. Other players' turns
and set-up are left to the heuristic.

The evaluation is a sum of named features, each times a weight for the round, in points: what the rest of the game is
expected to bring. `seti-sim fit` finds the weights: it plays games, tries two of the better moves at random decisions
on the same deal, plays both out to the end, and fits the difference in points to the difference in features. Since
the two share everything else, a feature gets what it causes, not what it goes along with.

```toml
name = "farsighted"
policy = "lookahead"

[lookahead]
width = 6
deals = 2
turns = 1

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
source of the function; when it has changed, `resume` refuses to go on.
'''
WEIGHT_HEAD = """
## Weights

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
    weights = [f"| `{w.name}` | {w.default:g} | {w.low:g} to {w.high:g} | {w.meaning} |" for w in WEIGHTS]
    settings = [f"| `{s.name}` | {s.default} | {s.low} to {s.high} | {s.meaning} |" for s in SETTINGS]
    features = [f"| `{f.name}` | {f.meaning} |" for f in FEATURES]
    parts = [
        HEAD + "\n".join(rows),
        PLUGIN.rstrip("\n"),
        WEIGHT_HEAD + "\n".join(weights),
        SETTING_HEAD + "\n".join(settings),
        FEATURE_HEAD + "\n".join(features),
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(document(), end="")
