"""``nim`` and ``python -m nim``."""

import gc

from cardjudge.stdio import enter


def main() -> None:
    """Run the command line; without a subcommand, judge standard input."""
    gc.disable()  # each collection would scan up to a million integers, and none is garbage
    enter("nim.cli:app", "nim.judge:judge", "nim.options:OPTIONS")


if __name__ == "__main__":
    main()
