"""The door from Python: ``import seti_sim as ss``. It knows what the commands know, and returns objects and tables.

Names listed in ``seti_sim.__all__`` are stable; everything else may change between versions. Heavy libraries are
imported when they are first used.
"""
