"""``war`` and ``python -m war``: with no argument straight to the judge, without Typer."""

import sys


def main() -> None:
    """Run the command line."""
    if len(sys.argv) > 1:
        from judge.app import run
        from war.cli import app

        run(app)
    from judge.stdio import serve
    from war.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
