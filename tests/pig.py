"""The dice game Pig, whose chances are known exactly: roll and add up, a one loses the turn, first to 100 wins.

``hold at h``: the player stops at h or at what takes it to the goal.
"""

import numpy as np

GOAL = 100
EXACT = {  # chance of the first player, hold at a against hold at b
    (15, 15): 0.539163, (15, 20): 0.478380, (15, 25): 0.468503,
    (20, 15): 0.593331, (20, 20): 0.534698, (20, 25): 0.520034,
    (25, 15): 0.595454, (25, 20): 0.543482, (25, 25): 0.529756,
}  # fmt: skip


def first_wins(hold, games, rng):
    """Whether the first player wins, booleans of shape (games,); ``hold`` are the limits of both players."""
    score = np.zeros((2, games), dtype=int)
    won = np.full(games, -1)
    turn = 0
    while (won < 0).any():
        playing = np.flatnonzero(won < 0)
        score[turn, playing] += turn_totals(np.minimum(hold[turn], GOAL - score[turn, playing]), rng)
        won[playing[score[turn, playing] >= GOAL]] = turn
        turn = 1 - turn
    return won == 0


def turn_totals(limits, rng):
    """What a turn brings that stops at the limits."""
    total = np.zeros(len(limits), dtype=int)
    rolling = np.arange(len(limits))
    while rolling.size:
        die = rng.integers(1, 7, rolling.size)
        total[rolling] = np.where(die == 1, 0, total[rolling] + die)
        rolling = rolling[(die > 1) & (total[rolling] < limits[rolling])]
    return total


def blocks(a, b, number, rng):
    """Blocks of two games between hold at a and hold at b, each once first: strategy, order and score arrays."""
    scores = [first_wins(pair, number, rng) for pair in ((a, b), (b, a))]
    score = np.stack([np.stack([won, ~won], axis=1) for won in scores], axis=1).astype(int)
    strategy = np.broadcast_to([[0, 1], [1, 0]], score.shape)
    return strategy, np.broadcast_to([0, 1], score.shape), score
