"""Entry point of the console script: light, so that Ctrl-C is answered before anything heavy is imported."""

from seti_sim.cli import stopping


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    stopping.listen()
    code: object = 1
    try:
        from seti_sim.cli.app import main as commands

        commands()
    except SystemExit as left:
        code = left.code
        raise
    finally:
        stopping.leave(code)
