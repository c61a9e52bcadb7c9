"""``big2`` and ``python -m big2``: with no argument straight to the judge, without Typer."""

import gc
import os
import sys

from cardjudge.stdio import door, serve


@door
def main() -> None:
    """Run the command line; a shell that completes asks without arguments."""
    if len(sys.argv) > 1 or "_BIG2_COMPLETE" in os.environ:
        from big2.cli import app
        from cardjudge.commands.app import run

        run(app)
    gc.disable()  # a collection takes as long as a game, and a game leaves no cycles behind
    from big2.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
