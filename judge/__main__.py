"""``judge``, ``judge new``, ``judge export`` and ``python -m judge``."""

import sys


def main() -> None:
    """Run the command line; without arguments it explains itself."""
    from judge.app import run
    from judge.cli import app, new

    # These are no subcommands of Typer's, since the first word of `judge` may be any folder.
    if sys.argv[1:2] == ["new"]:
        run(new, sys.argv[2:])
    if sys.argv[1:2] == ["export"]:
        from judge.export.cli import app as export

        run(export, sys.argv[2:])
    run(app, sys.argv[1:] or ["--help"])


if __name__ == "__main__":
    main()
