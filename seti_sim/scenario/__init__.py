"""Positions written down as text: built, played move by move and compared. It knows the engine, not who chooses."""
