"""Monte Carlo simulator and balance analyzer for SETI: Search for Extraterrestrial Intelligence."""

__version__ = "0.1.0"

RULES_VERSION = 3
"""Changes only when a game with the same seed can end differently."""
