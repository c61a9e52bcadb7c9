"""``take6`` and ``python -m take6``: with no argument straight to the judge, without Typer."""

import gc
import os
import sys

from cardjudge.stdio import door, serve


@door
def main() -> None:
    """Run the command line; a shell that completes asks without arguments."""
    if len(sys.argv) > 1 or "_TAKE6_COMPLETE" in os.environ:
        from cardjudge.commands.app import run
        from take6.cli import app

        run(app)
    gc.disable()  # a collection takes as long as a game, and a game leaves no cycles behind
    from take6.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
