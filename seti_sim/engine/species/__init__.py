"""One module per species, all of the same shape: set-up on discovery, its own moves, reactions and final scoring."""
