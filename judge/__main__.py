"""``judge`` and ``python -m judge``."""

import sys

from cardjudge.stdio import enter


def main() -> None:
    """Run the command; without arguments, print how to begin."""
    if sys.argv[1:]:
        enter("judge", options=False)
    from judge.cli import app

    app.run()


if __name__ == "__main__":
    main()
