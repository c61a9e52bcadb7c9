"""``judge``, ``judge new`` and ``python -m judge``."""

import sys


def main() -> None:
    """Run the command line; without arguments it explains itself."""
    from judge.app import run
    from judge.cli import app, new

    # `new` is no subcommand of Typer's, since the first word of `judge` may be any folder.
    if sys.argv[1:2] == ["new"]:
        run(new, sys.argv[2:])
    run(app, sys.argv[1:] or ["--help"])


if __name__ == "__main__":
    main()
