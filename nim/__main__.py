"""``nim`` and ``python -m nim``: with no argument straight to the judge, without Typer."""

import gc
import sys


def main() -> None:
    """Run the command line."""
    gc.disable()  # a million integers are no garbage, and each collection would look at them all
    if len(sys.argv) > 1:
        from judge.app import run
        from nim.cli import app

        run(app)
    from judge.stdio import serve
    from nim.judge import judge

    serve(judge)


if __name__ == "__main__":
    main()
