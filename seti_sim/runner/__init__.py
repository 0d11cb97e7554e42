"""Floor 4: plans, chunks of games, threads, result tables, run folders and their manifests.

This floor decides which games are played where and how their outcomes are stored. It knows no rule of the game.
"""
