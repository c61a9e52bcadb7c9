"""``blackjack-judge``: with no argument straight to the judge, without Typer."""

import os
import sys

from cardjudge.stdio import door, serve


@door
def main() -> None:
    """Run the command line; a shell that completes asks without arguments."""
    if len(sys.argv) > 1 or "_BLACKJACK_JUDGE_COMPLETE" in os.environ:
        from blackjack_judge.cli import app
        from cardjudge.commands.app import run

        run(app)
    from blackjack_judge.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
