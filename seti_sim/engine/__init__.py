"""Floor 2: the state of a game, its legal moves, the move applier and the scoring. All of it compiles.

It knows the component tables (floor 1) and nothing above: not who chooses moves, not files.
"""
