"""A process that runs commands of ``seti-sim`` one after the other: importing and compiled code are paid for once.

Each line on stdin is a JSON object with ``folder`` and ``words``; the answer is one with ``code``, ``out`` and ``err``.
"""

import io
import json
import os
import sys
import tempfile
import traceback


def run(folder: str, words: list[str]) -> dict[str, object]:
    """Run one command in a folder; what it prints, also from below Python, and its exit code."""
    from seti_sim.cli import app

    os.chdir(folder)
    sys.argv = ["seti-sim", *words]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            app.main()
            code: object = 0
        except SystemExit as left:
            code = left.code or 0
        except BaseException:
            traceback.print_exc()
            code = 99
        sys.stdout.flush()
        sys.stderr.flush()
        out.seek(0)
        err.seek(0)
        return {
            "code": code,
            "out": out.read().decode("utf-8", "replace"),
            "err": err.read().decode("utf-8", "replace"),
        }


def main() -> None:
    """Answer until stdin ends."""
    answers = os.fdopen(os.dup(1), "w")
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", closefd=False), encoding="utf-8", write_through=True)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(run(asked["folder"], asked["words"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
