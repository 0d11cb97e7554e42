"""What can go wrong inside compiled code: a number in ``game.error`` that ends the game, and its text."""

from typing import Final

E_HAND: Final = 1
E_FRONT: Final = 2
E_FIGURES: Final = 3
E_FRAMES: Final = 4
E_THIS_TURN: Final = 5
E_MOVES: Final = 6
E_ILLEGAL: Final = 7
E_ENDLESS: Final = 8
E_UNSUPPORTED: Final = 9
E_FRAME: Final = 10
E_POLICY: Final = 11
E_RAISED: Final = 12
E_RANGE: Final = 13

ERROR_TEXTS: Final = {
    E_HAND: "a hand holds more cards than the state has room for",
    E_FRONT: "more cards in front of a player than the state has room for",
    E_FIGURES: "a player has more figures in space than the state has room for",
    E_FRAMES: "more effects wait to be resolved than the state has room for",
    E_THIS_TURN: "more this-turn effects than the state has room for",
    E_MOVES: "more legal moves than the buffer has room for",
    E_ILLEGAL: "an illegal move was applied",
    E_ENDLESS: "the game did not end within the bound on decisions",
    E_UNSUPPORTED: "an effect without implementation was reached",
    E_FRAME: "an unknown frame was reached",
    E_POLICY: "a policy chose a move that is not in the list of legal moves",
    E_RAISED: "a policy raised",
    E_RANGE: "a number grew beyond what the state can hold (docs/state.md): the box gives too much",
}
