"""``sevens`` and ``python -m sevens``."""

from cardjudge.stdio import enter


def main() -> None:
    """Run the command line; without a subcommand, judge standard input."""
    enter("sevens.cli:app", "sevens.judge:judge")


if __name__ == "__main__":
    main()
