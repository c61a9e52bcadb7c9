"""``big2`` and ``python -m big2``."""

from cardjudge.stdio import enter


def main() -> None:
    """Run the command line; without a subcommand, judge standard input."""
    enter("big2")


if __name__ == "__main__":
    main()
