"""``python -m seti_sim`` is the same as ``seti-sim``."""

from seti_sim.cli.start import main

main()
