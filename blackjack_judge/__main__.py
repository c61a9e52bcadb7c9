"""``blackjack-judge``: with no argument straight to the judge, without Typer."""

import sys


def main() -> None:
    """Run the command line."""
    if len(sys.argv) > 1:
        from blackjack_judge.cli_odds import app
        from judge.app import run

        run(app)
    from blackjack_judge.judge import judge
    from judge.stdio import serve

    serve(judge)


if __name__ == "__main__":
    main()
