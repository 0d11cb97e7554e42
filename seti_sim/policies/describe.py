"""Writes ``docs/strategies.md``: ``python -m seti_sim.policies.describe > docs/strategies.md``."""

from seti_sim.policies.strategies import available_strategies
from seti_sim.policies.weights import WEIGHTS

HEAD = """# Strategies

Written by `python -m seti_sim.policies.describe`; do not edit.

A strategy is a base policy and, for the heuristic, named weights. Built-in ones are TOML files in
`seti_sim/policies/library/`; your own is one file, used by its path:

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

## Built-in strategies

| name | policy | about |
| --- | --- | --- |
"""
WEIGHT_HEAD = """
## Weights

| weight | default | worth trying | meaning |
| --- | ---: | --- | --- |
"""


def document() -> str:
    """The whole page."""
    policies = ("random", "heuristic")
    rows = [f"| `{s.name}` | {policies[s.policy]} | {s.about} |" for s in available_strategies()]
    weights = [f"| `{w.name}` | {w.default:g} | {w.low:g} to {w.high:g} | {w.meaning} |" for w in WEIGHTS]
    return HEAD + "\n".join(rows) + "\n" + WEIGHT_HEAD + "\n".join(weights) + "\n"


if __name__ == "__main__":
    print(document(), end="")
