"""``war`` and ``python -m war``."""

from cardjudge.stdio import enter


def main() -> None:
    """Run the command line; without a subcommand, judge standard input."""
    enter("war.cli:app", "war.judge:judge", "war.options:OPTIONS")


if __name__ == "__main__":
    main()
