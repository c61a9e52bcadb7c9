"""``blackjack-judge`` and ``python -m blackjack_judge``."""

import os
import sys

from cardjudge.stdio import INTERRUPTED, enter


def main() -> None:
    """Judge standard input or run the command line; a single program as argument needs no Typer."""
    if sys.argv[1:2] == ["--"] and sys.argv[2:]:
        try:
            from blackjack_judge.contestants import judge_command

            judge_command(sys.argv[2:])
        except KeyboardInterrupt:
            os._exit(INTERRUPTED)
    enter("blackjack_judge.cli:app", "blackjack_judge.judge:judge")


if __name__ == "__main__":
    main()
