"""``judge`` and ``python -m judge``."""

import sys

from cardjudge.stdio import door


@door
def main() -> None:
    """Run the command line; without arguments it explains itself."""
    from cardjudge.commands.app import run
    from judge.cli import app

    run(app, sys.argv[1:] or ["--help"])


if __name__ == "__main__":
    main()
