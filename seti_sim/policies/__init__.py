"""Floor 3: how a player chooses among legal moves. It knows the engine, and nothing of files or threads of runs."""
