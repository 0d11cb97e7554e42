"""How compiled functions are put together and kept: below all floors, behind the wrapper of :mod:`seti_sim.jit`."""
