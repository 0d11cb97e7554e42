"""Entry point of the console script: light, so that Ctrl-C is answered before anything heavy is imported."""

import gc

from seti_sim.cli import stopping, streams

LATE = 1_000_000
"""Objects made before garbage is collected for the first time: more than imports and compiled code come to."""


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    stopping.listen()
    streams.prepare()
    _collect_late()
    code: object = 1
    try:
        from seti_sim.cli.app import main as commands

        commands()
    except SystemExit as left:
        code = left.code
        raise
    finally:
        gc.freeze()  # Python collects once more when it ends, and everything is still there
        stopping.leave(code)


def _collect_late() -> None:
    """Put off the first search for garbage: what imports make stays, and searching it takes a fifth of the start."""
    usual = gc.get_threshold()

    def first(phase: str, _info: object) -> None:
        if phase == "stop":
            gc.callbacks.remove(first)
            gc.set_threshold(*usual)

    gc.callbacks.append(first)
    gc.set_threshold(LATE, *usual[1:])
