"""``big2`` and ``python -m big2``."""

from cardjudge.stdio import enter


def main() -> None:
    """Run the command line; without a subcommand, judge standard input."""
    enter("big2.cli:app", "big2.judge:judge", "big2.options:OPTIONS")


if __name__ == "__main__":
    main()
