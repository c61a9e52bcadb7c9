"""``nim`` and ``python -m nim``: with no argument straight to the judge, without Typer."""

import gc
import os
import sys

from cardjudge.stdio import door, serve


@door
def main() -> None:
    """Run the command line; a shell that completes asks without arguments."""
    gc.disable()  # a million integers are no garbage, and each collection would look at them all
    if len(sys.argv) > 1 or "_NIM_COMPLETE" in os.environ:
        from cardjudge.commands.app import run
        from nim.cli import app

        run(app)
    from nim.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
