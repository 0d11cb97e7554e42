"""Who sits where in a block: one set-up that is played once for every line-up of its strategies.

A *line-up* is the tuple of strategy codes by seat. Strategies sit as often as the table allows: with ``n`` strategies
at ``p`` seats each sits ``p // n`` times and ``p % n`` of them once more; every choice of those is a *set*.

* Two strategies: a block is every distinct line-up of every set, 2, 6 and 6 games for 2, 3 and 4 players.
* Three and more: a block is one set in one cyclic order, rotated through all seats, ``p`` games. Blocks go through
  all sets before any comes again, and then sit in the next cyclic order.

So within every block each strategy sits equally often at every seat, and over a *round*, once through all sets, all
strategies sit equally often and every two meet equally often.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np

from seti_sim.runner.errors import PlanError

Lineup = tuple[int, ...]
MOST_STRATEGIES: Final = 16
SHUFFLE_SEED: Final = 6
"""Sets come in a shuffled order, the same for everybody, so that a stopped comparison has met a bit of everything."""


@dataclass(frozen=True)
class Design:
    """The line-ups of every block.

    Attributes:
        kind: ``balanced`` for strategies against each other, ``mirror`` for each one among its like.
        strategies, players: numbers of them.
        cycle: line-ups of a block; block ``b`` plays entry ``b % len(cycle)``.
        round_blocks: blocks of a round, after which all strategies have sat and met equally often.
    """

    kind: str
    strategies: int
    players: int
    cycle: tuple[tuple[Lineup, ...], ...]
    round_blocks: int

    @property
    def games_a_block(self) -> int:
        """Games of every block."""
        return len(self.cycle[0])

    def lineups(self, block: int) -> tuple[Lineup, ...]:
        """The line-ups of a block."""
        return self.cycle[block % len(self.cycle)]

    def blocks_for(self, games: int) -> int:
        """Blocks of whole rounds with at least so many games."""
        return -(-games // (self.games_a_block * self.round_blocks)) * self.round_blocks


def balanced_design(strategies: int, players: int) -> Design:
    """The design of a comparison; :class:`PlanError` for fewer than two strategies or too many."""
    if not 2 <= strategies <= MOST_STRATEGIES:
        raise PlanError(f"strategies: a comparison takes 2 to {MOST_STRATEGIES}, not {strategies}")
    often, extra = divmod(players, strategies)
    everybody = tuple(range(strategies)) * often
    sets = [tuple(sorted(everybody + more)) for more in combinations(range(strategies), extra)]
    if strategies == 2:
        lineups = tuple(lineup for members in sets for lineup in sorted(set(permutations(members))))
        return Design("balanced", strategies, players, (lineups,), 1)
    cycle = []
    for number in range(len(_cyclic_orders(sets[0]))):
        for at in np.random.default_rng([SHUFFLE_SEED, strategies, players, number]).permutation(len(sets)):
            order = _cyclic_orders(sets[at])[number]
            cycle.append(tuple(order[turn:] + order[:turn] for turn in range(players)))
    return Design("balanced", strategies, players, tuple(cycle), len(sets))


def mirror_design(strategies: int, players: int) -> Design:
    """Every strategy alone with its like, all from the same set-ups; :class:`PlanError` for none or too many."""
    if not 1 <= strategies <= MOST_STRATEGIES:
        raise PlanError(f"strategies: 1 to {MOST_STRATEGIES} can be looked at, not {strategies}")
    return Design("mirror", strategies, players, (tuple((code,) * players for code in range(strategies)),), 1)


def _cyclic_orders(members: Lineup) -> list[Lineup]:
    """The ways to seat the members at a round table, rotations of one order counting as one, in sorted order."""
    orders = []
    seen: set[Lineup] = set()
    for order in sorted(set(permutations(members))):
        if order not in seen:
            orders.append(order)
            seen.update(order[turn:] + order[:turn] for turn in range(len(order)))
    return orders
