"""Floor 5: what the result tables say, as estimates with intervals, tests, tables and the data of charts.

Reads the tables of ``docs/results.md`` and never plays a game. Every method is stated in ``docs/statistics.md``.
"""
