"""``take6`` and ``python -m take6``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input or run the command line."""
    enter("take6.cli:app", "take6.judge:judge", "take6.options:OPTIONS")


if __name__ == "__main__":
    main()
