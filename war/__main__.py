"""``war`` and ``python -m war``: with no argument straight to the judge, without Typer."""

import os
import sys

from cardjudge.stdio import door, serve


@door
def main() -> None:
    """Run the command line; a shell that completes asks without arguments."""
    if len(sys.argv) > 1 or "_WAR_COMPLETE" in os.environ:
        from cardjudge.commands.app import run
        from war.cli import app

        run(app)
    from war.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
